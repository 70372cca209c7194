"""Retention: moves games that ended long ago to the archive, and later deletes them if the operator wants that.

For each store, one process at a time does this for all. An archived game keeps its log and its end: it can be replayed,
exported, counted and played again, and its buttons say that it is over.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

import structlog
from msgspec import Struct

from bot import keys
from bot.players.llm.accounts import Accounts
from bot.runtime.store_health import StoreHealth
from bot.session import rematch, vault
from bot.session.model.session import OPERATORS, Session, revive
from games.core.codec import decode
from storage.base import Loaded, PartlyDown, Store, StoreError

log = structlog.get_logger(__name__)

DAY = 86_400_000
EVERY, PARTLY = 3_600, 60
"""Seconds between two rounds, and before the next one if a part of the store was away."""
MANY = 200
"""Sessions read in one batch."""
INBOX_DAYS = 14
"""Days after which no platform sends an update again, so its id may be forgotten."""


class Periods(Struct, frozen=True):
    """Days after a game's end until it is archived, and until it is deleted (0: never)."""

    archive: int = 7
    delete: int = 0


class Round(Struct, frozen=True):
    """Counts of one round of retention."""

    archived: int = 0
    deleted: int = 0
    forgotten: int = 0


class Retention:
    """Worker that tidies a store every hour."""

    def __init__(
        self, store: Store, clock: Callable[[], int], keep: Periods, health: StoreHealth | None = None
    ) -> None:
        self.store, self.clock, self.keep = store, clock, keep
        self.health = health or StoreHealth(store, clock)
        self.owner = f"keeper:{secrets.token_hex(4)}"

    async def run(self, stop: asyncio.Event) -> None:
        """Run until `stop` is set. A round in progress stops between two games."""
        while not stop.is_set():
            pause = EVERY
            try:
                if await self.store.lease(keys.TIDYING, self.owner, self.clock(), EVERY * 1000):
                    await self.round(stop)
            except PartlyDown as problem:
                log.info("tidied_partly", why=str(problem))
                pause = PARTLY
            except StoreError as problem:
                self.health.met(problem)
                await self.health.over(stop)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pause)

    async def round(self, stop: asyncio.Event | None = None) -> Round:
        """Do one round: all there is to do now."""
        stop, now = stop or asyncio.Event(), self.clock()
        archived = await self._all(now - self.keep.archive * DAY, False, self._archive, stop)
        deleted = 0
        if self.keep.delete:
            deleted = await self._all(now - self.keep.delete * DAY, True, self.store.drop, stop)
        forgotten = 0
        while not stop.is_set() and (some := await self.store.tidy(now - INBOX_DAYS * DAY)):
            forgotten += some
            await asyncio.sleep(0)
        forgotten += await vault.expire(self.store, now)
        today = datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
        await Accounts(self.store).forget(await self.store.names(keys.SPENT), today)
        for name in await self.store.names(keys.DASHBOARD):
            await self._expire(name, now)
        done = Round(archived, deleted, forgotten)
        if done != Round():
            log.info("tidied", archived=archived, deleted=deleted, forgotten=forgotten)
        return done

    async def _expire(self, name: str, now: int) -> None:
        """Delete a link to the dashboard, or a sign-in there, that has expired, with what was answered to it."""
        kept = await self.store.pointed(name) if name.startswith(keys.DASHBOARD) else None
        if kept is not None and int(kept.partition(" ")[0]) <= now:
            for one in (*keys.with_page(keys.desk_of(name)), name):
                await self.store.point(one, None)

    async def _all(
        self, before: int, archived: bool, work: Callable[[str], Awaitable[bool]], stop: asyncio.Event
    ) -> int:
        """Apply `work` to all sessions that ended before a time. Sessions that must wait do not block others. Returns
        how many were done.
        """
        many, done = MANY, 0
        while not stop.is_set():
            sids = await self.store.ended(before, many, archived)
            gone = 0
            for sid in sids:
                if stop.is_set():
                    break
                gone += await work(sid)
                await asyncio.sleep(0)
            done += gone
            if len(sids) < many:
                break
            if not gone:
                many *= 2
        return done

    async def _archive(self, sid: str) -> bool:
        """Delete the lookup keys first; they cannot be derived afterwards."""
        loaded = await self.store.load(sid)
        if loaded is not None and loaded.head.namespace == OPERATORS:
            return await self._archive_class(loaded)
        try:
            session = await revive(self.store, loaded) if loaded is not None else None
        except Exception as problem:
            # A game whose rules are unknown here is archived too; only its lookup keys stay behind.
            log.info("names_left", session=sid, error=type(problem).__name__)
            session = None
        if session is not None:
            await self._forget_names(session)
            for address, user in _focuses(session):
                if await self.store.pointed(keys.focus(address, user)) == sid:
                    on = await rematch.on(self.store, user, address)
                    await self.store.point(keys.focus(address, user), on.sid if on is not None else None)
                    if on is None:
                        for name in keys.with_page(address):
                            await self.store.point(name, None)
            for place in session.table.places:
                if await rematch.stale(self.store, place.address):
                    await self.store.point(keys.invited(place.address), None)
        return await self.store.archive(sid)

    async def _forget_names(self, session: Session) -> None:
        places = tuple(place.address for place in session.table.places)
        for name in keys.with_session(session.sid, session.terms.code, places):
            if await self.store.pointed(name) is not None:
                await self.store.point(name, None)

    async def _archive_class(self, loaded: Loaded) -> bool:
        """Archive the record of a class. Nobody joins it any more; its board is shown until it is deleted."""
        code = decode(loaded.head.body, dict[str, str]).get("code", "")
        await self.store.point(keys.code(code), None)
        return await self.store.archive(loaded.head.sid)


def _focuses(session: Session) -> Iterator[tuple[str, str]]:
    """Yield places and people whose words may belong to another game by now."""
    users = {chair.user for chair in session.table.chairs if chair.user}
    for place in session.table.places:
        for user in users:
            yield place.address, user
