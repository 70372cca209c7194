"""Many games at once over a real Redis: what the program adds to a strategy's time, what a game costs in memory, what
becomes of a worker's games when it is killed, and whether long or old games slow anything down.

Each figure stands beside the limit that we set ourselves. The load is made in the same process as the service, so that
process is charged for both.
"""

import asyncio
import gc
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.base import Door
from bot.app import cut_off, run
from bot.sessions.inbound import Inbound, Open, Text
from bot.sessions.manager import Manager
from bot.sessions.places import Sent
from bot.sessions.session import Session, restore
from bot.sessions.worker import Worker
from bot.strategy import find
from bot.strategy.base import Brief, Decision, Strategy
from games.core import AnyGame, subseed
from storage.base import Commit, Conflict, Dup, Ok, Row, Store
from storage.redis import RedisStore
from tests.bench.door import Table
from tests.bench.samples import PEOPLE
from tests.storage.servers import Server, told

GAME = "bargaining"
THINKS = (2.0, 5.0)
"""Seconds that a simulated model takes."""
LONG = 20
"""Rounds of a game, so that what is measured are turns and not beginnings."""
ROUNDS_SET = (("rounds", str(LONG)),)
BATCH = 200
"""Games that are opened side by side."""


class Figure(Struct, frozen=True):
    """One measured figure and the limit beside it, both as people read them."""

    what: str
    figure: str
    limit: str = ""
    met: bool | None = None


class Load(Struct, frozen=True):
    figures: tuple[Figure, ...]


def at_most(what: str, value: float, limit: float, unit: str, places: int = 1) -> Figure:
    return Figure(what, f"{value:,.{places}f} {unit}", f"≤ {limit:,g} {unit}", value <= limit)


def at_least(what: str, value: float, limit: float, unit: str = "", places: int = 2) -> Figure:
    return Figure(what, f"{value:,.{places}f} {unit}".strip(), f"≥ {limit:,g} {unit}".strip(), value >= limit)


def measure(*, small: int = 1_000, large: int = 10_000, old: int = 100_000, seconds: float = 40) -> Load:
    """Everything, on a server of its own."""
    server = Server()
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
        await part(f"{size} games", _latency(server, size, (0.0, 0.0), seconds, 25))
    for size in (large * 2 // 5, large):
        await part(f"{size} games", _latency(server, size, (20.0, 40.0), seconds, 100))
    await part("a worker is killed", _killed(server, large))
    await part("long games", _long(server))
    await part("old games", _old(server, old))
    return figures


@asynccontextmanager
async def opened(address: str, kind: type[RedisStore] = RedisStore) -> AsyncIterator[RedisStore]:
    store = kind(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


# --- the share of bare commits ----------------------------------------------------------------------------------------


class Recording(RedisStore):
    """Keeps the steps that it is given, so that they can be taken again."""

    steps: list[Commit]

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        self.steps.append(step)
        return await super().commit(step)


async def _shares(server: Server) -> list[Figure]:
    """The commits of whole turns made again, bare, in another database of the same server, turn by turn."""
    figures = []
    for tasks in (1, 50):
        told(server, "FLUSHALL")
        whole = bare = 0.0
        turns = 0
        async with opened(server.address, Recording) as store, opened(server.address[:-1] + "1") as other:
            assert isinstance(store, Recording)
            store.steps = []
            tables = [Table(Manager(store, find), GAME, number, Random(number)) for number in range(100)]
            for table in tables:
                await table.open()
            await _again(other, store, 1)
            for turn in range(3):
                texts = [table.says(turn) for table in tables]
                began = time.perf_counter()
                await _side_by_side(tasks, [table.turn(turn, t) for table, t in zip(tables, texts, strict=True)])
                whole += time.perf_counter() - began
                bare += await _again(other, store, tasks)
                turns += len(tables)
                tables = [table for table in tables if not await table.over()]
        word = "task" if tasks == 1 else "tasks"
        figures.append(Figure(f"turns a second, {tasks} {word}", f"{turns / whole:,.0f}"))
        figures.append(at_least(f"full turn as a share of its bare commits, {tasks} {word}", bare / whole, 0.8))
    return figures


async def _again(store: RedisStore, of: Recording, tasks: int) -> float:
    """Seconds for the recorded steps in another database, those of one session in order."""
    by_session: dict[str, list[Commit]] = {}
    for step in of.steps:
        by_session.setdefault(step.sid, []).append(step)
    of.steps = []

    async def all_of(steps: list[Commit]) -> None:
        for step in steps:
            assert isinstance(await store.commit(step), Ok)

    began = time.perf_counter()
    await _side_by_side(tasks, [all_of(steps) for steps in by_session.values()])
    return time.perf_counter() - began


async def _side_by_side(tasks: int, works: Iterable[Any]) -> None:
    """At most so many at once."""
    free = asyncio.Semaphore(tasks)

    async def one(work: Any) -> None:
        async with free:
            await work

    await asyncio.gather(*(one(work) for work in works))


# --- many games -------------------------------------------------------------------------------------------------------


class Slow:
    """A strategy that takes as long as a model. `begun` and `ended` are told the seed of the seat and the time."""

    def __init__(self, inner: Strategy, town: "Town") -> None:
        self.inner, self.town = inner, town

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        self.town.begun[brief.seed] = time.perf_counter()
        await asyncio.sleep(self.town.chance.uniform(*THINKS))
        decision = await self.inner.decide(brief, deadline)
        self.town.ended[brief.seed] = time.perf_counter()
        return decision


class Town:
    """The chat platform of one process, people included. `added` are the milliseconds of each turn that were not the
    strategy's: from the act to the strategy, and from its decision to the post.
    """

    platform = "bench"

    def __init__(self, size: int, pause: tuple[float, float]) -> None:
        self.size, self.pause, self.chance = size, pause, Random(size)
        self.begun: dict[int, float] = {}
        self.ended: dict[int, float] = {}
        self.added: list[float] = []
        self.shown: dict[str, asyncio.Event] = {}
        self.counting = False
        self.door: Door | None = None
        self.up = asyncio.Event()

    def strategy(self, name: str, game: AnyGame) -> Strategy:
        return Slow(find(name, game), self)

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        self.door = door
        self.up.set()
        await stop.wait()

    async def person(self, manager: Manager, number: int) -> None:
        """One person: a game, and the next."""
        place = f"bench:{number}"
        self.shown[place] = asyncio.Event()
        for game in range(1 << 30):
            opened = await self._do(place, f"{game}:open", Open(GAME, ROUNDS_SET, seed=number * 1000 + game))
            await self._answered(manager, opened.sid, place, None)
            for turn in range(LONG):
                await asyncio.sleep(self.chance.uniform(*self.pause))
                began = time.perf_counter()
                text = PEOPLE[GAME](self.chance, None, turn)
                answer = await self._do(place, f"{game}:{turn}", Text(text))
                if answer.what != "played":
                    break
                if not await self._answered(manager, opened.sid, place, began):
                    break

    async def _do(self, place: str, id: str, act: Any) -> Any:
        assert self.door is not None
        self.shown[place].clear()
        return await self.door.handle(Inbound(f"{place}:{id}", place, place, 0, act, name="Ada"))

    async def _answered(self, manager: Manager, sid: str, place: str, began: float | None) -> bool:
        """Wait for what the AI says; False at the end of the game."""
        while True:
            session = await manager.current(sid)
            if session is None or session.table.phase == "over":
                return False
            human = next(chair.seat for chair in session.table.chairs if chair.kind == "human")
            if human in session.turn.awaited and self.shown[place].is_set():
                break
            self.shown[place].clear()
            await self.shown[place].wait()
        if began is not None and self.counting:
            seed = _seed(session)
            self.added.append((time.perf_counter() - self.ended[seed] + self.begun[seed] - began) * 1e3)
        return True

    async def show(self, row: Row, sent: Sent) -> str:
        self.shown[row.post.place].set()
        return "1"

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        self.shown[row.post.place].set()
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        return None

    async def close(self, place: str, ref: str) -> None:
        return

    def newest(self, place: str) -> str | None:
        return None

    def typing(self, place: str) -> None:
        return

    async def shutdown(self) -> None:
        return


def _seed(session: Session) -> int:
    ai = next(chair.seat for chair in session.table.chairs if chair.kind == "ai")
    return subseed(session.terms.seed, "player", ai)


async def _latency(server: Server, size: int, pause: tuple[float, float], seconds: float, limit: float) -> list[Figure]:
    """What is added to the strategy's time while so many games are played."""
    async with opened(server.address) as store:
        town = Town(size, pause)
        manager, stop = Manager(store, town.strategy), asyncio.Event()
        serving = asyncio.create_task(run(manager, [town], stop))
        await town.up.wait()
        people = []
        for first in range(0, size, BATCH):
            people += [asyncio.create_task(town.person(manager, n)) for n in range(first, min(first + BATCH, size))]
            await asyncio.sleep(max(0.5, pause[1] * BATCH / size))
        await asyncio.sleep(2 * THINKS[1])
        town.counting = True
        began, cpu = time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        wall, busy = time.perf_counter() - began, time.process_time() - cpu
        town.counting = False
        await cut_off(people)
        stop.set()
        await serving
    cuts = quantiles(town.added, n=100)
    human = f", people take {pause[0]:g}–{pause[1]:g} s" if pause[1] else ", people take no time"
    name = f"{size:,} live games{human}"
    return [
        Figure(f"{name}: turns a second", f"{len(town.added) / wall:,.0f}"),
        Figure(f"{name}: processor of this process", f"{busy / wall:.0%}"),
        Figure(f"{name}: added to a turn, p50", f"{cuts[49]:,.1f} ms"),
        at_most(f"{name}: added to a turn, p99", cuts[98], limit, "ms"),
    ]


async def _open_many(store: Store, strategies: Callable[[str, AnyGame], Strategy], size: int, turns: int) -> Manager:
    """So many games in which so many turns were taken."""
    manager = Manager(store, strategies)
    tables = [Table(manager, GAME, number, Random(number)) for number in range(size)]

    async def play(table: Table) -> None:
        await table.open()
        for turn in range(turns):
            if not await table.over():
                await table.turn(turn, table.says(turn))

    await _side_by_side(50, [play(table) for table in tables])
    return manager


async def _memory(server: Server, size: int) -> list[Figure]:
    """Bytes of a game after three turns of its person, in Redis and in the process that plays it."""
    async with opened(server.address) as store:
        gc.collect()
        redis, here = told(server, "INFO", "memory")["used_memory"], _resident()
        manager = await _open_many(store, find, size, 3)
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


# --- a worker is killed -----------------------------------------------------------------------------------------------


class Held(Slow):
    """Thinks for a long time: every game waits for its AI when its worker is killed."""

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        self.town.begun[brief.seed] = time.perf_counter()
        await asyncio.sleep(3600)
        raise AssertionError


async def _killed(server: Server, size: int) -> list[Figure]:
    """A worker holds every game, and is killed; how long until another has begun to decide in each."""
    async with opened(server.address) as store:
        manager = Manager(store, find)
        works = [manager.handle(_opening(number)) for number in range(size)]
        await _side_by_side(50, works)
        victim = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.load", server.address, str(size), stdout=asyncio.subprocess.PIPE
        )
        assert victim.stdout is not None
        await victim.stdout.readline()
        victim.send_signal(signal.SIGKILL)
        began = time.perf_counter()
        await victim.wait()
        took, scan = await _taken(server.address, size, began)
    return [
        at_most(f"{size:,} games are owned again after their worker was killed", took, 13, "s"),
        Figure("of that, from the first game to the last", f"{scan:.1f} s"),
    ]


def _opening(number: int) -> Inbound:
    return Inbound(f"k:{number}", f"bench:{number}", f"u{number}", 0, Open(GAME, seed=number, tempo="chat"))


async def _taken(address: str, size: int, began: float) -> tuple[float, float]:
    """Work until every game has been begun; seconds since `began`, and from the first to the last."""
    town = Town(size, (0, 0))
    async with opened(address) as store:
        worker = Worker(Manager(store, lambda name, game: Held(find(name, game), town)), limit=2_000)
        stop = asyncio.Event()
        running = asyncio.create_task(worker.run(stop))
        while len(town.begun) < size:  # noqa: ASYNC110 - strategies are asked in tasks of the worker
            await asyncio.sleep(0.02)
        ends = sorted(town.begun.values())
        await cut_off([running, *(task for _, task in worker._busy.values())])
    return ends[-1] - began, ends[-1] - ends[0]


async def _victim(address: str, size: int) -> None:
    """`python -m tests.bench.load ADDRESS SIZE`: take every game, say so, and wait to be killed."""
    town = Town(size, (0, 0))
    async with opened(address) as store:
        worker = Worker(Manager(store, lambda name, game: Held(find(name, game), town)), limit=2_000)
        running = asyncio.create_task(worker.run(asyncio.Event()))
        while len(town.begun) < size:  # noqa: ASYNC110 - strategies are asked in tasks of the worker
            await asyncio.sleep(0.05)
        print("all", flush=True)
        await running


# --- long games and old games -----------------------------------------------------------------------------------------

ROUNDS = 120


async def _long(server: Server) -> list[Figure]:
    """The same step of the same sessions at its first versions and after a hundred turns."""
    async with opened(server.address) as store:
        await _open_many(store, find, 60, 2)
        steps = {loaded.head.sid: loaded for loaded in await store.sessions(live=True, limit=60)}
        times: list[float] = []
        for turn in range(ROUNDS):
            began = time.perf_counter()
            for sid, loaded in steps.items():
                events = tuple([record.data async for record in store.events(sid, loaded.version - 1)][:2])
                step = Commit(
                    sid, loaded.version, (f"{sid}:{turn}",), b"{}", events, loaded.snapshot, turn, loaded.jobs
                )
                assert isinstance(await store.commit(step), Ok)
                current = await store.load(sid)
                assert current is not None
                assert restore(current) is not None
                steps[sid] = current
            times.append(time.perf_counter() - began)
    early, late = median(times[1:11]), median(times[100:110])
    return [at_most("load and commit, turn 100 against turn 1", late / early, 1.1, "×", 2)]


async def _old(server: Server, size: int) -> list[Figure]:
    """The same work beside no finished game, and beside many."""
    async with opened(server.address) as store:
        fresh = await _turns(store, 1_000_000)
        manager = await _open_many(store, find, 1, 1)
        sid = next(iter(manager._cache))
        loaded = await store.load(sid)
        assert loaded is not None
        events = tuple([record.data async for record in store.events(sid)])

        async def finish(number: int) -> None:
            head = replace(loaded.head, sid=f"old{number:08x}")
            step = Commit(
                head.sid, 0, (f"old:{number}",), b"{}", events, loaded.snapshot, 1, over=True, tags=("old",), head=head
            )
            assert isinstance(await store.commit(step), Ok)

        await _side_by_side(50, [finish(number) for number in range(size)])
        aged = await _turns(store, 2_000_000)
    return [at_most(f"a turn beside {size:,} finished games against none", aged / fresh, 1.1, "×", 2)]


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


if __name__ == "__main__":
    asyncio.run(_victim(sys.argv[1], int(sys.argv[2])))
