"""Sessions in the embedded store: their steps, lists, jobs and leases."""

import sqlite3
from collections.abc import AsyncIterator, Collection

import msgspec

from storage.base.contract import LEEWAY
from storage.base.packed import Step, logged
from storage.base.records import Commit, Conflict, Due, Dup, Head, Job, Loaded, Ok, Record
from storage.sqlite.connection import Connection
from storage.sqlite.inbox import ANSWER, INPUT
from storage.sqlite.names import point
from storage.sqlite.posts import log

PAGE = 100
"""Steps of a log that are read at a time, so that a slow reader holds no transaction open."""

LOADED = """SELECT sid, game, namespace, head.at, body, version, snapshot, jobs, session.over, mark
    FROM session JOIN head USING (sid)"""
LOAD = f"{LOADED} WHERE sid = ?"
LIST = f"""{LOADED} JOIN listed USING (sid) WHERE tag = ? AND listed.over = ?
    ORDER BY listed.at DESC, listed.sid DESC LIMIT ?"""
VERSIONS = """SELECT sid, version FROM listed JOIN session USING (sid) WHERE tag = ? AND listed.over = ?
    ORDER BY listed.at DESC, listed.sid DESC LIMIT ?"""
LIST_BOTH = f"SELECT * FROM ({LIST}) UNION ALL SELECT * FROM ({LIST})"
STANDS = "SELECT version, mark FROM session WHERE sid = ?"
BEGIN = """INSERT INTO session (at, snapshot, jobs, due, over, mark, sid, version) VALUES (?, ?, ?, ?, ?, ?, ?, 1 + ?)
    ON CONFLICT DO NOTHING"""
MOVE = """UPDATE session SET version = version + 1, at = ?, snapshot = ?, jobs = CASE WHEN over THEN jobs ELSE ? END,
    due = CASE WHEN over THEN NULL ELSE ? END, over = max(over, ?), archived = 0, mark = ?
    WHERE sid = ? AND version = ? AND mark IN ('', ?)"""
HEAD = "INSERT INTO head VALUES (?, ?, ?, ?, ?)"
TAG = """INSERT INTO listed SELECT ?, over, head.at, sid FROM session JOIN head USING (sid) WHERE sid = ?
    ON CONFLICT DO NOTHING"""
OVER = "UPDATE listed SET over = 1 WHERE sid = ? AND NOT over"
EVENTS = "SELECT version, at, events FROM step WHERE sid = ? AND version > ? ORDER BY version LIMIT ?"
ARCHIVED = "SELECT log FROM archive WHERE sid = ?"
DUE = "SELECT sid, jobs FROM session WHERE due <= ? ORDER BY due, sid LIMIT ?"
NEXT_DUE = "SELECT min(due) FROM session WHERE due IS NOT NULL"
LEASE = f"""INSERT INTO lease (sid, owner, until, length) VALUES (?1, ?2, ?3 + ?4, ?4)
    ON CONFLICT (sid) DO UPDATE SET owner = excluded.owner, until = excluded.until, length = excluded.length
    WHERE owner = excluded.owner OR until <= ?3 OR until > ?3 + length + {LEEWAY}"""
RELEASE = "DELETE FROM lease WHERE sid = ? AND owner = ?"

_pack = msgspec.msgpack.Encoder().encode
_unpack_events = msgspec.msgpack.Decoder(tuple[bytes, ...]).decode
_unpack_jobs = msgspec.msgpack.Decoder(tuple[Job, ...]).decode


class Sessions(Connection):
    """The sessions of the file."""

    async def load(self, sid: str) -> Loaded | None:
        rows = await self._rows(LOAD, sid)
        return _loaded(rows[0]) if rows else None

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        def work(db: sqlite3.Connection) -> Ok | Dup | Conflict:
            for id in dict.fromkeys(step.inputs):
                if not db.execute(ANSWER, (id, "", step.sid, step.at, b"", step.answer)).rowcount:
                    *_, answer = db.execute(INPUT, (id,)).fetchone()
                    db.execute("ROLLBACK")
                    return Dup(answer)
            if not _move(db, step):
                found = db.execute(STANDS, (step.sid,)).fetchone()
                db.execute("ROLLBACK")
                return Conflict(*found) if found else Conflict(0)
            log(db, step.sid, step.expect + 1, step.at, step.events, step.posts, step.sid)
            point(db, step.points)
            return Ok(step.expect + 1)

        return await self._whole(work)

    def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        async def page(after: int) -> list[Step]:
            rows = await self._rows(EVENTS, sid, after, PAGE)
            return [(version, at, _unpack_events(events)) for version, at, events in rows]

        async def archived() -> bytes | None:
            rows = await self._rows(ARCHIVED, sid)
            return rows[0][0] if rows else None

        return logged(after, page, archived)

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        running, ended = (tag or "", False, limit), (tag or "", True, limit)
        if live is None:
            found = [_loaded(row) for row in await self._rows(LIST_BOTH, *running, *ended)]
            found.sort(key=lambda session: (session.head.at, session.head.sid), reverse=True)
            return tuple(found[:limit])
        return tuple(_loaded(row) for row in await self._rows(LIST, *(running if live else ended)))

    async def stands(self, tag: str, live: bool, limit: int = 100) -> tuple[tuple[str, int], ...]:
        return tuple((sid, version) for sid, version in await self._rows(VERSIONS, tag, not live, limit))

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        # The `limit` earliest jobs all belong to the `limit` sessions whose first job is earliest.
        rows = [row for row in await self._rows(DUE, now, limit + len(but)) if row[0] not in but]
        ready = [Due(sid, job) for sid, jobs in rows for job in _unpack_jobs(jobs) if job.due <= now]
        return tuple(sorted(ready, key=lambda due: (due.job.due, due.sid, due.job.key))[:limit])

    async def next_due(self) -> int | None:
        ((due,),) = await self._rows(NEXT_DUE)
        return None if due is None else int(due)

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        return bool(await self._changed(LEASE, sid, owner, now, ttl))

    async def release(self, sid: str, owner: str) -> None:
        await self._changed(RELEASE, sid, owner)


def _move(db: sqlite3.Connection, step: Commit) -> bool:
    jobs = () if step.over else step.jobs
    due = min((job.due for job in jobs), default=None)
    values = (step.at, step.snapshot, _pack(jobs), due, step.over, step.mark, step.sid, step.expect)
    if not db.execute(*((BEGIN, values) if step.head else (MOVE, (*values, step.base)))).rowcount:
        return False
    if step.head:
        db.execute(HEAD, (step.head.sid, step.head.game, step.head.namespace, step.head.at, step.head.body))
        db.execute(TAG, ("", step.sid))
    elif step.over:
        db.execute(OVER, (step.sid,))
    for tag in step.tags:
        db.execute(TAG, (tag, step.sid))
    return True


def _loaded(row: tuple[str, str, str, int, bytes, int, bytes, bytes, int, str]) -> Loaded:
    sid, game, namespace, at, body, version, snapshot, jobs, over, mark = row
    return Loaded(Head(sid, game, namespace, at, body), version, snapshot, _unpack_jobs(jobs), bool(over), mark)
