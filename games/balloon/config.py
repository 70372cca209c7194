"""Settings of the balloon game, the named conditions, and the instance file that replaces all chance."""

import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from games.core.contract import Seat
from games.core.documents import Unreadable, bounded, reason
from games.core.settings import READ, STYLE, BadSetting, Document, Read, Style, Whole, conditions, settings_in

SEATS: Final = (Seat("A"), Seat("B"))
Mode = Literal["uncorrelated", "weakly", "strongly", "subset-sum", "inverse"]
Pairing = Literal["independent", "equal", "inverse"]
Grammar = Literal["relaxed", "seed"]
MOST_ITEMS = 35
"""Items of a drawn instance at most: as many as one form can hold."""
MOST_GIVEN = 60
MOST = 1_000_000
"""The most of items, of effort and of importance in an instance file."""
_FORM = '{"limit": 100, "effort": {"A08": 60, …}, "importance": {"A": {"A08": 7, …}, "B": {"A08": 3, …}}}'


class Config(Struct, frozen=True):
    """One balloon game. `max_messages` counts the messages of both seats together."""

    items: Annotated[int, Whole(2, MOST_ITEMS), 15, "How many items there are to choose from."]
    importance: Annotated[
        Mode,
        "uncorrelated",
        "How an item's importance goes with its effort: not at all, weakly, strongly (always the same more), equal to "
        "it, or the other way round.",
    ]
    pairing: Annotated[
        Pairing,
        "independent",
        "How the two sides' importances go together: drawn apart, the same, or what is most to one is least to the "
        "other.",
    ]
    labels: Annotated[Literal["ids", "nouns"], "ids", "Whether items are called A08 or rope."]
    max_messages: Annotated[int, Whole(2, 200), 30, "How many messages there are in all; then there is no deal."]
    grammar: Annotated[
        Grammar,
        "relaxed",
        "How people write: in their own words round a proposal, or in the tagged protocol of the published game.",
    ]
    patience: Annotated[
        int, Whole(0, 100), 20, "How many faulty messages of a side are forgiven; one more ends the game."
    ]
    stall: Annotated[
        int, Whole(0, 200), 15, "How many messages in a row may pass without a proposal; 0 for as many as you like."
    ]
    allow_empty: Annotated[bool, False, "The empty set may be proposed; it is worth nothing."]
    starts: Annotated[Literal["A", "B", "random"], SEATS[0], "Who sends the first message."]
    instance: Annotated[
        str, Document(_FORM), "", "A file that says what the items weigh and what they are worth to each."
    ]
    condition: str
    style: Annotated[Style, "seed", STYLE] = "seed"
    reading: Annotated[Read, "seed", READ] = "seed"
    reasoning: Annotated[
        bool, True, "Whether players give private reasons with their messages: off asks for none, and passes none on."
    ] = True


SETTINGS: Final = settings_in(Config)
PRESETS: Final = conditions("""
    mixed:
    cooperative: pairing=equal
    competitive: pairing=inverse
    large: items=35
    nouns: labels=nouns
    complexity_easy: items=35; pairing=equal
    complexity_hard: items=35; importance=strongly; pairing=equal
    reasoning_off: reasoning=off
    _protocol: grammar=seed; patience=2; stall=8; max_messages=200; style=seed; reading=seed
    seed: items=35; importance=strongly; pairing=equal; *_protocol
    seed_easy: pairing=equal; *_protocol
    seed_hard: pairing=inverse; *_protocol
    seed_easy_reasoning_off: reasoning=off; *seed_easy
    seed_hard_reasoning_off: reasoning=off; *seed_hard
    seed_complexity_easy: items=35; pairing=equal; *_protocol
    seed_complexity_hard: *seed
""")

_Number = Annotated[int, Meta(ge=0, le=MOST)]
_NAME = re.compile(r"(?=.{1,20}$)[^\W_]+(?:[ _-][^\W_]+)*")


class _File(Struct, forbid_unknown_fields=True):
    limit: _Number
    effort: dict[str, _Number]
    importance: dict[Literal["A", "B"], dict[str, _Number]]


class Instance(Struct, frozen=True):
    """The chance of a game: names and efforts of the items, the limit, and each seat's importances."""

    names: tuple[str, ...]
    efforts: tuple[int, ...]
    limit: int
    importance: tuple[tuple[int, ...], tuple[int, ...]]


def instance_of(text: str) -> Instance:
    """Return the instance in a file; an item that a seat leaves out is worth 0 to it. Raises `BadSetting`."""
    try:
        bounded(text)
        file = msgspec.json.decode(text.encode(errors="replace"), type=_File)
    except (Unreadable, msgspec.DecodeError) as problem:
        raise _bad(reason(problem), text) from None
    if flaw := _flaw_of_names(tuple(file.effort)) or _flaw_of_importance(file):
        raise _bad(flaw, text)
    first, second = (tuple(file.importance[seat].get(name, 0) for name in file.effort) for seat in ("A", "B"))
    return Instance(tuple(file.effort), tuple(file.effort.values()), file.limit, (first, second))


def _flaw_of_names(names: tuple[str, ...]) -> str:
    """Return the reason why items cannot have these names; "" if they can."""
    if not 1 <= len(names) <= MOST_GIVEN:
        return f"effort names {len(names)} items"
    if faulty := [name for name in names if not _NAME.fullmatch(name) or name.isdecimal()]:
        return f"{faulty[0][:30]!r} is no name for an item: letters and digits, at most 20"
    return "two items differ by capitals only" if len({name.casefold() for name in names}) < len(names) else ""


def _flaw_of_importance(file: _File) -> str:
    if len(file.importance) < len(SEATS):
        return "importance needs both seats, A and B"
    strangers = [name for table in file.importance.values() for name in table if name not in file.effort]
    return f"{strangers[0][:30]!r} has an importance and no effort" if strangers else ""


def _bad(why: str, text: str) -> BadSetting:
    allowed = f"must be a file with {_FORM}, 1 to {MOST_GIVEN} items, whole numbers up to {MOST} ({why})"
    return BadSetting("instance", allowed, text)


def check(config: Config) -> None:
    if config.instance:
        instance_of(config.instance)
