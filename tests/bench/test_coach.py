"""The measurement of the coach in small: what it finds at full size stands in docs/coach.md."""

import pytest

from tests.bench import coach
from tests.bench.coach import Coached
from tests.bench.page import page

EFFORT = 10_000


def test_gains_are_found_again_on_fresh_worlds() -> None:
    claims = [claim for index in range(16) for claim in coach.claimed("bargaining", index, 4 * EFFORT).claims]
    assert len(claims) >= 3
    assert sum(abs(claim.off) <= 2 for claim in claims) >= 0.8 * len(claims)


def test_hard_loses_less_of_what_is_attainable_than_easy() -> None:
    ratings = [coach.rated("bargaining", index, EFFORT) for index in range(10)]
    easy, _, hard = coach._rate(ratings)
    assert easy < hard < 1


def test_hard_earns_more_than_easy_where_ratings_rank_it_so() -> None:
    easy, _, hard = map(sum, zip(*[coach.earned("bargaining", index) for index in range(60)], strict=True))
    assert easy < hard


def test_levels_of_books_hats_and_balls_earn_in_their_order() -> None:
    easy, normal, hard = map(sum, zip(*[coach.earned("dealornodeal", index) for index in range(400)], strict=True))
    assert easy < normal < hard


@pytest.mark.parametrize("game", sorted(coach.SAMPLES))
def test_figures_are_made_of_few_games(game: str) -> None:
    advice = [one for index in range(3) for one in coach.advised(game, index, EFFORT // 4)]
    flips = [coach.flipped(game, 1, EFFORT // 10)]
    assert flips[0][0] >= flips[0][1]
    earned = coach._earnings([coach.earned(game, index) for index in range(3)])
    figures = (
        *earned,
        *coach._advice(advice),
        *coach._flips(flips),
        *coach._told([coach.claimed(game, 1, EFFORT // 10)]),
    )
    assert f"## The coach: {game}" in page([Coached(game, 3, EFFORT, figures)], {})
