from collections.abc import AsyncIterator

import pytest

from storage import open_store
from storage.base import Store
from tests.bot.operators.conftest import office, store
from tests.bot.studies.harness import PAIRS, Lab, study_of

__all__ = ["office", "store"]


@pytest.fixture
async def memory() -> AsyncIterator[Store]:
    store = open_store("memory:")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def lab(memory: Store) -> Lab:
    return await Lab(memory).ready()


@pytest.fixture
async def pairs(memory: Store) -> Lab:
    return await Lab(memory, study_of(PAIRS)).ready()
