"""Two people in two real browsers: each sees at once what the other does."""

import pytest
from playwright.async_api import expect

from tests.bot.adapters.web.service import Pages
from tests.chromium import chromium

pytestmark = pytest.mark.browser


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
