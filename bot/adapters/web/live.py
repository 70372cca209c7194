"""Live pages: a stream of what changes on a page, as server-sent events with HTML made here.

The stream says everything that stands on the page first, and then each change. A browser leaves alone what it shows
already, so the first load, a lost connection and another tab need no special case.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web

from bot.adapters.web.addresses import address_of

POLL = 1.5
"""Seconds until a page is read again if nothing was told: another process may have posted there."""
BEAT = 20.0
"""Seconds between signs of life on a silent stream, so that no proxy cuts it."""
STREAMS = 12
"""Maximum of streams of one visitor: more tabs are not live."""
HALL = 1_500
"""Maximum of streams of one network address: a hall of 500 people, each with two tabs and a spare one."""
Articles = Sequence[tuple[str, str, Callable[[], str]]]
"""The articles of a page, in order: the id and mark of each, and what makes its HTML."""
Read = Callable[[], Awaitable[tuple[Articles, str] | None]]
"""Reads a page and what its status line says; None once it is gone."""


class Changes:
    """Those who wait in this process, by the page whose change they wait for."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)

    def listen(self, place: str) -> asyncio.Event:
        """Return an event that is set at each change of a page from now on, until `leave`."""
        event = asyncio.Event()
        self._waiting[place].add(event)
        return event

    def leave(self, place: str, event: asyncio.Event) -> None:
        self._waiting[place].discard(event)
        if not self._waiting[place]:
            del self._waiting[place]

    def tell(self, place: str) -> None:
        for event in self._waiting.get(place, ()):
            event.set()

    def tell_all(self) -> None:
        for place in list(self._waiting):
            self.tell(place)


class Streams:
    """The open streams of each visitor and of each network address. `most`: of an address."""

    def __init__(self, most: int = HALL) -> None:
        self._open, self.most = Counter[str](), most

    def full(self, request: web.Request, visitor: str) -> bool:
        return self._open[visitor] >= STREAMS or self._open[f"from {address_of(request)}"] >= self.most

    async def run(
        self, request: web.Request, visitor: str, changed: asyncio.Event, read: Read, stop: asyncio.Event
    ) -> web.StreamResponse:
        """Send a page's changes until the browser leaves, the page is gone, or the program ends."""
        held = Counter((visitor, f"from {address_of(request)}"))
        self._open += held
        try:
            return await _stream(request, changed, read, stop)
        finally:
            self._open -= held  # also drops what has come down to none


async def _stream(request: web.Request, changed: asyncio.Event, read: Read, stop: asyncio.Event) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
    await response.prepare(request)
    sent, status, idle = dict[str, str](), "", 0.0
    try:
        while not (stop.is_set() or _left(request)) and (found := await read()) is not None:
            articles = found[0]
            news = [_event("post", html()) for id, mark, html in articles if sent.get(id) != mark]
            news += [_event("gone", id) for id in sent.keys() - {id for id, _, _ in articles}]
            if found[1] != status:
                news.append(_event("busy", found[1]))
            sent, status = {id: mark for id, mark, _ in articles}, found[1]
            idle = 0.0 if news else idle + POLL
            if idle >= BEAT:
                news, idle = [b":\n\n"], 0.0
            if news:
                await response.write(b"".join(news))
            await _until(changed, POLL)
    except (ConnectionError, asyncio.CancelledError):
        pass  # the browser left
    return response


def _left(request: web.Request) -> bool:
    """Return whether the browser has hung up: a silent stream would notice only at its next sign of life."""
    return request.transport is None or request.transport.is_closing()


def _event(name: str, text: str) -> bytes:
    lines = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
    return f"event: {name}\n{lines}\n".encode(errors="replace")


async def _until(changed: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await changed.wait()
    except TimeoutError:
        pass
    changed.clear()
