"""The embedded store: one SQLite file, many processes on one host.

Write-ahead logging with `synchronous=NORMAL`: a killed process loses nothing, a power cut may lose the last moments.
Every method is one short transaction on the event loop's own thread, which measured faster than handing it to another
thread.
"""

import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from storage.base import (
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
    PostId,
    Record,
    Row,
    StoreError,
    Taken,
    aside_id,
    post_id,
)

APPLICATION = 0x5061726C
"""Marks a file as ours (`PRAGMA application_id`)."""
VERSION = 1
"""Of the tables below (`PRAGMA user_version`). A newer file is refused, an older one brought forward."""
BUSY_MS = 10_000
PAGE = 500
"""Events read at a time, so that a slow reader holds no transaction open."""
NETWORKED = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "afs", "ceph", "glusterfs", "fuse.glusterfs"}

TABLES = """
CREATE TABLE inbox (
    id TEXT PRIMARY KEY, place TEXT NOT NULL, sid TEXT NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL, answer BLOB
) WITHOUT ROWID;
CREATE INDEX inbox_pending ON inbox (at) WHERE answer IS NULL;
CREATE TABLE session (
    n INTEGER PRIMARY KEY, sid TEXT NOT NULL UNIQUE, game TEXT NOT NULL, namespace TEXT NOT NULL, at INTEGER NOT NULL,
    body BLOB NOT NULL, version INTEGER NOT NULL, snapshot BLOB NOT NULL, jobs BLOB NOT NULL, due INTEGER,
    over INTEGER NOT NULL, changed INTEGER NOT NULL
);
CREATE INDEX session_due ON session (due) WHERE due IS NOT NULL;
CREATE TABLE event (
    sid TEXT NOT NULL, version INTEGER NOT NULL, k INTEGER NOT NULL, at INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (sid, version, k)
) WITHOUT ROWID;
CREATE TABLE post (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sid TEXT NOT NULL, place TEXT NOT NULL, slot TEXT NOT NULL,
    body BLOB NOT NULL, ref TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX post_waiting ON post (place, n) WHERE at = 0;
CREATE INDEX post_slot ON post (sid, place, slot, n) WHERE slot <> '';
CREATE TABLE tag (tag TEXT NOT NULL, sid TEXT NOT NULL, PRIMARY KEY (tag, sid)) WITHOUT ROWID;
CREATE TABLE name (name TEXT PRIMARY KEY, sid TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE lease (sid TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE counter (
    counter TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (counter, key)
) WITHOUT ROWID;
"""

_SESSION = "sid, game, namespace, at, body, version, snapshot, jobs, over"
_ROW = "id, sid, place, body, slot, ref, at"

_pack_jobs = msgspec.msgpack.Encoder().encode
_unpack_jobs = msgspec.msgpack.Decoder(tuple[Job, ...]).decode
NO_JOBS = _pack_jobs(())


class SqliteStore:
    """`path` names the file; its folder is made when missing. Call `open` before anything else."""

    def __init__(self, path: str) -> None:
        self.path = Path(path).expanduser()
        self._db: sqlite3.Connection | None = None

    @property
    def db(self) -> sqlite3.Connection:
        if self._db is None:
            raise StoreError(f"The store {self.path} is not open.")
        return self._db

    async def open(self) -> None:
        if self._db is not None:
            return
        _usable(self.path)
        try:
            self._db = _connect(self.path)
        except sqlite3.Error as problem:
            raise StoreError(_trouble(self.path, problem)) from None

    async def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        """One transaction, taken for writing from its start so that what it read stays true until it commits."""
        db = self.db
        try:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")
        except sqlite3.Error as problem:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise StoreError(_trouble(self.path, problem)) from problem

    async def accept(self, input: Input) -> Taken:
        with self._write() as db:
            added = db.execute(
                "INSERT INTO inbox (id, place, sid, at, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (input.id, input.place, input.sid, input.at, input.body),
            ).rowcount
            if added:
                return Taken(input, None, True)
            found = db.execute("SELECT id, place, sid, at, body, answer FROM inbox WHERE id = ?", (input.id,))
            *kept, answer = found.fetchone()
        return Taken(Input(*kept), answer, False)

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        rows = self.db.execute(
            "SELECT id, place, sid, at, body FROM inbox WHERE answer IS NULL AND at < ? ORDER BY at LIMIT ?",
            (before, limit),
        )
        return tuple(Input(*row) for row in rows)

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> None:
        with self._write() as db:
            if _done(db, input.id) is None:
                db.execute(
                    "INSERT INTO inbox (id, place, sid, at, body, answer) VALUES (?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET answer = excluded.answer",
                    (input.id, input.place, input.sid, input.at, input.body, answer),
                )
                _send(db, [(aside_id(input.id, k), "", p.place, p.slot, p.body) for k, p in enumerate(posts)])

    async def load(self, sid: str) -> Loaded | None:
        row = self.db.execute(f"SELECT {_SESSION} FROM session WHERE sid = ?", (sid,)).fetchone()
        return _loaded(row) if row else None

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        parts = (step, *step.opens)
        with self._write() as db:
            for id in step.inputs:
                answer = _done(db, id)
                if answer is not None:
                    return Dup(answer)
            for part in parts:
                found = db.execute("SELECT version FROM session WHERE sid = ?", (part.sid,)).fetchone()
                version = found[0] if found else 0
                if version != part.expect or (found is None and part.head is None):
                    return Conflict(version)
            for part in parts:
                _apply(db, part)
            db.executemany(
                "INSERT INTO inbox (id, place, sid, at, body, answer) VALUES (?, '', ?, ?, x'', ?)"
                " ON CONFLICT (id) DO UPDATE SET answer = excluded.answer",
                [(id, step.sid, step.at, step.answer) for id in step.inputs],
            )
        return Ok(step.expect + 1)

    async def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        version, k = after, 1 << 62
        while True:
            rows = self.db.execute(
                "SELECT version, k, at, data FROM event WHERE sid = ? AND (version, k) > (?, ?)"
                " ORDER BY version, k LIMIT ?",
                (sid, version, k, PAGE),
            ).fetchall()
            for row in rows:
                yield Record(*row)
            if len(rows) < PAGE:
                return
            version, k = rows[-1][:2]

    async def due(self, now: int, limit: int = 100) -> tuple[Due, ...]:
        rows = self.db.execute("SELECT sid, jobs FROM session WHERE due <= ? ORDER BY due LIMIT ?", (now, limit))
        ready = [Due(sid, job) for sid, jobs in rows for job in _unpack_jobs(jobs) if job.due <= now]
        return tuple(sorted(ready, key=lambda due: due.job.due)[:limit])

    async def next_due(self) -> int | None:
        found: int | None = self.db.execute("SELECT min(due) FROM session WHERE due IS NOT NULL").fetchone()[0]
        return found

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        with self._write() as db:
            taken = db.execute(
                "INSERT INTO lease (sid, owner, until) VALUES (?, ?, ?) ON CONFLICT (sid) DO UPDATE"
                " SET owner = excluded.owner, until = excluded.until WHERE owner = excluded.owner OR until <= ?",
                (sid, owner, now + ttl, now),
            ).rowcount
        return taken > 0

    async def release(self, sid: str, owner: str) -> None:
        with self._write() as db:
            db.execute("DELETE FROM lease WHERE sid = ? AND owner = ?", (sid, owner))

    async def outbox(self, place: str | None = None, limit: int = 100) -> tuple[Row, ...]:
        newer = (
            "SELECT 1 FROM post AS newer WHERE newer.at = 0 AND newer.place = post.place AND newer.slot = post.slot"
            " AND newer.sid = post.sid AND newer.n > post.n"
        )
        here = "" if place is None else "AND place = ?"
        rows = self.db.execute(
            f"SELECT {_ROW} FROM post WHERE at = 0 {here} AND (slot = '' OR NOT EXISTS ({newer})) ORDER BY n LIMIT ?",
            (limit,) if place is None else (place, limit),
        )
        return tuple(_row(row) for row in rows)

    async def posted(self, id: PostId, ref: str, at: int) -> None:
        with self._write() as db:
            db.execute("UPDATE post SET ref = ?, at = ? WHERE id = ?", (ref, at, id))
            db.execute(
                "UPDATE post SET at = ? FROM (SELECT n, sid, place, slot FROM post WHERE id = ? AND slot <> '') AS this"
                " WHERE post.at = 0 AND post.sid = this.sid AND post.place = this.place AND post.slot = this.slot"
                " AND post.n < this.n",
                (at, id),
            )

    async def post(self, id: PostId) -> Row | None:
        row = self.db.execute(f"SELECT {_ROW} FROM post WHERE id = ?", (id,)).fetchone()
        return _row(row) if row else None

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        row = self.db.execute(
            f"SELECT {_ROW} FROM post WHERE sid = ? AND place = ? AND slot = ? AND slot <> '' AND ref <> ''"
            " ORDER BY n DESC LIMIT 1",
            (sid, place, slot),
        ).fetchone()
        return _row(row) if row else None

    async def point(self, name: str, sid: str | None) -> None:
        with self._write() as db:
            if sid is None:
                db.execute("DELETE FROM name WHERE name = ?", (name,))
            else:
                db.execute("REPLACE INTO name VALUES (?, ?)", (name, sid))

    async def pointed(self, name: str) -> str | None:
        row = self.db.execute("SELECT sid FROM name WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    async def claim(self, counter: str, key: str) -> int:
        with self._write() as db:
            db.execute(
                "INSERT INTO counter SELECT ?, ?, count(*) FROM counter WHERE counter = ? ON CONFLICT DO NOTHING",
                (counter, key, counter),
            )
            n: int = db.execute("SELECT n FROM counter WHERE counter = ? AND key = ?", (counter, key)).fetchone()[0]
        return n

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        where, values = ["1"], []
        if tag is not None:
            where.append("sid IN (SELECT sid FROM tag WHERE tag = ?)")
            values.append(tag)
        if live is not None:
            where.append("NOT over" if live else "over")
        rows = self.db.execute(
            f"SELECT {_SESSION} FROM session WHERE {' AND '.join(where)} ORDER BY n DESC LIMIT ?", (*values, limit)
        )
        return tuple(_loaded(row) for row in rows)


def _apply(db: sqlite3.Connection, part: Commit) -> None:
    version = part.expect + 1
    jobs = _pack_jobs(part.jobs) if part.jobs else NO_JOBS
    due = min((job.due for job in part.jobs), default=None)
    if part.expect == 0 and part.head is not None:
        head = part.head
        db.execute(
            "INSERT INTO session (sid, game, namespace, at, body, version, snapshot, jobs, due, over, changed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(head.sid, head.game, head.namespace, head.at, head.body),
                *(version, part.snapshot, jobs, due, part.over, part.at),
            ),
        )
    else:
        db.execute(
            "UPDATE session SET version = ?, snapshot = ?, jobs = ?, due = ?, over = max(over, ?), changed = ?"
            " WHERE sid = ?",
            (version, part.snapshot, jobs, due, part.over, part.at, part.sid),
        )
    if part.events:
        db.executemany(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?)",
            [(part.sid, version, k, part.at, data) for k, data in enumerate(part.events)],
        )
    _send(db, [(post_id(part.sid, version, k), part.sid, p.place, p.slot, p.body) for k, p in enumerate(part.posts)])
    for tag in part.tags:
        db.execute("INSERT INTO tag VALUES (?, ?) ON CONFLICT DO NOTHING", (tag, part.sid))


def _send(db: sqlite3.Connection, posts: list[tuple[str, str, str, str, bytes]]) -> None:
    if posts:
        db.executemany("INSERT INTO post (id, sid, place, slot, body) VALUES (?, ?, ?, ?, ?)", posts)


def _done(db: sqlite3.Connection, id: str) -> bytes | None:
    row = db.execute("SELECT answer FROM inbox WHERE id = ?", (id,)).fetchone()
    return row[0] if row else None


def _loaded(row: tuple[str, str, str, int, bytes, int, bytes, bytes, int]) -> Loaded:
    sid, game, namespace, at, body, version, snapshot, jobs, over = row
    return Loaded(Head(sid, game, namespace, at, body), version, snapshot, _unpack_jobs(jobs), bool(over))


def _row(row: tuple[str, str, str, bytes, str, str, int]) -> Row:
    id, sid, place, body, slot, ref, at = row
    return Row(id, sid, Outgoing(place, body, slot), ref, at)


def _connect(path: Path) -> sqlite3.Connection:
    made = not path.exists()
    db = sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000, cached_statements=256)
    try:
        if made:
            os.chmod(path, 0o600)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("BEGIN IMMEDIATE")
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION and tables:
            raise StoreError(f"{path} belongs to another program. Name a file of its own in PARLEY_STORE.")
        if version > VERSION:
            raise StoreError(
                f"{path} was written by a newer Parley (data version {version}; this one knows {VERSION})."
                " Use that version, or name another file in PARLEY_STORE."
            )
        if not tables:
            for statement in TABLES.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db


def _usable(path: Path) -> None:
    """Raise `StoreError` where a database cannot be, before SQLite does so in its own words."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder. Name a file in PARLEY_STORE, such as sqlite:///{path / 'parley.db'}.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise StoreError(f"{path.parent} cannot be made ({problem.strerror}). Name another in PARLEY_STORE.") from None
    writable = os.access(path, os.W_OK) if path.exists() else os.access(path.parent, os.W_OK)
    if not writable:
        raise StoreError(f"{path} cannot be written. Change its permissions, or name another file in PARLEY_STORE.")
    kind = _filesystem(path.parent)
    if kind in NETWORKED:
        raise StoreError(
            f"{path} is on a network file system ({kind}), where SQLite loses data. Use a local disk, or redis://."
        )


def _filesystem(folder: Path) -> str:
    """The type of file system that a folder is on, as far as this machine tells; "" elsewhere."""
    try:
        mounts = Path("/proc/mounts").read_text().splitlines()
    except OSError:
        return ""
    where = folder.resolve()
    best = max(
        ((Path(fields[1]), fields[2]) for fields in map(str.split, mounts) if where.is_relative_to(fields[1])),
        key=lambda mount: len(mount[0].parts),
        default=(Path("/"), ""),
    )
    return best[1]


def _trouble(path: Path, problem: sqlite3.Error) -> str:
    text = str(problem)
    if "locked" in text or "busy" in text:
        return f"{path} has been busy for {BUSY_MS // 1000} s. Close the program that holds it and try again."
    if "not a database" in text:
        return f"{path} is not a database. Name another file in PARLEY_STORE."
    if "malformed" in text:
        return f"{path} is damaged ({text}). Restore it from a backup, or name another file in PARLEY_STORE."
    if "full" in text:
        return f"There is no space left for {path}. Free some and try again."
    return f"{path} cannot be used ({text})."
