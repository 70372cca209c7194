"""Odd words, nonsense in forms and many pages at once: each gets a sentence, and no page breaks."""

import asyncio
from unittest.mock import patch

import pytest
from playwright.async_api import expect

from tests.bot.adapters.test_society import EVER, Clock
from tests.bot.adapters.web.play import person
from tests.bot.adapters.web.service import Pages, served
from tests.chromium import chromium

WORDS = (
    "<img src=x onerror=alert(1)></textarea><script>alert(2)</script>",
    "W" * 300,
    "שלום \u202eabc\u202c مرحبا 44",
    "👩‍👩‍👧‍👦" * 40,
    "a\u200b\u200d\ufeffb" * 50,
    "&amp; {{ 7 * 7 }} {% raw %} \\u003c",
    "long words " * 180,
)
NONSENSE = ("", " ", "-1", "1e9", "NaN", "¾", "44 or 45", "9" * 400, "<b>44</b>", "$" * 60)


@pytest.mark.browser
@patch("bot.session.timekeeper.GAP", EVER)
async def test_odd_words_stand_on_the_page_and_break_nothing() -> None:
    async with served(clock=Clock(8)) as pages, chromium() as browser, person(browser, pages) as ann:
        await ann.page.set_viewport_size({"width": 320, "height": 640})
        await ann.begins("dealornodeal")
        for n, words in enumerate(WORDS, 1):
            await ann.says(words)
            await expect(ann.page.locator(".said")).to_have_count(n)
            await expect(ann.log.get_by_role("article").nth(n)).to_be_attached()
        assert await ann.page.evaluate("document.documentElement.scrollWidth") == 320
        assert await ann.page.locator("#log script, #log img[src=x]").count() == 0
        assert ann.troubles == []
        said = await ann.page.locator(".said").all_inner_texts()
        assert "<script>alert(2)</script>" in said[0]


@pytest.mark.parametrize("nonsense", NONSENSE)
async def test_nonsense_in_a_form_gets_a_sentence_and_changes_nothing(nonsense: str, pages: Pages) -> None:
    ann = pages.browser()
    before = await ann.begins("bargaining")
    after = await ann.presses("Counteroffer", **{"f-price": nonsense})
    assert ann.status == 200
    assert len(after.articles) > len(before.articles)
    assert [label for label in after.labels if label.startswith("Accept")]
    assert "Round 2" not in " ".join(after.articles)


@pytest.mark.parametrize("game", ["trading", "balloon", "dealornodeal", "society"])
async def test_an_empty_form_gets_a_sentence(game: str, pages: Pages) -> None:
    ann = pages.browser()
    before = await ann.begins(game)
    labels = ("Make an offer", "Propose this set", "Offer", "Invite")
    [label] = [label for label in labels if label in before.labels]
    form = before.form(label)
    after = await ann.presses(label, **{name: "" for name in form.names if name.startswith("f-")})
    assert ann.status == 200
    assert len(after.articles) > len(before.articles)


async def test_twenty_pages_at_once_are_all_answered(pages: Pages) -> None:
    people = [pages.browser() for _ in range(20)]
    await asyncio.gather(*(one.begins("bargaining") for one in people))
    await asyncio.gather(*(one.says("how about 44") for one in people))
    for one in people:
        await one.until(lambda screen: "You offered $44.00" in screen.html)
