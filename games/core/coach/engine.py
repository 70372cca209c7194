"""The review of one seat's decisions: plain statistics over worlds, whatever the game.

At each decision the best option is selected on one set of worlds, by a race from which options drop out that are
clearly behind (Maron and Moore 1997). Its gain over the move played is then estimated on a second set that shares
nothing with the first, so that the winner's luck is not counted as its worth. All options of a decision meet the same
worlds. Effort goes where it helps most: to decisions whose best option, or whose verdict, is in doubt.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp
from operator import sub
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.core.coach.sample import Drawn, Mean, Pool, World, mean
from games.core.records import Amount
from games.core.review import LEVELS, Moment, Review, Verdict, levels, verdict

SURE: Final = 2.5
"""Standard errors that a gain must be above zero to be told."""
MOST: Final = 3
"""Moments that are told of one game."""
LEAST: Final = 80
"""Worlds that each estimate takes at least, if the effort allows."""
FEW: Final = 8
"""Worlds that a selection or an estimate begins with."""
NOTHING: Final = Mean(0.0, 0.0, 0)
_PART: Final = 0.5
"""The part of the effort that selects at most; the rest estimates."""
_BEHIND: Final = 3.0
"""Standard errors by which an option is behind that drops out."""
_MISSED: Final = 0.25
"""The part of what was attainable that an option may gain in a world that was missed."""
_SHARED: Final = 60
"""One in this many parts of the effort is the number of worlds that all decisions begin with."""
_AT: Final = 0.3
"""Standard errors within which a gain counts as on a threshold."""
_SETTLED: Final = 4.0
"""Standard errors from all thresholds beyond which a verdict is settled."""
_ROUGH: Final = 0.015
"""The error of what was attainable, as a part of it, that is small enough."""


class Case(ABC):
    """One seat's game as the coach sees it. It holds nothing that the seat could not see.

    - `options`: for each decision that had a choice, how many options it has; option 0 is the move played.
    - `unit`: of the values; `least`: what is attainable counts as this much at least, so that small change is no
      mistake; `mildest`: the mildest verdict that is told, as smaller losses drown in the errors of estimates.
    - `kept`: how many worlds are tried for each one wanted (`Pool`).
    - `moves`: how many moves players were asked for in its worlds so far, by which effort is measured.
    """

    options: tuple[int, ...]
    unit: str
    least: float
    mildest: Verdict = "inaccuracy"
    kept: int = 1
    moves: int = 0

    @abstractmethod
    def world(self, chance: Random) -> World:
        """Return a world drawn from the prior: by the deal alone, before any move."""

    def worlds(self) -> Sequence[World]:
        """Return all worlds that there can be, if they are few; their likelihoods count how often they occur."""
        return ()

    @abstractmethod
    def moment(self, judged: "Judged", level: Verdict) -> Moment:
        """Return the moment that tells of a decision with a better option."""


class Judged(Struct, frozen=True):
    """The judgement of one decision.

    - `best`: the option selected; `gain`: its value less that of the move played, 0 if that is the best; `worth`: its
      value.
    - `leads`: how much less than the best each option is worth, by the set that selected.
    - `good`: the options that lose less than an inaccuracy.
    """

    point: int
    best: int
    gain: Mean
    worth: Mean
    leads: tuple[float, ...] = ()
    good: tuple[int, ...] = ()


class _Race(Struct, frozen=True):
    """The state of a decision's race on the first set.

    `best`: the one that looks best; `alive`: those that may be; `doubt`: what a further world is worth, roughly;
    `leads`: how far behind each option was when it was last looked at.
    """

    point: int
    best: int
    alive: tuple[int, ...]
    leads: Mapping[int, float]
    wanted: int
    worth: float
    doubt: float


def review(case: Case, seed: int, effort: int) -> Review:
    """Return the review of a case. `effort` is the number of moves that imagined players make, roughly."""
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
    """Return the decisions that lost enough to be told, each with its verdict, and with the gain to tell."""
    scale, found = attainable(case, judged), []
    for one in judged:
        if one.gain.mean > 0 and one.gain.mean >= SURE * one.gain.error:
            good = tuple(n for n, lead in enumerate(one.leads) if lead < float(LEVELS[0][1]) * scale)
            told = replace(one, gain=_shrunk(one.gain), good=good)
            level = verdict(told.gain.mean / scale, case.mildest)
            if level is not None:
                found.append((told, level))
    return found


def _shrunk(gain: Mean) -> Mean:
    """Return a gain as it is expected to be, given that it was large enough to be told.

    Gains that chance made larger are told more often, so those told are too large on average. The correction is the
    empirical Bayes estimate of a normal mean (Efron and Morris 1973), with the spread of gains taken from this one.
    """
    return replace(gain, mean=gain.mean * (1 - (gain.error / gain.mean) ** 2))


def attainable(case: Case, judged: Sequence[Judged]) -> float:
    """Return the expected earnings of good play: the most that it could expect at any of the decisions."""
    return max([case.least, *(one.worth.mean for one in judged)])


def amount(value: float, unit: str) -> Amount:
    """Return a value as earnings are written: whole cents, or hundredths of points."""
    return round(value) if unit == "cents" else Fraction(round(value * 100), 100)


def judge(case: Case, seed: int, effort: int) -> tuple[Judged, ...]:
    """Return the judgement of every decision, in order of play."""
    if not case.options:
        return ()
    spent = _Spent(case)
    races = _raced(_Worlds(case, seed, "select", spent), case, round(effort * _PART))
    second = _Worlds(case, seed, "estimate", spent)
    wanted = [max(FEW, min(LEAST, effort // _SHARED // len(races)))] * len(races)
    judged = [second.estimate(race.point, race.best, wanted[race.point], case.least) for race in races]
    while spent.total < effort:
        scale = attainable(case, judged)
        doubts = [_doubt(one, scale, case.mildest) for one in judged]
        point = max(range(len(judged)), key=doubts.__getitem__)
        if doubts[point] == 0:
            break
        wanted[point] += -(-wanted[point] // 3)
        judged[point] = second.estimate(point, races[point].best, wanted[point], scale)
    return tuple(
        replace(one, leads=tuple(lead for _, lead in sorted(race.leads.items())))
        for one, race in zip(judged, races, strict=True)
    )


def _raced(worlds: "_Worlds", case: Case, effort: int) -> list[_Race]:
    """Return the races of all decisions on the first set, when this much effort is spent."""
    races = [worlds.race(point, tuple(range(count)), FEW, case.least) for point, count in enumerate(case.options)]
    while worlds.spent.total < effort:
        scale = max(case.least, *(race.worth for race in races))
        one = max(races, key=lambda race: race.doubt)
        if one.doubt == 0:
            break
        more = worlds.race(one.point, one.alive, one.wanted + -(-one.wanted // 3), scale)
        races[one.point] = replace(more, leads={**one.leads, **more.leads})
    return races


def _doubt(one: Judged, scale: float, mildest: Verdict) -> float:
    """Return the worth of a further world to a verdict: roughly, the chance of a wrong one that it takes away.

    A gain far from all thresholds is not in doubt; one on a threshold stays so, whatever is spent on it.
    """
    if one.worth.mean >= scale and one.worth.error > _ROUGH * scale:
        return 1.0 / one.worth.count  # all shares are shares of this worth
    if not one.gain.error:
        return 0.0
    near = min(abs(one.gain.mean - float(share) * scale) for _, share in levels(mildest))
    off = near / one.gain.error
    return max(off, _AT) * exp(-off * off / 2) / one.gain.count if off < _SETTLED else 0.0


class _Spent:
    """The effort spent on a case: worlds drawn, options tried, and moves of the players in them."""

    def __init__(self, case: Case) -> None:
        self._case, self._start, self.looks = case, case.moves, 0

    @property
    def total(self) -> int:
        return self.looks + self._case.moves - self._start


class _Worlds:
    """The worlds for one purpose, and what options are worth in them."""

    def __init__(self, case: Case, seed: int, purpose: str, spent: _Spent) -> None:
        self._pool, self.spent = Pool(case.world, seed, purpose, case.worlds(), case.kept), spent

    def race(self, point: int, options: Sequence[int], wanted: int, scale: float) -> "_Race":
        """Return the race of options in about this many worlds. Those that are clearly behind drop out."""
        sample = self._sample(point, wanted, len(options))
        values = {option: [drawn.world.value(point, option) for drawn in sample] for option in options}
        means = {option: mean(values[option], sample).mean for option in options}
        best = max(options, key=means.__getitem__)
        alive, leads, doubt = [best], dict[int, float](), 0.0
        for option in options:
            lead = mean(list(map(sub, values[best], values[option])), sample, scale * _MISSED)
            leads[option] = lead.mean
            off = lead.mean / lead.error if lead.error else _BEHIND
            if option != best and off < _BEHIND:
                alive.append(option)
                doubt += lead.error * exp(-off * off / 2)
        return _Race(point, best, tuple(alive), leads, wanted, means[best], doubt / scale / wanted)

    def estimate(self, point: int, best: int, wanted: int, scale: float) -> Judged:
        """Return the gain of an option in about this many worlds. `scale` is what was attainable."""
        sample = self._sample(point, wanted, 2)
        better = [drawn.world.value(point, best) for drawn in sample]
        if not best:
            return Judged(point, 0, NOTHING, mean(better, sample))
        pairs = [value - drawn.world.value(point, 0) for value, drawn in zip(better, sample, strict=True)]
        return Judged(point, best, mean(pairs, sample, scale * _MISSED), mean(better, sample))

    def _sample(self, point: int, wanted: int, options: int) -> list[Drawn]:
        before = len(self._pool)
        sample = self._pool.sample(point, wanted)
        self.spent.looks += len(self._pool) - before + len(sample) * options
        return sample
