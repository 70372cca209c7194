"""A session in memory: its terms, its table and its game's state; how events change it, and how it is stored and
refolded.
"""

from collections.abc import AsyncIterable, Iterable, Mapping
from contextlib import suppress
from functools import cache, reduce
from operator import or_
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.session.model import reducer
from bot.session.model.events import Dealt, TableEvent
from bot.session.model.once import once
from bot.session.model.table import Chair, Table
from bot.session.model.terms import Terms
from games.core.codec import decode, digest, encode, shape
from games.core.contract import EVENTS, AnyGame, Event, Expired, Game, Moved, Result, Seat, SeatInfo, Turn
from games.core.registry import UnknownGame, get
from storage.base import Job, Loaded, Record, Store

OPERATORS: Final = "operators"
"""Namespace, and name of the game, of the records in the store that hold what operators set up: these are no sessions.
"""
PLAYED: Final = ("game", "practice")
"""The kinds of a study's stages that are games."""


class WrongRules(Exception):
    """Error: the log was played by rules that this program does not have."""


class Broken(Exception):
    """Error: a log does not lead to its marks. `event` is the number, from 1, of the first that differs."""

    def __init__(self, event: int, why: str) -> None:
        super().__init__(f"event {event} differs: {why}")
        self.event, self.why = event, why


class _Snap(Struct, frozen=True):
    shape: str
    table: msgspec.Raw
    state: msgspec.Raw


class _Taken(Struct, frozen=True):
    """A snapshot on its way to the store, where it is a `_Snap`."""

    shape: str
    table: Table
    state: Any


class Session(Struct, frozen=True, dict=True):
    """A session as of `version`. `state` is None until the game is dealt, `ended` until it is over by its own rules.
    `stored` is the mark of the log that the store has with this version. `dict` holds what is worked out once for a
    state.
    """

    sid: str
    terms: Terms
    game: AnyGame
    config: Any
    seats: tuple[SeatInfo, ...]
    table: Table
    state: Any = None
    ended: Result | None = None
    version: int = 0
    jobs: tuple[Job, ...] = ()
    stored: str = ""

    @classmethod
    def fresh(cls, sid: str, terms: Terms) -> "Session":
        """Return a session before its first event. Raises `WrongRules`."""
        game = _game_of(terms)
        config = decode(bytes(terms.config), game.Config)
        seats = game.seats(config)
        chairs = tuple(Chair(info.seat) for info in seats)
        substitutes = terms.lesson is not UNSET or UNSET
        table = Table(chairs=chairs, mark=digest(encode(terms.public)), again=terms.again, substitutes=substitutes)
        return cls(sid, terms, game, config, seats, table)

    @once
    def turn(self) -> Turn:
        if self.table.phase != "play":
            return Turn()
        turn = self.game.turn(self.state)
        return replace(turn, clocks=()) if self.table.paused else turn

    @once
    def stakes(self) -> Mapping[Seat, str]:
        """The decision that each seat faces."""
        phase, stake = self.table.phase, self.game.stake
        return {c.seat: stake(self.state, c.seat) if phase == "play" else phase for c in self.table.chairs}

    def stake(self, seat: Seat) -> str:
        return self.stakes[seat]

    def changed(self, **fields: Any) -> "Session":
        """Return this session with other fields. It keeps what was worked out if the game stands where it was."""
        after = replace(self, **fields)
        was, now = self.table, after.table
        if after.state is self.state and (was.phase, was.paused) == (now.phase, now.paused):
            after.__dict__.update(self.__dict__)
        return after

    def result(self) -> Result | None:
        """Return the session's result; None while it runs. A stopped session pays nothing."""
        if self.table.stopped:
            zero = tuple((chair.seat, 0) for chair in self.table.chairs)
            unit = "points" if self.state is None else self.game.unit
            return Result("stopped", zero, unit)
        return self.ended

    @property
    def studied(self) -> bool:
        """True if the session is a stage of a study."""
        return self.terms.stage is not UNSET

    @property
    def taught(self) -> bool:
        """True if the session is a game of a class."""
        return self.terms.lesson is not UNSET

    @property
    def held(self) -> bool:
        """True if the session waits for its class to start."""
        return self.terms.lesson is not UNSET and self.terms.lesson.held and self.table.phase == "lobby"

    @property
    def form(self) -> bool:
        """True if the session is a stage of a study that is no game: it is left by withdrawing."""
        return self.terms.stage is not UNSET and self.terms.stage.kind not in PLAYED

    @property
    def shut(self) -> bool:
        """True if the session ended before a game had begun."""
        return self.table.phase == "over" and self.state is None

    def after(
        self, event: Event | TableEvent, at: int, salt: str | UnsetType = UNSET, cover: str | UnsetType = UNSET
    ) -> tuple["Session", bytes]:
        """Return the session after one event, and the log's entry. The entry holds the event and its mark: a hash over
        every event up to here and its time. `salt` and `cover` are for the receipt. Raises `IllegalMove` and changes
        nothing.
        """
        table, state, ended = self.table, self.state, self.ended
        if isinstance(event, EVENTS):
            state = self.game.apply(state, event)
            if isinstance(event, Moved) and not table.begun and event.seat in {c.seat for c in table.chairs if c.user}:
                table = replace(table, begun=True)
            ended = self.game.result(state)
            if ended is not None:
                table = replace(table, phase="over")
        else:
            table = reducer.reduce(table, event)
            if isinstance(event, Dealt):
                state = self.game.deal(self.config, self.terms.seed)
        written = encode(event)
        sealing = b',"salt":"%b"' % salt.encode() if salt else b""
        if cover:
            sealing += b',"cover":"%b"' % cover.encode()
        mark = digest(table.mark.encode(), written, b"%d" % at, *([sealing] if sealing else ()))
        entry = b'{"event":%b,"mark":"%b"%b}' % (written, mark.encode(), sealing)
        after = self.changed(table=replace(table, mark=mark), state=state, ended=ended)
        if not table.first and table.phase == "play" and (first := _first(after)):
            after = after.changed(table=replace(after.table, first=first))
        return after, entry

    @property
    def automatic(self) -> bool:
        """True if only AI seats are awaited, and people follow."""
        awaited, people = self.turn.awaited, self.table.people()
        return bool(awaited and people) and awaited.isdisjoint([chair.seat for chair in people])

    @property
    def unattended(self) -> bool:
        """True if only AI seats are awaited, and people follow at a chat's tempo."""
        return self.terms.tempo.turn is not None and self.automatic

    def late(self, clock: str) -> tuple[Chair, ...]:
        """Return the chairs of people who are awaited and gave no sign of life while this clock ran."""
        awaited, seen = self.turn.awaited, self.table.seen
        people = (chair for chair in self.table.chairs if chair.kind == "human" and chair.seat in awaited)
        return tuple(chair for chair in people if (chair.seat, clock) not in seen)

    def goes_on_after(self, clock: str) -> bool:
        """Return whether the game goes on when this clock runs out."""
        return self.game.result(self.game.apply(self.state, Expired(clock))) is None

    def snapshot(self) -> bytes:
        return encode(_Taken(_shape(self.game), self.table, self.state))


Offer = Literal["card", "coach", "hint"]
AFTER: Final[tuple[tuple[Offer, str], ...]] = (("card", "card"), ("coach", "review"))
"""The offers after a game, each with the method that its game must have."""
STRICT: Final = "seed"
"""Beginning of the names of presets that follow a published study to the letter. Nothing is offered under them."""


def offers(session: Session) -> frozenset[Offer]:
    """Return a session's present offers to its people: a card and a coach after its end, a hint in practice.

    Practice is a game of one person against AIs that no operator set up. A session that was stopped offers nothing, nor
    does a stage of a study: it would teach people what the next ones are to find out.
    """
    table, kind = session.table, type(session.game)
    if session.state is None or table.stopped or session.terms.stage is not UNSET:
        return frozenset()
    if str(getattr(session.config, "condition", "")).startswith(STRICT):
        return frozenset()
    if table.phase == "over":
        return frozenset(offer for offer, has in AFTER if getattr(kind, has) is not getattr(Game, has))
    people = sum(chair.kind != "ai" for chair in table.chairs)
    practice = table.phase == "play" and people == 1 and session.terms.setup is UNSET and not session.taught
    return frozenset({"hint"}) if practice and has_hints(session) else frozenset()


def has_hints(session: Session) -> bool:
    """Return whether a session's game can give hints at all."""
    return type(session.game).hint is not Game.hint


def _first(session: Session) -> str:
    """Return the clock that holds people to time now; "" if there is none."""
    people = {chair.seat for chair in session.table.chairs if chair.kind == "human"}
    if not people or not people & session.turn.awaited:
        return ""
    return next((clock.id for clock in session.turn.clocks if clock.pace != "quiet"), "")


@cache
def _shape(game: AnyGame) -> str:
    return digest(shape(game.State).encode(), shape(Table).encode())


@cache
def entry_type(game: AnyGame) -> Any:
    """Return the type that decodes one log entry of this game. `salt` hides the event's words in the receipt; `cover`
    stands for it once the words are erased.
    """
    events: Any = reduce(or_, get_args(TableEvent), game.event_type)
    sealing = [(name, str | UnsetType, UNSET) for name in ("salt", "cover")]
    return msgspec.defstruct("Entry", [("event", events), ("mark", str), *sealing], frozen=True)


def _game_of(terms: Terms) -> AnyGame:
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
    ended = game.result(state) if table.phase == "over" and state is not None else None
    return Session(
        loaded.head.sid, terms, game, config, game.seats(config), table, state, ended, loaded.version, loaded.jobs
    )


def fold(session: Session, records: Iterable[Record]) -> Session:
    """Return a fresh session after all events of its log. Raises `Broken` at the first event whose mark differs."""
    kind = entry_type(session.game)
    for number, record in enumerate(records, 1):
        try:
            entry = decode(record.data, kind)
            after, _ = session.after(entry.event, record.at, entry.salt, entry.cover)
        except Exception as problem:
            raise Broken(number, f"it cannot be applied ({problem})") from problem
        if after.table.mark != entry.mark:
            raise Broken(number, "its hash does not match")
        session = replace(after, version=record.version)
    return session


async def revive(store: Store, loaded: Loaded) -> Session:
    """Return a session from the store: from its snapshot, or from its log if the snapshot has an older shape.

    Raises `WrongRules`.
    """
    session = restore(loaded)
    if session is None:
        records = await gather(store.events(loaded.head.sid))
        session = fold(Session.fresh(loaded.head.sid, decode(loaded.head.body, Terms)), records)
    return replace(session, version=loaded.version, jobs=loaded.jobs, stored=loaded.mark)


async def known(store: Store, loaded: Loaded | None) -> Session | None:
    """Return the session as `revive` does; None if there is none, or if this program does not have its rules."""
    if loaded is None or loaded.head.namespace == OPERATORS:
        return None
    with suppress(WrongRules):
        return await revive(store, loaded)
    return None


async def gather(records: AsyncIterable[Record]) -> list[Record]:
    return [record async for record in records]
