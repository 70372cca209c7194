"""The embedded store: one SQLite file, many processes on one host.

Write-ahead logging with `synchronous=NORMAL`: a killed process loses nothing that was answered; a power cut may lose
the last moments. Every method is one short transaction on the event loop's own thread, which measured faster than
handing it to another thread. A method waits only if another process has locked the file, and then it lets the loop run.
"""

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from storage.base import (
    LEEWAY,
    Commit,
    Conflict,
    Due,
    Dup,
    Head,
    Input,
    Job,
    Loaded,
    Ok,
    Outgoing,
    Parked,
    PostId,
    Record,
    Row,
    StoreError,
    Taken,
    Tally,
    aside_id,
    consumed,
    holds,
    parts_of,
    post_id,
)
from storage.packed import records, unpacked
from storage.sqlite.archive import archive, drop, erase, rewrite, tidy
from storage.sqlite.checkpoint import Checkpointer
from storage.sqlite.file import connect, is_busy, make_ready, prepare, sentence

T = TypeVar("T")

BUSY_MS, PAUSE_SECONDS, PATIENCE = 100, 0.05, 60
"""For a locked file: milliseconds that SQLite itself waits, seconds that the loop then runs, and how often both are
repeated.
"""
PAGE = 100
"""Steps of a log that are read at a time, so that a slow reader holds no transaction open."""
POST_ID = re.compile(r"(.+)\.(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,8})", re.ASCII | re.DOTALL)

ACCEPT = """INSERT INTO input (id, place, sid, at, body)
    VALUES (?, ?, coalesce(nullif(?, ''), (SELECT sid FROM name WHERE name = ?), ''), ?, ?) ON CONFLICT DO NOTHING"""
INPUT = "SELECT id, place, sid, at, body, answer FROM input WHERE id = ?"
PENDING = """SELECT id, place, sid, at, body FROM input INDEXED BY input_pending WHERE answer IS NULL AND at < ?
    ORDER BY at, n LIMIT ?"""
ANSWER = """INSERT INTO input (id, place, sid, at, body, answer) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET answer = excluded.answer, place = '', body = x'' WHERE answer IS NULL"""
"""Changes no row if the input has an answer already."""
TRY = "UPDATE input SET tries = tries + 1 WHERE id = ? AND answer IS NULL"
TRIES = "SELECT tries FROM input WHERE id = ?"
PARK = "UPDATE input SET parked = ?, why = ? WHERE id = ?"
PARKED = "SELECT id, sid, parked, why FROM input WHERE parked IS NOT NULL ORDER BY parked DESC, id DESC LIMIT ?"

LOADED = """SELECT sid, game, namespace, head.at, body, version, snapshot, jobs, session.over, mark
    FROM session JOIN head USING (sid)"""
LOAD = f"{LOADED} WHERE sid = ?"
LIST = f"""{LOADED} JOIN listed USING (sid) WHERE tag = ? AND listed.over = ?
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
STEP = "INSERT INTO step (sid, version, at, events, posts) VALUES (?, ?, ?, ?, ?)"
EVENTS = "SELECT version, at, events FROM step WHERE sid = ? AND version > ? ORDER BY version LIMIT ?"
ARCHIVED = "SELECT log FROM archive WHERE sid = ?"
ENDED = "SELECT sid FROM session WHERE over AND archived = ? AND at < ? ORDER BY at, sid LIMIT ?"
DUE = "SELECT sid, jobs FROM session WHERE due <= ? ORDER BY due, sid LIMIT ?"
NEXT_DUE = "SELECT min(due) FROM session WHERE due IS NOT NULL"

SEND = "INSERT INTO outbox (place, n, k, sid, slot) VALUES (?, ?, ?, ?, ?)"
WAITING = """SELECT step.sid, version, k, posts, '', 0 FROM outbox JOIN step USING (n) WHERE {} (slot = '' OR NOT EXISTS
    (SELECT 1 FROM outbox AS newer WHERE newer.place = outbox.place AND newer.sid = outbox.sid
    AND newer.slot = outbox.slot AND (newer.n, newer.k) > (outbox.n, outbox.k))) ORDER BY n, k LIMIT ?"""
OUTBOX, OUTBOX_OF = WAITING.format(""), WAITING.format("outbox.place = ? AND")
OUTBOX_IN = WAITING.format("outbox.place = ? AND outbox.sid = ? AND")
LIVE = "SELECT count(*) FROM listed WHERE tag = ? AND over = 0"
TALLY = f"SELECT (SELECT count(*) FROM input WHERE answer IS NULL), (SELECT count(*) FROM ({OUTBOX}))"
POSTS = "SELECT n, posts FROM step WHERE sid = ? AND version = ?"
SENT = "DELETE FROM outbox WHERE place = ? AND n = ? AND k = ?"
SETTLE = "INSERT INTO settled (n, k, ref, at) VALUES (?, ?, ?, ?)"
OLDER = "FROM outbox WHERE place = ? AND sid = ? AND slot = ? AND (n, k) < (?, ?)"
SETTLE_OLDER, DROP_OLDER = f"INSERT INTO settled SELECT n, k, '', ? {OLDER}", f"DELETE {OLDER}"
SHOW = "REPLACE INTO shown VALUES (?, ?, ?, ?, ?)"
POST = """SELECT sid, version, ?, posts, coalesce(ref, ''), coalesce(settled.at, 0)
    FROM step LEFT JOIN settled ON settled.n = step.n AND settled.k = ? WHERE sid = ? AND version = ?"""
SLOT = """SELECT step.sid, version, shown.k, posts, ref, settled.at FROM shown JOIN step USING (n)
    JOIN settled ON settled.n = shown.n AND settled.k = shown.k WHERE shown.sid = ? AND place = ? AND slot = ?"""

NAME = "REPLACE INTO name VALUES (?, ?)"
UNNAME = "DELETE FROM name WHERE name = ?"
NAMED = "SELECT sid FROM name WHERE name = ?"
NAMES = "SELECT name FROM name WHERE instr(name, ?)"
CLAIM = """INSERT INTO claim SELECT ?, ?, coalesce(max(n) + 1, 0), ? FROM claim WHERE counter = ?
    ON CONFLICT (counter, key) DO NOTHING"""
CLAIMED = "SELECT n FROM claim WHERE counter = ? AND key = ?"
LEASE = f"""INSERT INTO lease (sid, owner, until, length) VALUES (?1, ?2, ?3 + ?4, ?4)
    ON CONFLICT (sid) DO UPDATE SET owner = excluded.owner, until = excluded.until, length = excluded.length
    WHERE owner = excluded.owner OR until <= ?3 OR until > ?3 + length + {LEEWAY}"""
RELEASE = "DELETE FROM lease WHERE sid = ? AND owner = ?"

_pack = msgspec.msgpack.Encoder().encode
_unpack_events = msgspec.msgpack.Decoder(tuple[bytes, ...]).decode
_unpack_jobs = msgspec.msgpack.Decoder(tuple[Job, ...]).decode
_unpack_posts = msgspec.msgpack.Decoder(tuple[Outgoing, ...]).decode


class SqliteStore:
    """Store in one SQLite file. `path` names it; its folder is made when missing. Used by the thread that opened it."""

    incarnation = ""
    whole = True

    def __init__(self, path: str) -> None:
        self.path = Path(os.path.abspath(os.path.expanduser(path)))
        self._db: sqlite3.Connection | None = None
        self._checkpoints = Checkpointer(self.path)

    async def open(self) -> None:
        if self._db is not None:
            return
        prepare(self.path)
        try:
            self._db = connect(self.path, BUSY_MS)
        except sqlite3.Error as problem:
            raise StoreError(sentence(self.path, problem)) from problem
        try:
            await self._patiently(lambda db: make_ready(db, self.path))
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        if self._db is not None:
            self._checkpoints.close()
            await self._patiently(lambda db: db.close())
            self._db = None

    # --- access to the file -------------------------------------------------------------------------------------------

    async def _patiently(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the database, and repeat it for a while if the file is locked. Raises `StoreError` for any
        trouble.
        """
        tries = 0
        while True:
            if self._db is None:
                raise StoreError(f"The store {self.path} is not open.")
            try:
                return work(self._db)
            except sqlite3.Error as problem:
                tries += 1
                if tries == PATIENCE or not is_busy(problem):
                    raise StoreError(sentence(self.path, problem)) from problem
            await asyncio.sleep(PAUSE_SECONDS)

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._patiently(lambda db: db.execute(sql, values).fetchall())

    async def _changed(self, sql: str, *values: Any) -> int:
        """Return how many rows a statement has changed."""
        changed = await self._patiently(lambda db: db.execute(sql, values).rowcount)
        self._checkpoints.wrote()
        return changed

    async def _whole(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` in one transaction. It locks for writing from its start, so that what it reads stays true."""

        def whole(db: sqlite3.Connection) -> T:
            db.execute("BEGIN IMMEDIATE")
            try:
                done = work(db)
                if db.in_transaction:
                    db.execute("COMMIT")
                return done
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

        done = await self._patiently(whole)
        self._checkpoints.wrote()
        return done

    # --- inputs -------------------------------------------------------------------------------------------------------

    async def accept(self, input: Input, to: str = "") -> Taken:
        fresh = await self._changed(ACCEPT, input.id, input.place, input.sid, to, input.at, input.body) > 0
        if fresh and not to:
            return Taken(input, None, True)
        ((*kept, answer),) = await self._rows(INPUT, input.id)
        return Taken(Input(*kept), answer, fresh)

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        return tuple(Input(*row) for row in await self._rows(PENDING, before, limit))

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        return await self._whole(lambda db: _answer(db, input, answer, at, posts))

    async def attempt(self, id: str) -> int:
        def work(db: sqlite3.Connection) -> int:
            if not db.execute(TRY, (id,)).rowcount:
                return 0
            return int(db.execute(TRIES, (id,)).fetchone()[0])

        return await self._whole(work)

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        return await self._whole(lambda db: _answer(db, input, answer, at, posts, why))

    async def parked(self, limit: int = 100) -> tuple[Parked, ...]:
        return tuple(Parked(*row) for row in await self._rows(PARKED, limit))

    # --- sessions -----------------------------------------------------------------------------------------------------

    async def load(self, sid: str) -> Loaded | None:
        rows = await self._rows(LOAD, sid)
        return _loaded(rows[0]) if rows else None

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        parts = parts_of(step)
        inputs = consumed(parts)

        def work(db: sqlite3.Connection) -> Ok | Dup | Conflict:
            for id, part in inputs.items():
                if not db.execute(ANSWER, (id, "", part.sid, part.at, b"", part.answer)).rowcount:
                    *_, answer = db.execute(INPUT, (id,)).fetchone()
                    db.execute("ROLLBACK")
                    return Dup(answer)
            for part in parts:
                if not _move(db, part):
                    found = db.execute(STANDS, (part.sid,)).fetchone()
                    db.execute("ROLLBACK")
                    return Conflict(*found) if found else Conflict(0)
                _log(db, part.sid, part.expect + 1, part.at, part.events, part.posts, part.sid)
                for name, sid in part.points:
                    db.execute(*((UNNAME, (name,)) if sid is None else (NAME, (name, sid))))
            return Ok(step.expect + 1)

        return await self._whole(work)

    async def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        after = max(after, 0)
        while True:
            rows = await self._rows(EVENTS, sid, after, PAGE)
            steps = [(version, at, _unpack_events(events)) for version, at, events in rows]
            if not steps or steps[0][0] > after + 1:
                # The earlier steps are in the archive; they may have been moved there just now.
                found = await self._rows(ARCHIVED, sid)
                steps = [step for step in unpacked(found[0][0] if found else None) if step[0] > after] or steps
            if not steps:
                return
            for step in steps:
                for record in records(step):
                    yield record
            after = steps[-1][0]

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        running, ended = (tag or "", False, limit), (tag or "", True, limit)
        if live is None:
            found = [_loaded(row) for row in await self._rows(LIST_BOTH, *running, *ended)]
            found.sort(key=lambda session: (session.head.at, session.head.sid), reverse=True)
            return tuple(found[:limit])
        return tuple(_loaded(row) for row in await self._rows(LIST, *(running if live else ended)))

    # --- jobs and leases ----------------------------------------------------------------------------------------------

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

    # --- posts --------------------------------------------------------------------------------------------------------

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        if place is None:
            return tuple(map(_row, await self._rows(OUTBOX, limit)))
        rows = self._rows(OUTBOX_IN, place, sid, limit) if sid else self._rows(OUTBOX_OF, place, limit)
        return tuple(map(_row, await rows))

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None) -> None:
        front, version, k = _key(id)

        def work(db: sqlite3.Connection) -> None:
            found = db.execute(POSTS, (front, version)).fetchone()
            posts = _unpack_posts(found[1]) if found else ()
            if k >= len(posts) or post not in (None, posts[k]):
                return
            n, its, sid = found[0], posts[k], front if version else ""
            if not db.execute(SENT, (its.place, n, k)).rowcount:
                return
            db.execute(SETTLE, (n, k, ref, at))
            if its.slot:
                older = (its.place, sid, its.slot, n, k)
                db.execute(SETTLE_OLDER, (at, *older))
                db.execute(DROP_OLDER, older)
                if ref:
                    db.execute(SHOW, (sid, its.place, its.slot, n, k))

        await self._whole(work)

    async def post(self, id: PostId) -> Row | None:
        front, version, k = _key(id)
        rows = await self._rows(POST, k, k, front, version)
        return _row(rows[0]) if rows and k < len(_unpack_posts(rows[0][3])) else None

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        rows = await self._rows(SLOT, sid, place, slot)
        return _row(rows[0]) if rows else None

    # --- names and numbers --------------------------------------------------------------------------------------------

    async def point(self, name: str, sid: str | None) -> None:
        await (self._changed(UNNAME, name) if sid is None else self._changed(NAME, name, sid))

    async def pointed(self, name: str) -> str | None:
        rows = await self._rows(NAMED, name)
        return str(rows[0][0]) if rows else None

    async def claim(self, counter: str, key: str, until: int = 0) -> int:
        await self._changed(CLAIM, counter, key, until, counter)
        ((number,),) = await self._rows(CLAIMED, counter, key)
        return int(number)

    async def tally(self, tags: Sequence[str]) -> Tally:
        live = [(await self._rows(LIVE, tag))[0][0] for tag in tags]
        return Tally(tuple(live), *(await self._rows(TALLY, -1))[0])

    # --- the archive --------------------------------------------------------------------------------------------------

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

    # --- erasure ------------------------------------------------------------------------------------------------------

    async def names(self, *words: str) -> tuple[str, ...]:
        found = {name for word in words for (name,) in await self._rows(NAMES, word) if holds(name, word)}
        return tuple(sorted(found))

    async def erase(self, words: Collection[str], before: int) -> int:
        return await self._whole(lambda db: erase(db, words, before))

    async def scrub(self) -> str:
        await self._checkpoints.scrub()
        return self._checkpoints.remains


def _answer(
    db: sqlite3.Connection, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], parked: str | None = None
) -> bytes:
    """Answer an input of no session, unless it has an answer; `parked` is the reason if it is parked."""
    kept = (input.id, "", input.sid, input.at, b"")
    if not db.execute(ANSWER, (*kept, answer)).rowcount:
        return bytes(db.execute(INPUT, (input.id,)).fetchone()[-1])
    if parked is not None:
        db.execute(PARK, (at, parked, input.id))
    if posts:
        front, version, _ = _key(aside_id(input.id, 0))
        _log(db, front, version, at, (), posts, "")
    return answer


def _move(db: sqlite3.Connection, part: Commit) -> bool:
    """Move a session to its next version; False if it is not at the expected one."""
    jobs = () if part.over else part.jobs
    due = min((job.due for job in jobs), default=None)
    values = (part.at, part.snapshot, _pack(jobs), due, part.over, part.mark, part.sid, part.expect)
    if not db.execute(*((BEGIN, values) if part.head else (MOVE, (*values, part.base)))).rowcount:
        return False
    if part.head:
        db.execute(HEAD, (part.head.sid, part.head.game, part.head.namespace, part.head.at, part.head.body))
        db.execute(TAG, ("", part.sid))
    elif part.over:
        db.execute(OVER, (part.sid,))
    for tag in part.tags:
        db.execute(TAG, (tag, part.sid))
    return True


def _log(
    db: sqlite3.Connection,
    front: str,
    version: int,
    at: int,
    events: tuple[bytes, ...],
    posts: tuple[Outgoing, ...],
    sid: str,
) -> None:
    """Record the events and posts of a step, and queue the posts for the session `sid`."""
    n = db.execute(STEP, (front, version, at, _pack(events), _pack(posts))).lastrowid
    if posts:
        db.executemany(SEND, [(post.place, n, k, sid, post.slot) for k, post in enumerate(posts)])


def _key(id: PostId) -> tuple[str, int, int]:
    """Return the step of a post, and its number in it. Text that is not a post id gives a step that does not exist."""
    match = POST_ID.fullmatch(id)
    return (match[1], int(match[2]), int(match[3])) if match else ("", 0, 0)


def _loaded(row: tuple[str, str, str, int, bytes, int, bytes, bytes, int, str]) -> Loaded:
    sid, game, namespace, at, body, version, snapshot, jobs, over, mark = row
    return Loaded(Head(sid, game, namespace, at, body), version, snapshot, _unpack_jobs(jobs), bool(over), mark)


def _row(row: tuple[str, int, int, bytes, str, int]) -> Row:
    front, version, k, posts, ref, at = row
    return Row(post_id(front, version, k), front if version else "", _unpack_posts(posts)[k], ref, at)
