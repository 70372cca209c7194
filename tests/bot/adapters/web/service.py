"""The whole service in this process, and browsers without scripts that use it."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from types import SimpleNamespace
from unittest.mock import patch

from aiohttp import ClientSession, CookieJar, DummyCookieJar

from bot.adapters.base import Adapter
from bot.adapters.web.adapter import Web
from bot.adapters.web.dashboard.passes import linked
from bot.adapters.web.house import Terms
from bot.app import _bundle, run
from bot.classes.flow import Classes
from bot.operators import realms
from bot.operators.desk import Operators
from bot.players import find
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.model.inbound import Command, Inbound
from bot.session.outbox import Posts
from bot.session.timekeeper import milliseconds
from bot.studies.flow import Studies
from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.adapters.eager import eager
from tests.bot.adapters.web.screen import Screen
from tests.bot.session.harness import here

BOSS, DESK = "web:boss", "web:boss/0000000000000000"
PATIENCE = 10.0


Beside = Callable[[Store], Sequence[Adapter]]


class Pages:
    """One process after the other over the same store, at the same port."""

    def __init__(self, store: Store, terms: Terms, clock: Callable[[], int], beside: Beside) -> None:
        self.store, self.terms, self._clock, self._at = store, terms, clock, "127.0.0.1:0"
        self._beside = beside
        self.browsers: list[Browser] = []

    async def opens(self) -> None:
        await self.store.open()
        self._stop = asyncio.Event()
        self.manager = manager = here(Manager(self.store, find, self._clock, defaults=CHAT))
        declared = partial(realms.study, self.store)
        exporter = partial(_bundle, self.store, declared, manager.clock)
        web = self.terms.url or "http://school.example"
        desk = Operators(manager.sessions, manager.clock, (BOSS,), exporter=exporter, link=self._link, web=web)
        studies = Studies(manager.sessions, declared, manager.clock)
        manager.employ(desk, studies, Classes(manager.sessions, manager.analyst, manager.clock))
        if not self.terms.play:
            manager.service.invited = frozenset({"web"})
        self.web = Web(self._at, Posts(self.store), self.terms)
        self._running = asyncio.create_task(run(manager, [self.web, *self._beside(self.store)], self._stop, patience=3))
        await asyncio.wait_for(self.web.ready.wait(), PATIENCE)
        self._at = f"127.0.0.1:{self.web.port}"

    async def _link(self, key: str) -> str:
        return await linked(self.web.posts, self.terms.secret, self.url, key)

    async def closes(self) -> None:
        self._stop.set()
        await self._running
        await self.store.close()

    @property
    def url(self) -> str:
        return f"http://{self._at}"

    def browser(self, *, cookies: bool = True) -> "Browser":
        made = Browser(self, cookies)
        self.browsers.append(made)
        return made

    async def operates(self, words: str) -> None:
        """Have an operator's command carried out."""
        verb, _, rest = words.partition(" ")
        number = len(await self.store.pending(1 << 62)) + self.manager.clock()
        act = Command(verb, rest)
        await self.manager.handle(Inbound(f"web:boss-{number}", DESK, BOSS, self.manager.clock(), act, realm="web"))

    async def studies(self, slug: str, declared: str) -> str:
        """Import, freeze and open a study. Return its token."""
        await self.operates(f"study import {declared}")
        await self.told("is a draft")
        await self.operates(f"study freeze {slug}")
        await self.told("Completion codes")
        await self.operates(f"study open {slug}")
        return await self.told(r"st-\w{12}")

    async def links(self, user: str) -> str:
        """Return the path of a link to the dashboard, as an operator without a page gets it."""
        act, place = Command("dashboard"), f"quiet:{user}"
        await self.manager.handle(Inbound(f"{place}-1", place, user, self.manager.clock(), act, realm="web"))
        [row] = await self.store.outbox(place)
        found = re.search(r"/dashboard/enter/[\w.-]+", row.post.body.decode())
        assert found is not None
        return found[0]

    async def told(self, pattern: str) -> str:
        """Return what an operator reads at last."""

        async def look() -> str:
            page = await self.web.book.page(DESK)
            texts = [await self.web.posts.read(entry.tag) for entry in page.entries] if page is not None else []
            found = re.findall(pattern, "\n".join(str(one.sent.post) for one in texts if one is not None))
            return str(found[-1]) if found else ""

        async with asyncio.timeout(PATIENCE):
            while not (found := await look()):  # noqa: ASYNC110 - what is waited for is in the store
                await asyncio.sleep(0.02)
        return found


class Browser:
    """A browser without scripts: it shows a page, and sends its forms."""

    def __init__(self, pages: Pages, cookies: bool) -> None:
        self.pages = pages
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True) if cookies else DummyCookieJar())
        self.status, self.address = 0, ""
        self.headers: dict[str, str] = {}
        self.screen = Screen("")
        self.history: list[Screen] = []

    async def opens(self, path: str) -> Screen:
        return await self._asks("GET", path)

    async def presses(self, label: str, **fields: str | list[str]) -> Screen:
        """Press a button, with the fields of its form filled in."""
        form = self.screen.form(label)
        data = [(name, value) for name, value in form.fields if name not in fields]
        for name, values in fields.items():
            data += [(name, value) for value in ([values] if isinstance(values, str) else values)]
        name, value = form.buttons[label]
        data += [(name, value)] if name else []
        return await self._asks(form.method.upper(), form.action, data)

    async def says(self, words: str) -> Screen:
        return await self.presses("Send", text=words)

    async def begins(self, game: str = "bargaining", **fields: str) -> Screen:
        await self.opens(f"/play/{game}")
        return await self.presses("Play", **fields)

    async def posts(self, path: str, data: dict[str, str]) -> Screen:
        """Send a form that no page shows."""
        return await self._asks("POST", path, list(data.items()))

    async def until(self, seen: Callable[[Screen], bool]) -> Screen:
        """Reload until the page shows something."""
        async with asyncio.timeout(PATIENCE):
            while not seen(self.screen):
                await asyncio.sleep(0.05)
                await self.opens(self.address)
        return self.screen

    async def _asks(self, method: str, path: str, data: list[tuple[str, str]] | None = None) -> Screen:
        asked = {"params" if method == "GET" else "data": data} if data else {}
        async with self.session.request(method, self.pages.url + path, **asked) as answer:  # type: ignore[arg-type]
            self.status, self.address = answer.status, answer.url.path
            self.headers = dict(answer.headers)
            self.screen = Screen(await answer.text())
            self.history.append(self.screen)
        return self.screen


@asynccontextmanager
async def served(
    store: Store | None = None,
    terms: Terms | None = None,
    clock: Callable[[], int] = milliseconds,
    beside: Beside = lambda store: (),
) -> AsyncIterator[Pages]:
    """Serve pages, and `beside` them other platforms over the same store."""
    terms = terms or Terms(secret="a secret for tests", play=True)
    pages = Pages(store if store is not None else MemoryStore(), terms, clock, beside)
    # Acts are timed by the clock of the machine that serves them.
    timed = patch("bot.adapters.web.house.time", SimpleNamespace(time_ns=lambda: clock() * 1_000_000))
    with eager(), timed:
        await pages.opens()
        try:
            yield pages
        finally:
            for browser in pages.browsers:
                await browser.session.close()
            await pages.closes()
