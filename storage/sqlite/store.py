"""The embedded store: one SQLite file, many processes on one host.

Write-ahead logging with `synchronous=NORMAL`: a killed process loses nothing that was answered; a power cut may lose
the last moments. Every method is one short transaction on the event loop's own thread, which measured faster than
handing it to another thread. A method waits only if another process has locked the file, and then it lets the loop run.
"""

from collections.abc import Collection, Sequence

from storage.base.records import Collected, LeaseRequest, Tally, holds
from storage.sqlite.archive import archive, drop, erase, rewrite, tidy
from storage.sqlite.inbox import Inbox
from storage.sqlite.names import point
from storage.sqlite.posts import OUTBOX, Posts
from storage.sqlite.sessions import Sessions

NAMED = "SELECT sid FROM name WHERE name = ?"
NAMES = "SELECT name FROM name WHERE instr(name, ?)"
CLAIM = """INSERT INTO claim (counter, key, n, until) SELECT ?1, ?2, 0, ?3
    WHERE NOT EXISTS (SELECT 1 FROM claim WHERE counter = ?1)"""
CLAIMED = "SELECT key FROM claim WHERE counter = ? ORDER BY n LIMIT 1"
"""Earlier versions numbered all who asked, the first of them 0."""
LIVE = "SELECT count(*) FROM listed WHERE tag = ? AND over = 0"
TALLY = f"SELECT (SELECT count(*) FROM input WHERE answer IS NULL), (SELECT count(*) FROM ({OUTBOX}))"
ENDED = "SELECT sid FROM session WHERE over AND archived = ? AND at < ? ORDER BY at, sid LIMIT ?"


class SqliteStore(Inbox, Sessions, Posts):
    """Store in one SQLite file. `path` names it; its folder is made when missing. Used by the thread that opened it."""

    async def point(self, name: str, value: str | None) -> None:
        await self._whole(lambda db: point(db, ((name, value),)))

    async def pointed(self, name: str) -> str | None:
        rows = await self._rows(NAMED, name)
        return str(rows[0][0]) if rows else None

    async def collect(self, place: str, held: LeaseRequest, limit: int = 100, sid: str = "") -> Collected | None:
        if not await self.lease(held.name, held.owner, held.now, held.ttl):
            return None
        return Collected(await self.outbox(place, limit, sid), await self.pointed(held.note) or "")

    async def claim(self, key: str, owner: str, until: int) -> bool:
        await self._changed(CLAIM, key, owner, until)
        return [(owner,)] == await self._rows(CLAIMED, key)

    async def tally(self, tags: Sequence[str]) -> Tally:
        live = [(await self._rows(LIVE, tag))[0][0] for tag in tags]
        return Tally(tuple(live), *(await self._rows(TALLY, -1))[0])

    async def ended(self, before: int, limit: int = 100, archived: bool = False) -> tuple[str, ...]:
        return tuple(str(sid) for (sid,) in await self._rows(ENDED, archived, before, limit))

    async def archive(self, sid: str) -> bool:
        return await self._whole(lambda db: archive(db, sid))

    async def rewrite(
        self, sid: str, version: int, events: Sequence[bytes], snapshot: bytes, untag: Sequence[str], mark: str = ""
    ) -> bool:
        return await self._whole(lambda db: rewrite(db, sid, version, events, snapshot, untag, mark))

    async def drop(self, sid: str) -> bool:
        return await self._whole(lambda db: drop(db, sid))

    async def tidy(self, before: int) -> int:
        return await self._whole(lambda db: tidy(db, before))

    async def names(self, *words: str) -> tuple[str, ...]:
        found = {name for word in words for (name,) in await self._rows(NAMES, word) if holds(name, word)}
        return tuple(sorted(found))

    async def erase(self, words: Collection[str], before: int) -> int:
        return await self._whole(lambda db: erase(db, words, before))

    async def scrub(self) -> str:
        await self._checkpoints.scrub()
        return self._checkpoints.remains
