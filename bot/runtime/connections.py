"""The open connections of an HTTP server, within limits: slow strangers keep nobody out.

The server library waits for ever for a request that comes byte by byte. So a connection on which no request is being
answered is closed after `PATIENCE`, and before that where more than `most` are open: the longest silent ones first.
"""

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from aiohttp import web

PATIENCE = 20.0
"""Seconds that a connection may take for a whole request's head, or rest between two."""
LOOK = 1.0
"""Seconds between two looks."""
SPARE, MOST = 256, 8_192
"""Files that are kept free for everything else, and the most connections in any case."""


class Connections:
    """The connections of one server. `most`: how many may be open (0: as many as this process may have files)."""

    def __init__(self, server: web.Server, most: int = 0, patience: float = PATIENCE) -> None:
        self.server, self.most, self.patience = server, most or _room(), patience
        self._busy: dict[object, int] = {}
        """The connections on which requests are being answered, and how many."""
        self._silent: dict[object, float] = {}
        """The others, and since when; the longest silent first."""
        self._watching: asyncio.Task[None] | None = None

    @contextmanager
    def answering(self, request: web.BaseRequest) -> Iterator[None]:
        """Note that a request is being answered while the block lasts."""
        at = request.protocol
        self._busy[at] = self._busy.get(at, 0) + 1
        self._silent.pop(at, None)
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
        """Close the connections that are over the limits at a time, in seconds."""
        silent = [one for one in self.server.connections if one not in self._busy]
        known = {one: self._silent.get(one, now) for one in silent}
        self._silent = dict(sorted(known.items(), key=lambda pair: pair[1]))
        over = len(self.server.connections) - self.most
        for n, one in enumerate(sorted(silent, key=self._silent.__getitem__)):
            if n < over or now - self._silent[one] >= self.patience:
                one.force_close()
                del self._silent[one]


def _room() -> int:
    """Return how many connections fit into the files that this process may have."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else max(SPARE, min(MOST, soft - SPARE))
