"""Settings of trading, the named conditions, and the instance file that replaces all chance."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from games.core.contract import Seat
from games.core.documents import Unreadable, bounded, reason
from games.core.settings import READ, STYLE, BadSetting, Document, Read, Style, Whole, conditions, settings_in
from games.trading.domain import RESOURCES, Goods

SEATS: Final = (Seat("player_0"), Seat("player_1"))
Penalty = Literal["casual", "textarena", "seed_strict"]
RETRIES: Final[Mapping[str, int]] = MappingProxyType({"casual": 3, "textarena": 1, "seed_strict": 0})
"""Faulty messages in one turn that are only re-prompted. After one more the turn passes (casual), or the game is lost
(textarena, seed_strict).
"""
MOST = 1_000_000
"""The most units of a resource, or points for a unit, in an instance."""
_FORM = '{"inventory": {"player_0": {"Wheat": 12, …}, "player_1": {…}}, "values": {"player_0": {"Wheat": 5, …}, …}}'


class Config(Struct, frozen=True):
    """One trading game. `max_turns` counts the messages of both seats together."""

    max_turns: Annotated[
        int, Whole(2, 200), 10, "How many messages there are in all; an even number gives both as many."
    ]
    penalty: Annotated[
        Penalty,
        "casual",
        "After faulty messages in one turn: casual passes the turn at the 4th; at the 2nd textarena, at the 1st "
        "seed_strict ends the game as lost.",
    ]
    strict_response: Annotated[bool, False, "A standing offer must be answered with [Accept] or [Deny]."]
    cooperative: Annotated[bool, False, "Nobody wins; each side's score is its own gain."]
    clamp: Annotated[bool, False, "Keep drawn values between 5 and 40, as the published program does."]
    open_inventory: Annotated[bool, False, "Both see what the other owns."]
    starts: Annotated[
        Literal["player_0", "player_1", "random"],
        SEATS[0],
        "Who sends the first message. player_0 is the seat of the person who opens the game, player_1 the other seat.",
    ]
    instance: Annotated[str, Document(_FORM), "", "A file that says what each seat owns and what it is worth to them."]
    condition: str
    style: Annotated[Style, "seed", STYLE] = "seed"
    reading: Annotated[Read, "seed", READ] = "seed"


SETTINGS: Final = settings_in(Config)
PRESETS: Final = conditions("""
    casual:
    seed: penalty=seed_strict; strict_response=on; style=seed; reading=seed
    cooperative: cooperative=on
    textarena: penalty=textarena; clamp=on
    short: max_turns=6
    long: max_turns=30
    ranked: penalty=textarena; starts=random
""")

_Number = Annotated[int, Meta(ge=0, le=MOST)]
_Table = dict[Literal["player_0", "player_1"], dict[Literal["Wheat", "Wood", "Sheep", "Brick", "Ore"], _Number]]


class _File(Struct, forbid_unknown_fields=True):
    inventory: _Table
    values: _Table


class Instance(Struct, frozen=True):
    """The chance of a game, in the order of the seats."""

    inventory: tuple[Goods, Goods]
    values: tuple[Goods, Goods]


def instance_of(text: str) -> Instance:
    """Return the instance in a file; a resource that it leaves out counts 0. Raises `BadSetting`."""
    try:
        bounded(text)
        file = msgspec.json.decode(text.encode(errors="replace"), type=_File)
    except (Unreadable, msgspec.DecodeError) as problem:
        raise _bad(reason(problem), text) from None
    for name, table in (("inventory", file.inventory), ("values", file.values)):
        if len(table) < len(SEATS):
            raise _bad(f"{name} needs both seats, player_0 and player_1", text)
    return Instance(_goods(file.inventory), _goods(file.values))


def _goods(table: _Table) -> tuple[Goods, Goods]:
    first, second = (Goods(*(table[seat].get(name, 0) for name in RESOURCES)) for seat in ("player_0", "player_1"))
    return first, second


def _bad(why: str, text: str) -> BadSetting:
    allowed = f"must be a file with {_FORM}, whole numbers from 0 to {MOST} of {', '.join(RESOURCES)} ({why})"
    return BadSetting("instance", allowed, text)


def check(config: Config) -> None:
    if config.instance:
        instance_of(config.instance)
