"""The browser in and out: people's requests become acts, and posts appear on pages.

What a page shows is in the store (`book`), so a reload, a restart and another process show the same.
"""

import asyncio
import time
from typing import Final

import structlog

from bot.adapters import pictures
from bot.adapters.base import Door, Posting
from bot.adapters.web.book import PLATFORM, Book, Entry, Page
from bot.adapters.web.house import House, Terms
from bot.adapters.web.live import Changes
from bot.adapters.web.site import application
from bot.runtime.http import Http
from bot.runtime.listening import web_part
from bot.session.model.audience import Sent
from bot.session.outbox import Posts, Row, tag

log = structlog.get_logger(__name__)

THINKING: Final = 6.0
"""Seconds for which a page says that somebody is thinking."""


class Web(Posting):
    """The pages at one address. `listen` is HOST:PORT; `http` serves what else is served there."""

    platform = PLATFORM

    def __init__(self, listen: str, posts: Posts, terms: Terms, http: Http | None = None) -> None:
        super().__init__(posts)
        self._part, self._http = web_part(listen), http or Http()
        self.book = Book(posts)
        self.changes = Changes()
        self._thinking: dict[str, float] = {}
        """The pages on which somebody is thinking, with the end of the notice on the loop's clock."""
        self.port = 0
        """The port that is listened on (useful when 0 was requested)."""
        self.ready = asyncio.Event()
        self.house = House(self.book, self.changes, terms, self.busy)

    # --- in -----------------------------------------------------------------------------------------------------------

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Serve until `stop`. Raises `CannotServe` if the address cannot be used."""
        async with self._http.serving(self._part, application(self.house, door, stop)) as self.port:
            self.ready.set()
            await stop.wait()
            self.changes.tell_all()
        if door.dashboard is not None:
            await door.dashboard.close()

    # --- out ----------------------------------------------------------------------------------------------------------

    async def show(self, row: Row, sent: Sent) -> str:
        place, ref = row.post.place, tag(row)
        await pictures.ready(sent.post)
        box = f"{row.sid}:{row.post.slot}" if row.post.slot else ""
        page = await self.book.page(place) or Page()
        await self.book.write(place, page.shown(Entry(ref, ref, time.time_ns() // 1_000_000, box)))
        self._noted(place, ref)
        self._changed(place)
        return ref

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        place = row.post.place
        page = await self.book.page(place)
        edited = page.edited(ref, tag(row)) if page is not None else None
        if edited is None or (sent.post.keep != "edit" and await self._answered(place, edited, ref)):
            return False
        await pictures.ready(sent.post)
        await self.book.write(place, edited)
        self._changed(place)
        return True

    async def _answered(self, place: str, page: Page, ref: str) -> bool:
        """Return whether the page's reader has typed anything below a post: what answers it may not appear above."""
        shown = next(entry.at for entry in page.entries if entry.ref == ref)
        return any(said.at > shown for said in await self.book.said(place))

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """Return None: a page is its reader's own, so answers appear there among the other posts."""
        return None

    async def close(self, place: str, ref: str) -> None:
        page = await self.book.page(place)
        if page is not None and (closed := page.closed(ref)) != page:
            await self.book.write(place, closed)
            self.changes.tell(place)

    def _changed(self, place: str) -> None:
        self._thinking.pop(place, None)
        self.changes.tell(place)

    def typing(self, place: str) -> None:
        self._thinking[place] = asyncio.get_running_loop().time() + THINKING
        self.changes.tell(place)

    def busy(self, place: str) -> bool:
        """Return whether somebody is thinking about what was said on a page."""
        until = self._thinking.get(place, 0.0)
        if until and until < asyncio.get_running_loop().time():
            del self._thinking[place]
            return False
        return bool(until)

    async def shutdown(self) -> None:
        """Do nothing: the server has ended with `run`."""
