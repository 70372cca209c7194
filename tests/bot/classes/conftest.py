from collections.abc import AsyncIterator

import pytest

from bot.classes import reviewing
from storage import open_store
from tests.bot.classes.harness import School
from tests.bot.operators.conftest import store

__all__ = ["store"]


@pytest.fixture
async def school(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[School]:
    monkeypatch.setattr(reviewing, "BUDGET", 0.3)
    store = open_store("memory:")
    await store.open()
    yield School(store)
    await store.close()
