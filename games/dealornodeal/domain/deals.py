"""Every way to divide a pool, and its notable points. A deal is written as one side's share."""

from collections.abc import Callable
from functools import lru_cache, wraps
from itertools import product
from math import prod
from operator import mul, sub
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
Share = tuple[int, ...]
"""Units of each item, in the order of the domain."""
LARGE, FEW = 512, 8
"""For pools with more than `LARGE` deals, only the last `FEW` values are cached: one may take megabytes, and anybody
may define a pool. The published item sets have at most 90 deals.
"""


def number(pool: Share) -> int:
    """Return the number of deals that a pool allows."""
    return prod([count + 1 for count in pool])


def remembered(
    most: int, large: Callable[..., bool] = lambda pool, *rest: number(pool) > LARGE, few: int = FEW
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the last `most` values of a function, and the last `few` for `large` arguments."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        many, last = lru_cache(most)(function), lru_cache(few)(function)

        @wraps(function)
        def call(*args: P.args, **more: P.kwargs) -> R:
            found: R = (last if large(*args) else many)(*args, **more)  # type: ignore[arg-type]
            return found

        return call

    return wrap


@remembered(1024)
def deals(pool: Share) -> tuple[Share, ...]:
    """Return all shares of a pool that one side can get; the other side gets the rest. Lexicographic order."""
    return tuple(product(*(range(count + 1) for count in pool)))


@remembered(1024)
def possible(pool: Share) -> frozenset[Share]:
    """Return the shares of a pool as a set, for look-ups."""
    return frozenset(deals(pool))


def rest(pool: Share, share: Share) -> Share:
    return tuple(map(sub, pool, share))


def worth(values: Share, share: Share) -> int:
    return sum(map(mul, values, share))


def worths(values: Share, pool: Share) -> list[int]:
    """Return the points of every share of a pool, in the order of `deals`.

    The same list read from its end gives the worth of the rests: the k-th share from the front leaves the k-th from the
    back.
    """
    by_item = [
        range(0, value * count + 1, value) if value else (0,) * (count + 1)
        for value, count in zip(values, pool, strict=True)
    ]
    return list(map(sum, product(*by_item)))


@remembered(2048)
def points(pool: Share, mine: Share, yours: Share) -> tuple[tuple[int, int], ...]:
    """Return (my points, your points) for every deal, in the order of `deals`."""
    return tuple(zip(worths(mine, pool), reversed(worths(yours, pool)), strict=True))


@remembered(2048)
def frontier(pool: Share, mine: Share, yours: Share) -> tuple[tuple[int, int], ...]:
    """Return the Pareto-optimal pairs of points, best for me first; deals with equal points count once."""
    best: list[tuple[int, int]] = []
    for pair in sorted(set(points(pool, mine, yours)), reverse=True):
        if not best or pair[1] > best[-1][1]:
            best.append(pair)
    return tuple(best)


@remembered(2048)
def most_joint(pool: Share, mine: Share, yours: Share) -> int:
    """Return the highest joint points."""
    return max(sum(pair) for pair in points(pool, mine, yours))


@remembered(2048)
def nash(pool: Share, mine: Share, yours: Share, fallback: int = 0) -> tuple[int, int]:
    """Return the pair with the largest product of gains over the fallback (Nash 1950). Ties go to the larger sum, then
    to the more equal pair, then to me.
    """
    gains = frontier(pool, mine, yours)
    return max(gains, key=lambda p: (max(0, p[0] - fallback) * max(0, p[1] - fallback), sum(p), min(p), p[0]))


def egalitarian(pool: Share, mine: Share, yours: Share) -> tuple[int, int]:
    """Return the pair whose worse-off side is best off; ties go to the larger sum, then to me."""
    return max(points(pool, mine, yours), key=lambda p: (min(p), sum(p), p[0]))
