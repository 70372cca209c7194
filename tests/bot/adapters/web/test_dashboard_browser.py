"""The dashboard in a real browser: live with scripts, quiet under its user's hands, whole on a small screen."""

import re

import pytest
from playwright.async_api import Page, expect

from storage.memory import MemoryStore
from tests.bot.adapters.web.axe import accessible
from tests.bot.adapters.web.realm import Town
from tests.bot.adapters.web.service import Pages, served
from tests.chromium import chromium

pytestmark = pytest.mark.browser
LINK = r"http://\S+/dashboard/enter/[\w.-]+"


async def _signed_in(page: Page, pages: Pages) -> None:
    await pages.operates("dashboard")
    await page.goto(await pages.told(LINK))
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", level=1, name="Dashboard")).to_be_visible()


async def test_sessions_appear_and_end_without_a_reload() -> None:
    store = MemoryStore()
    town = Town(store)
    await town.game()
    await town.plays(1, ends=False)
    await town.school()
    async with served(store) as pages, chromium() as browser:
        context = await browser.new_context(viewport={"width": 320, "height": 640})
        page, wrong = await context.new_page(), list[str]()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await _signed_in(page, pages)
        rows = page.get_by_role("table", name="Running sessions that wait for a person").get_by_role("row")
        nudge = rows.get_by_role("button", name="Nudge")
        await expect(nudge).to_have_count(1)
        await nudge.focus()
        focused = await page.evaluate("document.activeElement.id")
        await town.plays(2, ends=False)
        await expect(nudge).to_have_count(2)
        assert await page.evaluate("document.activeElement.id") == focused
        assert await page.evaluate("document.documentElement.scrollWidth") == 320
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("status")).to_contain_text("Reminded:")
        await page.get_by_role("button", name=re.compile("^Stop ")).first.click()
        await page.get_by_role("button", name="Stop").click()
        await expect(page.get_by_role("status")).to_contain_text("1 session ended as stopped")
        await expect(nudge).to_have_count(1)
        await town.study(1)
        await expect(nudge).to_have_count(2)
        for path in (
            "",
            "/sessions?state=all",
            "/classes",
            "/people",
            "/audit",
            "/health",
            "/game/lab",
            "/study/price",
        ):
            await page.goto(f"{pages.url}/dashboard{path}")
            assert await page.evaluate("document.documentElement.scrollWidth") == 320, path
            await accessible(page)
        assert wrong == []
