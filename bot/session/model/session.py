"""A session in memory: its terms, its table and its game's state; how events change it, and how it is stored and
refolded.
"""

from collections.abc import AsyncIterable, Iterable
from functools import cache, reduce
from operator import or_
from typing import Any, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace as changed

from bot.session.model.events import (
    Asked,
    Dealt,
    Decided,
    Extended,
    Forgotten,
    Gone,
    Missed,
    Nudged,
    Returned,
    Rose,
    Sat,
    Stopped,
    TableEvent,
    Watched,
)
from bot.session.model.table import ERASED, LEFT, Chair, Extension, Place, Question, Table, alias
from bot.session.model.terms import Terms
from games.core.codec import decode, digest, encode, shape
from games.core.contract import AnyGame, Clock, Event, Result, Seat, Turn
from games.core.registry import UnknownGame, get
from storage.base import Job, Loaded, Record, Store


class WrongRules(Exception):
    """Error: the log was played by rules that this program does not have."""


class Broken(Exception):
    """Error: a log does not lead to the marks that it holds. `event` is the number, from 1, of the first event that
    differs.
    """

    def __init__(self, event: int, why: str) -> None:
        super().__init__(f"event {event} differs: {why}")
        self.event, self.why = event, why


class _Snap(Struct, frozen=True):
    shape: str
    table: msgspec.Raw
    state: msgspec.Raw


class Session(Struct, frozen=True):
    """A session as of `version`. `state` is None until the game is dealt. `stored` is the mark of the log that the
    store has with this version.
    """

    sid: str
    terms: Terms
    game: AnyGame
    config: Any
    table: Table
    state: Any = None
    version: int = 0
    jobs: tuple[Job, ...] = ()
    stored: str = ""

    @classmethod
    def fresh(cls, sid: str, terms: Terms) -> "Session":
        """Return a session before its first event. Raises `WrongRules`."""
        game = _game_of(terms)
        config = decode(bytes(terms.config), game.Config)
        table = Table(chairs=tuple(Chair(info.seat) for info in game.seats(config)), mark=digest(encode(terms)))
        return cls(sid, terms, game, config, table)

    @property
    def turn(self) -> Turn:
        if self.table.phase != "play":
            return Turn()
        return self.game.turn(self.state)

    def result(self) -> Result | None:
        """Return the session's result; None while it runs. A stopped session pays nothing."""
        if self.table.stopped:
            zero = tuple((chair.seat, 0) for chair in self.table.chairs)
            unit = "points" if self.state is None else self.game.unit
            return Result("stopped", zero, unit)
        return self.game.result(self.state) if self.state is not None else None

    @property
    def shut(self) -> bool:
        """True if the session ended before a game had begun."""
        return self.table.phase == "over" and self.state is None

    def wait(self, clock: Clock) -> int | None:
        """Return the milliseconds that a clock runs; None for ever. A person who plays only against AIs gets a turn's
        time for a phase, because nobody waits for them.
        """
        alone = clock.pace == "phase" and sum(chair.kind == "human" for chair in self.table.chairs) == 1
        return self.terms.tempo.ms("turn" if alone else clock.pace)

    def stake(self, seat: Seat) -> str:
        return self.game.stake(self.state, seat) if self.table.phase == "play" else self.table.phase

    def after(self, event: Event | TableEvent, at: int) -> tuple["Session", bytes]:
        """Return the session after one event, and the log's entry. The entry holds the event and its mark: a hash over
        every event up to here and its time. Raises `IllegalMove` and changes nothing.
        """
        if isinstance(event, TableEvent):
            table, state = _reduce(self.table, event), self.state
            if isinstance(event, Dealt):
                state = self.game.deal(self.config, self.terms.seed)
        else:
            state = self.game.apply(self.state, event)
            table = self.table
            if self.game.result(state) is not None:
                table = changed(table, phase="over")
        written = encode(event)
        mark = digest(table.mark.encode(), written, b"%d" % at)
        entry = b'{"event":%b,"mark":"%b"}' % (written, mark.encode())
        return changed(self, table=changed(table, mark=mark), state=state), entry

    def snapshot(self) -> bytes:
        return encode(_Snap(_shape(self.game), msgspec.Raw(encode(self.table)), msgspec.Raw(encode(self.state))))


def _reduce(table: Table, event: TableEvent) -> Table:
    match event:
        case Sat(chair, place, direct):
            chairs = tuple(chair if c.seat == chair.seat else c for c in table.chairs)
            home = ((chair.seat, place.address),) if place is not None else ()
            homes = (*_but(table, {chair.seat}), *home)
            return changed(_placed(_placed(table, place), direct), chairs=chairs, homes=homes)
        case Rose(seat):
            chairs = tuple(Chair(seat) if c.seat == seat else c for c in table.chairs)
            places = tuple(p for p in table.places if p.viewer != seat)
            return changed(table, chairs=chairs, places=places, homes=_but(table, {seat}))
        case Watched(place):
            return _placed(table, place)
        case Dealt():
            return changed(table, phase="play")
        case Asked(seat, text, stake):
            others = tuple(q for q in table.questions if q.seat != seat)
            return changed(table, questions=(*others, Question(seat, text, stake)) if text else others)
        case Decided(seat):
            return _with(table, seat, turns=table.chair(seat).turns + 1)
        case Nudged(clock):
            return changed(table, nudged=clock)
        case Extended(clock, due, began):
            rest = tuple(each for each in table.extended or () if each.clock != clock)
            nudged = "" if table.nudged == clock else table.nudged
            return changed(table, extended=(*rest, Extension(clock, due, began)), nudged=nudged)
        case Missed(seat):
            return _with(table, seat, missed=table.chair(seat).missed + 1)
        case Gone(seat):
            return _with(table, seat, missed=LEFT)
        case Returned(seat):
            return _with(table, seat, missed=0)
        case Forgotten(who):
            gone = {c.seat for c in table.chairs if c.user == ERASED or (c.user and alias(c.user) == who)}
            chairs = tuple(changed(c, user=ERASED, name="") if c.seat in gone else c for c in table.chairs)
            # An address gets no more posts if only erased people followed from it and the game goes on without them.
            left = {home for seat, home in table.homes if seat in gone and table.chair(seat).gone}
            left -= {home for seat, home in table.homes if seat not in gone}
            places = tuple(p for p in table.places if p.viewer not in gone)
            places = tuple(p for p in places if p.visibility == "watch" or p.address not in left)
            return changed(table, chairs=chairs, places=places, homes=_but(table, gone))
        case Stopped():
            return changed(table, phase="over", stopped=True)


def _placed(table: Table, place: Place | None) -> Table:
    """Return the table with one more place, unless it is known."""
    if place is None or any((p.address, p.viewer) == (place.address, place.viewer) for p in table.places):
        return table
    return changed(table, places=(*table.places, place))


def _but(table: Table, seats: set[Seat]) -> tuple[tuple[Seat, str], ...]:
    """Return the addresses that people play from, without those of some seats."""
    return tuple(home for home in table.homes if home[0] not in seats)


def _with(table: Table, seat: Seat, **news: int) -> Table:
    """Return the table with changed fields at one chair."""
    return changed(table, chairs=tuple(changed(c, **news) if c.seat == seat else c for c in table.chairs))


@cache
def _shape(game: AnyGame) -> str:
    return digest(shape(game.State).encode(), shape(Table).encode())


@cache
def entry_type(game: AnyGame) -> Any:
    """Return the type that decodes one log entry of this game."""
    events: Any = reduce(or_, get_args(TableEvent), game.event_type)
    return msgspec.defstruct("Entry", [("event", events), ("mark", str)], frozen=True)


def _game_of(terms: Terms) -> AnyGame:
    """Return the game of these terms. Raises `WrongRules`."""
    try:
        game = get(terms.game)
    except UnknownGame:
        raise WrongRules(f"This session is of the game {terms.game!r}, which this Parley does not have.") from None
    if terms.rules != game.rules:
        raise WrongRules(
            f"This session was played by rules {terms.rules} of {terms.game}; this Parley has rules {game.rules}. "
            f"Use Parley {terms.engine} to open it."
        )
    return game


def restore(loaded: Loaded) -> Session | None:
    """Return a session from its snapshot; None if the snapshot has another shape and the log must be folded afresh.

    Raises `WrongRules`.
    """
    terms = decode(loaded.head.body, Terms)
    game, snap = _game_of(terms), decode(loaded.snapshot, _Snap)
    if snap.shape != _shape(game):
        return None
    config, table = decode(bytes(terms.config), game.Config), decode(bytes(snap.table), Table)
    state = None if bytes(snap.state) == b"null" else decode(bytes(snap.state), game.State)
    return Session(loaded.head.sid, terms, game, config, table, state, loaded.version, loaded.jobs)


def fold(session: Session, records: Iterable[Record]) -> Session:
    """Return a fresh session after all events of its log. Raises `Broken` at the first event whose mark differs."""
    kind = entry_type(session.game)
    for number, record in enumerate(records, 1):
        try:
            entry = decode(record.data, kind)
            after, _ = session.after(entry.event, record.at)
        except Exception as problem:
            raise Broken(number, f"it cannot be applied ({problem})") from problem
        if after.table.mark != entry.mark:
            raise Broken(number, "its hash does not match")
        session = changed(after, version=record.version)
    return session


async def revive(store: Store, loaded: Loaded) -> Session:
    """Return a session from the store: from its snapshot, or from its log if the snapshot has an older shape.

    Raises `WrongRules`.
    """
    session = restore(loaded)
    if session is None:
        records = await gather(store.events(loaded.head.sid))
        session = fold(Session.fresh(loaded.head.sid, decode(loaded.head.body, Terms)), records)
    return changed(session, version=loaded.version, jobs=loaded.jobs, stored=loaded.mark)


async def known(store: Store, loaded: Loaded) -> Session | None:
    """Return the session as `revive` does; None if this program does not have its rules. For use on lists."""
    try:
        return await revive(store, loaded)
    except WrongRules:
        return None


async def gather(records: AsyncIterable[Record]) -> list[Record]:
    return [record async for record in records]


__all__ = ["Broken", "Place", "Session", "WrongRules", "entry_type", "fold", "gather", "known", "restore", "revive"]
