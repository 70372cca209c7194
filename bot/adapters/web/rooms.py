"""A conversation's page: it shows the posts, takes words, presses and forms, and sends changes as they come."""

import asyncio
import re
from functools import partial

from aiohttp import web
from markupsafe import Markup
from msgspec import Struct

from bot.adapters import pictures
from bot.adapters.base import Door
from bot.adapters.web import render
from bot.adapters.web.book import Page, Said, is_id, place_of
from bot.adapters.web.conversation import conversation
from bot.adapters.web.house import FORM, VISITOR, House
from bot.adapters.web.live import Articles
from bot.adapters.web.qr import qr
from bot.adapters.web.visitors import MINUTES
from bot.session.model.inbound import Act, Command, Inbound, Press, Text
from bot.session.outbox import Stored
from games.core.post import Block, Board, Chart, Form, Picture

LONGEST = 16_384
"""Characters of typed words that are read."""
BUSY = "The other side is thinking…"
_COMMAND = re.compile(r"/(\w{1,32})(?:\s+(.*))?", re.DOTALL)
_PRESS = re.compile(r"(\S{1,64}):(\d{1,3})")


class Frame(Struct, frozen=True):
    """Page as the templates know it, beside its articles."""

    id: str
    title: str
    csrf: str
    once: str
    busy: str


class Rooms:
    """The pages on which people play and take part."""

    def __init__(self, house: House, door: Door, stop: asyncio.Event) -> None:
        self.house, self.door, self.stop = house, door, stop

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/g/{page}", self.page),
            web.get("/g/{page}/link", self.link),
            web.post("/g/{page}/say", self.say),
            web.post("/g/{page}/press", self.press),
            web.get("/g/{page}/events", self.events, allow_head=False),
            web.get("/g/{page}/picture/{tag}/{block}.png", self.picture),
        ]

    async def page(self, request: web.Request) -> web.Response:
        place, page = await self._page(request)
        found = await conversation(self.house.book, place, page, self.house.base(request))
        frame = await self._frame(request, place, found.title)
        return self.house.shown("page.html", page=frame, shown=found.shown)

    async def link(self, request: web.Request) -> web.Response:
        """Show a link that opens this page on another device. Making it stores nothing."""
        await self._place(request)
        visitors, page = await self.house.visitors(), request.match_info["page"]
        link = f"{self.house.base(request)}/r/{visitors.link(page)}"
        drawn = qr(link)
        picture = Markup(drawn.decode()) if drawn is not None else ""
        return self.house.shown("link.html", page=page, link=link, minutes=MINUTES, picture=picture)

    async def say(self, request: web.Request) -> web.Response:
        place = await self._place(request)
        text = request[FORM].get("text", [""])[0].replace("\r\n", "\n").strip()[:LONGEST]
        if not text:
            return self._done(request)
        inbound = self.house.inbound(request, place, _act(text))
        async with self.house.settled(place, self._waits(request)):
            await self._hear(place, inbound, text)
            await self.door.handle(inbound)
        return self._done(request)

    async def press(self, request: web.Request) -> web.Response:
        place = await self._place(request)
        found = _PRESS.fullmatch(request[FORM].get("press", [""])[0])
        post = await self.house.book.posts.read(found[1]) if found else None
        if found is None or (post is not None and post.place != place):
            raise web.HTTPNotFound
        index = int(found[2])
        asks = post.sent.post.asks if post is not None else ()
        ask = asks[index] if index < len(asks) else None
        fields = render.filled(ask, request[FORM]) if isinstance(ask, Form) else ()
        inbound = self.house.inbound(request, place, Press(found[1], index, fields))
        async with self.house.settled(place, self._waits(request)):
            if ask is not None:
                await self._hear(place, inbound, render.spoken(ask, fields))
            await self.door.handle(inbound, post)
        return self._done(request)

    async def events(self, request: web.Request) -> web.StreamResponse:
        place, visitor = await self._place(request), request[VISITOR]
        if self.house.streams.full(request, visitor):
            raise web.HTTPTooManyRequests
        base, changed = self.house.base(request), self.house.changes.listen(place)

        last: tuple[object, Articles] = None, ()
        known = dict[str, Stored]()

        async def read() -> tuple[Articles, str] | None:
            nonlocal last
            page = await self.house.book.page(place)
            if page is None:
                return None
            stands = page, await self.house.book.said(place)
            if stands != last[0]:
                found = await conversation(self.house.book, place, page, base, known)
                frame = await self._frame(request, place, found.title)
                last = stands, [(one.id, one.mark, partial(self.house.article, one, frame)) for one in found.shown]
            return last[1], BUSY if self.house.busy(place) else ""

        try:
            return await self.house.streams.run(request, visitor, changed, read, self.stop)
        finally:
            self.house.changes.leave(place, changed)

    async def picture(self, request: web.Request) -> web.Response:
        place = await self._place(request)
        stored = await self.house.book.posts.read(request.match_info["tag"])
        at = request.match_info["block"]
        blocks = stored.sent.post.blocks if stored is not None and stored.place == place else ()
        block: Block | None = blocks[int(at)] if at.isdecimal() and len(at) < 4 and int(at) < len(blocks) else None
        png = block.png if isinstance(block, Picture) else None
        if stored is not None and isinstance(block, Board | Chart):
            await pictures.ready(stored.sent.post)
            drawn = pictures.drawn(stored.sent.post)
            png = drawn[1] if drawn is not None and drawn[0] is block else None
        if png is None:
            raise web.HTTPNotFound
        kept = {"Cache-Control": "private, max-age=86400, immutable"}
        return web.Response(body=png, content_type="image/png", headers=kept)

    async def _hear(self, place: str, inbound: Inbound, text: str) -> None:
        """Show a visitor's own words on their page, once."""
        if text and self.house.heard(inbound.id):
            await self.house.book.say(place, Said(inbound.at, text[:LONGEST]))
            self.house.changes.tell(place)

    async def _place(self, request: web.Request) -> str:
        """Return the place of a page. Raises 404 for one that this visitor does not have."""
        return (await self._page(request))[0]

    async def _page(self, request: web.Request) -> tuple[str, Page]:
        id = request.match_info["page"]
        place = place_of(request[VISITOR], id)
        page = await self.house.book.page(place) if is_id(id) else None
        if page is None:
            raise web.HTTPNotFound
        return place, page

    async def _frame(self, request: web.Request, place: str, title: str) -> Frame:
        busy = BUSY if self.house.busy(place) else ""
        return Frame(request.match_info["page"], title, busy=busy, **await self.house.forms(request))

    def _waits(self, request: web.Request) -> bool:
        """Return whether the browser shows the page again; a script gets the answer by the stream."""
        return "X-Parley" not in request.headers

    def _done(self, request: web.Request) -> web.Response:
        if not self._waits(request):
            return web.Response(status=204)
        raise web.HTTPSeeOther(f"/g/{request.match_info['page']}#busy")


def _act(text: str) -> Act:
    found = _COMMAND.fullmatch(text)
    return Command(found[1].lower(), (found[2] or "").strip()) if found else Text(text)
