"""Intervals and ratings: their 95 % intervals cover what is true in at least 93 % of 200 resimulated benches."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.research.bench.design import Match
from bot.research.bench.figures import Figures, row, sides
from bot.research.bench.intervals import Interval, interval, quantile, student
from bot.research.bench.play import Game
from bot.research.bench.ratings import Duel, ratings
from bot.research.bench.report import doubts, spread
from bot.research.bench.score import Score

pytestmark = pytest.mark.timeout(300)

BENCHES = 200
ENOUGH = 186
DEALS = 40


def benched(chance: Random) -> list[Game]:
    """A bench of one model: deals differ, a fifth of the games end without a deal, a tenth are aborted. So its quality
    is 40 in truth, and its score 36.
    """
    games = []
    for deal in range(DEALS):
        easy = chance.uniform(-20, 20)
        for opponent in ("easy", "normal", "hard"):
            for players in (("m", opponent), (opponent, "m")):
                match = Match("bargaining", deal, players, "panel")
                place = players.index("m")
                if chance.random() < 0.1:
                    games.append(Game(match, "aborted", by=place, code="format"))
                    continue
                quality = 0.0 if chance.random() < 0.2 else 50 + easy + chance.uniform(-30, 30)
                own = Score(quality, quality / 100, 1.0, None, False, False)
                scores = (own, own)
                games.append(Game(match, "played", scores))
    return games


def test_intervals_of_scores_cover_the_truth() -> None:
    covered = {"quality": 0, "clemscore": 0}
    for number in range(BENCHES):
        held = [side for game in benched(Random(number)) for side in sides(game) if side.player == "m"]
        made = row("m", "bargaining", held, False, lambda name, usage: None)
        assert made.quality is not None
        assert made.clemscore is not None
        covered["quality"] += made.quality.covers(40)
        covered["clemscore"] += made.clemscore.covers(36)
    assert min(covered.values()) >= ENOUGH, covered


TRUE = {"easy": -100.0, "normal": 0.0, "m": 60.0, "hard": 120.0}


def met(chance: Random) -> list[Duel]:
    """Games of four players in both seats of the same deals, some of them drawn; a deal may favour the first seat."""
    duels = []
    for deal in range(DEALS):
        favour = chance.gauss(0, 40)
        for a in TRUE:
            for b in TRUE:
                if a != b:
                    wins = 1 / (1 + 10 ** ((TRUE[b] - TRUE[a] - favour) / 400))
                    lot = chance.random()
                    duels.append(Duel(str(deal), a, b, 0.5 if abs(lot - wins) < 0.1 else float(lot < wins)))
    return duels


def test_intervals_of_ratings_cover_the_truth() -> None:
    covered = dict.fromkeys(("easy", "m", "hard"), 0)
    for number in range(BENCHES):
        for rating in ratings(met(Random(number)), number, samples=60):
            if rating.player in covered:
                covered[rating.player] += rating.interval.covers(TRUE[rating.player])
    assert min(covered.values()) >= ENOUGH, covered


def test_ratings_stay_finite_for_who_wins_everything() -> None:
    made = ratings([Duel(str(deal), "best", "normal", 1.0) for deal in range(10)])
    assert [rating.player for rating in made] == ["best", "normal"]
    assert 200 < made[0].rating < 1200
    assert made[1].rating == 0


def test_games_over_one_deal_count_as_one_observation() -> None:
    alone = interval([(deal, float(deal % 2)) for deal in range(20)])
    again = interval([(deal, float(deal % 2)) for deal in range(20) for _ in range(5)])
    assert alone is not None
    assert again is not None
    assert again.games == 5 * alone.games
    assert again.half == pytest.approx(alone.half)


def test_a_single_deal_has_no_interval() -> None:
    made = interval([(1, 3.0), (1, 5.0)])
    assert made is not None
    assert (made.mean, made.half) == (4.0, None)
    assert interval([]) is None


@pytest.mark.parametrize(("freedom", "known"), [(1, 12.706), (3, 3.182), (5, 2.571), (10, 2.228), (39, 2.023)])
def test_students_quantiles(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, rel=0.003)


def test_quantiles() -> None:
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile([0, 10], 0.95) == 9.5
    assert quantile([], 0.5) is None


def test_uncertain_scores_are_named_with_what_makes_them_so() -> None:
    blank = row("m", "bargaining", [], False, lambda name, usage: None)
    scores = {"a": Interval(25.44, None, 2), "b": Interval(40.0, 5.25, 80), "c": Interval(60.0, 3.0, 400)}
    rows = tuple(replace(blank, model=name, clemscore=score) for name, score in scores.items())
    assert doubts(Figures("one", tuple(scores), rows, (), {})) == (
        "Too uncertain to rank: a in bargaining (score 25.4 from a single deal), b in bargaining (score 40.0 ±5.2). "
        "A ranking takes several deals and 95 % intervals of at most ±3 points. "
        "Differences within the intervals mean nothing."
    )
    assert doubts(Figures("one", ("c",), rows[2:], (), {})) == ""


def test_a_zero_has_no_sign() -> None:
    assert spread(Interval(-0.2, 1.0, 4), 0) == "0 ±1"
    assert spread(Interval(-0.6, None, 1), 0) == "-1"
