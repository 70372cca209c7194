"""A whole small study in a real browser, from the panel's link to the panel's own page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import patch

import pytest
from aiohttp import web
from playwright.async_api import Page, expect

from bot.studies import parts
from storage.memory import MemoryStore
from tests.bot.adapters.test_society import EVER, Clock
from tests.bot.adapters.web.panel import opened, study_of
from tests.bot.adapters.web.service import Pages, served
from tests.chromium import chromium

pytestmark = pytest.mark.browser
QUERY = "?PROLIFIC_PID=5f1ebeef&STUDY_ID=s77&SESSION_ID=x88"


@asynccontextmanager
async def panel() -> AsyncIterator[tuple[str, list[web.Request]]]:
    """The panel's own server. Yields its address, and who came to it."""
    came: list[web.Request] = []

    async def welcomed(request: web.Request) -> web.Response:
        came.append(request)
        return web.Response(text="Thank you")

    app = web.Application()
    app.router.add_get("/complete", welcomed)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", came
    finally:
        await runner.cleanup()


async def test_from_the_panels_link_to_the_panels_page() -> None:
    with patch("bot.session.timekeeper.GAP", EVER):
        async with panel() as (address, came), served(MemoryStore(), clock=Clock(8)) as pages:
            token = await opened(pages, panel=address)
            async with chromium() as browser:
                page = await (await browser.new_context()).new_page()
                loaded: list[str] = []
                page.on("request", lambda request: loaded.append(request.url))
                await page.goto(f"{pages.url}/s/{token}{QUERY}")
                await page.get_by_role("button", name="Begin").click()
                await expect(page.get_by_role("log").get_by_role("article").first).to_be_visible()
                assert not await page.evaluate("document.referrer")
                await _takes_part(page)
                code = (await study_of(pages)).code("complete")
                await expect(page.locator("#completion-code")).to_have_text(code)
                assert "5f1ebeef" not in await page.content()
                await page.get_by_role("link", name="Go back to your panel").click()
                await expect(page.get_by_text("Thank you")).to_be_visible()
                assert page.url == f"{address}/complete?cc={code}"
            assert "Referer" not in came[0].headers
            assert [url for url in loaded if "5f1ebeef" in url] == [f"{pages.url}/s/{token}{QUERY}"]
            assert await _outcomes(pages) == ["complete"]


async def _takes_part(page: Page) -> None:
    """Agree, answer what is asked, take the first offer, and rate it."""
    answers = ("I agree", "The buyer", "It is rejected", "The deal is made at that price", "Accept")
    for label in (*answers, "Undecided", "Slightly like"):
        button = page.get_by_role("button", name=label)
        await expect(button).to_have_count(1)
        await button.click()


async def _outcomes(pages: Pages) -> list[str]:
    return [held.part.outcome async for held in parts.all_of(pages.store, "web", "panel")]
