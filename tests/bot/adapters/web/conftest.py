from collections.abc import AsyncIterator

import pytest

from tests.bot.adapters.web.service import Pages, served


@pytest.fixture
async def pages() -> AsyncIterator[Pages]:
    async with served() as pages:
        yield pages
