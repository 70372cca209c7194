"""Many games at once: what the program adds to the time that a strategy takes.

The load is made in the same process as the service, so that process is charged for both.
"""

import asyncio
import time
from random import Random
from statistics import quantiles
from typing import Any

from bot.adapters.base import Door
from bot.app import cut_off, run
from bot.players import find
from bot.players.base import Brief, Decision, Strategy
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Inbound, Open, Text
from bot.session.model.session import Session
from games.core.contract import AnyGame, subseed
from storage.base import Row
from tests.bench.figures import GAME, Figure, at_most, opened
from tests.bench.samples import PEOPLE
from tests.bot.platforms import Silent
from tests.storage.servers import Server

THINKS = (2.0, 5.0)
"""Seconds that a simulated model takes."""
LONG = 20
"""Rounds of a game, so that what is measured are turns and not beginnings."""
ROUNDS_SET = (("rounds", str(LONG)),)
BATCH = 200
"""Games that are opened side by side."""


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


class Town(Silent):
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
            session = await manager.sessions.current(sid)
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
        return row.id

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        self.shown[row.post.place].set()
        return True


def _seed(session: Session) -> int:
    ai = next(chair.seat for chair in session.table.chairs if chair.kind == "ai")
    return subseed(session.terms.seed, "player", ai)


async def latency(server: Server, size: int, pause: tuple[float, float], seconds: float, limit: float) -> list[Figure]:
    """Return what is added to the strategy's time while this many games are played."""
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
