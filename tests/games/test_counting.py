"""The work of readers grows no faster than the texts, counted in executed lines."""

from collections.abc import Iterable
from functools import partial
from itertools import pairwise, product
from typing import Any

import pytest

from games.core.contract import AnyGame, Said
from games.core.registry import get, names
from tests.bench.hostile import Shape, shapes, views
from tests.games.counting import lines

SIZES = (300, 600, 1_200)
TEXTS, VIEWS = 30, 2
"""Drawn shapes besides those that are `KNOWN`; `python -m tests.bench hostile` takes many more."""
MOST, SLACK = 2.3, 150
"""Twice the length takes at most `MOST` times the lines and a few more. One doubling may exceed that, where a longer
text is looked at more closely; what grows with the square exceeds it every time.
"""
LIMITED = ("balloon", "bargaining", "trading")
"""Games that refuse a text by its length before anything else. The others look at a part of it, in linear time."""
KNOWN = (
    *(Shape("", unit, "") for unit in ("?", "--\n\n", "1 ", "{", "}", "[", "ok, ", "yes! ", "a; ", "A08, ", "\n")),
    Shape("", "ARGUMENT: {a} ", ""),
    Shape("", "ARGUMENT: {'\n", "{}" * 20),
    Shape("STRATEGIC REASONING: {", "{", ""),
    Shape("STRATEGIC REASONING: {'", "x}", "\nAGREE: #1"),
    Shape("propose ", "please ", "A08"),
    Shape("[Offer: ", "1 Wheat, ", "1 Ore -> 1 Wood]"),
    Shape("", "i get 1 book and ", "a hat"),
    Shape("", "I will explore; ", ""),
)
"""Shapes on which readers once took the square of the length, or might."""


def work(game: AnyGame, view: Any, text: str) -> int:
    return lines(lambda: game.read(view, Said(text)))


def grows(counts: Iterable[int]) -> bool:
    """Return whether each count is out of proportion to the one before. The first that is not ends the counting."""
    return all(many > MOST * few + SLACK for few, many in pairwise(counts))


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_twice_the_text_is_twice_the_work(name: str) -> None:
    game = get(name)
    tried = product(views(name, VIEWS), (*KNOWN, *shapes(name, TEXTS)))
    slow = [shape for view, shape in tried if grows(work(game, view, shape.text(size)) for size in SIZES)]
    assert not slow


def test_work_that_grows_with_the_square_is_found() -> None:
    def pairs(text: str) -> int:
        return sum(1 for one in text for other in text if one == other)

    assert grows([lines(partial(pairs, "x" * size)) for size in (50, 100, 200)])
    assert not grows([lines(partial(list, map(pairs, "x" * size))) for size in SIZES])


@pytest.mark.parametrize("name", LIMITED)
@pytest.mark.parametrize("unit", ["x", "?", "--\n\n", "yes ", "\ufdfa", "STRATEGIC REASONING: {"])
def test_what_is_far_too_long_is_not_looked_at(name: str, unit: str) -> None:
    game = get(name)
    (view,) = views(name, 1)[:1]
    few, many = (work(game, view, unit * times) for times in (20_000, 200_000))
    assert many == few < 100
