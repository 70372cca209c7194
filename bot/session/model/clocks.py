"""Clocks of a session: which one runs, when it is due, and the jobs that this leads to. Pure: takes sessions and times.

A clock keeps its due time as long as its id exists, whatever else is committed meanwhile. A decision of an AI seat
exists as long as its stake. Each job carries the version it was created at, so the same key at a later time is another
input.
"""

from collections.abc import Collection

from msgspec import UNSET, Struct
from msgspec.structs import replace

from bot.session.model.session import Session
from bot.session.model.terms import MINUTE, TEMPI
from games.core.contract import Clock, Seat
from storage.base import Job

LONG = 600_000
"""Milliseconds from which a clock counts as long. People get one reminder of a long clock, when a quarter of it is
left.
"""
SHORTER = MINUTE
"""The same at a tempo that names its minutes."""
_LONG = dict.fromkeys(TEMPI, LONG)
SLACK = 40_000
"""Milliseconds of tolerance for a due time farther ahead than its own wait: two processes' clocks may differ."""
LOBBY, PAUSE = "lobby", "paused"
"""The clocks of a table that nobody joins, and of a paused game. Games have no clock while they wait for people."""
ASKED = 30_000
"""Milliseconds for which words that belong together wait for the answer to a question about them."""
UNHURRIED = 2
"""Factor by which the first step of a table of people is longer: they read the rules in it."""
PACE = 5_000
"""Milliseconds between posts that no person's act comes between, as far as moves of AI seats lead to them."""


class Deadline(Struct, frozen=True):
    """The running clock that holds people to time, in milliseconds.

    - `due`: when it runs out.
    - `began`: when it began.
    - `wait`: how long it runs by its tempo.
    """

    clock: Clock
    due: int
    began: int
    wait: int


def running(session: Session) -> Deadline | None:
    """Return the deadline that people have now: the first of several. Pauses for merging words are none."""
    if not session.jobs:
        return None
    due, length = {job.key: job.due for job in session.jobs}, waits(session)
    found: Deadline | None = None
    for clock in session.turn.clocks:
        end = due.get(f"{session.sid}/clock/{clock.id}")
        if clock.pace != "quiet" and clock.id in length and end is not None and (found is None or end < found.due):
            extended = {(each.clock, each.due): each.began for each in session.table.extended or ()}
            wait = length[clock.id]
            found = Deadline(clock, end, extended.get((clock.id, end), end - wait), wait)
    return found


def due_of(session: Session, clock: str) -> int | None:
    """Return the time at which a clock of this name runs out, in milliseconds; None if it never does."""
    key = f"{session.sid}/clock/{clock}"
    return next((job.due for job in session.jobs if job.key == key), None)


def waits(session: Session) -> dict[str, int]:
    """Return the milliseconds that each clock runs, by its name, without those that never run out.

    A person who plays only against AIs gets a turn's time for a phase, because nobody waits for them; in a class, they
    have the class's time alone. The first phase of several people is longer. Merging words wait for the answer to a
    question about them. At a tempo that names its minutes, nobody may be silent for longer than a turn.
    """
    tempo, table, found = session.terms.tempo, session.table, dict[str, int]()
    alone = session.terms.lesson is not UNSET and len(table.people()) == 1
    for clock in session.turn.clocks:
        wait: int | None = getattr(tempo, clock.pace)
        if clock.pace in ("phase", "idle"):
            wait = _shared(session, clock)
        elif clock.pace == "quiet" and table.asks:
            wait = ASKED
        if wait is not None and (clock.pace == "quiet" or not alone):
            found[clock.id] = wait
    if (table.phase == "lobby" or table.paused) and tempo.idle is not None:
        found[LOBBY if table.phase == "lobby" else PAUSE] = tempo.idle
    return found


def _shared(session: Session, clock: Clock) -> int | None:
    """Return the milliseconds that a clock of all seats runs, in a phase or in talk; None if it never runs out."""
    tempo, table = session.terms.tempo, session.table
    if clock.pace == "idle":
        return tempo.idle if tempo.name in TEMPI else tempo.turn
    people = sum([chair.kind == "human" for chair in table.chairs])
    if people == 1:
        return tempo.turn
    if people > 1 and clock.id == table.first and tempo.phase is not None:
        return tempo.phase * UNHURRIED
    return tempo.phase


def jobs_of(session: Session, consumed: Collection[str], version: int, now: int, rest: int = 0) -> tuple[Job, ...]:
    """Return all jobs of a session at `version`. Existing jobs stay as they are, except those whose input was just
    consumed. New decisions of AI seats are due after `rest` milliseconds.
    """
    lengths, turn, stakes = waits(session), session.turn, session.stakes
    table, sid = session.table, session.sid
    had = {(job.key, job.stake): job for job in session.jobs if not consumed or job.input not in consumed}
    automatic = [c.seat for c in table.chairs if c.seat in turn.awaited and (c.kind == "ai" or c.covered)]
    reminds = len(automatic) < len(turn.awaited)
    jobs: list[Job] = []
    for clock, wait in lengths.items():
        key = f"{sid}/clock/{clock}"
        job = had.get((key, ""), Job(key, version, now + wait, "clock"))
        jobs.append(job)
        if wait >= _LONG.get(session.terms.tempo.name, SHORTER) and reminds and clock not in (table.nudged, PAUSE):
            key = f"{sid}/nudge/{clock}"
            jobs.append(had.get((key, ""), Job(key, version, job.due - wait // 4, "nudge")))
    for seat in automatic:
        key, stake = f"{sid}/ai/{seat}", stakes[seat]
        jobs.append(had.get((key, stake), Job(key, version, now + rest, "ai", stake)))
    return tuple(jobs)


def onward(started: Session, ended: Session, consumed: Collection[str], version: int, now: int) -> tuple[Job, ...]:
    """Return the jobs that lead people on from a stage of a study, between the session as a step `started` with it and
    as the step ended. One comes when the session is over for its person, and stays until it is consumed.
    """
    had = tuple(job for job in ended.jobs if job.kind == "onward" and job.input not in consumed)
    through = _through(started)
    new = (seat for seat in _through(ended) if seat not in through)
    return (*had, *(Job(f"{ended.sid}/onward/{seat}", version, now, "onward") for seat in new))


def _through(session: Session) -> tuple[Seat, ...]:
    """Return the seats of the people for whom a session is over: all at its end, before it those who are gone."""
    over = session.table.phase == "over"
    return tuple(chair.seat for chair in session.table.chairs if chair.kind == "human" and (over or chair.gone))


def subject(job: Job) -> str:
    """Return the clock's id, or the seat, that a job is about."""
    return job.key.split("/", 2)[2]


def holds(session: Session, job: Job) -> bool:
    """Return whether a job belongs to a clock that holds people to time: the clock itself, or its reminder."""
    return job.kind in ("clock", "nudge") and not any(
        c.id == subject(job) and c.pace == "quiet" for c in session.turn.clocks
    )


def fresh(wait: int) -> int:
    """Return the milliseconds that people get at least after an outage: a quarter of the clock, or a minute if that is
    more. A clock shorter than a minute restarts in full.
    """
    return max(min(wait, MINUTE), wait // 4)


def spoilt(session: Session, job: Job, until: int) -> bool:
    """Return whether an outage that ended at `until` took too much of a clock's time. Reminders go with their clock."""
    length, due = waits(session).get(subject(job)), due_of(session, subject(job))
    return length is not None and due is not None and due < until + fresh(length) and holds(session, job)


def rewound(session: Session, until: int, now: int) -> tuple[Job, ...]:
    """Return the jobs of a session after a lapse that ended at `until`.

    Clocks that lost too much time get a fresh part of it from `now` on. A clock that is due farther ahead than its own
    wait, because the system clock was set back, is due after that wait. A reminder comes when a quarter is left, as
    always.
    """
    jobs = {job.key: job for job in session.jobs}
    lengths = waits(session)
    for job in session.jobs:
        length = lengths.get(subject(job)) if job.kind == "clock" else None
        if job.kind in ("ai", "onward") and job.due > now + SLACK:
            jobs[job.key] = replace(job, due=now)
        elif length is not None and (spoilt(session, job, until) or job.due > now + length + SLACK):
            left = fresh(length) if spoilt(session, job, until) else length
            jobs[job.key] = replace(job, due=now + left)
            if length >= _LONG.get(session.terms.tempo.name, SHORTER) and subject(job) not in (LOBBY, PAUSE):
                key = f"{session.sid}/nudge/{subject(job)}"
                jobs[key] = Job(key, session.version + 1, now + left - left // 4, "nudge")
    return tuple(jobs.values())
