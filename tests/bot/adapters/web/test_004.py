"""The 2 x 3 study in browsers: sixty people of a panel, ten a condition, each with the code and the way back."""

import asyncio
import json
import re
from collections import Counter
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
import typer
from structlog.testing import capture_logs
from typer.testing import CliRunner

from bot.cli.analyse import analyse
from bot.operators import realms
from bot.research.bundle.export import Options, write
from storage.memory import MemoryStore
from tests.bot.adapters.test_society import EVER, Clock
from tests.bot.adapters.web.panel import FILE, Sent
from tests.bot.adapters.web.service import Pages, served
from tests.bot.adapters.web.test_sixty import SPEED

SLUG, PEOPLE, CELLS = "dond-004", 60, 6

app = typer.Typer()
app.command()(analyse)


async def _opened(pages: Pages) -> str:
    """Open the study that ships with Parley, with the panel of the other one. Return its token."""
    [panel] = re.findall(r"^panel:\n(?:  .*\n)+", FILE.read_text(encoding="utf-8"), re.MULTILINE)
    declared = FILE.with_name("004.yaml").read_text(encoding="utf-8")
    await pages.operates(f"study import {declared.replace('stages:', f'{panel}stages:', 1)}")
    await pages.told("is a draft")
    await pages.operates(f"study freeze {SLUG}")
    await pages.told("Completion codes")
    await pages.operates(f"study open {SLUG}")
    return await pages.told(r"st-\w{12}")


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_sixty_people_of_a_panel_divide_books_hats_and_balls(tmp_path: Path) -> None:
    with patch("bot.session.timekeeper.GAP", EVER), capture_logs() as logs:
        async with served(MemoryStore(), clock=Clock(SPEED)) as pages:
            token = await _opened(pages)
            people = [Sent(pages, n, scripts=n % 2 == 0) for n in range(PEOPLE)]
            await asyncio.gather(*(one.takes_part(token) for one in people))
            study = await realms.study(pages.store, "web", SLUG)
            assert study is not None
            code = study.code("complete")
            for one in people:
                screen = await one.browser.until(lambda screen: "completion-code" in screen.ids)
                assert screen.ids["completion-code"] == code
                assert [link for link in screen.all("a") if link["href"].endswith(f"/complete?cc={code}")]
            cells = Counter([(await one.part()).condition for one in people])
            assert sorted(cells.values()) == [PEOPLE // CELLS] * CELLS
            folder, find = tmp_path / "bundle", partial(realms.study, pages.store)
            made = await write(pages.store, find, "web", SLUG, folder, Options(at=pages.manager.clock(), texts="full"))
            assert made.rows("participant") == PEOPLE
            written = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
            assert written
            assert not [one.id for one in people if one.id.encode() in written + str(logs).encode()]
            shown = CliRunner().invoke(app, [str(folder), "--format", "json"])
            assert shown.exit_code == 0, shown.output
            points = json.loads(shown.stdout)["tables"]["points"]["rows"]
            assert max(row["n"] for row in points) == PEOPLE
