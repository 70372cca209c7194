"""Means over games that share deals, with intervals that allow for it.

All games over one deal form a cluster: they are not independent. The variance of a mean is therefore taken over the
clusters (the linearised variance of a ratio), and Student's t has one degree of freedom less than there are clusters.
"""

from collections import defaultdict
from collections.abc import Iterable
from math import sqrt
from statistics import NormalDist

from msgspec import Struct

LEVEL = 0.95


class Interval(Struct, frozen=True):
    """A mean with the half-width of its 95 % interval; `half` is None for fewer than two clusters."""

    mean: float
    half: float | None
    games: int

    def covers(self, value: float) -> bool:
        return self.half is not None and abs(value - self.mean) <= self.half


def interval(rows: Iterable[tuple[int, float]]) -> Interval | None:
    """Return the mean of numbers, each with the deal that it belongs to; None without any."""
    sums: defaultdict[int, list[float]] = defaultdict(list)
    for deal, number in rows:
        sums[deal].append(number)
    games = sum(map(len, sums.values()))
    if not games:
        return None
    mean = sum(map(sum, sums.values())) / games
    return Interval(mean, half_width([sum(x - mean for x in held) for held in sums.values()], games), games)


def half_width(offs: list[float], games: int) -> float | None:
    """Return the half-width for each cluster's sum of deviations from the mean of all games."""
    clusters = len(offs)
    if clusters < 2:
        return None
    variance = sum(off * off for off in offs) * clusters / (clusters - 1) / games**2
    return student(clusters - 1) * sqrt(variance)


def student(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's t (Cornish and Fisher's expansion; exact for one and two)."""
    if freedom == 1:
        return 12.706
    if freedom == 2:
        return 4.303
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    n = freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / n + second / n**2 + third / n**3 + fourth / n**4


def quantile(numbers: Iterable[float], part: float) -> float | None:
    """Return a quantile by linear interpolation; None without numbers."""
    ordered = sorted(numbers)
    if not ordered:
        return None
    at = part * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)
