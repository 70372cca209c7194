"""The open connections of an HTTP server, within limits: slow strangers keep nobody out.

The server library waits for ever: for a request that comes byte by byte, and for a reader who takes nothing of an
answer. So a connection is cut off after `PATIENCE` if no request is being answered on it, or if nothing of an answer
can be sent; and before that where more than `most` are open: those that have waited the longest first.
"""

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import NamedTuple

from aiohttp import web

PATIENCE = 20.0
"""Seconds that a connection may take for a whole request's head, rest between two, or take nothing of an answer."""
LOOK = 1.0
"""Seconds between two looks."""
SPARE, MOST = 256, 8_192
"""Files that are kept free for everything else, and the most connections in any case."""


class _Wait(NamedTuple):
    """A connection's wait for its other end: since when, in seconds, and the bytes unsent at the last look."""

    since: float
    unsent: int


class Connections:
    """The connections of one server. `most`: how many may be open (0: as many as this process may have files)."""

    def __init__(self, server: web.Server, most: int = 0, patience: float = PATIENCE) -> None:
        self.server, self.most, self.patience = server, most or _room(), patience
        self._busy: dict[object, int] = {}
        """The connections on which requests are being answered, and how many."""
        self._waits: dict[object, _Wait] = {}
        """The others, and those of them that take nothing of their answers."""
        self._watching: asyncio.Task[None] | None = None

    @contextmanager
    def answering(self, request: web.BaseRequest) -> Iterator[None]:
        """Note that a request is being answered while the block lasts."""
        at = request.protocol
        self._busy[at] = self._busy.get(at, 0) + 1
        if not _unsent(at):
            self._waits.pop(at, None)
        try:
            yield
        finally:
            self._busy[at] -= 1
            if not self._busy[at]:
                del self._busy[at]

    def watch(self) -> None:
        """Keep the connections within the limits from now on, until `leave`."""
        self._watching = asyncio.create_task(self._watch())

    def leave(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    async def _watch(self) -> None:
        while True:
            self.look(monotonic())
            await asyncio.sleep(LOOK)

    def look(self, now: float) -> None:
        """Cut off the connections that are over the limits at a time, in seconds."""
        there = self.server.connections
        self._waits = {one: self._wait(one, now) for one in there if one not in self._busy or _unsent(one)}
        over = len(there) - self.most
        waiting = [one for one in there if one in self._waits]
        for n, one in enumerate(sorted(waiting, key=lambda one: self._waits[one].since)):
            if n < over or now - self._waits[one].since >= self.patience:
                del self._waits[one]
                _cut(one)

    def _wait(self, one: web.RequestHandler, now: float) -> _Wait:
        """Return the wait of a connection. It begins anew whenever some of an answer has gone out."""
        unsent = _unsent(one)
        known = self._waits.get(one, _Wait(now, unsent))
        return _Wait(now if unsent < known.unsent else known.since, unsent)


def _unsent(one: web.RequestHandler) -> int:
    """Return the number of bytes that wait for the other end to read."""
    return one.transport.get_write_buffer_size() if one.transport is not None else 0


def _cut(one: web.RequestHandler) -> None:
    """Close a connection at once. A mere close would first send what the other end does not take."""
    transport = one.transport
    one.force_close()
    if transport is not None:
        transport.abort()


def _room() -> int:
    """Return the number of connections that fit into the files that this process may have."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else max(SPARE, min(MOST, soft - SPARE))
