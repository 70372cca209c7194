"""The file of the embedded store: its location, its owner, its tables, and advice for errors.

Nothing here opens the file except through SQLite: closing any other handle of it would drop the locks that this process
holds on it.
"""

import os
import re
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.base import StoreError
from storage.sqlite.checkpoint import PAGES

APPLICATION = 0x5061726C
"""Marks a file as ours (`PRAGMA application_id`)."""

MIGRATIONS = (
    """
    -- `n` keeps the order of acceptance.
    CREATE TABLE input (
        n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, place TEXT NOT NULL, sid TEXT NOT NULL, at INTEGER NOT NULL,
        body BLOB NOT NULL, answer BLOB
    );
    CREATE INDEX input_pending ON input (at) WHERE answer IS NULL;

    -- What never changes is kept apart, so that a commit writes only what does. `session.at` is the time of the last
    -- commit, `due` the earliest of `jobs`.
    CREATE TABLE head (
        sid TEXT NOT NULL PRIMARY KEY, game TEXT NOT NULL, namespace TEXT NOT NULL, at INTEGER NOT NULL,
        body BLOB NOT NULL
    );
    CREATE TABLE session (
        sid TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, over INTEGER NOT NULL, at INTEGER NOT NULL,
        snapshot BLOB NOT NULL, jobs BLOB NOT NULL, due INTEGER
    );
    CREATE INDEX session_due ON session (due) WHERE due IS NOT NULL;

    -- The list "" has every session. `at` is the head's.
    CREATE TABLE listed (
        tag TEXT NOT NULL, over INTEGER NOT NULL, at INTEGER NOT NULL, sid TEXT NOT NULL,
        PRIMARY KEY (tag, over, at, sid)
    ) WITHOUT ROWID;
    CREATE INDEX listed_sid ON listed (sid);

    -- One row a commit, its events and posts inside, touches fewer pages than a row each. `n` keeps the order of
    -- commits. Posts of no session are a step of version 0 under the front of their ids.
    CREATE TABLE step (
        n INTEGER PRIMARY KEY, sid TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL,
        events BLOB NOT NULL, posts BLOB NOT NULL, UNIQUE (sid, version)
    );

    -- Post k of step n is in `outbox` until it is in `settled`. `shown` has the last one of each slot that got out.
    CREATE TABLE outbox (
        place TEXT NOT NULL, n INTEGER NOT NULL, k INTEGER NOT NULL, sid TEXT NOT NULL, slot TEXT NOT NULL,
        PRIMARY KEY (place, n, k)
    ) WITHOUT ROWID;
    CREATE TABLE settled (
        n INTEGER NOT NULL, k INTEGER NOT NULL, ref TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (n, k)
    ) WITHOUT ROWID;
    CREATE TABLE shown (
        sid TEXT NOT NULL, place TEXT NOT NULL, slot TEXT NOT NULL, n INTEGER NOT NULL, k INTEGER NOT NULL,
        PRIMARY KEY (sid, place, slot)
    ) WITHOUT ROWID;

    CREATE TABLE name (name TEXT NOT NULL PRIMARY KEY, sid TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE claim (
        counter TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (counter, key), UNIQUE (counter, n)
    ) WITHOUT ROWID;
    CREATE TABLE lease (sid TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
    """,
    """
    -- An archived session keeps its rows in `head`, `session` and `listed`. Its steps are one value.
    CREATE TABLE archive (sid TEXT NOT NULL PRIMARY KEY, log BLOB NOT NULL) WITHOUT ROWID;
    ALTER TABLE session ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX session_ended ON session (archived, at, sid) WHERE over;
    CREATE INDEX step_aside ON step (n) WHERE version = 0;
    ALTER TABLE claim ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
    """,
    """
    -- `mark` names the log up to the version, or is '' where that is not known. Leases of unknown length run out soon.
    ALTER TABLE session ADD COLUMN mark TEXT NOT NULL DEFAULT '';
    ALTER TABLE lease ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
    -- How often an input was tried, counting the try after its acceptance. When it was parked, and why.
    ALTER TABLE input ADD COLUMN tries INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE input ADD COLUMN parked INTEGER;
    ALTER TABLE input ADD COLUMN why TEXT NOT NULL DEFAULT '';
    CREATE INDEX input_parked ON input (parked) WHERE parked IS NOT NULL;
    -- The place of an input that has its answer is not kept: it may be a person's number.
    UPDATE input SET place = '' WHERE answer IS NOT NULL AND place <> '';
    """,
)
"""Statements that make each data version (`PRAGMA user_version`) out of the previous one; the first makes version 1 out
of an empty file. Released entries never change; a change is a new entry. Semicolons stand between statements only.
"""

NETWORKED = {"afs", "beegfs", "ceph", "cifs", "glusterfs", "lustre", "nfs", "nfs4", "smb2", "smb3", "smbfs"} | {
    f"fuse.{name}" for name in ("ceph", "glusterfs", "rclone", "s3fs", "sshfs")
}
"""File systems that several hosts may write to: SQLite's locks and shared memory do not reach across hosts."""

MOUNTS = Path("/proc/mounts")
ANOTHER = "or name another file in PARLEY_STORE"


def prepare(path: Path) -> None:
    """Make the folder and, readable for this user only, the file. Raises `StoreError`."""
    try:
        if path.is_dir():
            raise StoreError(f"{path} is a folder. Name a file in it: PARLEY_STORE=sqlite:///{path / 'parley.db'}.")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        kind = file_system(path.resolve().parent)
        if kind in NETWORKED:
            raise StoreError(
                f"{path} is on a network file system ({kind}), where SQLite can lose data. "
                "Name a file on a local disk in PARLEY_STORE."
            )
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            if not stat.S_ISREG(path.stat().st_mode):
                raise StoreError(f"{path} is not a file. Name a file in PARLEY_STORE.") from None
    except OSError as problem:
        raise StoreError(f"{path} cannot be made ({problem.strerror}). Change that, {ANOTHER}.") from None


def file_system(folder: Path) -> str:
    """Return the type of file system that a folder is on; "" if the machine does not tell."""
    try:
        lines = MOUNTS.read_text(errors="surrogateescape").splitlines()
    except OSError:
        return ""
    where, best, found = folder.resolve(), -1, ""
    for fields in map(str.split, lines):
        point = Path(re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), fields[1]))
        if len(point.parts) >= best and where.is_relative_to(point):
            best, found = len(point.parts), fields[2]
    return found


def connect(path: Path, busy_ms: int) -> sqlite3.Connection:
    """Return a connection on which Python opens no transactions of its own."""
    return sqlite3.connect(path, isolation_level=None, timeout=busy_ms / 1000)


def make_ready(db: sqlite3.Connection, path: Path) -> None:
    """Check that the file is ours, bring it to our data version and set its modes. Raises `StoreError`.

    A file that is not ours stays untouched.
    """
    with _transaction(db, "BEGIN"):
        _version(db, path)
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreError(f"The disk of {path} cannot hold a write-ahead log. Name a file on another in PARLEY_STORE.")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA secure_delete = ON")  # overwrite deleted data: free pages would keep erased words
    db.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")
    with _transaction(db, "BEGIN IMMEDIATE"):
        version = _version(db, path)
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            for statement in script.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {number}")


@contextmanager
def _transaction(db: sqlite3.Connection, begin: str) -> Iterator[None]:
    db.execute(begin)
    try:
        yield
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _version(db: sqlite3.Connection, path: Path) -> int:
    """Return the file's data version, read in one transaction: another process may be making the tables."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application or version or tables):
        raise StoreError(f"{path} belongs to another program. Name a file of its own in PARLEY_STORE.")
    if version > len(MIGRATIONS):
        raise StoreError(
            f"{path} was written by a newer Parley (data version {version}; this one knows up to {len(MIGRATIONS)}). "
            f"Use that Parley, {ANOTHER}."
        )
    return int(version)


def is_busy(problem: sqlite3.Error) -> bool:
    """Return whether another connection holds a lock that this one needs, perhaps for a moment only."""
    return _code(problem) == sqlite3.SQLITE_BUSY


def sentence(path: Path, problem: sqlite3.Error) -> str:
    """Return a sentence on what is wrong with the store and what to do about it."""
    if isinstance(problem, sqlite3.ProgrammingError):
        return f"The store {path} was used in a way that no mending of the file can help: {problem}"
    match _code(problem):
        case sqlite3.SQLITE_BUSY:
            return f"{path} is locked by another program. Close that program and try again."
        case sqlite3.SQLITE_NOTADB:
            return f"{path} is not a database. Name another file in PARLEY_STORE."
        case sqlite3.SQLITE_CORRUPT:
            return f"{path} is damaged ({problem}). Restore it from a backup, {ANOTHER}."
        case sqlite3.SQLITE_FULL:
            return f"There is no space left for {path}. Free some and try again."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return f"{path} cannot be written. Let this user write the file and into its folder, {ANOTHER}."
        case _:
            return f"{path} cannot be used ({problem}). Mend that, {ANOTHER}."


def _code(problem: sqlite3.Error) -> int:
    return int(getattr(problem, "sqlite_errorcode", 0)) & 0xFF
