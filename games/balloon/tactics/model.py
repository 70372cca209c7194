"""Opponent model of the analytic players: the other side's likely values, and sets that suit both.

A side that picks a set for itself keeps the items with the most worth for their effort. So a proposal tells for each
item whether its worth lies above or below a line. Earlier proposals tell more than later ones, which are concessions.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from games.balloon.domain import Optimum, filled, improved, optimum, reversed_ranks, total

Pair = tuple[int, ...]
SCALE: Final = 1000
ALIKE: Final = 985
"""An opening set worth this much of my optimum, in per mille, suggests that the other side has my values."""
OPPOSED: Final = 960
"""One worth this much of the best set for somebody who wants the opposite suggests that it wants the opposite."""
_MIXES: Final = (*range(100, 900, 50), 1000)
"""Parts of the other side's value in a mixed value, in per mille."""
_LARGE: Final = 1 << 29
STARTS: Final = 3
"""Sets from which the search for the fairest one starts."""
ALTERNATIVES: Final = 6
"""Sets that are kept to choose from when the best one was refused."""

_STATES: Final = 40
"""Partial sets that a player keeps in its search for an optimum, which a few instances would stretch to 20 ms. What it
finds there is less than half a thousandth below the optimum on average, and less than a hundredth at most.
"""


class Made(NamedTuple):
    """A set, and its value to oneself and to the other side."""

    own: int
    other: int
    items: int


def nearly_best(efforts: Pair, limit: int, values: Pair) -> Optimum:
    """Return the best set for somebody with these values, or nearly the best, in a few milliseconds at most."""
    return optimum(efforts, values, limit, _STATES)


@lru_cache(maxsize=512)
def estimate(efforts: Pair, limit: int, own: Pair, proposed: Pair) -> Pair:
    """Return each item's worth to the other side, estimated from its proposals (oldest first) on any scale."""
    if proposed:
        opposite = reversed_ranks(own)
        if total(own, proposed[0]) * SCALE >= ALIKE * nearly_best(efforts, limit, own).value:
            return own
        if total(opposite, proposed[0]) * SCALE >= OPPOSED * most(efforts, limit, opposite):
            return opposite
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
def compromises(efforts: Pair, limit: int, own: Pair, other: Pair) -> tuple[Made, ...]:
    """Return sets that suit both, from one's own optimum to the other side's: each is best for a mix of both values."""
    mine, theirs = nearly_best(efforts, limit, own), most(efforts, limit, other)
    best = mine.value or 1
    masks = {mine.items: None}
    # Sums of small numbers are faster: no mixed value needs more than 29 bits.
    unit = (max(own) * theirs + max(other) * best) * SCALE // _LARGE + 1
    weighed = [(a * theirs, b * best) for a, b in zip(own, other, strict=True)]
    for mix in _MIXES:
        rest = SCALE - mix
        values = [(a * rest + b * mix) // unit for a, b in weighed]
        masks[improved(efforts, values, limit, filled(efforts, values, limit))] = None
    return tuple(Made(total(own, items), total(other, items), items) for items in masks)


@lru_cache(maxsize=512)
def suited(efforts: Pair, limit: int, own: Pair, other: Pair, least: int) -> tuple[int, ...]:
    """Return sets worth at least this much to oneself, the best for the other side first; may be empty."""
    starts = [made for made in compromises(efforts, limit, own, other) if made.own >= least]
    if not starts:
        return ()
    best = max(starts, key=_for_the_other)
    around = {made.items: made for made in starts}
    while True:
        beside = exchanged(efforts, limit, own, other, best, least)
        around.update((made.items, made) for made in beside)
        better = max(beside, key=_for_the_other, default=best)
        if _for_the_other(better) <= _for_the_other(best):
            ranked = sorted(around.values(), key=_for_the_other, reverse=True)
            return tuple(made.items for made in ranked[:ALTERNATIVES])
        best = better


@lru_cache(maxsize=512)
def fairest(efforts: Pair, limit: int, own: Pair, other: Pair) -> Made:
    """Return the set found in which the smaller of both shares is greatest."""
    mine, theirs = nearly_best(efforts, limit, own).value, nearly_best(efforts, limit, other).value

    def smaller(made: Made) -> tuple[int, int]:
        return min(made.own * theirs, made.other * mine), made.own * theirs + made.other * mine

    def climbed(made: Made) -> Made:
        while True:
            # Of an exchange that leaves either side less than the smaller share now, the smaller share is smaller.
            least, _ = smaller(made)
            leasts = -(-least // theirs) if theirs else 0, -(-least // mine) if mine else 0
            better = max(exchanged(efforts, limit, own, other, made, *leasts), key=smaller, default=made)
            if smaller(better) <= smaller(made):
                return made
            made = better

    starts = sorted(compromises(efforts, limit, own, other), key=smaller, reverse=True)
    return max((climbed(start) for start in starts[:STARTS]), key=smaller)


@lru_cache(maxsize=512)
def richest(efforts: Pair, limit: int, own: Pair, other: Pair, least: int) -> Made:
    """Return the set found with the greatest harmonic mean of shares, worth at least this much to oneself."""
    mine, theirs = nearly_best(efforts, limit, own).value or 1, most(efforts, limit, other)

    def together(made: Made) -> tuple[bool, int, int]:
        shares = made.own * SCALE // mine, made.other * SCALE // theirs
        return made.own >= least, mean(*shares), made.own

    made = max(compromises(efforts, limit, own, other), key=together)
    while True:
        better = max(exchanged(efforts, limit, own, other, made), key=together, default=made)
        if together(better) <= together(made):
            return made
        made = better


def mean(first: int, second: int) -> int:
    """Return the harmonic mean of two shares, in tenths of a per mille."""
    return 20 * first * second // (first + second) if first and second else 0


def _for_the_other(made: Made) -> tuple[int, int]:
    return made.other, made.own


def exchanged(
    efforts: Pair, limit: int, own: Pair, other: Pair, made: Made, least: int = 0, least_other: int = 0
) -> list[Made]:
    """Return the sets that differ from one by an added item, or by an item exchanged for another, and that are worth at
    least so much to each side.
    """
    inside = [k for k in range(len(efforts)) if made.items >> k & 1]
    outside = [(k, efforts[k], own[k], other[k]) for k in range(len(efforts)) if not made.items >> k & 1]
    room = limit - total(efforts, made.items)
    places = [(room, made.own, made.other, made.items)]
    places += [(room + efforts[k], made.own - own[k], made.other - other[k], made.items ^ 1 << k) for k in inside]
    return [
        Made(mine + first, theirs + second, items | 1 << k)
        for left, mine, theirs, items in places
        for k, effort, first, second in outside
        if effort <= left and mine + first >= least and theirs + second >= least_other
    ]
