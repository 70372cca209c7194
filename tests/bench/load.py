"""Whole turns over a real Redis: beside the bare commits of the same steps, among many games, after a worker was
killed, in long games and beside old ones; and what a game costs in memory. Each figure stands beside the limit that
we set ourselves.
"""

import asyncio
import gc
import os
import sys
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.app import calm
from bot.sessions.manager import Manager
from bot.sessions.session import restore
from bot.strategy import find
from storage.base import Commit, Conflict, Dup, Input, Loaded, Ok, Store, Taken
from storage.redis import RedisStore
from tests.bench.crowd import latency
from tests.bench.door import Table
from tests.bench.figures import GAME, Figure, at_least, at_most, open_many, opened, side_by_side
from tests.bench.takeover import taken_over
from tests.storage.servers import Server, told


class Load(Struct, frozen=True):
    figures: tuple[Figure, ...]


def measure(*, small: int = 1_000, large: int = 10_000, old: int = 100_000, seconds: float = 40) -> Load:
    """Everything, on a server of its own."""
    server = Server()
    calm()
    try:
        return Load(tuple(asyncio.run(_all(server, small, large, old, seconds))))
    finally:
        server.end()


async def _all(server: Server, small: int, large: int, old: int, seconds: float) -> list[Figure]:
    figures: list[Figure] = []

    async def part(name: str, work: Any) -> None:
        print(f"load: {name} …", file=sys.stderr)
        server.client.flushall()
        figures.extend(await work)

    await part("share of bare commits", _shares(server))
    await part("memory", _memory(server, large))
    for size in (small * 2 // 5, small):
        await part(f"{size} games", latency(server, size, (0.0, 0.0), seconds, 25))
    for size in (large * 2 // 5, large):
        await part(f"{size} games", latency(server, size, (20.0, 40.0), seconds, 100))
    await part("a worker is killed", taken_over(server, large))
    await part("long games", _long(server))
    await part("old games", _old(server, old))
    return figures


class Recording(RedisStore):
    """Keeps what it is given, so that it can be given again."""

    given: list[Input | Commit]

    async def accept(self, input: Input, to: str = "") -> Taken:
        taken = await super().accept(input, to)
        self.given.append(taken.input)
        return taken

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        self.given.append(step)
        return await super().commit(step)


async def _shares(server: Server) -> list[Figure]:
    """The commits of whole turns made again, bare, in another database of the same server, turn by turn; and in a third
    one also the recording of what the person said, without which nobody may react to it.
    """
    figures = []
    for tasks in (1, 50):
        told(server, "FLUSHALL")
        acting = posting = bare = calls = 0.0
        turns = 0
        async with (
            opened(server.address, Recording) as store,
            opened(server.address[:-1] + "1") as second,
            opened(server.address[:-1] + "2") as third,
        ):
            assert isinstance(store, Recording)
            store.given = []
            tables = [Table(Manager(store, find), GAME, number, Random(number)) for number in range(100)]
            for table in tables:
                await table.open()
            for other in (second, third):
                await _again(other, store.given, 1)
            store.given = []
            for turn in range(3):
                texts = [table.says(turn) for table in tables]
                began = time.perf_counter()
                await side_by_side(tasks, [table.act(turn, text) for table, text in zip(tables, texts, strict=True)])
                between = time.perf_counter()
                await side_by_side(tasks, [table.post() for table in tables])
                acting, posting = acting + between - began, posting + time.perf_counter() - between
                bare += await _again(second, [one for one in store.given if isinstance(one, Commit)], tasks)
                calls += await _again(third, store.given, tasks)
                store.given = []
                turns += len(tables)
                tables = [table for table in tables if not await table.over()]
        word = "task" if tasks == 1 else "tasks"
        figures += [
            Figure(f"turns a second, {tasks} {word}", f"{turns / (acting + posting):,.0f}"),
            at_least(f"a turn of person and AI as a share of its bare commits, {tasks} {word}", bare / acting, 0.8),
            Figure(f"the same, of its bare commits and the recording, {tasks} {word}", f"{calls / acting:.2f}"),
            Figure(
                f"the same, of its bare commits, posting included, {tasks} {word}", f"{bare / (acting + posting):.2f}"
            ),
            Figure(f"bare commits alone, milliseconds a turn, {tasks} {word}", f"{bare / turns * 1e3:.2f}"),
        ]
    return figures


async def _again(store: RedisStore, given: list[Input | Commit], tasks: int) -> float:
    """Seconds for what was recorded in another database, that of one session in order."""
    by_session: dict[str, list[Input | Commit]] = {}
    for one in given:
        by_session.setdefault(one.sid, []).append(one)

    async def all_of(some: list[Input | Commit]) -> None:
        for one in some:
            if isinstance(one, Input):
                assert (await store.accept(one)).fresh
            else:
                assert isinstance(await store.commit(one), Ok)

    began = time.perf_counter()
    await side_by_side(tasks, [all_of(some) for some in by_session.values()])
    return time.perf_counter() - began


async def _memory(server: Server, size: int) -> list[Figure]:
    """Bytes of a game after three turns of its person, in Redis and in the process that plays it."""
    async with opened(server.address) as store:
        gc.collect()
        redis, here = told(server, "INFO", "memory")["used_memory"], _resident()
        manager = await open_many(store, find, size, 3)
        gc.collect()
        redis = (told(server, "INFO", "memory")["used_memory"] - redis) / size / 1000
        here = (_resident() - here) / size / 1000
        assert len(manager._cache) > 0
    return [
        at_most(f"Redis memory of a live game, {size:,} games after 3 turns", redis, 10, "kB"),
        at_most(f"memory of the process for a live game, {size:,} games", here, 20, "kB"),
    ]


def _resident() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def _long(server: Server) -> list[Figure]:
    """The same step of sessions at their first versions and of others after a hundred turns, in turns."""
    async with opened(server.address) as store:
        await open_many(store, find, 60, 2)
        sessions = await store.sessions(live=True, limit=60)
        early, late = ({loaded.head.sid: loaded for loaded in some} for some in (sessions[::2], sessions[1::2]))
        for _ in range(100):
            await _step(store, late)
        ratios = []
        for _ in range(15):
            young = await _step(store, early)
            ratios.append(await _step(store, late) / young)
    return [at_most("load and commit, turn 100 against turn 1", median(ratios), 1.1, "×", 2)]


async def _step(store: Store, sessions: dict[str, Loaded]) -> float:
    """Seconds for one more step of each session."""
    began = time.perf_counter()
    for sid, loaded in sessions.items():
        events = tuple([record.data async for record in store.events(sid, loaded.version - 1)][:2])
        input = f"{sid}:{loaded.version}"
        step = Commit(sid, loaded.version, (input,), b"{}", events, loaded.snapshot, loaded.version, loaded.jobs)
        assert isinstance(await store.commit(step), Ok)
        current = await store.load(sid)
        assert current is not None
        assert restore(current) is not None
        sessions[sid] = current
    return time.perf_counter() - began


async def _old(server: Server, size: int) -> list[Figure]:
    """The same work beside many finished games, and on another server beside none, in turns."""
    young = Server()
    try:
        async with opened(server.address) as store, opened(young.address) as fresh:
            await _finished(store, size)
            _rested(server)
            ratios = []
            for number in range(1, 8):
                alone = await _turns(fresh, number * 1_000_000)
                ratios.append(await _turns(store, number * 1_000_000) / alone)
    finally:
        young.end()
    return [at_most(f"a turn beside {size:,} finished games against none", median(ratios), 1.1, "×", 2)]


def _rested(server: Server) -> None:
    """Wait until the server has written its file anew, which is the work of what was done before."""
    while told(server, "INFO", "persistence")["aof_rewrite_in_progress"]:
        time.sleep(0.5)


async def _finished(store: Store, size: int) -> None:
    """So many games that are over."""
    manager = await open_many(store, find, 1, 1)
    loaded = await store.load(next(iter(manager._cache)))
    assert loaded is not None
    events = tuple([record.data async for record in store.events(loaded.head.sid)])

    async def finish(number: int) -> None:
        head = replace(loaded.head, sid=f"old{number:08x}")
        step = Commit(
            head.sid, 0, (f"old:{number}",), b"{}", events, loaded.snapshot, 1, over=True, tags=("old",), head=head
        )
        assert isinstance(await store.commit(step), Ok)

    await side_by_side(50, [finish(number) for number in range(size)])


async def _turns(store: Store, first: int) -> float:
    """Seconds of a turn, the median over rounds of a hundred games, which are numbered from `first`."""
    manager = Manager(store, find)
    tables = [Table(manager, GAME, number, Random(number)) for number in range(first, first + 100)]
    for table in tables:
        await table.open()
    times = []
    for turn in range(3):
        texts = [table.says(turn) for table in tables]
        began = time.perf_counter()
        for table, text in zip(tables, texts, strict=True):
            await table.turn(turn, text)
        times.append((time.perf_counter() - began) / len(tables))
        tables = [table for table in tables if not await table.over()]
    return median(times)
