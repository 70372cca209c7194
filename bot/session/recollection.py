"""The exchanges of AI seats, kept folded: a decision folds only the events since the one before.

A kept fold is continued only if the log still holds the event that it ended with, mark and all. So it makes no
difference which process committed, or whether a store went back: what does not fit is folded afresh.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from bot.players.exchange import Done, Exchange, Folding
from bot.session.model.events import Decided, TableEvent
from bot.session.model.session import Session, entry_type
from bot.session.repository import SessionRepository
from games.core.codec import decode
from games.core.contract import Event, Moved, Seat
from storage.base import Record

MOST: Final = 128
"""Seats whose folds are kept, of a third of a megabyte in a long game. The one that decided longest ago goes first."""


class _Entry(Struct, frozen=True):
    """An entry of the log: its event, the mark after it, and the version that it came with."""

    version: int
    event: Event | TableEvent
    mark: str


class _Kept(Struct, frozen=True):
    """A fold up to the last entry of a version."""

    folding: Folding
    version: int
    mark: str


class Recollections:
    """The folds of AI seats in running sessions, in this process."""

    def __init__(self, sessions: SessionRepository) -> None:
        self.sessions = sessions
        self._kept: OrderedDict[tuple[str, Seat], _Kept] = OrderedDict()
        sessions.closed.append(self.drop)
        sessions.recalled.append(self._kept.clear)

    def __len__(self) -> int:
        return len(self._kept)

    async def of(self, session: Session, seat: Seat) -> Exchange:
        """Return the exchange of a seat, up to the state that its decision is made in."""
        # Taken out: a decision that is cancelled halfway leaves a fold that nobody may continue.
        kept = self._kept.pop((session.sid, seat), None)
        entries = await self._log(session, kept.version - 1 if kept is not None else 0)
        if kept is not None:
            known = [entry for entry in entries if entry.version == kept.version]
            if known and known[-1].mark == kept.mark:
                entries = entries[len(known) :]
            else:
                kept, entries = None, await self._log(session, 0)
        if kept is None:
            folding = Folding(session.game, session.game.deal(session.config, session.terms.seed), seat)
        else:
            folding = kept.folding
        exchange = await folding.follow(_done(entries))
        if entries:
            kept = _Kept(folding, entries[-1].version, entries[-1].mark)
        if kept is not None:
            self._keep(session.sid, seat, kept)
        return exchange

    def drop(self, sid: str) -> None:
        """Keep nothing of a session."""
        for key in [key for key in self._kept if key[0] == sid]:
            del self._kept[key]

    def _keep(self, sid: str, seat: Seat, kept: _Kept) -> None:
        session = self.sessions.kept(sid)
        if session is None or session.table.phase == "over":
            return  # it ended, or was given up, while its events were folded
        self._kept[sid, seat] = kept
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)

    async def _log(self, session: Session, after: int) -> list[_Entry]:
        kind, entries = entry_type(session.game), list[_Entry]()
        async for record in self.sessions.store.events(session.sid, after):
            if record.version <= session.version:
                entries.append(_entry(record, kind))
        return entries


def _entry(record: Record, kind: Any) -> _Entry:
    entry = decode(record.data, kind)
    return _Entry(record.version, entry.event, entry.mark)


def _done(entries: Iterable[_Entry]) -> Iterator[Done]:
    """Yield the events of the game, each with the record of the strategy that moved. Both have the same version."""
    minds: dict[Seat, Mapping[str, Any]] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, Decided):
            minds[event.seat] = event.private or {}
        elif not isinstance(event, TableEvent):
            yield Done(event, minds.pop(event.seat, None) if isinstance(event, Moved) else None)
