"""Values that operators may write for a setting, and the refusals of others."""

from fractions import Fraction
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from games.core.settings import (
    BadSetting,
    Document,
    Flag,
    Kind,
    Money,
    Option,
    Setting,
    Value,
    Whole,
    conditions,
    dollars,
    find,
    number,
    settings_in,
)

PRICE = Money(1, 10_000)
LOSS = Money(-10_000, 10_000)
ROUNDS = Whole(1, 20)
STYLE = Option(("seed", "compact", "no_box"))
KINDS = (PRICE, LOSS, ROUNDS, STYLE, Flag())


def setting(kind: Kind) -> Setting:
    return Setting("key", kind, "", "A sentence.")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (PRICE, "45", 4_500),
        (PRICE, "$45", 4_500),
        (PRICE, " 45.5 ", 4_550),
        (PRICE, "$45.05", 4_505),
        (PRICE, "0.01", 1),
        (PRICE, "100.00", 10_000),
        (PRICE, "000045", 4_500),
        (LOSS, "-5", -500),
        (LOSS, "-$5.25", -525),
        (LOSS, "-0", 0),
        (ROUNDS, "6", 6),
        (ROUNDS, " 06 ", 6),
        (Whole(-5, 5), "-3", -3),
        (STYLE, "seed", "seed"),
        (STYLE, "Compact", "compact"),
        (STYLE, "no box", "no_box"),
        (Flag(), "on", True),
        (Flag(), "YES", True),
        (Flag(), "true", True),
        (Flag(), "1", True),
        (Flag(), "off", False),
        (Flag(), "No", False),
        (Flag(), "false", False),
        (Flag(), "0", False),
        (Document("a deal"), ' {"pool": 3}\n', '{"pool": 3}'),
    ],
)
def test_what_a_text_stands_for(kind: Kind, text: str, value: Value) -> None:
    parsed = setting(kind).parse(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("kind", "text", "allowed"),
    [
        *(
            (PRICE, text, "key must be a price from $0.01 to $100.00")
            for text in ("0", "-5", "100.01", "101", "45.001", "45.", ".5", "45,50", "1,000", "4 5", "cheap", "$", "")
        ),
        *(
            (PRICE, text, "must be a price")
            for text in ("٤٥", "４５", "½", "1e2", "0x2D", "$-5", "9" * 5_000, "45\n45")
        ),
        (LOSS, "-101", "key must be a price from -$100.00 to $100.00"),
        *(
            (ROUNDS, text, "must be a whole number from 1 to 20")
            for text in ("0", "21", "-1", "6.0", "six", "٦", "²", "")
        ),
        (ROUNDS, "9" * 5_000, "must be a whole number from 1 to 20"),
        *((STYLE, text, "must be one of seed, compact, no_box") for text in ("", "se", "seed, compact", "boxes")),
        *((Flag(), text, "must be on or off") for text in ("", "maybe", "2", "onoff")),
    ],
)
def test_a_refusal_says_what_is_allowed_and_repeats_what_was_written(kind: Kind, text: str, allowed: str) -> None:
    with pytest.raises(BadSetting) as caught:
        setting(kind).parse(text)
    said = str(caught.value)
    assert allowed in said
    wrote = " ".join(text.split())
    assert said.endswith(f"; you wrote {wrote[:40] or 'nothing'}{'…' if len(wrote) > 40 else ''}.")
    assert len(said) < 200


@given(st.sampled_from(KINDS), st.text())
def test_any_text_is_a_value_or_is_refused(kind: Kind, text: str) -> None:
    try:
        value = setting(kind).parse(text)
    except BadSetting:
        return
    assert setting(kind).parse(setting(kind).show(value)) == value


@given(st.integers(-10_000, 10_000))
def test_prices_are_shown_as_they_may_be_written(cents: int) -> None:
    assert setting(LOSS).parse(dollars(cents)) == cents
    assert setting(LOSS).parse(dollars(cents).replace("$", "")) == cents


@pytest.mark.parametrize(
    ("cents", "shown"), [(0, "$0.00"), (5, "$0.05"), (1_250, "$12.50"), (-500, "-$5.00"), (-5, "-$0.05")]
)
def test_dollars(cents: int, shown: str) -> None:
    assert dollars(cents) == shown


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        (PRICE, 4_550, "$45.50"),
        (ROUNDS, 6, "6"),
        (STYLE, "no_box", "no_box"),
        (Flag(), True, "on"),
        (Flag(), False, "off"),
    ],
)
def test_how_values_are_shown(kind: Kind, value: Value, shown: str) -> None:
    assert setting(kind).show(value) == shown


def test_an_unknown_key_is_told_which_there_are() -> None:
    known = (Setting("cost", PRICE, 1, ""), Setting("rounds", ROUNDS, 6, ""))
    assert find(known, "rounds") is known[1]
    with pytest.raises(BadSetting, match=r"^round is not a setting of this game; there are cost, rounds\.$"):
        find(iter(known), "round")


def test_formulas_see_money_in_dollars() -> None:
    assert number(setting(PRICE), 4_550) == Fraction(91, 2)
    assert number(setting(ROUNDS), 6) == 6


class Stated(Struct, frozen=True):
    style: Annotated[Literal["seed", "compact"], "seed", "How it looks."]
    cost: Annotated[int, PRICE, 40_00, "What it costs."]
    talk: Annotated[bool, False, "Talk is on."]
    condition: str


def test_settings_are_read_from_the_fields_of_a_configuration() -> None:
    style = Setting("style", Option(("seed", "compact")), "seed", "How it looks.")
    cost, talk = Setting("cost", PRICE, 40_00, "What it costs."), Setting("talk", Flag(), False, "Talk is on.")
    assert settings_in(Stated) == (style, cost, talk)
    assert settings_in(Stated, "style") == (cost, talk, style)


def test_conditions_are_read_from_a_table_and_may_build_on_each_other() -> None:
    table = conditions("""
        plain:
        _low: cost=choice(1, 2); rounds=3
        first: *_low; style=seed;
            rounds=4
        second: *first; cost=9
    """)
    assert list(table) == ["plain", "first", "second"]
    assert table["first"] == {"cost": "choice(1, 2)", "rounds": "4", "style": "seed"}
    assert list(table["second"].items()) == [("cost", "9"), ("rounds", "4"), ("style", "seed")]
