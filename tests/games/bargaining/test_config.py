"""Settings of bargaining: what an operator may set, and in which words the rest is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bargaining import game
from games.core.draw import config_of, recipe_of
from games.core.settings import BadSetting, dollars
from tests.games.bargaining.helpers import SELLER, config

ABOVE = "buyer_value must be a price from $0.01 to $100.00 and above"
UNLESS = "unless no_zopa is on"
ANNOUNCED = "must lie in the range that is announced"


def refusal(**wrote: str) -> str:
    with pytest.raises(BadSetting) as problem:
        config(**wrote)
    return str(problem.value)


def drawn(condition: str, key: str) -> set[Any]:
    recipe = recipe_of(game, {"condition": condition})
    return {getattr(config_of(game, recipe, 7, index), key) for index in range(60)}


def test_the_first_game_is_the_worked_example_of_the_study() -> None:
    first = config()
    assert (first.buyer_value, first.seller_cost, first.rounds, first.first) == (6500, 4000, 6, "seller")
    assert (first.information, first.style, first.condition) == ("exact", "seed", "exact")


@pytest.mark.parametrize(
    ("condition", "values", "costs", "rounds", "first"),
    [
        ("exact", {65}, {40}, 6, "seller"),
        ("range", {50, 65}, {40}, 6, "seller"),
        ("none", {50, 65}, {40}, 6, "seller"),
        ("tight", {42, 45}, {40}, 3, "seller"),
        ("tight_range", {42, 45}, {40}, 3, "seller"),
        ("tight_none", {42, 45}, {40}, 3, "seller"),
        ("source_none", {80}, {50}, 6, "seller"),
        ("verified", {80}, {50}, 6, "seller"),
        ("claimed", {80}, {50}, 6, "seller"),
        ("one_sided", {60, 70, 80}, {30, 40, 50}, 6, "seller"),
        ("asymmetric", {60, 70, 80, 90}, {20, 30, 40, 50}, 5, "buyer"),
        ("mug", {8}, {0}, 6, "seller"),
        ("mug_imperfect", {8}, {0}, 6, "seller"),
        ("cheap_talk", {8}, {0}, 4, "seller"),
    ],
)
def test_conditions_are_those_of_the_studies(
    condition: str, values: set[int], costs: set[int], rounds: int, first: str
) -> None:
    assert {cents / 100 for cents in drawn(condition, "buyer_value")} == values
    assert {cents / 100 for cents in drawn(condition, "seller_cost")} == costs
    assert drawn(condition, "rounds") == {rounds}
    assert drawn(condition, "first") == {first}


@pytest.mark.parametrize(
    ("condition", "buyer_learns", "seller_learns", "cost_range", "value_range"),
    [
        ("range", "range", "range", (3000, 5000, 0), (4500, 7500, 0)),
        ("tight_range", "range", "range", (3500, 5000, 0), (3800, 5500, 0)),
        ("verified", "range", "exact", (4500, 5500, 0), None),
        ("claimed", "claimed", "exact", (4500, 5500, 0), None),
        ("source_none", "none", "exact", None, None),
        ("one_sided", "range", "exact", (3000, 5000, 1000), None),
        ("asymmetric", "range", "range", (2000, 5000, 1000), (6000, 9000, 1000)),
        ("mug", "none", "none", None, None),
        ("mug_imperfect", "range", "none", (400, 800, 0), None),
        ("cheap_talk", "range", "range", (400, 1000, 0), (400, 1000, 0)),
    ],
)
def test_who_is_told_what(
    condition: str, buyer_learns: str, seller_learns: str, cost_range: object, value_range: object
) -> None:
    terms = game.deal(config(condition=condition), 1).terms
    assert (terms.cost.how, terms.value.how) == (buyer_learns, seller_learns)
    for told, expected in ((terms.cost, cost_range), (terms.value, value_range)):
        assert expected is None or (told.low, told.high, told.step) == expected


def test_cheap_talk_passes_on_what_the_seller_says_and_takes_more_words_for_yes() -> None:
    terms = game.deal(config(condition="cheap_talk"), 1).terms
    assert terms.talkers == {SELLER}
    assert terms.wide


@pytest.mark.parametrize(
    ("wrote", "text"),
    [
        ({"buyer_value": "-5"}, "buyer_value must be a price from $0.01 to $100.00; you wrote -5."),
        ({"buyer_value": "lots"}, "buyer_value must be a price from $0.01 to $100.00; you wrote lots."),
        ({"seller_cost": "100.01"}, "seller_cost must be a price from $0.00 to $100.00; you wrote 100.01."),
        ({"rounds": "0"}, "rounds must be a whole number from 1 to 100; you wrote 0."),
        ({"information": "some"}, "information must be one of exact, range, claimed, none; you wrote some."),
        ({"buyer_value": "45", "seller_cost": "50"}, f"{ABOVE} seller_cost ($50.00), {UNLESS}; it is $45.00."),
        (
            {"condition": "mug", "buyer_value": "6"},
            f"{ABOVE} seller_cost and outside_option together ($6.00), {UNLESS}; it is $6.00.",
        ),
        (
            {"lowest": "50", "highest": "50"},
            "highest must be a price above lowest ($50.00) and up to $100.00; you wrote $50.00.",
        ),
        (
            {"highest": "30"},
            "highest must be at least seller_cost ($40.00), so that the seller has a price to name; you wrote $30.00.",
        ),
        (
            {"lowest": "70"},
            "lowest must be at most buyer_value ($65.00), so that the buyer has a price to name; you wrote $70.00.",
        ),
        (
            {"information": "range", "cost_low": "41"},
            f"seller_cost {ANNOUNCED}, cost_low to cost_high ($41.00 to $50.00); you wrote $40.00.",
        ),
        (
            {"condition": "asymmetric", "buyer_value": "65"},
            "value_step must lead from value_low to buyer_value and to value_high in whole steps; you wrote $10.00.",
        ),
        (
            {"condition": "claimed", "cost_low": "60"},
            "cost_high must be a price from cost_low ($60.00) up; you wrote $55.00.",
        ),
    ],
)
def test_refusals_say_what_is_allowed(wrote: dict[str, str], text: str) -> None:
    assert refusal(**wrote) == text


def test_a_zone_must_also_lie_among_the_legal_prices() -> None:
    assert "must leave a price that pays both sides" in refusal(highest="40")
    assert "must leave a price that pays both sides" in refusal(lowest="65")


def test_games_without_a_zone_can_be_allowed() -> None:
    assert config(buyer_value="30", seller_cost="50", no_zopa="on").no_zopa


@given(st.integers(0, 9_999), st.integers(1, 10_000), st.sampled_from(["exact", "range", "none"]))
def test_announced_ranges_move_along_and_hold_the_numbers(cost: int, value: int, condition: str) -> None:
    money = {"seller_cost": dollars(cost), "buyer_value": dollars(value)}
    made = config(condition=condition, information="range", no_zopa="on", **money)
    assert made.cost_low <= cost < made.cost_high
    assert made.value_low <= value < made.value_high
    assert made.cost_high - made.cost_low >= 1000
    assert made.value_high - made.value_low >= 2000


def test_a_claim_need_not_be_true() -> None:
    assert config(condition="claimed", cost_low="10", cost_high="20").cost_high == 2000


def test_cents_are_kept() -> None:
    made = config(buyer_value="64.99", seller_cost="$40.01")
    assert (made.buyer_value, made.seller_cost) == (6499, 4001)
