"""What a session must do later: clocks that run out, reminders of them, and moves of its AI seats. Pure: a turn in,
jobs out.

A clock keeps its due time as long as its id lives, whatever else is committed meanwhile; a decision of an AI seat
lives as long as its stake. Each job is born at a version, so the same key at a later time is another input.
"""

from collections.abc import Collection

from bot.sessions.session import Session
from games.core import Clock
from storage.base import Job

LONG = 600_000
"""Milliseconds from which on a clock is long enough to remind people of it, once, when a quarter of it is left."""


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
