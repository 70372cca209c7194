"""Every game from its door to its end in a browser: typed and pressed, with scripts and without, on phone and desk.

The suite plays the ten pages below; `make pages` plays all forty.
"""

import os
from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest

from tests.bot.adapters.web.play import SIZES, Size, dealt, person
from tests.bot.adapters.web.service import Pages
from tests.chromium import chromium
from tests.visits.scripts import SCRIPTS

pytestmark = pytest.mark.browser
WAYS = ("typed", "pressed")
SCRIPTED = ("scripts", "plain")
FEW = (
    ("bargaining", "typed", "scripts", "phone"),
    ("bargaining", "pressed", "plain", "desk"),
    ("trading", "typed", "plain", "phone"),
    ("trading", "pressed", "scripts", "desk"),
    ("balloon", "typed", "scripts", "desk"),
    ("balloon", "pressed", "plain", "phone"),
    ("dealornodeal", "typed", "plain", "desk"),
    ("dealornodeal", "pressed", "scripts", "phone"),
    ("society", "typed", "scripts", "phone"),
    ("society", "pressed", "plain", "desk"),
)
"""Each game in each way, with scripts and without, and on both screens."""
ALL = tuple(product(SCRIPTS, WAYS, SCRIPTED, SIZES))


@pytest.mark.parametrize(("game", "way", "scripted", "size"), ALL if os.environ.get("PARLEY_PAGES") == "all" else FEW)
async def test_a_game_is_played_to_its_end(game: str, way: str, scripted: str, size: str, pages: Pages) -> None:
    screen = cast("Size", size)
    async with chromium() as browser, person(browser, pages, screen, scripts=scripted == "scripts") as ann:
        await (ann.types_a_game if way == "typed" else ann.presses_a_game)(game)
        assert await ann.page.evaluate("document.documentElement.scrollWidth") == SIZES[screen][0]
        assert ann.troubles == []
        assert await ann.button("Rematch").is_visible()


@pytest.fixture(autouse=True)
def _dealt() -> Iterator[None]:
    with dealt():
        yield
