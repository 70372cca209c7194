"""Shared steps of commands that change a configured game: its name, its place in the realm, its next steps."""

import re

from msgspec.structs import replace

from bot.operators.call import Call
from bot.operators.records import Realm
from bot.session.lobby import HUMAN
from bot.studies.design import Definition, Effective
from bot.studies.effective import ANY, effective, write
from games.core.post import Ask, Choice
from games.core.registry import get, names
from games.core.settings import BadSetting

NAME = re.compile(r"[^\W_][\w-]{0,31}")
UNSET = "not set"


def written_into(call: Call, before: Definition, pairs: dict[str, str]) -> Definition:
    """Return the definition with settings written into it. Raises `BadSetting`, also for an absent opponent."""
    after = write(before, pairs)
    playable(call, effective(after))
    return after


def playable(call: Call, loaded: Effective) -> None:
    """Raise `BadSetting` for an opponent that this service does not have."""
    for opponent in dict.fromkeys(loaded.house(variant)["opponent"] for variant in loaded.variants):
        if opponent in (ANY, HUMAN):
            continue
        try:
            call.sessions.strategies(opponent, get(loaded.game))
        except ValueError as problem:
            raise BadSetting("opponent", f"cannot be {opponent} here. {problem}".rstrip(".")) from None


def free_name(realm: Realm, name: str) -> str:
    """Return the name if nothing else has it. Raises `BadSetting`."""
    if not NAME.fullmatch(name):
        allowed = "must have 1 to 32 letters, digits, - or _, and begin with a letter or digit"
        raise BadSetting("name", allowed, name)
    if name.casefold() in names():
        raise BadSetting("name", "must not be the name of a game that is always there", name)
    if realm.study(name) is not None:
        raise BadSetting("name", "must be new; a study has this name already", name)
    if realm.game(name) is not None:
        raise BadSetting("name", "must be new; /game config changes a game that is there already", name)
    return name


def put(realm: Realm, definition: Definition) -> Realm:
    """Return the realm with a definition in its place."""
    others = tuple(d for d in realm.games if d.key != definition.key)
    return replace(realm, games=tuple(sorted((*others, definition), key=lambda d: d.key)))


def buttons(definition: Definition) -> tuple[Ask, ...]:
    """Return buttons for the next steps with a game."""
    name = definition.name
    turn = (
        Choice("Close", f"/game close name:{name}")
        if definition.state == "open"
        else Choice("Open", f"/game open name:{name}", mood="go")
    )
    return (
        Choice("Settings", f"/game config name:{name}"),
        Choice("Try it", f"/game preview name:{name}"),
        turn,
    )


def changed_lines(changes: tuple[tuple[str, str, str], ...]) -> tuple[str, ...]:
    """Return a line for each changed setting, from key, value before, value after."""
    return tuple(f"{key} is {new or UNSET} now (was {old or UNSET})" for key, old, new in changes)
