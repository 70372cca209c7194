"""Seats as people read them in the chat look: persons by their names, AIs by human titles.

Sentences of the game name seats by their ids (`miner_0`). `dressed` puts names in their place, the last thing before a
post leaves: `Gina (miner)` where a post names her first, then `Gina`. What buttons say keeps the ids.
"""

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from games.core.phrases import short
from games.core.post import (
    Ask,
    Block,
    Board,
    Bold,
    Choice,
    Field,
    Form,
    Item,
    Line,
    One,
    Post,
    Quote,
    Span,
    Table,
    Voice,
)

_SEAT: Final = re.compile(r"\b(?:carpenter|miner)_\d\b")
LONGEST: Final = 14
"""Characters of a name where space is short: on buttons, in rows."""


class Names:
    """Names of the seats for one reader, in one post. `full`: whether a name comes with its role at first."""

    def __init__(self, seats: tuple[str, ...], voice: Voice, *, full: bool = True) -> None:
        self.seats, self.voice, self._full = seats, voice, full
        self._told: set[str] = set()

    def __call__(self, seat: str) -> str:
        """Return a seat inside a sentence, with the role of a person whom this post has not named yet."""
        if seat == self.voice.you:
            return "you"
        name = person(seat, self.voice)
        if not name:
            return title(seat, self.seats)
        first = self._full and seat not in self._told
        self._told.add(seat)
        return f"{name} ({seat.partition('_')[0]})" if first else name

    def label(self, seat: str) -> str:
        """Return a seat as a label: before quoted words, on a button, in a row."""
        if seat == self.voice.you:
            return "You"
        return brief(seat, self.seats, self.voice)


def title(seat: str, seats: tuple[str, ...]) -> str:
    """Return the human title of a seat: `the miner`, or `miner 0` where there are several, as on the map."""
    role, _, number = seat.partition("_")
    return f"{role} {number}" if sum(other.startswith(role) for other in seats) > 1 else f"the {role}"


def person(seat: str, voice: Voice) -> str:
    """Return the name of the person in a seat; "" for an AI and for an unknown person."""
    return next((cast.name for cast in voice.cast if cast.seat == seat and cast.kind == "human"), "")


def brief(seat: str, seats: tuple[str, ...], voice: Voice) -> str:
    """Return a seat in few characters: `Gina`, `miner 0`."""
    name = person(seat, voice) or title(seat, seats).removeprefix("the ")
    if len(name) > LONGEST:
        name = name.split()[0]
    return short(name, LONGEST)


def dressed(post: Post, seats: tuple[str, ...], voice: Voice, *, full: bool = True) -> Post:
    """Return a post with names for seats. `full`: a person's name comes with the role at first."""
    names = Names(seats, voice, full=full)
    blocks = tuple(_block(block, names) for block in post.blocks)
    return replace(post, blocks=blocks, asks=labelled(post.asks, seats, voice))


def labelled(asks: Iterable[Ask], seats: tuple[str, ...], voice: Voice) -> tuple[Ask, ...]:
    """Return buttons and forms with names for seats on their labels, and in their questions."""
    return tuple(_ask(ask, Names(seats, voice, full=False)) for ask in asks)


def named(text: str, seats: tuple[str, ...], voice: Voice) -> str:
    """Return a sentence with names for seats."""
    return _named(text, Names(seats, voice))


def typeable(text: str) -> str:
    """Return a move in words with seats as one types them: `counter miner 0 50/50`."""
    return _SEAT.sub(lambda match: match[0].replace("_", " "), text)


def _named(text: str, names: Names, start: bool = True) -> str:
    def name(match: re.Match[str]) -> str:
        said, before = names(match[0]), match.string[: match.start()].rstrip(" \"'(•")
        begins = before[-1] in ".!?" if before else start
        own = said == "you" and match.string.startswith("'s", match.end())
        said = "your" if own else said
        plain = said == "you" or own or not person(match[0], names.voice)
        return said[0].upper() + said[1:] if begins and plain else said

    return _SEAT.sub(name, text).replace("your's", "your").replace("Your's", "Your") if "_" in text else text


def _spoken(text: str, names: Names) -> str:
    """Return quoted words with names: their reader is addressed by name, too."""
    return _SEAT.sub(lambda match: brief(match[0], names.seats, names.voice), text)


def _row(row: Line | Item, names: Names) -> Line | Item:
    spans: list[Span] = []
    for span in row.spans:
        start = not spans
        if isinstance(span, str):
            spans.append(_named(span, names, start))
        else:
            spans.append(replace(span, text=_named(span.text, names, start)) if isinstance(span, Bold) else span)
    return replace(row, spans=tuple(spans))


def _block(block: Block, names: Names) -> Block:
    match block:
        case Line() | Item():
            return _row(block, names)
        case Quote(who, text):
            return replace(block, who=_SEAT.sub(lambda match: names.label(match[0]), who), text=_spoken(text, names))
        case Table(head, rows):
            return Table(head, tuple(tuple(_SEAT.sub(lambda m: names.label(m[0]), cell) for cell in r) for r in rows))
        case Board():
            there = {tile.player for row in block.rows for tile in row} - {""}
            labels = tuple((seat, names.label(seat)) for seat in sorted(there))
            return replace(block, alt=_named(block.alt, names), names=labels)
        case _:
            return block


def _ask(ask: Ask, names: Names) -> Ask:
    text = _SEAT.sub(lambda match: names.label(match[0]), ask.label)
    if isinstance(ask, Choice):
        return replace(ask, label=text, question=_named(ask.question, names))
    assert isinstance(ask, Form)
    return replace(ask, label=text, fields=tuple(_field(field, names) for field in ask.fields))


def _field(field: Field, names: Names) -> Field:
    if not isinstance(field, One):
        return field
    return replace(field, options=tuple((value, _option(label, names)) for value, label in field.options))


def _option(label: str, names: Names) -> str:
    """Return the label of an option; one that is a seat and nothing else keeps the role of its person."""
    name = person(label, names.voice)
    role = f" ({label.partition('_')[0]})" if name else ""
    return _SEAT.sub(lambda match: names.label(match[0]), label) + role
