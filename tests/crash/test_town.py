"""The town itself: what it waits for, what it forgives a store that went back, and what it names."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest
from msgspec.structs import replace

from bot.players import find
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer, Inbound, Open
from bot.session.outbox import drain
from bot.session.worker import NEVER, settle
from storage.base import Commit, Conflict, Dup, Ok, Row, Store
from storage.redis.rows import base_of, pack
from storage.redis.store import RedisStore
from tests.crash.people import Person
from tests.crash.rest import LOOK, forsaken, rest
from tests.crash.rewind import answers, forget, note_losses
from tests.crash.siege import REWINDING
from tests.storage.servers import Server

pytestmark = [pytest.mark.redis, pytest.mark.slow]

PATIENCE = 20.0
"""Seconds for what takes less than one."""


class Village:
    """A town of one person, over a process that does nothing by itself."""

    def __init__(self, store: Store) -> None:
        self.store, self.manager = store, Manager(store, find)
        self.chance, self.counts = Random(1), Counter[str]()
        self.people = [Person(self, "ann", ("bargaining",))]
        self.forgets, self.closing = True, False
        self.answered, self.lost, self.underway = set[str](), set[str](), set[str]()
        self.seen: list[tuple[Row, Sent]] = []
        self.rewinds: list[int] = []

    def screen(self, place: str) -> list[tuple[Row, Sent]]:
        return []

    async def deliver(self, inbound: Inbound) -> Answer:
        return await self.manager.handle(inbound)

    async def open(self) -> str:
        """Open a game in which an AI seat is to move first; return its id."""
        return (await self.people[0].do(Open("bargaining", tempo="chat"))).sid

    async def work(self) -> None:
        """Do what every process does all the time: what is due, and what is to be posted."""

        async def show(row: Row, sent: Sent) -> str:
            return row.id

        while True:
            for loaded in await self.store.sessions(live=True):
                await settle(self.manager, loaded.head.sid)
            await drain(self.store, show, self.manager.clock)
            await asyncio.sleep(LOOK)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server(*REWINDING)
    yield server
    server.end()


@pytest.fixture
async def store(server: Server) -> AsyncIterator[RedisStore]:
    store = RedisStore(server.address)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def village(store: RedisStore) -> AsyncIterator[Village]:
    village = Village(store)
    working = asyncio.create_task(village.work())
    yield village
    working.cancel()
    await asyncio.wait({working})


async def test_a_game_that_a_node_opens_late_is_left_like_the_others(
    server: Server, store: RedisStore, village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    dumps, commit = list[bytes](), store.commit

    async def saving(step: Commit) -> Ok | Dup | Conflict:
        if not dumps:
            dumps.append(await asyncio.to_thread(server.saved))
        return await commit(step)

    monkeypatch.setattr(store, "commit", saving)
    sid = await village.open()
    # Redis comes back from a dump that was made while the game was being opened: it has the act, and no game.
    await asyncio.to_thread(server.rewind, dumps[0])
    person = village.people[0]
    village.lost |= person.told.keys()
    assert await answers(server, person.told) == {}
    assert [input.sid for input in await store.pending(NEVER)] == [sid]

    async def late() -> None:
        await asyncio.sleep(4 * LOOK)
        await Manager(store, find).recover(NEVER)

    coming = asyncio.create_task(late())
    assert await rest(village, store, PATIENCE) == []
    await coming
    left = await store.load(sid)
    assert left is not None
    assert left.over


async def test_an_answer_that_redis_lost_on_its_way_is_forgotten_for_the_one_that_stands(
    server: Server, store: RedisStore, village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver = village.deliver

    async def slow(inbound: Inbound) -> Answer:
        """Redis goes back after the commit, and the answer comes after that."""
        monkeypatch.setattr(village, "deliver", deliver)
        village.underway.add(inbound.id)
        dump = await asyncio.to_thread(server.saved)
        answer = await deliver(inbound)
        await asyncio.to_thread(server.rewind, dump)
        await note_losses(village, server)
        again.append(await deliver(inbound))
        return answer

    again = list[Answer]()
    monkeypatch.setattr(village, "deliver", slow)
    sid = await village.open()
    person = village.people[0]
    assert [answer.sid for answer in person.told.values()] == [sid] != [again[0].sid]
    assert village.counts["answers that Redis lost"] == 0
    await forget(village, server)
    assert list(person.told.values()) == again


async def test_what_never_ends_is_named(store: RedisStore, village: Village) -> None:
    sid = await village.open()
    village.people.clear()
    assert any(f"{sid} of bargaining" in line and "runs" in line for line in await rest(village, store, 4 * LOOK))


async def test_people_do_not_hide_that_a_job_is_lost(store: RedisStore) -> None:
    village = Village(store)  # nobody works here
    sid = await village.open()
    loaded = await store.load(sid)
    assert loaded is not None
    (job,) = (job for job in loaded.jobs if job.kind == "ai")
    assert await forsaken(store, 2 * LOOK) == [f"{sid}: {job.key} is still due after {2 * LOOK:g} s"]
    later = replace(job, due=job.due + 60_000)
    others = tuple(one for one in loaded.jobs if one != job)
    await store.link.ask("HSET", f"{base_of(sid)}s:{sid}", "j", pack((*others, later)))
    await store.link.ask("ZADD", f"{base_of(sid)}due", later.due, sid)
    assert [one.partition(" is due in ")[0] for one in await forsaken(store, 2 * LOOK)] == [f"{sid}: {job.key}"]
    await store.link.ask("ZREM", f"{base_of(sid)}due", sid)
    assert f"{sid}: {job.key} is not listed" in await forsaken(store, 2 * LOOK)
    await store.link.ask("HSET", f"{base_of(sid)}s:{sid}", "j", pack(others))
    assert f"{sid}: {job.key} is no job" in await forsaken(store, 2 * LOOK)
