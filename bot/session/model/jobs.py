"""Jobs that a session must do later: clocks that run out, reminders of them, and moves of its AI seats. Pure: takes a
turn, returns jobs.

A clock keeps its due time as long as its id exists, whatever else is committed meanwhile. A decision of an AI seat
exists as long as its stake. Each job carries the version it was created at, so the same key at a later time is another
input.
"""

from collections.abc import Collection

from msgspec.structs import replace

from bot.session.model.session import Session
from games.core.contract import Clock
from storage.base import Job

LONG = 600_000
"""Milliseconds from which a clock counts as long. People get one reminder of a long clock, when a quarter of it is
left.
"""


MINUTE = 60_000
SLACK = 40_000
"""Milliseconds of tolerance for a due time farther ahead than its own wait: two processes' clocks may differ."""

LOBBY = "lobby"
"""The clock of a table that nobody joins. Games have no clock while they wait for people."""


def jobs_of(session: Session, consumed: Collection[str], version: int, now: int) -> tuple[Job, ...]:
    """Return all jobs of a session at `version`. Existing jobs stay as they are, except those whose input was just
    consumed.
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
    """Return whether the turn awaits a person who was not yet reminded of this clock."""
    people = {chair.seat for chair in session.table.chairs if chair.kind == "human" and not chair.covered}
    return session.table.nudged != clock.id and not people.isdisjoint(session.turn.awaited)


def due_of(session: Session, clock: Clock) -> int | None:
    """Return when a running clock runs out; None if it never does."""
    key = f"{session.sid}/clock/{clock.id}"
    return next((job.due for job in session.jobs if job.key == key), None)


def subject(job: Job) -> str:
    """Return the clock's id, or the seat, that a job is about."""
    return job.key.split("/", 2)[2]


def fresh(wait: int) -> int:
    """Return the milliseconds that people get at least after an outage: a quarter of the clock, or a minute if that is
    more. A clock shorter than a minute restarts in full.
    """
    return max(min(wait, MINUTE), wait // 4)


def spoilt(session: Session, job: Job, until: int) -> bool:
    """Return whether an outage that ended at `until` took too much of a clock's time. A reminder goes with its clock.
    Pauses for merging words never count, because they hold nobody to time.
    """
    wait = wait_of(session, subject(job))
    clock = f"{session.sid}/clock/{subject(job)}"
    due = next((each.due for each in session.jobs if each.key == clock), None)
    return wait is not None and due is not None and due < until + fresh(wait) and not _quiet(session, subject(job))


def rewound(session: Session, until: int, now: int) -> tuple[Job, ...]:
    """Return the jobs of a session after a lapse that ended at `until`.

    Clocks that lost too much time get a fresh part of it from `now` on. A clock that is due farther ahead than its own
    wait, because the system clock was set back, is due after that wait. A reminder comes when a quarter is left, as
    always.
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
    """Return a clock's new due time; None if it stays as it is."""
    wait = wait_of(session, subject(job))
    if wait is None:
        return None
    if spoilt(session, job, until):
        return now + fresh(wait)
    return now + wait if job.due > now + wait + SLACK else None


def wait_of(session: Session, clock: str) -> int | None:
    """Return how long a clock of this name runs, in milliseconds; None if none does."""
    if clock == LOBBY:
        return session.terms.tempo.idle
    return next((session.wait(running) for running in session.turn.clocks if running.id == clock), None)


def _quiet(session: Session, clock: str) -> bool:
    return any(running.id == clock and running.pace == "quiet" for running in session.turn.clocks)


def waits(session: Session, job: Job) -> bool:
    """Return whether a job belongs to a clock that holds people to time: the clock itself, or its reminder."""
    return job.kind != "ai" and not _quiet(session, subject(job))
