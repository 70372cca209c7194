"""People of a panel in browsers: with scripts or without, each with the parameters of their link."""

import asyncio
import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner

from bot.cli.analyse import analyse
from bot.operators import realms
from bot.research.bundle.export import Options, write
from bot.session.model.session import Session
from bot.studies import parts
from bot.studies.participants import words_of
from bot.studies.study import Part, Study
from games.core.post import Choice, Voice
from tests.bot.adapters.participants import Stop
from tests.bot.adapters.web.screen import Screen
from tests.bot.adapters.web.service import PATIENCE, Browser, Pages

FILE = Path(__file__).parents[4] / "docs/studies/panel.yaml"
SLUG = "panel"
ACTS = 80
LOOK = 0.02
APP = typer.Typer()
APP.command()(analyse)


async def opened(pages: Pages, places: int = 60, panel: str = "http://localhost:8000") -> str:
    """Open the panel's study that ships with Parley. Return its token."""
    declared = re.sub(r"places: \d+", f"places: {places}", FILE.read_text(encoding="utf-8"))
    declared = declared.replace("http://localhost:8000", panel)
    return await pages.studies(SLUG, declared)


async def study_of(pages: Pages, slug: str = SLUG) -> Study:
    found = await realms.study(pages.store, "web", slug)
    assert found is not None
    return found


async def bundled(pages: Pages, slug: str, folder: Path, people: int) -> list[dict[str, Any]]:
    """Write the bundle of a study with this many people. Return the rows that its analysis has about points."""
    find, options = partial(realms.study, pages.store), Options(at=pages.manager.clock(), texts="full")
    made = await write(pages.store, find, "web", slug, folder, options)
    assert made.rows("participant") == people
    shown = CliRunner().invoke(APP, [str(folder), "--format", "json"])
    assert shown.exit_code == 0, shown.output
    rows: list[dict[str, Any]] = json.loads(shown.stdout)["tables"]["points"]["rows"]
    return rows


def held(folder: Path) -> bytes:
    """Return all that stands in the files of a bundle."""
    written = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    assert written
    return written


class Sent:
    """One person whom a panel sent. `scripts`: their browser has them."""

    def __init__(self, pages: Pages, number: int, stop: Stop | None = None, *, scripts: bool) -> None:
        self.pages, self.stop, self.scripts = pages, stop, scripts
        self.id = f"5f1e{number:04d}beef"
        self.browser, self.user = pages.browser(), ""

    def link(self, token: str) -> str:
        return f"/s/{token}?PROLIFIC_PID={self.id}&STUDY_ID=s{self.id}&SESSION_ID=x{self.id}"

    async def enters(self, token: str, browser: Browser | None = None) -> Screen:
        """Open the link and press its button, here or in another browser."""
        browser = browser or self.browser
        await browser.opens(self.link(token))
        screen = await browser.presses("Begin")
        assert "?" not in browser.address
        assert self.id not in screen.html
        return screen

    async def takes_part(self, token: str) -> None:
        """Go from the link to the end of the part, or to where they stop."""
        await self.enters(token)
        self.user = await self.account()
        stage, acts = "", 0
        for _ in range(ACTS):
            session = await self._asked()
            if session is None:
                return
            part = await self.part()
            acts = acts + 1 if part.stage == stage else 0
            stage = part.stage
            if self.stop is not None and (stage, acts) == self.stop[:2]:
                if self.stop.withdraws:
                    await self._sends("say", text="/withdraw yes")
                return
            await self._acts(session)
        raise AssertionError(f"{self.id} gets nowhere")

    async def part(self) -> Part:
        return (await parts.of_user(self.pages.store, self.user))[-1].part

    async def ends(self) -> Screen:
        """Look at the page again."""
        return await self.browser.opens(self.browser.address)

    async def account(self) -> str:
        """Return the account of their browser, as the session side knows it."""
        page = self.browser.address.removeprefix("/g/")
        names = await self.pages.store.names(page)
        return next(n.removeprefix("page:").partition("/")[0] for n in names if n.startswith("page:"))

    async def _acts(self, session: Session) -> None:
        [seat] = session.table.seats_of(self.user)
        words = words_of(session, seat, "compliant" if session.game.name == "form" else "normal")
        asks = session.game.asks(session.game.view(session.state, seat), Voice(you=seat))
        label = next((ask.label for ask in asks if isinstance(ask, Choice) and ask.says == words), "")
        if label and not self.scripts:
            await self.browser.until(lambda screen: label in screen.labels)
            await self.browser.presses(label)
        else:
            await self._sends("say", text=words)
        async with asyncio.timeout(PATIENCE):
            while (now := await self.pages.manager.sessions.current(session.sid)) is not None:
                if now.version > session.version:
                    return
                await asyncio.sleep(LOOK)

    async def _sends(self, what: str, **fields: str) -> None:
        """Send a form: as a page's script does, or by loading the next page."""
        form = next(form for form in self.browser.screen.forms if form.action.endswith("/say"))
        action = form.action.removesuffix("/say") + f"/{what}"
        number = f"{self.id}-{self.pages.manager.clock()}"
        data = dict(form.fields) | fields | {"once": number}
        if not self.scripts:
            await self.browser.posts(action, data)
            return
        url, headers = self.pages.url + action, {"X-Parley": "script"}
        async with self.browser.session.post(url, data=data, headers=headers) as answer:
            assert answer.status == 204, await answer.text()

    async def _asked(self) -> Session | None:
        """Return the session that awaits them; None once their part has ended."""
        async with asyncio.timeout(PATIENCE):
            while True:
                part = await self.part()
                if part.outcome:
                    return None
                session = await self.pages.manager.sessions.current(part.visits[-1].sid)
                seats = session.table.seats_of(self.user) if session is not None else ()
                if session is not None and seats and seats[0] in session.turn.awaited:
                    return session
                await asyncio.sleep(LOOK)

    async def streamed(self) -> str:
        """Return the first words of the page's stream: all that stands on it."""
        url = f"{self.pages.url}{self.browser.address}/events"
        async with self.browser.session.get(url) as answer:
            return (await answer.content.readany()).decode()
