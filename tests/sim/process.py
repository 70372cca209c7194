"""A process of the simulated service: the program's own composition over a line to the store, and how it dies."""

import asyncio
import contextvars
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.adapters.base import Door, Later
from bot.app import run
from bot.players import find
from bot.players.base import Brief, Decision, Strategy
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from games.core.contract import AnyGame
from storage.base import Row, Store
from tests.sim.faults import Line, Weather, moment

EPOCH = 1_000_000_000
"""Milliseconds on everybody's clock when the world begins."""
OWNER: contextvars.ContextVar["Process | None"] = contextvars.ContextVar("OWNER", default=None)


def adopt(task: asyncio.Task[Any], context: contextvars.Context | None) -> None:
    """A task belongs to the process in whose context it runs, and dies with it."""
    owner = OWNER.get() if context is None else context.get(OWNER)
    if owner is not None:
        owner.tasks.append(task)
        if owner.dead:
            task.cancel()


@dataclass
class Screens:
    """Messages of the chats: those of each place in the order in which the platform took them."""

    seen: list[Row] = field(default_factory=list)
    places: dict[str, list[tuple[Row, Sent]]] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)

    def put(self, row: Row, sent: Sent, ref: str = "") -> str:
        self.seen.append(row)
        self.places.setdefault(row.post.place, []).append((row, sent))
        if not ref:
            self.refs[row.post.place] = ref = f"m{len(self.seen)}"
        return ref


class Process:
    """Runs from its making until it is stopped or dies. `skew`: milliseconds that its clock is ahead; `leapt` says how
    far everybody's clock was set, `away` which part of the store is away.
    """

    def __init__(
        self,
        kind: type[Manager],
        store: Store,
        screens: Screens,
        chance: Random,
        weather: Weather,
        thinks: float,
        leapt: Callable[[], int] = lambda: 0,
        away: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.chance, self.weather, self.screens, self.thinks = chance, weather, screens, thinks
        self.dead = False
        self.skew = chance.choice((0, 0, -150, 150))
        self.tasks: list[asyncio.Task[Any]] = []
        self.stop = asyncio.Event()
        self.ended = asyncio.Event()
        self.door: Door | None = None
        loop = asyncio.get_running_loop()
        self.clock: Callable[[], int] = lambda: EPOCH + self.skew + leapt() + int(loop.time() * 1000)
        manager = kind(Line(store, self, away), self._strategy, self.clock)
        self.context = contextvars.copy_context()
        self.context.run(OWNER.set, self)
        main = loop.create_task(run(manager, [Chat(self)], self.stop), context=self.context)
        main.add_done_callback(lambda task: self.die())

    def _strategy(self, name: str, game: AnyGame) -> Strategy:
        return Thinker(self, find(name, game))

    def die(self) -> None:
        """At once, wherever it stands."""
        self.dead = True
        self.ended.set()
        for task in self.tasks:
            if not task.done():
                task.cancel()


class Blank(Exception):
    """A strategy that fails, as a model does that cannot be reached."""


class Thinker:
    """A strategy that takes its time, and sometimes fails or decides what is not legal."""

    def __init__(self, process: Process, inner: Strategy) -> None:
        self.process, self.inner = process, inner

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        chance = self.process.chance
        await moment(self.process)
        if chance.random() < self.process.thinks:
            await asyncio.sleep(chance.uniform(5, 60))
        await moment(self.process)
        match chance.randrange(20):
            case 0:
                raise Blank
            case 1:
                return Decision(None, "", source="nonsense")
            case _:
                return await self.inner.decide(brief, deadline)


class Chat:
    """The platform's adapter in one process. What it posts may arrive although it seems to have failed."""

    platform = "room"

    def __init__(self, process: Process) -> None:
        self.process = process

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        self.process.door = door
        await stop.wait()
        self.process.door = None

    async def _reach(self) -> None:
        await moment(self.process)
        if self.process.chance.random() < self.process.weather.lost:
            raise Later(0.5)

    async def show(self, row: Row, sent: Sent) -> str:
        await self._reach()
        ref = self.process.screens.put(row, sent)
        await self._reach()
        return ref

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        await self._reach()
        self.process.screens.put(row, sent, ref)
        await self._reach()
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        return None

    async def close(self, place: str, ref: str) -> None:
        await self._reach()

    def newest(self, place: str) -> str | None:
        return self.process.screens.refs.get(place)

    def typing(self, place: str) -> None:
        """Nobody looks."""

    async def shutdown(self) -> None:
        """Holds nothing."""
