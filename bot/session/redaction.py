"""To be forgotten: a person leaves all their games, and their name, number and words are taken out of what is kept.

What happened stays: moves, prices, earnings and times, so that games replay and the others keep their results. Two
steps, each of them safe to do again: first every session of the person is marked (`Forgotten`) and listed; then each
one listed is rewritten, once it has ended and its posts are out. A session that cannot be refolded without the words
is deleted whole.
"""

from collections.abc import Collection, Iterable

import structlog
from msgspec import UNSET
from msgspec.structs import replace

from bot import keys
from bot.session import lobby
from bot.session.model import receipt
from bot.session.model.events import Asked, Decided, Forgotten, Gone, Reported, Sat, Stopped, TableEvent, Typed
from bot.session.model.inbound import Answer
from bot.session.model.session import Session, entry_type, gather
from bot.session.model.table import ERASED, WORDS, alias
from bot.session.model.terms import Terms
from bot.session.unit_of_work import UnitOfWork
from games.core.codec import decode
from games.core.contract import Event, IllegalMove, Left, Moved, Seat
from storage.base import Loaded, Record, Store

log = structlog.get_logger(__name__)


def leave(unit: UnitOfWork, user: str) -> Answer:
    """Take somebody out of a session for good. The seat is given up as by leaving; no post names them."""
    table = unit.session.table
    leaving: list[TableEvent] = []
    for seat in table.seats_of(user):
        if table.phase == "lobby":
            leaving.append(lobby.rising(table, seat))
        elif table.phase == "play" and not table.goes_on_without(seat):
            try:
                unit.apply(Left(seat, "forgotten"))
            except IllegalMove:
                log.info("left_already", session=unit.session.sid)
        elif table.phase == "play" and not table.chair(seat).gone:
            leaving.append(Gone(seat))
    unit.points.extend((keys.focus(place.address, user), None) for place in table.places)
    own = (place for place in table.places if place.private and place.viewer in table.seats_of(user))
    unit.points.extend((keys.said(place.address), None) for place in own)
    unit.record(*leaving, Forgotten(alias(user)))  # together, so that the notices name nobody
    unit.tags.append(keys.FORGETTING)
    return Answer("told", unit.session.sid, "forget")


async def marked(store: Store, session: Session, user: str) -> bool:
    """Return whether somebody was taken out of a session already, and has taken no seat there since."""
    kind, gone = entry_type(session.game), False
    async for record in store.events(session.sid):
        match decode(record.data, kind).event:
            case Forgotten(who) if who == alias(user):
                gone = True
            case Sat(chair) if chair.user == user:
                gone = False
    return gone


async def clean(store: Store, loaded: Loaded) -> set[tuple[str, str]] | None:
    """Write an ended session again, or delete it whole. Return who was erased, with each place that they alone read.

    None if that has to wait for posts that are not out yet.
    """
    sid = loaded.head.sid
    await store.archive(sid)  # False if it was there already, or if posts still wait: then the next call does it
    records = await gather(store.events(sid))
    try:
        events, after, homes = without(loaded, records)
    except Exception as problem:
        log.error("forgotten_whole", session=sid, error=type(problem).__name__)
        return set() if await store.drop(sid) else None
    tags = (keys.FORGETTING, *dict.fromkeys(keys.played_by(user) for user, _ in homes))
    done = await store.rewrite(sid, loaded.version, events, after.snapshot(), tags, after.table.mark)
    return {(user, place) for user, place in homes if place} if done else None


def without(loaded: Loaded, records: Iterable[Record]) -> tuple[list[bytes], Session, set[tuple[str, str]]]:
    """Return the log of a session without those who are to be forgotten: its entries, where they lead, and who it was.

    Each of them comes with "", and with each place that they alone read.

    Raises whatever stands in the way of refolding it to the same result.
    """
    session = plain = Session.fresh(loaded.head.sid, decode(loaded.head.body, Terms))
    kind = entry_type(session.game)
    told = [(decode(record.data, kind), record.at) for record in records]
    marks = {entry.event.who for entry, _ in told if isinstance(entry.event, Forgotten)}
    homes: set[tuple[str, str]] = set()
    seats: set[Seat] = set()
    entries = []
    for was, at in told:
        event = was.event
        plain, _ = plain.after(event, at, was.salt, was.cover)
        if isinstance(event, Sat):
            theirs = bool(event.chair.user) and alias(event.chair.user) in marks
            homes |= _homes(event) if theirs else set()
            seats = seats | {event.chair.seat} if theirs else seats - {event.chair.seat}
        event = _redacted(event, seats, marks)
        session, entry = session.after(event, at, *receipt.sealing(was, event))
        entries.append(entry)
    if session.result() != plain.result() or session.table.phase != plain.table.phase:
        raise ValueError("without the words the game ends otherwise")
    return entries, replace(session, version=loaded.version), homes


def _homes(event: Sat) -> set[tuple[str, str]]:
    """Return pairs of the person who sat down: with "", and with each place that they alone read."""
    private = (place.address for place in (event.place, event.direct) if place is not None and place.private)
    return {(event.chair.user, address) for address in ("", *private)}


def _redacted(event: Event | TableEvent, seats: Collection[Seat], marks: Collection[str]) -> Event | TableEvent:
    """Return an event without the names and words of erased people: those in `seats`, whose digests are `marks`."""
    match event:
        case Sat(chair) if chair.seat in seats:
            return Sat(replace(chair, user=ERASED, name=""))
        case Moved(seat, move, say) if seat in seats and say:
            return Moved(seat, move, WORDS)
        case Asked(seat, text) if seat in seats and text and not text.startswith("/"):
            return replace(event, text=WORDS, say=UNSET, question=UNSET)
        case Typed(seat, text) if seat in seats and text:
            return replace(event, text=WORDS)
        case Reported(seat, whom, why) if {seat, whom} & set(seats) and why:
            return Reported(seat, whom, WORDS)
        case Decided():
            return replace(event, private=None)  # it may repeat what it was told
        case Stopped(by, why) if by and alias(by) in marks:
            return Stopped(ERASED, why)
        case Forgotten():
            return Forgotten("")
        case _:
            return event
