"""Names of people in typed words, turned into the names of their seats, as adapters turn mentions.

    seated("deal with gina, 50/50", cast).text    # "deal with miner_0, 50/50"

A person is named by the whole name or by its first word, in any case, with or without `@`. A name that is an ordinary
word of games (`Will`, `Deal`) counts only behind `@`, or with its capital inside a sentence. A name that fits several
people stays as it is, and `either` holds their seats: the game asks back.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from games.core.post import Cast
from games.language.text import canon, unmark

_ORDINARY: Final = frozenset(
    "accept agree all and any anybody anyone are art ball balls bill book books both brick bricks buyer can "  # noqa: SIM905
    "carpenter coal counter craft deal decline done drop dump either end equal every everybody everyone "
    "explore fair faith fine first for free friend gather get give go good grace great guest half hammer "
    "hammers hat hats he hello help her hey hi him hope how invite iron it join joy just keep last less let "
    "like low high make many mark max may me mine miner more my need never no nobody none not nothing of off "
    "offer ok okay once one or ore our out over partner pass plan player please price propose quit reject "
    "rich same see seller share she sheep skip some somebody someone split stay step stone stop summer sure "
    "swap take talk team test thanks that the them then there they this three to torch trade two under us "
    "user vote wait want we what wheat when who why will win with wood yes you your ".split()
)


class Named(Struct, frozen=True):
    """A text with seats for names; `either` are the seats of a name that fits several people."""

    text: str
    either: tuple[str, ...] = ()


def seated(text: str, cast: Sequence[Cast]) -> Named:
    """Return a canonical text with a seat wherever it names a person of the cast, in time linear in its length."""
    known = _spellings(cast)
    if not known:
        return Named(text)
    either: dict[str, None] = {}

    def seat(match: re.Match[str]) -> str:
        seats = known.get(match[0].lstrip("@").lower(), ())
        if not seats or not _meant(match):
            return match[0]
        if len(seats) > 1:
            either.update(dict.fromkeys(seats))
            return match[0]
        return seats[0]

    longest_first = sorted(known, key=len, reverse=True)
    names = "|".join(map(re.escape, longest_first))
    found = re.sub(rf"(?<![\w@])@?(?:{names})(?!\w)", seat, text, flags=re.IGNORECASE)
    return Named(found, tuple(either))


def _spellings(cast: Sequence[Cast]) -> dict[str, tuple[str, ...]]:
    """Return the seats of each way to write a name, in small letters."""
    known: dict[str, tuple[str, ...]] = {}
    for person in cast:
        whole = " ".join(unmark(canon(person.name)).split()).lower()
        if person.kind != "human" or not whole or whole == person.seat:
            continue
        first = whole.split()[0].strip(".,!?;:()")
        for way in dict.fromkeys((whole, *_long_enough((first,)))):
            known[way] = tuple(dict.fromkeys((*known.get(way, ()), person.seat)))
    return known


def _long_enough(words: Iterable[str]) -> list[str]:
    return [word for word in words if len(word) > 1 and not word.isdecimal()]


def _meant(match: re.Match[str]) -> bool:
    """Return whether a name is one, and not an ordinary word that looks like it."""
    written = match[0]
    if written[0] == "@":
        return True
    if written.lower() not in _ORDINARY and len(written) > 1 and not written.isdecimal():
        return True
    before = match.string[max(0, match.start() - 20) : match.start()].rstrip()
    return written[0].isupper() and bool(before) and before[-1] not in ".!?\n"
