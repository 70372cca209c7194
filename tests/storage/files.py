"""SQLite files for tests: opened for one piece of work, refused, measured."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from storage.base import StoreError
from storage.sqlite.store import SqliteStore
from tests.storage.samples import everything

T = TypeVar("T")


def within(path: Path, work: Callable[[SqliteStore], Awaitable[T]]) -> T:
    """Open the file, do something, close it."""

    async def whole() -> T:
        store = SqliteStore(str(path))
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def refusal(path: Path) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(StoreError) as refused:
        within(path, everything)
    return str(refused.value)


def size(path: Path) -> int:
    return path.stat().st_size


def pragma(path: Path, name: str) -> object:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(f"PRAGMA {name}").fetchone()[0]
