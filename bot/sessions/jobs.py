"""What a session must do later: clocks that run out, and moves of its AI seats. Pure: a turn in, jobs out.

A clock keeps its due time as long as its id lives, whatever else is committed meanwhile; a decision of an AI seat
lives as long as its stake. Each job is born at a version, so the same key at a later time is another input.
"""

from collections.abc import Collection

from bot.sessions.session import Session
from storage.base import Job


def jobs_of(session: Session, consumed: Collection[str], version: int, now: int) -> tuple[Job, ...]:
    """All jobs of a session at `version`. Jobs it had stay as they are, except those whose input was consumed just
    now.
    """
    turn = session.turn
    had = {(job.key, job.stake): job for job in session.jobs if job.input not in consumed}
    jobs: list[Job] = []
    for clock in turn.clocks:
        wait = session.terms.tempo.ms(clock.pace)
        if wait is not None:
            key = f"{session.sid}/clock/{clock.id}"
            jobs.append(had.get((key, "")) or Job(key, version, now + wait, "clock"))
    for chair in session.table.chairs:
        if chair.kind == "ai" and chair.seat in turn.awaited:
            key, stake = f"{session.sid}/ai/{chair.seat}", session.stake(chair.seat)
            jobs.append(had.get((key, stake)) or Job(key, version, now, "ai", stake))
    return tuple(jobs)


def subject(job: Job) -> str:
    """The clock's id, or the seat, that a job is about."""
    return job.key.split("/", 2)[2]
