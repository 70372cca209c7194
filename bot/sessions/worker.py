"""Does what is due: moves of AI seats and clocks that ran out, also those that a dead process left behind."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog

from bot.outage import Outage
from bot.sessions.manager import Manager
from bot.sessions.session import Session
from storage.base import Due, StoreError

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.25
ORPHANED = 30_000
"""An input that nobody answered for this many milliseconds belonged to a process that died."""
SIGN_AFTER, SIGN_AGAIN = 0.3, 4.0
"""Seconds that a decision may take before somebody is told, and between two signs of life."""
REST = 5_000
"""Milliseconds between looks for orphans, and before a job that failed is tried again."""
UNSTORED = 500
"""Milliseconds before a job is tried again that failed for want of the store."""
STUCK = 5
"""A job that was refused this often in a row waits for the next poll instead of spinning."""


async def settle(manager: Manager, sid: str) -> None:
    """Do every job of one session due by now, until none is: afterwards it waits for a person or for a clock."""
    refused = 0
    while refused < STUCK:
        session = await manager.current(sid)
        ready = [job for job in session.jobs if job.due <= manager.clock()] if session else []
        if not ready:
            return
        refused = 0 if await manager.run(Due(sid, ready[0])) else refused + 1
    log.error("job_stuck", session=sid)


class Worker:
    """Polls the store for due jobs and runs them side by side, one at a time for each job.

    `thinking` is called, now and then, for a session one of whose AI seats takes its time; `done` after each job.
    """

    def __init__(
        self,
        manager: Manager,
        limit: int = 200,
        thinking: Callable[[Session], None] = lambda session: None,
        done: Callable[[], None] = lambda: None,
        outage: Outage | None = None,
    ) -> None:
        self.manager, self.limit, self.thinking, self.done = manager, limit, thinking, done
        self.outage = outage or Outage(manager.store, manager.clock)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._resting: dict[str, int] = {}
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Something was committed: look at once."""
        self._wake.set()

    async def run(self, stop: asyncio.Event) -> None:
        """Work until `stop` is set, then let what has begun come to its end."""
        before, look = self.manager.clock(), 0
        while not stop.is_set():
            self._wake.clear()
            now = self.manager.clock()
            try:
                if now >= look:
                    await self.manager.recover(before or now - ORPHANED)
                    before, look = 0, now + REST
                await self.poll()
            except StoreError as problem:
                self.outage.met(problem)
            if self.outage.problem:
                # Whoever met it: what was accepted then, and not answered, is answered now.
                await self.outage.over(stop)
                before, look = self.manager.clock(), 0
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), POLL_SECONDS)
        if self._busy:
            await asyncio.wait(self._busy.values())

    async def poll(self) -> None:
        """Start every due job that is not running yet; one that failed rests a while before it is tried again."""
        now = self.manager.clock()
        self._resting = {input: until for input, until in self._resting.items() if until > now}
        for due in await self.manager.store.due(now, self.limit):
            if due.job.input not in self._busy and due.job.input not in self._resting:
                self._busy[due.job.input] = asyncio.create_task(self._one(due))

    async def _one(self, due: Due) -> None:
        done = asyncio.Event()
        signs = asyncio.create_task(self._signs(due.sid, done)) if due.job.kind == "ai" else None
        try:
            if not await self.manager.run(due):
                self._rest(due)
        except StoreError as problem:
            self.outage.met(problem)
            self._rest(due, UNSTORED)
        except Exception:
            log.exception("job_failed", session=due.sid, job=due.job.key)
            self._rest(due)
        finally:
            done.set()
            del self._busy[due.job.input]
            self.wake()
            self.done()
        if signs is not None:
            await asyncio.gather(signs, return_exceptions=True)

    def _rest(self, due: Due, ms: int = REST) -> None:
        """Leave a job alone for a while. One that is gone is never seen again; one that is not must not spin."""
        self._resting[due.job.input] = self.manager.clock() + ms

    async def _signs(self, sid: str, done: asyncio.Event) -> None:
        pause = SIGN_AFTER
        while True:
            try:
                await asyncio.wait_for(done.wait(), pause)
                return
            except TimeoutError:
                session = await self.manager.session(sid)
            if session is not None and not done.is_set():
                self.thinking(session)
            pause = SIGN_AGAIN
