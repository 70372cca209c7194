"""Hedges are found wherever they stand, and what is left without them is the meaning to ask about."""

import pytest

from games.language.hedges import hedged, unhedged


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("maybe 3 hats", "3 hats"),
        ("3 hats or so", "3 hats"),
        ("about 45", "45"),
        ("around two hats", "two hats"),
        ("something like 50", "50"),
        ("i guess so", "yes"),
        ("that might work", "ok"),
        ("could be fine", "ok"),
        ("i think i might take the ball", "i take the ball"),
        ("ok, not sure though", "ok"),
    ],
)
def test_a_hedge_is_found_and_taken_off(text: str, meaning: str) -> None:
    assert hedged(text)
    assert unhedged(text) == meaning


@pytest.mark.parametrize(
    "text", ["how about 45", "what about the ball", "let me think", "i think 45 is fair", "ok", ""]
)
def test_other_words_are_no_hedge(text: str) -> None:
    assert not hedged(text)
    assert unhedged(text) == text
