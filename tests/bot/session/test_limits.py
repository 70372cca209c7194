"""Nobody may do too much at once; who does reads what is allowed, and loses nothing."""

import pytest

from bot.session.limits import Limits, RateLimiter
from bot.session.model.inbound import Inbound, Press, Text
from storage.memory import MemoryStore
from tests.bot.session.harness import Room


@pytest.fixture
def room() -> Room:
    room = Room(MemoryStore())
    room.manager.limiter.limits = Limits(acts=3, games=2, chars=100)
    return room


async def test_who_goes_too_fast_reads_what_is_allowed_and_may_go_on_soon(room: Room) -> None:
    sid = await room.open("bargaining")
    for text in ("hello", "44"):
        assert (await room.say("ann", text)).code != "too_fast"
    before = await room.session(sid)
    assert [(await room.say("ann", "45")).code for _ in range(3)] == ["too_fast"] * 3
    assert await room.session(sid) == before
    told = [text for text in room.texts("ann") if "3 messages in 10 seconds" in text]
    assert len(told) == 1  # not once for each
    assert (await room.say("bob", "hello")).code == "no_game"  # somebody else's pace is theirs
    room.now += 10_000
    assert (await room.say("ann", "45")).what == "played"


async def test_who_keeps_going_too_fast_is_told_again(room: Room) -> None:
    pace = RateLimiter(Limits(acts=1), lambda: room.now)
    told = []
    for _ in range(100):
        room.now += 100
        throttled = pace.stops(Inbound("in", "room:ann", "ann", 0, Text("x")))
        told.append(throttled is not None and bool(pace.tell("ann", throttled)))
    assert sum(told) == 2


async def test_a_message_that_is_too_long_is_not_read(room: Room) -> None:
    await room.open("bargaining")
    answer = await room.say("ann", "44" + " " * 99)
    assert (answer.what, answer.code) == ("refused", "too_long")
    assert room.last("ann") == "That is 101 characters; up to 100 fit in one message. Nothing was changed."
    room.now += 10_000
    form = Inbound("in", "room:ann", "ann", 0, Press("row", 0, (("price", "4" * 51), ("say", "4" * 50))))
    assert room.manager.limiter.stops(form) is not None


async def test_a_repeat_of_a_refused_message_is_refused_again_and_said_once(room: Room) -> None:
    first = await room.say("ann", "4" * 101, id="tg:1")
    again = await room.say("ann", "4" * 101, id="tg:1")
    assert first == again
    assert len(room.texts("ann")) == 1


async def test_what_is_delivered_again_counts_for_nothing(room: Room) -> None:
    """A platform that is read again after a gap brings many messages at once, most of them for the second time."""
    await room.open("bargaining")
    assert (await room.say("ann", "20", id="tg:1")).what == "played"
    for _ in range(20):
        assert (await room.say("ann", "20", id="tg:1")).what == "played"
    assert (await room.say("ann", "21", id="tg:2")).what == "played"
    assert [(await room.say("ann", "22", id=f"tg:{n}")).code for n in (3, 4)] == ["too_fast"] * 2
    assert (await room.say("ann", "20", id="tg:1")).what == "played"


async def test_a_button_that_was_pressed_too_fast_works_a_moment_later(room: Room) -> None:
    await room.command("ann", "play")
    for _ in range(3):
        await room.say("ann", "hello")
    assert (await room.press("ann", "Price bargaining")).code == "too_fast"
    room.now += 10_000
    assert (await room.press("ann", "Price bargaining")).what == "opened"


async def test_who_has_enough_games_open_is_told_how_to_go_on(room: Room) -> None:
    await room.open("bargaining")
    await room.open("bargaining", seed=2)
    room.now += 10_000
    answer = await room.command("ann", "play", "bargaining")
    assert (answer.what, answer.code) == ("refused", "many_games")
    assert room.last("ann").startswith("You have 2 games open, and that is the most.")
    await room.command("ann", "quit")
    room.now += 10_000
    await room.say("ann", "yes")
    assert (await room.command("ann", "play", "bargaining")).what == "opened"


async def test_there_is_no_limit_where_none_is_set() -> None:
    room = Room(MemoryStore())
    await room.open("bargaining")
    for _ in range(200):
        assert (await room.say("ann", "x" * 10_000)).code not in ("too_fast", "too_long")
