from collections.abc import AsyncIterator, Iterator

import pytest

from games.core import registry
from tests.bot.adapters.discord.service import House, housed
from tests.bot.session.harness import tiny_games


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry.OURS, "picking", "tests.games.tiny.picking:game")
    with tiny_games():
        yield


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with housed() as house:
        yield house
