"""Hints in practice games: when they come, and what is logged of them."""

import asyncio

from bot.session.lobby import HUMAN
from bot.session.model import looking_back
from bot.session.model.events import Hinted
from bot.session.model.inbound import Open
from bot.session.model.session import entry_type, gather
from games.core.codec import decode
from games.core.contract import Moved
from games.core.post import Chart
from tests.bot.session.harness import Room, Thoughtful
from tests.bot.session.looking import GAME, Counted, labels, played
from tests.games.tiny.number import SEATS, Guess


async def test_a_hint_is_logged_once_for_a_decision_and_marks_the_game(room: Room) -> None:
    sid = await room.open(GAME)
    for _ in range(2):
        assert (await room.command("ann", "hint")).code == "hint"
    assert room.last("ann") == "A hint: guess 50.\nThe middle halves what is left."
    session = await room.session(sid)
    kind = entry_type(session.game)
    events = [decode(record.data, kind).event for record in await gather(room.store.events(sid))]
    assert [event for event in events if isinstance(event, Hinted)] == [Hinted(SEATS[0], "turn:0", "guess 50")]
    await room.say("ann", "50")
    await room.command("ann", "hint")
    assert looking_back.hinted(await room.session(sid)) == 2
    await room.walks("ann")
    await room.command("ann", "stats")
    assert room.last("ann").endswith("on average 2 points, 1 with hints")


async def test_progress_marks_games_with_hints(room: Room) -> None:
    """One is looked back at before the progress is asked for, one with it."""
    for review in (True, False):
        await room.open(GAME)
        await room.command("ann", "hint")
        await room.say("ann", "50")
        await room.walks("ann")
        if review:
            await room.command("ann", "review")
    await played(room)
    await room.command("ann", "progress")
    assert "on average, over 3 games, 2 with hints: " in room.last("ann")
    [chart] = [block for block in room.seen[-1][2].post.blocks if isinstance(block, Chart)]
    rows = chart.text.splitlines()
    assert [row.endswith(" *") for row in rows] == [True, True, False, False]
    assert rows[-1] == "* with hints"
    assert max(map(len, rows)) <= 32


async def test_a_session_without_hints_is_logged_as_before(room: Room) -> None:
    sid = await played(room)
    loaded = await room.store.load(sid)
    assert loaded is not None
    assert b"hinted" not in loaded.snapshot


async def test_there_are_no_hints_among_people_nor_out_of_turn(room: Room) -> None:
    await room.act("ann", Open(GAME, seed=1, tempo="chat", rest=HUMAN))
    assert (await room.command("ann", "hint")).code == "no_hint"
    await room.open(GAME, "bob", seat="guesser_1")
    room.manager.sessions.strategies = lambda name, game: Thoughtful()
    room.manager.deciding.held = lambda session, job: True  # type: ignore[method-assign]
    await room.say("bob", "50")
    assert (await room.command("bob", "hint")).code == "not_now"


async def test_a_hint_that_comes_too_late_is_not_told(room: Room) -> None:
    sid = await room.open(GAME)
    counted = Counted(room)
    asking = asyncio.create_task(room.command("ann", "hint"))
    await asyncio.to_thread(counted.begun.wait, 60)
    seat = SEATS[0]
    await room.manager.sessions.administer(sid, "x", lambda unit: unit.apply(Moved(seat, Guess(1))))
    counted.may.set()
    assert (await asking).code == "moved_on"
    assert looking_back.hinted(await room.session(sid)) == 0


async def test_help_names_what_there_is(room: Room) -> None:
    await room.open(GAME)
    await room.command("ann", "help")
    assert "This game: /hint, /rules" in room.last("ann")
    assert labels(room, "ann")[0] == "Hint"
    await room.walks("ann")
    await room.command("ann", "help")
    assert "This game: /card, /review, /rematch" in room.last("ann")
    assert labels(room, "ann")[-1] == "How it went"
    assert "/progress" in room.last("ann")
