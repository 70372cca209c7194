"""Restatements: an utterance that names the standing division, or a part of it, and changes nothing."""

from collections.abc import Collection

from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.reader.acts import Acts
from games.dealornodeal.reader.case import CHANGED, UNCLEAR, Meant
from games.dealornodeal.reader.mentions import UNSAID, Mention, Scanned, amount

SAME = "what stands, restated"


def restated(found: Scanned, does: Acts, meant: Meant, base: Share, pool: Share, *, agreed: bool) -> Meant:
    """Return a reading without change, if a side only names what is agreed. `base` is the speaker's share."""
    said = [m for m in found.mentions if m.keep]
    if _announces(found, does) or _decided(meant) or (meant.keep != base and any(m.just for m in said)):
        return meant
    loosely, bare = agreed and not does.more, bool(said) and all(m.weak for m in said)
    same = bare and _restates_bare(said, base, pool, loosely=loosely, asks=does.asks)
    return Meant(base, SAME, 80) if same or _restates(said, base, pool) else meant


def _announces(found: Scanned, does: Acts) -> bool:
    """Return whether an utterance says that it proposes something."""
    return does.closes or does.meant or found.suggests or found.adds or any(m.instead for m in found.mentions)


def _decided(meant: Meant) -> bool:
    """Return whether a rule has seen that the words change what stands, or may change it."""
    return meant.rule == UNCLEAR or meant.sure == CHANGED


def _restates(said: list[Mention], base: Share, pool: Share) -> bool:
    """Return whether mentions only say what stands."""
    return not any(map(_alters, said)) and all(
        _agree(own := [m for m in said if m.side == side], half, pool) and _complete([m.item for m in own], half)
        for side, half in zip(("mine", "yours"), (base, rest(pool, base)), strict=True)
    )


def _restates_bare(said: list[Mention], base: Share, pool: Share, *, loosely: bool, asks: bool) -> bool:
    """Return whether mentions without an owner only say what stands.

    `loosely`: they may be true of either side. `asks`: they may list the other side's half, which would be a demand if
    it were no question.
    """
    halves = (base, rest(pool, base))
    lists = any(_lists(said, half, pool) for half in (halves if asks else halves[:1]))
    return lists or (loosely and _each_true(said, halves, pool))


def _each_true(said: list[Mention], halves: tuple[Share, Share], pool: Share) -> bool:
    """Return whether each counted item is true of one of the sides."""
    counted = [m for m in said if m.item >= 0 and m.count > 0]
    return not any(m.extra for m in said) and all(any(_agrees(m, half, pool) for half in halves) for m in counted)


def _lists(said: list[Mention], half: Share, pool: Share) -> bool:
    """Return whether items without an owner are the list of one side."""
    named = all(m.item >= 0 and not (m.extra or m.further) for m in said)
    return named and _complete({m.item for m in said}, half) and _agree(said, half, pool)


def _alters(m: Mention) -> bool:
    return m.item < 0 or m.side not in ("mine", "yours") or m.extra or m.further or m.least


def _complete(items: Collection[int], share: Share) -> bool:
    """Return whether a list of several items names all items of a share."""
    return len(items) < 2 or all(n == 0 or item in items for item, n in enumerate(share))


def _agree(mentions: list[Mention], share: Share, pool: Share) -> bool:
    return all(_agrees(m, share, pool) for m in mentions)


def _agrees(m: Mention, share: Share, pool: Share) -> bool:
    """Return whether a mention is true of a share; a bare noun is lenient about numbers."""
    have, count = share[m.item], pool[m.item]
    if m.count == UNSAID:
        return have > 1 or have == count if m.many else have > 0
    return have == amount(m, pool)
