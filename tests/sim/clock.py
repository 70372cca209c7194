"""An event loop whose time is a number: when nothing is ready it jumps to the next timer instead of waiting."""

import asyncio
import contextvars
import selectors
from collections.abc import Callable, Coroutine
from typing import Any


class Deadlock(Exception):
    """The simulated world stands still for ever: nothing is ready and no timer runs, or something spins."""


SPINS = 15_000
"""Rounds of the loop within one moment; no honest world has this many."""


class _Jump(selectors.SelectSelector):
    """Instead of waiting for the network, lets time pass. The loop has dropped cancelled timers before it asks."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._rounds = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Deadlock
        self._rounds = 0 if timeout > 0 else self._rounds + 1
        if self._rounds > SPINS:
            raise Deadlock
        self.now += max(0.0, timeout)
        return []


class _Numbered(asyncio.Task[Any]):
    """A task whose hash is its number: sets of tasks have the same order in every run."""

    def __init__(
        self, coro: Coroutine[Any, Any, Any], number: int, loop: asyncio.AbstractEventLoop, context: Any
    ) -> None:
        self.number = number
        super().__init__(coro, loop=loop, context=context)

    def __hash__(self) -> int:
        return self.number


class VirtualLoop(asyncio.SelectorEventLoop):
    """Every task is shown to `adopt` with the context in which it runs."""

    def __init__(self, adopt: Callable[[asyncio.Task[Any], contextvars.Context | None], None]) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)
        self._adopt, self._tasks = adopt, 0
        self._clock_resolution = 1e-6
        self.set_task_factory(self._make)
        # A crashed process leaves futures behind that nobody will ever ask.
        self.set_exception_handler(lambda loop, context: None)

    def time(self) -> float:
        return self._jump.now

    def _make(
        self,
        loop: asyncio.AbstractEventLoop,
        coro: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.Task[Any]:
        self._tasks += 1
        task = _Numbered(coro, self._tasks, loop, context)
        self._adopt(task, context)
        return task
