"""The review of one seat's decisions: plain statistics over worlds, whatever the game.

At each decision the best option is selected on one set of worlds, by sequential halving (Karnin, Koren and Somekh
2013). Its gain over the move played is then estimated on a second set that shares nothing with the first, so that the
winner's luck is not counted as its worth. All options of a decision meet the same worlds. What the first set shows
decides how many worlds of the second a decision gets: most go to those near a threshold.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from games.core.coach.sample import Mean, Pool, World, mean
from games.core.records import Amount
from games.core.review import LEVELS, Moment, Review, Verdict, verdict

SURE: Final = 2.5
"""Standard errors that a gain must be above zero to be told."""
MOST: Final = 3
"""Moments that are told of one game."""
LEAST: Final = 80
"""Worlds that each estimate takes at least."""
FEW: Final = 6
"""Worlds that a round of the selection takes at least."""
NOTHING: Final = Mean(0.0, 0.0, 0)
_PART: Final = 0.4
"""The part of the effort that selects; the rest estimates."""


class Case(ABC):
    """One seat's game as the coach sees it. It holds nothing that the seat could not see.

    - `options`: for each decision that had a choice, how many options it has; option 0 is the move played.
    - `unit`: of the values; `least`: what is attainable counts as this much at least, so that small change is no
      mistake.
    """

    options: tuple[int, ...]
    unit: str
    least: float

    @abstractmethod
    def world(self, seed: int) -> World:
        """Return a world drawn from the prior: by the deal alone, before any move."""

    @abstractmethod
    def moment(self, judged: "Judged", level: Verdict) -> Moment:
        """Return what is told of a decision that has a better option."""


class Judged(Struct, frozen=True):
    """The judgement of one decision.

    `best`: the option selected; `gain`: its value less that of the move played, 0 if that is the best; `worth`: its
    value.
    """

    point: int
    best: int
    gain: Mean
    worth: Mean


class _Selected(Struct, frozen=True):
    """An option that looks best on the first set, with its gain there."""

    point: int
    best: int
    gain: Mean
    worth: float


def review(case: Case, seed: int, effort: int) -> Review:
    """Return the review of a case. `effort` is the number of rollouts, roughly."""
    judged = judge(case, seed, effort)
    if not judged:
        return Review()
    costliest = sorted(verdicts(case, judged), key=lambda pair: -pair[0].gain.mean)[:MOST]
    return Review(
        tuple(case.moment(one, level) for one, level in sorted(costliest, key=lambda pair: pair[0].point)),
        amount(sum(one.gain.mean for one in judged), case.unit),
        amount(attainable(case, judged), case.unit),
        len(judged),
    )


def verdicts(case: Case, judged: Sequence[Judged]) -> list[tuple[Judged, Verdict]]:
    """Return the decisions that lost enough to be told, each with its verdict."""
    scale, found = attainable(case, judged), []
    for one in judged:
        level = verdict(one.gain.mean / scale) if one.best and one.gain.mean >= SURE * one.gain.error else None
        if level is not None:
            found.append((one, level))
    return found


def attainable(case: Case, judged: Sequence[Judged]) -> float:
    """Return what good play was expected to earn: the most that it could expect at any of the decisions."""
    return max([case.least, *(one.worth.mean for one in judged)])


def amount(value: float, unit: str) -> Amount:
    """Return a value as earnings are written: whole cents, or hundredths of points."""
    return round(value) if unit == "cents" else Fraction(round(value * 100), 100)


def judge(case: Case, seed: int, effort: int) -> tuple[Judged, ...]:
    """Return the judgement of every decision, in order of play."""
    if not case.options:
        return ()
    first, second = Pool(case.world, seed, "select"), Pool(case.world, seed, "estimate")
    each = round(effort * _PART / len(case.options))
    selected = [_select(first, point, count, each) for point, count in enumerate(case.options)]
    scale = max(case.least, *(one.worth for one in selected))
    wanted = _shared(selected, scale, round(effort * (1 - _PART)))
    return tuple(_estimate(second, one, worlds, scale) for one, worlds in zip(selected, wanted, strict=True))


def _select(pool: Pool, point: int, count: int, effort: int) -> _Selected:
    """Return the option of a decision that looks best on the first set of worlds."""
    rounds = max(1, (count - 1).bit_length())
    alive, values, means = list(range(count)), [list[float]() for _ in range(count)], dict[int, float]()
    sample = pool.sample(point, _worlds(count, rounds, effort))
    weights = [weight for _, weight in sample]
    if not sample:
        return _Selected(point, 0, NOTHING, 0.0)
    done = 0
    for number in range(rounds):
        until = len(sample) if number == rounds - 1 else done + max(FEW, effort // rounds // len(alive))
        for world, _ in sample[done:until]:
            for option in alive:
                values[option].append(world.value(point, option))
        done = min(until, len(sample))
        means = {option: mean(values[option], weights[:done]).mean for option in alive}
        ranked = sorted(alive, key=lambda option: -means[option])
        alive = sorted({0, *ranked[: max(1, len(alive) // 2)]})
    best = max(alive, key=means.__getitem__)
    pairs = [better - played for better, played in zip(values[best], values[0], strict=True)]
    return _Selected(point, best, mean(pairs, weights), means[best])


def _worlds(count: int, rounds: int, effort: int) -> int:
    """Return how many worlds sequential halving takes with so many options and rollouts."""
    worlds, alive = 0, count
    for _ in range(rounds):
        worlds += max(FEW, effort // rounds // alive)
        alive = max(2, alive // 2 + 1)
    return worlds


def _shared(selected: Sequence[_Selected], scale: float, effort: int) -> list[int]:
    """Return how many worlds of the second set each decision gets.

    The nearer its gain is to a threshold, measured by the spread of its values, the more it takes to tell on which side
    it is.
    """
    needs = []
    for one in selected:
        near = min(abs(one.gain.mean - float(share) * scale) for _, share in LEVELS)
        doubt = one.gain.error + 0.01 * scale
        needs.append((one.gain.spread / (near + doubt)) ** 2 if one.best else 0.0)
    total = sum(needs) or 1.0
    least = max(FEW, min(LEAST, effort // 4 // len(selected)))
    spare = max(0, effort // 2 - least * len(selected))
    return [least + round(spare * need / total) for need in needs]


def _estimate(pool: Pool, one: _Selected, worlds: int, scale: float) -> Judged:
    """Return the gain of the selected option on the second set. `scale` is what was attainable."""
    sample = pool.sample(one.point, worlds)
    weights = [weight for _, weight in sample]
    better = [world.value(one.point, one.best) for world, _ in sample]
    if not one.best:
        return Judged(one.point, 0, NOTHING, mean(better, weights))
    pairs = [best - world.value(one.point, 0) for best, (world, _) in zip(better, sample, strict=True)]
    return Judged(one.point, one.best, mean(pairs, weights, scale), mean(better, weights))
