"""Opponent model of the analytic players: the other side's likely values, and sets that suit both.

A side that picks a set for itself keeps the items with the most worth for their effort. So a proposal tells for each
item whether its worth lies above or below a line. Earlier proposals tell more than later ones, which are concessions.
"""

from functools import lru_cache
from typing import Final

from games.balloon.domain import filled, improved, optimum, total

Pair = tuple[int, ...]
SCALE: Final = 1000
ALIKE: Final = 985
"""An opening set worth this much of my optimum, in per mille, suggests that the other side has my values."""
_MIXES: Final = (0, *range(100, 900, 50))
"""Parts of the other side's value in a mixed value, in per mille."""


@lru_cache(maxsize=512)
def estimate(efforts: Pair, limit: int, own: Pair, proposed: Pair) -> Pair:
    """Return each item's worth to the other side, estimated from its proposals (oldest first) on any scale."""
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
    """Return the worth for effort, in thousandths, above which items are kept.

    It assumes worths drawn evenly up to the greatest effort: the kept items then fill the limit.
    """
    greatest, low, high = max(efforts) or 1, 0, 1_000_000
    while high - low > 1:
        line = (low + high) // 2
        kept = sum(effort * max(0, SCALE - line * effort // greatest) for effort in efforts)
        low, high = (line, high) if kept > limit * SCALE else (low, line)
    return high


@lru_cache(maxsize=512)
def most(efforts: Pair, limit: int, other: Pair) -> int:
    """Return the estimated worth of the best set to the other side; at least 1."""
    return total(other, improved(efforts, other, limit, filled(efforts, other, limit))) or 1


@lru_cache(maxsize=512)
def compromises(efforts: Pair, limit: int, own: Pair, other: Pair) -> tuple[tuple[int, int, int], ...]:
    """Return sets that suit both, from one's own optimum on: own share, the other's (per mille), and the set."""
    mine = optimum(efforts, own, limit)
    theirs = most(efforts, limit, other)
    best = mine.value or 1
    found = {}
    for mix in _MIXES:
        values = [a * theirs * (SCALE - mix) + b * best * mix for a, b in zip(own, other, strict=True)]
        items = improved(efforts, values, limit, filled(efforts, values, limit)) if mix else mine.items
        found[items] = (total(own, items) * SCALE // best, total(other, items) * SCALE // theirs, items)
    return tuple(found.values())
