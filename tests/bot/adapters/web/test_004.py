"""The 2 x 3 study in browsers: sixty people of a panel, ten a condition, each with the code and the way back."""

import asyncio
import re
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from storage.memory import MemoryStore
from tests.bot.adapters.test_society import EVER, Clock
from tests.bot.adapters.web.panel import FILE, Sent, bundled, held, study_of
from tests.bot.adapters.web.service import Pages, served
from tests.bot.adapters.web.test_sixty import SPEED

SLUG, PEOPLE, CELLS = "dond-004", 60, 6


async def _opened(pages: Pages) -> str:
    """Open the study that ships with Parley, with the panel of the other one. Return its token."""
    [panel] = re.findall(r"^panel:\n(?:  .*\n)+", FILE.read_text(encoding="utf-8"), re.MULTILINE)
    declared = FILE.with_name("004.yaml").read_text(encoding="utf-8")
    return await pages.studies(SLUG, declared.replace("stages:", f"{panel}stages:", 1))


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_sixty_people_of_a_panel_divide_books_hats_and_balls(tmp_path: Path) -> None:
    with patch("bot.session.timekeeper.GAP", EVER), capture_logs() as logs:
        async with served(MemoryStore(), clock=Clock(SPEED)) as pages:
            token = await _opened(pages)
            people = [Sent(pages, n, scripts=n % 2 == 0) for n in range(PEOPLE)]
            await asyncio.gather(*(one.takes_part(token) for one in people))
            code = (await study_of(pages, SLUG)).code("complete")
            for one in people:
                screen = await one.browser.until(lambda screen: "completion-code" in screen.ids)
                assert screen.ids["completion-code"] == code
                assert [link for link in screen.all("a") if link["href"].endswith(f"/complete?cc={code}")]
            cells = Counter([(await one.part()).condition for one in people])
            assert sorted(cells.values()) == [PEOPLE // CELLS] * CELLS
            points = await bundled(pages, SLUG, tmp_path / "bundle", PEOPLE)
            assert max(row["n"] for row in points) == PEOPLE
            haystack = held(tmp_path / "bundle") + str(logs).encode()
            assert not [one.id for one in people if one.id.encode() in haystack]
