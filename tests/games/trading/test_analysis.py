"""The optimum, against plain enumeration."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from games.core.contract import TABLE
from games.trading import game
from games.trading.analysis.summary import hundredths, most_gain, report, summary
from games.trading.domain import BASE, Goods, named
from games.trading.view import Cards, View
from tests.games.trading.table import ONE, STANDING, TWENTY, ZERO, dealt, say, situation

stocks = st.lists(st.integers(0, 3), min_size=4, max_size=4)
worths = st.lists(st.integers(0, 9), min_size=4, max_size=4)


def enumerated(own: list[int], theirs: list[int], values: list[int], costs: list[int]) -> int:
    """The best of all swaps that do not cost the other anything."""
    spans = [range(-o, t + 1) for o, t in zip(own, theirs, strict=True)]
    best = 0
    for moved in product(*spans):
        if sum(m * c for m, c in zip(moved, costs, strict=True)) <= 0:
            best = max(best, sum(m * v for m, v in zip(moved, values, strict=True)))
    return best


@given(stocks, stocks, worths, worths)
def test_the_best_further_swap_is_the_best_of_all(
    own: list[int], theirs: list[int], values: list[int], costs: list[int]
) -> None:
    assert most_gain(own, theirs, values, costs) == enumerated(own, theirs, values, costs)


def test_the_search_ends_where_all_rates_are_nearly_alike() -> None:
    many = [10**6] * 5
    assert (
        most_gain(many, many, [99_991, 99_989, 99_971, 99_961, 99_929], [99_990, 99_988, 99_970, 99_960, 99_928]) >= 0
    )


@pytest.fixture
def cards() -> Cards:
    values = (Goods(6, 8, 15, 25, 40), Goods(4, 12, 15, 20, 48))
    start = (Goods(1, 2, 3, 4, 5), Goods(10, 20, 30, 40, 50))
    return Cards(values, start, start)


def test_the_best_joint_outcome_gives_every_unit_to_who_values_it_more(cards: Cards) -> None:
    found = summary(cards)
    assert found.homes == (0, 1, -1, 0, 1)
    assert found.best == 10 * 2 + 2 * 4 + 40 * 5 + 5 * 8
    assert (found.joint, found.share) == (0, Fraction(0))


def test_nothing_is_left_at_the_best_joint_outcome(cards: Cards) -> None:
    best = replace(cards, holdings=(Goods(11, 0, 3, 44, 0), Goods(0, 22, 30, 0, 55)))
    found = summary(best)
    assert (found.joint, found.share, found.left) == (found.best, Fraction(1), (0, 0))


def test_where_both_value_everything_alike_there_is_nothing_to_gain() -> None:
    found = summary(Cards((BASE, BASE), (TWENTY, TWENTY), (TWENTY, TWENTY)))
    assert (found.best, found.share, found.left) == (0, Fraction(1), (0, 0))


@given(st.integers(0, 10**6))
def test_what_was_reached_and_what_is_left_stay_within_the_best(seed: int) -> None:
    state = dealt(seed)
    found = summary(Cards(state.values, state.start, state.holdings))
    assert found.best >= max(found.left) >= 0


def test_the_report_says_what_programs_look_for() -> None:
    state = say(situation(STANDING, max_turns="2"), "[Accept]")
    told = report(state)
    assert told["start"] == {ZERO: named(TWENTY), ONE: named(TWENTY)}
    assert told["inventories"] == {ZERO: named(Goods(20, 20, 20, 17, 22)), ONE: named(Goods(20, 20, 20, 23, 18))}
    assert (told["messages"], told["trades"]) == (2, 1)
    result = game.result(state)
    assert result is not None
    assert told["gain"] == dict(result.earnings)
    assert told["winner"] in (ZERO, ONE)
    assert told["joint_gain"] == sum(told["gain"].values())


def test_a_draw_has_no_winner() -> None:
    state = say(say(situation(max_turns="2"), "Hello."), "Hello.")
    assert report(state)["winner"] is None


@pytest.mark.parametrize(
    ("share", "written"), [((5, 8), "0.62"), ((-1, 3), "-0.33"), ((-1, 900), "0.00"), ((1, 1), "1.00")]
)
def test_shares_are_written_with_two_decimals(share: tuple[int, int], written: str) -> None:
    assert hundredths(Fraction(*share)) == written


def test_open_cards_show_only_after_the_end() -> None:
    state = say(situation(max_turns="2"), "Hello.")
    views: list[View] = [game.view(state, who) for who in (TABLE, ZERO, ONE)]
    assert all(view.cards is None for view in views)
    ended = game.view(say(state, "Bye."), TABLE)
    assert ended.cards is not None
    assert astuple(ended.cards.values[0]) == astuple(state.values[0])
