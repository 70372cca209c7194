"""What a session must do later: clocks that run out, reminders of them, and moves of its AI seats. Pure: a turn in,
jobs out.

A clock keeps its due time as long as its id lives, whatever else is committed meanwhile; a decision of an AI seat
lives as long as its stake. Each job is born at a version, so the same key at a later time is another input.
"""

from collections.abc import Collection

from msgspec.structs import replace

from bot.sessions.session import Session
from games.core import Clock
from storage.base import Job

LONG = 600_000
"""Milliseconds from which on a clock is long enough to remind people of it, once, when a quarter of it is left."""


MINUTE = 60_000
SLACK = 40_000
"""Milliseconds by which a due time may lie farther ahead than its own wait: two processes' clocks may differ."""

LOBBY = "lobby"
"""The clock of a table that nobody comes to; games have none while they wait for people."""


def jobs_of(session: Session, consumed: Collection[str], version: int, now: int) -> tuple[Job, ...]:
    """All jobs of a session at `version`. Jobs it had stay as they are, except those whose input was consumed just
    now.
    """
    turn = session.turn
    had = {(job.key, job.stake): job for job in session.jobs if job.input not in consumed}
    jobs: list[Job] = []
    if session.table.phase == "lobby" and session.terms.tempo.idle is not None:
        key = f"{session.sid}/clock/{LOBBY}"
        jobs.append(had.get((key, "")) or Job(key, version, now + session.terms.tempo.idle, "clock"))
    for clock in turn.clocks:
        wait = session.wait(clock)
        if wait is None:
            continue
        key = f"{session.sid}/clock/{clock.id}"
        job = had.get((key, "")) or Job(key, version, now + wait, "clock")
        jobs.append(job)
        if wait >= LONG and _reminds(session, clock):
            key = f"{session.sid}/nudge/{clock.id}"
            jobs.append(had.get((key, "")) or Job(key, version, job.due - wait // 4, "nudge"))
    for chair in session.table.chairs:
        if (chair.kind == "ai" or chair.covered) and chair.seat in turn.awaited:
            key, stake = f"{session.sid}/ai/{chair.seat}", session.stake(chair.seat)
            jobs.append(had.get((key, stake)) or Job(key, version, now, "ai", stake))
    return tuple(jobs)


def _reminds(session: Session, clock: Clock) -> bool:
    """Whether a person is awaited who was not reminded of this clock yet."""
    people = {chair.seat for chair in session.table.chairs if chair.kind == "human" and not chair.covered}
    return session.table.nudged != clock.id and not people.isdisjoint(session.turn.awaited)


def due_of(session: Session, clock: Clock) -> int | None:
    """When a running clock runs out; None if it never does."""
    key = f"{session.sid}/clock/{clock.id}"
    return next((job.due for job in session.jobs if job.key == key), None)


def subject(job: Job) -> str:
    """The clock's id, or the seat, that a job is about."""
    return job.key.split("/", 2)[2]


def fresh(wait: int) -> int:
    """The part of a clock's time that people get at least after an outage: a quarter, but a minute of a short one."""
    return max(min(wait, MINUTE), wait // 4)


def spoilt(session: Session, job: Job, until: int) -> bool:
    """Whether an outage that ended at `until` took more of a clock's time than it may. A reminder goes with its clock;
    pauses for merging words hold nobody to time.
    """
    wait = wait_of(session, subject(job))
    clock = f"{session.sid}/clock/{subject(job)}"
    due = next((each.due for each in session.jobs if each.key == clock), None)
    return wait is not None and due is not None and due < until + fresh(wait) and not _quiet(session, subject(job))


def rewound(session: Session, until: int, now: int) -> tuple[Job, ...]:
    """The jobs of a session after a lapse that ended at `until`: clocks that it took too much of have a fresh part of
    their time from `now` on. What is due farther ahead than its own wait, because the clock was set back, is due after
    that wait. A reminder comes when a quarter is left, as always.
    """
    jobs: list[Job] = []
    for job in session.jobs:
        if job.kind == "ai":
            jobs.append(replace(job, due=min(job.due, now)) if job.due > now + SLACK else job)
        elif job.kind == "clock":
            due = _rewound(session, job, until, now)
            jobs.append(job if due is None else replace(job, due=due))
            wait = wait_of(session, subject(job))
            if due is not None and wait is not None and wait >= LONG:
                key = f"{session.sid}/nudge/{subject(job)}"
                jobs.append(Job(key, session.version + 1, due - (due - now) // 4, "nudge"))
    renewed = {job.key for job in jobs}
    return (*jobs, *(job for job in session.jobs if job.kind == "nudge" and job.key not in renewed))


def _rewound(session: Session, job: Job, until: int, now: int) -> int | None:
    """When a clock is due anew; None if it stays as it is."""
    wait = wait_of(session, subject(job))
    if wait is None:
        return None
    if spoilt(session, job, until):
        return now + fresh(wait)
    return now + wait if job.due > now + wait + SLACK else None


def wait_of(session: Session, clock: str) -> int | None:
    """How long a clock of this name runs; None if none does."""
    if clock == LOBBY:
        return session.terms.tempo.idle
    return next((session.wait(running) for running in session.turn.clocks if running.id == clock), None)


def _quiet(session: Session, clock: str) -> bool:
    return any(running.id == clock and running.pace == "quiet" for running in session.turn.clocks)


def waits(session: Session, job: Job) -> bool:
    """Whether a job is one of a clock that holds people to time, or a reminder of it."""
    return job.kind != "ai" and not _quiet(session, subject(job))
