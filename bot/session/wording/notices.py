"""Notices: what people read of a table event. The game words its own events (`tell`); these are the session's.

Pure: takes the session before and after, returns posts. An event without a case here is told to nobody.
"""

from collections.abc import Iterable

from bot.session.model.audience import each_once, told
from bot.session.model.events import (
    Dealt,
    Gone,
    Missed,
    Nudged,
    Paused,
    Rose,
    Sat,
    Stopped,
    TableEvent,
    Watched,
)
from bot.session.model.session import Session
from bot.session.wording import absence, deadlines, lobby
from games.core.post import Post, says
from storage.base import Outgoing

Rows = tuple[Outgoing, ...]

STOPPED = "This game was stopped by the operators. Nobody earns anything from it."


def notices(before: Session, events: Iterable[TableEvent], after: Session, now: int) -> Rows:
    """Return the posts about table events that happened together, in their order."""
    return tuple(row for event in events for row in _notice(before, event, after, now))


def _notice(before: Session, event: TableEvent, after: Session, now: int) -> Rows:
    match event:
        case Sat(chair) if after.table.phase == "lobby":
            came = chair.kind == "human" and chair != before.table.chair(chair.seat)
            return lobby.board(after) if came else ()
        case Rose() | Watched():
            return lobby.board(after)
        case Dealt():
            return lobby.full(after, before.table)
        case Nudged():
            return deadlines.reminder(after, now)
        case Missed(seat):
            return absence.missed(before, seat, after)
        case Paused():
            return absence.paused(after)
        case Gone(seat, why):
            return absence.left(after, seat, silent=why == "silent")
        case Stopped(by, why):
            return _stopped(before, by, why, after)
        case _:
            return ()


def _stopped(before: Session, by: str, why: str, after: Session) -> Rows:
    if by == "class":
        return ()  # its people have been told that the class is over
    if by == "clock":
        return lobby.unattended(after) if before.table.phase == "lobby" else absence.given_up(after)
    if any(by == chair.seat for chair in before.table.chairs):
        return lobby.closed(after) if before.table.phase == "lobby" else _everywhere(before, says(why))
    post = says(STOPPED, *((f"Reason: {why}",) if why else ()))
    return _everywhere(before, post)


def _everywhere(before: Session, post: Post) -> Rows:
    return tuple(told(place, post, closes=True) for place in each_once(before.table.places))
