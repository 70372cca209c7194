"""Each guard alone: what it stops, with which code, and what it lets pass."""

import pytest
from msgspec.structs import replace

from bot.session import guards
from bot.session.context import Context
from bot.session.guards import ASIDES, GUARDS, QUIT
from bot.session.model.events import Asked, Gone, Stopped
from bot.session.model.inbound import Answer, Inbound, Text
from bot.session.model.intent import Aside, PlayPress, PlayText, Pressed
from bot.session.model.session import Session
from bot.session.unit_of_work import UnitOfWork
from games.core.contract import Moved, Reading, Said, Seat
from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.session.harness import Room

ANN, BEA = Seat("guesser_0"), Seat("guesser_1")
AT = 2_000_000


@pytest.fixture
def store() -> Store:
    return MemoryStore()


@pytest.fixture
async def session(room: Room) -> Session:
    """Ann has to guess; Bea may talk."""
    sid = await room.open("number", against=((BEA, "human"),), code="KFMRTA")
    await room.join("bea", "KFMRTA")
    return await room.session(sid)


@pytest.fixture
async def lobby(room: Room) -> Session:
    return await room.session(await room.open("number", against=((BEA, "human"),), code="KFMRTA"))


def said(session: Session, text: str, user: str = "ann", *, turned: bool = False, at: int = AT) -> Context:
    """Words on their way, as the first guard leaves them."""
    inbound = Inbound("in:1", f"room:{user}", user, at, Text(text))
    mine = session.table.seats_of(user)
    unit = UnitOfWork(session, AT, inbound)
    seat = mine[0] if mine else Seat("")
    return Context(unit, inbound, PlayText(text), Said(text), None, turned, mine, seat, turn=session.turn)


def pressed(session: Session, text: str, seat: Seat, stake: str, user: str = "ann") -> Context:
    button = Pressed(text, "pressed", seat, stake)
    context = said(session, text, user)
    context.intent, context.pressed = PlayPress(session.sid, button), button
    context.said = Said(text, via="pressed")
    return context


def code(answer: Answer | None) -> str:
    assert answer is not None
    return answer.code


def test_commands_pass_the_first_guards_only() -> None:
    assert GUARDS[: len(ASIDES)] == ASIDES


class TestMember:
    def test_a_stranger_is_refused(self, session: Session) -> None:
        assert code(guards.member(said(session, "30", "eve"))) == "outsider"

    def test_a_player_passes_and_keeps_the_place(self, session: Session) -> None:
        context = said(session, "30")
        assert guards.member(context) is None
        assert context.unit.points == []

    def test_a_button_turns_the_place_to_its_game(self, session: Session) -> None:
        context = pressed(session, "30", ANN, session.stake(ANN))
        assert guards.member(context) is None
        assert context.unit.points == [(context.inbound.focus, session.sid)]


class TestPresentAgain:
    def test_who_had_left_sees_first_where_the_game_stands(self, session: Session) -> None:
        context = said(session, "30")
        context.unit.record(Gone(ANN))
        assert code(guards.present_again(context)) == "back"
        assert not context.unit.session.table.chair(ANN).gone

    def test_a_typed_command_does_not_bring_them_back(self, session: Session) -> None:
        context = said(session, "")
        context.unit.record(Gone(ANN))
        context.intent = Aside("status")
        assert guards.present_again(context) is None
        assert context.unit.session.table.chair(ANN).gone

    def test_who_is_there_passes(self, session: Session) -> None:
        assert guards.present_again(said(session, "30")) is None


class TestSeatOfPress:
    def test_a_button_that_is_gone(self, session: Session) -> None:
        context = said(session, "")
        context.intent = PlayPress(session.sid, None)
        assert code(guards.seat_of_press(context)) == "gone"

    def test_somebody_elses_button(self, session: Session) -> None:
        assert code(guards.seat_of_press(pressed(session, "30", BEA, ""))) == "outsider"

    def test_words_pass(self, session: Session) -> None:
        assert guards.seat_of_press(said(session, "30")) is None


class TestUnderWay:
    def test_a_lobby_waits(self, lobby: Session) -> None:
        assert code(guards.under_way(said(lobby, "30"))) == "lobby"

    def test_a_closed_table_is_over(self, lobby: Session) -> None:
        context = said(lobby, "30")
        context.unit.record(Stopped("ann"))
        assert code(guards.under_way(context)) == "over"

    def test_a_game_passes(self, session: Session) -> None:
        assert guards.under_way(said(session, "30")) is None

    def test_nothing_counts_after_the_end(self, session: Session) -> None:
        context = said(session, "30")
        context.unit.record(Stopped("boss"))
        assert code(guards.under_way(context)) == "over"


class TestCurrentDecision:
    def test_a_button_about_an_earlier_decision_is_stale(self, session: Session) -> None:
        assert code(guards.current_decision(pressed(session, "30", ANN, "an earlier one"))) == "stale"

    def test_words_are_about_what_the_seat_decides_on_now(self, session: Session) -> None:
        context = said(session, "30")
        assert guards.current_decision(context) is None
        assert context.stake == session.stake(ANN)


class TestOpenQuestion:
    def asked(self, session: Session, text: str, question: str, stake: str | None = None) -> Context:
        context = said(session, text)
        context.unit.record(Asked(ANN, question, session.stake(ANN) if stake is None else stake))
        return context

    def test_a_no_closes_it(self, session: Session) -> None:
        context = self.asked(session, "no", "walk away")
        assert code(guards.open_question(context)) == "stay"
        assert context.unit.session.table.questions == ()

    def test_a_yes_leaves(self, session: Session) -> None:
        context = self.asked(session, "yes", QUIT)
        assert code(guards.open_question(context)) == "quit"

    def test_a_yes_becomes_what_was_asked_about(self, session: Session) -> None:
        context = self.asked(session, "yes", "walk away")
        assert guards.open_question(context) is None
        assert context.said == Said("walk away", via="pressed")

    def test_a_yes_to_an_earlier_decision_is_stale(self, session: Session) -> None:
        assert code(guards.open_question(self.asked(session, "yes", "walk away", "earlier"))) == "stale"

    def test_other_words_are_themselves(self, session: Session) -> None:
        context = self.asked(session, "30", "walk away")
        assert guards.open_question(context) is None
        assert context.said == Said("30")


class TestHasASay:
    def test_a_seat_that_may_neither_move_nor_talk(self, session: Session) -> None:
        context = said(session, "30")
        context.seat = Seat("nobody")
        assert code(guards.has_a_say(context)) == "not_your_turn"

    def test_a_seat_that_may_talk_passes(self, session: Session) -> None:
        assert guards.has_a_say(said(session, "hello", "bea")) is None


class TestMeant:
    def test_the_game_reads_the_words(self, session: Session) -> None:
        context = said(session, "guess 30: hello")
        assert guards.meant(context) is None
        assert (context.reading.move, context.reading.say) != (None, "")

    def test_consent_in_passing_is_asked_about_again(self, session: Session) -> None:
        context = said(session, "done")
        context.unit.record(Asked(ANN, "walk away", session.stake(ANN)))
        context.question, context.stake = context.unit.session.table.question(ANN), session.stake(ANN)
        answer = guards.meant(context)
        assert answer is not None
        assert answer.what == "asked"

    def test_words_of_agreement_that_the_game_takes_for_talk_answer_the_question(self, session: Session) -> None:
        context = said(session, "ok, sounds good")
        context.unit.record(Asked(ANN, "guess 30", session.stake(ANN)))
        context.question, context.stake = context.unit.session.table.question(ANN), session.stake(ANN)
        assert guards.meant(context) is None
        assert context.said.text == "guess 30"
        assert context.reading.move is not None


class TestInTime:
    def test_words_alone_are_never_late(self, session: Session) -> None:
        assert guards.in_time(said(session, "hello", at=0)) is None

    def test_a_button_is_never_late(self, session: Session) -> None:
        context = pressed(session, "30", ANN, session.stake(ANN))
        context.reading = Reading("a move")
        assert guards.in_time(context) is None


class TestMeantHere:
    def test_a_bare_yes_for_another_game_is_asked_about(self, session: Session) -> None:
        context = said(session, "deal", turned=True)
        context.reading = Reading("a move")
        answer = guards.meant_here(context)
        assert answer is not None
        assert answer.what == "asked"

    def test_a_bare_yes_for_this_game_passes(self, session: Session) -> None:
        context = said(session, "deal")
        context.reading = Reading("a move")
        assert guards.meant_here(context) is None


class TestConfirmed:
    def test_what_cannot_be_undone_is_asked_about(self, session: Session) -> None:
        context = said(session, "walk away")
        context.reading = Reading("a move", confirm="walk away")
        answer = guards.confirmed(context)
        assert answer is not None
        assert answer.what == "asked"

    def test_the_questions_own_words_confirm_it(self, session: Session) -> None:
        context = said(session, "walk away")
        context.reading = Reading("a move", confirm="walk away")
        context.unit.record(Asked(ANN, "walk away", session.stake(ANN)))
        context.asked = context.unit.session.table.question(ANN)
        assert guards.confirmed(context) is None


class TestOnTurn:
    def test_a_move_out_of_turn(self, session: Session) -> None:
        context = said(session, "30", "bea")
        context.reading = Reading("a move")
        assert code(guards.on_turn(context)) == "not_your_turn"

    def test_words_out_of_turn(self, session: Session) -> None:
        context = said(session, "hello", "bea")
        context.reading = Reading(None, "hello")
        assert guards.on_turn(context) is None


def test_behind_the_guards_the_move_counts(session: Session) -> None:
    context = said(session, "guess 30")
    assert all(guard(context) is None for guard in GUARDS)
    after, _ = session.after(Moved(ANN, context.reading.move, context.reading.say), AT)
    assert after.state != session.state
    assert replace(after, state=session.state).table.phase == "play"
