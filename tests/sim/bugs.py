"""Bugs that a design like this one can have, each planted in a few lines, to see that the simulation finds it."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from bot.players import Decision
from bot.runtime.store_health import StoreHealth
from bot.session.deciding import Deciding
from bot.session.downtime import Downtime
from bot.session.manager import Manager
from bot.session.model import clocks
from bot.session.model.inbound import Answer
from bot.session.model.session import Session
from bot.session.timekeeper import Lapse
from bot.session.unit_of_work import UnitOfWork
from games.core.contract import Expired
from storage.base import Commit, Conflict, Due, Dup, Input, Job, Ok, Taken, post_id
from tests.sim.ledger import Ledger
from tests.sim.world import PLAIN, Plan


class NoInbox(Ledger):
    """Whatever comes is new."""

    async def accept(self, input: Input, to: str = "") -> Taken:
        taken = await super().accept(input, to)
        return Taken(taken.input, None, True)

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        for id in step.inputs:
            self._answers.pop(id, None)
        return await super().commit(step)


class NoVersion(Ledger):
    """The last one to write wins."""

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        version, mark = self._stands(step.sid)
        return await super().commit(replace(step, expect=version, base=mark) if step.expect else step)


class NoMark(Ledger):
    """A version is taken for a history."""

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        _, mark = self._stands(step.sid)
        return await super().commit(replace(step, base=mark))


class EarlyPosts(Ledger):
    """Posts are on their way before it is known whether the step counts."""

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        for k, post in enumerate(step.posts):
            self._send(post_id(step.sid, step.expect + 1, k), step.sid, post)
        return await super().commit(step)


class NoStake(Deciding):
    """Manager that plays an AI seat's decision whatever has happened meanwhile."""

    async def _job(self, due: Due, work: Callable[[UnitOfWork], None]) -> bool:
        if due.job.kind != "ai":
            return await super()._job(due, work)

        def unguarded(unit: UnitOfWork) -> Answer:
            work(unit)
            return Answer("played", due.sid)

        return await self.sessions.enter(due.sid, (due.job.input,), unguarded, None) is not None


class AnyClock(Deciding):
    """A timer that has run out ends whatever ticks by then."""

    async def run(self, due: Due, ahead: Awaitable[Decision | None] | None = None) -> bool:
        if due.job.kind != "clock":
            return await super().run(due, ahead)
        return await self._job(due, lambda unit: unit.apply(Expired(unit.session.turn.clocks[0].id)))


def _one_timer(session: Session, consumed: Collection[str], version: int, now: int) -> tuple[Job, ...]:
    """A session's timer is called `timer`, whichever clock it is for."""
    made = clocks.jobs_of(session, consumed, version, now)
    key = f"{session.sid}/clock/timer"
    had = {job.key: job for job in session.jobs if job.input not in consumed}
    return tuple(had.get(key) or replace(job, key=key) if job.kind == "clock" else job for job in made)


def _restarted(session: Session, consumed: Collection[str], version: int, now: int) -> tuple[Job, ...]:
    """Every step winds all clocks up again."""
    kept = tuple(job for job in session.jobs if job.kind != "clock")
    return clocks.jobs_of(replace(session, jobs=kept), consumed, version, now)


class Blind:
    """Nobody checks how long the service was away."""

    def __init__(self, manager: Manager, health: StoreHealth) -> None: ...

    async def ready(self, stop: asyncio.Event) -> None: ...

    async def run(self, stop: asyncio.Event) -> None:
        await stop.wait()


class Hasty(Deciding):
    """Clocks run out before it is known how long the service was away."""

    def held(self, session: Session, job: Job) -> bool:
        return False


class Stubborn(Downtime):
    """A clock that was set back is not noticed."""

    async def mend(self, lapse: Lapse) -> int:
        if lapse.until < lapse.since:
            self.time.mended(lapse)
            return 0
        return await super().mend(lapse)


@contextmanager
def _named_by_key() -> Iterator[None]:
    """A job has the same id whenever it is born."""
    with patch.object(Job, "input", property(lambda job: job.key)):
        yield


class Renamed(Manager):
    """Each delivery gets an id of its own."""

    deliveries = 0

    async def handle(self, inbound: Any, post: Any = None) -> Answer:
        Renamed.deliveries += 1
        return await super().handle(replace(inbound, id=f"{inbound.id}#{Renamed.deliveries}"))


@contextmanager
def _any_clock() -> Iterator[None]:
    with (
        patch("bot.session.manager.Deciding", AnyClock),
        patch("bot.session.unit_of_work.jobs_of", _one_timer),
    ):
        yield


@dataclass(frozen=True)
class Bug:
    plan: Plan = PLAIN
    planted: Callable[[], AbstractContextManager[Any]] = nullcontext


BUGS = {
    "no inbox check": Bug(Plan(ledger=NoInbox)),
    # Its jobs come again under the same key within every game; in most worlds of the other games none does.
    "a job's id without its birth": Bug(Plan(games=("number",)), _named_by_key),
    "an id for each delivery": Bug(Plan(manager=Renamed)),
    "commit without version": Bug(Plan(ledger=NoVersion)),
    "commit without mark": Bug(Plan(ledger=NoMark, forgets=1.0, processes=2)),
    "posts before the commit": Bug(Plan(ledger=EarlyPosts)),
    "AI decision without stake": Bug(planted=lambda: patch("bot.session.manager.Deciding", NoStake)),
    "timer without clock id": Bug(planted=_any_clock),
    "downtime counts as the player's time": Bug(planted=lambda: patch("bot.app.Downtime", Blind)),
    "clocks run out before an outage is dealt with": Bug(
        Plan(rare=1.0), lambda: patch("bot.session.manager.Deciding", Hasty)
    ),
    "a clock that is set back stops the others": Bug(Plan(rare=1.0), lambda: patch("bot.app.Downtime", Stubborn)),
    "clocks that start again": Bug(planted=lambda: patch("bot.session.unit_of_work.jobs_of", _restarted)),
}
