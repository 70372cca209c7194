"""The games behind places: which game a place belongs to, who plays there, and what may be lost with it.

Adapters ask it instead of reading stored sessions. A snapshot of an older shape is folded afresh from its log.
"""

from collections.abc import AsyncIterator

import structlog
from msgspec import UNSET, DecodeError, Struct

from bot import keys
from bot.session.model.session import Broken, Session, known
from bot.session.ports import OPERATORS
from storage.base import Loaded, Store

log = structlog.get_logger(__name__)

MOST = 1_000
"""Maximum of running games that are looked through at once."""


class Belongs(Struct, frozen=True):
    """A game as adapters know it.

    - `begun`: milliseconds.
    - `code`: its join code; "" if it has none.
    - `places`: addresses that follow it.
    - `chairs`: the number of seats.
    - `users`: everybody who has a seat.
    - `stage`: whether it is a stage of a study.
    - `dropped`: whether it was stopped before its people did anything, as for a game at another level.
    """

    sid: str
    title: str
    phase: str
    begun: int
    code: str
    places: tuple[str, ...]
    chairs: int
    users: frozenset[str]
    homes: tuple[tuple[str, str], ...]
    """Each player with the place that they play from, without players who left the running game."""
    stage: bool = False
    dropped: bool = False

    def players(self, place: str) -> tuple[str, ...]:
        """Return the users who follow the game in a place."""
        return tuple(user for user, home in self.homes if home == place)


class Places:
    """Finds games by their id, their place or their join code."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def game(self, sid: str) -> Belongs | None:
        """Return a game; None if it is gone, or this program does not have its rules."""
        return await self._read(await self._store.load(sid) if sid else None)

    async def running(self) -> AsyncIterator[Belongs]:
        """Yield the unfinished games, the last begun first."""
        for loaded in await self._store.sessions(live=True, limit=MOST):
            if (found := await self._read(loaded)) is not None:
                yield found

    async def waiting(self, code: str, user: str) -> Belongs | None:
        """Return the table of a join code, if it waits for players and has no seat of this user's."""
        found = await self.game(await self._store.pointed(keys.code(code)) or "")
        return found if found is not None and found.phase == "lobby" and user not in found.users else None

    async def hosted(self, user: str, most: int) -> AsyncIterator[Belongs]:
        """Yield the tables at which a user waits for more players, the last begun first; at most this many games are
        looked at.
        """
        for loaded in await self._store.sessions(keys.played_by(user), live=True, limit=most):
            found = await self._read(loaded)
            if found is not None and found.phase == "lobby" and found.code and user in found.users:
                yield found

    async def listens(self, place: str, user: str) -> bool:
        """Return whether some game receives this user's words in this place."""
        return await self._store.pointed(keys.focus(place, user)) is not None

    async def other(self, sid: str, place: str, user: str) -> Belongs | None:
        """Return a game if this user's words in this place belong to another one. The end of a stage of a study is no
        other game's: the words belong to the next stage by then, and both are one study to its people. Nor is that of a
        game which was dropped for the one that has the words.
        """
        heard = await self._store.pointed(keys.focus(place, user))
        found = await self.game(sid) if heard not in (None, sid) else None
        passed = found is not None and found.phase == "over" and (found.stage or found.dropped)
        return None if passed else found

    async def _read(self, loaded: Loaded | None) -> Belongs | None:
        if loaded is None or loaded.head.namespace == OPERATORS:
            return None
        try:
            session = await known(self._store, loaded)
        except (Broken, DecodeError) as problem:
            log.warning("session_unread", session=loaded.head.sid, error=type(problem).__name__)
            return None
        return _entry(session, loaded.head.at) if session is not None else None


def _entry(session: Session, begun: int) -> Belongs:
    table = session.table
    staying = [c for c in table.chairs if c.kind == "human" and not (c.gone and table.phase == "play")]
    return Belongs(
        sid=session.sid,
        title=session.game.title,
        phase=table.phase,
        begun=begun,
        code=session.terms.code,
        places=tuple(dict.fromkeys(place.address for place in table.places)),
        chairs=len(table.chairs),
        users=frozenset(chair.user for chair in table.chairs if chair.kind == "human"),
        homes=tuple((chair.user, home) for chair in staying for seat, home in table.homes if seat == chair.seat),
        stage=session.terms.stage is not UNSET,
        dropped=table.stopped and not table.begun,
    )
