"""Jobs: moves of AI seats, clocks and reminders, each done through the same commit as a person's act."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.players import analytic
from bot.players.base import Decision
from bot.runtime.logs import Bound
from bot.session.automatic import brief_for, go_on, play_out
from bot.session.model.clocks import holds, spoilt, subject
from bot.session.model.inbound import Answer
from bot.session.model.session import Session
from bot.session.ports import Classes, Studies
from bot.session.recollection import Recollections
from bot.session.repository import SessionRepository
from bot.session.timekeeper import Timekeeper
from bot.session.unit_of_work import UnitOfWork
from games.core.contract import IllegalMove, Seat
from storage.base import Due, Job

log = structlog.get_logger(__name__)

DECISION_SECONDS = 45.0
GRACE_SECONDS = 3.0
"""Seconds that a strategy may exceed its deadline before another one stands in."""


class Deciding:
    """Does the jobs of sessions, by the service's clock `time`."""

    def __init__(self, sessions: SessionRepository, time: Timekeeper) -> None:
        self.sessions, self.time = sessions, time
        self.recollections = Recollections(sessions)
        self.studies: Studies | None = None
        """Leads people on from the stages of studies. Without it these jobs rest, for a process that can do them."""
        self.classes: Classes | None = None
        """Does the steps of classes, and notes the ends of their games."""

    async def decision(self, due: Due) -> Decision | None:
        """Return an AI seat's decision, ahead of the `run` of its job; None if the job is gone."""
        seat = Seat(subject(due.job))
        with Bound(session=due.sid, seat=seat):
            session = await self._at(due)
            return await self._decide(session, seat) if session is not None else None

    async def run(self, due: Due, ahead: Awaitable[Decision | None] | None = None) -> bool:
        """Do one due job. Return True if its session changed. `ahead`: the decision, if it was made already."""
        if due.job.kind == "class":
            return self.classes is not None and await self.classes.run(due)
        if due.job.kind == "onward":
            return await self._onward(due)
        if due.job.kind != "ai":
            with Bound(session=due.sid):
                session = await self._at(due)
                # A clock that was set back since the job was found has not come to its time yet.
                if session is None or self.held(session, due.job) or due.job.due > self.time.now():
                    return False
                act = UnitOfWork.expire if due.job.kind == "clock" else UnitOfWork.remind
                return await self._job(due, lambda unit: act(unit, subject(due.job)))
        seat = Seat(subject(due.job))
        with Bound(session=due.sid, seat=seat):
            session = await self._at(due)
            if session is None:
                return False
            began = time.perf_counter()
            made = (await ahead if ahead is not None else None) or await self._decide(session, seat)
            wanted = session.table.chair(seat).strategy or session.game.default_player
            self.sessions.metrics.decided(session.game.name, wanted, made.source, time.perf_counter() - began)
            self.sessions.metrics.spent(session.game.name, made.tokens)

            def play(unit: UnitOfWork) -> None:
                play_out(unit, seat, made)
                if unit.session.unattended:
                    go_on(unit, self.sessions)

            return await self._job(due, play)

    async def _onward(self, due: Due) -> bool:
        """Lead a person on from a stage, then consume the job. Where the process dies between the two, this is done
        again, and what was done before stays as it is.
        """
        with Bound(session=due.sid):
            session = await self._at(due)
            if session is None or self.held(session, due.job):
                return False
            if session.taught and self.classes is not None:
                await self.classes.onward(session)
            elif self.studies is not None:
                await self.studies.onward(session, Seat(subject(due.job)), due.job.input)
            return await self._job(due, lambda unit: None)

    def held(self, session: Session, job: Job) -> bool:
        """Return True if a clock or its reminder has to wait until an outage has been dealt with, or if this process
        cannot do the job.
        """
        if job.kind == "onward":
            return (self.classes if session.taught else self.studies) is None
        if self.time.unsure:
            return holds(session, job)
        return self.time.lapse is not None and job.kind != "ai" and spoilt(session, job, self.time.lapse.until)

    async def _at(self, due: Due) -> Session | None:
        """Return the session of a pending job; None if the job is done or void."""
        session = await self.sessions.current(due.sid)
        if session is None or due.job not in session.jobs:
            # The job may have been born in another process, behind the back of what is kept here.
            session = await self.sessions.session(due.sid)
        return session if session is not None and due.job in session.jobs else None

    def knows(self, session: Session, seat: Seat) -> bool:
        """Return whether this process has the strategy of an AI seat."""
        try:
            self.sessions.strategies(session.table.chair(seat).strategy or session.game.default_player, session.game)
        except ValueError:
            return False
        return True

    async def _decide(self, session: Session, seat: Seat) -> Decision:
        """Ask the seat's strategy, outside any lock. Always return a legal decision."""
        chair = session.table.chair(seat)
        brief = brief_for(session, seat, partial(self.recollections.of, session, seat))
        try:
            player = self.sessions.strategies(chair.strategy or session.game.default_player, session.game)
            async with asyncio.timeout(DECISION_SECONDS + GRACE_SECONDS):
                decision = await player.decide(brief, DECISION_SECONDS)
        except Exception as problem:
            log.warning("strategy_failed", strategy=chair.strategy, error=type(problem).__name__)
            return analytic.decide(session.game.default_player, brief, note=type(problem).__name__)
        refusal = brief.legal(decision.move, decision.say)
        if refusal is not None:
            log.warning("strategy_illegal", strategy=chair.strategy, code=refusal.code)
            return analytic.decide(session.game.default_player, brief, note=f"illegal: {refusal.code}")
        return decision

    async def _job(self, due: Due, work: Callable[[UnitOfWork], None]) -> bool:
        """Do a job if the session still has it, of the same version and stake. Return True if it was done."""

        def guarded(unit: UnitOfWork) -> Answer:
            if due.job not in unit.session.jobs:
                return Answer("ignored", due.sid, "stale")
            work(unit)
            return Answer("played", due.sid)

        try:
            answer = await self.sessions.enter(due.sid, (due.job.input,), guarded, None)
        except IllegalMove as problem:
            log.error("decision_refused", session=due.sid, job=due.job.key, code=problem.code)
            self.sessions.drop(due.sid)
            return False
        return answer is not None and answer.what == "played"
