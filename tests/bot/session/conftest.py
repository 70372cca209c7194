from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage.base import Store
from storage.memory import MemoryStore
from storage.sqlite.store import SqliteStore
from tests.bot.session.harness import Room, tiny_games


@pytest.fixture(autouse=True)
def _tiny() -> Iterator[None]:
    with tiny_games("looked"):
        yield


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    store: Store = MemoryStore() if request.param == "memory" else SqliteStore(str(tmp_path / "room.db"))
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def room(store: Store) -> Room:
    return Room(store)
