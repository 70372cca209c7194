"""Notices: what people read of a table event. The game words its own events (`tell`); these are the session's.

Pure: takes the session before and after, returns posts. An event without a case here is told to nobody.
"""

from collections.abc import Iterable

from bot.session.model.audience import each_once, heard_by, told
from bot.session.model.events import Dealt, Gone, Missed, Nudged, Returned, Rose, Sat, Stopped, TableEvent, Watched
from bot.session.model.session import Session
from bot.session.wording import deadlines, lobby
from games.core.contract import Seat
from games.core.post import says
from storage.base import Outgoing

Rows = tuple[Outgoing, ...]

STOPPED = "This game was stopped by the people who run it. Nobody earns anything from it."
COVERED = (
    "You have missed {n} deadlines, so an AI plays for you. Write anything to take your seat again.",
    "{who} has missed {n} deadlines. An AI plays that seat until they are back.",
)
LEFT = (
    "You have left, and an AI plays your seat. Write anything to take it again.",
    "{who} has left. An AI plays that seat.",
)
BACK = ("You have your seat again.", "{who} is back.")


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
            absent = after.table.chair(seat).covered and not before.table.chair(seat).covered
            return _of_seat(after, seat, *COVERED) if absent else ()
        case Gone(seat):
            return _of_seat(after, seat, *LEFT)
        case Returned(seat):
            return _of_seat(after, seat, *BACK) if before.table.chair(seat).covered else ()
        case Stopped(by, why):
            return _stopped(before, by, why, after)
        case _:
            return ()


def _stopped(before: Session, by: str, why: str, after: Session) -> Rows:
    if by == "clock":
        return lobby.unattended(after)
    if any(by == chair.seat for chair in before.table.chairs):
        return lobby.closed(after)
    post = says(STOPPED, *((f"Reason: {why}",) if why else ()))
    return tuple(told(place, post, closes=True) for place in each_once(before.table.places))


def _of_seat(session: Session, seat: Seat, mine: str, others: str) -> Rows:
    """Tell everybody about one seat, and its person in their own words, even if they get no more posts."""
    chair = session.table.chair(seat)
    who = f"{chair.name} ({seat})" if chair.name else seat
    home, heard = dict(session.table.homes).get(seat), heard_by(session.table)
    rows = []
    for place in session.table.places:
        theirs = place.viewer == seat
        hears = place.visibility != "private" and (place in heard or place.address == home)
        if theirs or hears:
            text = (mine if theirs else others).format(who=who, n=chair.missed)
            rows.append(told(place, says(text), closes=theirs and chair.gone))
    return tuple(rows)
