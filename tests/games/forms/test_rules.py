"""Items are answered in order; checks count; some answers, silence and leaving end a form."""

import pytest

from games.core.contract import Expired, IllegalMove, Left, Moved, Seat
from games.forms import game
from games.forms.items import Choose, Form, Notice, Write
from games.forms.rules import PARTICIPANT, Answer, Answered, FormState
from tests.games.forms.samples import ALL, CHECK, CONSENT, FLAGGED, answered, dealt, filled, one


def end(state: FormState) -> str:
    result = game.result(state)
    assert result is not None
    assert result.earnings == ((PARTICIPANT, 0),)
    return result.end


def test_answers_are_kept_in_order_and_the_last_one_ends_the_form() -> None:
    state = filled(ALL, "start", "yes", "skip", "4", "fair", "80", "85/76", "it was fine")
    assert end(state) == "answered"
    assert [answer.value for answer in state.answers] == ["read", "yes", "", "4", "1", "80", "85:76", "it was fine"]
    assert [answer.item for answer in state.answers] == [item.id for item in ALL.items]


def test_an_answer_that_ends_ends_as_declined() -> None:
    assert end(answered(dealt(CONSENT), "ok", "n")) == "declined"
    assert end(answered(dealt(CONSENT), "ok", "y")) == "answered"


def test_a_wrong_answer_is_asked_again_as_often_as_tries_allow() -> None:
    once = answered(dealt(CHECK), "who", "both")
    assert (once.at, once.why, once.attempt) == (0, None, 2)
    assert once.answers == (Answer("who", "both", 1),)
    assert answered(once, "who", "buyer").at == 1
    assert end(answered(once, "who", "seller")) == "failed"


def test_a_form_that_only_flags_goes_on_after_too_many_wrong_answers() -> None:
    state = answered(answered(dealt(FLAGGED), "who", "both"), "who", "both")
    assert end(state) == "answered"
    assert game.report(state)["failed"] == 1


def test_every_answer_has_a_clock_of_its_own_and_silence_abandons() -> None:
    first = dealt(CHECK)
    second = answered(first, "who", "both")
    clocks = [game.turn(state).clocks[0] for state in (first, second)]
    assert clocks[0].id != clocks[1].id
    assert {clock.pace for clock in clocks} == {"turn"}
    with pytest.raises(IllegalMove, match="no_such_clock"):
        game.apply(second, Expired(clocks[0].id))
    assert end(game.apply(second, Expired(clocks[1].id))) == "abandoned"


def test_a_press_on_an_answered_question_is_stale() -> None:
    state = dealt(CHECK)
    assert game.stake(state, PARTICIPANT) != game.stake(answered(state, "who", "both"), PARTICIPANT)


def test_leaving_abandons() -> None:
    assert end(game.apply(dealt(ALL), Left(PARTICIPANT, "quit"))) == "abandoned"


@pytest.mark.parametrize(
    ("item", "value", "code"),
    [
        ("age", "yes", "another_item"),
        ("hello", "", "no_skip"),
        ("hello", "anything", "unclear"),
    ],
)
def test_other_moves_are_refused(item: str, value: str, code: str) -> None:
    with pytest.raises(IllegalMove, match=code):
        answered(dealt(ALL), item, value)


@pytest.mark.parametrize(
    ("values", "value"),
    [
        (("read",), "maybe"),
        (("read", "yes", "r"), "8"),
        (("read", "yes", "r"), "04"),
        (("read", "yes", "r"), "²"),
        (("read", "yes", "r", "4", "0", "5"), "76:85"),
        (("read", "yes", "r", "4", "0", "5", "85:76"), "x" * 201),
        (("read", "yes", "r", "4", "0", "5", "85:76"), "  "),
    ],
)
def test_values_that_an_item_does_not_have_are_refused(values: tuple[str, ...], value: str) -> None:
    state = dealt(ALL)
    for item, known in zip(ALL.items, values, strict=False):
        state = answered(state, item.id, known)
    with pytest.raises(IllegalMove, match=r"unclear|too_long"):
        answered(state, ALL.items[state.at].id, value)


def test_only_the_participant_answers() -> None:
    with pytest.raises(IllegalMove, match="no_such_seat"):
        game.apply(dealt(ALL), Moved(Seat("somebody"), Answered("hello", "read")))


def test_lookers_on_see_questions_and_no_answers() -> None:
    state = filled(ALL, "start", "yes")
    assert game.view(state, Seat("")).answers == ()
    assert len(game.view(state, PARTICIPANT).answers) == 2


def test_what_must_be_answered_cannot_be_skipped() -> None:
    for item in (Choose("a", "x", (("b", "B"), ("c", "C"))), Write("a", "x", skippable=False), Notice("a", "x")):
        with pytest.raises(IllegalMove, match="no_skip"):
            answered(dealt(Form("f", "F", (item,))), "a", "")
    assert end(answered(dealt(one(Write("a", "x"))), "a", "")) == "answered"
