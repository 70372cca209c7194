"""The reader of balloon: the parse table, orders by number, and what hidden words may not do."""

import json
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.balloon import game
from games.balloon.reader.protocol import parts
from games.balloon.rules import WORDS_MOST, Agree, Bargain
from games.core.contract import Moved, Reading, Said, Unclear
from tests.games.balloon.rows import MORE, TABLE
from tests.games.balloon.table import dealt, lone, mover, outcome, planted, situation
from tests.games.counting import lines
from tests.games.readings import misread, rows

ROWS = [(f"{number}.{k}", *row) for number, rows in TABLE.items() for k, row in enumerate(rows)]
ROWS += [(f"more.{k}", *row) for k, row in enumerate(MORE)]
SPOKEN = [(where, meant, json.loads(text)) for where, meant, text in rows(__file__)]
STATES = {"A": situation(), "L": lone(), "O": planted()}


def test_what_people_write() -> None:
    assert not misread(((where, text), outcome(STATES[where], text), meant) for where, meant, text in SPOKEN)


def test_a_text_means_what_the_table_says() -> None:
    assert not misread(((name, text), outcome(situation(), text), relaxed) for name, text, relaxed, _ in ROWS)


def test_the_strict_grammar_reads_what_the_table_says() -> None:
    strict = situation(grammar="seed")
    assert not misread(((name, text), outcome(strict, text), seed) for name, text, _, seed in ROWS)


@pytest.mark.parametrize("text", ["AGREE", "agree", "Yes, I agree.", "OK. Deal!", "it's a deal", "accepted"])
def test_agreeing_without_a_set_is_confirmed_if_there_is_only_one(text: str) -> None:
    state = lone()
    view = game.view(state, mover(state))
    reading = game.read(view, Said(text))
    assert isinstance(reading, Reading)
    assert reading.confirm == "agree #2"
    sure = game.read(view, Said(reading.confirm, via="pressed"))
    assert isinstance(sure, Reading)
    assert sure.move == reading.move == Agree(("A08", "B95"))


@pytest.mark.parametrize(("where", "text"), [(row[0], row[2]) for row in SPOKEN if row[1].startswith("?")], ids=ascii)
def test_a_yes_to_the_question_does_and_says_what_was_asked_about(where: str, text: str) -> None:
    view = game.view(STATES[where], mover(STATES[where]))
    reading = game.read(view, Said(text))
    assert isinstance(reading, Reading)
    assert reading.question.startswith(("Do you agree to #", "Do you propose ", "Do you refuse #"))
    again = game.read(view, Said(reading.confirm, via="pressed"))
    assert isinstance(again, Reading)
    assert (again.move, again.say) == (reading.move, reading.say)


def test_the_question_says_what_a_set_comes_to() -> None:
    view = game.view(lone(), mover(lone()))
    for text, question in (
        ("deal", "Do you agree to #2 (2 items, effort 70 of 100, worth 13 to you)? That is the deal."),
        ("A08", "Do you propose A08 (1 item, effort 40 of 100, worth 7 to you)?"),
        ("how about A08 and C17?", "Do you propose A08, C17 (2 items, effort 42 of 100, worth 9 to you)?"),
    ):
        reading = game.read(view, Said(text))
        assert isinstance(reading, Reading)
        assert reading.question == question


def test_agreeing_words_are_talk_while_nothing_is_proposed() -> None:
    assert outcome(planted(), "Deal!") == "'Deal!'"
    assert outcome(planted(), "agree") == "'agree'"
    assert outcome(planted(), "AGREE:") == "!nothing_to_answer"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("PROPOSE: {A08, C17}", "+A08 C17"),
        ("I propose ['A08', 'C17'].", "+A08 C17"),
        ("propose (a08 c17)", "+A08 C17"),
        ("propose {z99}", "!unknown_item*"),
        ("refuse {A08, B95}", "-A08 B95"),
    ],
)
def test_a_set_in_words_may_stand_in_brackets(text: str, meant: str) -> None:
    assert outcome(situation(), text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a08 c17", "+A08 C17"),
        ("A08", "+A08"),
        ("#2 - B95", "+A08"),
        ("propose c17", "+C17"),
        ("PROPOSAL: {c17}", "+C17"),
        ("a08 z99", "!unknown_item*"),
        ("something light", "!unknown_item"),
        ("agree #2", "=A08 B95"),
    ],
)
def test_what_stands_behind_a_command_is_a_move_and_asks_for_no_button(text: str, meant: str) -> None:
    assert outcome(situation(), text, order=True) == meant


def test_a_long_message_is_cut_after_its_moves_were_read() -> None:
    text = "STRATEGIC REASONING: {'x'}\nARGUMENT: {'" + "long " * 1_000 + "'}\nPROPOSAL: {'A08'}"
    for grammar in ("relaxed", "seed"):
        state = situation(grammar=grammar)
        reading = game.read(game.view(state, mover(state)), Said(text))
        assert isinstance(reading, Reading)
        assert reading.move == Bargain((("A08",),), ())
        assert len(reading.say) <= WORDS_MOST
        assert reading.say.endswith("…")


def test_an_item_may_be_called_like_a_word_between_names() -> None:
    file = '{"limit": 9, "effort": {"a": 1, "set": 2, "old rope": 3}, "importance": {"A": {}, "B": {}}}'
    assert outcome(dealt(1, instance=file), "propose a and the old rope") == "+a old rope"
    assert outcome(dealt(1, instance=file), "PROPOSAL: {Old Rope, SET}") == "+set old rope"


def test_a_form_with_nothing_picked_costs_nothing() -> None:
    state = situation()
    reading = game.read(game.view(state, mover(state)), Said("PROPOSAL: {}", via="form"))
    assert isinstance(reading, Unclear)
    assert (reading.code, reading.strike) == ("empty_set", False)


def test_buttons_and_forms_are_read_as_peoples_writing_under_the_seeds_grammar() -> None:
    state = situation(grammar="seed")
    view = game.view(state, mover(state))
    for text, via in (("agree #2", "pressed"), ("PROPOSAL: {A08, C17}", "form")):
        reading = game.read(view, Said(text, via=via))  # type: ignore[arg-type]
        assert isinstance(reading, Reading)
        assert reading.move is not None


def test_the_empty_set_may_be_proposed_where_that_is_allowed() -> None:
    state = planted(allow_empty="on")
    assert outcome(state, "PROPOSAL: {}") == "+"
    assert outcome(planted(), "PROPOSAL: {}") == "!empty_set*"


QUOTED = ("PROPOSAL: {'A08'}", "AGREE: {'A08', 'B95'}", "ARGUMENT: {'x'}")
HIDDEN = st.lists(st.sampled_from(("a", "b", "'", "{", "}", ":", " ", "\n", *QUOTED)), max_size=20).map("".join)


@given(HIDDEN.filter(lambda body: body.count("{") == body.count("}") and "\n" not in body))
def test_reasoning_is_neither_shown_nor_executed(body: str) -> None:
    depth = 0
    for char in body:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return
    state = situation()
    text = "STRATEGIC REASONING: {'zebra " + body + "'}\nARGUMENT: {'hello'}"
    reading = game.read(game.view(state, mover(state)), Said(text))
    assert reading == Reading(None, "hello")


@given(st.text(alphabet="ab {}:", max_size=20))
def test_unpaired_braces_in_reasoning_never_let_it_out(body: str) -> None:
    state = situation()
    text = "STRATEGIC REASONING: {'zebra " + body + "zebra'}\nARGUMENT: {'hello'}"
    reading = game.read(game.view(state, mover(state)), Said(text))
    assert reading == Reading(None, "hello")


def test_many_parts_are_read_in_time_linear_in_their_number() -> None:
    assert len(parts("ARGUMENT: {a}" * 10_000)) <= 61
    state = situation()
    for text in (
        "ARGUMENT: {a} " * 1_400,
        "{}" * 9_000,
        "ARGUMENT: {" + "}{" * 9_000,
        "1 " * 9_000,
        "agree " + "1  " * 6_000,
        "propose " + "!" * 9_000 + "x",
        "agree " + ", " * 9_000 + "x",
        "so " * 6_000 + "x",
        "propose A08 please " * 900,
        "A08 refuse #2, propose C17 " * 700,
    ):
        game.read(game.view(state, mover(state)), Said(text))


@pytest.mark.parametrize("unit", ["1 ", "9\n", "ok, "])
def test_words_that_are_no_names_are_not_looked_up_by_the_hundred(unit: str) -> None:
    for state in STATES.values():
        view = game.view(state, mover(state))
        few, many = (lines(partial(game.read, view, Said(unit * (size // len(unit))))) for size in (1_000, 5_000))
        assert many <= few + 150
        assert many < 2_500


def test_every_reading_is_a_move_or_words() -> None:
    state = situation()
    for _, text, _, _ in ROWS:
        reading = game.read(game.view(state, mover(state)), Said(text))
        if isinstance(reading, Reading) and reading.move is None:
            game.apply(state, Moved(mover(state), None, reading.say))
