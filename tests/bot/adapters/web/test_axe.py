"""The search for barriers finds those that are put there, with scripts and without."""

import pytest

from tests.bot.adapters.web.axe import accessible, barriers
from tests.bot.adapters.web.service import Pages
from tests.chromium import chromium

pytestmark = pytest.mark.browser
BARRIERS = """() => {
    const main = document.querySelector("main");
    main.innerHTML += "<img src='/static/icon.svg'><input><p>pale</p><button></button><button></button>";
    main.querySelector("p:last-of-type").style.cssText = "color: #999; background: #aaa";
    for (const one of main.querySelectorAll(":scope > button")) one.style.cssText = "all: unset; padding: 4px";
}"""

REPLACING = """() => setInterval(() => {
    const main = document.querySelector("main");
    main.replaceWith(main.cloneNode(true));
}, 20)"""


@pytest.mark.parametrize("scripts", [True, False])
async def test_barriers_are_found(pages: Pages, scripts: bool) -> None:
    async with chromium() as browser:
        page = await (await browser.new_context(java_script_enabled=scripts)).new_page()
        await page.goto(pages.url)
        await accessible(page)
        await page.evaluate(BARRIERS)
        found = {line.split(" (")[0] for line in await barriers(page)}
        wanted = {"image-alt", "label", "color-contrast", "button-name", "target-size"}
        assert {f"violation: {rule}" for rule in wanted} <= found


async def test_a_page_is_judged_when_it_holds_still(pages: Pages) -> None:
    async with chromium() as browser:
        page = await (await browser.new_context()).new_page()
        await page.goto(pages.url)
        replacing = await page.evaluate_handle(REPLACING)
        with pytest.raises(AssertionError, match="replaced elements each time"):
            await barriers(page)
        await replacing.evaluate("clearInterval")
        assert await barriers(page) == []
