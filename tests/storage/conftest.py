"""The stores that must keep the contract. A new one joins by one line in `BACKENDS`."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from fakeredis import FakeAsyncRedis, FakeServer

from storage.base import Store
from storage.memory import MemoryStore
from storage.redis.store import RedisStore
from storage.sqlite.store import SqliteStore
from tests.storage import servers
from tests.storage.pooled import Pooled

Again = Callable[[], Store]
"""A store, not opened yet, over the same data at every call: what another process, or the next one, would have."""
Backend = Callable[[Path], Again]
"""A place for data of its own at every call; it may use the folder."""


def _memory(folder: Path) -> Again:
    store = MemoryStore()
    return lambda: store


def _sqlite(folder: Path) -> Again:
    return lambda: SqliteStore(str(folder / "parley.db"))


def _fakeredis(folder: Path) -> Again:
    server = FakeServer(version=(7,))

    async def connect() -> FakeAsyncRedis:
        return FakeAsyncRedis(server=server, protocol=2)

    def again() -> Store:
        store = RedisStore("redis://fake/0")
        store.link.connect = connect  # type: ignore[method-assign]
        store.link.pipeline = Pooled  # type: ignore[method-assign]
        return store

    return again


def _redis(folder: Path) -> Again:
    address = servers.emptied(servers.server())
    return lambda: RedisStore(address)


def _cluster(folder: Path) -> Again:
    address = servers.emptied(*servers.cluster())
    return lambda: RedisStore(address)


BACKENDS: dict[str, Backend] = {
    "memory": _memory,
    "sqlite": _sqlite,
    "fakeredis": _fakeredis,
    "redis": _redis,
    "cluster": _cluster,
}
NEED_REDIS = ("redis", "cluster")


def named(*names: str) -> list[Any]:
    """Parameters for tests of some backends."""
    return [pytest.param(name, marks=[pytest.mark.redis] if name in NEED_REDIS else []) for name in names]


@pytest.fixture(params=named(*BACKENDS))
def backend(request: pytest.FixtureRequest) -> Backend:
    return BACKENDS[request.param]


@pytest.fixture
def again(backend: Backend, tmp_path: Path) -> Again:
    return backend(tmp_path)


@pytest.fixture
async def store(again: Again) -> AsyncIterator[Store]:
    """An open store without data."""
    store = again()
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def other(store: Store, again: Again) -> AsyncIterator[Store]:
    """A second store over the same data, open at the same time."""
    other = again()
    await other.open()
    yield other
    await other.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a SQLite file."""
    return tmp_path / "parley.db"
