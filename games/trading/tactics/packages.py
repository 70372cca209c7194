"""Packages: swaps of several goods for several, of the least risk for the lead that they bring.

How much of each resource to swap is the choice of a portfolio (Markowitz 1952): the other side's values are uncertain,
and goods that differ in liking by more than their risk deserve larger shares.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, groupby
from math import isqrt, sqrt
from typing import Final, NamedTuple

from msgspec.structs import astuple

from games.trading.domain import Goods, Offer

KINDS: Final = 3
"""Kinds of goods on one side of an offer at most; people can still follow it."""
DEAREST: Final = 6
"""Units of the dearest good in a package at most."""
CHOICES: Final = tuple(chosen for size in range(2, 6) for chosen in combinations(range(5), size))
"""All choices of resources to swap."""


class Mix(NamedTuple):
    """Shares of each resource in a package, positive where given, and the lead that it brings for its risk."""

    lead: float
    shares: tuple[float, ...]


def mixes(
    values: list[int], worth: list[int], deviation: list[int], sure: float, choices: Sequence[Sequence[int]]
) -> list[Mix]:
    """Return the best mix of each choice of resources, best lead first.

    The other side's mean gain is `sure` standard deviations of what one doesn't know about its values. With w its mean
    values, q the sum of both sides' values and d the deviations, the shares (ηw - q) / d² make the most of the rest.
    """
    terms = []
    for value, mean, unknown in zip(values, worth, deviation, strict=True):
        both, inverse = value + mean, 1 / (unknown * unknown or 1)
        terms.append((mean, both, inverse, mean * mean * inverse, mean * both * inverse, both * both * inverse))
    found = []
    for chosen in choices:
        a = sum([terms[at][3] for at in chosen])
        b = sum([terms[at][4] for at in chosen])
        c = sum([terms[at][5] for at in chosen])
        rest = a * c - b * b
        if rest <= 0 or a <= sure * sure:
            continue
        gain = sure * sqrt(rest / (a - sure * sure))
        factor = (gain + b) / a
        shares = [0.0] * 5
        for at in chosen:
            shares[at] = (factor * terms[at][0] - terms[at][1]) * terms[at][2]
        gets = sum([shares[at] < 0 for at in chosen])
        if 0 < gets <= KINDS and 0 < len(chosen) - gets <= KINDS:
            lead = (c - factor * b) / sqrt((gain * gain + rest) / a)
            found.append(Mix(lead, tuple(shares)))
    return sorted(found, reverse=True)


def sized(
    mix: Mix, worth: list[int], have: tuple[int, ...], least: list[int], most: int, finer: int
) -> list[list[int]]:
    """Return a mix in whole units, from small to large: this many units of its dearest good, and what fits them.

    Each good has at least one unit, and no more than its owner has; one side is worth `most` at most. `finer` parts of
    a unit of the dearest good are tried. A mix with less than half a unit of a good comes in no size.
    """
    goods = [
        (at, abs(share), 1 if share > 0 else -1, have[at] if share > 0 else least[at])
        for at, share in enumerate(mix.shares)
        if share
    ]
    moved = sum([share * worth[at] for at, share, _, _ in goods])
    largest = min(2 * most / moved, min([(limit + 0.5) / share for _, share, _, limit in goods]))
    if min([share for _, share, _, _ in goods]) * largest < 0.5 or 0 in [limit for _, _, _, limit in goods]:
        return []
    top = max([(worth[at], share) for at, share, _, _ in goods])[1] * finer
    nets = []
    for number in range(1, max(1, min(DEAREST * finer, int(largest * top))) + 1):
        net = [0] * 5
        for at, share, sign, limit in goods:
            net[at] = sign * min(limit, max(1, round(share * number / top)))
        nets.append(net)
    return [net for net, _ in groupby(nets)]


def kinds(net: Iterable[float]) -> tuple[int, ...]:
    """Return the sign of each resource: whether the other side gets it (1), gives it (-1), or neither (0)."""
    return tuple([(number > 0) - (number < 0) for number in net])


def net_of(give: Goods, get: Goods) -> list[int]:
    """Return units by resource that somebody gets, when they get `give` and hand over `get`."""
    return [more - less for more, less in zip(astuple(give), astuple(get), strict=True)]


def offered(net: list[int]) -> Offer:
    """Return the offer that brings the other side this net."""
    return Offer(Goods(*[max(number, 0) for number in net]), Goods(*[max(-number, 0) for number in net]))


def spread(net: list[int], deviations: list[int]) -> int:
    """Return the standard deviation of the worth of goods, from that of a unit of each resource."""
    a, b, c, d, e = net
    v, w, x, y, z = deviations
    a, b, c, d, e = a * v, b * w, c * x, d * y, e * z
    return isqrt(a * a + b * b + c * c + d * d + e * e)


def dot(net: list[int], unit: list[int]) -> int:
    """Return the worth of goods."""
    return net[0] * unit[0] + net[1] * unit[1] + net[2] * unit[2] + net[3] * unit[3] + net[4] * unit[4]
