"""Models that play balloon: what they are told, and what becomes of their answers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.rules import Agree, Bargain
from games.balloon.view import Opened
from games.core.contract import Reading, Unclear
from games.core.post import Voice, plain
from tests.games.balloon.table import bargain, lone, outcome, planted, situation

A, B = SEATS
VIEW = game.view(situation(), A)


def answer(view: Any = VIEW, **given: Any) -> object:
    read = game.answered(view, {"reason": "r", "number": 0, "items": [], "say": "", **given})
    return read.move if isinstance(read, Reading) else f"!{read.code}"


@pytest.mark.parametrize(
    ("given", "move"),
    [
        ({"action": "propose", "items": ["A08", "c17"]}, Bargain((("A08", "C17"),), ())),
        ({"action": "Counter", "items": "{'A08', B95}"}, Bargain((("A08", "B95"),), ())),
        ({"action": "propose", "items": ["Z99"]}, "!unknown_item"),
        ({"action": "propose", "items": []}, "!empty_set"),
        ({"action": "propose", "items": ["A08", "B34"]}, "!over_limit"),
        ({"action": "propose", "items": [1]}, "!bad_set"),
        ({"action": "propose", "items": None}, "!bad_set"),
        ({"action": "agree", "number": 2}, Agree(("A08", "B95"))),
        ({"action": "accept", "number": "3"}, Agree(("A39", "B81"))),
        ({"action": "agree", "number": 2, "items": ["b95", "A08"]}, Agree(("A08", "B95"))),
        ({"action": "agree", "number": 2, "items": ["A39", "B81"]}, "!which"),
        ({"action": "agree", "number": 1}, "!which"),
        ({"action": "agree"}, "!which"),
        ({"action": "refuse", "number": 3}, Bargain((), (("A39", "B81"),))),
        ({"action": "talk", "say": "Hm."}, None),
        ({"action": "talk"}, "!unclear"),
        ({"action": "sing", "say": "la"}, "!unclear"),
        ({"action": 7}, "!unclear"),
    ],
)
def test_an_answer_becomes_the_move_that_it_names(given: dict[str, Any], move: object) -> None:
    assert answer(**given) == move


def test_the_only_open_proposal_needs_no_number() -> None:
    assert answer(game.view(lone(), A), action="agree") == Agree(("A08", "B95"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5), st.lists, max_leaves=4
)


@given(
    st.dictionaries(st.sampled_from(("action", "number", "items", "say")), JSON | st.sampled_from(("agree", "propose")))
)
def test_no_answer_is_an_error(given: dict[str, Any]) -> None:
    assert isinstance(game.answered(VIEW, given), Reading | Unclear)


def test_only_the_rules_and_the_question_know_what_items_are_worth_to_the_seat() -> None:
    other = replace(VIEW, importance=(901, 902, 903, 904, 905, 906, 907))
    mine, theirs = game.prompt(VIEW, A), game.prompt(other, A)
    assert mine.answer == theirs.answer
    assert "907" in theirs.rules
    assert "A08 40" in mine.rules


def test_open_proposals_are_weighed_and_no_set_is_worked_out() -> None:
    now = game.prompt(VIEW, A).now
    assert "28 messages are left" in now
    assert "#2, worth 13" in now
    assert "effort" not in now


def test_the_form_of_an_answer_never_changes_in_a_game() -> None:
    views = (game.view(planted(), A), VIEW, game.view(bargain(planted(max_messages="2"), "A08"), B))
    first, *rest = (game.prompt(view, view.who).answer for view in views)
    assert first["properties"]["action"]["enum"] == ["agree", "propose", "refuse", "talk"]
    assert all(answer["properties"]["action"] == first["properties"]["action"] for answer in rest)


def test_words_may_not_be_another_move() -> None:
    move = Bargain((("A08", "C17"),), ())
    assert game.agrees(VIEW, move, "A08 would be good for us.")
    assert game.agrees(VIEW, move, "propose A08, C17")
    assert not game.agrees(VIEW, move, "agree #2")
    assert not game.agrees(VIEW, move, "PROPOSAL: {B34}")
    assert not game.agrees(VIEW, move, "I agree.")
    assert not game.agrees(VIEW, move, "I will take your set.")
    assert not game.agrees(VIEW, None, "Agreed to #2!")
    assert game.agrees(VIEW, Agree(("A08", "B95")), "Agreed, thank you.")
    assert not game.agrees(VIEW, Agree(("A08", "B95")), "No way.")
    assert game.described(VIEW, move) == "propose to keep A08, C17 (2 items, 0 of the 2 in their #3)"
    assert game.uttered(VIEW, move)
    assert not any(char.isdigit() for char in game.uttered(VIEW, move))


def test_without_reasoning_no_model_is_asked_for_reasons_and_no_message_may_hold_them() -> None:
    for grammar in ("relaxed", "seed"):
        asked, silent = (planted(grammar=grammar, reasoning=on) for on in ("on", "off"))
        for state, reasons in ((asked, True), (silent, False)):
            view = game.view(state, SEATS[0])
            made = game.prompt(view, SEATS[0])
            assert ("reason" in made.answer["properties"]) is reasons
            assert ("reason" in made.answer["required"]) is reasons
            assert ("STRATEGIC REASONING" in made.protocol) is reasons
            told = plain(game.explain(view, Voice(SEATS[0]))) + "".join(
                plain(post) for post in game.tell((Opened(SEATS[0]),), view, Voice(SEATS[0]))
            )
            assert ("STRATEGIC REASONING" in told) is reasons
    strict = planted(grammar="seed", reasoning="off")
    assert outcome(strict, "ARGUMENT: {'It is light'} PROPOSAL: {'A08'}") == "+A08 'It is light'"
    said = "STRATEGIC REASONING: {'secret'} ARGUMENT: {'It is light'}"
    assert outcome(strict, said) == "!reasoning_off*"
    relaxed = planted(reasoning="off")
    assert outcome(relaxed, said) == "'It is light'"
