"""Items as they are named in talk, before the pool says what the counts mean."""

from dataclasses import dataclass, field, replace
from typing import Literal

from games.dealornodeal.deals import Share

Side = Literal["mine", "yours", "both", "?"]
"""Who would get an item, seen from the speaker; `both`: each side that many."""
REST, EVERY, TOPIC = -1, -2, -3
"""In place of an item's index: what is left over, each item, and what was named before ("it", "them")."""
MOST = 40
"""Items named in one utterance that is read; few people name more than six."""
ALL_OF, UNSAID, HALF, PAIR = -1, -2, -3, -4
"""In place of a count. `PAIR`: two things that were named, or two of one."""


@dataclass(slots=True)
class Mention:
    """An item named. `weak`: no verb said whom it goes to. `flip`: it stands on the other side of a trade than the
    first. `firm`: the speaker will not give it up. `soft`: the speaker does not want it. `keep` False: it is no
    proposal. `info`: it was named to say what it is worth. `asked`: in a question. `joined`: what ties it to the item
    before. `further`: so many on top of what stands; `recount`: so many in place of what stands. `any`: none of it
    ("i don't want a book"). `part`: a yes or a no to this part of an offer. `instead`: something else is to take its
    place. `fallback` is its side unless words to its right say otherwise.
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
    recount: bool = False
    any: bool = False
    part: Literal["yes", "no", ""] = ""
    instead: bool = False
    least: bool = False
    either: bool = False
    just: bool = False
    asked: bool = False
    joined: str = ""
    keep: bool = True
    info: bool = False
    sentence: int = 0
    fallback: Side = "?"

    def of(self, item: int, count: int, many: bool) -> "Mention":
        """The same said of an item."""
        return replace(self, item=item, count=count, many=many)


@dataclass(slots=True)
class Scanned:
    """`marker` is the number of mentions before the last "how about", `suggests` whether there is one; `adds`: the
    utterance begins with "and" or "as long as"; `anew`: the number of mentions before a correction; `evenly`:
    everything is to be halved; `asis`: what it does not name stays as it stands.
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
    """Units that a mention of an item speaks of."""
    count = pool[m.item]
    match m.count:
        case n if n == ALL_OF:
            return count
        case n if n == HALF:
            return count // 2
        case n if n == UNSAID:
            return count if m.many else min(1, count)
    return min(m.count, count)
