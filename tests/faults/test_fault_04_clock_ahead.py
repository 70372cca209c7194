"""Fault 4: a clock ran a day ahead and took leases; once it is set right, nobody waits for their end."""

import asyncio
import time
from pathlib import Path

import pytest

from bot.adapters.poster import Poster
from bot.session.limits import Limits, RateLimiter
from bot.session.model.inbound import Inbound, Text
from bot.session.worker import Worker
from storage.base import Due, Job, Store
from storage.memory import MemoryStore
from storage.redis.rows import base_of
from storage.redis.store import RedisStore
from storage.sqlite.store import SqliteStore
from tests.bot.session.harness import Room
from tests.storage import servers

DAY = 86_400_000
PLACE = "room:ann"
NAMES = {"post:telegram:1": 3_000, "keeper": 3_600_000, "s": 8_000, "tokens:all": 3_000}
"""Leases of the service, each with its milliseconds."""


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
async def test_a_lease_that_was_taken_by_a_clock_ahead_goes_to_another_owner_at_once(kind: str, tmp_path: Path) -> None:
    store: Store = MemoryStore() if kind == "memory" else SqliteStore(str(tmp_path / "parley.db"))
    await store.open()
    for name, length in NAMES.items():
        assert await store.lease(name, "ahead", milliseconds() + DAY, length)
        assert await store.lease(name, "right", milliseconds(), length)
        assert not await store.lease(name, "third", milliseconds(), length)
    await store.close()


@pytest.mark.redis
async def test_redis_asks_no_process_for_the_time() -> None:
    store = RedisStore(servers.emptied(servers.server()))
    await store.open()
    assert await store.lease("post:telegram:1", "ahead", milliseconds() + DAY, 50)
    await asyncio.sleep(0.1)
    assert await store.lease("post:telegram:1", "right", milliseconds(), 60_000)
    assert not await store.lease("post:telegram:1", "ahead", milliseconds() + DAY, 60_000)
    await store.close()


@pytest.mark.redis
@pytest.mark.parametrize("form", ["{end} {length} ahead", "{end} ahead"], ids=["ours", "of earlier versions"])
async def test_a_lease_that_redis_itself_gave_with_a_clock_ahead_goes_to_another_owner_at_once(form: str) -> None:
    server = servers.server()
    store = RedisStore(servers.emptied(server))
    await store.open()
    for name, length in NAMES.items():
        value = form.format(end=milliseconds() + DAY + length, length=length)
        server.client.set(f"{base_of(name)}l:{name}", value, px=DAY + length)
        assert await store.lease(name, "right", milliseconds(), length)
        assert not await store.lease(name, "third", milliseconds(), length)
    await store.close()


async def test_what_a_process_noted_while_its_clock_was_ahead_silences_nobody_afterwards() -> None:
    room = Room(MemoryStore())
    room.now = milliseconds() + DAY
    sid = await room.open("bargaining")
    session = await room.session(sid)
    worker, poster = Worker(room.manager), Poster(room.store, {}, lambda: room.now, "first")
    pace = RateLimiter(Limits(acts=1), lambda: room.now)
    due = Due(sid, Job(f"{sid}/ai/buyer", session.version, room.now, "ai"))
    worker._rest(due)
    async with poster._held(PLACE, ""):
        assert poster._left(poster._asked[PLACE]) > 0
    assert [_told(pace), _told(pace), _told(pace)] == [False, True, False]
    room.now -= DAY
    await worker.poll()
    assert due.job.input not in worker._resting
    assert poster._left(poster._asked[PLACE]) == 0
    assert await room.store.lease(f"post:{PLACE}", "second", room.now, 3_000)
    assert _told(pace)


def _told(pace: RateLimiter) -> bool:
    """Return whether one more act is too many, and its person reads so."""
    throttled = pace.stops(Inbound("in", "room:ann", "ann", 0, Text("x")))
    return throttled is not None and bool(pace.tell("ann", throttled))
