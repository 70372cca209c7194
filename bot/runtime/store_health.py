"""Outages of the store: a process reports one once, waits longer and longer, and goes on.

Code that gets a `StoreError` reports it here. One probe, which writes, finds out when the store is back. Loops wait for
that with `over`; people are told meanwhile that nothing was lost.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from bot import keys
from storage.base import PartlyDown, Store, StoreError

log = structlog.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0
"""Seconds before a probe; they double with each failed one."""
RELAPSE = 1.0
"""Seconds after an outage within which a new one counts as the same: the failing calls are not those that the probe
makes.
"""
PATIENCE = 3.0
"""Seconds to wait for the store's answer when its state is requested. The requesting side waits about as long
for ours.
"""


class StoreHealth:
    """The state of one process's store. `problem` is the sentence for the operator, "" while all is well."""

    def __init__(self, store: Store, clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self.store, self.clock, self.problem = store, clock, ""
        self._name = keys.probing(secrets.token_hex(4))
        self._pause, self._ended = FIRST_PAUSE, 0.0
        self._probing: asyncio.Task[None] | None = None

    async def opened(self, stop: asyncio.Event, wait: bool) -> bool:
        """Open the store. Returns False if `stop` was set before. With `wait`, an unreachable store is tried again,
        after longer and longer pauses.

        Raises `StoreError` without `wait`, and for problems that waiting cannot fix.
        """
        began, told = asyncio.get_running_loop().time(), ""
        self.problem = "The store is being opened."
        while not stop.is_set():
            try:
                if await self._unless(stop, self.store.open()):
                    break
                continue
            except StoreError as problem:
                # External errors have a cause: a refused connection, a locked file. Parley's own refusals (another
                # program's data, an invalid address) have none, and waiting does not help.
                if problem.__cause__ is None:
                    raise
                if not wait:
                    raise StoreError(f"{problem} `parley serve --wait-store` waits until it can be used.") from problem
                self.problem = str(problem)
            if self.problem != told:
                told = self.problem
                log.warning("store_awaited", why=told)
            await self._unless(stop, asyncio.sleep(self._pause))
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
        self.problem, self._pause = "", FIRST_PAUSE
        if told and not stop.is_set():
            log.warning("store_there", seconds=round(asyncio.get_running_loop().time() - began, 1))
        return not stop.is_set()

    async def _unless(self, stop: asyncio.Event, work: Coroutine[Any, Any, None]) -> bool:
        """Run `work` and return True. Returns False if `stop` was set before; `work` is then cancelled."""
        task, halt = asyncio.ensure_future(work), asyncio.ensure_future(stop.wait())
        await asyncio.wait({task, halt}, return_when=asyncio.FIRST_COMPLETED)
        halt.cancel()
        if task.done():
            task.result()
            return True
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return False

    def met(self, problem: StoreError) -> None:
        """Begin an outage, unless one is already in progress, or other parts of the store can be used."""
        if self._probing is not None or isinstance(problem, PartlyDown):
            return
        loop = asyncio.get_running_loop()
        if loop.time() - self._ended > RELAPSE:
            self._pause = FIRST_PAUSE
        self.problem = str(problem)
        log.error("store_lost", why=self.problem)
        self._probing = loop.create_task(self._probe())

    async def over(self, stop: asyncio.Event) -> None:
        """Return as soon as there is no outage, or when `stop` is set."""
        if self._probing is None or stop.is_set():
            return
        halt = asyncio.ensure_future(stop.wait())
        await asyncio.wait({self._probing, halt}, return_when=asyncio.FIRST_COMPLETED)
        halt.cancel()

    def close(self) -> None:
        """Stop probing."""
        if self._probing is not None:
            self._probing.cancel()

    async def _probe(self) -> None:
        began = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            try:
                await self.store.lease(self._name, self._name, self.clock(), 1)
                await self.store.release(self._name, self._name)
                break
            except PartlyDown:
                break  # the other parts answer
            except StoreError as problem:
                self.problem = str(problem)
        self._ended = asyncio.get_running_loop().time()
        self.problem, self._probing = "", None
        log.warning("store_back", seconds=round(self._ended - began, 1))
