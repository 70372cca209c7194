from collections.abc import AsyncIterator

import pytest

from bot.players.llm import player
from tests.fakes import FakeAnthropic


@pytest.fixture
async def api() -> AsyncIterator[FakeAnthropic]:
    async with FakeAnthropic() as fake:
        yield fake
        fake.assert_manners()


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries follow each other at once, as far as nobody asks for a pause."""
    monkeypatch.setattr(player, "PAUSES", (0.01,))
