"""The board of a class, for a projector: counts, then a dot for each deal, then the review. Nobody has a name on it."""

import asyncio
import zipfile
from collections.abc import Mapping
from io import BytesIO
from time import monotonic
from typing import Any

from aiohttp import web
from markupsafe import Markup

from bot.adapters import pictures
from bot.adapters.base import Door, trim
from bot.adapters.web.board_picture import svg
from bot.adapters.web.house import VISITOR, WRONG, House
from bot.adapters.web.live import Articles
from bot.adapters.web.qr import qr
from bot.session.ports import Wall
from games.core.post import Chart, Post

BUNDLE, DRAWN, PNG, QR = "class.zip", "picture.svg", "picture.png", "join.svg"
FRESH, BOARDS = 0.3, 50
"""Seconds for which a board is shown as it was read, and how many boards are kept."""
TYPES = {".csv": "text/csv", ".md": "text/markdown"}
PHASES = {"lobby": "Waiting for the start", "play": "Playing", "over": "Time is up", "done": "The class is over"}


class Boards:
    """The pages of classes for everybody who has their links."""

    def __init__(self, house: House, door: Door, stop: asyncio.Event) -> None:
        self.house, self.door, self.stop = house, door, stop
        self._looks: dict[str, tuple[float, Wall]] = {}
        """Boards as they were read last, with the time: a hall of people may look at one."""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/board/{token}", self.page),
            web.get("/board/{token}/events", self.events, allow_head=False),
            web.get("/board/{token}/{file}", self.file),
        ]

    async def page(self, request: web.Request) -> web.Response:
        wall = await self._wall(request)
        return self.house.shown("board.html", **self._values(request, wall))

    async def events(self, request: web.Request) -> web.StreamResponse:
        await self._wall(request)
        visitor, token = request[VISITOR], request.match_info["token"]
        if self.house.streams.full(request, visitor):
            raise web.HTTPTooManyRequests
        # Games end in any process, so a board is read from the store again and again.
        changed = asyncio.Event()

        async def read() -> tuple[Articles, str] | None:
            wall = await self._looked(token)
            if wall is None:
                return None
            # Seconds are counted by the page itself; it is drawn again when anything else changes.
            mark = str(hash((wall._replace(left=-(-wall.left // 60_000)), self.house.base(request))))
            return [("wall", mark, lambda: self.house.part("board_wall.html", **self._values(request, wall)))], ""

        return await self.house.streams.run(request, visitor, changed, read, self.stop)

    async def file(self, request: web.Request) -> web.Response:
        wall, name = await self._wall(request), request.match_info["file"]
        if name == QR and (drawn := qr(self._join(request, wall))) is not None:
            return web.Response(body=drawn, content_type="image/svg+xml")
        if name == DRAWN and wall.plot is not None:
            return web.Response(text=svg(wall.plot, wall.heading, wall.said), content_type="image/svg+xml")
        if name == PNG and (picture := await _png(wall)) is not None:
            return web.Response(body=picture, content_type="image/png")
        papers = await self.door.papers(request.match_info["token"])
        if papers is None:
            raise web.HTTPNotFound
        if name == BUNDLE:
            body = await asyncio.to_thread(bundled, papers, wall, await _png(wall))
            return _download(name, body, "application/zip")
        if name not in papers:
            raise web.HTTPNotFound
        return _download(name, papers[name].encode(), TYPES[f".{name.rpartition('.')[2]}"])

    async def _wall(self, request: web.Request) -> Wall:
        """Return a board. Raises 404 for a token that opens none, and 429 for an address that tries many."""
        wall = await self._looked(request.match_info["token"])
        if wall is None:
            if self.house.addresses.stops(request, WRONG):
                raise web.HTTPTooManyRequests
            raise web.HTTPNotFound
        return wall

    async def _looked(self, token: str) -> Wall | None:
        """Return a board as it stands, or stood a moment ago."""
        if token in self._looks and monotonic() - self._looks[token][0] < FRESH:
            return self._looks[token][1]
        wall = await self.door.wall(token)
        if wall is not None:
            self._looks[token] = monotonic(), wall
            trim(self._looks, BOARDS)
        return wall

    def _values(self, request: web.Request, wall: Wall) -> dict[str, Any]:
        base = f"/board/{request.match_info['token']}"
        drawn = Markup(svg(wall.plot, wall.heading, wall.said)) if wall.plot is not None else ""
        join = self._join(request, wall)
        return {
            "wall": wall,
            "state": PHASES[wall.phase],
            "minutes": -(-wall.left // 60_000),
            "base": base,
            "join": join,
            "shortly": join.partition("://")[2],
            "picture": drawn,
            "qr": qr(join) is not None,
            "downloads": (BUNDLE, *wall.files, PNG, DRAWN) if wall.files else (),
        }

    def _join(self, request: web.Request, wall: Wall) -> str:
        return f"{self.house.base(request)}/join/{wall.code}"


def bundled(papers: Mapping[str, str], wall: Wall, png: bytes | None) -> bytes:
    """Return everything of a class in one file."""
    files = {name: text.encode() for name, text in papers.items()}
    if wall.plot is not None:
        files[DRAWN] = svg(wall.plot, wall.heading, wall.said).encode()
    if png is not None:
        files[PNG] = png
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files.items():
            bundle.writestr(zipfile.ZipInfo(f"class-{wall.code}/{name}"), data)
    return made.getvalue()


async def _png(wall: Wall) -> bytes | None:
    if wall.plot is None:
        return None
    post = Post((Chart(wall.heading, wall.plot, wall.said, wall.twin),))
    await pictures.ready(post)
    found = pictures.drawn(post)
    return found[1] if found is not None else None


def _download(name: str, body: bytes, kind: str) -> web.Response:
    return web.Response(body=body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
