"""Cost of a commit in SQLite, beside the least that a durable change costs there: `python -m tests.storage.measure`.

A commit has 2 events, a snapshot of 1.4 kB, 2 posts and 1 job, and consumes 1 accepted input; sessions take turns. The
bare transaction writes the same snapshot into one row by its number. Both go by turns through one connection each, so
that they meet the same weather; figures are medians over the turns.
"""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from storage.base import Commit, Head, Input, Job, Ok, Outgoing
from storage.sqlite.store import SqliteStore

SESSIONS, TURN, TURNS = 1000, 250, 80
SNAPSHOT, EVENT, POST, BODY = b"s" * 1400, b"e" * 250, b"p" * 500, b"i" * 300

spent: dict[str, list[float]] = {}
"""Seconds a call, one figure a turn."""


@contextmanager
def timed(kind: str, calls: int = TURN) -> Iterator[None]:
    began = time.perf_counter()
    yield
    spent.setdefault(kind, []).append((time.perf_counter() - began) / calls)


def step(n: int) -> Commit:
    sid, version = f"{n * 7919 % SESSIONS:012x}", n // SESSIONS
    return Commit(
        sid,
        version,
        (f"tg:{n}",),
        b"answered",
        (EVENT, EVENT),
        SNAPSHOT,
        n,
        jobs=(Job(f"{sid}/ai/seller", version + 1, n, "ai", "offer 7"),),
        posts=(Outgoing(f"telegram:{sid}", POST), Outgoing(f"discord:{sid}", POST, "box")),
        head=Head(sid, "bargaining", "play", n, BODY) if version == 0 else None,
    )


async def turn(store: SqliteStore, number: int) -> None:
    steps = [step(n) for n in range(number * TURN, (number + 1) * TURN)]
    with timed("accept"):
        for one in steps:
            await store.accept(Input(one.inputs[0], one.posts[0].place, one.sid, one.at, BODY))
    with timed("load"):
        for one in steps:
            await store.load(one.sid)
    with timed("commit"):
        for one in steps:
            assert await store.commit(one) == Ok(one.expect + 1)
    places = [post.place for one in steps for post in one.posts]
    with timed("outbox", len(places)):
        rows = [row for place in places for row in await store.outbox(place)]
    with timed("posted", len(rows)):
        for row in rows:
            await store.posted(row.id, "1", number)


def bare(db: sqlite3.Connection, number: int) -> None:
    with timed("bare transaction"):
        for n in range(number * TURN, (number + 1) * TURN):
            db.execute("BEGIN IMMEDIATE")
            db.execute("UPDATE session SET version = ?, snapshot = ? WHERE n = ?", (n, SNAPSHOT, n * 7919 % SESSIONS))
            db.execute("COMMIT")


async def main() -> None:
    with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder, "bare.db"), isolation_level=None)) as db:
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL"):
            db.execute(f"PRAGMA {pragma}")
        db.execute("CREATE TABLE session (n INTEGER PRIMARY KEY, version INTEGER, snapshot BLOB)")
        db.executemany("INSERT INTO session VALUES (?, 0, ?)", [(n, SNAPSHOT) for n in range(SESSIONS)])
        store = SqliteStore(str(Path(folder, "store.db")))
        await store.open()
        for number in range(TURNS):
            if number == SESSIONS // TURN:
                spent.clear()
            bare(db, number)
            await turn(store, number)
        await store.close()
    for kind, seconds in spent.items():
        middle, times = median(seconds), median(seconds) / median(spent["bare transaction"])
        print(f"{kind:16} {middle * 1e6:6.1f} µs  {1 / middle:8,.0f}/s  {times:5.2f} × bare")


if __name__ == "__main__":
    asyncio.run(main())
