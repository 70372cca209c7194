"""The Pareto frontier: the sets that no side can improve on without a loss to the other, and the best of them.

The yardstick is the harmonic mean of both sides' shares of their own optimum, as in Air Balloon Survival. Up to `FEW`
items, all sets are examined; beyond that, branch and bound. The harmonic mean is concave and homogeneous of degree
one, so each tangent is an upper bound. Maximising a tangent is a knapsack with a single value again.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Final

from msgspec import Struct

from games.balloon.domain import bound, by_density, filled, harmonic, improved, optimum, total

FEW: Final = 16
NODES: Final = 20_000
_SLOPES: Final = range(250, 751, 25)
"""Slopes of the tangents that are tried: the second side's part, in thousandths."""
SUMS: Final = range(0, 1001, 50)
"""Parts of the second side in a weighted sum, in thousandths: each has a best set on the frontier."""
SCALE: Final = 100
_PRICES: Final = (0, 10, 20, 35, 50, 65, 80, 100, 125, 150, 200, 275, 400, 700, 1500)
"""Prices that are tried for a point of the other side, in hundredths of one's own."""

Pair = tuple[int, ...]


class Together(Struct, frozen=True):
    """The best harmonic mean of shares that both sides can reach, and a set that reaches it.

    - `exact`: it is proven to be the best; otherwise it is the best found, and `most` bounds it.
    - `front`: the undominated pairs of values, the first side's greatest first; empty where there are too many items to
      tell.
    """

    best: Fraction
    items: int
    exact: bool
    most: Fraction
    front: tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def together(efforts: Pair, limit: int, importance: tuple[Pair, Pair]) -> Together:
    first, second = importance
    best = optimum(efforts, first, limit), optimum(efforts, second, limit)
    most = best[0].value, best[1].value
    if first == second:
        shared = best[0]
        one = Fraction(1) if shared.value else Fraction(0)
        return Together(one, shared.items, shared.exact, one, ((shared.value, shared.value),))
    if len(efforts) <= FEW:
        found = tuple(front(efforts, limit, first, second))
        a, b, items = max(found, key=lambda pair: harmonic(pair[0], pair[1], most))
        reached = harmonic(a, b, most)
        return Together(reached, items, True, reached, tuple((a, b) for a, b, _ in found))
    if not all(most):
        return Together(Fraction(0), 0, True, Fraction(0), ())
    return _Search(efforts, limit, importance, most).found()


def front(efforts: Pair, limit: int, first: Pair, second: Pair) -> Iterator[tuple[int, int, int]]:
    """Yield both values and the set itself, for every set that no other improves on.

    Here a set is one whole number, from the highest digits on: both values, effort, mask. So one addition grows a set,
    and numbers sort as pairs of values do.
    """
    count = len(efforts)
    width = max(sum(efforts), sum(first), sum(second), limit).bit_length()
    digits = (1 << width) - 1
    heaviest = digits << count
    sums = [0]
    for k, effort in enumerate(efforts):
        item = (((first[k] << width | second[k]) << width | effort) << count) | 1 << k
        room = (limit - effort + 1 << count) - 1
        masks = heaviest | (1 << count) - 1
        sums += [made + item for made in sums if made & masks <= room]
    sums.sort(reverse=True)
    highest = -1
    for made in sums:
        b = made >> width + count & digits
        if b > highest:
            highest = b
            yield made >> 2 * width + count, b, made & (1 << count) - 1


class _Search:
    """Branch and bound on the tangent whose bound is the lowest."""

    def __init__(self, efforts: Pair, limit: int, importance: tuple[Pair, Pair], most: tuple[int, int]) -> None:
        self.efforts, self.limit, self.importance, self.most = efforts, limit, importance, most
        self.best, self.items, self.worst, self.nodes = Fraction(0), 0, -1, 0
        bounds = []
        for slope in _SLOPES:
            values = self._tangent(slope)
            self._try(improved(efforts, values, limit, filled(efforts, values, limit)))
            order = by_density(efforts, values)
            weights, worths = ([0, *accumulate(table[k] for k in order)] for table in (efforts, values))
            bounds.append((self._mean(bound(weights, worths, 0, limit)), slope))
        self.bound, slope = min(bounds)
        self.values = self._tangent(slope)
        self.order = by_density(efforts, self.values)
        self.weights, self.worths = ([0, *accumulate(table[k] for k in self.order)] for table in (efforts, self.values))

    def found(self) -> Together:
        self._branch(0, 0, 0, 0)
        exact = self.nodes <= NODES
        return Together(self.best, self.items, exact, self.best if exact else max(self.bound, self.best), ())

    def _tangent(self, slope: int) -> Pair:
        """Return item values whose sums bound the harmonic mean, tightly where shares are as 1000 - slope to slope."""
        p, q = slope**2 * self.most[1], (1000 - slope) ** 2 * self.most[0]
        return tuple(p * a + q * b for a, b in zip(*self.importance, strict=True))

    def _mean(self, value: int) -> Fraction:
        return Fraction(2 * value, 1_000_000 * self.most[0] * self.most[1])

    def _try(self, items: int) -> None:
        first, second = (total(importance, items) for importance in self.importance)
        mean = harmonic(first, second, self.most)
        if mean > self.best:
            self.best, self.items = mean, items
            # Whole numbers compare faster than fractions.
            self.worst = mean.numerator * 500_000 * self.most[0] * self.most[1] // mean.denominator

    def _branch(self, at: int, items: int, effort: int, value: int) -> None:
        self.nodes += 1
        if self.nodes > NODES:
            return
        room = self.limit - effort
        if value + bound(self.weights, self.worths, at, room) <= self.worst:
            return
        if at == len(self.order):
            self._try(items)
            return
        k = self.order[at]
        if self.efforts[k] <= room:
            self._branch(at + 1, items | 1 << k, effort + self.efforts[k], value + self.values[k])
        self._branch(at + 1, items, effort, value)


@lru_cache(maxsize=256)
def most_beside(efforts: Pair, limit: int, own: Pair, other: Pair, known: int, least: int) -> tuple[int, bool]:
    """Return the highest value at `own` of a set worth at least `least` at `other`, and whether it is proven.

    `known` is the value of one such set. Branch and bound: the other side's surplus over `least` is priced in
    (Lagrange), at the price with the lowest bound.
    """
    bounds = []
    for price in _PRICES:
        values = tuple(SCALE * a + price * b for a, b in zip(own, other, strict=True))
        order = by_density(efforts, values)
        weights, worths = ([0, *accumulate(table[k] for k in order)] for table in (efforts, values))
        bounds.append((bound(weights, worths, 0, limit) - price * least, price, values, order, weights, worths))
    _, price, values, order, weights, worths = min(bounds, key=lambda made: made[:2])
    best, nodes = known, 0

    def branch(at: int, effort: int, value: int, mine: int, theirs: int) -> None:
        nonlocal best, nodes
        nodes += 1
        if nodes > NODES:
            return
        if theirs >= least and mine > best:
            best = mine
        if at == len(order) or value + bound(weights, worths, at, limit - effort) - price * least <= SCALE * best:
            return
        k = order[at]
        if effort + efforts[k] <= limit:
            branch(at + 1, effort + efforts[k], value + values[k], mine + own[k], theirs + other[k])
        branch(at + 1, effort, value, mine, theirs)

    branch(0, 0, 0, 0, 0)
    return best, nodes <= NODES


def supported(efforts: Pair, limit: int, importance: tuple[Pair, Pair]) -> tuple[tuple[tuple[int, int], ...], bool]:
    """Return the best sets for weighted sums of both sides' worth, the first side's best first, and whether it is
    proven that they are the best.
    """
    found, proven = set(), True
    for slope in SUMS:
        values = tuple((1000 - slope) * a + slope * b for a, b in zip(*importance, strict=True))
        made = optimum(efforts, values, limit)
        proven = proven and made.exact
        found.add((total(importance[0], made.items), total(importance[1], made.items)))
    best: list[tuple[int, int]] = []
    for pair in sorted(found, reverse=True):
        if not best or pair[1] > best[-1][1]:
            best.append(pair)
    return tuple(best), proven
