"""Many students at once: each has one seat, in browsers and over two processes of one store."""

import asyncio

import pytest

from bot.session.model.inbound import Inbound, Join
from storage.memory import MemoryStore
from tests.bot.adapters.web.service import served
from tests.bot.classes.crowd import arrives, made, misplaced, play
from tests.bot.classes.harness import School

CROWD = 16


async def test_browsers_that_arrive_together_have_a_seat_each() -> None:
    async with served() as pages:
        held = await made(pages, "bargaining pairs:yes now:yes")
        took: list[float] = []
        await asyncio.gather(*(arrives(pages, held.room.code, 0, took) for _ in range(CROWD)))
        assert len(took) == CROWD
        assert await misplaced(pages.manager, held, CROWD) == 0


@pytest.mark.parametrize("words", ["bargaining now:yes", "bargaining pairs:yes now:yes", "bargaining pairs:yes"])
async def test_two_processes_seat_everybody_once(words: str) -> None:
    store = MemoryStore()
    await store.open()
    school = School(store)
    room = await school.begins(words)
    others = [school.manager, school.process()]

    async def comes(n: int) -> None:
        inbound = Inbound(f"in:c{n}", f"room:{n}", f"s{n}", school.now, Join(room.code), True, f"s{n}")
        for manager in others:  # a repeat reaches the other process
            await manager.handle(inbound)

    await asyncio.gather(*(comes(n) for n in range(CROWD)))
    now = await school.room()
    assert len(now.seated) == len({seat.pid for seat in now.seated}) == CROWD
    assert len(now.tables) == (CROWD // 2 if room.pairs else CROWD)
    for sid in now.tables:
        table = (await school.session(sid)).table
        assert sum(chair.kind == "human" for chair in table.chairs) == (2 if room.pairs else 1)


async def test_games_that_end_together_are_all_counted() -> None:
    async with served() as pages:
        held = await made(pages, "bargaining now:yes")
        took: list[float] = []
        await asyncio.gather(*(arrives(pages, held.room.code, 0, took) for _ in range(6)))
        await play(pages, held, 3)
        door = pages.manager.directory.classes
        assert door is not None
        async with asyncio.timeout(10):
            while (wall := await door.wall(held.room.token)) is None or wall.finished < 3:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert (wall.joined, wall.playing) == (6, 3)
