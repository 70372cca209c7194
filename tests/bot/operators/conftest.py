from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from storage.base import Store
from tests.bot.operators.harness import Office
from tests.storage.conftest import BACKENDS, named


@pytest.fixture(params=named("memory", "sqlite", "redis"))
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    again: Callable[[], Store] = BACKENDS[request.param](tmp_path)
    store = again()
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def office(store: Store) -> Office:
    return Office(store)
