"""Words typed on a phone are written in full, and slips in words of agreement are mended."""

import pytest

from games.language.spelling import in_full


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("works 4 me", "works for me"),
        ("gr8, dont w8", "great, don't wait"),
        ("alr deel", "alright deal"),
        ("i acept", "i accept"),
        ("accpet", "accept"),
        ("agreeed, we have an agrement", "agreed, we have an agreement"),
        ("your propsal", "your proposal"),
    ],
)
def test_short_and_misspelt_words_are_written_in_full(typed: str, full: str) -> None:
    assert in_full(typed) == full


@pytest.mark.parametrize(
    "text", ["i expect more", "except one", "your accent", "greed", "2 bricks 4 wood", "he accepts"]
)
def test_other_words_stay(text: str) -> None:
    assert in_full(text) == text
