"""The board in a real browser: no barrier and nothing cut off, while a class waits, plays and is over."""

import pytest
from playwright.async_api import Page, expect

from tests.bot.adapters.web.axe import accessible
from tests.bot.adapters.web.service import Pages
from tests.bot.adapters.web.test_board import enters, taught
from tests.chromium import chromium

pytestmark = pytest.mark.browser
SIZES = ({"width": 320, "height": 640}, {"width": 1280, "height": 720})
TITLE = "Price bargaining"
REVIEWED = {
    "color-contrast: <text": "axe cannot see grounds in SVG; each colour has 4.5 : 1 against what it stands on",
    "hidden-content: <img": "a phone in the hand needs no code to photograph; the link stands beside it",
}


async def _whole(page: Page) -> None:
    """Look at the board at each size, in light and dark."""
    for size in SIZES:
        await page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
            await accessible(page, REVIEWED)
        assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]


async def test_a_board_has_no_barrier_from_the_lobby_to_the_review(pages: Pages) -> None:
    code, path = await taught(pages, "bargaining")
    ann = await enters(pages, code)
    async with chromium() as browser:
        page = await (await browser.new_context()).new_page()
        await page.goto(pages.url + path)
        await expect(page.get_by_role("heading", level=1, name=TITLE)).to_be_visible()
        await _whole(page)
        await pages.operates("class start")
        await expect(page.get_by_text("Playing")).not_to_have_count(0)
        await ann.until(lambda screen: any(label.startswith("Accept") for label in screen.labels))
        await ann.presses(next(label for label in ann.screen.labels if label.startswith("Accept")))
        await expect(page.locator(".dot")).to_have_count(1)
        await _whole(page)
        await pages.operates("class end")
        await expect(page.get_by_text("The class is over")).to_be_visible(timeout=15_000)
        await _whole(page)
