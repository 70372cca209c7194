"""The coach against fresh rollouts, against more of them, against opponents that it never saw, and as a rating.

- *Again*: each gain that is told is estimated once more on worlds that share nothing with the review's.
- *Flips*: the verdicts of a review with ten times the effort and another seed, decision by decision.
- *Unseen*: the game goes on from the decision, once with the move played and once with the better one, against the
  true opponent, who is not in the field.
- *Rating*: the three levels play the same deals against the same opponents.
- *Earned*: what the levels earn in worlds drawn from the coach's prior. A rating can rank them no better than that.
"""

import os
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct

from bot.players.base import own_seed
from bot.research.opponents.duel import Turns, analytic
from bot.runtime import processes
from games.core.coach.analyst import Analyst, SeatCase
from games.core.coach.engine import Judged, attainable, judge, verdicts
from games.core.coach.sample import Mean, Pool, mean
from games.core.contract import Expired, Moved, Seat, subseed
from games.core.registry import get
from games.core.review import rating
from tests.bench.coached import BALLOON, BARGAINING, DEALORNODEAL, TRADING, Sample, config, course, strayed, straying

SAMPLES: Mapping[str, Sample] = {sample.game: sample for sample in (BARGAINING, DEALORNODEAL, TRADING, BALLOON)}
GAMES = 500
AGAIN = 300
"""Worlds, drawn afresh, on which a gain is estimated again."""
MORE = 10
"""So many times the default effort is more effort."""
BLOCK = 50
BLOCKS = 2_000
"""Blocks of games that are drawn, with replacement, from the games of the levels."""
FLIPS, RATED = 0.4, 0.6
"""The parts of the games that are reviewed with more effort, and that the levels play."""

EARNED = 10
"""So many times the games are played to see what levels earn, as they need no review."""


class Claim(Struct, frozen=True):
    """A moment: the claimed gain, and another estimate of it."""

    gain: float
    error: float
    again: float
    again_error: float

    @property
    def off(self) -> float:
        """The difference in combined standard errors."""
        return (self.gain - self.again) / max(sqrt(self.error**2 + self.again_error**2), 1e-9)


class Told(Struct, frozen=True):
    """A review of one game as it was told, and the seconds of processor time that it took."""

    claims: tuple[Claim, ...]
    seconds: float


class Figure(Struct, frozen=True):
    what: str
    figure: str
    n: int
    limit: str


class Coached(Struct, frozen=True):
    game: str
    games: int
    effort: int
    figures: tuple[Figure, ...]


# --- one game ---------------------------------------------------------------------------------------------------------


def case_of(sample: Sample, past: Any, seat: Seat) -> SeatCase:
    return sample.analyst.case(past, seat)


def seat_of(sample: Sample, made: Any, index: int) -> Seat:
    seats = tuple(info.seat for info in get(sample.game).seats(made))
    return seats[subseed(index, "seat") % len(seats)]


def claimed(name: str, index: int, effort: int = 0) -> Told:
    """The moments of a random game, each estimated again."""
    sample = SAMPLES[name]
    played = strayed(sample, index)
    started = process_time()
    case = case_of(sample, played.past, seat_of(sample, played.config, index))
    judged = judge(case, subseed(index, "review"), effort or sample.analyst.effort)
    seconds, claims = process_time() - started, []
    for one, _ in verdicts(case, judged):
        found = again(case, one, subseed(index, "again"), AGAIN)
        claims.append(Claim(one.gain.mean, one.gain.error, found.mean, found.error))
    return Told(tuple(claims), seconds)


def again(case: SeatCase, one: Judged, seed: int, worlds: int) -> Mean:
    """The gain of a moment, estimated on fresh worlds."""
    drawn = Pool(case.world, seed, "again").sample(one.point, worlds)
    pairs = [world.value(one.point, one.best) - world.value(one.point, 0) for world, _, _ in drawn]
    return mean(pairs, drawn)


def flipped(name: str, index: int, effort: int = 0) -> tuple[int, int, int, int]:
    """Decisions and moments of a random game, and how many of each have another verdict with more effort."""
    sample = SAMPLES[name]
    played = strayed(sample, index)
    case = case_of(sample, played.past, seat_of(sample, played.config, index))
    effort, found = effort or sample.analyst.effort, list[dict[int, str]]()
    for purpose, times in (("review", 1), ("more", MORE)):
        judged = judge(case, subseed(index, purpose), effort * times)
        found.append({one.point: level for one, level in verdicts(case, judged)})
    before, after = found
    changed = [point for point in range(len(case.options)) if before.get(point) != after.get(point)]
    return len(case.options), len(changed), len(before), sum(point in before for point in changed)


def advised(name: str, index: int, effort: int = 0) -> list[tuple[str, float, float]]:
    """The moments of a game against an unseen opponent: its kind, the gain claimed, and the gain made against it."""
    sample, game = SAMPLES[name], get(name)
    made, chance = config(sample, index), Random(subseed(index, "unseen"))
    seat = seat_of(sample, made, index)
    other = next(info.seat for info in game.seats(made) if info.seat != seat)
    kind, unseen = sample.unseen(chance, made, other)
    own = straying(sample, analytic(game.players[chance.choice(sorted(game.players))]), chance)
    played = course(game, made, index, {seat: own, other: unseen})
    case = case_of(sample, played.past, seat)
    judged = judge(case, subseed(index, "review"), effort or sample.analyst.effort)
    found = []
    for one, _ in verdicts(case, judged):
        decision = case.decisions[one.point]
        ends = [
            _rolled(case, played.past[decision.before][0], one.point, option, unseen(own_seed(index, other)))
            for option in (one.best, 0)
        ]
        found.append((kind, one.gain.mean, ends[0] - ends[1]))
    return found


def _rolled(case: SeatCase, state: Any, point: int, option: int, unseen: Any) -> float:
    """The seat's earnings in the real game after an option, against its true opponent."""
    analyst, act, way = case.analyst, case.decisions[point].acts[option], case.way(point, option)
    state = analyst.apply(state, Moved(case.seat, act.move, act.say))
    return _played(analyst, state, case.seat, lambda view: case.goes_on(view, way), unseen)


def _played(analyst: Analyst[Any, Any, Any], state: Any, seat: Seat, own: Turns, other: Turns) -> float:
    """The seat's earnings if a game goes on in this way."""
    while not (turn := analyst.turn(state)).over:
        if not turn.awaited:
            state = analyst.apply(state, Expired(turn.clocks[0].id))
            continue
        who = min(turn.awaited)
        done = (own if who == seat else other)(analyst.view(state, who))
        state = analyst.apply(state, Moved(who, done.move, done.say))
    return analyst.worth(state, seat)


def rated(name: str, index: int, effort: int = 0) -> list[float | None]:
    """Return each level's rating in one deal, against the same opponent; None where there was nothing to decide."""
    sample, game = SAMPLES[name], get(name)
    made, chance = config(sample, index), Random(subseed(index, "rated"))
    seat = seat_of(sample, made, index)
    opponent = analytic(game.players[chance.choice(sorted(game.players))])
    found = []
    for level in game.levels:
        policies = {info.seat: opponent for info in game.seats(made)} | {seat: analytic(game.players[level])}
        case = case_of(sample, course(game, made, index, policies).past, seat)
        judged = judge(case, subseed(index, "review"), effort or sample.analyst.effort)
        lost = sum(one.gain.mean for one in judged)
        found.append(rating(lost / attainable(case, judged)) if judged else None)
    return found


def earned(name: str, index: int) -> list[float]:
    """Return what each level earns in one world drawn from the prior of the coach, against its imagined player."""
    sample, game = SAMPLES[name], get(name)
    made, chance = config(sample, index), Random(subseed(index, "earned"))
    seat, analyst = seat_of(sample, made, index), sample.analyst
    drawn = analyst.imagine(analyst.blank(game.deal(made, index), seat), seat, chance)
    (other,) = drawn.others.values()
    levels = [analytic(game.players[level])(own_seed(index, seat)) for level in game.levels]
    return [_played(analyst, drawn.deal, seat, own, other) for own in levels]


# --- many games -------------------------------------------------------------------------------------------------------


def measure(name: str, games: int = GAMES, jobs: int | None = None) -> Coached:
    """The figures of one game."""
    with processes.pool(jobs or os.cpu_count() or 1, _ready, ()) as pool:
        told = list(pool.map(claimed, *_indices(name, games)))
        flips = list(pool.map(flipped, *_indices(name, round(games * FLIPS))))
        advice = [one for found in pool.map(advised, *_indices(name, games)) for one in found]
        ratings = list(pool.map(rated, *_indices(name, round(games * RATED))))
        earnings = list(pool.map(earned, *_indices(name, games * EARNED), chunksize=EARNED))
    figures = [*_told(told), *_flips(flips), *_advice(advice), *_ratings(ratings), *_earnings(earnings)]
    return Coached(name, games, SAMPLES[name].analyst.effort, tuple(figures))


def _ready() -> None:
    """Processes need no preparation."""


def _indices(name: str, games: int) -> tuple[list[str], range]:
    return [name] * games, range(games)


def _told(told: Sequence[Told]) -> list[Figure]:
    seconds = sorted(one.seconds for one in told)
    p50, p95, most = (seconds[round(part * (len(seconds) - 1))] for part in (0.5, 0.95, 1.0))
    return [
        _share("games with a moment", [bool(one.claims) for one in told], ""),
        Figure("processor seconds: median, 95 %, most", f"{p50:.2f}, {p95:.2f}, {most:.2f}", len(told), "≤ 1"),
        *_claims([claim for one in told for claim in one.claims]),
    ]


def _claims(claims: Sequence[Claim]) -> list[Figure]:
    within = [abs(claim.off) <= 2 for claim in claims]
    off, error = _mean([claim.gain - claim.again for claim in claims])
    gain, _ = _mean([claim.gain for claim in claims])
    return [
        Figure("moments told, mean gain", f"{gain:.3g}", len(claims), ""),
        _share("gain again within two standard errors", within, "≥ 93 %"),
        Figure("mean bias of a gain", f"{off:.3g} ({error:.2g})", len(claims), "within two standard errors of 0"),
    ]


def _flips(flips: Sequence[tuple[int, int, int, int]]) -> list[Figure]:
    decisions, changed, moments, gone = (sum(column) for column in zip(*flips, strict=True))
    return [
        _part("verdicts on decisions that flip with ten times the rollouts", changed, decisions, "≤ 2 %"),
        _part("of the moments told, those that flip", gone, moments, "≤ 2 %"),
    ]


def _advice(advice: Sequence[tuple[str, float, float]]) -> list[Figure]:
    kinds = sorted({kind for kind, _, _ in advice})
    rows = [("all", advice), *((kind, [one for one in advice if one[0] == kind]) for kind in kinds)]
    return [_ratio(f"gain realised against unseen opponents: {kind}", found) for kind, found in rows]


def _ratio(what: str, found: Sequence[tuple[str, float, float]]) -> Figure:
    """The sum of the gains realised over that of the gains claimed; its error by the delta method."""
    claimed, realised = sum(one[1] for one in found), sum(one[2] for one in found)
    ratio = realised / claimed if claimed else 0.0
    error = sqrt(sum((one[2] - ratio * one[1]) ** 2 for one in found)) / claimed if claimed else 0.0
    return Figure(what, f"{ratio:.1%} ({error:.1%})", len(found), "≥ 80 %")


def _ratings(ratings: Sequence[Sequence[float | None]]) -> list[Figure]:
    """The levels' ratings, and how often a block of games ranks them right."""
    chance, right, pairs = Random(0), 0, [0, 0]
    for _ in range(BLOCKS):
        easy, normal, hard = _rate(chance.choices(ratings, k=BLOCK))
        pairs[0] += easy < normal
        pairs[1] += normal < hard
        right += easy < normal < hard
    whole = ", ".join(f"{mean:.3f}" for mean in _rate(ratings))
    order = f"{right / BLOCKS:.1%} (easy < normal {pairs[0] / BLOCKS:.1%}, normal < hard {pairs[1] / BLOCKS:.1%})"
    return [
        Figure("rating of easy, normal, hard", whole, len(ratings), ""),
        Figure(f"blocks of {BLOCK} games ranked right", order, len(ratings), "≥ 95 %"),
    ]


def _earnings(earnings: Sequence[Sequence[float]]) -> list[Figure]:
    """The levels' mean earnings, and what each earns more than the one below it in the same worlds."""
    means = [_mean(level) for level in zip(*earnings, strict=True)]
    more = [_mean([row[level + 1] - row[level] for row in earnings]) for level in range(2)]
    whole, steps = (", ".join(f"{mean:.4g} ({error:.2g})" for mean, error in found) for found in (means, more))
    return [
        Figure("earned by easy, normal, hard", whole, len(earnings), ""),
        Figure("normal more than easy, hard more than normal", steps, len(earnings), ""),
    ]


def _rate(ratings: Sequence[Sequence[float | None]]) -> list[float]:
    """Return the mean rating of each level, as `/progress` shows it."""
    return [_mean([one for one in level if one is not None])[0] for level in zip(*ratings, strict=True)]


def _share(what: str, held: Sequence[bool], limit: str) -> Figure:
    return _part(what, sum(held), len(held), limit)


def _part(what: str, some: int, n: int, limit: str) -> Figure:
    part = some / max(1, n)
    return Figure(what, f"{part:.1%} ({sqrt(part * (1 - part) / max(1, n)):.1%})", n, limit)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    middle, n = sum(values) / max(1, len(values)), len(values)
    return middle, sqrt(sum((value - middle) ** 2 for value in values) / max(1, n - 1) / max(1, n))
