"""Inputs in the embedded store: accepted, answered, tried again, parked."""

import sqlite3

from storage.base.records import Input, Outgoing, Parked, Taken, aside_id
from storage.sqlite.connection import Connection
from storage.sqlite.posts import key_of, log

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


class Inbox(Connection):
    """The inputs of the file."""

    async def accept(self, input: Input, to: str = "") -> Taken:
        fresh = await self._changed(ACCEPT, input.id, input.place, input.sid, to, input.at, input.body) > 0
        if fresh and not to:
            return Taken(input, None, True)
        ((*kept, answer),) = await self._rows(INPUT, input.id)
        return Taken(Input(*kept), answer, fresh)

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        return tuple(Input(*row) for row in await self._rows(PENDING, before, limit))

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        return await self.park(input, answer, at, posts, "")

    async def attempt(self, id: str) -> int:
        def work(db: sqlite3.Connection) -> int:
            if not db.execute(TRY, (id,)).rowcount:
                return 0
            return int(db.execute(TRIES, (id,)).fetchone()[0])

        return await self._whole(work)

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        def work(db: sqlite3.Connection) -> bytes:
            if not db.execute(ANSWER, (input.id, "", input.sid, input.at, b"", answer)).rowcount:
                return bytes(db.execute(INPUT, (input.id,)).fetchone()[-1])
            if why:
                db.execute(PARK, (at, why, input.id))
            if posts:
                front, version, _ = key_of(aside_id(input.id, 0))
                log(db, front, version, at, (), posts, "")
            return answer

        return await self._whole(work)

    async def parked(self, limit: int = 100) -> tuple[Parked, ...]:
        return tuple(Parked(*row) for row in await self._rows(PARKED, limit))
