"""The dashboard's addresses: the way in and out, its pages with their streams, and what is pressed there.

Without a valid cookie every address answers 404, as if it did not exist.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from aiohttp import web
from markupsafe import Markup

from bot import keys
from bot.adapters.base import Door
from bot.adapters.web.book import PLATFORM
from bot.adapters.web.dashboard import acts, words
from bot.adapters.web.dashboard.passes import PATH, Signatures
from bot.adapters.web.dashboard.sections import SECTIONS, Look, Part, Section, View
from bot.adapters.web.house import FORM, VISITOR, WRONG, House
from bot.adapters.web.live import Articles
from bot.session.dashboard import Dashboard, Signed
from bot.session.model.inbound import Command, Inbound
from games.core.post import Mono, text_of

ENTER = (
    "The button signs this browser in as you, until you sign out or some hours have passed.",
    "The link works once. Anybody who opens it acts in your name, so don't pass it on.",
)
TOLD = 60_000
"""Milliseconds for which the answer to an act stays on the page."""
LINES = 12
"""Lines of an answer that are shown."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Here(NamedTuple):
    """An operator who is signed in, the key of their browser, and the place in which their acts are answered."""

    signed: Signed
    key: str
    place: str


class Desk:
    """The pages of the dashboard."""

    def __init__(self, house: House, door: Door, stop: asyncio.Event) -> None:
        self.house, self.door, self.stop = house, door, stop
        self._signatures: Signatures | None = None

    def routes(self) -> list[web.RouteDef]:
        ways = [
            web.get(f"{PATH}/enter/{{token}}", self.enter),
            web.post(f"{PATH}/enter/{{token}}", self.enter),
            web.post(f"{PATH}/leave", self.leave),
            web.post(f"{PATH}/act", self.act),
            web.post(f"{PATH}/download", self.download),
        ]
        for section in SECTIONS:
            ways.append(web.get(PATH + section.path, partial(self.page, section)))
            ways.append(web.get(f"{PATH}{section.path}/events", partial(self.events, section), allow_head=False))
        return ways

    # --- in and out ---------------------------------------------------------------------------------------------------

    async def enter(self, request: web.Request) -> web.StreamResponse:
        """Show the page of a sign-in link; a press of its button, and nothing else, signs this browser in."""
        signatures, board = await self._signs(), self._board()
        key = signatures.linked(request.match_info["token"])
        if not key or not await board.opens(key):
            raise self._wrong(request)
        if request.method != "POST":  # a preview of the link may ask for its head alone
            forms = await self.house.forms(request)
            plain: dict[str, Any] = {"levels": (), "usual": "", "named": False, "carried": (), "action": request.path}
            return self.house.shown(
                "door.html", title="Operators' dashboard", lines=ENTER, button="Sign in", **plain, **forms
            )
        fresh = await board.enter(key, self.house.inbound(request, "", Command("")).id)
        if fresh is None:
            raise self._wrong(request)
        response = web.Response(status=303, headers={"Location": PATH})
        signatures.keep(response, fresh)
        return response

    def _wrong(self, request: web.Request) -> web.HTTPException:
        return web.HTTPTooManyRequests() if self.house.addresses.stops(request, WRONG) else web.HTTPNotFound()

    async def leave(self, request: web.Request) -> web.StreamResponse:
        here = await self._here(request)
        await self._board().leave(here.key)
        for name in keys.with_page(here.place):
            await self.house.book.posts.note(name, None)
        response = web.Response(status=303, headers={"Location": "/"})
        (await self._signs()).drop(response)
        return response

    async def _signs(self) -> Signatures:
        if self._signatures is None:
            secret = await self.house.secret()
            self._signatures = Signatures(secret, secure=self.house.terms.url.startswith("https:"))
        return self._signatures

    def _board(self) -> Dashboard:
        if self.door.dashboard is None:
            raise web.HTTPNotFound
        return self.door.dashboard

    async def _here(self, request: web.Request) -> Here:
        """Return the operator who is signed in. Raises 404 for everybody else."""
        key = (await self._signs()).key(request)
        signed = await self._board().signed(key) if key else None
        if signed is None:
            raise web.HTTPNotFound
        return Here(signed, key, keys.desk_of(keys.dashboard(key)))

    # --- pages --------------------------------------------------------------------------------------------------------

    async def page(self, section: Section, request: web.Request) -> web.StreamResponse:
        here = await self._here(request)
        look = self._look(here, request)
        view, forms = await section.view(look), await self._forms(here, request)
        parts = [Markup(html) for _, _, html in await self._parts(view, here, look, forms)]
        menu = [(one.name, PATH + one.path, one is section) for one in SECTIONS if one.name]
        query = f"?{request.query_string}" if request.query_string else ""
        return self.house.shown(
            "dashboard/frame.html",
            title=view.title,
            parts=parts,
            menu=menu,
            events=f"{request.path}/events{query}",
            signed=here.signed,
            **forms,
        )

    async def events(self, section: Section, request: web.Request) -> web.StreamResponse:
        """Send each part of a page when it has changed."""
        here, visitor = await self._here(request), request[VISITOR]
        if self.house.streams.full(request, visitor):
            raise web.HTTPTooManyRequests
        board, realm = self._board(), here.signed.realm
        forms = await self._forms(here, request)
        changed = board.listen(realm)

        async def read() -> tuple[Articles, str] | None:
            signed = await board.signed(here.key)
            if signed is None:
                return None
            now = here._replace(signed=signed)
            look = self._look(now, request)
            parts = await self._parts(await section.view(look), now, look, forms)
            return [(id, mark, partial(str, html)) for id, mark, html in parts], ""

        try:
            return await self.house.streams.run(request, visitor, changed, read, self.stop)
        finally:
            board.deaf(realm, changed)

    def _look(self, here: Here, request: web.Request) -> Look:
        now = time.time_ns() // 1_000_000
        return Look(self._board(), here.signed, now, dict(request.query), dict(request.match_info), self.door.platforms)

    async def _forms(self, here: Here, request: web.Request) -> dict[str, Any]:
        """Return the values that every form of a page holds. `back`: the address after the act."""
        query = f"?{request.query_string}" if request.query_string else ""
        back = request.path.removesuffix("/events") + query
        return {**await self.house.forms(request), "back": back}

    async def _parts(self, view: View, here: Here, look: Look, forms: Mapping[str, Any]) -> list[tuple[str, str, str]]:
        """Return id, mark and HTML of each part. The mark tells what a part shows, whoever it was made for."""
        made = []
        answer = Part("answer", {"lines": await self._answer(here.place, look.now)})
        known = {"now": look.now, "acts": here.signed.level != "viewer", "words": words}
        for part in (answer, *view.parts):
            html = self.house.html(f"dashboard/{part.id}.html", **part.values, **known, **forms)
            plain = html.replace(forms["csrf"], "").replace(forms["once"], "")
            mark = sha256(plain.encode(errors="replace")).hexdigest()[:12]
            whole = self.house.html("dashboard/part.html", id=part.id, mark=mark, inner=Markup(html))
            made.append((part.id, mark, whole.strip()))
        return made

    async def _answer(self, place: str, now: int) -> list[str]:
        """Return the lines of the newest answer to an act, if it is a new one."""
        page = await self.house.book.page(place)
        newest = page.entries[-1] if page is not None and page.entries else None
        stored = await self.house.book.posts.read(newest.tag) if newest and now - newest.at < TOLD else None
        blocks = stored.sent.post.blocks if stored is not None and stored.place == place else ()
        return [text for block in blocks if not isinstance(block, Mono) and (text := text_of(block))][:LINES]

    # --- acts ---------------------------------------------------------------------------------------------------------

    async def act(self, request: web.Request) -> web.StreamResponse:
        """Hand in a command, or ask first. The next page shows its answer."""
        here, sent = await self._here(request), request[FORM]
        button = acts.pressed(sent, (*acts.DIRECT, *acts.QUESTIONS))
        if button is None:
            raise web.HTTPNotFound
        back = _back(sent)
        if button.question is not None and not sent.get("sure"):
            forms = {**await self.house.forms(request), "back": back}
            return self.house.shown("dashboard/ask.html", button=button, signed=here.signed, **forms)
        async with self.house.settled(here.place):
            await self.door.handle(self._inbound(request, here, button))
        return web.Response(status=303, headers={"Location": back})

    async def download(self, request: web.Request) -> web.StreamResponse:
        """Carry out the command of an export, and send its file."""
        here, sent = await self._here(request), request[FORM]
        button = acts.pressed(sent, acts.DOWNLOADS)
        if button is None:
            raise web.HTTPNotFound
        answer = await self.door.handle(self._inbound(request, here, button))
        if answer.what == "refused":
            return web.Response(status=303, headers={"Location": _back(sent)})
        try:
            file = await self._board().download(here.signed.realm, button.verb, dict(button.given))
        except ValueError as problem:
            return self.house.shown("notice.html", 409, title="No file", sentence=str(problem))
        name = "".join(c for c in file.name if c.isascii() and (c.isalnum() or c in "-_."))
        response = web.StreamResponse(
            headers={"Content-Type": file.kind, "Content-Disposition": f'attachment; filename="{name}"'}
        )
        await response.prepare(request)
        async for piece in file.content:
            await response.write(piece)
        await response.write_eof()
        return response

    def _inbound(self, request: web.Request, here: Here, button: acts.Pressed) -> Inbound:
        """Return the act of a pressed button. The same form sent twice makes the same act."""
        said = f"{request[VISITOR]} {button.verb} {button.given} {request[FORM].get('once', [''])[0]}"
        id = sha256(said.encode(errors="replace")).hexdigest()[:24]
        signed = here.signed
        return Inbound(
            id=f"{PLATFORM}:{id}",
            place=here.place,
            user=signed.user,
            at=time.time_ns() // 1_000_000,
            act=button.act,
            name=signed.name,
            realm=signed.realm,
            admin=signed.admin,
            desk=True,
        )


def _back(sent: Mapping[str, list[str]]) -> str:
    """Return the page of the dashboard to which an act leads back."""
    path = sent.get("back", [""])[0]
    fits = path == PATH or path.startswith((f"{PATH}/", f"{PATH}?"))
    return path if fits and path.isprintable() and path.isascii() else PATH
