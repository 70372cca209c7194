"""The way of one message through the code: `python -m tests.repo.route` prints each module that it enters, in order.

A person plays price bargaining over the real Telegram adapter, a loopback server and the reference store. Counted are
the Python calls of this project's own code between the update's arrival at the adapter and the commit of its step. The
AI decides in a step of its own, as models do: the answer of an analytic player, which shares the person's step, is a
second way through the same rooms.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

from bot.session.limits import Turns
from storage.base import Commit
from storage.memory import MemoryStore
from tests.bot.adapters.telegram.service import House, housed
from tests.bot.session.harness import Thoughtful

ROOT = Path(__file__).parents[2]
OWN = ("games", "storage", "bot")
INSTEAD = ("bot.session.model.once", "bot.runtime.logs")
"""Modules that stand in for a property and a context manager of libraries, whose calls are not counted either."""


@dataclass
class Route:
    """Calls in order, each by its module (`bot.session.manager`) and function."""

    calls: list[tuple[str, str]] = field(default_factory=list)

    @property
    def modules(self) -> list[str]:
        """The modules in the order of the calls, without immediate repeats."""
        return [module for module, _ in groupby(module for module, _ in self.calls)]

    @property
    def figures(self) -> tuple[int, int, int]:
        """Calls, different modules, and changes of module."""
        return len(self.calls), len(set(self.modules)), max(0, len(self.modules) - 1)


ON_THE_WAY = ContextVar("on_the_way", default=False)
"""True in the tasks that an update's arrival leads to; those of other parts run at the same time."""


class Tracer:
    """Records the project's own calls on the way of one message: from its arrival after `arm` to its commit."""

    def __init__(self) -> None:
        self.route = Route()
        self._armed = self._on = False
        self._names: dict[str, str] = {}
        self._entered: dict[int, FrameType] = {}

    def arm(self) -> None:
        self.route, self._armed, self._entered = Route(), True, {}

    def begin(self) -> bool:
        """Begin, if no update has arrived yet; one that waits for its commit is delivered again."""
        begins, self._armed = self._armed, False
        self._on = self._on or begins
        return begins

    def end(self) -> None:
        self._on = False

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if event != "call" or not self._on or not ON_THE_WAY.get():
            return
        code = frame.f_code
        module = self._names.get(code.co_filename)
        if module is None:
            module = self._names[code.co_filename] = _module(code.co_filename)
        # A coroutine is "called" again whenever it goes on, which is no step of a reader's way. Frames are kept so
        # that none gets the number of one that has ended.
        if module and not code.co_name.startswith("<") and id(frame) not in self._entered:
            self._entered[id(frame)] = frame
            self.route.calls.append((module, code.co_qualname))


def _module(file: str) -> str:
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return ""
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    return name if parts[0] in OWN and name not in INSTEAD else ""


@asynccontextmanager
async def traced(tracer: Tracer) -> AsyncIterator[House]:
    """A served house whose Telegram adapter starts the tracer at an update, and whose store stops it at a commit."""
    async with housed() as house:
        house.strategies = lambda name, game: Thoughtful()
        house.manager.turns = Turns(meter=lambda: 0.0)  # nobody has to rest, however slow the tracing is
        from bot.adapters.telegram.adapter import Telegram

        take, commit = Telegram.take, MemoryStore.commit

        async def starting(self: Telegram, door: Any, batch: Any, patience: float) -> Any:
            if not batch or not tracer.begin():
                return await take(self, door, batch, patience)
            way = copy_context()
            way.run(ON_THE_WAY.set, True)
            return await asyncio.create_task(take(self, door, batch, patience), context=way)

        async def stopping(self: MemoryStore, step: Commit) -> Any:
            if ON_THE_WAY.get():
                tracer.end()
            return await commit(self, step)

        Telegram.take, MemoryStore.commit = starting, stopping  # type: ignore[method-assign]
        try:
            yield house
        finally:
            Telegram.take, MemoryStore.commit = take, commit  # type: ignore[method-assign]


async def measured() -> dict[str, Route]:
    """The routes of a typed offer and of a pressed button."""
    tracer = Tracer()
    routes: dict[str, Route] = {}
    async with traced(tracer) as house:
        ann, chat = house.person()
        offer = await house.begins(ann)
        sys.setprofile(tracer)
        try:
            tracer.arm()
            await ann.sends("10")
            await chat.wait_for("Round 3")
            routes["typed offer"] = tracer.route
            await house.tg.quiet()
            offer = chat.messages[-1]
            tracer.arm()
            await ann.presses(offer, "Accept")
            await chat.wait_for("GAME OVER")
            routes["pressed button"] = tracer.route
        finally:
            sys.setprofile(None)
        await house.tg.quiet()
    return routes


def main() -> None:
    for name, route in asyncio.run(measured()).items():
        calls, modules, changes = route.figures
        print(f"{name}: {calls} calls, {modules} modules, {changes} changes of module, up to the commit")
        for module, few in groupby(route.calls, key=lambda call: call[0]):
            print(f"  {module}: {', '.join(name for _, name in few)}")


if __name__ == "__main__":
    main()
