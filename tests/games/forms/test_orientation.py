"""Social value orientation is scored as published."""

import pytest

from games.forms.analysis.orientation import slider_type, svo_slider, triple_dominance
from games.forms.instruments import SVO_SLIDER, TRIPLE_DOMINANCE, TRIPLES
from games.forms.items import Divide, Form
from games.forms.rules import division

PUBLISHED = (
    "85 85 85 85 85 85 85 85 85 / 85 76 68 59 50 41 33 24 15",
    "85 87 89 91 93 94 96 98 100 / 15 19 24 28 33 37 41 46 50",
    "50 54 59 63 68 72 76 81 85 / 100 98 96 94 93 91 89 87 85",
    "50 54 59 63 68 72 76 81 85 / 100 89 79 68 58 47 36 26 15",
    "100 94 88 81 75 69 63 56 50 / 50 56 63 69 75 81 88 94 100",
    "100 98 96 94 93 91 89 87 85 / 50 54 59 63 68 72 76 81 85",
)
"""You receive / other receives: the paper-based measure of Murphy, Ackermann and Handgraaf."""
KEYS = {"prosocial": "cbacbaacb", "individualistic": "bacbacbac", "competitive": "acbacbcba"}
"""The scoring key of the Triple Dominance Measure: the letter of each kind in items 1 to 9."""


def divisions(form: Form) -> tuple[Divide, ...]:
    return tuple(item for item in form.items if isinstance(item, Divide))


def test_the_sliders_hold_the_published_divisions() -> None:
    for item, row in zip(divisions(SVO_SLIDER), PUBLISHED, strict=True):
        own, other = ([int(number) for number in half.split()] for half in row.split("/"))
        assert item.options == tuple(zip(own, other, strict=True))


@pytest.mark.parametrize(
    ("places", "angle", "kind"),
    [
        ((1, 9, 1, 1, 9, 9), 61.39, "altruistic"),
        ((1, 9, 9, 9, 1, 1), 7.82, "individualistic"),
        ((9, 1, 9, 9, 1, 1), -16.26, "competitive"),
        ((1, 9, 9, 4, 5, 9), 37.48, "prosocial"),
    ],
)
def test_consistent_people_get_the_published_angles(places: tuple[int, ...], angle: float, kind: str) -> None:
    chosen = {item.id: division(item.options[at - 1]) for item, at in zip(divisions(SVO_SLIDER), places, strict=True)}
    found = svo_slider(chosen)
    assert found is not None
    assert found.angle == pytest.approx(angle, abs=0.005)
    assert found.type == kind


@pytest.mark.parametrize(
    ("angle", "kind"),
    [
        (57.16, "altruistic"),
        (57.15, "prosocial"),
        (22.46, "prosocial"),
        (22.45, "individualistic"),
        (-12.03, "individualistic"),
        (-12.05, "competitive"),
    ],
)
def test_types_have_the_published_bounds(angle: float, kind: str) -> None:
    assert slider_type(angle) == kind


def dominance(letters: str) -> dict[str, str]:
    return {f"tdm_{n}": division(TRIPLES[n - 1]["abc".index(letter)]) for n, letter in enumerate(letters, 1)}


@pytest.mark.parametrize("kind", KEYS)
def test_nine_choices_of_one_kind_make_a_type(kind: str) -> None:
    assert triple_dominance(dominance(KEYS[kind])) == (kind, 9)


def test_six_of_nine_are_enough_and_five_are_not() -> None:
    one, other = KEYS["prosocial"], KEYS["competitive"]
    assert triple_dominance(dominance(one[:6] + other[6:])) == ("prosocial", 6)
    assert triple_dominance(dominance(one[:5] + other[5:])) == ("unclassified", 5)


def test_an_answer_that_is_missing_or_no_division_of_the_item_gives_no_score() -> None:
    chosen = dominance(KEYS["prosocial"])
    assert triple_dominance({**chosen, "tdm_9": ""}) is None
    assert triple_dominance({**chosen, "tdm_9": "1:2"}) is None
    assert triple_dominance({}) is None
    assert svo_slider(chosen) is None


def test_the_items_of_each_instrument_are_its_scored_ones() -> None:
    assert [item.id for item in divisions(SVO_SLIDER)] == [f"svo_{n}" for n in range(1, 7)]
    assert [item.id for item in divisions(TRIPLE_DOMINANCE)] == [f"tdm_{n}" for n in range(1, 10)]
