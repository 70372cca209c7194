"""`kill -9` in mid-game: pages in real browsers come back, with scripts by themselves, and their games go on."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.bot.adapters.web.play import Person
from tests.chromium import chromium
from tests.e2e.services import Service
from tests.fakes.loopback import Loopback

pytestmark = pytest.mark.browser
LONG = 60_000
"""Milliseconds."""


async def test_a_killed_service_is_missed_and_its_games_go_on(tmp_path: Path) -> None:
    address = f"127.0.0.1:{Loopback.free_port()}"
    service = Service(tmp_path, {"PARLEY_WEB": address, "PARLEY_WEB_PLAY": "on"})
    await service.starts()
    await service.until("listening")
    async with chromium() as browser:
        ann, bob = [
            Person(await (await browser.new_context(java_script_enabled=scripts)).new_page(), f"http://{address}")
            for scripts in (True, False)
        ]
        for one in (ann, bob):
            await one.begins("bargaining")
            await one.says("44")
            await expect(one.log.get_by_text("You offered $44.00")).to_be_visible(timeout=LONG)
        await ann.page.get_by_label("Your message").fill("half a sent")
        await service.dies()
        await expect(ann.page.get_by_text("No connection.")).to_be_visible(timeout=LONG)
        service.logs = ""
        await service.starts()
        await service.until("listening")
        await expect(ann.page.locator("#line")).to_be_empty(timeout=LONG)
        assert await ann.page.get_by_label("Your message").input_value() == "half a sent"
        await bob.page.reload()
        for one in (ann, bob):
            assert await one.log.get_by_text("You offered $44.00").count() == 1
            await one.button("Accept").click()
            await expect(one.log.get_by_text("GAME OVER")).to_be_visible(timeout=LONG)
    await service.ends()
