"""The worker: does due jobs, such as AI seats' moves and expired clocks, also those that a dead process left behind."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from random import uniform
from typing import Any

import structlog

from bot import keys
from bot.players import Decision
from bot.runtime.heartbeat import Heartbeat
from bot.runtime.store_health import StoreHealth
from bot.session.manager import Manager
from bot.session.model.clocks import subject
from bot.session.model.session import Session
from games.core.contract import Seat
from storage.base import Due, Job, PartlyDown, StoreError

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.25
ROUND = 16
"""Number of polls that together read every session with a running or resting job once."""
ORPHANED = 30_000
"""An input that nobody answered for this many milliseconds belonged to a process that died."""
SIGN_AFTER, SIGN_AGAIN = 0.3, 3.0
"""Seconds that a decision may take before somebody is told, and between two heartbeats."""
LEASE = 8_000
"""Milliseconds for which a process without a heartbeat keeps others from deciding for its sessions."""
ELSEWHERE = 2_000
"""Milliseconds between looks whether the process that decides for a session is still there."""
STRANGE = 10_000
"""Milliseconds for which a decision of a strategy that this process does not have is left to one that has it."""
REST = 5_000
"""Milliseconds between looks for orphans, and before a job that failed is tried again."""
HELD = 20_000
"""Milliseconds before another look at a clock that an outage holds. There may be thousands of them."""
UNSTORED = 500
"""Milliseconds before a job is tried again that failed for want of the store."""
NEVER = 1 << 62
"""Later than any job falls due."""
LAST_SECONDS = 6.0
"""Seconds that decisions may still take when the program stops. One that is cut off is taken after the next start."""
FAILURES, LONGEST_REST = 3, 300_000
"""A job that failed this often in a row rests twice as long after each further failure, up to these milliseconds."""
KNOWN = 10_000
"""Jobs whose failures in a row are remembered."""
STUCK = 5
"""A job that was refused this often in a row waits for the next poll instead of spinning."""


async def settle(manager: Manager, sid: str) -> None:
    """Do the due jobs of one session until it waits for a person or for a clock, and those of the sessions to which it
    leads people on.

    The moves come in the order of their jobs; slow players think side by side.
    """
    refused, led = 0, dict[str, str]()
    thinking: dict[str, asyncio.Task[Decision | None]] = {}
    try:
        while refused < STUCK:
            session = await manager.sessions.current(sid)
            ready = _ready(manager, session) if session else []
            if session is None or not ready:
                break
            for job in ready[1:]:
                if job.input not in thinking and _costs(session, job):
                    thinking[job.input] = asyncio.create_task(manager.deciding.decision(Due(sid, job)))
            ahead = thinking.get(ready[0].input)
            refused = 0 if await manager.deciding.run(Due(sid, ready[0]), ahead) else refused + 1
            if ahead is not None and ahead.done():
                del thinking[ready[0].input]
            if ready[0].kind == "onward":
                seat = Seat(subject(ready[0]))
                led[dict(session.table.homes).get(seat, "")] = session.table.chair(seat).user
        else:
            log.error("job_stuck", session=sid)
    finally:
        for task in thinking.values():
            task.cancel()
        await asyncio.gather(*thinking.values(), return_exceptions=True)
    for place, user in led.items():
        after = await manager.store.pointed(keys.focus(place, user))
        if after not in (None, sid):
            await settle(manager, after)


def _ready(manager: Manager, session: Session) -> list[Job]:
    """Return the jobs of a session that can be done now, in the order in which they fell due."""
    now = manager.clock()
    due = sorted((job for job in session.jobs if job.due <= now), key=lambda job: job.due)
    return [job for job in due if not manager.deciding.held(session, job)]


def _costs(session: Session, job: Job) -> bool:
    """Return True for a decision that takes more than a moment of this processor's time: no analytic player's."""
    if job.kind != "ai":
        return False
    chosen = session.table.chair(subject(job)).strategy
    return bool(chosen) and chosen not in session.game.players


class Worker:
    """Runs due jobs side by side, one at a time for each job.

    Sessions that something happened to in this process are looked at as soon as it is woken; polls of the store, now
    and then, find what is left: clocks, and what other processes left behind. A lease keeps two processes from asking
    a model for the same decision, which costs money; it is no lock.

    `thinking` is called, now and then, for a session one of whose AI seats takes its time.
    """

    def __init__(
        self,
        manager: Manager,
        limit: int = 1_000,
        thinking: Callable[[Session], None] = lambda session: None,
        health: StoreHealth | None = None,
    ) -> None:
        self.manager, self.limit, self.thinking = manager, limit, thinking
        self.health = health or StoreHealth(manager.store, manager.clock)
        self.owner = f"worker:{secrets.token_hex(4)}"
        self._busy: dict[str, tuple[str, asyncio.Task[None]]] = {}
        self._resting: dict[str, tuple[str, int]] = {}
        """Jobs that rest, with their session and until when on a clock that never leaps."""
        self._failures: Counter[str] = Counter()
        self._leased: Counter[str] = Counter()
        self._left: dict[tuple[str, Seat, int], int] = {}
        """Since when turns are left to other processes, on a clock that never leaps."""
        self._fresh: set[str] = set()
        self._next: dict[str, int] = {}
        """When something else falls due in the sessions in which a job runs, as far as that is known."""
        self._polls = 0
        self._due = True
        """True if it is time for a poll."""
        self._wake = asyncio.Event()

    def wake(self, sid: str = "") -> None:
        """Look at a session at once, because something was committed to it."""
        if sid:
            self._fresh.add(sid)
        self._wake.set()

    async def works(self, sid: str) -> bool:
        """Return whether something is to be done at once in a session, or is being done."""
        session = await self.manager.sessions.current(sid)
        return session is not None and bool(_ready(self.manager, session))

    async def run(self, stop: asyncio.Event) -> None:
        """Work until `stop` is set, then let what has begun come to its end."""
        before, look, self._due = NEVER, 0, True
        while not stop.is_set():
            self._wake.clear()
            try:
                now = self.manager.time.steady()
                if not 0 < look - now <= REST:  # also if the clock was set back
                    await self.manager.recover(before or self.manager.clock() - ORPHANED)
                    before, look = 0, now + REST
                await self._look()
                if self._due:
                    more = await self.poll()
                    self._poll_in(0.0 if more else POLL_SECONDS * uniform(0.8, 1.2))
            except PartlyDown:
                if self._due:
                    self._poll_in(POLL_SECONDS)  # it went away between two questions
            except StoreError as problem:
                self.health.met(problem)
                self._wake.set()
            if self.health.problem:
                # Whoever met it: what was accepted then, and not answered, is answered now.
                await self.health.over(stop)
                before, look = NEVER, 0
                continue
            await self._wake.wait()
        if self._busy:
            _, late = await asyncio.wait([task for _, task in self._busy.values()], timeout=LAST_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _poll_in(self, seconds: float) -> None:
        """Poll after these seconds. One timer serves for all that wakes the worker until then."""
        self._due = False
        asyncio.get_running_loop().call_later(seconds, self._fall_due)

    def _fall_due(self) -> None:
        self._due = True
        self._wake.set()

    async def settle(self, sid: str) -> None:
        """Settle a session as one of many processes: wait for what another one decides."""
        while True:
            session = await self.manager.sessions.current(sid)
            ready = [Due(sid, job) for job in _ready(self.manager, session)] if session else []
            if not ready:
                return
            self._start(ready)
            if running := [self._busy[due.job.input][1] for due in ready if due.job.input in self._busy]:
                await asyncio.wait(running)
            else:
                await asyncio.sleep(POLL_SECONDS)
                await self.manager.sessions.session(sid)

    async def _look(self) -> None:
        """Start the due jobs of the sessions that something happened to."""
        fresh, self._fresh = self._fresh, set()
        now = self.manager.clock()
        for sid in fresh:
            try:
                session = await self.manager.sessions.current(sid)
            except PartlyDown:
                continue  # it is among what is due as soon as it can be read
            if session is not None:
                self._start(Due(sid, job) for job in session.jobs if job.due <= now)
                if sid in self._next:
                    self._next[sid] = min((job.due for job in session.jobs if job.due > now), default=NEVER)

    async def poll(self) -> bool:
        """Start every due job in the store that is not running yet; one that failed rests a while first. Returns
        whether there may be more of them.

        What else is due in a session in which a job runs or rests is mostly known here. So at each poll the store is
        asked for some of these sessions only: decisions that take their time, many of them in other processes, would be
        read again and again.
        """
        now, steady = self.manager.clock(), self.manager.time.steady()
        # A rest that ends later than any was taken before the clock was set back.
        resting = {input: (sid, until) for input, (sid, until) in self._resting.items() if 0 < until - steady <= HELD}
        rested = {sid for input, (sid, _) in self._resting.items() if input not in resting}
        self._resting = resting
        self._next = {sid: self._next.get(sid, now) for sid, _ in self._busy.values()}
        self._fresh |= {sid for sid, due in self._next.items() if due <= now or sid in rested}
        self._polls += 1
        known = self._next.keys() | {sid for sid, _ in self._resting.values()}
        but = {sid for sid in known if (hash(sid) + self._polls) % ROUND}
        # Those that run or rest and are asked for stay in the list: they must not hide the others.
        limit = self.limit + len(self._busy) + len(self._resting) - len(but)
        found = await self.manager.store.due(now, limit, but)
        self._start(found)
        return len(found) >= limit

    def _start(self, found: Iterable[Due]) -> None:
        for due in found:
            if due.job.input not in self._busy and due.job.input not in self._resting:
                self._busy[due.job.input] = due.sid, asyncio.create_task(self._one(due))

    async def _one(self, due: Due) -> None:
        self.manager.sessions.metrics.due(due.job.kind, (self.manager.clock() - due.job.due) / 1000)
        leased = False
        try:
            if due.job.kind == "ai":
                leased = await self._costs(due)
                if leased and (await self._strange(due) or not await self._lease(due.sid)):
                    self._rest(due, ELSEWHERE)
                    leased = False
                    return
                sign = partial(self._sign, due, self.manager.time.steady() if leased else None)
                async with Heartbeat(sign, SIGN_AFTER, SIGN_AGAIN):
                    done = await self.manager.deciding.run(due)
            else:
                done = await self.manager.deciding.run(due)
            self._failures.pop(due.job.input, None)
            if not done:
                self._rest(due, HELD if self.manager.time.holding and due.job.kind != "ai" else REST)
        except StoreError as problem:
            self.health.met(problem)
            self._rest(due, UNSTORED)
        except Exception:
            log.exception("job_failed", session=due.sid, job=due.job.key)
            self._rest(due, self._failed(due))
        finally:
            del self._busy[due.job.input]
            self.wake(due.sid)
            if leased:
                await self._release(due.sid)

    async def _costs(self, due: Due) -> bool:
        session = await self.manager.sessions.current(due.sid)
        return session is not None and _costs(session, due.job)

    async def _strange(self, due: Due) -> bool:
        """Return whether a decision is left to another process: this one does not have the strategy. After a while, the
        game's usual player stands in.
        """
        session, seat = await self.manager.sessions.current(due.sid), Seat(subject(due.job))
        if session is None or self.manager.deciding.knows(session, seat):
            return False
        # Words that come meanwhile replace the job, but it is still the same turn.
        turn, now = (due.sid, seat, session.table.chair(seat).turns), self.manager.time.steady()
        if len(self._left) >= KNOWN:
            self._left.clear()
        return now < self._left.setdefault(turn, now) + STRANGE

    async def _lease(self, sid: str) -> bool:
        mine = await self.manager.store.lease(sid, self.owner, self.manager.clock(), LEASE)
        if mine:
            self._leased[sid] += 1
        return mine

    async def _release(self, sid: str) -> None:
        """Give the lease back after the session's last decision. If the store is away, the lease expires by itself."""
        self._leased[sid] -= 1
        if self._leased[sid] <= 0:
            del self._leased[sid]
            with suppress(StoreError):
                await self.manager.store.release(sid, self.owner)

    def _rest(self, due: Due, ms: int = REST) -> None:
        """Leave a job alone for a while, so that it does not spin."""
        self._resting[due.job.input] = due.sid, self.manager.time.steady() + ms

    def _failed(self, due: Due) -> int:
        """Count a failure. Return the milliseconds for which the job rests. It stays in the store."""
        if len(self._failures) >= KNOWN:
            self._failures.clear()
        self._failures[due.job.input] += 1
        failures = self._failures[due.job.input]
        if failures == FAILURES:
            log.error("job_stuck", session=due.sid, job=due.job.key, failures=failures)
            self.manager.sessions.metrics.stuck(due.job.kind)
        return min(LONGEST_REST, REST << max(0, min(failures, 20) - FAILURES + 1))

    def _sign(self, due: Due, leased: int | None) -> Coroutine[Any, Any, None] | None:
        """Tell that somebody is thinking. Return what keeps the lease, if there is one since `leased`: the first sign
        comes so soon after it that it needs no renewal.
        """
        session = self.manager.sessions.kept(due.sid)
        if session is not None and due.job in session.jobs:
            self.thinking(session)
        if leased is None or self.manager.time.steady() - leased < SIGN_AGAIN * 1000:
            return None
        return self._renew(due.sid)

    async def _renew(self, sid: str) -> None:
        with suppress(StoreError):
            await self.manager.store.lease(sid, self.owner, self.manager.clock(), LEASE)
