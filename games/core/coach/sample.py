"""Samples of worlds: drawn from a prior, weighted by what was seen, thinned where they weigh little.

The weights are those of self-normalised importance sampling: a mean is the weighted sum over the sum of weights, and
its standard error follows by the delta method (Owen 2013, *Monte Carlo theory, methods and examples*, section 9.2).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import hypot, sqrt
from random import Random
from typing import Final

from msgspec import Struct

from games.core.chance import rng, subseed

BLOCK: Final = 64
"""Worlds that are drawn at a time."""
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
        """Return how well the other seats' moves up to a decision fit this world, from 0 (it cannot be) to 1."""

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


def mean(values: Sequence[float], weights: Sequence[float], rare: float = 0.0) -> Mean:
    """Return the weighted mean of values, 0 of none.

    `rare` is the size of a difference that may have been missed: what never happened in n worlds may happen once in n.
    """
    total, count = sum(weights), len(values)
    if not count:
        return Mean(0.0, 0.0, 0)
    middle = sum(w * v for w, v in zip(weights, values, strict=True)) / total
    if count < 2:
        return Mean(middle, max(rare, abs(middle)), count)
    squares = sum((w * (v - middle)) ** 2 for w, v in zip(weights, values, strict=True))
    return Mean(middle, hypot(sqrt(squares * count / (count - 1)) / total, rare / _effective(weights)), count)


class Even(Random):
    """Random numbers of one world. Its first ones are spread evenly over all worlds of a pool.

    They are those of a lattice with a random shift (Cranley and Patterson 1976): means over the worlds vary less than
    those over independent draws, and are as unbiased. Worlds draw what matters most first.
    """

    first: Sequence[float] = ()
    _drawn = 0

    def random(self) -> float:
        if self._drawn < len(self.first):
            self._drawn += 1
            return self.first[self._drawn - 1]
        return super().random()


class Pool:
    """Worlds for one purpose. All decisions share them; another purpose gets worlds that share nothing with these."""

    def __init__(self, draw: Callable[[Random], World], seed: int, purpose: str) -> None:
        self._draw, self._seed, self._purpose = draw, seed, purpose
        self._worlds: list[World] = []
        self._weights: dict[int, list[float]] = {}
        self._shifts = [rng(seed, "shift", purpose, at).random() for at in range(len(_LATTICE))]

    def __len__(self) -> int:
        return len(self._worlds)

    def sample(self, point: int, wanted: int) -> list[tuple[World, float]]:
        """Return about so many worlds that fit a decision, each with its weight.

        Worlds are drawn until so many effective ones are there, but at most `PATIENCE` times as many. Those that weigh
        little are kept by chance, with the weight of all that they stand for. Who wants more gets the same worlds, and
        further ones. If no world can be, none is returned.
        """
        weights = self._weights.setdefault(point, [])
        while True:
            weights += [world.likelihood(point) for world in self._worlds[len(weights) :]]
            if len(weights) >= PATIENCE * wanted or _effective(weights) >= wanted:
                break
            self._grow()
        bound = _bound(weights, wanted)
        chance = rng(self._seed, "thin", self._purpose, point)
        kept = []
        for world, weight in zip(self._worlds, weights, strict=True):
            if chance.random() * bound < weight:
                kept.append((world, max(weight, bound)))
        return kept

    def _grow(self) -> None:
        start = len(self._worlds)
        for number in range(start, start + BLOCK):
            chance = Even(subseed(self._seed, self._purpose, number))
            chance.first = [(shift + number * step) % 1 for shift, step in zip(self._shifts, _LATTICE, strict=True)]
            self._worlds.append(self._draw(chance))


def _effective(weights: Sequence[float]) -> float:
    """Return how many equally weighted worlds tell as much as these (Kish 1965)."""
    squares = sum(weight * weight for weight in weights)
    return sum(weights) ** 2 / squares if squares else 0.0


def _bound(weights: Sequence[float], wanted: int) -> float:
    """Return the weight below which worlds are thinned, so that about `wanted` remain."""
    left, rest = wanted, sum(weights)
    for weight in sorted(weights, reverse=True):
        if left <= 0 or weight * left <= rest:
            break
        left, rest = left - 1, rest - weight
    return rest / left if left > 0 else max(weights)
