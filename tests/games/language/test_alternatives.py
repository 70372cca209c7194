"""Texts that count several offers, in parts."""

import pytest

from games.language.alternatives import LONGEST, alternatives


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("first offer: a hat. second offer: a ball", ("a hat. ", "a ball")),
        ("option 1: a hat; option 2: a ball", ("a hat; ", "a ball")),
        ("offer a - a hat, offer b - a ball", ("a hat, ", "a ball")),
        ("1) a hat 2) a ball 3) both", (" a hat ", "a ball ", "both")),
        ("a hat for me. another option is a ball", ("a hat for me. ", "a ball")),
        ("i get the hat, or you get the balls", ("i get the hat, ", "you get the balls")),
        ("a hat. alternatively, a ball", ("a hat. ", "a ball")),
        ("plan a: a hat\nplan b: a ball", ("a hat\n", "a ball")),
        ("i get 1) a hat 2) a ball", ()),
        ("my first offer was better", ()),
        ("first offer: a hat", ()),
        ("a hat or a ball", ()),
        ("offer 2 hats", ()),
        ("option 2: a ball " * 40, ()),
        ("option 2: a ball. option 3: a hat " + "." * LONGEST, ()),
        ("", ()),
    ],
)
def test_the_parts_of_a_text_that_counts_offers(text: str, parts: tuple[str, ...]) -> None:
    assert alternatives(text) == parts
