from collections.abc import AsyncIterator

import pytest

from storage import open_store
from tests.bot.classes.harness import School
from tests.bot.operators.conftest import store

__all__ = ["store"]


@pytest.fixture
async def school() -> AsyncIterator[School]:
    store = open_store("memory:")
    await store.open()
    yield School(store)
    await store.close()
