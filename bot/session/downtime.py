"""After an outage of the service, or a leap of its clock: players get a fresh part of their time, and are told so.

Until a session has been checked, no clock that the lapse concerns runs out there (`Deciding.held`). Every process
checks every session. The step that extends a session has the same input id in each process, so it happens once.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

import structlog

from bot.runtime.store_health import StoreHealth
from bot.session.manager import Manager
from bot.session.model.clocks import LOBBY, rewound, subject, waits
from bot.session.model.events import Extended
from bot.session.model.session import Session, WrongRules
from bot.session.timekeeper import Lapse
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import deadlines
from storage.base import Due, PartlyDown, StoreError

log = structlog.get_logger(__name__)

MANY = 500
"""Jobs read in one batch."""
ROUNDS = 100
"""Maximum of looks at inputs that wait for an answer; some of them may never get one."""
NEVER = 1 << 62
"""Later than any time."""


class Downtime:
    """Timekeeping of a serving process: gives players' clocks more time after a lapse."""

    def __init__(self, manager: Manager, health: StoreHealth | None = None) -> None:
        self.manager, self.time = manager, manager.time
        self.health = health or StoreHealth(manager.store, manager.clock)
        self.time.begin()

    async def ready(self, stop: asyncio.Event) -> None:
        """Check the clock before anybody is served: due times set by a wrong clock would stay wrong."""
        while not stop.is_set():
            try:
                await self.time.look()
                return
            except PartlyDown:
                return  # the other parts are served; clocks wait until heartbeats can be read
            except StoreError as problem:
                self.health.met(problem)
                await self.health.over(stop)

    async def run(self, stop: asyncio.Event) -> None:
        """Go on until `stop` is set. A lapse that is not dealt with by then is dealt with after the next start."""
        ended = asyncio.ensure_future(stop.wait())
        mending: asyncio.Task[None] | None = None
        while not stop.is_set():
            try:
                await self.time.look()
            except PartlyDown:
                pass  # no outage begins, and the next look is made after a pause
            except StoreError as problem:
                self.health.met(problem)
                await self.health.over(stop)
                continue
            if self.time.lapse is not None and (mending is None or mending.done()):
                mending = asyncio.create_task(self._mend(self.time.lapse))
            alarm = asyncio.ensure_future(self.time.alarm.wait())
            await asyncio.wait({ended, alarm}, timeout=self.time.pause, return_when=asyncio.FIRST_COMPLETED)
            alarm.cancel()
        ended.cancel()
        if mending is not None:
            mending.cancel()
            with suppress(asyncio.CancelledError):
                await mending

    async def _mend(self, lapse: Lapse) -> None:
        try:
            await self.mend(lapse)
        except StoreError as problem:
            self.health.met(problem)
        except Exception:
            log.exception("lapse_not_mended")

    async def mend(self, lapse: Lapse) -> int:
        """Extend every session that needs it, one by one. Returns how many; may be done again. Raises `StoreError`."""
        if lapse.until < lapse.since:
            # Inputs from what is the future now: nobody would ask for them for as long as the clock was set back.
            for _ in range(ROUNDS):
                if not await self.manager.recover(NEVER):
                    break
        seen: set[str] = set()
        extended, left = 0, False
        while found := await self.manager.store.due(NEVER, MANY, seen):
            for due in found:
                if due.sid not in seen:
                    seen.add(due.sid)
                    try:
                        extended += await self._extend(due, lapse)
                    except PartlyDown:
                        left = True
                    await asyncio.sleep(0)
        log.info("clocks_extended", sessions=extended)
        if not left and self.manager.store.whole:  # else those in the part that is away are extended by the next call
            self.time.mended(lapse)
        return extended

    async def _extend(self, due: Due, lapse: Lapse) -> bool:
        try:
            session = await self.manager.sessions.current(due.sid)
            if session is not None and due.job not in session.jobs:
                await self.manager.sessions.session(due.sid)
            input = f"extend:{lapse.since}:{lapse.until}:{due.sid}"
            return await self.manager.sessions.administer(due.sid, input, lambda unit: extend(unit, lapse))
        except WrongRules:
            return False


def extend(unit: UnitOfWork, lapse: Lapse) -> bool:
    """Give the clocks of a session that a lapse concerns more time, and say so. False if there are none."""
    session = unit.session
    jobs = rewound(session, lapse.until, unit.now)
    if jobs == session.jobs:
        return False
    events = list(_events(session, {job.key: job.due for job in jobs}, lapse))
    unit.session = session.changed(jobs=jobs)
    unit.record(*events)
    if any(event.clock != LOBBY for event in events):
        away = lapse.until - lapse.since if lapse.why == "outage" else None
        unit.say(deadlines.extended(unit.session, away, unit.now))
    return True


def _events(session: Session, due: dict[str, int], lapse: Lapse) -> Iterator[Extended]:
    """Yield an event for each clock whose due time changes; `due` has the new times by the jobs' keys."""
    began, length = {(e.clock, e.due): e.began for e in session.table.extended or ()}, waits(session)
    for job in session.jobs:
        if job.kind == "clock" and due[job.key] != job.due:
            clock = subject(job)
            start = began.get((clock, job.due), job.due - length.get(clock, 0))
            yield Extended(clock, due[job.key], start, lapse.why)
