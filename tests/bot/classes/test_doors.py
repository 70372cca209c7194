"""A whole class through real doors: a teacher and students on Discord, students in browsers, a board for everybody."""

import asyncio
import re
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest

from bot.adapters.web.adapter import Web
from bot.adapters.web.house import Terms
from bot.classes import reviewing
from bot.session.outbox import Posts
from storage import open_store
from storage.base import Store
from tests.bot.adapters.discord.service import House
from tests.bot.adapters.telegram.service import housed as telegram
from tests.bot.adapters.web.service import Browser, Pages
from tests.fakes import FakeDiscord

PATIENCE = 20


class School(House):
    """A server with a channel, and pages, served by one process after the other."""

    def __init__(self, dc: FakeDiscord, store: Store) -> None:
        super().__init__(dc, store)
        self.more, self.web, self.listen = self._pages, "http://school.example", "127.0.0.1:0"
        self.olga = self.guild.member("Olga", permissions=["manage_guild"])
        self.browsers: list[Browser] = []

    def _pages(self, posts: Posts) -> list[Web]:
        self.pages = Web(self.listen, posts, Terms(secret="a secret for tests"))
        return [self.pages]

    async def opens(self) -> None:
        await super().opens()
        await asyncio.wait_for(self.pages.ready.wait(), PATIENCE)
        self.listen = f"127.0.0.1:{self.pages.port}"

    @property
    def url(self) -> str:
        return f"http://{self.listen}"

    def browser(self) -> Browser:
        self.browsers.append(Browser(cast(Pages, self), cookies=True))
        return self.browsers[-1]

    async def told(self, command: str, **options: Any) -> str:
        return (await (await self.olga.slash(self.table, command, **options)).reply()).text


@asynccontextmanager
async def schooled(store: Store) -> AsyncIterator[School]:
    from unittest.mock import patch

    from bot.adapters.discord import client
    from tests.bot.adapters.eager import eager

    async with FakeDiscord() as dc:
        with dc.patched(), patch.object(client, "READY_SECONDS", 0.05), eager():
            school = School(dc, store)
            await school.opens()
            try:
                yield school
            finally:
                for browser in school.browsers:
                    await browser.session.close()
                await school.closes()


async def test_a_class_on_discord_and_in_browsers_survives_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "BUDGET", 0.5)
    store = open_store(f"sqlite:///{tmp_path / 'class.db'}")
    await store.open()
    async with schooled(store) as school:
        told = await school.told("class new", type="bargaining", minutes="10")
        code = re.findall(r"/join/([A-Z]{6})", told)[0]
        board = school.browser()
        path = re.findall(r"http://school\.example(/board/\S+)", told)[0]
        await board.opens(path)
        assert "Waiting for the start" in board.screen.html
        announced = await school.table.wait_for_button("Join")
        assert announced.attachments or announced.uploads
        # One press, and a private thread of their own.
        await school.ann.presses(announced, "Join")
        thread = await school.table.next_thread()
        await thread.wait_for("You are the first here")
        # One tap on the picture's address, and one on the button.
        bob = school.browser()
        await bob.opens(f"/join/{code}")
        await bob.presses("Join")
        assert "2 people are here so far" in bob.screen.html
        await bob.opens(f"/join/{code}")
        assert bob.address.startswith("/g/")
        await board.until(lambda screen: screen.html.count("<dd>2</dd>") == 1)

        assert "has started with 2 students" in await school.told("class start")
        await thread.wait_for_button("Accept")
        await bob.until(lambda screen: any(label.startswith("Accept") for label in screen.labels))

        await school.closes()
        await school.opens()

        await bob.opens(bob.address)
        await bob.presses(next(label for label in bob.screen.labels if label.startswith("Accept")))
        await bob.until(lambda screen: "GAME OVER" in screen.html)
        assert "Rematch" not in bob.screen.labels
        await board.until(lambda screen: 'class="dot"' in screen.html)
        assert board.screen.html.count('class="dot"') == 1
        assert "Ann" not in board.screen.html

        assert "is over" in await school.told("class end")
        await thread.wait_for("The class is over.")
        await thread.wait_for("GAME OVER")
        await board.until(lambda screen: "class.zip" in screen.html)
        await school.table.wait_for("what this class shows")
        async with board.session.get(f"{school.url}{path}/class.zip") as answer:
            bundle = zipfile.ZipFile(BytesIO(await answer.read()))
        names = {name.rpartition("/")[2] for name in bundle.namelist()}
        assert {"games.csv", "columns.csv", "note.md", "picture.svg", "picture.png"} == names
        table = bundle.read(f"class-{code}/games.csv").decode().splitlines()
        assert len(table) == 3
        late = school.browser()
        await late.opens(f"/join/{code}")
        assert "This class is over" in late.screen.html
        await school.dc.quiet()
        school.dc.assert_manners()


async def test_a_class_on_telegram_is_joined_by_its_deep_link() -> None:
    async with telegram() as house:
        house.operators = ("telegram:9001",)
        await house.closes()
        await house.opens()
        olga, desk = house.person(9001, "Olga")
        await olga.sends("/class new bargaining minutes:10 now:yes")
        told = await desk.wait_for("The clock runs")
        code = re.findall(r"Class ([A-Z]{6}):", told.text)[0]
        ann, chat = house.person(43, "Ann")
        await ann.starts(code)
        await chat.wait_for("Time is up")
        await chat.wait_for_button("Accept")
        await ann.starts(code)
        await chat.wait_for("You're in this class already")
        house.tg.assert_manners()
