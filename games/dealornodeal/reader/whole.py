"""Rules that make a whole division of the items that an utterance names, and of what it leaves unsaid."""

from collections.abc import Callable
from typing import Final

from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.reader.case import UNCLEAR, Case, Meant
from games.dealornodeal.reader.mentions import ALL_OF, EVERY, UNSAID, Mention, Side, other

HINTED = 45
"""The confidence in a division that the speaker only hints at ("i love hats")."""
_FULL, PART = "named in full", "named in part"
Counts = list[int | None]
"""The units of each item that a side gets by name; None if it is not named."""


def whole(case: Case) -> Meant | None:
    """Return the division that the utterance names, whatever stood before."""
    bare = [m for m in case.items if m.side == "?"]
    echoes = _assign(case, bare)
    items = _counted(case)
    mine, yours = _tally(case, items)
    keep = _kept(case, items, mine, yours)
    sure = 75 if bare else 95
    if echoes or case.rest != "?":
        return Meant(keep, UNCLEAR if echoes else _FULL, sure)
    if _proposes_nothing(items, keep) or (case.at.theirs and _spurns(case, items, keep)):
        return None
    return _by_name(case, items, mine, yours, keep, HINTED if all(m.taste for m in items) else sure)


def _by_name(case: Case, items: list[Mention], mine: Counts, yours: Counts, keep: Share, sure: int) -> Meant:
    """Return a division, less sure for each item that nobody names, with the items that it leaves open."""
    unsaid = [k for k, (a, b) in enumerate(zip(mine, yours, strict=True)) if a is None and b is None]
    left = (*_unsettled(case, items, unsaid), *_undivided(case, items, mine, yours))
    return Meant(keep, PART if unsaid else _FULL, sure - 10 * len(unsaid), tuple(sorted(left)))


def _counted(case: Case) -> list[Mention]:
    """Return the mentions that count, with the counts that they mean."""
    items = _last_said(case.items)
    if case.rest == "mine":
        _leave_excluded(items)
    _widen_singulars(case, items)
    return items


def _unsettled(case: Case, items: list[Mention], unsaid: list[int]) -> list[int]:
    """Return the items that nobody named and that the speaker would give away without a word.

    Words about one side's items settle the rest by custom: "i want the hat" leaves all else to the other side. Words
    about both sides do not, so an unnamed item goes on as it stands, or is open if that is less than was claimed.
    """
    at = case.at
    if _settles(items) or case.divided or case.asis or (case.acts.accept and at.theirs):
        return []
    have, wanted = at.held or case.none, at.claim or (1,) * len(case.pool)
    return [k for k in unsaid if have[k] < min(wanted[k], case.pool[k]) or at.held is None]


def _settles(items: list[Mention]) -> bool:
    """Return whether the words are about one side's items, so that custom gives the rest to the other side."""
    sides = {m.side for m in items if not m.soft}
    return len(sides) < 2 and "both" not in sides


def _undivided(case: Case, items: list[Mention], mine: Counts, yours: Counts) -> list[int]:
    """Return the items that are to be split evenly and cannot be."""
    split = {m.item for m in items if m.side == "both" and m.item >= 0}
    counted = zip(mine, yours, case.pool, strict=True)
    return [k for k, (a, b, n) in enumerate(counted) if k in split and (a or 0) + (b or 0) < n]


def _last_said(items: list[Mention]) -> list[Mention]:
    """Return mentions without those that the speaker would not give up, where it names the item otherwise too."""
    loose = {m.item for m in items if not m.firm}
    return [m for m in items if not (m.firm and m.item in loose)]


def _assign(case: Case, bare: list[Mention]) -> bool:
    """Give a side to the items that are named without one. Return whether they list what the other side would get.

    Such a list repeats the offer, or asks for the other half of it; only a yes beside it decides for the first.
    """
    side = _owner(case, bare) if bare else "?"
    echoes = side == "yours" and len(bare) == len(case.items) and not case.acts.asks and _lists(case, bare)
    if echoes and not case.acts.accept:
        side = "mine"
    for m in bare:
        m.side = other(side) if m.flip else side
    return echoes


def _lists(case: Case, bare: list[Mention]) -> bool:
    """Return whether items are what the other side would get by its offer, all of it."""
    offered = case.at.offered if case.at.theirs and case.plain and not case.at.agreed else None
    return offered is not None and _wanted(case, bare) == list(rest(case.pool, offered))


def _leave_excluded(items: list[Mention]) -> None:
    """Let "no hat" beside "the rest is mine" be the speaker's wish."""
    for m in items:
        if m.item >= 0 and m.count == 0 and m.weak:
            m.side = "mine"


def _widen_singulars(case: Case, items: list[Mention]) -> None:
    """Let "hat" among several hats mean them all, once each item is assigned by name exactly once.

    A side that is to keep the hat, and would get one, keeps that one.
    """
    named = [m.item for m in items]
    if {m.side for m in items} >= {"mine", "yours"} and len(named) == len(set(named)) == len(case.pool):
        for m in items:
            m.count = ALL_OF if m.count == UNSAID and not _kept_one(case, m) else m.count


def _kept_one(case: Case, m: Mention) -> bool:
    """Return whether the other side is to keep the one unit of an item that it would get."""
    held = case.at.held if m.keeps and m.side == "yours" and not m.many else None
    return held is not None and case.pool[m.item] - held[m.item] == 1


def _proposes_nothing(items: list[Mention], keep: Share) -> bool:
    """Return whether an utterance only says what the speaker does not want."""
    return not any(keep) and all(m.soft and m.item >= 0 for m in items)


def _spurns(case: Case, items: list[Mention], keep: Share) -> bool:
    """Return whether all of an offer is refused without another proposal ("i don't want a book and a ball")."""
    if all(m.soft and m.side == "yours" and m.item >= 0 for m in items):
        return len(items) > 1 and {m.item for m in items} == {k for k, n in enumerate(case.at.held or ()) if n}
    return keep == case.pool and all(m.firm for m in items)


# --- the side of items without an owner -------------------------------------------------------------------------------

Owner = Callable[[Case, list[Mention], list[Mention]], Side | None]


def _owner(case: Case, bare: list[Mention]) -> Side:
    """Return the side of the items that are named without an owner, by the first rule that knows."""
    owned = [m for m in case.items if m.side != "?"]
    rules = (*OWNERS, *(BESIDE_OWNED if owned else UNOWNED))
    return next((side for rule in rules if (side := rule(case, bare, owned))), "mine")


def _beside_rest(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    return other(case.rest) if case.rest in ("mine", "yours") else None


def _added(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """ "And the hat", "the hat and it's a deal"."""
    adds = len(bare) == 1 and (case.adds or (bare[0].extra and case.at.held is not None))
    return "mine" if not owned and (adds or (case.acts.closes and case.at.theirs)) else None


def _reserved(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """ "Yes, but the hat": the yes is for the rest."""
    return "mine" if case.acts.reserves and case.at.theirs and not owned else None


def _said_yes(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """ "Yes, the hat": that of the other side, unless it is more than the offer."""
    if not case.acts.yes or not case.at.theirs or owned:
        return None
    return "mine" if case.at.offered is not None and _tops(_wanted(case, bare), case.at.offered) else "yours"


OWNERS: Final[tuple[Owner, ...]] = (_beside_rest, _added, _reserved, _said_yes)


def _beside_extra(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    return owned[0].side if len(owned) == 1 and owned[0].extra and case.at.theirs else None


def _beside_one_side(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """Return the side of all owned items if the bare ones repeat them, and the other side if they come first."""
    side = owned[0].side
    if side == "both" or any(m.side != side for m in owned):
        return None
    again = _repeated(case, bare, owned)
    first = next(m for m in case.items if m is bare[0] or m is owned[0]) is bare[0]
    if (any(again) and not first) or not any(m.count for m in owned):
        return side
    return other(side) if first and not all(again) else None


def _repeated(case: Case, bare: list[Mention], owned: list[Mention]) -> list[bool]:
    said = {(m.item, case.amount(m)) for m in owned if m.item >= 0}
    return [(m.item, case.amount(m)) in said for m in bare if m.item >= 0]


def _beside_nothing(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """ "Both books, you get nothing": the other side's."""
    nothing = all(m.item == EVERY and not m.count for m in owned)
    return other(owned[0].side) if nothing and {m.side for m in owned} < {"mine", "yours"} else None


BESIDE_OWNED: Final[tuple[Owner, ...]] = (_beside_extra, _beside_nothing, _beside_one_side)


def _as_offered(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """ "Two hats, no book": the speaker's, if that is just what it would get."""
    offered = case.at.offered if case.at.theirs and any(m.count == 0 for m in bare) else None
    return "mine" if offered is not None and _wanted(case, bare) == list(offered) else None


def _of_excluded(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """ "A book, no hat": the side that was offered the hat."""
    offered = case.at.offered
    none = [m.item for m in bare if m.count == 0 and m.item >= 0]
    if len({m.item for m in bare if m.count >= 0}) == len(case.pool):
        return None
    if not none or offered is None or not case.at.theirs or len(none) == len(bare):
        return None
    had = [offered[k] > 0 for k in none]
    left = [offered[k] < case.pool[k] for k in none]
    return None if had == left else "mine" if all(had) else "yours"


def _nearer(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """Return the side whose share by an earlier offer is nearest to the items."""
    want = _wanted(case, bare)

    def gap(share: Share) -> int:
        return sum(abs(a - b) for a, b in zip(want, share, strict=True))

    before = [share for share in (case.at.claim, case.at.offered) if share is not None]
    mine = min((gap(share) for share in before), default=0)
    yours = min((gap(rest(case.pool, share)) for share in before), default=0)
    return None if mine == yours else "mine" if mine < yours else "yours"


def _fitting(case: Case, bare: list[Mention], owned: list[Mention]) -> Side | None:
    """Return the other side if the items fit into its share by its offer, but not into the speaker's claim.

    Everything fits into the share of a side that demands everything, which says nothing.
    """
    at = case.at
    if at.offered is None or not any(at.offered) or (at.theirs and _tops(_wanted(case, bare), at.offered)):
        return None
    claimed = at.claim is not None and _fit(case, bare, at.claim)
    return "yours" if _fit(case, bare, rest(case.pool, at.offered)) and not claimed else None


UNOWNED: Final[tuple[Owner, ...]] = (_as_offered, _of_excluded, _nearer, _fitting)


def _wanted(case: Case, bare: list[Mention]) -> list[int]:
    want = [0] * len(case.pool)
    for m in bare:
        if m.item >= 0 and not m.flip:
            want[m.item] = case.amount(m)
    return want


def _tops(want: list[int], share: Share) -> bool:
    """Return whether a list asks for all offered items, and more."""
    return any(share) and sum(want) > sum(share) and all(n >= k for n, k in zip(want, share, strict=True))


def _fit(case: Case, bare: list[Mention], share: Share) -> bool:
    return all(case.amount(m) <= share[m.item] for m in bare if m.item >= 0 and not m.flip)


# --- the counts -------------------------------------------------------------------------------------------------------


def _tally(case: Case, items: list[Mention]) -> tuple[Counts, Counts]:
    """Return each side's counts by name; "one of each" speaks of the items that are not named."""
    mine: Counts = [None] * len(case.pool)
    yours: Counts = [None] * len(case.pool)
    each = sum(m.count for m in items if m.item == EVERY and m.side == "mine" and m.count > 0)
    for m in sorted(items, key=lambda m: m.item == EVERY):
        own = mine if m.side == "mine" else yours
        for k in _items_of(m, mine, yours):
            n = _units(case, m, k, each)
            if m.count == UNSAID and not m.many:
                n = max(n, own[k] or 0)
            if m.side == "both":
                mine[k], yours[k] = n, min(n, case.pool[k] - n)
            else:
                own[k] = n
    return mine, yours


def _units(case: Case, m: Mention, k: int, each: int) -> int:
    """Return the units of an item; further ones come on top of one of each, or of what was offered."""
    n = case.amount(m.of(k, m.count, m.many))
    if not (m.further or m.tops) or m.side != "mine" or not (each or m.verb == "give"):
        return n
    before = case.at.held if case.at.held is not None and case.at.theirs else case.none
    return min(case.pool[k], n + (each or before[k]))


def _items_of(m: Mention, mine: Counts, yours: Counts) -> list[int]:
    if m.item != EVERY:
        return [m.item]
    side = yours if m.side == "yours" else mine
    every = m.count > 0 and m.many
    return [k for k, n in enumerate(side) if n is None and (every or mine[k] is yours[k])]


def _kept(case: Case, items: list[Mention], mine: Counts, yours: Counts) -> Share:
    """Return the speaker's share: the items by name, and its part of the others."""
    sides = {m.side for m in items if not m.soft}
    keep = _shared(case, items, mine, yours, _unnamed(case, items, sides))
    if keep != case.pool:
        return keep
    also = len(items) == 1 and items[0].side == "mine" and items[0].verb in ("want", "get")
    if case.rest == "?" and also:
        return _shared(case, items, mine, yours, case.none)
    if case.rest == "mine" and sides == {"mine"}:
        return tuple(part or 0 for part in mine)
    return keep


def _unnamed(case: Case, items: list[Mention], sides: set[Side]) -> Share:
    """Return the speaker's share of the items that nobody named."""
    at = case.at
    if case.rest != "?":
        return case.pool if case.rest == "mine" else case.none
    if case.divided:
        return _divided(case, case.divided)
    if case.asis and at.held is not None:
        return at.held
    standing = _unchanged(case, items[0]) if len(items) == 1 else None
    return standing or _by_sides(case, items, sides)


def _divided(case: Case, m: Mention) -> Share:
    """Return the speaker's share of a rest that is split, or of which one side gets a fraction."""
    parts = [case.amount(m.of(k, m.count, m.many)) for k in range(len(case.pool))]
    return rest(case.pool, tuple(parts)) if m.side == "yours" else tuple(parts)


def _by_sides(case: Case, items: list[Mention], sides: set[Side]) -> Share:
    """Return the share of the unnamed items by the sides of the named ones: one that names its own gets no others."""
    at = case.at
    if all(m.firm or m.soft for m in items):
        return at.claim or at.held or (case.pool if items[0].side == "yours" else case.none)
    if sides == {"mine"}:
        return case.none
    return case.pool if sides == {"yours"} else at.held or case.none


def _unchanged(case: Case, m: Mention) -> Share | None:
    """Return the standing division, if a single item corrects it or is added to it."""
    does, at = case.acts, case.at
    if does.meant and at.claim is not None:
        return at.claim
    adds = case.adds or m.extra or m.least or does.provided or does.closes
    return at.held if adds or (does.reserves and at.theirs and not m.just) else None


def _shared(case: Case, items: list[Mention], mine: Counts, yours: Counts, base: Share) -> Share:
    """Return the speaker's count of each item. `base` is its share of the items that nobody named."""
    vague = {m.item for m in items if m.side == "mine" and m.count == UNSAID}

    def part(k: int, count: int, a: int | None, b: int | None) -> int:
        if a is None:
            return base[k] if b is None else count - b
        if b is None or a + b == count:
            return a
        gets_rest = case.rest == "mine" if a + b < count else k in vague
        return count - b if gets_rest else a

    parts = map(part, range(len(base)), case.pool, mine, yours)
    return tuple(min(count, max(0, n)) for count, n in zip(case.pool, parts, strict=True))
