"""Items as the talk names them, before the pool gives the counts a meaning."""

from dataclasses import dataclass, field, replace
from typing import Final, Literal

from games.dealornodeal.domain.deals import Share

Side = Literal["mine", "yours", "both", "?"]
"""The side that would get an item, seen from the speaker; `both`: each side that many."""
REST, EVERY, TOPIC = -1, -2, -3
"""Special values in place of an item's index: the rest, each item, and the items named before ("it", "them")."""
MOST = 40
"""Items that are read in one utterance; few people name more than six."""
ALL_OF, UNSAID, HALF, PAIR = -1, -2, -3, -4
"""Special values in place of a count. `PAIR`: two things that were named, or two of one."""
PORTIONS: Final = {HALF: (1, 2), -5: (1, 3), -6: (2, 3), -7: (1, 4), -8: (3, 4)}
"""Fractions in place of a count, each with its numerator and denominator."""
ALL_BUT = -10
"""A count of `ALL_BUT - n` stands for all but `n`."""


@dataclass(slots=True)
class Mention:
    """An item as an utterance names it.

    - `weak`: no verb said to whom it goes. `fallback`: its side unless words to its right say otherwise.
    - `flip`: it stands on the other side of a trade than the first item.
    - `firm`: the speaker will not give it up. `soft`: the speaker does not want it.
    - `keep` False: it is no proposal. `info`: it was named with its worth. `asked`: it stands in a question.
    - `taste`: the speaker likes it ("i love hats"), and asks for nothing.
    - `joined`: the word or sign that ties it to the item before.
    - `further`: this many on top of the standing offer. `tops`: a word before it says so ("throw in", "also"). `too`: a
      word behind it does, or says that it is wanted beside the others.
    - `recount`: this many instead of its count.
    - `barter`: it goes back or is traded, so that it comes off what stands. `keeps`: its owner is to keep it.
    - `any`: none of it ("i don't want a book").
    - `part`: a yes or a no to this part of an offer. `instead`: another item replaces it.
    """

    item: int
    count: int
    many: bool
    side: Side = "?"
    weak: bool = True
    verb: str = ""
    flip: bool = False
    firm: bool = False
    soft: bool = False
    extra: bool = False
    further: bool = False
    tops: bool = False
    too: bool = False
    recount: bool = False
    barter: bool = False
    keeps: bool = False
    any: bool = False
    part: Literal["yes", "no", ""] = ""
    instead: bool = False
    least: bool = False
    either: bool = False
    just: bool = False
    asked: bool = False
    taste: bool = False
    joined: str = ""
    keep: bool = True
    info: bool = False
    sentence: int = 0
    fallback: Side = "?"

    @property
    def relative(self) -> bool:
        """Return whether it comes on top of something."""
        return self.tops or self.too or self.further

    def halve(self) -> None:
        self.side, self.weak, self.count = "both", False, HALF

    def of(self, item: int, count: int, many: bool) -> "Mention":
        """Return the same mention for another item."""
        return replace(self, item=item, count=count, many=many)


@dataclass(slots=True)
class Scanned:
    """The mentions of an utterance.

    - `suggests`: it contains "how about"; `marker`: the number of mentions before the last one.
    - `adds`: it begins with "and" or "as long as".
    - `anew`: the number of mentions before a correction.
    - `evenly`: everything is to be halved.
    - `asis`: items that it does not name stay as they are.
    """

    mentions: list[Mention] = field(default_factory=list)
    marker: int = 0
    suggests: bool = False
    adds: bool = False
    anew: int = 0
    evenly: bool = False
    asis: bool = False


def other(side: Side) -> Side:
    return "yours" if side == "mine" else "mine" if side == "yours" else side


def amount(m: Mention, pool: Share) -> int:
    """Return the units that a mention of an item stands for."""
    count = pool[m.item]
    if m.count in PORTIONS:
        part, whole = PORTIONS[m.count]
        return count * part // whole
    if m.count < ALL_BUT:
        return max(0, count - (ALL_BUT - m.count))
    match m.count:
        case n if n == ALL_OF:
            return count
        case n if n == UNSAID:
            return count if m.many else min(1, count)
    return min(m.count, count)


def uneven(m: Mention, count: int) -> bool:
    """Return whether a mention takes a fraction of so many units that leaves no whole ones."""
    part, whole = PORTIONS.get(m.count, (1, 1))
    return count * part % whole > 0
