"""A repeated action beside a piece of work, until the work has ended."""

import asyncio
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any


class Heartbeat:
    """Context manager that calls `beat` after `after` s, then every `every` s; its end waits for a running beat. A beat
    that has nothing to wait for returns None.
    """

    def __init__(self, beat: Callable[[], Coroutine[Any, Any, None] | None], after: float, every: float) -> None:
        self._beat, self._after, self._every = beat, after, every
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._after, self._begin)

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._timer is not None
        self._timer.cancel()
        self._timer = None
        if self._task is not None:
            await asyncio.wait({self._task})

    def _begin(self) -> None:
        work = self._beat()
        if work is None:
            self._wait()
        else:
            self._task = asyncio.create_task(self._through(work))

    async def _through(self, work: Coroutine[Any, Any, None]) -> None:
        await work
        self._wait()

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer = asyncio.get_running_loop().call_later(self._every, self._begin)
