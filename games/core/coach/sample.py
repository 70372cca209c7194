"""Samples of worlds: drawn from a prior, weighted by what was seen, thinned where they weigh little.

The weights are those of self-normalised importance sampling: a mean is the weighted sum over the sum of weights, and
its standard error follows by the delta method (Owen 2013, *Monte Carlo theory, methods and examples*, section 9.2).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import hypot, sqrt
from operator import mul
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Struct

from games.core.chance import rng, subseed

BLOCK: Final = 64
"""Worlds that are drawn at a time, at least."""
GROWTH: Final = 8
"""One in so many parts of a pool is drawn at a time, at least."""
PATIENCE: Final = 6
"""Worlds that are drawn at most, for each that is wanted."""
_LATTICE: Final = [1.085070245491451 ** -(at + 1) for at in range(8)]
"""Steps that spread points evenly in eight dimensions: powers of the root of x⁹ = x + 1 (Roberts 2018)."""


class World(ABC):
    """One way things may be: all that is hidden from the seat, and the other seats' players.

    It is drawn before the first move, and is the same whatever is tried in it.
    """

    @abstractmethod
    def likelihood(self, point: int) -> float:
        """Return the fit of this world to the other seats' moves up to a decision, from 0 (it cannot be) to 1."""

    @abstractmethod
    def value(self, point: int, option: int) -> float:
        """Return the seat's earnings above no deal if it takes this option at this decision, in the game's unit."""


class Mean(Struct, frozen=True):
    """A weighted mean of `count` values, its standard error, and the standard deviation that one value stands for."""

    mean: float
    error: float
    count: int

    @property
    def spread(self) -> float:
        return self.error * sqrt(self.count)


class Drawn(NamedTuple):
    """A world of a sample. `weight`: of all that it stands for; `chance`: the part of that which luck decided."""

    world: World
    weight: float
    chance: float = 1.0


def mean(values: Sequence[float], sample: Sequence[Drawn], rare: float = 0.0) -> Mean:
    """Return the weighted mean of values, one for each world of a sample; 0 of none.

    Worlds that were no matter of luck add nothing to its error. `rare` is the size of a difference that may have been
    missed: what never happened in n worlds may happen once in n.
    """
    count, total = len(values), sum(weight for _, weight, _ in sample)
    if not count:
        return Mean(0.0, 0.0, 0)
    middle = sum(drawn.weight * value for drawn, value in zip(sample, values, strict=True)) / total
    lucky = [weight for _, weight, chance in sample if chance]
    missed = rare * sum(lucky) / total / (_effective(lucky) or 1)
    if count < 2:
        return Mean(middle, max(missed, abs(middle)) if lucky else 0.0, count)
    squares = sum(chance * (weight * (v - middle)) ** 2 for (_, weight, chance), v in zip(sample, values, strict=True))
    return Mean(middle, hypot(sqrt(squares * count / (count - 1)) / total, missed), count)


class Even(Random):
    """Random numbers of one world. Its first ones are spread evenly over all worlds of a pool.

    They are those of a lattice with a random shift (Cranley and Patterson 1976): means over the worlds vary less than
    those over independent draws, and are as unbiased. Worlds draw what matters most first. One generator serves all
    worlds of a pool, and is seeded only if a world draws more than the first ones, as that takes long.
    """

    first: Sequence[float] = ()
    _drawn = 0
    _late: tuple[Any, ...] = ()

    def begin(self, first: Sequence[float], seed: int, *purpose: str | int) -> None:
        """Begin a world with these numbers. Further ones follow from the seed and the purpose."""
        self.first, self._drawn, self._late = first, 0, (seed, *purpose)

    def random(self) -> float:
        if self._drawn < len(self.first):
            self._drawn += 1
            return self.first[self._drawn - 1]
        self._seeded()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self._seeded()
        return super().getrandbits(k)

    def _seeded(self) -> None:
        if self._late:
            self.seed(subseed(*self._late))
            self._late = ()

    def _randbelow(self, n: int) -> int:
        """Return a number below n, in order: the standard library takes the last bits, of which a lattice has few."""
        return int(self.random() * n)


class Pool:
    """Worlds for one purpose. All decisions share them; another purpose gets worlds that share nothing with these.

    With `known` the pool has these worlds, which are all that there can be, and draws none. Of the worlds drawn about
    `kept` are kept for each one wanted. Where a draw takes longer than to try an option in it, more than one pays.
    """

    def __init__(
        self,
        draw: Callable[[Random], World],
        seed: int,
        purpose: str,
        known: Sequence[World] = (),
        kept: int = 1,
    ) -> None:
        self._draw, self._seed, self._purpose, self._kept = draw, seed, purpose, kept
        self._worlds, self._known = list(known), bool(known)
        self._weights: dict[int, list[float]] = {}
        self._chance = Even(0)
        self._shifts = [rng(seed, "shift", purpose, at).random() for at in range(len(_LATTICE))]

    def __len__(self) -> int:
        return len(self._worlds)

    def sample(self, point: int, wanted: int) -> list[Drawn]:
        """Return about this many worlds that fit a decision, each with its weight.

        Worlds are drawn until there are enough effective ones, but at most `PATIENCE` times as many. Those that weigh
        little are kept by chance, with the weight of all that they stand for. Asked for more, the pool returns the same
        worlds and further ones. If no world can be, none is returned.
        """
        weights = self._weights.setdefault(point, [])
        while True:
            weights += [world.likelihood(point) for world in self._worlds[len(weights) :]]
            if self._known or len(weights) >= PATIENCE * wanted or _effective(weights) >= wanted:
                break
            self._grow()
        bound = _bound(weights, wanted * self._kept)
        chance = rng(self._seed, "thin", self._purpose, point)
        kept = []
        for world, weight in zip(self._worlds, weights, strict=True):
            if chance.random() * bound < weight:
                lucky = 1.0 if not self._known else 1 - weight / bound if weight < bound else 0.0
                kept.append(Drawn(world, max(weight, bound), lucky))
        return kept

    def _grow(self) -> None:
        start = len(self._worlds)
        for number in range(start, start + max(BLOCK, start // GROWTH)):
            first = [(shift + number * step) % 1 for shift, step in zip(self._shifts, _LATTICE, strict=True)]
            self._chance.begin(first, self._seed, self._purpose, number)
            self._worlds.append(self._draw(self._chance))


def _effective(weights: Sequence[float]) -> float:
    """Return the effective sample size: the number of equally weighted worlds that tell as much (Kish 1965)."""
    squares = sum(map(mul, weights, weights))
    return sum(weights) ** 2 / squares if squares else 0.0


def _bound(weights: Sequence[float], wanted: int) -> float:
    """Return the weight below which worlds are thinned, so that about `wanted` remain."""
    left, rest = wanted, sum(weights)
    for weight in sorted(weights, reverse=True):
        if left <= 0 or weight * left <= rest:
            break
        left, rest = left - 1, rest - weight
    return max(0.0, rest) / left if left > 0 else max(weights)
