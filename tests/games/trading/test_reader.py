"""Meanings of texts in trading: the table in rows.py, and more of the same kinds."""

import json
import re
from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Reading, Said, Unclear
from games.core.messages import relayed
from games.core.post import Voice
from games.trading import game
from games.trading.domain import written
from games.trading.reader import message
from games.trading.reader.message import read
from games.trading.rules import Deny, Propose
from tests.games.readings import misread, rows
from tests.games.trading.rows import FURTHER, NONE_STANDS, TABLE
from tests.games.trading.table import STANDING, ZERO, outcome, say, situation

SPOKEN = [(where, meant, json.loads(text)) for where, meant, text in rows(__file__)]
ANSWERING = situation(STANDING)
OPENING = situation()


def test_table() -> None:
    assert not misread(
        ((number, text), outcome(ANSWERING, text), meant) for number, rows in TABLE.items() for text, meant in rows
    )


def test_more_of_the_same_kinds() -> None:
    assert not misread((text, outcome(ANSWERING, text), meant) for text, meant in FURTHER)


def test_where_no_offer_stands() -> None:
    assert not misread((text, outcome(OPENING, text), meant) for text, meant in NONE_STANDS)


def test_what_people_write() -> None:
    states = {"A": ANSWERING}
    assert not misread(
        ((where, text), outcome(states.get(where, OPENING), text), meant) for where, meant, text in SPOKEN
    )


def test_there_are_as_many_rows_as_promised() -> None:
    assert sorted({*TABLE} | {38, 39, 43}) == list(range(1, 48))
    assert len(FURTHER) + len(NONE_STANDS) >= 150
    assert len({text for text, _ in FURTHER}) == len(FURTHER)


@pytest.mark.parametrize("text", ["1 wheat for 2 ore?", "1 wheat -> 2 ore"])
def test_an_offer_in_words_is_asked_about_and_the_question_says_who_gives_what(text: str) -> None:
    for state, question, move in (
        (OPENING, "Do you offer this: you give 1 Wheat and get 2 Ore?", Propose),
        (ANSWERING, "Do you deny the offer on the table and make this one: you give 1 Wheat and get 2 Ore?", Deny),
    ):
        reading = read(game.view(state, ZERO), Said(text))
        assert isinstance(reading, Reading)
        assert reading.question == question
        again = read(game.view(state, ZERO), Said(reading.confirm, via="pressed"))
        assert isinstance(again, Reading)
        assert isinstance(again.move, move)
        assert again.move == reading.move


def heard(text: str) -> str:
    reading = read(game.view(ANSWERING, ZERO), Said(text))
    assert isinstance(reading, Reading)
    return relayed(reading.say, "[]")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Fantastic. [Accept]", "Fantastic."),
        ("That is not worth it for me. [Deny]. But how about this: [Offer: 2 Wood -> 5 Wheat]",
         "That is not worth it for me. But how about this:"),
        ("[Accept]", ""),
        ("[Deny] . [Offer: 2 Wood -> 5 Wheat]!", ""),
        ("[Deny] 👍 no", "👍 no"),
        ("no[Deny]way", "no way"),
        ("> [Accept]\nNo. [Deny]", "No."),
    ],
)  # fmt: skip
def test_the_words_round_the_tags_are_passed_on(text: str, words: str) -> None:
    assert heard(text) == words


def test_what_looks_like_the_game_master_is_passed_on_without_brackets() -> None:
    assert say(ANSWERING, "[GAME] Player 1 accepted [trade]").history[-1].words == "(GAME) Player 1 accepted (trade)"


def test_a_line_break_cannot_make_words_look_like_somebody_elses() -> None:
    assert say(ANSWERING, "no\n\nParley:\tdone [Deny]").history[-1].words == "no Parley: done"


def test_an_offer_without_brackets_asks_with_the_text_that_would_make_it() -> None:
    reading = read(game.view(ANSWERING, ZERO), Said("2 sheep -> 1 ore"))
    assert isinstance(reading, Reading)
    assert reading.confirm == "[Deny] [Offer: 2 Sheep -> 1 Ore]"
    sure = read(game.view(ANSWERING, ZERO), Said(reading.confirm, via="pressed"))
    assert isinstance(sure, Reading)
    assert (sure.move, sure.confirm) == (reading.move, "")
    assert isinstance(reading.move, Deny)
    first = read(game.view(OPENING, ZERO), Said("2 sheep -> 1 ore"))
    assert isinstance(first, Reading)
    assert isinstance(first.move, Propose)


def test_a_written_offer_reads_as_itself() -> None:
    reading = read(game.view(OPENING, ZERO), Said(written(STANDING)))
    assert isinstance(reading, Reading)
    assert reading.move == Propose(STANDING)


@pytest.mark.parametrize("text", ["x" * 1_001, "[Deny] " + "x" * 1_001, "[Deny]" + " y" * 600])
def test_long_texts_are_refused_and_cost_nothing(text: str) -> None:
    refusal = read(game.view(ANSWERING, ZERO), Said(text))
    assert not isinstance(refusal, Reading)
    assert (refusal.code, refusal.strike) == ("too_long", False)


@pytest.mark.parametrize(
    ("text", "strike"), [("", False), ("ok", False), ("[Accept #1]", True), ("[Offer: 0 Ore -> 1 Wood]", True)]
)
def test_only_faulty_moves_cost_a_try(text: str, strike: bool) -> None:
    refusal = read(game.view(ANSWERING, ZERO), Said(text))
    assert not isinstance(refusal, Reading)
    assert refusal.strike is strike


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[Offer:  -> 1 Ore]", "bad_offer"),
        ("[Deny] [Offer: 1 Ore -> ]", "bad_offer"),
    ],
)
def test_a_form_that_is_sent_half_empty_costs_nothing(text: str, code: str) -> None:
    refusal = read(game.view(ANSWERING, ZERO), Said(text, via="form"))
    assert not isinstance(refusal, Reading)
    assert (refusal.code, refusal.strike) == (code, False)
    assert game.refuse(refusal, game.view(ANSWERING, ZERO), Voice(ZERO)).blocks


# --- the quick way through the reader ---------------------------------------------------------------------------------

PIECES = (
    *("[Accept]", "[accept]", "[ACCEPT]", "[Deny]", "[deny].", "[Deny](x)", "[Accepted]", "Accept", "deny", "I accept"),
    *(
        "[Offer: 2 Wheat -> 1 Ore]",
        "[offer: 30 woods -> 1 sheeps].",
        "[Offer: 2 Wheat, 1 Wood -> 1 Ore]",
        "[Offer: 0 Ore -> 1 Wood]",
    ),
    *(
        "[Offer: 2 Gold -> 1 Ore]",
        "[Offer: 2 WHEAT -> 1 Ore]",
        "[Offer: 02 Wheat -> 1 Ore]",
        "2 Wheat -> 1 Ore",
        "Offer: ",
    ),
    *(
        " ",
        "  ",
        "\n",
        "\t",
        "ok",
        "no way",
        "me. ",
        "www.x.org",
        "http://x",
        "> ",
        "*",
        "**",
        "_",
        "~~",
        "`",
        "(",
        ")",
        "<",
        ">",
    ),
    *("½", "\u200b", "’", "👍", "\x00", "[", "]", "!", ",", "-", "a" * 400),
)


def meant(reading: Any) -> tuple[Any, ...]:
    if isinstance(reading, Unclear):
        return (reading.code, reading.strike, reading.facts)
    return (reading.move, relayed(reading.say, "[]"), reading.confirm)


def same_both_ways(texts: Iterable[str]) -> None:
    for text in texts:
        for state in (ANSWERING, OPENING):
            view = game.view(state, ZERO)
            quick = read(view, Said(text))
            with patch.object(message, "USUAL", re.compile("(?!)")):
                slow = read(view, Said(text))
            assert meant(quick) == meant(slow), text


def test_the_usual_message_is_read_as_the_close_reading_would() -> None:
    same_both_ways(text for row in TABLE.values() for text, _ in row)
    same_both_ways(text for text, _ in (*FURTHER, *NONE_STANDS))


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join))
def test_so_is_whatever_is_put_together_from_its_pieces(text: str) -> None:
    same_both_ways([text])


@pytest.mark.parametrize(
    "text",
    [
        "[" + "offer " * 30_000,
        "[offer: " + "1 ore," * 30_000,
        "offer " * 30_000 + "->",
        "1 ore, " * 30_000 + "-> 1 wood",
        "[accept" * 30_000,
        "<" * 100_000 + "[offer",
        "[" * 100_000 + "]" * 100_000,
        "[Offer: " + "0" * 100_000 + "1 Ore -> 1 Wood]",
        "[Offer: " + "9" * 100_000 + " Ore -> 1 Wood]",
        "[Offer: 1 Ore" + " " * 100_000 + "-> 1 Wood]",
    ],
    ids=lambda text: text[:12],
)
def test_endless_texts_are_read_at_once(text: str) -> None:
    assert isinstance(read(game.view(ANSWERING, ZERO), Said(text)), Reading | Unclear)


@pytest.mark.parametrize(
    ("text", "alone", "answering"),
    [
        ("3 wheat -> 1 ore", "|3 Wheat -> 1 Ore", "denied|3 Wheat -> 1 Ore"),
        ("offer: 3 wheat => 1 ore.", "|3 Wheat -> 1 Ore", "denied|3 Wheat -> 1 Ore"),
        ("3 wheats for 1 ore", "|3 Wheat -> 1 Ore", "denied|3 Wheat -> 1 Ore"),
        ("[Offer: 3 Wheat -> 1 Ore] deal?", "|3 Wheat -> 1 Ore", "denied|3 Wheat -> 1 Ore"),
        ("accept", "!nothing_to_answer", "accepted"),
        ("1.5 wheat -> 1 ore", "!bad_quantity", "!bad_quantity"),
        ("3 gold -> 1 ore", "!unknown_resource", "!unknown_resource"),
        ("3 wheat for your ore", "!bad_syntax", "!bad_syntax"),
        ("something for nothing", "!bad_syntax", "!bad_syntax"),
    ],
)
def test_what_stands_behind_a_command_is_an_offer_and_asks_for_no_button(text: str, alone: str, answering: str) -> None:
    assert outcome(situation(), text, order=True) == alone
    assert outcome(situation(STANDING), text, order=True) == answering


@pytest.mark.parametrize("text", ["3 wheat", "offer 3 wheat", "my wheat, please", "[Offer: 3 Wheat]"])
def test_a_command_without_an_arrow_costs_a_try_only_as_a_tag(text: str) -> None:
    found = read(game.view(situation(), ZERO), Said(text, order=True))
    assert isinstance(found, Unclear)
    assert (found.code, found.strike) == ("bad_syntax", text.startswith("["))
