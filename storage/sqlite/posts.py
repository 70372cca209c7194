"""Posts in the embedded store: rows of the steps that made them, and a queue of those that wait."""

import re
import sqlite3

import msgspec

from storage.base.records import Outgoing, Points, PostId, Row, post_id
from storage.sqlite.connection import Connection
from storage.sqlite.names import point

POST_ID = re.compile(r"(.+)\.(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,8})", re.ASCII | re.DOTALL)

STEP = "INSERT INTO step (sid, version, at, events, posts) VALUES (?, ?, ?, ?, ?)"
SEND = "INSERT INTO outbox (place, n, k, sid, slot) VALUES (?, ?, ?, ?, ?)"
WAITING = """SELECT step.sid, version, k, posts, '', 0 FROM outbox JOIN step USING (n) WHERE {} (slot = '' OR NOT EXISTS
    (SELECT 1 FROM outbox AS newer WHERE newer.place = outbox.place AND newer.sid = outbox.sid
    AND newer.slot = outbox.slot AND (newer.n, newer.k) > (outbox.n, outbox.k))) ORDER BY n, k LIMIT ?"""
OUTBOX, OUTBOX_OF = WAITING.format(""), WAITING.format("outbox.place = ? AND")
OUTBOX_IN = WAITING.format("outbox.place = ? AND outbox.sid = ? AND")
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

_pack = msgspec.msgpack.Encoder().encode
_unpack_posts = msgspec.msgpack.Decoder(tuple[Outgoing, ...]).decode


class Posts(Connection):
    """The posts of the file."""

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        if place is None:
            return tuple(map(_row, await self._rows(OUTBOX, limit)))
        rows = self._rows(OUTBOX_IN, place, sid, limit) if sid else self._rows(OUTBOX_OF, place, limit)
        return tuple(map(_row, await rows))

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None, points: Points = ()) -> None:
        front, version, k = key_of(id)

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
            point(db, points)

        await self._whole(work)

    async def post(self, id: PostId) -> Row | None:
        front, version, k = key_of(id)
        rows = await self._rows(POST, k, k, front, version)
        return _row(rows[0]) if rows and k < len(_unpack_posts(rows[0][3])) else None

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        rows = await self._rows(SLOT, sid, place, slot)
        return _row(rows[0]) if rows else None


def log(
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


def key_of(id: PostId) -> tuple[str, int, int]:
    """Return the step of a post, and its number in it. Text that is not a post id gives a step that does not exist."""
    match = POST_ID.fullmatch(id)
    return (match[1], int(match[2]), int(match[3])) if match else ("", 0, 0)


def _row(row: tuple[str, int, int, bytes, str, int]) -> Row:
    front, version, k, posts, ref, at = row
    return Row(post_id(front, version, k), front if version else "", _unpack_posts(posts)[k], ref, at)
