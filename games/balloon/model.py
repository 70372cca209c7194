"""Opponent model of the analytic players: what the other side seems to want, and sets that suit both.

Whoever picks a set for itself keeps the items that are worth most for their effort. So a proposal tells of each item
whether it lies above that line or below it; earlier proposals say more than later ones, which are concessions.
"""

from functools import lru_cache
from typing import Final

from games.balloon.sets import filled, improved, optimum, total

Pair = tuple[int, ...]
SCALE: Final = 1000
ALIKE: Final = 985
"""Who opens with a set that is worth this much of my optimum, in per mille, seems to want what I want."""
_MIXES: Final = (0, *range(100, 900, 50))
"""How much of a mixed value is the other side's, in per mille."""


@lru_cache(maxsize=512)
def estimate(efforts: Pair, limit: int, own: Pair, proposed: Pair) -> Pair:
    """Return what each item seems to be worth to the other side, by its proposals (oldest first); the scale is
    arbitrary.
    """
    if proposed and total(own, proposed[0]) * SCALE >= ALIKE * optimum(efforts, own, limit).value:
        return own
    greatest = max(efforts)
    line = _line(efforts, limit)
    weights = [1 + 2 * (len(proposed) - k) for k in range(len(proposed))]
    weights[:1] = [weight * 3 for weight in weights[:1]]
    whole = sum(weights)
    found = []
    for k, effort in enumerate(efforts):
        cut = min(greatest, line * effort // SCALE)
        kept = sum(weight for weight, items in zip(weights, proposed, strict=True) if items >> k & 1)
        found.append((cut * whole + greatest * kept) * 50 // whole + 1 if whole else (cut + greatest) * 25 + 1)
    return tuple(found)


@lru_cache(maxsize=512)
def _line(efforts: Pair, limit: int) -> int:
    """The worth for effort, in thousandths, above which items are kept if worths are drawn evenly up to the greatest
    effort: the kept ones then fill the limit.
    """
    greatest, low, high = max(efforts) or 1, 0, 1_000_000
    while high - low > 1:
        line = (low + high) // 2
        kept = sum(effort * max(0, SCALE - line * effort // greatest) for effort in efforts)
        low, high = (line, high) if kept > limit * SCALE else (low, line)
    return high


@lru_cache(maxsize=512)
def most(efforts: Pair, limit: int, other: Pair) -> int:
    """Return what the best set seems to be worth to the other side; at least 1."""
    return total(other, improved(efforts, other, limit, filled(efforts, other, limit))) or 1


@lru_cache(maxsize=512)
def compromises(efforts: Pair, limit: int, own: Pair, other: Pair) -> tuple[tuple[int, int, int], ...]:
    """Good sets for both, from one's own optimum on: own share, the other's share, both in per mille, and the set."""
    mine = optimum(efforts, own, limit)
    theirs = most(efforts, limit, other)
    best = mine.value or 1
    found = {}
    for mix in _MIXES:
        values = [a * theirs * (SCALE - mix) + b * best * mix for a, b in zip(own, other, strict=True)]
        items = improved(efforts, values, limit, filled(efforts, values, limit)) if mix else mine.items
        found[items] = (total(own, items) * SCALE // best, total(other, items) * SCALE // theirs, items)
    return tuple(found.values())
