"""Words that stand in no other table: pool, act, what the last speaker would keep, and the talk, a row each."""

from typing import Any

import pytest

from games.core.contract import Reading, Said, Unclear
from games.dealornodeal.game import game
from games.dealornodeal.reader.consent import answer
from games.dealornodeal.rules.state import YOU, Heard, Offer
from tests.games.dealornodeal.helpers import dealt, talk
from tests.games.dealornodeal.reader.test_tracker import heard
from tests.games.readings import misread, rows

ROWS = rows(__file__)


def read(pool: str, dialogue: str) -> tuple[str, str]:
    made = heard(tuple(map(int, pool)), dialogue)
    return made.act, "".join(map(str, made.keep))


@pytest.mark.slow
def test_every_row() -> None:
    assert not misread(((pool, talk), read(pool, talk), (act, keep)) for pool, act, keep, talk in ROWS)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("ok .", "yes"),
        ("ok , let me think", ""),
        ("deal , are you happy now ?", "yes"),
        ("ok , what is next ?", ""),
        ("no , wait , deal", "yes"),
        ("deal ! wait , no", "no"),
        ("fine but that is not enough", "against"),
        ("good morning", ""),
    ],
)
def test_the_last_clear_clause_is_the_answer(words: str, meant: str) -> None:
    assert answer(words) == meant


@pytest.mark.parametrize("text", ["I want 3 books", "two hats and the balls for me", "you can have four balls"])
def test_more_than_there_is_is_no_offer_and_is_said_to_be_none(text: str) -> None:
    """Two books, a hat and three balls lie on the table."""
    state = talk(dealt(), "hi", "hello")
    unclear = game.read(game.view(state, YOU), Said(text))
    assert isinstance(unclear, Unclear)
    assert unclear.code == "too_many"


def test_both_of_two_kinds_counts_none() -> None:
    assert not isinstance(game.read(game.view(dealt(), YOU), Said("both the hat and the balls for me")), Unclear)


def meant(text: str, *before: str) -> Reading[Any]:
    state = talk(dealt(), *before)
    reading = game.read(game.view(state, YOU), Said(text))
    assert isinstance(reading, Reading)
    return reading


@pytest.mark.parametrize(
    "text",
    [
        *("ok {}, last offer", "{}, final offer", "{}. last one", "{}, my last offer", "{} - my final offer!"),
        *("{}, take it or leave it", "last offer: {}", "my final offer is {}", "{}, final answer", "{}, that's final"),
        *("{}. that's the best I can do", "{} is my last offer", "{}, can't go lower", "{}, last chance"),
    ],
)
def test_items_that_somebody_calls_their_last_offer_are_one(text: str) -> None:
    """Without these words, the items alone would be read as the same offer, or asked about in the same way."""
    words = text.format("1 hat and 2 balls")
    first = meant(words, "hi", "hello")
    assert (first.move, bool(first.question)) == (Offer((0, 1, 2)), True)
    demanded = meant(words, "1 hat and 3 balls for me", "you get 3 balls, I keep the rest")
    assert isinstance(demanded.move, Heard)
    assert (demanded.move.act, demanded.move.keep) == ("offer", (0, 1, 2))


@pytest.mark.parametrize(
    "text",
    [
        "nice hat, your last offer was bad",
        "hat and ball, the best deal ever",
        "the hats, your last offer?",
        "half of the balls look flat",
    ],
)
def test_words_about_other_offers_leave_a_remark_one(text: str) -> None:
    reading = meant(text)
    assert isinstance(reading.move, Heard)
    assert (reading.move.act, reading.question) == ("words", "")


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("I want the hat and half of the rest", (1, 1, 1)),
        ("the hat for me and a third of the rest", (0, 1, 1)),
        ("the hat for me and we split the rest", (1, 1, 1)),
        ("I get half of everything", (1, 0, 1)),
        ("you get half of everything", (1, 1, 2)),
        ("I want half of the balls, the rest is yours", (0, 0, 1)),
        ("let's go halves", (1, 0, 1)),
    ],
)
def test_a_fraction_that_leaves_no_whole_items_is_asked_about(text: str, keep: tuple[int, ...]) -> None:
    """Two books, a hat and three balls lie on the table."""
    reading = meant(text)
    assert (reading.move, bool(reading.question)) == (Offer(keep), True)
