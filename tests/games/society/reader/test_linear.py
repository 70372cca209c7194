"""Reading costs little: long texts are refused before anything scans them, and rewritten patterns mean what they meant.

The patterns on the left of each comparison are the plain ones; on a text of thousands of signs or line ends they take
the square of its length.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Reading, Said, Unclear
from games.core.post import Voice, plain
from games.society import game
from games.society.reader import hints, sentences
from games.society.reader import patterns as options
from games.society.rules.moves import Orders
from games.society.rules.play import WORDS_MOST
from tests.games.society.table import C0, FREE, MINE, dealt

FLAGS = re.IGNORECASE | re.MULTILINE
PIECES = (
    "communication",
    "action",
    "thoughts",
    ":",
    "\n",
    " ",
    "-",
    "a",
    "Option ",
    "2",
    "1. ",
    ")",
    "join",
    "please",
    ",",
)
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
CONTRACT, PHYSICAL = dealt(game="contract"), dealt(game="social")


@given(texts)
def test_a_label_is_found_where_a_line_begins_with_it(text: str) -> None:
    for label, pattern in (("communication", options.COMMUNICATION), (r"thoughts?", options.THOUGHTS)):
        slow = re.compile(rf"^[\s\W]*{label}\s*:", FLAGS)
        assert [(m.start(), m.end()) for m in slow.finditer(text)] == [
            (m.end(1), m.end()) for m in pattern.finditer(text)
        ]


@given(texts)
def test_the_number_of_an_option_goes_with_it(text: str) -> None:
    slow = re.compile(r"^([\s\W]*(?:communication\s*:\s*)?)(?:option\s+)?[1-4][.):]\s+(?=[a-z])", FLAGS)
    assert options.NUMBERED.sub(r"\1", text) == slow.sub(r"\1", text)


@given(texts)
def test_polite_words_at_the_end_go(text: str) -> None:
    slow = re.compile(r"[\s,]+(?:please|pls|thanks|thank\s+you|now|then)$", re.IGNORECASE)
    assert options.THANKS.sub("", text) == slow.sub("", text)


@given(st.lists(st.sampled_from(("you", "yours", "we", "?", "!", " ", "_", "\n", "1")), max_size=8).map("".join))
def test_a_question_to_others_is_one_that_ends_the_text(text: str) -> None:
    slow = re.compile(r".*\byou(?:r|rs)?\b.*\?\W*", re.IGNORECASE | re.DOTALL)
    assert hints._asks_others(text) == bool(slow.fullmatch(text))


@pytest.mark.parametrize("state", [FREE, MINE, CONTRACT, PHYSICAL], ids=["free", "mine", "contract", "physical"])
@pytest.mark.parametrize("unit", ["--\n\n", "what a day! ", "\ufdfa", "accept? ", "a "])
def test_a_text_over_the_limit_is_refused_with_the_limit(state: object, unit: str) -> None:
    view = game.view(state, C0)  # type: ignore[arg-type]
    read = game.read(view, Said((unit * 5_000)[:5_000]))
    assert isinstance(read, Unclear)
    assert read.code in ("too_long", "empty")
    if read.code == "too_long":
        assert f"at most {WORDS_MOST} characters" in plain(game.refuse(read, view, Voice(C0)))


def test_an_option_behind_long_thoughts_is_read() -> None:
    thoughts = "Thoughts: " + "who could want what, and why? " * 100
    read = game.read(game.view(FREE, C0), Said(f"{thoughts}\nCommunication: propose miner_0 40/60"))
    assert read == game.read(game.view(FREE, C0), Said("Communication: propose miner_0 40/60"))
    assert isinstance(read, Reading)
    plans = game.read(game.view(PHYSICAL, C0), Said(f"{thoughts}\nPlan: GATHER 3 WOOD"))
    assert isinstance(plans, Reading)
    assert isinstance(plans.move, Orders)


def test_an_answer_over_the_limit_is_refused_whatever_stands_before_it() -> None:
    read = game.read(game.view(FREE, C0), Said("Communication: accept. " + "a " * 600))
    assert isinstance(read, Unclear)
    assert read.code == "too_long"


def test_more_options_than_anybody_would_write_are_not_read_one_by_one() -> None:
    many = "accept? " * (sentences.MOST_OPTIONS + 1)
    assert sentences.find(many).crowded
    read = game.read(game.view(MINE, C0), Said(many))
    assert isinstance(read, Unclear)
    assert read.code == "long"
    assert not sentences.find("accept? " * sentences.MOST_OPTIONS).crowded


def test_words_that_are_too_long_to_be_said_agree_with_no_move() -> None:
    assert game.agrees(game.view(FREE, C0), None, "Well.")
    assert not game.agrees(game.view(FREE, C0), None, "well " * 300)
