"""Every way to divide a pool, and the points that stand out among them. A deal is written as one side's share."""

from functools import lru_cache
from itertools import product

Share = tuple[int, ...]
"""Units of each item, in the order of the domain."""


@lru_cache(maxsize=1024)
def deals(pool: Share) -> tuple[Share, ...]:
    """All shares of a pool that one side can get; the other side gets the rest. Lexicographic order."""
    return tuple(product(*(range(count + 1) for count in pool)))


def rest(pool: Share, share: Share) -> Share:
    """What the other side gets."""
    return tuple(count - part for count, part in zip(pool, share, strict=True))


def worth(values: Share, share: Share) -> int:
    """Points of a share."""
    return sum(value * part for value, part in zip(values, share, strict=True))


@lru_cache(maxsize=8192)
def points(pool: Share, mine: Share, yours: Share) -> tuple[tuple[int, int], ...]:
    """(my points, your points) for every deal, in the order of `deals`."""
    return tuple((worth(mine, share), worth(yours, rest(pool, share))) for share in deals(pool))


@lru_cache(maxsize=8192)
def frontier(pool: Share, mine: Share, yours: Share) -> tuple[tuple[int, int], ...]:
    """The Pareto-optimal pairs of points, best for me first; deals with equal points count once."""
    best: list[tuple[int, int]] = []
    for pair in sorted(set(points(pool, mine, yours)), reverse=True):
        if not best or pair[1] > best[-1][1]:
            best.append(pair)
    return tuple(best)


@lru_cache(maxsize=8192)
def most_joint(pool: Share, mine: Share, yours: Share) -> int:
    """The most that both can have together."""
    return max(sum(pair) for pair in points(pool, mine, yours))


@lru_cache(maxsize=8192)
def nash(pool: Share, mine: Share, yours: Share, fallback: int = 0) -> tuple[int, int]:
    """The pair with the largest product of gains over the fallback (Nash 1950); ties go to the larger sum, then to
    the more equal pair, then to me.
    """
    gains = points(pool, mine, yours)
    return max(gains, key=lambda p: (max(0, p[0] - fallback) * max(0, p[1] - fallback), sum(p), min(p), p[0]))


def egalitarian(pool: Share, mine: Share, yours: Share) -> tuple[int, int]:
    """The pair whose worse-off side is best off; ties go to the larger sum, then to me."""
    return max(points(pool, mine, yours), key=lambda p: (min(p), sum(p), p[0]))
