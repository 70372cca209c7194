"""Recipes: what operators write, and the values that sessions get from it."""

import re
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bargaining.game import game as bargaining
from games.core import formula
from games.core.codec import decode, encode
from games.core.draw import (
    Choice,
    Derived,
    Draw,
    Fixed,
    Recipe,
    Sequence,
    Uniform,
    config_of,
    draw_of,
    recipe_of,
    settings_of,
    settle,
    written,
)
from games.core.settings import BadSetting, Document, Flag, Money, Option, Setting, Whole
from tests.games.tiny.sealed import game as sealed

COST = Setting("cost", Money(0, 10_000), 4_000, "What the item costs the seller.")
VALUE = Setting("value", Money(1, 10_000), 6_500, "What the item is worth to the buyer.")
ROUNDS = Setting("rounds", Whole(1, 20), 6, "How many offers there are.")
STYLE = Setting("style", Option(("seed", "compact")), "seed", "How boxes look.")
TALK = Setting("talk", Flag(), True, "Whether words are passed on.")
INSTANCE = Setting("instance", Document("a deal"), "", "All chance of a game.")
ALL = (COST, VALUE, ROUNDS, STYLE, TALK, INSTANCE)


def test_usual_settings_stand_above_those_of_the_game_and_below_its_conditions() -> None:
    usual = {"style": "chat", "reading": "plain", "no_such_setting": "x"}
    drawn = config_of(bargaining, recipe_of(bargaining, {}, usual), 0, 0)
    assert (drawn.style, drawn.reading) == ("chat", "plain")
    written_by_somebody = config_of(bargaining, recipe_of(bargaining, {"style": "seed"}, usual), 0, 0)
    assert (written_by_somebody.style, written_by_somebody.reading) == ("seed", "plain")


def test_an_older_word_for_an_option_still_counts() -> None:
    assert config_of(bargaining, recipe_of(bargaining, {"style": "compact"}), 0, 0).style == "chat"


def recipe(**texts: str) -> Recipe:
    return Recipe("bargaining", 1, "exact", tuple((s.key, draw_of(s, texts[s.key])) for s in ALL if s.key in texts))


@pytest.mark.parametrize(
    ("setting", "text", "draw"),
    [
        (VALUE, "65", Fixed(6_500)),
        (VALUE, " $65.5 ", Fixed(6_550)),
        (TALK, "off", Fixed(False)),
        (STYLE, "Compact", Fixed("compact")),
        (VALUE, "choice(50, $65.00)", Choice((5_000, 6_500))),
        (STYLE, "choice(seed, compact)", Choice(("seed", "compact"))),
        (TALK, "sequence(on,off)", Sequence((True, False))),
        (VALUE, "Sequence( 50 , 65 )", Sequence((5_000, 6_500))),
        (VALUE, "uniform(45, 75)", Uniform(4_500, 7_500, 1)),
        (VALUE, "uniform(45, 75, 0.50)", Uniform(4_500, 7_500, 50)),
        (ROUNDS, "uniform(2, 10, 2)", Uniform(2, 10, 2)),
        (VALUE, "derived(cost + 25, 0.50)", Derived("cost + 25", 50)),
        (VALUE, "derived( cost  + $25 )", Derived("cost + $25", 1)),
        (VALUE, "derived(max(cost, 50), 0.50)", Derived("max(cost, 50)", 50)),
        (VALUE, "derived(max(cost, 50))", Derived("max(cost, 50)", 1)),
        (INSTANCE, '{"call": "choice(1)"}', Fixed('{"call": "choice(1)"}')),
        (INSTANCE, "choice(1)", Fixed("choice(1)")),
    ],
)
def test_one_syntax_for_all_doors(setting: Setting, text: str, draw: Draw) -> None:
    assert draw_of(setting, text) == draw
    assert draw_of(setting, written(setting, draw)) == draw


cents = st.integers(1, 10_000)
draws = st.one_of(
    st.builds(Fixed, cents),
    st.builds(Choice, st.lists(cents, min_size=1, max_size=5).map(tuple)),
    st.builds(Sequence, st.lists(cents, min_size=1, max_size=5).map(tuple)),
    st.builds(lambda low, n, step: Uniform(low, low + n * step, step), *[st.integers(1, 50)] * 3),
    st.builds(Derived, st.sampled_from(["cost", "-(cost - 2.5) * 3", "min(cost, 10, rounds) / 7"]), cents),
)


@given(draws)
def test_what_is_written_is_read_back(draw: Draw) -> None:
    assert draw_of(VALUE, written(VALUE, draw)) == draw


@given(draws)
def test_a_stored_recipe_is_the_same_recipe(draw: Draw) -> None:
    made = Recipe("bargaining", 1, "exact", (("value", draw),))
    assert decode(encode(made), Recipe) == made


@pytest.mark.parametrize(
    ("setting", "text", "allowed"),
    [
        (VALUE, "-5", "must be a price from $0.01 to $100.00; you wrote -5"),
        (VALUE, "101", "must be a price from $0.01 to $100.00"),
        (VALUE, "normal(50, 5)", "or choice(…), uniform(low, high, step), sequence(…) or derived(formula, step)"),
        (VALUE, "choice(50", "choice(…)"),
        (VALUE, "choice()", "must be a price"),
        (VALUE, "choice(50, 101)", "must be a price from $0.01 to $100.00; you wrote 101"),
        (VALUE, "sequence(50, cheap)", "must be a price"),
        (VALUE, "uniform(45)", "takes uniform(low, high) or uniform(low, high, step)"),
        (VALUE, "uniform(75, 45)", "with whole steps from low up to high"),
        (VALUE, "uniform(45, 75, 0.70)", "with whole steps from low up to high"),
        (VALUE, "uniform(45, 75, 0)", "takes a step of at least $0.01"),
        (VALUE, "uniform(0, 101)", "must be a price"),
        (ROUNDS, "uniform(1, 6, 0.5)", "takes a step of at least 1"),
        (STYLE, "uniform(seed, compact)", "must be one of seed, compact"),
        (TALK, "derived(rounds)", "must be on or off"),
        (VALUE, "derived()", "a number or a name is missing"),
        (VALUE, "derived(cost +, 0.50)", "takes derived(formula) of numbers"),
        (VALUE, "derived(cost; 2)", "';' does not belong there"),
        (VALUE, "derived(cost ** 2)", "is in the wrong place"),
        (VALUE, "derived((cost + 2)", ") is missing"),
        (VALUE, "derived(cost + 25, half)", "takes a step of at least $0.01"),
        (VALUE, f"derived({'-' * 300}cost)", "it is too long"),
        (VALUE, "derived(٤٥)", "does not belong there"),
    ],
)
def test_a_refusal_says_what_is_allowed(setting: Setting, text: str, allowed: str) -> None:
    with pytest.raises(BadSetting) as caught:
        draw_of(setting, text)
    assert allowed in str(caught.value)
    assert str(caught.value).startswith(f"{setting.key} ")


def test_defaults_stand_where_nothing_is_written() -> None:
    assert settle(recipe(value="50"), ALL, 1, 0) == {
        "cost": 4_000,
        "value": 5_000,
        "rounds": 6,
        "style": "seed",
        "talk": True,
        "instance": "",
    }


def test_a_sequence_goes_round() -> None:
    made = recipe(value="sequence(50, 65, 80)")
    assert [settle(made, ALL, 1, index)["value"] for index in range(5)] == [5_000, 6_500, 8_000, 5_000, 6_500]


def test_a_choice_takes_each_value_about_as_often() -> None:
    made = recipe(value="choice(50, 65)")
    counts = Counter(settle(made, ALL, 7, index)["value"] for index in range(400))
    assert set(counts) == {5_000, 6_500}
    assert min(counts.values()) > 150


def test_uniform_reaches_both_ends_and_nothing_between_the_steps() -> None:
    made = recipe(value="uniform(45, 46, 0.50)")
    assert {settle(made, ALL, seed, 0)["value"] for seed in range(60)} == {4_500, 4_550, 4_600}


def test_equal_seed_and_number_give_equal_values() -> None:
    made = recipe(value="uniform(1, 100)", rounds="choice(2, 4, 6, 8)")
    assert settle(made, ALL, 3, 4) == settle(made, ALL, 3, 4)
    assert len({settle(made, ALL, seed, index)["value"] for seed in range(5) for index in range(5)}) > 20


def test_a_further_drawn_setting_shifts_no_other() -> None:
    before = settle(recipe(value="uniform(1, 100)"), ALL, 3, 0)
    after = settle(recipe(value="uniform(1, 100)", rounds="uniform(1, 20)", cost="uniform(0, 100)"), ALL, 3, 0)
    assert before["value"] == after["value"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("derived(cost + 25, 0.50)", 6_500),
        ("derived(cost * rounds / 7)", 3_429),
        ("derived((cost + 0.25) / 2, 0.25)", 2_025),
        ("derived(-(1 - 2) * 3)", 300),
        ("derived(2 + 3 * 4 - 1)", 1_300),
        ("derived(10 / 4 / 2, 0.50)", 150),
        ("derived(min(cost, rounds, 50))", 600),
        ("derived(max(cost, rounds) - --5)", 3_500),
    ],
)
def test_formulas_count_in_dollars_and_round_half_up(text: str, value: int) -> None:
    assert settle(recipe(cost="40", value=text, rounds="6"), ALL, 1, 0)["value"] == value


def test_half_up_holds_below_zero() -> None:
    loss = Setting("loss", Money(-1_000, 1_000), 0, "")
    made = Recipe("g", 1, "", (("loss", draw_of(loss, "derived(-0.75, 0.50)")),))
    assert settle(made, (loss,), 1, 0)["loss"] == -50


def test_formulas_are_settled_after_what_they_need() -> None:
    made = recipe(cost="derived(value - rounds)", value="derived(rounds * 10)", rounds="sequence(3, 6)")
    assert [(v["cost"], v["value"]) for v in (settle(made, ALL, 1, i) for i in (0, 1))] == [
        (2_700, 3_000),
        (5_400, 6_000),
    ]


@pytest.mark.parametrize(
    ("texts", "allowed"),
    [
        ({"value": "derived(value)"}, "value must not be derived in a circle"),
        ({"value": "derived(cost)", "cost": "derived(value)"}, "must not be derived in a circle (cost, value)"),
        ({"value": "derived(price)"}, "value can be derived from cost, rounds; you wrote derived(price, $0.01)"),
        ({"value": "derived(style)"}, "can be derived from cost, rounds"),
        ({"value": "derived(1 / (rounds - 6))"}, "it divides by zero"),
        ({"value": "derived(cost + 70)"}, "value must be a price from $0.01 to $100.00, and this gives $110.00"),
        ({"rounds": "derived(0)"}, "rounds must be a whole number from 1 to 20, and this gives 0"),
    ],
)
def test_a_recipe_without_usable_values_is_refused(texts: dict[str, str], allowed: str) -> None:
    with pytest.raises(BadSetting) as caught:
        settle(recipe(**texts), ALL, 1, 0)
    assert allowed in str(caught.value)


def test_a_stored_value_outside_its_range_is_refused() -> None:
    with pytest.raises(BadSetting, match="must be a price"):
        settle(Recipe("bargaining", 1, "exact", (("value", Fixed(10_001)),)), ALL, 1, 0)


numbers = st.integers(0, 99).map(str)
formulas = st.recursive(
    numbers,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*/"), inner), st.builds("-{}".format, inner)
    ),
    max_leaves=8,
)


@given(formulas)
def test_formulas_agree_with_exact_arithmetic(text: str) -> None:
    spelled = re.sub(r"\d+", lambda found: f"Fraction({found[0]})", text)
    try:
        expected = eval(spelled, {"Fraction": Fraction})
    except ZeroDivisionError:
        with pytest.raises(formula.BadFormula):
            formula.evaluate(text, {})
    else:
        assert formula.evaluate(text, {}) == expected


@given(st.text(alphabet="()+-*/,. $0123456789abminmax_\n", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_formula_or_is_refused(text: str) -> None:
    with suppress(formula.BadFormula):
        assert isinstance(formula.evaluate(text, dict.fromkeys(formula.names(text), Fraction(2))), Fraction)


class Conditions:
    """A game with presets, as far as recipes look at it."""

    name, rules = "bargaining", 3
    settings = (COST, VALUE, ROUNDS)
    presets = MappingProxyType(
        {"exact": {"value": "sequence(50, 65)"}, "tight": {"value": "derived(cost + 2, 0.50)", "rounds": "3"}}
    )


GAME: Any = Conditions()


def test_the_first_preset_is_where_a_recipe_starts() -> None:
    assert recipe_of(GAME, {}) == Recipe(
        "bargaining", 3, "exact", (("cost", Fixed(4_000)), ("value", Sequence((5_000, 6_500))), ("rounds", Fixed(6)))
    )


def test_what_is_written_wins_over_the_preset_wherever_it_stands() -> None:
    made = recipe_of(GAME, {"rounds": "4", "condition": "Tight"})
    assert made.condition == "tight"
    assert dict(made.fields) == {"cost": Fixed(4_000), "value": Derived("cost + 2", 50), "rounds": Fixed(4)}


@pytest.mark.parametrize(
    ("wrote", "allowed"),
    [
        ({"price": "4"}, "price is not a setting of this game; there are cost, value, rounds, condition"),
        ({"condition": "loose"}, "condition must be one of exact, tight; you wrote loose"),
        ({"condition": "choice(exact, tight)"}, "condition must be one of exact, tight"),
        ({"rounds": "many"}, "rounds must be a whole number from 1 to 20; you wrote many"),
        ({"rounds": ""}, "rounds must be a whole number from 1 to 20; you wrote nothing."),
        ({"rounds": "derived(rounds)"}, "circle"),
    ],
)
def test_an_unusable_wish_is_refused_before_any_session(wrote: dict[str, str], allowed: str) -> None:
    with pytest.raises(BadSetting) as caught:
        recipe_of(GAME, wrote)
    assert allowed in str(caught.value)


def test_condition_is_a_setting_like_any_other_for_doors() -> None:
    assert [s.key for s in settings_of(GAME)] == ["cost", "value", "rounds", "condition"]


def test_a_configuration_has_the_fields_of_its_game_and_is_checked_by_it() -> None:
    made = recipe_of(sealed, {"errors": "1"})
    config = config_of(sealed, made, 5, 0)
    assert isinstance(config, sealed.Config)
    assert (config.condition, config.errors) == (made.condition, 1)
    with pytest.raises(BadSetting, match="reserve"):
        config_of(sealed, recipe_of(sealed, {"reserve": "80", "ceiling": "60"}), 5, 0)


def test_a_recipe_for_other_rules_is_refused() -> None:
    made = recipe_of(sealed, {})
    old = Recipe(made.game, made.rules - 1, made.condition, made.fields)
    with pytest.raises(BadSetting, match="recipe must be one for sealed with rules"):
        config_of(sealed, old, 1, 0)
