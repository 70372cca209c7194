"""The pages in a real browser: live with scripts, whole without them, narrow, and by the keyboard alone."""

import pytest
from playwright.async_api import Page, expect

from tests.bot.adapters.web.service import Pages
from tests.chromium import chromium

pytestmark = pytest.mark.browser


async def _begun(page: Page, pages: Pages, game: str = "bargaining") -> None:
    await page.goto(f"{pages.url}/play/{game}")
    await page.get_by_role("button", name="Play").click()
    await expect(page.get_by_role("log").get_by_role("article").first).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
async def test_a_whole_game(pages: Pages, scripts: bool) -> None:
    async with chromium() as browser:
        context = await browser.new_context(java_script_enabled=scripts, viewport={"width": 320, "height": 640})
        page = await context.new_page()
        wrong: list[str] = []
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await _begun(page, pages)
        log = page.get_by_role("log")
        await page.locator("[name=text]").fill("how about 44")
        await page.get_by_role("button", name="Send").click()
        await expect(log.get_by_text("Round 2: You offered $44.00.")).to_be_visible()
        await page.get_by_label("Your price").fill("45")
        await page.get_by_role("button", name="Counteroffer…").click()
        await expect(log.get_by_text("You offered $45.00.")).to_be_visible()
        if scripts:
            assert await page.evaluate("document.documentElement.scrollWidth") == 320
        await page.get_by_role("button", name="Accept").click()
        await expect(log.get_by_text("GAME OVER")).to_be_visible()
        await expect(page.get_by_role("button", name="Accept")).to_have_count(0)
        assert wrong == []


async def test_what_others_say_appears_without_a_reload(pages: Pages) -> None:
    async with chromium() as browser:
        ann, bob = [await (await browser.new_context()).new_page() for _ in range(2)]
        await ann.goto(f"{pages.url}/play/dealornodeal")
        await ann.get_by_label("A friend, by a link").check()
        await ann.get_by_role("button", name="Play").click()
        await bob.goto(await ann.get_by_label("Or send this link").input_value())
        await bob.get_by_role("button", name="Join").click()
        await expect(ann.get_by_text("On the table")).to_be_visible()
        await ann.locator("[name=text]").fill("hello <b>there</b>")
        await ann.keyboard.press("Enter")
        await expect(bob.get_by_text("hello <b>there</b>")).to_be_visible()
        await expect(ann.locator("[name=text]")).to_have_value("")
