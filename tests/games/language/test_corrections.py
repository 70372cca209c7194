"""Numbers that are counted again, and texts that start again."""

import pytest

from games.language.corrections import recounted, started_again


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("70 no 60 for me", "60 for me"),
        ("gina 50 50 no wait 60 for me 40 for you", "gina 60 for me 40 for you"),
        ("five, i mean three", "three"),
        ("60 no", "60 no"),
        ("60? no 50", "60? no 50"),
        ("no 60", "no 60"),
        ("5 no " * 100 + "6", "5 no " * 100 + "6"),
    ],
)
def test_a_number_that_is_counted_again_is_dropped(text: str, left: str) -> None:
    assert recounted(text) == left


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("4 sheep for 1 ore, i mean 3 sheep for 1 ore", "3 sheep for 1 ore"),
        ("a08 and b17, no wait, a08 and a31", "a08 and a31"),
        ("i mean it", ""),
        ("a08, no wait?", ""),
        ("a08 and a31", ""),
        ("a, no wait, b" * 40, ""),
    ],
)
def test_what_stands_behind_a_new_start_counts(text: str, rest: str) -> None:
    assert started_again(text) == rest
