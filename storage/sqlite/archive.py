"""Retention in the embedded store: archives, rewrites and deletes. Each function is part of its caller's
transaction.
"""

import sqlite3
from collections.abc import Collection, Sequence

import msgspec

from storage.base import Outgoing, holds
from storage.base.packed import packed, unpacked, with_data

MANY = 1000
"""Rows handled in one batch, so that other processes do not wait long for the file."""

SETTLED = """SELECT archived FROM session WHERE sid = ? AND over
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.sid = session.sid)"""
STEPS = "SELECT version, at, events FROM step WHERE sid = ? ORDER BY version"
LOG = "SELECT log FROM archive WHERE sid = ?"
KEEP = "REPLACE INTO archive VALUES (?, ?)"
REWRITTEN = "SELECT log FROM archive JOIN session USING (sid) WHERE sid = ? AND version = ? AND archived"
RESHAPE = "UPDATE session SET snapshot = ?, mark = ? WHERE sid = ?"
UNLIST = "DELETE FROM listed WHERE sid = ? AND tag = ?"
MARK = "UPDATE session SET archived = 1 WHERE sid = ?"
POSTS = (
    "DELETE FROM settled WHERE n IN (SELECT n FROM step WHERE sid = ?)",
    "DELETE FROM shown WHERE sid = ?",
    "DELETE FROM step WHERE sid = ?",
)
REST = tuple(f"DELETE FROM {table} WHERE sid = ?" for table in ("archive", "listed", "head", "session"))

# Rows are numbered in the order of time, so the first ones are the oldest.
INPUTS = """DELETE FROM input WHERE n IN (SELECT n FROM input ORDER BY n LIMIT ?)
    AND answer IS NOT NULL AND at < ?"""
ASIDE = """SELECT n FROM (SELECT n, at FROM step WHERE version = 0 ORDER BY n LIMIT ?) AS old
    WHERE at < ? AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.n = old.n)"""
LEASES = "DELETE FROM lease WHERE until < ?"
CLAIMS = "DELETE FROM claim WHERE until > 0 AND until < ?"

COUNTERS = "SELECT DISTINCT counter FROM claim WHERE instr(counter, ?)"
HELD = "SELECT sid FROM lease WHERE until < ? AND instr(sid, ?)"
SPOKEN = """SELECT n, posts FROM step WHERE version = 0 AND instr(posts, CAST(? AS BLOB))
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.n = step.n)
    AND NOT EXISTS (SELECT 1 FROM settled WHERE settled.n = step.n AND settled.at >= ?)"""

_unpack_posts = msgspec.msgpack.Decoder(tuple[Outgoing, ...]).decode
_unpack_events = msgspec.msgpack.Decoder(tuple[bytes, ...]).decode


def archive(db: sqlite3.Connection, sid: str) -> bool:
    found = db.execute(SETTLED, (sid,)).fetchone()
    if found is None or found[0]:
        return False
    log = db.execute(LOG, (sid,)).fetchone()
    steps = [(version, at, _unpack_events(events)) for version, at, events in db.execute(STEPS, (sid,))]
    db.execute(KEEP, (sid, packed((*unpacked(log[0] if log else None), *steps))))
    for sql in POSTS:
        db.execute(sql, (sid,))
    db.execute(MARK, (sid,))
    return True


def rewrite(
    db: sqlite3.Connection,
    sid: str,
    version: int,
    events: Sequence[bytes],
    snapshot: bytes,
    untag: Sequence[str],
    mark: str,
) -> bool:
    found = db.execute(REWRITTEN, (sid, version)).fetchone()
    steps = with_data(unpacked(found[0]), events) if found else None
    if steps is None:
        return False
    db.execute(KEEP, (sid, packed(steps)))
    db.execute(RESHAPE, (snapshot, mark, sid))
    db.executemany(UNLIST, [(sid, tag) for tag in untag])
    return True


def drop(db: sqlite3.Connection, sid: str) -> bool:
    if db.execute(SETTLED, (sid,)).fetchone() is None:
        return False
    for sql in (*POSTS, *REST):
        db.execute(sql, (sid,))
    return True


def tidy(db: sqlite3.Connection, before: int) -> int:
    done = db.execute(INPUTS, (MANY, before)).rowcount
    aside = db.execute(ASIDE, (MANY, before)).fetchall()
    for table in ("settled", "shown", "step"):
        db.executemany(f"DELETE FROM {table} WHERE n = ?", aside)
    return done + len(aside) + db.execute(LEASES, (before,)).rowcount + db.execute(CLAIMS, (before,)).rowcount


def erase(db: sqlite3.Connection, words: Collection[str], before: int) -> int:
    done = 0
    for word in words:
        counters = [row for row in db.execute(COUNTERS, (word,)) if holds(row[0], word)]
        done += db.executemany("DELETE FROM claim WHERE counter = ?", counters).rowcount if counters else 0
        leases = [row for row in db.execute(HELD, (before, word)) if holds(row[0], word)]
        db.executemany("DELETE FROM lease WHERE sid = ?", leases)
        found = db.execute(SPOKEN, (word, before)).fetchall()
        posts = [(n,) for n, posts in found if any(post.place == word for post in _unpack_posts(posts))]
        for table in ("settled", "shown", "step"):
            db.executemany(f"DELETE FROM {table} WHERE n = ?", posts)
        done += len(leases) + len(posts)
    return done
