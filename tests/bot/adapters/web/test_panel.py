"""People of a panel on the pages: an inert first page, a clean address, the way back, and nothing of them elsewhere."""

from unittest.mock import patch

import pytest

from bot.studies.wording import ELSEWHERE
from storage.memory import MemoryStore
from tests.bot.adapters.test_society import EVER, Clock
from tests.bot.adapters.web.panel import Sent, opened, study_of
from tests.bot.adapters.web.service import Browser, Pages, served

SPEED = 16


@pytest.fixture
async def token(pages: Pages) -> str:
    return await opened(pages)


async def test_the_first_page_is_inert_and_the_press_leads_to_a_clean_address(pages: Pages, token: str) -> None:
    ann = Sent(pages, 1, scripts=False)
    store = pages.store
    assert isinstance(store, MemoryStore)
    before = set(store._names)
    for method in ("GET", "HEAD"):
        async with ann.browser.session.request(method, pages.url + ann.link(token)) as answer:
            assert answer.status == 200
            assert answer.headers["Referrer-Policy"] == "no-referrer"
    await ann.browser.opens(ann.link(token))
    assert set(store._names) == before
    assert ann.browser.screen.form("Begin").action == f"/s/{token}"
    async with ann.browser.session.post(
        pages.url + f"/s/{token}", data=dict(ann.browser.screen.form("Begin").fields), allow_redirects=False
    ) as answer:
        assert answer.status == 303
        assert answer.headers["Location"].startswith("/g/")
    assert [name for name, value in store._names.items() if ann.id in value] == [
        name for name in store._names if name.startswith("vault:")
    ]
    screen = await ann.browser.opens(ann.link(token))
    assert ann.browser.address.startswith("/g/")
    assert ann.id not in screen.html


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("", "People come to this study from a panel."),
        ("?STUDY_ID=1", "lacks PROLIFIC_PID"),
        ("?PROLIFIC_PID=a&PROLIFIC_PID=b", "has PROLIFIC_PID twice"),
        ("?PROLIFIC_PID=" + "a" * 200, "PROLIFIC_PID can&#39;t be right"),
        ("?PROLIFIC_PID=a%0Ab", "PROLIFIC_PID can&#39;t be right"),
        ("?PROLIFIC_PID=%FF%FE", "PROLIFIC_PID can&#39;t be right"),
        ("?PROLIFIC_PID=%7B%7B%25PROLIFIC_PID%25%7D%7D", "was never filled in"),
        ("?" + "x=1&" * 60 + "PROLIFIC_PID=a", "lacks PROLIFIC_PID"),
    ],
)
async def test_a_wrong_link_gets_a_sentence_and_no_button(pages: Pages, token: str, query: str, says: str) -> None:
    ann = pages.browser()
    await ann.opens(f"/s/{token}{query}")
    assert ann.status == 400
    assert says in ann.screen.html
    assert not ann.screen.forms


async def test_a_parameter_is_text_wherever_it_stands(pages: Pages, token: str) -> None:
    ann = pages.browser()
    await ann.opens(f"/s/{token}?PROLIFIC_PID=a&STUDY_ID=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in ann.screen.html
    assert ann.screen.all("input", value='"><script>alert(1)</script>')


async def test_an_id_in_another_browser_shows_nothing_of_the_first(pages: Pages, token: str) -> None:
    ann = Sent(pages, 1, scripts=False)
    first = await ann.enters(token)
    eve = pages.browser()
    told = await ann.enters(token, eve)
    assert told.articles == [ELSEWHERE]
    assert eve.address != ann.browser.address
    assert "I agree" in first.labels
    await eve.opens(ann.browser.address)
    assert eve.status == 404


async def test_whoever_was_turned_away_may_try_again(pages: Pages, token: str) -> None:
    ann = Sent(pages, 1, scripts=False)
    await pages.operates("study pause panel")
    await pages.told("is paused")
    turned_away = await ann.browser.opens(ann.link(token))
    assert "is paused" in turned_away.html
    assert (ann.browser.status, turned_away.labels) == (404, [])
    await pages.operates("study open panel")
    await pages.told("panel, version 1, is open")
    assert "I agree" in (await ann.enters(token)).labels


async def test_a_study_that_closes_while_its_first_page_is_read_says_so(pages: Pages, token: str) -> None:
    ann, bob = Sent(pages, 1, scripts=False), Sent(pages, 2, scripts=False)
    await bob.enters(token)
    await ann.browser.opens(ann.link(token))
    await pages.operates("study close panel")
    await pages.told("is closed")
    assert "is closed" in (await ann.browser.presses("Begin")).html
    inside = await bob.browser.opens(bob.link(token))
    assert "I agree" in inside.labels


async def test_the_last_page_leads_back_to_the_panel() -> None:
    with patch("bot.session.timekeeper.GAP", EVER):
        async with served(MemoryStore(), clock=Clock(SPEED)) as pages:
            token = await opened(pages)
            ann, bob = Sent(pages, 1, scripts=False), Sent(pages, 2, scripts=True)
            await ann.takes_part(token)
            await bob.enters(token)
            await bob.browser.says("I don't agree")
            study = await study_of(pages)
            await _led_back(ann.browser, study.code("complete"), "complete")
            await _led_back(bob.browser, study.code("no_consent"), "returned")
            assert study.code("complete") in await ann.streamed()


async def test_words_of_somebody_who_withdraws_leave_their_page(pages: Pages, token: str) -> None:
    ann, store = Sent(pages, 1, scripts=False), pages.store
    assert isinstance(store, MemoryStore)
    await ann.enters(token)
    await ann.browser.says("my name is Wilhelmina")
    await ann.browser.presses("I agree")
    assert ann.browser.screen.said == ["my name is Wilhelmina", "I agree"]
    await ann.browser.says("/withdraw yes")
    screen = await ann.browser.until(lambda screen: "You have withdrawn" in screen.html)
    assert screen.said == []
    assert not [value for value in store._names.values() if "Wilhelmina" in value]


async def _led_back(browser: Browser, code: str, path: str) -> None:
    screen = await browser.until(lambda screen: "completion-code" in screen.ids)
    assert screen.ids["completion-code"] == code
    [link] = screen.all("a", rel="noreferrer noopener")
    assert link["href"] == f"http://localhost:8000/{path}?cc={code}"
