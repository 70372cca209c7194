"""Settings of the society, the named conditions, and the document that gives a world its stock."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from games.core.contract import Seat
from games.core.documents import Unreadable, bounded, reason
from games.core.settings import READ, STYLE, BadSetting, Document, Read, Style, Whole, conditions, settings_in
from games.society.world.instance import LONGEST_SIDE, MOST_STOCK, Instance, instance
from games.society.world.things import Item

Kind = Literal["negotiation", "contract", "social"]
Difficulty = Literal["easy", "hard"]
Flow = Literal["quick", "sequential", "sealed"]
Scenario = Literal["dynamic", "isolation", "connection", "independent", "overlapping", "inequality"]
Bind = Literal["any", "founder", "vote"]
Match = Literal["invite", "mutual"]

ROUNDS: Final[Mapping[str, int]] = MappingProxyType({"quick": 2, "sequential": 5, "sealed": 3})
"""Rounds of the contract phase."""
STEPS: Final[Mapping[str, int]] = MappingProxyType({"easy": 8, "hard": 12})
"""Steps of the negotiation phase, shortened for a chat."""
FAITHFUL: Final[Mapping[str, int]] = MappingProxyType({"easy": 20, "hard": 40})
"""Steps of the negotiation phase in AdaSociety; the step numbers of a game continue from there."""
MOST_SEATS: Final = 8
_FORM = '{"stock": {"wood": 80, "stone": 20, "coal": 20, "iron": 10}}'


class Config(Struct, frozen=True):
    """One game. 0 stands for the usual value: of the difficulty for `map_size` and `players`, of a chat for `steps`."""

    game: Annotated[
        Kind, "negotiation", "How shares come about: bargained for, by joining coalitions that split equally, or given."
    ]
    difficulty: Annotated[Difficulty, "easy", "Easy: 4 seats, small map. Hard: 8 seats, coal and iron."]
    flow: Annotated[
        Flow, "quick", "Contract: quick is 2 rounds and sequential 5, seat by seat; sealed is 3 rounds, all at once."
    ]
    scenario: Annotated[Scenario, "dynamic", "Social: who shares with whom, and who sees whose map."]
    bind: Annotated[
        Bind,
        "any",
        "Who may bind a coalition by a bargain: any member, its founder, or one whom the others do not vote down.",
    ]
    match: Annotated[
        Match,
        "invite",
        "A bargain begins with an answered invitation, or only when two name each other in the same step.",
    ]
    steps: Annotated[int, Whole(0, 60), 0, "Steps of the negotiation; 0 is 8 on easy and 12 on hard."]
    offers: Annotated[int, Whole(1, 20), 6, "After so many offers without agreement a bargain ends."]
    strict_range: Annotated[bool, False, "Shares from 10 to 90 only, instead of 0 to 100."]
    ticks: Annotated[int, Whole(5, 25), 10, "Ticks of the world in one round of plans."]
    map_size: Annotated[int, Whole(0, LONGEST_SIDE), 0, "Cells along a side of the map; 0 is 7 on easy, else 15."]
    players: Annotated[int, Whole(0, MOST_SEATS), 0, "How many play, half of them carpenters; 0 is 4 on easy, else 8."]
    schedule: Annotated[
        Literal["hidden", "announced"],
        "hidden",
        "Social, dynamic: whether players know beforehand when the order changes.",
    ]
    shuffle_seats: Annotated[bool, False, "Social: draw who is who in the order, instead of by seat number."]
    extras: Annotated[bool, True, "Allow the plans GOTO and WAIT besides those of the seed."]
    log: Annotated[
        Literal["coalition", "all", "none"],
        "coalition",
        "Who is told what a player made and dropped in a round; sums are told to everybody.",
    ]
    instance: Annotated[
        str, Document(_FORM), "", "A file that says what lies about in the world, at the values of hard."
    ]
    condition: str
    style: Annotated[Style, "seed", STYLE] = "seed"
    reading: Annotated[Read, "seed", READ] = "seed"
    tips: Annotated[bool, True, "Suggest plans to people, from what they see."] = True
    open_map: Annotated[bool, False, "Show the whole map to all who look on, and in a channel to the players too."] = (
        False
    )
    share_inventory: Annotated[bool, False, "Tell each player what the others of its coalition hold."] = False
    edition: Annotated[
        int,
        Whole(1, 2),
        2,
        "Who goes first, and when bargaining ends. 1, as in earlier versions: by seat number, and after a step in which"
        " nobody acts. 2: in a drawn order that alternates, and never early while an offer stands.",
    ] = 1


SETTINGS: Final = settings_in(Config, "log", "instance")
PRESETS: Final = conditions("""
    negotiation:
    contract: game=contract
    social: game=social
    hard: difficulty=hard
    contract_hard: game=contract; difficulty=hard
    sealed: game=contract; flow=sealed
    pair: players=2
    faithful: match=mutual; steps=20; flow=sequential; extras=off; tips=off
    faithful_hard: difficulty=hard; match=mutual; steps=40; flow=sequential; extras=off; tips=off
""")

_Units = Annotated[int, Meta(ge=0, le=MOST_STOCK)]


class _File(Struct, forbid_unknown_fields=True):
    stock: dict[Literal["wood", "stone", "coal", "iron"], _Units]


def instance_of(config: Config) -> Instance:
    """Return the world of a configuration. Raises `BadSetting`."""
    stock: dict[Item, int] | None = None
    if config.instance:
        try:
            bounded(config.instance)
            stock = dict(msgspec.json.decode(config.instance.encode(errors="replace"), type=_File).stock.items())
        except (Unreadable, msgspec.DecodeError) as problem:
            allowed = f"must be a file with {_FORM}, whole numbers from 0 to {MOST_STOCK} ({reason(problem)})"
            raise BadSetting("instance", allowed, config.instance) from None
    try:
        made = instance(config.game, config.difficulty, config.map_size, stock)
    except ValueError as problem:
        key = "map_size" if config.map_size else "instance"
        raise BadSetting(key, f"does not work ({problem})", config.map_size or config.instance) from None
    if config.players:
        made = replace(made, carpenters=(config.players + 1) // 2, miners=config.players // 2)
    if made.size * made.size < made.seats:
        raise BadSetting("map_size", f"must have a cell for each of the {made.seats} players", str(made.size))
    return made


def seats_of(config: Config) -> tuple[Seat, ...]:
    """Return the seats: `carpenter_0`, …, `miner_0`, …"""
    made = instance_of(config)
    return tuple(Seat(made.name(at)) for at in range(made.seats))


def check(config: Config) -> None:
    if config.players == 1:
        raise BadSetting("players", f"must be 0, or from 2 to {MOST_SEATS}", "1")
    if config.game == "social" and config.players not in (0, MOST_SEATS):
        raise BadSetting("players", "must be 8 in the social game: its orders are made for eight", str(config.players))
    instance_of(config)


def steps_of(config: Config) -> int:
    return config.steps or STEPS[config.difficulty]
