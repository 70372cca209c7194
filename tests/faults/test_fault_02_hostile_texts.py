"""Fault 2: one player freezes everybody with messages inside the limits. Here: the readers of bargaining, trading and
balloon, and the clean-up that all games share. Work is counted in executed lines, patterns are looked at by themselves.
"""

from functools import partial
from unicodedata import normalize

import pytest

from bot.session import arguments
from games.balloon.reader import message as reader
from games.balloon.reader import orders, protocol
from games.core.contract import Said, Unclear
from games.core.registry import get
from games.language.text import LONGEST, canon, clean
from tests.bench.hostile import Shape, views
from tests.games.counting import lines
from tests.repo.patterns import trouble

THREE = ("balloon", "bargaining", "trading")
SIZES = (300, 600, 1_200, 4_800)


@pytest.mark.parametrize("name", THREE)
@pytest.mark.parametrize("unit", ["x", "1 ", "yes ", "\n", "STRATEGIC REASONING: {", "[Offer: "])
def test_length_is_checked_before_anything_scans(name: str, unit: str) -> None:
    game = get(name)
    for view in views(name, 3):
        few, many = (lines(partial(game.read, view, Said(unit * times))) for times in (10_000, 100_000))
        assert few == many < 60
        assert isinstance(game.read(view, Said(unit * 10_000)), Unclear)


@pytest.mark.parametrize("name", THREE)
@pytest.mark.parametrize("unit", ["\ufdfa", "㌖", "1 ", "9\n", "ok, "], ids=ascii)
def test_a_message_inside_the_limits_costs_no_more_lines_than_it_has_characters(name: str, unit: str) -> None:
    game, text = get(name), unit * (5_000 // len(unit))
    for view in views(name, 3):
        assert lines(partial(game.read, view, Said(text))) < 5_000


@pytest.mark.parametrize(
    "shape",
    [
        Shape("STRATEGIC REASONING: {", "{", ""),
        Shape("", "ARGUMENT: {a} ", ""),
        Shape("", "ARGUMENT: {'\n", "{}" * 20),
        Shape("", "STRATEGIC REASONING: {a} b\n", "{}" * 20),
    ],
    ids=lambda shape: ascii(shape.unit),
)
def test_braces_of_reasoning_and_arguments_are_counted_once(shape: Shape) -> None:
    counts = [lines(partial(protocol.parts, shape.text(size))) for size in SIZES]
    assert counts[1] < 2.3 * counts[0] + 150
    assert counts[2] < 2.3 * counts[1] + 150
    assert counts[3] < 4.6 * counts[2] + 150


def test_politeness_behind_an_order_is_found_in_one_pass() -> None:
    assert not trouble(orders._POLITE.pattern, orders._POLITE.flags, searched=False)
    for text in ("propose A08 please", "agree #1 👍 thanks.", "reject it, thank you!"):
        assert orders.without_politeness(text) in ("propose A08", "agree #1", "reject it")
    assert orders.without_politeness("please stay") == "please stay"


def test_words_behind_a_set_and_codes_in_links_are_linear() -> None:
    for pattern, searched in ((reader._MORE, False), (protocol._SET, False), (orders._REASON, True)):
        assert not trouble(pattern.pattern, pattern.flags, searched=searched), pattern
    for pattern in (arguments._LINK, arguments._SIGN):
        assert not trouble(pattern.pattern, pattern.flags), pattern


def test_marks_are_not_sorted_by_the_thousand() -> None:
    """The library sorts combining marks one by one: 5,000 of them took 34 ms, and twice as many four times as long."""
    text = canon("a" + "\u0301\u0327" * 2_500 + "b")
    assert len(text) <= 33
    assert text[-1] == "b"
    assert canon(text) == text == normalize("NFC", text)
    assert canon("e\u0301\u0327" * 40) == "ȩ\u0301" * 40


def test_one_character_does_not_become_many() -> None:
    assert canon("\ufdfa") == "\ufdfa"
    assert canon("㎉") == "kcal"
    assert clean("a" * LONGEST) == "a" * LONGEST
    assert clean("a" * (LONGEST + 1)) is None
    assert clean("㎉" * (LONGEST // 2)) is None
