"""A session's log, step by step: each event with the session before and after it."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from msgspec import Struct

from bot.session.model.events import TableEvent
from bot.session.model.session import Session, entry_type
from bot.session.model.terms import Terms
from games.core.codec import decode
from games.core.contract import Event
from storage.base import Loaded, Record


class Unwalkable(Exception):
    """Error: the log of a session cannot be replayed. `sid` names it."""

    def __init__(self, sid: str, why: str) -> None:
        super().__init__(f"The log of session {sid} cannot be replayed ({why}). Nothing was written.")
        self.sid = sid


class Step(Struct, frozen=True):
    """One event of a log. `n` counts from 1; `version` is the commit that it belongs to. `mark`: its recorded hash."""

    n: int
    version: int
    at: int
    event: Event | TableEvent
    before: Session
    after: Session
    mark: str

    @property
    def faithful(self) -> bool:
        """True if the replay led to the recorded hash."""
        return self.after.table.mark == self.mark


def steps(loaded: Loaded, records: Iterable[Record]) -> list[Step]:
    """Return the steps of a stored session. Raises `Unwalkable` for a log that cannot be replayed."""
    sid = loaded.head.sid
    try:
        session = Session.fresh(sid, decode(loaded.head.body, Terms))
        kind = entry_type(session.game)
    except Exception as problem:
        raise Unwalkable(sid, str(problem).rstrip(".")) from problem
    made = []
    for n, record in enumerate(records, 1):
        try:
            entry: Any = decode(record.data, kind)
            after, _ = session.after(entry.event, record.at, entry.salt, entry.cover)
        except Exception as problem:
            raise Unwalkable(sid, f"event {n}: {problem}".rstrip(".")) from problem
        made.append(Step(n, record.version, record.at, entry.event, session, after, entry.mark))
        session = after
    return made


def ended_at(walked: Iterable[Step]) -> int | None:
    """Return when a session ended; None while it runs. What comes later, such as an erasure, is no part of it."""
    return next((step.at for step in walked if step.after.result() is not None), None)


def commits(walked: Iterable[Step]) -> Iterator[list[Step]]:
    """Yield the steps of each commit together."""
    for _, group in groupby(walked, lambda step: step.version):
        yield list(group)
