"""A store, and the tiny games."""

from collections.abc import Iterator

import pytest

from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.session.harness import tiny_games


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with tiny_games():
        yield


@pytest.fixture
def store() -> Store:
    return MemoryStore()
