"""A realm's sessions and parts as they stand, read once and then followed: only what has changed is loaded again.

A look at the store compares the versions on its lists with those known, which costs a few bytes a session. Forms of
studies that have ended are never read: what is told of them stands in the parts of their people. Of other logs only
those of running sessions are read, and those of sessions in which a model decides.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot import keys
from bot.operators import realms
from bot.operators.dashboard.rows import Trail, asks_models, followed, row_of, whose
from bot.operators.records import Realm
from bot.operators.session_table import pseudonym
from bot.session.dashboard import Row, Spent
from bot.session.model.session import Session, gather, known
from bot.session.model.table import ERASED, Chair
from bot.studies import parts
from bot.studies.parts import Desk, Held, Whose
from bot.studies.study import Study
from storage.base import Loaded, Store

MOST = 1_000_000
"""More sessions than a list has."""
SOME = 25
"""Sessions read at a time; others work between two batches."""
EVERY = 10_000
"""Milliseconds after which the lists of ended sessions are compared even if no session is known to have ended."""
FORM = "form"


class Known(NamedTuple):
    """A session that was read: its version, its row, the version of what it belongs to, and its log so far."""

    version: int
    row: Row
    of: int
    trail: Trail


class Follower:
    """The read model of one realm. `refresh` brings it up to date and returns whether anything is different."""

    def __init__(self, store: Store, realm: str, clock: Callable[[], int]) -> None:
        self.store, self.name, self.clock = store, realm, clock
        self.realm = Realm(realm)
        self.sessions: dict[str, Known] = {}
        self.parts: dict[str, Held] = {}
        self.desks: dict[tuple[str, int], Desk] = {}
        self.unread = 0
        """Sessions that are known to be there, and were not read yet."""
        self._seen: dict[str, int] = {}
        """The version at which each session was read, also of those that no row is made of."""
        self._live: set[str] = set()
        self._compared = -EVERY
        self._people: dict[tuple[str, str], str] = {}
        """Pseudonyms of people in studies, by session and seat ("" where they are alone)."""

    async def refresh(self, told: Callable[[], None] = lambda: None) -> bool:
        """Read all changes; return whether there were any. `told` is called between batches. Raises `StoreError`."""
        before = self.realm
        self.realm = (await realms.load(self.store, self.name)).realm
        changed = self.realm != before
        if self.realm.void != before.void:
            self._void(set(self.realm.void) ^ set(before.void))
        moved = await self._parts()
        changed |= await self._desks(moved) or moved
        return await self._sessions(told) or changed

    def studies(self) -> tuple[Study, ...]:
        """Return the frozen versions of studies, and the drafts of studies that have none."""
        begun = [study for study in self.realm.studies if study.frozen_at]
        slugs = {study.key for study in begun}
        return (*begun, *(study for study in self.realm.studies if study.key not in slugs))

    def rows(self) -> tuple[Row, ...]:
        """Return all rows, the last begun first."""
        rows = (found.row for found in self.sessions.values())
        return tuple(sorted(rows, key=lambda row: (row.began, row.sid), reverse=True))

    def spent(self) -> dict[tuple[str, int], Spent]:
        """Return the cost of models, by the name and version of a session's study or game."""
        costs = dict[tuple[str, int], Spent]()
        for found in self.sessions.values():
            if found.trail.spent.decisions:
                key = found.row.of.casefold(), found.of
                costs[key] = costs.get(key, Spent()) + found.trail.spent
        return costs

    # --- people -------------------------------------------------------------------------------------------------------

    async def _parts(self) -> bool:
        """Read the parts that have changed."""
        there = set[str]()
        fresh = list[str]()
        for slug in {study.slug.casefold() for study in self.realm.studies if study.frozen_at}:
            for sid, version in await self.store.stands(keys.parts_of(self.name, slug), True, MOST):
                there.add(sid)
                if sid not in self.parts or self.parts[sid].stored.version != version:
                    fresh.append(sid)
        for some in batches(fresh):
            for held in await asyncio.gather(*(parts.held(self.store, sid) for sid in some)):
                if held is not None:
                    self.parts[held.sid] = held
                    self._people |= {(visit.sid, visit.seat): held.part.pid for visit in held.part.visits}
            await asyncio.sleep(0)
        gone = self.parts.keys() - there
        for sid in gone:
            del self.parts[sid]
        return bool(fresh or gone)

    async def _desks(self, moved: bool) -> bool:
        """Read the assignments of studies; those of closed ones only if people `moved`, as some may be in them."""
        before = dict(self.desks)
        for study in self.realm.studies:
            new = (study.key, study.version) not in before
            if study.frozen_at and (new or moved or study.state != "closed"):
                desk = await parts.desk(self.store, Whose(self.name, study.slug, study.version))
                self.desks[study.key, study.version] = desk.value
        return self.desks != before

    def _who(self, sid: str, chair: Chair) -> str:
        """Return a person's pseudonym: the one of their part in a study, else the one of the realm's results."""
        if chair.user == ERASED:
            return ""
        alone, seated = self._people.get((sid, "")), self._people.get((sid, chair.seat))
        return seated or alone or pseudonym(chair.user, self.realm.salt)

    # --- sessions -----------------------------------------------------------------------------------------------------

    async def _sessions(self, told: Callable[[], None]) -> bool:
        live = dict(await self.store.stands(keys.of_realm(self.name), True, MOST))
        over = self._live - live.keys()
        ended = await self._ended() if over or not 0 <= self.clock() - self._compared < EVERY else None
        there = live if ended is None else {**ended, **live}
        wanted = [sid for sid, version in there.items() if self._seen.get(sid) != version]
        wanted = list(dict.fromkeys((*wanted, *over)))
        self.unread = len(wanted)
        for some in batches(wanted):
            loaded = await asyncio.gather(*(self.store.load(sid) for sid in some))
            await asyncio.gather(*(self._take(sid, one) for sid, one in zip(some, loaded, strict=True)))
            self.unread -= len(some)
            told()
            await asyncio.sleep(0)
        gone = [] if ended is None else [sid for sid in self._seen if sid not in there]
        for sid in gone:
            del self._seen[sid]
            self.sessions.pop(sid, None)
        self._live = set(live)
        if ended is not None:
            self._compared = self.clock()
        return bool(wanted or gone)

    async def _ended(self) -> dict[str, int]:
        """Return the versions of the ended sessions of all that operators have set up."""
        stands = dict[str, int]()
        for name in self._names():
            stands |= dict(await self.store.stands(keys.of_setup(self.name, name), False, MOST))
        return stands

    def _names(self) -> Iterator[str]:
        yield from dict.fromkeys((*(d.key for d in self.realm.games), *(s.key for s in self.realm.studies)))

    async def _take(self, sid: str, loaded: Loaded | None) -> None:
        form = loaded is not None and loaded.over and loaded.head.game == FORM
        session = await known(self.store, loaded) if not form else None
        if loaded is not None:
            self._seen[sid] = loaded.version
        if loaded is None or session is None or (loaded.over and not whose(session).name):
            self.sessions.pop(sid, None)
            return
        trail = await self._trail(session)
        row = row_of(session, loaded.head, trail, self._who, sid in self.realm.void)
        self.sessions[sid] = Known(loaded.version, row, whose(session).version, trail)

    async def _trail(self, session: Session) -> Trail:
        """Return a session's log as far as it matters: to the end, where something is read of it at all."""
        before = self.sessions.get(session.sid)
        trail = before.trail if before is not None and before.trail.version < session.version else Trail()
        if session.table.phase == "over" and not asks_models(session) and not trail.version:
            return Trail()
        return followed(trail, session, await gather(self.store.events(session.sid, trail.version)))

    def _void(self, sids: Iterable[str]) -> None:
        """Mark the rows of sessions that were declared void."""
        for sid in sids:
            if (found := self.sessions.get(sid)) is not None:
                self.sessions[sid] = found._replace(row=replace(found.row, void=sid in self.realm.void))


def batches(sids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield ids in portions of at most `SOME`."""
    for first in range(0, len(sids), SOME):
        yield sids[first : first + SOME]
