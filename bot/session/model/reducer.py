"""The table's reducer: how each table event changes the table. It has no side effects."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.session.model.events import (
    Asked,
    Committed,
    Dealt,
    Decided,
    Extended,
    Forgotten,
    Gone,
    Hinted,
    Missed,
    Muted,
    Nudged,
    Paused,
    Present,
    Reported,
    Resumed,
    Returned,
    Rose,
    Rung,
    Sat,
    Stopped,
    TableEvent,
    Typed,
    Watched,
)
from bot.session.model.table import ERASED, LEFT, Chair, Extension, Place, Question, Table, alias
from games.core.contract import Seat


def reduce(table: Table, event: TableEvent) -> Table:
    """Return the table after an event."""
    match event:
        case Sat():
            return _sat(table, event)
        case Rose(seat):
            return _rose(table, seat)
        case Watched(place):
            return replace(table, places=_places(table, place))
        case Dealt():
            return replace(table, phase="play")
        case Asked():
            return _asked(table, event)
        case Decided(seat):
            return _with(table, seat, turns=table.chair(seat).turns + 1)
        case Committed(seat, drawn):
            return replace(table, chairs=_chairs(table, replace(table.chair(seat), drawn=drawn)))
        case Nudged(clock):
            return replace(table, nudged=clock)
        case Extended():
            return _extended(table, event)
        case Present() | Paused() | Resumed() | Missed() | Gone() | Returned():
            return _attended(table, event)
        case Forgotten(who):
            return _forgotten(table, who)
        case Muted():
            return _muted(table, event)
        case Reported() | Typed() | Hinted():
            return _hinted(table, event)
        case Rung() | Stopped():
            return _ended(table, event)


def _sat(table: Table, event: Sat) -> Table:
    seat = event.chair.seat
    home = ((seat, event.place.address),) if event.place is not None else ()
    places, homes = _places(table, event.place, event.direct), (*_homes(table, {seat}), *home)
    return replace(table, chairs=_chairs(table, event.chair), places=places, homes=homes)


def _rose(table: Table, seat: Seat) -> Table:
    places = tuple(place for place in table.places if place.viewer != seat)
    risen = replace(table, chairs=_chairs(table, Chair(seat)), places=places, homes=_homes(table, {seat}))
    # A mute is about people: whoever sits down next mutes nobody, and is heard.
    return replace(risen, muted=tuple(pair for pair in table.muted if seat not in pair)) if table.muted else risen


def _attended(table: Table, event: Present | Paused | Resumed | Missed | Gone | Returned) -> Table:
    match event:
        case Present(seat, clock):
            return replace(table, seen=(*(pair for pair in table.seen if pair[0] != seat), (seat, clock)))
        case Paused():
            return replace(table, paused=True)
        case Resumed():
            return replace(table, paused=False, nudged="")
        case Missed(seat):
            return _with(table, seat, missed=table.chair(seat).missed + 1)
        case Gone(seat):
            return _with(table, seat, missed=LEFT)
        case Returned(seat):
            return _with(table, seat, missed=0)


def _ended(table: Table, event: Rung | Stopped) -> Table:
    return replace(table, rung=True) if isinstance(event, Rung) else replace(table, phase="over", stopped=True)


def _muted(table: Table, event: Muted) -> Table:
    pair = (event.seat, event.whom)
    others = tuple(one for one in table.muted or () if one != pair)
    return replace(table, muted=(*others, pair) if event.on else others)


def _hinted(table: Table, event: Reported | Typed | Hinted) -> Table:
    """Return the table with a hint; a report, and what people wrote, stand in the log alone."""
    match event:
        case Hinted(seat, stake):
            return replace(table, hinted=(*(table.hinted or ()), (seat, stake)))
        case Reported() | Typed():
            return table


def _asked(table: Table, event: Asked) -> Table:
    others = tuple(question for question in table.questions if question.seat != event.seat)
    if not event.text:
        return replace(table, questions=others)
    asked = Question(event.seat, event.text, event.stake, event.say, event.aged, event.question)
    return replace(table, questions=(*others, asked))


def _extended(table: Table, event: Extended) -> Table:
    others = tuple(each for each in table.extended or () if each.clock != event.clock)
    nudged = "" if table.nudged == event.clock else table.nudged
    # A sign of life buys the time again once.
    seen = tuple(pair for pair in table.seen if event.why != "present" or pair[1] != event.clock)
    extended = (*others, Extension(event.clock, event.due, event.began))
    return replace(table, extended=extended, nudged=nudged, seen=seen)


def _forgotten(table: Table, who: str) -> Table:
    erased = {c.seat for c in table.chairs if c.user == ERASED or (c.user and alias(c.user) == who)}
    chairs = tuple(replace(c, user=ERASED, name="") if c.seat in erased else c for c in table.chairs)
    homes = _homes(table, erased)
    # An address gets no more posts if only erased people followed from it and the game goes on without them.
    left = {home for seat, home in table.homes if seat in erased and table.chair(seat).gone} - set(dict(homes).values())
    places = (place for place in table.places if place.viewer not in erased)
    staying = tuple(place for place in places if place.visibility == "watch" or place.address not in left)
    return replace(table, chairs=chairs, places=staying, homes=homes)


def _chairs(table: Table, new: Chair) -> tuple[Chair, ...]:
    return tuple(new if chair.seat == new.seat else chair for chair in table.chairs)


def _with(table: Table, seat: Seat, **fields: int) -> Table:
    return replace(table, chairs=_chairs(table, replace(table.chair(seat), **fields)))


def _places(table: Table, *new: Place | None) -> tuple[Place, ...]:
    places: dict[tuple[str, str], Place] = {}
    for place in (*table.places, *filter(None, new)):
        places.setdefault((place.address, place.viewer), place)
    return tuple(places.values())


def _homes(table: Table, without: Collection[Seat]) -> tuple[tuple[Seat, str], ...]:
    """Return the addresses that people play from, without those of some seats."""
    return tuple(home for home in table.homes if home[0] not in without)
