"""Keys of the store: their encoded texts, which stored data depends on, and that nobody writes one elsewhere."""

import ast
from collections.abc import Iterator
from pathlib import Path

from bot import keys
from storage.base import holds

BOT = Path(keys.__file__).parent
CALLS = {"point", "pointed", "claim", "lease", "release", "sessions", "tally", "names", "erase"}
"""The store's methods whose first argument is a key."""
LISTS = {"points", "tags"}
"""Fields of a commit that hold keys, and names of lists that become such fields."""


def _texts(argument: ast.AST, constants: dict[str, ast.expr]) -> bool:
    """Return whether an argument is built from a text of its own: a literal, an f-string, a constant of the module."""
    return any(
        isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        or (isinstance(node, ast.Name) and node.id in constants and _texts(constants[node.id], {}))
        for node in ast.walk(argument)
    )


def _keyed(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield every expression of a module that becomes a key in the store."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            owner = node.func.value
            if node.func.attr in CALLS or (
                node.func.attr in {"append", "extend"} and isinstance(owner, ast.Attribute) and owner.attr in LISTS
            ):
                yield node.args[0]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "LeaseRequest":
            yield from (node.args[0], node.args[-1])
        elif isinstance(node, ast.keyword) and node.arg in LISTS:
            yield node.value


PREFIXES = {
    node.values[0].value
    for node in ast.walk(ast.parse(Path(keys.__file__).read_text()))
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant)
}
"""Prefixes of the keys that have parts: `focus:`, `code:` …"""


def _begun(tree: ast.Module) -> Iterator[int]:
    """Yield the lines with a text that begins as a key does, wherever it is used."""
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=start), *_], lineno=line) if start in PREFIXES:
                yield line


def _inline(source: str) -> list[int]:
    """Return the lines of a module on which a key is built in place."""
    tree = ast.parse(source)
    assigned = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None]
    constants = {
        target.id: node.value
        for node in assigned
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and node.value is not None
    }
    return sorted({argument.lineno for argument in _keyed(tree) if _texts(argument, constants)} | set(_begun(tree)))


def test_only_keys_builds_keys_of_the_store() -> None:
    paths = [path for path in BOT.rglob("*.py") if path != BOT / "keys.py"]
    found = {str(path.relative_to(BOT)): lines for path in paths if (lines := _inline(path.read_text()))}
    assert not found, f"keys that are built in place; give each a function in bot/keys.py: {found}"


def test_a_key_that_is_built_in_place_is_found() -> None:
    assert _inline('await store.point(f"code:{x}", sid)') == [1]
    assert _inline('TAG = "forget"\nawait self.store.sessions(TAG, live=False)') == [2]
    assert _inline('step.tags.append("x")\nstep.points.append((f"a:{b}", sid))') == [1, 2]
    assert _inline('def question(place):\n    return f"forget:{place}"') == [2]
    assert _inline("await store.pointed(keys.code(text))") == []


def test_encoded_keys_never_change() -> None:
    made = (
        keys.focus("telegram:1", "telegram:2"),
        keys.asked("telegram:1", "telegram:2"),
        keys.settings("telegram:2"),
        keys.invited("telegram:1"),
        keys.buttons("telegram:1"),
        keys.seen("discord:1"),
        keys.form("telegram:5", "a1"),
        keys.code(" kfmrta "),
        keys.tokens(keys.game_account("a1")),
        keys.tokens(keys.person_account("c0de")),
        keys.tokens("all"),
        keys.TOKENS_KEY,
        keys.ALIVE,
        keys.ERASING,
        keys.DISCORD_COMMANDS,
        keys.LAST_PLAYED,
        keys.PROBE,
        keys.FORGETTING,
        keys.played_by("telegram:2"),
        keys.of_game("trading"),
        keys.in_namespace("play"),
        keys.of_realm("discord:9"),
        keys.of_setup("discord:9", "Lab"),
        keys.opens_game("a1.2.0", 1, "telegram:2", 7),
        keys.opens_thread("a1.2.0", 1, "discord:2", 7),
        keys.answers_message("dc:5"),
        keys.unheard("ab12", "discord:2"),
        keys.dashboard("k"),
        keys.entered("k"),
        keys.TIDYING,
        keys.posting("telegram:1"),
        keys.trying("tg:5"),
        keys.probing("ab12"),
    )
    assert made == (
        "focus:telegram:1|telegram:2",
        "forget:telegram:1|telegram:2",
        "prefs:telegram:2",
        "invited:telegram:1",
        "buttons:telegram:1",
        "seen:discord:1",
        "form:telegram:5|a1",
        "code:KFMRTA",
        "tokens:game:a1",
        "tokens:user:c0de",
        "tokens:all",
        "tokens:key",
        "alive",
        "erasing",
        "discord:commands",
        "terminal:last",
        "doctor:probe",
        "forget",
        "user:telegram:2",
        "game:trading",
        "namespace:play",
        "realm:discord:9",
        "setup:discord:9|lab",
        "open:a1.2.0:1:telegram:2:7",
        "thread:a1.2.0:1:discord:2:7",
        "thread:dc:5",
        "unheard:ab12:discord:2",
        "dashboard:8254c329a92850f6d539dd376f4816ee",
        "entered:8254c329a92850f6d539dd376f4816ee",
        "keeper",
        "post:telegram:1",
        "try:33230c4c8c3ae003",
        "probe:ab12",
    )


def test_a_person_is_found_in_every_key_of_theirs() -> None:
    place, user = "telegram:1", "telegram:2"
    theirs = (keys.focus(place, user), keys.asked(place, user), keys.settings(user))
    claims = (keys.opens_game("a1.2.0", 1, user, 7), keys.opens_thread("a1.2.0", 1, user, 7))
    assert all(holds(key, user) for key in (*theirs, *claims, keys.unheard("ab12", user)))
    assert all(holds(key, place) for key in (*theirs[:2], keys.invited(place), *keys.with_place(place)))
    assert holds(keys.tokens(keys.person_account("c0de")), keys.SPENT)
    assert not holds(keys.tokens(keys.game_account("a1")), keys.SPENT)


def test_an_archived_session_takes_its_own_names_with_it() -> None:
    gone = ("code:KFMRTA", "tokens:game:a1", "seen:discord:1", "form:discord:1|a1")
    assert keys.with_session("a1", "KFMRTA", ("discord:1",)) == gone
    assert keys.with_session("a1", "", ()) == ("tokens:game:a1",)
