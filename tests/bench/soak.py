"""`python -m tests.bench.soak`: does the memory of a process level off? People play at their own pace, on a fast clock.

The whole service runs: manager, worker, poster, keeper over a SQLite file, with a chat that only remembers the last
post of each place. A row is printed for every this many simulated minutes.
"""

import argparse
import asyncio
import ctypes
import gc
import logging
import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import structlog

from bot.app import calm, run
from bot.players import find
from bot.session.limits import Limits
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Act, Command, Inbound, Open, Press, Text
from bot.session.retention import Periods
from games.core.post import Choice
from storage.base import Row
from storage.sqlite.store import SqliteStore

GAMES = ("bargaining", "trading", "dealornodeal", "balloon", "society")
WORDS = ("I offer $44", "hello there", "50", "i'd like the balls", "pass", "propose nothing", "what about 47?", "ok")
EPOCH = 1_800_000_000_000


class Clock:
    """Milliseconds that run `speed` times as fast as the real ones."""

    def __init__(self, speed: float) -> None:
        self.speed, self._began = speed, time.monotonic()

    @property
    def minutes(self) -> float:
        return (time.monotonic() - self._began) * self.speed / 60

    def __call__(self) -> int:
        return EPOCH + int(self.minutes * 60_000)


class Chat:
    """A platform with people: each reads the last post in a place of their own, thinks, and presses or writes."""

    platform = "soak"

    def __init__(
        self, clock: Clock, people: int, pace: float, minutes: float, report: Callable[["Chat"], None]
    ) -> None:
        self.clock, self.people, self.pace, self.minutes, self.report = clock, people, pace, minutes, report
        self.messages = self.posts = self.games = 0
        self.last: dict[str, tuple[Row, Sent]] = {}

    async def run(self, door: Any, stop: asyncio.Event) -> None:
        people = [asyncio.create_task(self._person(door, n)) for n in range(self.people)]
        while self.clock.minutes < self.minutes:
            self.report(self)
            await asyncio.sleep(60 / self.clock.speed)
        self.report(self)
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        stop.set()

    async def _person(self, door: Any, n: int) -> None:
        chance = Random(n)
        while True:
            await asyncio.sleep(chance.expovariate(1 / self.pace) / self.clock.speed)
            user = f"soak:{n}"
            self.messages += 1
            act = self._choose(chance, user)
            name = f"Person {n}"
            answer = await door.handle(Inbound(f"soak:{n}:{self.messages}", user, user, self.clock(), act, True, name))
            self.games += answer.what == "opened"

    def _choose(self, chance: Random, user: str) -> Act:
        row, sent = self.last.get(user, (None, None))
        choices = [i for i, ask in enumerate(sent.post.asks) if isinstance(ask, Choice)] if sent is not None else []
        if row is None or chance.random() < 0.02:
            return Open(chance.choice(GAMES), tempo="chat", rest="")
        if chance.random() < 0.04:
            return Command(chance.choice(("quit", "status", "stats", "mydata", "help", "resume")))
        if choices and chance.random() < 0.6:
            return Press(f"{row.id}", chance.choice(choices))
        return Text(chance.choice(WORDS))

    async def show(self, row: Row, sent: Sent) -> str:
        self.posts += 1
        if sent.post.asks or row.post.place not in self.last:
            self.last[row.post.place] = row, sent
        return f"m{self.posts}"

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        await self.show(row, sent)
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        return None

    async def close(self, place: str, ref: str) -> None: ...

    def newest(self, place: str) -> str | None:
        return None

    def typing(self, place: str) -> None: ...

    async def shutdown(self) -> None: ...


def resident() -> float:
    """Megabytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def soak(wanted: argparse.Namespace) -> None:
    clock, rows, before = Clock(wanted.speed), [0.0], [None]
    print("minutes messages games sessions_kept RSS_MB", flush=True)
    with TemporaryDirectory() as folder:
        store = SqliteStore(str(Path(folder, "parley.db")))
        await store.open()
        manager = Manager(store, find, clock)
        manager.limiter.limits = Limits()

        def report(chat: Chat) -> None:
            if clock.minutes < rows[0]:
                return
            rows[0] += wanted.every
            if wanted.trim:
                gc.collect()
                ctypes.CDLL("libc.so.6").malloc_trim(0)
            kept = len(manager.sessions._cache)
            print(f"{clock.minutes:7.0f} {chat.messages:8} {chat.games:5} {kept:6} {resident():7.1f}", flush=True)
            if wanted.trace:
                now: Any = tracemalloc.take_snapshot()
                if before[0] is not None and clock.minutes > wanted.minutes / 2:
                    for grown in now.compare_to(before[0], "lineno")[: wanted.trace]:
                        print("   ", grown)
                before[0] = before[0] or now

        chat: Any = Chat(clock, wanted.people, wanted.pace, wanted.minutes, report)
        await run(manager, [chat], asyncio.Event(), keep=Periods())
        await store.close()
        chat.last.clear()
        for what in ("what libc keeps free", "the sessions kept"):
            gc.unfreeze()
            gc.collect()
            ctypes.CDLL("libc.so.6").malloc_trim(0)
            print(f"without {what}: {resident():.1f} MB", flush=True)
            manager.sessions._cache.clear()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=120, help="simulated minutes (120)")
    parser.add_argument("--speed", type=float, default=20, help="how much faster than life (20)")
    parser.add_argument("--people", type=int, default=100, help="people at once (100)")
    parser.add_argument("--pace", type=float, default=30, help="seconds between two acts of a person (30)")
    parser.add_argument("--every", type=float, default=10, help="simulated minutes between two rows (10)")
    parser.add_argument("--trim", action="store_true", help="collect and give free memory back before each row")
    parser.add_argument("--trace", type=int, default=0, metavar="N", help="the N lines whose memory grew most")
    wanted = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    if wanted.trace:
        tracemalloc.start()
    calm()
    asyncio.run(soak(wanted))


if __name__ == "__main__":
    main()
