"""After a game has ended, words go to the game that is on in the same place."""

import pytest

from bot.session.model.events import Stopped
from bot.session.model.inbound import Answer, Command, Inbound, Open, Text
from bot.session.retention import DAY, Periods, Retention
from tests.bot.session.harness import Room


async def two_games(room: Room) -> tuple[str, str]:
    """Two games of one person in one place; the second was begun last, so words go to it."""
    first = await room.open("bargaining")
    second = await room.open("bargaining")
    return first, second


async def ends(room: Room, sid: str) -> None:
    """An operator stops a game."""
    await room.manager.sessions.administer(sid, f"stop:{sid}", lambda unit: unit.record(Stopped("boss", "why")))
    await room.out()


async def test_words_go_to_the_game_that_is_on_after_the_other_was_left(room: Room) -> None:
    first, second = await two_games(room)
    await room.command("ann", "quit")
    await room.say("ann", "yes")
    assert (await room.session(second)).table.phase == "over"
    answer = await room.say("ann", "I offer $44")
    assert (answer.sid, answer.what) == (first, "played")
    assert (await room.say("ann", "how are you?")).sid == first


async def test_words_go_on_after_an_operator_ended_the_other(room: Room) -> None:
    first, second = await two_games(room)
    await ends(room, second)
    assert await room.say("ann", "I offer $44") == Answer("played", first)
    assert (await room.command("ann", "status")).sid == first


async def test_words_go_on_after_a_clock_ended_the_other(room: Room) -> None:
    second = await room.open("bargaining", tempo="calm")
    first = await room.open("bargaining", tempo="chat")
    for _ in range(20):
        await room.later(first, 25 * 3_600_000)
    assert (await room.session(first)).table.phase == "over"
    assert (await room.say("ann", "I offer $44")).sid == second


async def test_words_go_on_after_another_process_ended_the_other(room: Room) -> None:
    first, second = await two_games(room)
    assert (await room.say("ann", "hello there")).sid == second  # this process knows it now
    here, room.manager = room.manager, room.process()
    await ends(room, second)
    room.manager = here
    assert (await room.say("ann", "I offer $44")).sid == first


async def test_in_a_group_each_goes_on_with_their_own(room: Room) -> None:
    group = "room:group"
    open_ = Open("bargaining", seed=1, tempo="chat")
    first = (await room.act("ann", open_, private=False, place=group)).sid
    second = (await room.act("ann", open_, private=False, place=group)).sid
    other = (await room.act("bea", open_, private=False, place=group)).sid
    await ends(room, second)
    assert (await room.act("ann", Text("I offer $44"), private=False, place=group)).sid == first
    await ends(room, other)
    answer = await room.act("bea", Text("I offer $44"), private=False, place=group)
    assert (answer.code, answer.sid) == ("over", other)


async def test_where_no_other_is_on_the_ended_game_answers(room: Room) -> None:
    first, second = await two_games(room)
    await ends(room, first)
    await ends(room, second)
    assert (await room.say("ann", "I offer $44")).code == "over"


async def test_a_bare_yes_that_was_meant_for_the_ended_game_is_asked_about(room: Room) -> None:
    first, second = await two_games(room)
    await room.say("ann", "I offer $44")
    await room.command("ann", "resume")
    await room.act("ann", Command("go on", first))
    await room.say("ann", "I offer $44")
    await ends(room, first)
    standing = (await room.session(second)).state
    assert (await room.say("ann", "accept")).what == "asked"
    assert "It would count in Price bargaining, which is still running here." in room.last("ann")
    assert (await room.session(second)).state == standing
    assert (await room.say("ann", "yes")).sid == second
    assert (await room.session(second)).table.phase == "over"


async def test_words_pass_by_a_rematch_that_waits_for_players(room: Room) -> None:
    first = await room.open("bargaining")
    waiting = await room.open("bargaining", against=(("seller", "human"),))
    assert (await room.session(waiting)).table.phase == "lobby"
    assert (await room.say("ann", "I offer $44")).sid == first
    await room.command("ann", "quit")
    assert (await room.session(waiting)).table.phase == "over"
    assert (await room.session(first)).table.phase == "play"


async def test_a_yes_is_for_the_game_that_is_on_and_takes_no_invitation(room: Room) -> None:
    played = await room.open("bargaining", against=(("seller", "human"),))
    await room.join("bea", (await room.session(played)).terms.code)
    await ends(room, played)
    mine = await room.open("bargaining", user="bea")
    await room.act("bea", Command("go on", played))
    await room.command("ann", "rematch")
    assert (await room.say("bea", "yes")).sid == mine


@pytest.mark.parametrize("archived", [False, True])
async def test_what_runs_is_found_after_the_ended_game_was_archived_or_deleted(room: Room, archived: bool) -> None:
    first, second = await two_games(room)
    await ends(room, second)
    room.now += 9 * DAY
    keep = Periods(archive=7) if archived else Periods(archive=7, delete=8)
    await Retention(room.store, lambda: room.now, keep).round()
    assert await room.store.pointed("focus:room:ann|ann") == first
    assert (await room.say("ann", "hello there")).sid == first


async def test_a_repeat_after_a_crash_is_answered_as_the_first_time(room: Room) -> None:
    first, second = await two_games(room)
    await ends(room, second)
    inbound = Inbound("in:again", "room:ann", "ann", room.now, Text("I offer $44"), True, "ann")
    answer = await room.manager.handle(inbound)
    version = (await room.session(first)).version
    assert await room.process().handle(inbound) == answer
    assert (await room.session(first)).version == version
