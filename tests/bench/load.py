"""Whole turns over a real Redis: beside the bare commits of the same steps, among many games, after a worker was
killed, in long games and beside old ones; and what a game costs in memory. Each figure stands beside the limit that
we set ourselves.
"""

import asyncio
import gc
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.app import calm
from bot.players import find
from bot.session.manager import Manager
from bot.session.model.session import restore
from storage.base import Commit, Conflict, Dup, Input, Loaded, Ok, Store, Taken
from storage.redis.rows import base_of
from storage.redis.store import RedisStore
from tests.bench.crowd import latency
from tests.bench.door import Table
from tests.bench.figures import GAME, Figure, at_least, at_most, open_many, opened, side_by_side
from tests.bench.takeover import taken_over
from tests.storage.pooled import Pooled
from tests.storage.servers import Server, told

REPEATS = 9


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


class Plain(RedisStore):
    """A commit as any program makes it with redis-py: the state is read, the script is run, over a pool of connections.
    What we save on that (a link that sends together what is asked together, sessions kept decoded) is no part of it.
    """

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.link.pipeline = Pooled  # type: ignore[method-assign]

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        await self.link.ask("HMGET", f"{base_of(step.sid)}s:{step.sid}", "v", "s", "j", "o", "h", "c")
        return await super().commit(step)


async def _shares(server: Server) -> list[Figure]:
    """Turns beside their bare commits with one task and with fifty: medians over repetitions."""
    figures = []
    for tasks in (1, 50):
        runs = [await _beside(server, tasks) for _ in range(REPEATS)]

        def of(ratio: Callable[[Beside], float], runs: list[Beside] = runs) -> float:
            return median(map(ratio, runs))

        word = "task" if tasks == 1 else "tasks"
        share = "a turn of person and AI as a share of its bare commits"
        figures += [
            Figure(f"turns a second, {tasks} {word}", f"{1 / of(lambda run: run.acting + run.posting):,.0f}"),
            at_least(
                f"{share} (state read, script run) over redis-py, {tasks} {word}",
                of(lambda run: run.plain / run.acting),
                0.8,
            ),
            at_least(f"{share} (script run) over our link, {tasks} {word}", of(lambda run: run.bare / run.acting), 0.8),
            _ratio(f"the same, with the recording as bare, {tasks} {word}", of(lambda run: run.calls / run.acting)),
            _ratio(
                f"the same, with posting in the turn, {tasks} {word}",
                of(lambda run: run.bare / (run.acting + run.posting)),
            ),
            _milliseconds(f"a turn without posting, {tasks} {word}", of(lambda run: run.acting)),
            _milliseconds(f"its bare commits over redis-py, {tasks} {word}", of(lambda run: run.plain)),
            _milliseconds(f"its bare commits over our link, {tasks} {word}", of(lambda run: run.bare)),
        ]
    return figures


def _ratio(what: str, value: float) -> Figure:
    return Figure(what, f"{value:.2f}")


def _milliseconds(what: str, seconds: float) -> Figure:
    return Figure(what, f"{seconds * 1e3:.2f} ms")


class Beside(Struct):
    """Seconds for one turn: acted, its posts sent, its commits made again over redis-py alone (`plain`) and over our
    link (`bare`), and over our link with the recording of what the person said (`calls`), without which nobody may
    react to it.
    """

    acting: float = 0.0
    posting: float = 0.0
    plain: float = 0.0
    bare: float = 0.0
    calls: float = 0.0


async def _beside(server: Server, tasks: int) -> Beside:
    """The commits of whole turns made again in other databases of the same server, turn by turn."""
    told(server, "FLUSHALL")
    sums, turns = Beside(), 0
    async with (
        opened(server.address, Recording) as store,
        opened(server.address[:-1] + "1") as second,
        opened(server.address[:-1] + "2") as third,
        opened(server.address[:-1] + "3", Plain) as fourth,
    ):
        assert isinstance(store, Recording)
        store.given = []
        tables = [Table(Manager(store, find), GAME, number, Random(number)) for number in range(100)]
        for table in tables:
            await table.open()
        for other in (second, third, fourth):
            await _again(other, store.given, 1)
        store.given = []
        for turn in range(3):
            texts = [table.says(turn) for table in tables]
            began = time.perf_counter()
            await side_by_side(tasks, [table.act(turn, text) for table, text in zip(tables, texts, strict=True)])
            between = time.perf_counter()
            await side_by_side(tasks, [table.post() for table in tables])
            sums.acting += between - began
            sums.posting += time.perf_counter() - between
            commits: list[Input | Commit] = [one for one in store.given if isinstance(one, Commit)]
            sums.plain += await _again(fourth, commits, tasks)
            sums.bare += await _again(second, commits, tasks)
            sums.calls += await _again(third, store.given, tasks)
            store.given = []
            turns += len(tables)
            tables = [table for table in tables if not await table.over()]
    return Beside(*(getattr(sums, name) / turns for name in sums.__struct_fields__))


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
        assert len(manager.sessions._cache) > 0
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
        step = replace(step, base=loaded.mark, mark=loaded.mark)
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
            for number in range(1, 22):
                alone = await _turns(fresh, number * 1_000_000)
                ratios.append(await _turns(store, number * 1_000_000) / alone)
    finally:
        young.end()
    return [at_most(f"a turn beside {size:,} finished games against none", median(ratios), 1.1, "×", 2)]


def _rested(server: Server) -> None:
    """Wait until the server has written its file again, which is the work of what was done before."""
    while told(server, "INFO", "persistence")["aof_rewrite_in_progress"]:
        time.sleep(0.5)


async def _finished(store: Store, size: int) -> None:
    """So many games that are over."""
    manager = await open_many(store, find, 1, 1)
    loaded = await store.load(next(iter(manager.sessions._cache)))
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
