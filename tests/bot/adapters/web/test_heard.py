"""Words for a screen reader: a visit of each game as its log reads, compared with the transcripts beside this file.

`PARLEY_REWRITE=1 pytest tests/bot/adapters/web/test_heard.py` writes them again.
"""

import os
from pathlib import Path

import pytest

from tests.bot.adapters.web.play import dealt, person
from tests.bot.adapters.web.service import Pages
from tests.chromium import chromium
from tests.visits.scripts import SCRIPTS

pytestmark = pytest.mark.browser
HEARD = Path(__file__).parent / "heard"


@pytest.mark.parametrize("game", [name for name in SCRIPTS if name != "society"])
async def test_a_game_is_told_as_before(game: str, pages: Pages) -> None:
    with dealt():
        async with chromium() as browser, person(browser, pages) as ann:
            await ann.types_a_game(game)
            _compared(game, await ann.log.aria_snapshot())


async def test_a_map_is_told_as_before(pages: Pages) -> None:
    with dealt():
        async with chromium() as browser, person(browser, pages) as ann:
            await ann.types_a_game("society", until="Round 1")
            await ann.page.get_by_text("The map in letters").click()
            _compared("society", await ann.log.aria_snapshot())


def _compared(game: str, told: str) -> None:
    file = HEARD / f"{game}.txt"
    if os.environ.get("PARLEY_REWRITE") == "1":
        HEARD.mkdir(exist_ok=True)
        file.write_text(told + "\n", encoding="utf-8")
    assert told + "\n" == file.read_text(encoding="utf-8")
