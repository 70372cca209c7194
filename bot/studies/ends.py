"""The end of a stage: it leads on to the next one, or to the end of the person's part."""

from collections.abc import Sequence
from typing import Literal

from bot.session.model.events import TableEvent
from bot.session.model.session import Session, entry_type
from bot.session.model.table import ERASED
from bot.studies.study import Outcome
from games.core.codec import decode
from games.core.contract import Expired, Left, Seat
from storage.base import Record

Lead = Outcome | Literal["on", "nobody"]
"""An outcome; `on`: to the next stage; `nobody`: no partner came to the game."""


def lead(session: Session, seat: Seat, records: Sequence[Record]) -> Lead:
    """Return the outcome or continuation for the person in a seat; `records` is the session's log.

    Leaving a game by one's own act is one of its ends, as walking away is: all its people go on to the next stage.
    """
    chair, result = session.table.chair(seat), session.result()
    if chair.user == ERASED:
        return "withdrawn"
    if chair.gone and session.table.phase != "over":
        return "silent"
    if session.shut and _by_clock(session, records):
        return "nobody"
    if session.table.stopped:
        return "silent" if _by_clock(session, records) else "technical"
    match result.end if result is not None else "stopped":
        case "declined":
            return "no_consent"
        case "failed":
            return "screened_out"
        case "abandoned":
            return _abandoned(session, seat, records)
    return "silent" if chair.covered else "on"


def _by_clock(session: Session, records: Sequence[Record]) -> bool:
    last = decode(records[-1].data, entry_type(session.game)).event if records else None
    return getattr(last, "by", "") == "clock"


def _abandoned(session: Session, seat: Seat, records: Sequence[Record]) -> Lead:
    """Return the outcome or continuation after an abandoned game: who left it, or let the last clock run out?"""
    before = Session.fresh(session.sid, session.terms)
    kind = entry_type(session.game)
    for record in records:
        entry = decode(record.data, kind)
        if not isinstance(entry.event, TableEvent):
            after, _ = before.after(entry.event, record.at, entry.salt, entry.cover)
            if after.table.phase == "over":
                return _blamed(before, entry.event, seat)
            before = after
        else:
            before, _ = before.after(entry.event, record.at, entry.salt, entry.cover)
    return "technical"


def _blamed(before: Session, event: object, seat: Seat) -> Lead:
    match event:
        case Left(_, "quit"):
            return "on"
        case Left(who):
            return "silent" if who == seat else "partner_left"
        case Expired():
            people = {chair.seat for chair in before.table.people()}
            late = (before.turn.awaited & people) or people
            return "silent" if seat in late else "partner_left"
    return "technical"
