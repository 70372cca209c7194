"""A study on pages: inert until its button is pressed, a form for each stage, a completion code at the end."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.async_api import Route

from bot.studies import parts
from bot.studies.participants import words_of
from games.core.post import Choice, Voice
from storage.memory import MemoryStore
from tests.bot.adapters.test_society import EVER, Clock
from tests.bot.adapters.web.axe import accessible
from tests.bot.adapters.web.play import person
from tests.bot.adapters.web.screen import Screen
from tests.bot.adapters.web.service import Browser, Pages, served
from tests.chromium import chromium

FILE = Path(__file__).parents[4] / "docs/studies/004.yaml"
SLUG = "dond-004"
SPEED = 16
"""Speed of the clock against real time: an AI waits 4 s for more words."""


async def _opened(pages: Pages) -> str:
    """Open the study that ships with Parley. Return its token."""
    return await pages.studies(SLUG, FILE.read_text(encoding="utf-8"))


async def _takes_part(pages: Pages, ann: Browser, user: str) -> None:
    """Press what an analytic participant would, and type the rest."""
    for _ in range(400):
        [held] = await parts.of_user(pages.store, user)
        if held.part.outcome:
            await ann.until(lambda screen: "completion-code" in screen.ids)
            return
        session = await pages.manager.sessions.current(held.part.visits[-1].sid)
        assert session is not None
        [seat] = session.table.seats_of(user)
        if seat not in session.turn.awaited:
            await asyncio.sleep(0.05)
            await ann.opens(ann.address)
            continue
        words = words_of(session, seat, "compliant" if session.game.name == "form" else "normal")
        asks = session.game.asks(session.game.view(session.state, seat), Voice(you=seat))
        label = next((ask.label for ask in asks if isinstance(ask, Choice) and ask.says == words), "")
        if label:
            await ann.until(lambda screen, label=label: label in screen.labels)  # type: ignore[misc]
        await (ann.presses(label) if label else ann.says(words))
        if session.game.name != "form":
            await asyncio.sleep(5 / SPEED)  # with each word the AI waits afresh for more
    raise AssertionError("\n".join(ann.screen.articles))


def _user(store: MemoryStore) -> str:
    """The only visitor who has a page, as the session side knows them."""
    [user] = {name.removeprefix("pages:") for name in store._names if name.startswith("pages:")}
    return user


@pytest.mark.browser
async def test_no_stage_has_a_barrier() -> None:
    store = MemoryStore()
    with patch("bot.session.timekeeper.GAP", EVER):
        async with served(store, clock=Clock(SPEED)) as pages, chromium() as browser, person(browser, pages) as eve:
            token, ann = await _opened(pages), pages.browser()
            await ann.opens(f"/s/{token}")
            await ann.presses("Begin")
            await _takes_part(pages, ann, _user(store))
            stages = {_kinds(screen): screen.html for screen in ann.history}
            assert len(stages) > 5
            await eve.page.route("**/*.js", lambda route: route.abort())
            for n, html in enumerate(stages.values()):
                address = f"{pages.url}/stage-{n}"
                await eve.page.route(address, _answers(html))
                await eve.page.goto(address)
                await accessible(eve.page)


def _answers(html: str) -> Callable[[Route], Awaitable[None]]:
    return lambda route: route.fulfill(body=html, content_type="text/html")


def _kinds(screen: Screen) -> tuple[str, ...]:
    """Return what the forms of a page are made of: pages that only differ in words look alike to the checker."""
    return tuple(sorted({f"{tag} {given.get('type', '')}" for tag, given in screen.tags} | set(screen.labels)))


async def test_a_token_leads_to_the_code() -> None:
    store = MemoryStore()
    with patch("bot.session.timekeeper.GAP", EVER):
        await _studied(store)


async def _studied(store: MemoryStore) -> None:
    async with served(store, clock=Clock(SPEED)) as pages:
        token = await _opened(pages)
        ann, eve = pages.browser(), pages.browser()
        before = set(store._names)
        await ann.opens(f"/s/{token}?PROLIFIC_PID=panel-person&STUDY_ID=2")
        assert set(store._names) == before
        await ann.presses("Begin")
        assert re.fullmatch(r"/g/\w+", ann.address)
        await _takes_part(pages, ann, _user(store))
        [held] = await parts.of_user(store, _user(store))
        assert held.part.outcome == "complete"
        assert ann.screen.ids["completion-code"] == held.part.code
        assert ann.screen.labels == ["Send"]
        await ann.opens(f"/s/{token}")
        assert ann.screen.ids["completion-code"] == held.part.code
        await eve.opens(f"/s/{token[:-1]}{'0' if token[-1] != '0' else '1'}")
        assert eve.status == 404
        assert "panel-person" not in str(store.__dict__)
