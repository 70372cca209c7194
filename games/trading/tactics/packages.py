"""Packages: swaps of several goods for several, in whole units near a price."""

from collections.abc import Iterator
from itertools import combinations
from math import isqrt
from typing import Final, NamedTuple

from msgspec.structs import astuple

from games.trading.domain import Goods, Offer

KINDS: Final = 3
"""Kinds of goods on one side of an offer at most; people can still follow it."""
SCALES: Final = (55, 70, 85, 100)
"""Sizes that are tried, in percent of the wanted one: units are whole, so that some sizes meet a price better."""


class Split(NamedTuple):
    """Goods to get and goods to give, by their rank in the order of one's own liking.

    `risk`: the standard deviation of the other side's gain at equal shares, in thousandths of the worth of one side.
    """

    gets: tuple[int, ...]
    gives: tuple[int, ...]
    risk: int


def _splits() -> Iterator[Split]:
    """Yield the splits in which whatever is got ranks above all that is given."""
    for size in range(2, 6):
        for ranks in combinations(range(5), size):
            for cut in range(max(1, size - KINDS), min(KINDS, size - 1) + 1):
                # Half a range is a fifth of a value, and its standard deviation 1/√3 of that.
                yield Split(ranks[:cut], ranks[cut:], isqrt(40_000 * size // (3 * cut * (size - cut))))


SPLITS: Final = tuple(_splits())


def net_of(give: Goods, get: Goods) -> list[int]:
    """Return units by resource that somebody gets, when they get `give` and hand over `get`."""
    return [more - less for more, less in zip(astuple(give), astuple(get), strict=True)]


def offered(net: list[int]) -> Offer:
    """Return the offer that brings the other side this net."""
    return Offer(Goods(*[max(number, 0) for number in net]), Goods(*[max(-number, 0) for number in net]))


def bought(gets: list[int], worth: list[int], asks: list[int], size: int) -> list[int] | None:
    """Return units to get, as negative numbers, for about `size`; None if one of the goods cannot be had."""
    net = [0] * 5
    for rank, at in enumerate(gets):
        unit = worth[at]
        number = min(asks[at], (size // (len(gets) - rank) + unit // 2) // unit or 1)
        if number <= 0:
            return None
        net[at] = -number
        size -= number * unit
    return net


def paid(net: list[int], gives: list[int], worth: list[int], have: tuple[int, ...], price: int) -> bool:
    """Add units to give until they are worth the price; return whether there are enough.

    The dearest goods come first, so that the last units overshoot by little.
    """
    left, kinds = price, len(gives)
    for at in gives:
        unit = worth[at]
        number = -(-left // unit) if kinds == 1 else (left // kinds + unit // 2) // unit
        number = min(have[at], number) if number > 0 else min(have[at], 1)
        if number <= 0:
            return False
        net[at] = number
        left -= number * unit
        kinds -= 1
    for at in gives:
        if left <= 0:
            return True
        more = min(have[at] - net[at], -(-left // worth[at]))
        net[at] += more
        left -= more * worth[at]
    return left <= 0


def spread(net: list[int], deviations: list[int]) -> int:
    """Return the standard deviation of the worth of goods, from that of a unit of each resource."""
    a, b, c, d, e = net
    v, w, x, y, z = deviations
    a, b, c, d, e = a * v, b * w, c * x, d * y, e * z
    return isqrt(a * a + b * b + c * c + d * d + e * e)


def dot(net: list[int], unit: list[int]) -> int:
    """Return the worth of goods."""
    return net[0] * unit[0] + net[1] * unit[1] + net[2] * unit[2] + net[3] * unit[3] + net[4] * unit[4]
