"""Instances and their sets: the draw of efforts and importances, and the knapsack, exactly and fast.

A set is a bit mask: item k of an instance is bit k. Efforts, values and limits are whole numbers. Every session draws
its instance afresh from its own seed.
"""

from bisect import bisect_right, insort
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from random import Random
from typing import Final

from msgspec import Struct

from games.balloon.config import Config, Instance, Mode, Pairing, instance_of
from games.core.contract import rng

EFFORTS: Final = (1, 1001)
SPREAD = 10
"""Correlated importances differ from the effort by at most the greatest effort divided by this."""
_IDS: Final = tuple(f"{letter}{number:02d}" for letter in "ABC" for number in range(100))
_NOUNS: Final = (
    *("rope", "lantern", "blanket", "compass", "hammer", "kettle", "ladder", "mirror", "needle", "pillow", "radio"),
    *("saw", "tent", "umbrella", "whistle", "anchor", "basket", "candle", "drum", "fan", "globe", "harp", "jacket"),
    *("knife", "lamp", "medal", "oven", "paddle", "quilt", "ring", "stove", "torch", "violin", "wagon", "zither"),
)
STATES: Final = 20_000
"""Partial sets that the search for an optimum keeps at once. Drawn instances never need so many."""


_FINE, _NONE = 10**9, Fraction(1, 10**9)
_Described = tuple[int, int, int]
"""An item's value, index and effort."""
_Exchange = tuple[tuple[_Described, ...], tuple[_Described, ...]]
"""The items that leave a set, and those that join it; one each at most."""
_NO_CHANGE: Final[_Exchange] = ((), ())
_BY_INDEX: Final = itemgetter(1)
_BY_EFFORT: Final = itemgetter(0, 1)
"""Order of partial sets (effort, value below zero, items): by effort, the most valuable of equal effort first."""


class Optimum(Struct, frozen=True):
    """The greatest value of a set within the limit, and such a set. `exact`: the search left nothing out."""

    value: int
    items: int
    exact: bool


def members(items: int) -> list[int]:
    """Return the items of a set, by index."""
    found = []
    while items:
        low = items & -items
        found.append(low.bit_length() - 1)
        items ^= low
    return found


def total(values: Sequence[int], items: int) -> int:
    """Return the sum of the values of a set."""
    found = 0
    while items:
        low = items & -items
        found += values[low.bit_length() - 1]
        items ^= low
    return found


def by_density(efforts: Sequence[int], values: Sequence[int]) -> list[int]:
    """Return the items of positive value, those with the most value for their effort first."""
    order = [-value * _FINE // (effort or _NONE) for effort, value in zip(efforts, values, strict=True)]
    return sorted([k for k, value in enumerate(values) if value > 0], key=order.__getitem__)


def filled(efforts: Sequence[int], values: Sequence[int], limit: int) -> int:
    """Return the greedy set: items are added while they fit, by value for effort."""
    items, room = 0, limit
    for k in by_density(efforts, values):
        if efforts[k] <= room:
            items |= 1 << k
            room -= efforts[k]
    return items


def improved(efforts: Sequence[int], values: Sequence[int], limit: int, items: int) -> int:
    """Improve a set by the best exchange of one item for another, or for none, until no exchange gains anything."""
    described = [(values[k], k, effort) for k, effort in enumerate(efforts)]
    inside = sorted([item for item in described if items >> item[1] & 1])
    outside = [item for item in described if not items >> item[1] & 1]
    room = limit - total(efforts, items)
    while (change := _exchange(inside, outside, room)) != _NO_CHANGE:
        for item in change[0]:
            inside.remove(item)
            insort(outside, item, key=_BY_INDEX)
            items, room = items ^ 1 << item[1], room + item[2]
        for item in change[1]:
            outside.remove(item)
            insort(inside, item)
            items, room = items | 1 << item[1], room - item[2]
    return items


@lru_cache(maxsize=1 << 10)
def optimum(efforts: tuple[int, ...], values: tuple[int, ...], limit: int, most: int = STATES) -> Optimum:
    """Return the best set within the limit, by a search that keeps at most this many partial sets at once.

    Dynamic programming over undominated pairs of effort and value (Nemhauser and Ullmann 1969), item by item in the
    order of density. A pair is dropped as soon as filling its room with fractions of later items cannot beat the best
    known. Of too many pairs those stay that may still gain most.
    """
    order = by_density(efforts, values)
    weights, worths = [efforts[k] for k in order], [values[k] for k in order]
    weight_sums, worth_sums = [0, *accumulate(weights)], [0, *accumulate(worths)]
    items = improved(efforts, values, limit, filled(efforts, values, limit))
    best, exact = total(values, items), True
    states, last = [(0, 0, 0)], len(order)
    for at, k in enumerate(order):
        weight, worth, bit = weights[at], worths[at], 1 << k
        grown = [(e + weight, v - worth, mask | bit) for e, v, mask in states if e + weight <= limit]
        kept, bounds, highest, cut = [], list[int](), -1, last
        reach, gained = weight_sums[at + 1] + limit, worth_sums[at + 1]
        for state in sorted(states + grown, key=_BY_EFFORT):
            effort, value = state[0], -state[1]
            if value <= highest:
                continue
            highest = value
            if value > best:
                best, items = value, state[2]
            # The room shrinks from state to state, so the densest later items that fill it are found in one walk.
            while weight_sums[cut] > reach - effort:
                cut -= 1
            most_here = value + worth_sums[cut] - gained
            if cut < last:
                most_here += (reach - effort - weight_sums[cut]) * worths[cut] // weights[cut]
            if most_here > best:
                kept.append(state)
                bounds.append(most_here)
        if len(kept) > most:
            exact = False
            line = sorted(bounds)[-most]
            kept = [state for state, bounded in zip(kept, bounds, strict=True) if bounded >= line][:most]
        states = kept
    return Optimum(best, items, exact)


def bound(weight_sums: Sequence[int], worth_sums: Sequence[int], at: int, room: int) -> int:
    """Return the most that items from `at` on can add, densest first, if the last of them may be cut."""
    base = weight_sums[at]
    cut = bisect_right(weight_sums, base + room) - 1
    gained = worth_sums[cut] - worth_sums[at]
    if cut + 1 < len(weight_sums):
        left = base + room - weight_sums[cut]
        gained += left * (worth_sums[cut + 1] - worth_sums[cut]) // (weight_sums[cut + 1] - weight_sums[cut])
    return gained


def harmonic(first: int, second: int, best: tuple[int, int]) -> Fraction:
    """Return the harmonic mean of two values, each as a share of its best; 0 if either is 0."""
    if not first or not second:
        return Fraction(0)
    return Fraction(2 * first * second, first * best[1] + second * best[0])


# --- the draw ---------------------------------------------------------------------------------------------------------


def instance(config: Config, seed: int) -> Instance:
    """Return the instance of a session: drawn, or from its file."""
    if config.instance:
        return instance_of(config.instance)
    names = tuple(rng(seed, "names").sample(_NOUNS if config.labels == "nouns" else _IDS, config.items))
    weighing = rng(seed, "effort")
    efforts = tuple(weighing.randint(*EFFORTS) for _ in names)
    return Instance(names, efforts, sum(efforts) // 2, importances(config.importance, config.pairing, efforts, seed))


def importances(
    mode: Mode, pairing: Pairing, efforts: tuple[int, ...], seed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return each seat's importances."""
    first = _drawn(mode, efforts, rng(seed, "importance", "A"))
    if pairing == "equal":
        return first, first
    if pairing == "inverse":
        return first, reversed_ranks(first)
    return first, _drawn(mode, efforts, rng(seed, "importance", "B"))


def _drawn(mode: Mode, efforts: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    most = max(efforts)
    spread = most // SPREAD
    match mode:
        case "uncorrelated":
            return tuple(chance.randint(1, most) for _ in efforts)
        case "weakly":
            return tuple(max(1, effort + chance.randint(-spread, spread)) for effort in efforts)
        case "strongly":
            return tuple(effort + spread for effort in efforts)
        case "subset-sum":
            return efforts
        case "inverse":
            return tuple(most + 1 - effort for effort in efforts)


def reversed_ranks(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the same numbers in reversed ranks: the least where the greatest was."""
    order = sorted(range(len(values)), key=lambda at: (values[at], at))
    turned = [0] * len(values)
    for low, high in zip(order, reversed(order), strict=True):
        turned[low] = values[high]
    return tuple(turned)


def _exchange(inside: Sequence[_Described], outside: Sequence[_Described], room: int) -> _Exchange:
    """Return the exchange that gains most. `inside` begins with the cheapest items."""
    most, best = 0, _NO_CHANGE
    for added in outside:
        value, need = added[0], added[2] - room
        if value <= most:
            continue
        if need <= 0:
            most, best = value, ((), (added,))
            continue
        # The cheapest come first, so the first that makes room for an item is the best exchange for it.
        for removed in inside:
            gained = value - removed[0]
            if gained <= most:
                break
            if removed[2] >= need:
                most, best = gained, ((removed,), (added,))
                break
    return best
