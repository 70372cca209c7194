"""Pages for everybody: no barrier that axe finds in any state, small screens, large text, and the keyboard alone."""

import os
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.async_api import Page, expect

from tests.bot.adapters.web.axe import accessible
from tests.bot.adapters.web.play import OVER, Person, dealt, person
from tests.bot.adapters.web.service import Pages
from tests.chromium import chromium
from tests.visits.scripts import SCRIPTS

pytestmark = pytest.mark.browser
LOOKS = ((True, False), (True, True), (False, False), (False, True))
"""Scripts and dark colours."""
EVERY = os.environ.get("PARLEY_PAGES") == "all"
GAMES = ("bargaining", "trading", "balloon", "dealornodeal")
STATES = tuple(product(GAMES, LOOKS)) if EVERY else tuple(zip(GAMES, LOOKS, strict=True))
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll("button, label, legend, p, h1, th, td, summary")].filter((one) => {
    const style = getComputedStyle(one);
    return style.overflow !== "visible" && !one.matches(".out, .out *") &&
        (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
}).map((one) => one.textContent)"""
SPACED = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } \
p { margin-bottom: 2em !important }"
"""The text spacing that WCAG 2.2 (1.4.12) demands of every page."""
SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")]
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width && !one.matches(".skip, label *") && (box.width < 24 || box.height < 24))
    .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`)"""
HIDDEN = """() => {
    const one = document.activeElement, box = one.getBoundingClientRect();
    const bar = document.querySelector(".say");
    if (!bar || bar.contains(one) || one === document.body) return "";
    const top = getComputedStyle(bar).position === "sticky" ? bar.getBoundingClientRect().top : innerHeight;
    return box.top >= top - 1 || box.bottom <= 0 ? one.outerHTML.slice(0, 90) : "";
}"""
STYLED = """(css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
}"""
RING = """() => {
    const style = getComputedStyle(document.activeElement);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
}"""


@pytest.fixture(autouse=True)
def _dealt() -> Iterator[None]:
    with dealt():
        yield


async def _ends(ann: Person) -> None:
    """Press what leads to the end, and look at how it went."""
    for _ in range(60):
        await ann.awaited()
        if await ann.log.get_by_text(OVER).count():
            break
        before = await ann.log.inner_text()
        await ann.presses()
        await ann.answered(before)
    await ann.button("How it went").click()
    await ann.sees("The picture in words")


@pytest.mark.parametrize(("game", "look"), STATES)
async def test_no_state_of_a_game_has_a_barrier(game: str, look: tuple[bool, bool], pages: Pages) -> None:
    scripts, dark = look
    async with chromium() as browser, person(browser, pages, scripts=scripts, dark=dark) as ann:
        await ann.page.goto(f"{pages.url}/play/{game}")
        await accessible(ann.page)
        await ann.begins(game)
        await accessible(ann.page)
        before = await ann.log.inner_text()
        await ann.fills()
        await ann.answered(before)
        await accessible(ann.page)
        await _ends(ann)
        await accessible(ann.page)


@pytest.mark.parametrize(("scripts", "dark"), LOOKS if EVERY else LOOKS[1:3])
async def test_pages_round_a_game_have_no_barrier(scripts: bool, dark: bool, pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages, scripts=scripts, dark=dark) as ann:
        page = ann.page
        for path in ("/", "/nowhere", "/play/society"):
            await page.goto(pages.url + path)
            await accessible(page)
        await page.evaluate("document.querySelector('[name=csrf]').value = 'of somebody else'")
        await page.get_by_role("button", name="Play").click()
        await expect(page.get_by_role("heading", name="Not sent")).to_be_visible()
        await accessible(page)
        await page.goto(f"{pages.url}/play/society")
        await page.get_by_label("A friend, by a link").check()
        await page.get_by_role("button", name="Play").click()
        await ann.sees("Give this code")
        await accessible(page)
        await page.goto(page.url.partition("#")[0] + "/link")
        await accessible(page)


async def test_a_society_has_no_barrier(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages, dark=True) as ann:
        await ann.types_a_game("society", until="Round 1")
        await ann.page.get_by_text("The map in letters").first.click()
        await accessible(ann.page)


async def _fits(page: Page) -> None:
    assert await page.evaluate(WIDER) <= 0
    assert await page.evaluate(CUT) == []


@pytest.mark.parametrize("game", SCRIPTS)
async def test_a_page_fits_narrow_screens_large_text_and_wide_spacing(game: str, pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages) as ann:
        await ann.page.set_viewport_size({"width": 320, "height": 640})
        await ann.page.goto(pages.url)
        await _fits(ann.page)
        await ann.begins(game)
        assert await ann.page.evaluate(SMALL) == []
        await _fits(ann.page)
        for style in (SPACED, "html { font-size: 200% }", f"html {{ font-size: 200% }} {SPACED}"):
            await ann.page.evaluate(STYLED, style)
            await _fits(ann.page)


@pytest.mark.parametrize("scripts", [True, False])
async def test_a_game_is_played_by_the_keyboard_alone(scripts: bool, pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages, scripts=scripts) as ann:
        page, keys = ann.page, ann.page.keyboard
        await page.goto(pages.url)
        await _tabs_to(page, "Play Price bargaining")
        await keys.press("Enter")
        await page.wait_for_url("**/play/bargaining")
        await _tabs_to(page, "The AI")
        await keys.press("ArrowDown")
        await expect(page.get_by_label("An easy AI")).to_be_checked()
        await _tabs_to(page, "Play")
        await keys.press("Space")
        await page.wait_for_url("**/g/*")
        await _tabs_to(page, "Your price")
        await keys.type("44")
        await _sends(ann, "Enter")
        await ann.sees("You offered $44.00")
        await _tabs_to(page, "Your message")
        await keys.type("45")
        if not scripts:
            await keys.press("Tab")
        await _sends(ann, "Enter")
        await ann.sees("You offered $45.00")
        await _tabs_to(page, "Accept")
        await _sends(ann, "Space")
        await ann.sees("GAME OVER")


async def _sends(ann: Person, key: str) -> None:
    """Press a key that sends a form. Without scripts the page comes again."""
    if ann.scripts:
        await ann.page.keyboard.press(key)
        return
    async with ann.page.expect_navigation():
        await ann.page.keyboard.press(key)


async def _tabs_to(page: Page, name: str) -> None:
    """Press Tab until a control of this name has focus: seen, ringed, and before what comes after it on the page."""
    for _ in range(40):
        at = await page.evaluate(
            """() => { const one = document.activeElement;
            const name = one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.textContent || "";
            return name.trim(); }"""
        )
        if at.startswith(name):
            assert await page.evaluate(RING)
            assert await page.evaluate(HIDDEN) == ""
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {name!r}")


async def test_colours_of_the_reader_and_no_motion(pages: Pages) -> None:
    async with chromium() as browser, person(browser, pages) as ann:
        await ann.page.emulate_media(forced_colors="active", reduced_motion="reduce")
        await ann.begins("bargaining")
        await accessible(ann.page, {"color-contrast": "the colours are the reader's own, and axe cannot see them"})
        moving = "() => document.getAnimations().length + [...document.querySelectorAll('*')].filter((one) => \
            getComputedStyle(one).transitionDuration !== '0s').length"
        assert await ann.page.evaluate(moving) == 0
        borders = (
            "() => [...document.querySelectorAll('button')].every((b) => getComputedStyle(b).borderStyle !== 'none')"
        )
        assert await ann.page.evaluate(borders)
