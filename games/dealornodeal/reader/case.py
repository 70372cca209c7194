"""One utterance beside the standing division: the question that the rules of `division` answer.

Shares are the speaker's throughout. Values play no part: the reader must not correct a text in anybody's favour.
"""

from msgspec import Struct

from games.dealornodeal.domain.deals import Share
from games.dealornodeal.reader.acts import Acts
from games.dealornodeal.reader.mentions import ALL_OF, EVERY, PORTIONS, REST, Mention, Scanned, Side, amount, other


class Standing(Struct, frozen=True):
    """The state of the talk as the speaker sees it. Every share is the speaker's.

    - `claim`: its own last offer; `offered`: the other side's; `held`: the standing division.
    - `theirs`: the last offer that counts is the other side's; `agreed`: it has been accepted.
    - `informed`: the other side's last utterance named items without an offer.
    - `more`: that utterance asked for something more; `refused`: it said no; `given`: it named only items for the
      speaker.
    """

    pool: Share
    claim: Share | None = None
    offered: Share | None = None
    held: Share | None = None
    theirs: bool = False
    agreed: bool = False
    informed: bool = False
    more: bool = False
    refused: bool = False
    given: bool = False


CHANGED = 70
"""The confidence in a division that changes what stood before."""
ON_TOP = "so many on top of what stands"
"""The rule of a division that is asked about unless its words promise a deal."""
UNCLEAR = "so many on top of what stands, or in all"
"""The rule of a division that is asked about in any case."""
UNEVEN = "a fraction that leaves no whole items"
"""The rule of a division that is asked about before it counts."""


class Meant(Struct, frozen=True):
    """A proposed division: the speaker's share, the rule that decided, and the confidence (0 to 100).

    `open` are the items that the words leave open; `keep` is then a guess about them. `over`: an item of which more is
    asked than there is, or -1.
    """

    keep: Share
    rule: str
    sure: int
    open: tuple[int, ...] = ()
    over: int = -1


class Case:
    """One utterance, its mentions sorted.

    - `items`: mentions of single items; `wholes`: those of the rest or of everything.
    - `rest`: the side that gets the rest; `divided`: the words that split the rest, or take a fraction of it.
    - `told`: the utterance speaks of worth.
    """

    def __init__(self, mentions: list[Mention], acts: Acts, at: Standing, found: Scanned) -> None:
        self.acts, self.at, self.pool = acts, at, at.pool
        self.none: Share = (0,) * len(at.pool)
        self.adds, self.asis, self.told = found.adds, found.asis, any(m.info for m in found.mentions)
        whole = [m for m in mentions if m.item == REST or (m.item == EVERY and m.count == ALL_OF)]
        self.items = [m for m in mentions if m not in whole]
        divided = [m for m in whole if m.item == REST and (m.side == "both" or m.count in PORTIONS)]
        self.wholes = [m for m in whole if m not in divided]
        self.divided = divided[-1] if divided else None
        _give_excluded(self.items, bool(self.wholes))
        self.rest = _rest_of(self.items, self.wholes)

    @property
    def named(self) -> bool:
        """Return whether the utterance names an item, not only the rest."""
        return any(m.item != EVERY or m.count for m in self.items)

    @property
    def plain(self) -> bool:
        """Return whether all mentions are single items, so that nothing says who gets the rest."""
        return self.rest == "?" and all(m.item >= 0 for m in self.items)

    def amount(self, m: Mention) -> int:
        return amount(m, self.pool)

    def changed(self, share: Share, item: int, n: int, rule: str) -> Meant:
        """Return a share with another count of one item."""
        return Meant((*share[:item], n, *share[item + 1 :]), rule, CHANGED)


def _give_excluded(items: list[Mention], wholes: bool) -> None:
    """Give the items that a list excludes to the list's owner, with a count of none ("books and hat, no balls")."""
    owners = [m.side for m in items if m.count != 0]
    if wholes or len(set(owners)) != 1:
        return
    for m in items:
        if m.count == 0 and m.soft and m.weak and m.item >= 0:
            m.side, m.soft = owners[0], False


def _rest_of(items: list[Mention], wholes: list[Mention]) -> Side:
    """Return the side that gets the rest: the named one, or else the side that gets none of the items."""
    named = [m.side for m in wholes if m.side in ("mine", "yours")]
    owned = {m.side if m.count else other(m.side) for m in items if m.side != "?"}
    if named or not wholes or len(owned) != 1:
        return named[-1] if named else "?"
    return other(owned.pop())
