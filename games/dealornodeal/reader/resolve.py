"""From the items of an utterance to a whole division, given the standing offer.

Shares are the speaker's throughout. Values play no part: the reader must not correct a text in anybody's favour.
"""

from msgspec import Struct, structs

from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.reader.acts import Acts
from games.dealornodeal.reader.mentions import (
    ALL_OF,
    EVERY,
    PAIR,
    REST,
    TOPIC,
    UNSAID,
    Mention,
    Scanned,
    Side,
    amount,
    other,
)
from games.dealornodeal.reader.parts import answered, parted


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


class Meant(Struct, frozen=True):
    """A proposed division: the speaker's share, the rule that decided, and the confidence (0 to 100)."""

    keep: Share
    rule: str
    sure: int


def takes_it(found: Scanned, at: Standing) -> bool:
    """Return whether an utterance accepts the last offer rather than an item ("i'll take it", "they're yours")."""
    if len(found.mentions) != 1 or not at.theirs or at.informed:
        return False
    m = found.mentions[0]
    if (m.item, m.count) != (TOPIC, UNSAID) or not m.keep or m.soft:
        return False
    return (m.side, m.verb) == ("yours", "") or (m.side, m.verb, m.asked) == ("mine", "get", False)


def resolve(found: Scanned, acts: Acts, at: Standing, topic: list[Mention]) -> Meant | None:
    """Return the division that an utterance proposes, or None. `topic` are the items named last: "it", "them"."""
    mentions = _pointed(_corrected(found), topic, at.pool)
    told = any(m.info for m in found.mentions)
    if parted(mentions) and at.theirs and at.held is not None and not told:
        keep = answered(mentions, at.held, at.pool)
        return None if keep is None else Meant(keep, "what was offered, but for parts of it", 70)
    mentions = [m for m in _current(mentions, found.marker) if m.keep and m.part != "no"]
    if (
        acts.refuse
        and len(found.mentions) == 1
        and found.mentions[0].item == TOPIC
        and found.mentions[0].side == "mine"
    ):
        return None
    halved = all(m.item == EVERY and m.side == "?" for m in mentions)
    if found.evenly and halved and all(count % 2 == 0 for count in at.pool):
        return Meant(tuple(count // 2 for count in at.pool), "halves of everything", 80)
    at = _without(at, mentions, [m for m in found.mentions if m.instead and m.item >= 0])
    return _Reckoning(mentions, acts, at, found, told).result()


def _corrected(found: Scanned) -> list[Mention]:
    """Apply a correction: of a count ("two hats, no wait, three") or of the whole list ("the books, no wait,
    the hat").
    """
    before, after = found.mentions[: found.anew], found.mentions[found.anew :]
    if not any(m.keep for m in after):
        return found.mentions
    again = {m.item for m in after if m.keep and m.item >= 0}
    if len(after) == 1 and len(before) > 1 and again & {m.item for m in before}:
        return [*(m for m in before if m.item not in again), *after]
    return after


def _without(at: Standing, mentions: list[Mention], replaced: list[Mention]) -> Standing:
    """Return the standing division without the replaced items ("the hat instead of a ball"); the new item is added
    later.
    """
    if at.held is None or len(mentions) != 1 or not replaced or mentions[0].side == "yours":
        return at
    mentions[0].extra, mentions[0].side = True, "mine"
    held = list(at.held)
    for m in replaced:
        held[m.item] -= min(held[m.item], amount(m, at.pool))
    return structs.replace(at, held=tuple(held))


def _current(mentions: list[Mention], marker: int) -> list[Mention]:
    """Return mentions without those that a "how about" overrules, and without the second of two alternatives."""
    if 0 < marker < len(mentions) and any(m.keep for m in mentions[marker:]):
        mentions = [m for k, m in enumerate(mentions) if k >= marker or m.firm]
    first = _first_of_two(mentions)
    return [m for k, m in enumerate(first) if not (m.either and k and first[k - 1].either)]


def _first_of_two(mentions: list[Mention]) -> list[Mention]:
    """Return only the first of two alternative lists ("the ball and a hat, or two books and a hat")."""
    for k in range(2, len(mentions) - 1):
        cut, follower = mentions[k], mentions[k + 1]
        if cut.either and mentions[k - 1].either and mentions[k - 1].joined and follower.joined:
            end = next((n for n in range(k + 1, len(mentions)) if not mentions[n].joined), len(mentions))
            return [*mentions[:k], *mentions[end:]]
    return mentions


def _pointed(mentions: list[Mention], topic: list[Mention], pool: Share) -> list[Mention]:
    """Return "it", "them", "one" and "both" as the items they stand for. A number that is too large speaks of
    points.
    """
    out: list[Mention] = []
    for k, m in enumerate(mentions):
        here = [x for x in mentions[:k] if x.item >= 0]
        if m.item != TOPIC:
            out.append(m)
        elif m.count not in (UNSAID, ALL_OF, PAIR):
            out.extend(m.of(x.item, m.count, False) for x in (here or topic)[-1:] if m.count <= pool[x.item])
        elif here:
            last = [x for x in here if x.sentence == here[-1].sentence]
            out.extend(_all_of(m, [x for x in last if x.info == last[-1].info]))
        else:
            about = [x for x in topic if x.keep] or topic[-1:]
            theirs = [x for x in about if x.side == other(m.side) != "?"]
            named = _all_of(m, theirs or about)
            if len(named) == len(mentions) == 1 and m.side == "yours":
                named[0].extra = True
            out.extend(named)
    return out


def _all_of(m: Mention, named: list[Mention]) -> list[Mention]:
    every = m.count == ALL_OF or (m.count == PAIR and len(named) != 2)
    return [m.of(x.item, ALL_OF if every or not x.count else x.count, x.many) for x in named]


class _Reckoning:
    """One utterance, applied to the pool."""

    def __init__(self, mentions: list[Mention], acts: Acts, at: Standing, found: Scanned, told: bool) -> None:
        self.acts, self.at, self.pool, self.told = acts, at, at.pool, told
        self.adds, self.asis = found.adds, found.asis
        self.halved = any(m.item == REST and m.side == "both" for m in mentions)
        mentions = [m for m in mentions if not (m.item == REST and m.side == "both")]
        wholes = [m for m in mentions if m.item == REST or (m.item == EVERY and m.count == ALL_OF)]
        self.wholes = wholes
        self.items = [m for m in mentions if m not in wholes]
        self.rest: Side = "?"
        for m in wholes:
            if m.side in ("mine", "yours"):
                self.rest = m.side
        self._nothing()
        owned = {m.side if m.count else other(m.side) for m in self.items if m.side != "?"}
        if wholes and self.rest == "?" and len(owned) == 1:
            self.rest = other(owned.pop())

    def result(self) -> Meant | None:
        real = [m for m in self.items if not (m.item == EVERY and m.count == 0)]
        if not real and self.rest == "?":
            return None
        if not real:
            return self._rest_only()
        return self._one_changed() or self._traded() or self._swapped() or self._whole()

    def _nothing(self) -> None:
        """Give the items that a list excludes to the list's owner, with a count of none ("books and hat, no balls")."""
        named = [m for m in self.items if m.count != 0]
        sides = {m.side for m in named}
        if len(sides) != 1 or self.wholes:
            return
        for m in self.items:
            if m.count == 0 and m.soft and m.weak and m.item >= 0:
                m.side, m.soft = named[0].side, False

    def amount(self, m: Mention) -> int:
        return amount(m, self.pool)

    # --- only "the rest" ----------------------------------------------------------------------------------------------

    def _rest_only(self) -> Meant | None:
        everything = [m for m in self.wholes if m.item == EVERY]
        if everything and len(everything) == len(self.wholes):
            mine = self.rest == "mine"
            return Meant(self.pool if mine else tuple(0 for _ in self.pool), "everything", 90)
        claims = (self.at.refused and not self.acts.accept) or self.told
        if self.rest == "yours" and self.at.claim is not None and claims:
            return Meant(self.at.claim, "the rest of the speaker's claim", 70)
        if self.at.held is not None and self.at.given and self.rest == "mine" and not self.acts.accept:
            return Meant(rest(self.pool, self.at.held), "the rest, which the other side had kept", 70)
        if self.at.held is not None:
            return Meant(self.at.held, "the rest of what stands", 90)
        return None

    # --- one item, said of what stands --------------------------------------------------------------------------------

    def _one_changed(self) -> Meant | None:
        """Return a division in which a single item changes the standing one instead of replacing it."""
        if len(self.items) != 1 or self.rest != "?" or self.items[0].item < 0:
            return None
        m, at = self.items[0], self.at
        n, count = self.amount(m), self.pool[m.item]
        if m.recount and at.held is not None:
            have = at.held[m.item]
            yours = m.side == "yours" or (m.side == "?" and n != count - have and have in (0, n))
            return self._changed(at.held, m.item, count - n if yours else n, "so many in place of what stands")
        if m.further and m.side == "?" and at.theirs:
            m.side = "mine"
        if m.further and m.side in ("mine", "yours") and at.held is not None and m.count != ALL_OF:
            have = at.held[m.item] + (n if m.side == "mine" else -n)
            return self._changed(at.held, m.item, min(count, max(0, have)), "so many more than stands")
        if m.side == "yours" and at.theirs and at.held is not None and self._gives_back(m, n, at.held):
            have = at.held[m.item]
            return self._changed(at.held, m.item, 0 if m.any else have - n, "so many less than offered")
        if m.side == "yours" and at.more and at.held is not None and count - at.held[m.item] < n:
            return self._changed(at.held, m.item, count - n, "the one more they asked for")
        gives = m.side == "yours" and m.verb in ("give", "cede") and not m.just
        bare = m.side == "?" and m.count > 0 and not (m.extra or m.further or self.adds)
        if (gives or bare) and at.offered is not None and at.theirs and 0 < n < count - at.offered[m.item]:
            return self._changed(at.offered, m.item, count - n, "less of what they asked for")
        if m.side == "?" and at.more and at.held is not None:
            return self._changed(at.held, m.item, max(0, at.held[m.item] - n), "the one more they asked for")
        if (
            m.side == "mine"
            and not (m.just or m.firm)
            and (at.theirs or at.agreed)
            and at.held is not None
            and any(at.held)
        ):
            requests = (m.asked and m.verb in ("get", "give")) or m.verb == "give" or self.acts.needs
            if requests and n > at.held[m.item]:
                if at.claim is not None and at.claim[m.item] == n and not m.asked:
                    return Meant(at.claim, "the speaker's claim again", 70)
                more = self._changed(at.held, m.item, n, "one more for the speaker")
                return more if more.keep != self.pool else None
        return None

    def _gives_back(self, m: Mention, n: int, held: Share) -> bool:
        """Return whether the speaker gives back one of several offered items ("keep the ball", "you can have the book
        too").
        """
        have, count = held[m.item], self.pool[m.item]
        if m.just or not have or sum(held) == have or not (m.extra or m.soft or m.verb == "get"):
            return False
        if m.any or m.count == count - have:
            return m.any and have < count
        return n <= have if m.extra else n == have < count and m.count in (1, UNSAID)

    def _swapped(self) -> Meant | None:
        """Return a division in which an offered item goes back and another one comes for it ("keep the ball and give me
        the hat").
        """
        at, sides = self.at, [m.side for m in self.items]
        if at.held is None or not at.theirs or self.rest != "?" or any(m.item < 0 for m in self.items):
            return None
        if sorted(sides) != ["mine", "yours"] or self.items[0].item == self.items[1].item:
            return None
        keep = list(at.held)
        for m in self.items:
            n, have = self.amount(m), at.held[m.item]
            if m.side == "yours" and (n != have or m.count == self.pool[m.item] - have or have == self.pool[m.item]):
                return None
            keep[m.item] = max(n, have) if m.side == "mine" else 0
        return Meant(tuple(keep), "one thing for another", 70)

    def _traded(self) -> Meant | None:
        """Return the other side's offer with some units exchanged ("swap the hat for the ball")."""
        at = self.at
        if at.held is None or not at.theirs or self.rest != "?" or any(m.item < 0 for m in self.items):
            return None
        if not self._bartered(at.held) and any(m.verb != "trade" for m in self.items):
            return None
        keep = list(at.held)
        for m in self.items:
            keep[m.item] += self.amount(m) if m.side == "mine" else -self.amount(m)
        fits = all(0 <= n <= count for n, count in zip(keep, self.pool, strict=True))
        return Meant(tuple(keep), "traded against what stands", 70) if fits else None

    def _bartered(self, held: Share) -> bool:
        """Set the sides of a barter ("a book for a ball?") by who holds the items; return False if both directions are
        possible, or none.
        """
        if len(self.items) != 2 or [m.flip for m in self.items] != [False, True] or any(m.verb for m in self.items):
            return False
        first, second = self.items
        a, b = self.amount(first), self.amount(second)
        if not (first.weak and second.weak) or first.item == second.item or not (a and b):
            return False
        gets = a <= self.pool[first.item] - held[first.item] and b <= held[second.item]
        gives = a <= held[first.item] and b <= self.pool[second.item] - held[second.item]
        if gets != gives:
            first.side, second.side = ("mine", "yours") if gets else ("yours", "mine")
        return gets != gives

    def _changed(self, share: Share, item: int, n: int, rule: str) -> Meant:
        return Meant((*share[:item], n, *share[item + 1 :]), rule, 70)

    # --- a whole division ---------------------------------------------------------------------------------------------

    def _whole(self) -> Meant | None:
        bare = [m for m in self.items if m.side == "?"]
        if bare:
            side = self._side_of(bare)
            for m in bare:
                m.side = other(side) if m.flip else side
        items = [m for m in self.items if not (m.firm and self._said_again(m))]
        self._singulars(items)
        mine, yours = self._tally(items)
        sides = {m.side for m in items if not m.soft}
        base = self._base(items, sides)
        keep = self._shared(mine, yours, base, items)
        also = len(items) == 1 and items[0].side == "mine" and items[0].verb in ("want", "get")
        if keep == self.pool and self.rest == "?" and also:
            keep = self._shared(mine, yours, tuple(0 for _ in self.pool), items)
        if keep == self.pool and self.rest == "mine" and sides == {"mine"}:
            keep = tuple(part or 0 for part in mine)
        if not any(keep) and self.rest == "?" and all(m.soft and m.item >= 0 for m in items):
            return None
        if self.at.theirs and self.rest == "?" and self._spurns(items, keep):
            return None
        guessed = sum(mine[k] is None and yours[k] is None for k in range(len(keep))) if self.rest == "?" else 0
        rule = "named in full" if not guessed else "named in part"
        return Meant(keep, rule, (75 if bare else 95) - 10 * guessed)

    def _spurns(self, items: list[Mention], keep: Share) -> bool:
        """Return whether all of an offer is refused without another proposal ("i don't want a book and a ball", "i
        can't give you both").
        """
        held = self.at.held or ()
        if all(m.soft and m.side == "yours" and m.item >= 0 for m in items):
            return len(items) > 1 and {m.item for m in items} == {k for k, n in enumerate(held) if n}
        return keep == self.pool and all(m.firm for m in items)

    def _said_again(self, m: Mention) -> bool:
        return any(x.item == m.item and not x.firm for x in self.items)

    def _singulars(self, items: list[Mention]) -> None:
        """Let a singular mean all units once all items are assigned by name: "hat" among several hats means
        them all.
        """
        named = [m.item for m in items]
        if {m.side for m in items} >= {"mine", "yours"} and len(named) == len(set(named)) == len(self.pool):
            for m in items:
                m.count = ALL_OF if m.count == UNSAID else m.count

    def _tally(self, items: list[Mention]) -> tuple[list[int | None], list[int | None]]:
        """Return each side's items by name; "one of each" speaks of the items that are not named."""
        mine: list[int | None] = [None] * len(self.pool)
        yours: list[int | None] = [None] * len(self.pool)
        before = self.at.held if self.at.held is not None and self.at.theirs else tuple(0 for _ in self.pool)
        each = sum(m.count for m in items if m.item == EVERY and m.side == "mine" and m.count > 0)
        for m in sorted(items, key=lambda m: m.item == EVERY):
            named = [m.item]
            if m.item == EVERY:
                side = yours if m.side == "yours" else mine
                every = m.count > 0 and m.many
                named = [k for k in range(len(self.pool)) if side[k] is None and (every or mine[k] is yours[k])]
            for k in named:
                n = self.amount(m.of(k, m.count, m.many))
                if m.further and m.side == "mine" and (each or m.verb == "give"):
                    n = min(self.pool[k], n + (each or before[k]))
                if m.count == UNSAID and not m.many:
                    n = max(n, (mine if m.side == "mine" else yours)[k] or 0)
                if m.side in ("mine", "both"):
                    mine[k] = n
                if m.side == "both":
                    yours[k] = min(n, self.pool[k] - n)
                elif m.side == "yours":
                    yours[k] = n
        return mine, yours

    def _base(self, items: list[Mention], sides: set[Side]) -> Share:
        """Return the speaker's share of the items that nobody named."""
        at, zero = self.at, tuple(0 for _ in self.pool)
        if self.rest in ("mine", "yours"):
            return self.pool if self.rest == "mine" else zero
        if self.halved:
            return tuple(count // 2 for count in self.pool)
        if self.asis and at.held is not None:
            return at.held
        if len(items) == 1:
            if self.acts.meant and at.claim is not None:
                return at.claim
            adds = self.adds or items[0].extra or items[0].least or self.acts.provided
            adds = adds or self.acts.closes or (self.acts.reserves and at.theirs and not items[0].just)
            if adds and at.held is not None:
                return at.held
        if all(m.firm or m.soft for m in items):
            return at.claim or at.held or (self.pool if items[0].side == "yours" else zero)
        if sides == {"mine"}:
            return zero
        if sides == {"yours"}:
            return self.pool
        return at.held or zero

    def _shared(self, mine: list[int | None], yours: list[int | None], base: Share, items: list[Mention]) -> Share:
        parts = (self._part(k, mine[k], yours[k], base, items) for k in range(len(self.pool)))
        return tuple(min(count, max(0, part)) for count, part in zip(self.pool, parts, strict=True))

    def _part(self, k: int, mine: int | None, yours: int | None, base: Share, items: list[Mention]) -> int:
        count = self.pool[k]
        if mine is None:
            return base[k] if yours is None else count - yours
        if yours is None or mine + yours == count:
            return mine
        if mine + yours < count:
            return count - yours if self.rest == "mine" else mine
        vague = any(m.item == k and m.side == "mine" and m.count == UNSAID for m in items)
        return count - yours if vague else mine

    def _side_of(self, bare: list[Mention]) -> Side:
        """Return the side for items that are named without an owner."""
        at = self.at
        owned = [m for m in self.items if m.side != "?"]
        if (self.adds or (bare[0].extra and at.theirs)) and len(bare) == 1 and not owned:
            return "mine"
        if self.rest in ("mine", "yours"):
            return other(self.rest)
        if self.acts.closes and at.theirs and not owned:
            return "mine"
        if self.acts.yes and at.theirs and not owned:
            return "mine" if at.offered is not None and self._tops(self._wanted(bare), at.offered) else "yours"
        sides = {m.side for m in owned}
        said = {(m.item, self.amount(m)) for m in owned if m.item >= 0}
        if len(owned) == 1 and owned[0].extra and at.theirs:
            return owned[0].side
        if len(sides) == 1 and owned[0].side in ("mine", "yours"):
            again = [(m.item, self.amount(m)) in said for m in bare if m.item >= 0]
            first = self._before(bare[0], owned[0])
            if (any(again) and not first) or not any(m.count for m in owned):
                return owned[0].side
            if first and not all(again):
                return other(owned[0].side)
        if owned:
            return "mine"
        none = [m.item for m in bare if m.count == 0 and m.item >= 0]
        if none and at.offered is not None and at.theirs and len(none) < len(bare):
            had = [at.offered[k] > 0 for k in none]
            left = [at.offered[k] < self.pool[k] for k in none]
            if had != left:
                return "mine" if all(had) else "yours"
        return self._nearer_side(bare)

    def _nearer_side(self, bare: list[Mention]) -> Side:
        """Return the side whose previous offer is nearest to the items; otherwise the side whose share they
        fit into.
        """
        at = self.at
        want = self._wanted(bare)

        def gap(share: Share) -> int:
            return sum(abs(a - b) for a, b in zip(want, share, strict=True))

        before = [share for share in (at.claim, at.offered) if share is not None]
        mine = min((gap(share) for share in before), default=0)
        yours = min((gap(rest(self.pool, share)) for share in before), default=0)
        if mine != yours:
            return "mine" if mine < yours else "yours"
        if at.offered is not None and at.theirs and self._tops(want, at.offered):
            return "mine"
        if at.offered is not None and self._fit(bare, rest(self.pool, at.offered)):
            return "mine" if at.claim is not None and self._fit(bare, at.claim) else "yours"
        return "mine"

    def _wanted(self, bare: list[Mention]) -> list[int]:
        want = [0] * len(self.pool)
        for m in bare:
            if m.item >= 0 and not m.flip:
                want[m.item] = self.amount(m)
        return want

    def _tops(self, want: list[int], share: Share) -> bool:
        """Return whether a list asks for all offered items, and more."""
        return any(share) and sum(want) > sum(share) and all(n >= k for n, k in zip(want, share, strict=True))

    def _before(self, first: Mention, second: Mention) -> bool:
        return next(m for m in self.items if m is first or m is second) is first

    def _fit(self, bare: list[Mention], share: Share) -> bool:
        return all(self.amount(m) <= share[m.item] for m in bare if m.item >= 0 and not m.flip)
