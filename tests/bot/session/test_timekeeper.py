"""Deadlines: that people see them, are reminded once, and what becomes of a seat whose person is away."""

import pytest

from bot.session.model.terms import HOUR, TEMPI
from bot.session.wording.deadlines import span
from games.core.contract import Seat
from tests.bot.session.harness import Room

DAY = 24 * HOUR


def reminders(room: Room, user: str) -> list[str]:
    return [text for text in room.texts(user) if text.startswith("A reminder")]


@pytest.mark.parametrize(
    ("ms", "said"),
    [
        (0, "1 second"),
        (1_000, "1 second"),
        (59_001, "60 seconds"),
        (119_999, "120 seconds"),
        (120_000, "2 minutes"),
        (DAY, "24 hours"),
        (3 * DAY - 1, "3 days"),
    ],
)
def test_a_time_is_told_in_its_largest_fitting_unit(ms: int, said: str) -> None:
    assert span(ms) == said


async def test_a_game_begins_with_its_deadline_above_the_question_and_repeats_it_on_request_only(room: Room) -> None:
    await room.open("bargaining")
    *_, note, question = room.last("ann").splitlines()
    assert note == "Your time runs out in 24 hours; then the game ends with no deal."
    assert question.endswith("?")
    await room.say("ann", "10")
    assert "runs out" not in room.last("ann")
    room.now += 23 * HOUR
    await room.command("ann", "status")
    assert "Your time runs out in 60 minutes" in room.last("ann")


async def test_at_a_calm_tempo_nothing_runs_out(room: Room) -> None:
    sid = await room.open("bargaining", tempo="calm")
    assert "runs out" not in room.last("ann")
    await room.later(sid, 100 * DAY)
    assert reminders(room, "ann") == []


async def test_one_reminder_a_turn_with_buttons_that_work_and_none_after_the_end(room: Room) -> None:
    sid = await room.open("bargaining")
    await room.later(sid, DAY * 3 // 4 - 60_000)
    assert reminders(room, "ann") == []
    await room.later(sid, 60_000)
    [told] = reminders(room, "ann")
    assert told.startswith(
        "A reminder: it is your turn.\nYour time runs out in 6 hours; then the game ends with no deal"
    )
    assert "Last offer" in told
    await room.later(sid, HOUR)
    await room.command("ann", "status")
    assert len(reminders(room, "ann")) == 1
    await room.say("ann", "10")
    await room.later(sid, DAY * 3 // 4)
    assert len(reminders(room, "ann")) == 2
    assert (await room.press("ann", "Accept")).what == "played"
    await room.later(sid, 2 * DAY)
    assert len(reminders(room, "ann")) == 2


async def test_a_move_takes_its_reminder_along(room: Room) -> None:
    sid = await room.open("bargaining")
    await room.later(sid, DAY // 2)
    await room.say("ann", "10")
    await room.later(sid, DAY // 2)
    assert reminders(room, "ann") == []


async def test_only_the_one_on_turn_is_reminded(room: Room) -> None:
    sid = await room.open("bargaining", against=(("seller", "human"),))
    code = (await room.session(sid)).terms.code
    await room.join("bea", code)
    await room.later(sid, DAY * 3 // 4)
    assert len(reminders(room, "bea")) == 1
    assert reminders(room, "ann") == []


async def test_when_the_time_is_up_everybody_is_told_how_the_game_ended(room: Room) -> None:
    sid = await room.open("bargaining")
    await room.later(sid, DAY)
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "abandoned"
    assert "GAME OVER" in room.last("ann")


async def test_a_short_clock_is_told_of_when_it_starts(room: Room) -> None:
    sid = await room.open("sealed", against=(("bidder_1", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    assert "Your time runs out in 2 minutes; then the game ends with the moves it has." in "\n".join(room.texts("ann"))
    await room.say("ann", "bid 1")
    assert "runs out" not in room.last("ann")
    await room.later(sid, 45_000)
    assert reminders(room, "ann") == []
    result = (await room.session(sid)).result()
    assert result is None


async def test_a_strategy_plays_for_somebody_who_missed_two_deadlines_until_they_act_again(room: Room) -> None:
    sid = await room.open("rounds", against=(("player_1", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    minute = TEMPI["chat"].phase or 0
    for n in range(2):
        await room.say("ann", f"{n}")
        assert not (await room.session(sid)).table.chair(Seat("player_1")).covered
        await room.later(sid, 2 * minute)
    assert "You have missed 2 deadlines, so an AI plays for you." in "\n".join(room.texts("bea"))
    assert "bea has missed 2 deadlines. An AI plays that seat until they are back." in "\n".join(room.texts("ann"))
    before = (await room.session(sid)).state.round
    await room.say("ann", "5")
    assert (await room.session(sid)).state.round == before + 1
    await room.say("bea", "7")
    session = await room.session(sid)
    assert not session.table.chair(Seat("player_1")).missed
    assert "bea is back." in "\n".join(room.texts("ann"))
    await room.say("ann", "5")
    assert (await room.session(sid)).state.round == before + 2


async def test_nobody_hurries_a_person_who_plays_against_ais_alone(room: Room) -> None:
    sid = await room.open("rounds")
    assert "Your time runs out in 24 hours" in "\n".join(room.texts("ann"))
    await room.later(sid, 60_000)
    assert (await room.session(sid)).state.round == 1
