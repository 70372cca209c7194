"""No pattern of the program takes more time than the length of a text, whatever somebody types."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from games.balloon.reader.kinds import part_of
from games.balloon.reader.names import token_of
from games.balloon.rules import Item
from tests.repo.patterns import trouble

ROOT = Path(__file__).parents[2]
PACKAGES = ("games", "bot", "storage")
ANYWHERE: Final = frozenset(("search", "finditer", "findall", "sub", "subn", "split"))
METHODS: Final = ANYWHERE | {"match", "fullmatch"}
_WORDS_OF_MODELS = "a model's words: the guard refuses more than 300 characters before anything scans them"
BOUNDED: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "bot.players.llm.leak_patterns._TELLS",
            "bot.players.llm.leak_patterns._HARMLESS",
            "bot.players.llm.leak_patterns._LIMITS",
            "bot.players.llm.leak_patterns._SETTLES",
            "bot.players.llm.leak_patterns._NO_LIMIT",
            "bot.players.llm.leak_patterns._PRICED",
            "bot.players.llm.leak_patterns._OWN_NUMBER",
            "bot.players.llm.phrases.COUNTS",
            "bot.players.llm.phrases.PRICES",
            "bot.players.llm.phrases.THINGS",
            "bot.players.llm.guard._LINK",
            "bot.players.llm.guard._MASTER",
            "bot.players.llm.guard._SPELLED",
            "bot.players.llm.numerals._DIGITS",
            "bot.players.llm.numerals._AND_A",
            "bot.players.llm.numerals._ONE_BY_ONE",
            "bot.players.llm.numerals._SUM",
            "games.language.agreement._YES_FIRM",
            "games.language.agreement._YES_ALONE",
            "games.language.agreement._DISSENT",
            "games.language.agreement._DEPARTURE",
        ),
        _WORDS_OF_MODELS,
    ),
    "bot.research.bundle.marks.SPELLED": "21 words of at most 9 letters from each place, in an export and in no chat",
    "bot.research.bundle.redact._APART": "41 single letters from each place, in an export and in no chat",
    "bot.research.evaluate._PART": "a researcher's own file, in `parley evaluate`; no message of a chat",
    "games.bargaining.reader.consent._BARGAINED": "looks at 200 characters before each of at most 9 words",
    "games.language.lexicon:any_of": "the module's own list of phrases, while it is imported",
    "games.trading.reader.patterns.BRACKET": "a message of at most 2,000 characters; longer ones are refused before",
    "games.trading.reader.patterns.MEANT_OFFER": "talk of at most 1,000 characters; longer talk is refused before",
}
"""Patterns that may take longer, each with the bound on what it is given that makes it harmless."""


class Used(NamedTuple):
    """A pattern, where it stands, and the methods that it is used with."""

    where: str
    pattern: str
    flags: int
    methods: frozenset[str]


def modules() -> Iterator[tuple[str, str]]:
    """The name and the text of each module."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            if not name.endswith("__main__"):
                yield name, path.read_text(encoding="utf-8")


_USED = re.compile(r"\bre\.")
"""The library's name in a file; without it, no pattern is written where it is used."""


def kept() -> Iterator[Used]:
    """The patterns that modules keep, and those that are written where they are used."""
    where: dict[int, str] = {}
    found: dict[int, re.Pattern[str]] = {}
    methods: dict[int, set[str]] = {}
    for name, source in modules():
        held = {key: patterns for key, value in vars(import_module(name)).items() if (patterns := [*_patterns(value)])}
        if not held and not _USED.search(source):
            continue
        called: dict[str, set[str]] = {}
        nodes = [*ast.walk(ast.parse(source))]
        ours = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for node in nodes:
            match node:
                case ast.Attribute(value=ast.Name(id=of), attr=method) if method in METHODS:
                    called.setdefault(of, set()).add(method)
            yield from _written_here(name, node)
        for key, patterns in held.items():
            for pattern in patterns:
                found[id(pattern)] = pattern
                if key in ours or id(pattern) not in where:
                    where[id(pattern)] = f"{name}.{key}"
                methods.setdefault(id(pattern), set()).update(called.get(key, ()))
    for at, pattern in found.items():
        yield Used(where[at], pattern.pattern, pattern.flags, frozenset(methods[at] or METHODS))


def _patterns(value: Any, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, dict) and depth < 3:
        yield from _patterns([*value.keys(), *value.values()], depth)
    elif isinstance(value, (tuple, list, set, frozenset)) and depth < 3:
        for part in value:
            yield from _patterns(part, depth + 1)


def _written_here(name: str, node: ast.AST) -> Iterator[Used]:
    """The patterns in `re.sub("…", …)`, and the like, in a function or elsewhere."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    for part in ast.walk(node):
        match part:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=method),
                args=[ast.Constant(value=str(pattern)), *_],
            ) if method in METHODS:
                yield Used(f"{name}:{node.name}", pattern, 0, frozenset((method,)))


def complaint(used: Used) -> str:
    """The word that a pattern is slow on, with what was looked for; "" if it is linear in every use."""
    found = ""
    if "match" in used.methods:
        found = trouble(used.pattern, used.flags, searched=False)
    if "fullmatch" in used.methods:
        found = found or trouble(used.pattern, used.flags, searched=False, whole=True)
    if used.methods & ANYWHERE:
        found = found or trouble(used.pattern, used.flags)
    return f"{used.where} {sorted(used.methods)}: {found!r} again and again, in {used.pattern!r}" if found else ""


@pytest.mark.slow
def test_every_pattern_is_linear() -> None:
    seen = {(used.pattern, used.flags, used.methods): used for used in kept()}
    assert len(seen) > 100
    slow = [why for used in seen.values() if used.where not in BOUNDED and (why := complaint(used))]
    assert not slow, "\n".join(slow)
    assert set(BOUNDED) <= {used.where for used in seen.values()}, "an exception for a pattern that is not there"


def test_patterns_that_are_made_of_names_are_linear() -> None:
    items = tuple(Item(name, 1) for name in ("A01", "B-2", "old rope", "c d e", "4"))
    for token in (token_of(items), part_of(items)):
        assert not trouble(token.pattern, token.flags)


@pytest.mark.parametrize(
    ("pattern", "searched", "whole"),
    [
        (r"\s+$", True, False),
        (r"\w++!", True, False),
        (r"\[[^\]]*\]", True, False),
        (r"(?:\w+ )+!", True, False),
        (r"(?=\s*x)y", True, False),
        (r"a{1,300}b", True, False),
        (r"(a+)+b", False, False),
        (r"(?:a*)*b", False, False),
        (r"(?:(?:ok|ok) ?)*b", False, False),
        (r"(?:\w+\s*)*!", False, False),
        (r"\s*x?\s*y", False, False),
        (r"[a-z]+ing[a-z]+!", False, False),
        (r"a*a*", False, True),
        (r".*foo.*", False, True),
    ],
)
def test_slow_patterns_are_found(pattern: str, searched: bool, whole: bool) -> None:
    assert trouble(pattern, searched=searched, whole=whole)


@pytest.mark.parametrize(
    ("pattern", "searched", "whole"),
    [
        (r"\w+", True, False),
        (r"(?<!\s)\s+$", True, False),
        (r"\b\w+!", True, False),
        (r"(?<!\w)\w+!", True, False),
        (r"\[[^\[\]]*\]", True, False),
        (r"^\s+x", True, False),
        (r"[ ]{0,3}x", True, False),
        (r"<a?:\w+:\d+>", True, False),
        (r"\s*(?:x\s*)?y", False, False),
        (r"(?:\w++\s*+)*!", False, False),
        (r"(?:(?:ok|yes|okay)\b[\s,]*)*x", False, False),
        (r"a*a*", False, False),
        (r"(?s:.*foo.*)", False, True),
    ],
)
def test_linear_patterns_are_left_in_peace(pattern: str, searched: bool, whole: bool) -> None:
    assert not trouble(pattern, searched=searched, whole=whole)


def test_a_slow_pattern_is_found_wherever_it_is_kept() -> None:
    planted = re.compile(r"\s+$")
    assert [*_patterns({"a": [(planted,)]})] == [planted]
    (used,) = _written_here("here", ast.parse("def f(x):\n    return re.sub('\\\\s+$', '', x)").body[0])
    assert (used.where, set(used.methods)) == ("here:f", {"sub"})
    assert complaint(used)
