"""A connection to the file: one transaction at a time, repeated while another process has the file locked."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from storage.base.errors import StoreError
from storage.sqlite.checkpoint import Checkpointer
from storage.sqlite.file import connect, is_busy, make_ready, prepare, sentence

T = TypeVar("T")

BUSY_MS, PAUSE_SECONDS, PATIENCE = 100, 0.05, 60
"""For a locked file: milliseconds that SQLite itself waits, seconds that the loop then runs, and how often both are
repeated.
"""


class Connection:
    """Connection to one file, used by the thread that opened it; the folder of `path` is made when missing."""

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

    async def _patiently(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the database, again for a while if the file is locked. Raises `StoreError`."""
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
