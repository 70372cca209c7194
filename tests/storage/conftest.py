"""The stores that must keep the contract. A new one joins by one line in `BACKENDS`."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from storage.base import Store
from storage.memory import MemoryStore
from storage.sqlite import SqliteStore

Again = Callable[[], Store]
"""A store, not opened yet, over the same data at every call: what another process, or the next one, would have."""
Backend = Callable[[Path], Again]
"""A place for data of its own at every call; it may use the folder."""


def _memory(folder: Path) -> Again:
    store = MemoryStore()
    return lambda: store


def _sqlite(folder: Path) -> Again:
    return lambda: SqliteStore(str(folder / "parley.db"))


BACKENDS: dict[str, Backend] = {
    "memory": _memory,
    "sqlite": _sqlite,
}


@pytest.fixture(params=BACKENDS)
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
    """A second one over the same data, open at the same time."""
    other = again()
    await other.open()
    yield other
    await other.close()
