"""Hedges are found wherever they stand, and what is left without them is the meaning to ask about."""

import pytest

from games.language.hedges import WORDS, doubtful, hedged, unhedged


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
        ("nice to meet you, maybe a hat", "nice to meet you,  a hat"),
        ("a hat, maybe, and a ball", "a hat  and a ball"),
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


@pytest.mark.parametrize("text", ["i could do 50", "almost 50", "i hope for 50", "maybe 50", "i was thinking 50"])
def test_words_that_leave_an_offer_unsure_are_doubtful(text: str) -> None:
    assert doubtful(text)


@pytest.mark.parametrize("text", ["50 for you", "how about 45", "i know a good one", "ok"])
def test_other_words_leave_no_doubt(text: str) -> None:
    assert not doubtful(text)


def test_every_word_that_hedges_alone_is_doubtful_in_an_order() -> None:
    assert [word for word in sorted(WORDS - {"think"}) if not doubtful(f"i {word} 50 for me")] == []
