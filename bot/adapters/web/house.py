"""The parts that all pages share: templates, the visitor of a request, the acts they hand in, and refusals."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from time import monotonic
from typing import Any, Final

from aiohttp import web
from msgspec import Struct

from bot.adapters.base import trim
from bot.adapters.web import render
from bot.adapters.web.addresses import Addresses
from bot.adapters.web.book import PLATFORM, Book, user_of
from bot.adapters.web.live import Changes, Streams
from bot.adapters.web.visitors import Visitors, kept_secret
from bot.session.model.inbound import Act, Inbound

VISITOR: Final = web.RequestKey("visitor", str)
BECOMES: Final = web.RequestKey("becomes", str)
"""The visitor whose cookie the answer brings: somebody goes on from another device."""
FORM: Final = web.RequestKey("form", dict[str, list[str]])
WRONG = 10.0
"""The part of an address's room that a wrong code or token costs."""
LOOK, SETTLES = 0.02, 4.0
"""Seconds after news until a look whether all answers stand on a page, and the longest wait for that. Without news each
look waits twice as long as the one before, so that many who wait do not slow down what they wait for.
"""
NOTICES: Final = {
    403: ("Not sent", "This form is not from your own page, or too old. Go back, reload the page and send it again."),
    408: ("Not sent", "That took too long to arrive. Go back, reload the page and send it again."),
    413: ("Not sent", "That is more than a page can take. Go back and send less."),
    404: (
        "Nothing here",
        "There is nothing here, or it isn't for you. Check the link or the code: some work only once, or for a while.",
    ),
    429: ("Too much at once", "A lot comes from your address right now. Wait a minute and try again."),
}
OTHER = ("That didn't work", "The page did not understand that. Go back and try again.")


class Terms(Struct, frozen=True):
    """Terms of the pages, as the settings have them.

    - `url`: the public base address, without a slash at its end; "" for what browsers call us.
    - `secret`: signs the cookies; "" for one that is drawn and kept in the store.
    - `play`: anybody may start a game.
    """

    url: str = ""
    secret: str = ""
    play: bool = False


class House:
    """The parts that the pages work with. `busy` tells whether somebody thinks about what was said on a page."""

    def __init__(self, book: Book, changes: Changes, terms: Terms, busy: Callable[[str], bool]) -> None:
        self.book, self.changes, self.terms, self.busy = book, changes, terms, busy
        self.addresses, self.streams = Addresses(), Streams()
        self.quiet: Callable[[str, str], Awaitable[bool]] = _always
        """Tells whether all that a person did in a place is answered there; the door's, once there is one."""
        self._visitors: Visitors | None = None
        self._heard: dict[str, None] = {}
        self._templates = render.environment()

    async def visitors(self) -> Visitors:
        """Return the signer of cookies. Raises `StoreError` while its key cannot be read."""
        if self._visitors is None:
            self._visitors = Visitors(await self.secret(), secure=self.terms.url.startswith("https:"))
        return self._visitors

    async def secret(self) -> str:
        """Return the key that signs: the setting's, or the one in the store."""
        return self.terms.secret or await kept_secret(self.book.posts)

    def base(self, request: web.Request) -> str:
        """Return the public address of the pages."""
        return self.terms.url or f"{request.scheme}://{request.host}"

    async def forms(self, request: web.Request) -> dict[str, Any]:
        """Return the hidden values of each form of a page: its visitor's token, and an id for one sending."""
        visitors = await self.visitors()
        return {"csrf": visitors.token(request[VISITOR]), "once": secrets.token_urlsafe(12)}

    def shown(self, template: str, status: int = 200, **values: Any) -> web.Response:
        """Return a page."""
        return web.Response(text=self.html(template, **values), status=status, content_type="text/html")

    def html(self, template: str, **values: Any) -> str:
        """Return a template filled in."""
        return self._templates.get_template(template).render(**values)

    def part(self, template: str, **values: Any) -> str:
        """Return a part of a page."""
        return self._templates.get_template(template).render(**values).strip()

    def article(self, one: render.Shown, page: Any) -> str:
        """Return the HTML of one article."""
        module: Any = self._templates.get_template("article.html").module
        return str(module.article(one, page)).strip()

    def notice(self, status: int) -> web.Response:
        """Return a page that says in one sentence why there is nothing else."""
        title, sentence = NOTICES.get(status, OTHER)
        return self.shown("notice.html", status, title=title, sentence=sentence)

    @asynccontextmanager
    async def settled(self, place: str, waits: bool = True) -> AsyncIterator[None]:
        """After the block, wait until its answers are on the page: visitors without scripts then see them at once."""
        changed = self.changes.listen(place)
        try:
            yield
            until, pause = monotonic() + SETTLES, LOOK
            while waits and (left := until - monotonic()) > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), left if self.busy(place) else min(left, pause))
                pause = LOOK if changed.is_set() else 2 * pause
                changed.clear()
                if not self.busy(place) and await self.quiet(place, place.partition("/")[0]):
                    break
        finally:
            self.changes.leave(place, changed)

    def heard(self, id: str) -> bool:
        """Note an act's id. Return whether it is the first with it here, as far as is remembered."""
        fresh = id not in self._heard
        self._heard[id] = None
        trim(self._heard)
        return fresh

    def inbound(self, request: web.Request, place: str, act: Act, name: str = "") -> Inbound:
        """Return an act of a request's visitor. The same form sent twice makes the same act."""
        sent, visitor = request.get(FORM, {}), request[VISITOR]
        once = sent.get("once", [""])[0] or secrets.token_urlsafe(12)
        id = sha256(f"{visitor} {request.path} {once}".encode(errors="replace")).hexdigest()[:24]
        return Inbound(
            id=f"{PLATFORM}:{id}",
            place=place,
            user=user_of(visitor),
            at=time.time_ns() // 1_000_000,
            act=act,
            name=name,
            realm=PLATFORM,
        )


async def _always(_place: str, _user: str) -> bool:
    return True


def page_for(visitor: str, what: str) -> str:
    """Return the id of a visitor's page for something, such as a study's token: always the same."""
    return sha256(f"{visitor} {what}".encode(errors="replace")).hexdigest()[:16]
