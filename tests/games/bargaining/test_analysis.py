"""Fair prices, examples, and what a game was about."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bargaining import game
from games.bargaining.analysis.outcome import examples, fair_price, outcome
from games.bargaining.rules import Accept, Reject
from tests.games.bargaining.helpers import BUYER, SELLER, after, dealt


@pytest.mark.parametrize(
    ("cost", "value", "fair"),
    [
        (4000, 6500, 5250),
        (4000, 5000, 4500),
        (4000, 4500, 4250),
        (4000, 6510, 5250),
        (4000, 4001, 4000),
        (4010, 4030, 4020),
    ],
)
def test_the_fair_price_is_the_middle_in_half_dollars(cost: int, value: int, fair: int) -> None:
    assert fair_price(cost, value) == fair


@pytest.mark.parametrize(
    ("cost", "value", "prices"),
    [
        (4000, 6500, (5250, 4500, 6000)),
        (4000, 4200, (4100, 4040, 4160)),
        (4000, 4001, (4000, 4001)),
        (4000, 4002, (4000, 4002)),
        (5000, 5000, (5000,)),
    ],
)
def test_examples_are_the_fair_price_and_a_fifth_from_either_end(
    cost: int, value: int, prices: tuple[int, ...]
) -> None:
    assert examples(cost, value) == prices


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_examples_lie_in_the_zone_and_differ(one: int, two: int) -> None:
    low, high = sorted((one, two))
    shown = examples(low, high)
    assert len(set(shown)) == len(shown) > 0
    assert all(low <= price <= high for price in shown)


def test_shares_and_the_last_offer() -> None:
    state = after(dealt(), 55, 44, 52, 46, 47, Accept())
    assert state.ended
    found = outcome(state.terms, state.ended)
    assert found.zone == 2500
    assert found.shares == (Fraction(18, 25), Fraction(7, 25))
    assert (found.last, found.equilibrium, found.worth) == (BUYER, 4000, 2500)


@pytest.mark.parametrize(
    ("condition", "last", "price"),
    [("exact", BUYER, 4000), ("tight", SELLER, 4200), ("asymmetric", BUYER, None), ("mug", BUYER, 600)],
)
def test_who_may_make_the_last_offer_gets_all_in_theory(condition: str, last: str, price: int | None) -> None:
    state = after(dealt(condition=condition), 10, Accept())
    assert state.ended
    found = outcome(state.terms, state.ended)
    assert found.last == last
    assert found.equilibrium == (state.seller_cost if price is None else price)


def test_the_report_has_money_as_text_and_rounds_as_a_number() -> None:
    report = game.report(after(dealt(), 55, 47, Accept()))
    assert (report["price"], report["rounds"]) == ("47.00", 2)
    assert (report["zopa"], report["buyer_share"], report["seller_share"]) == ("25.00", "0.72", "0.28")
    assert (report["last_offer"], report["equilibrium_price"], report["last_offer_worth"]) == (
        "buyer",
        "40.00",
        "25.00",
    )
    assert report["offers"][1] == {"round": 2, "seat": "buyer", "price": "47.00"}


def test_without_a_deal_there_is_no_price() -> None:
    report = game.report(after(dealt(rounds="1"), 55, Reject()))
    assert (report["price"], report["rounds"], report["buyer_share"]) == (None, 1, None)


def test_without_a_zone_there_is_no_equilibrium_price() -> None:
    report = game.report(after(dealt(buyer_value="30", seller_cost="50", no_zopa="on"), 55, Accept()))
    assert (report["zopa"], report["equilibrium_price"], report["buyer_share"]) == ("-20.00", None, None)
    assert report["last_offer_worth"] == "0.00"


def test_a_running_game_reports_nothing() -> None:
    assert game.report(dealt()) == {}
