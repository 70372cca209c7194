"""Completions of a command's options: labels for people, values for the command."""

from collections.abc import Iterable
from contextlib import suppress

from msgspec.structs import replace

from bot import keys
from bot.classes import rooms
from bot.operators import realms
from bot.operators.overview import free
from bot.operators.records import Realm
from bot.session.model.inbound import Asked
from bot.session.model.terms import Setup
from bot.session.model.verbs import Opt, find
from bot.studies.design import Definition
from bot.studies.effective import BACK, known, own_texts
from games.core.registry import get, names
from games.core.settings import BadSetting, Flag, Option, Setting
from storage.base import Store

Pairs = tuple[tuple[str, str], ...]
MOST = 25


async def suggested(store: Store, realm: str, asked: Asked) -> Pairs:
    """Return labels and values that fit what was typed so far, at most 25."""
    verb = find(asked.verb)
    option = verb.option(asked.option) if verb is not None else None
    if option is None:
        return ()
    kept = (await realms.load(store, realm)).realm
    given = dict(asked.given)
    match option.kind:
        case "session":
            found = await _sessions(store, realm)
        case "class":
            found = await _classes(store, realm)
        case _:
            found = _values(kept, option, given)
    typed = asked.typed.casefold()
    return tuple(pair for pair in found if typed in f"{pair[0]} {pair[1]}".casefold())[:MOST]


def _values(realm: Realm, option: Opt, given: dict[str, str]) -> Pairs:
    kind = given.get("type", "")
    match option.kind:
        case "game":
            return tuple((f"{d.name} ({d.game}, {d.state})", d.name) for d in realm.games)
        case "study":
            newest = {s.key: s for s in sorted(realm.studies, key=lambda s: s.version)}
            return tuple((f"{s.slug} ({s.design.game}, {s.state})", s.slug) for s in newest.values())
        case "type":
            return tuple((get(name).title, name) for name in names())
        case "new":
            return _twice((free(realm, kind),) if kind in names() else ())
        case "value" if option.key == "preset":
            return _twice(get(kind).presets if kind in names() else ())
    definition = realm.game(given.get("name", ""))
    return _twice(option.choices) if definition is None else _of_game(definition, option, given.get("key", ""))


def _of_game(definition: Definition, option: Opt, key: str) -> Pairs:
    """Return the values of an option that belongs to a configured game; `key` is the setting that was named."""
    match option.kind:
        case "key":
            texts = own_texts(definition)
            return tuple((f"{s.key}: {texts[s.key]}", s.key) for s in known(definition))
        case "value":
            return _of_setting(next((s for s in known(definition) if s.key == key), None), definition)
        case "condition":
            return _twice(cell.label for cell in definition.cells)
    return _twice(option.choices)


def _twice(values: Iterable[str]) -> Pairs:
    return tuple((value, value) for value in values)


def _of_setting(setting: Setting | None, definition: Definition) -> Pairs:
    if setting is None:
        return ()
    if isinstance(setting.kind, Option):
        return _twice(setting.kind.options)
    if isinstance(setting.kind, Flag):
        return _twice(("on", "off"))
    now, usual = own_texts(definition)[setting.key], _usual(definition, setting.key)
    found = [(f"now {now}", now)] if now else []
    return (*found, (f"{BACK} ({usual})" if usual else BACK, BACK))


def _usual(definition: Definition, key: str) -> str:
    """Return a setting's value if nobody had written it; "" if the other settings do not go together with it."""
    with suppress(BadSetting):
        others = tuple(pair for pair in definition.wrote if pair[0] != key)
        return own_texts(replace(definition, wrote=others))[key]
    return ""


async def _classes(store: Store, realm: str) -> Pairs:
    found = [held.room for held in await rooms.of_realm(store, realm)]
    return tuple((f"{room.code} {get(room.definition.game).title} ({room.phase})", room.code) for room in found)


async def _sessions(store: Store, realm: str) -> Pairs:
    rows = []
    for live in (True, False):
        for head, session in await realms.sessions_on(store, keys.of_realm(realm), live, MOST):
            setup = session.terms.setup
            name = setup.name if isinstance(setup, Setup) else session.game.name
            players = ", ".join(c.name for c in session.table.chairs if c.name)
            rows.append((f"{head.sid} {name} {players} ({'running' if live else 'ended'})", head.sid))
    return tuple(rows)
