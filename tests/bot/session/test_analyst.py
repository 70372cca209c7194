"""The analyst: cards and reviews are worked out once, in processes that may die, and never for too many at once."""

import asyncio
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest
from msgspec import Raw

from bot.players.base import own_seed
from bot.session import analyst
from bot.session.model import looking_back
from bot.session.model.terms import TEMPI, Terms
from bot.session.wording import after as wording
from tests.bot.session.harness import Room
from tests.bot.session.looking import Broken, Counted, Dying, both, played
from tests.games.tiny.number import SEATS


async def test_a_second_press_while_the_first_is_worked_out_begins_nothing(room: Room) -> None:
    sid = await both(room)
    counted = Counted(room)
    session = await room.session(sid)
    acts = [room.manager.analyst.review(session, session.table.seats_of("ann")[0]) for _ in range(3)]
    working = asyncio.gather(*acts)
    await asyncio.sleep(0)
    counted.may.set()
    one, *others = await working
    assert others == [one, one]
    assert counted.given == 1
    await room.manager.analyst.review(session, session.table.seats_of("ann")[0])
    assert counted.given == 1
    await room.manager.analyst.review(session, session.table.seats_of("bob")[0])
    assert counted.given == 2


async def test_another_process_comes_to_the_same(room: Room) -> None:
    await played(room, "1", "2")
    await room.command("ann", "review")
    first = room.last("ann")
    room.manager = room.process()
    await room.press("ann", "Show me")
    assert "Better: guess 50." in room.last("ann")
    await room.command("ann", "review")
    assert room.last("ann") == first


async def test_what_failed_is_tried_again_and_not_remembered(room: Room) -> None:
    await played(room)
    room.manager.analyst.start = Broken
    assert (await room.command("ann", "review")).code == "slow"
    assert room.last("ann") == wording.SLOW
    room.manager.analyst.start = lambda: ThreadPoolExecutor(1)
    room.manager.analyst._executor = None
    assert (await room.command("ann", "review")).code == "review"


async def test_all_who_wait_for_processes_that_die_go_on_with_the_same_new_ones(room: Room) -> None:
    sid = await both(room)
    begun: list[Executor] = [ThreadPoolExecutor(1), Dying(2)]
    started = len(begun)
    room.manager.analyst.start = lambda: begun.pop()
    session = await room.session(sid)
    seats = session.table.seats_of("ann") + session.table.seats_of("bob")
    found = await asyncio.gather(*(room.manager.analyst.review(session, seat) for seat in seats))
    assert [review.decisions for review in found if review] == [1, 1]
    assert started - len(begun) == 2


async def test_who_comes_when_too_many_wait_is_asked_to_come_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst, "WAITING", 1)
    sid = await both(room)
    counted = Counted(room)
    session = await room.session(sid)
    (ann,), (bob,) = session.table.seats_of("ann"), session.table.seats_of("bob")
    first = asyncio.create_task(room.manager.analyst.review(session, ann))
    await asyncio.to_thread(counted.begun.wait, 60)
    assert (await room.command("bob", "review")).code == "slow"
    counted.may.set()
    assert await first == await room.manager.analyst.review(session, ann)
    assert (await room.command("bob", "review")).code == "review"
    assert (bob, counted.given) == (SEATS[1], 2)


async def test_processes_begin_when_a_game_ends_that_has_something_to_look_back_at(room: Room) -> None:
    room.manager.sessions.ended.append(room.manager.analyst.warm)
    await room.open("number")
    await room.walks("ann")
    assert room.manager.analyst._warming is None
    counted = Counted(room)
    counted.may.set()
    await played(room)
    await asyncio.to_thread(counted.begun.wait, 60)
    assert counted.given == 1
    await played(room)
    assert counted.given == 1


async def test_the_results_kept_are_bounded(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst, "KEPT", 2)
    for seed in range(4):
        await played(room, seed=seed)
        await room.command("ann", "review")
    assert len(room.manager.analyst._known) == 2


async def test_a_long_wait_is_answered_and_the_result_is_there_the_next_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(room)
    counted = Counted(room)
    monkeypatch.setattr(analyst, "PATIENCE", 0.0)
    assert (await room.command("ann", "review")).code == "slow"
    counted.may.set()
    monkeypatch.setattr(analyst, "PATIENCE", 60.0)
    assert (await room.command("ann", "review")).code == "review"
    assert counted.given == 1


def test_the_seed_is_of_the_session_and_the_seat_and_no_players(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = Terms("looked", 1, Raw(b"{}"), 7, TEMPI["chat"], "", "")
    seeds = {looking_back._seed(terms, "review", seat) for seat in SEATS}
    assert len(seeds) == 2
    assert not seeds & {terms.seed, *(own_seed(terms.seed, seat) for seat in SEATS)}
