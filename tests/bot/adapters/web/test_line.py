"""A page that is cut off, reloaded, opened twice or left: nothing typed is lost, and it catches up by itself."""

import pytest
from playwright.async_api import Page, expect

from tests.bot.adapters.web.play import Person, person
from tests.bot.adapters.web.service import Pages
from tests.chromium import chromium

pytestmark = pytest.mark.browser
HEARD = """() => {
    window.heard = [];
    new MutationObserver((all) => {
        for (const one of all) for (const node of one.addedNodes) {
            const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
            const region = element?.closest?.("[aria-live], [role=status]");
            if (region && region.getAttribute("aria-live") !== "off") window.heard.push(node.textContent.trim());
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes what a live region gets: what a screen reader announces."""
AWAY = "No connection. What you type stays here"


async def _text(page: Page) -> str:
    return await page.locator("[name=text]").input_value()


async def test_a_page_without_a_network_says_so_keeps_what_is_typed_and_catches_up(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages) as ann:
        await ann.begins("bargaining")
        tab = Person(await ann.page.context.new_page(), pages.url)
        await tab.page.goto(ann.page.url)
        cut = await ann.page.context.new_cdp_session(ann.page)
        await cut.send("Network.enable")
        away = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        await cut.send("Network.emulateNetworkConditions", {**away, "offline": True})
        await expect(ann.page.get_by_text(AWAY)).to_be_visible()
        await ann.page.get_by_label("Your price").fill("47")
        await ann.says("how about 44")
        await expect(ann.page.get_by_text("Not sent")).to_be_visible()
        assert await _text(ann.page) == "how about 44"
        await tab.says("my offer is 43")
        await tab.sees("You offered $43.00")
        await cut.send("Network.emulateNetworkConditions", {**away, "offline": False})
        await ann.sees("You offered $43.00")
        await expect(ann.page.locator("#line")).to_be_empty()
        assert await _text(ann.page) == "how about 44"
        await expect(ann.page.get_by_label("Your price").last).to_have_value("47")
        await ann.page.get_by_role("button", name="Send").click()
        await ann.sees("You offered $44.00")
        await expect(ann.page.locator("[name=text]")).to_have_value("")


async def test_a_reload_in_mid_form_keeps_what_was_begun(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages) as ann:
        await ann.begins("bargaining")
        await ann.page.get_by_label("Your price").fill("46")
        await ann.page.locator("[name=text]").fill("what about")
        await ann.page.reload()
        await expect(ann.page.get_by_label("Your price")).to_have_value("46")
        assert await _text(ann.page) == "what about"
        await ann.button("Counteroffer").click()
        await ann.sees("You offered $46.00")
        await expect(ann.page.get_by_label("Your price").last).to_have_value("")


async def test_back_and_forward_show_the_game_as_it_is(pages: Pages) -> None:
    for scripts in (True, False):
        async with chromium() as browser, person(browser, pages, scripts=scripts) as ann:
            await ann.begins("bargaining")
            await ann.page.get_by_role("link", name="Parley").click()
            await ann.page.get_by_role("link", name="Price bargaining", exact=True).click()
            await ann.says("how about 44")
            await ann.sees("You offered $44.00")
            await ann.page.go_back(wait_until="commit")
            await expect(ann.page.get_by_role("link", name="Parley")).to_be_visible()  # Chromium has arrived by then
            await ann.page.go_forward(wait_until="commit")
            await ann.sees("You offered $44.00")
            await ann.button("Accept").click()
            await ann.sees("GAME OVER")


async def test_two_tabs_press_and_the_later_press_is_answered(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages, scripts=False) as ann:
        await ann.begins("bargaining")
        tab = Person(await ann.page.context.new_page(), pages.url, scripts=False)
        await tab.page.goto(ann.page.url)
        await ann.page.get_by_label("Your price").fill("44")
        await ann.button("Counteroffer").click()
        await ann.sees("You offered $44.00")
        await tab.button("Accept").click()
        await tab.sees("offer has changed")
        await expect(tab.log.get_by_text("GAME OVER")).to_have_count(0)
        await tab.button("Accept").click()
        await tab.sees("GAME OVER")
        await ann.button("Accept").click()
        await ann.sees("The game is complete")


async def test_a_double_click_counts_once(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages) as ann:
        await ann.begins("trading")
        await ann.button("Pass").dblclick()
        await ann.sees("Message 3 of 10")
        await expect(ann.log.get_by_text("Message 5 of 10")).to_have_count(0)


async def test_a_link_goes_on_on_another_device(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages, "desk") as ann, person(browser, pages) as phone:
        await ann.begins("bargaining")
        await ann.page.get_by_role("link", name="On another device").click()
        await expect(ann.page.get_by_role("img", name="QR code of the link")).to_be_visible()
        await phone.page.goto(await ann.page.get_by_label("Link", exact=True).input_value())
        await phone.page.get_by_role("button", name="Go on").click()
        await phone.says("how about 44")
        await phone.sees("You offered $44.00")
        await ann.page.get_by_role("link", name="Back to the conversation").click()
        await ann.sees("You offered $44.00")


async def test_posts_are_announced_once_and_own_words_not_at_all(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages) as ann:
        await ann.begins("bargaining")
        await ann.page.evaluate(HEARD)
        await ann.page.wait_for_timeout(300)
        assert await ann.page.evaluate("heard") == []
        await ann.says("how about 44")
        await ann.sees("You offered $44.00")
        await ann.button("Accept").click()
        await ann.sees("GAME OVER")
        heard = await ann.page.evaluate("heard")
        assert sum("You offered $44.00" in one for one in heard) == 1
        assert sum("GAME OVER" in one for one in heard) == 1
        assert not [one for one in heard if "how about 44" in one or "You're the buyer" in one]


async def test_focus_goes_on_where_one_was(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages) as ann:
        await ann.begins("bargaining")
        await ann.page.get_by_label("Your price").fill("44")
        await ann.page.keyboard.press("Enter")
        await ann.sees("You offered $44.00")
        await expect(ann.page.get_by_label("Your price").last).to_be_focused()
        await ann.button("Accept").focus()
        await ann.page.keyboard.press("Space")
        await ann.sees("GAME OVER")
        await ann.page.keyboard.press("Tab")
        await expect(ann.button("Rematch")).to_be_focused()
