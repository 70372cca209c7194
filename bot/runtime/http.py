"""The one HTTP server of the program, on aiohttp. Each part hands in an application. Parts with the same HOST:PORT
share one listener.

A request goes to the part that has its path to itself, else to the part that answers all other paths. A listener opens
with its first part and closes with its last. While a planned part is not there yet, or not any more, its requests are
answered 503, so that callers try again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog
from aiohttp import web

from bot.runtime.connections import Connections
from bot.runtime.errors import CannotServe
from bot.runtime.listening import Part, sharing

log = structlog.get_logger(__name__)

CLOSING: Final = 1.0
"""Seconds that requests in progress may take when their part ends; then they are cancelled."""
WAITING: Final = 1024
"""Connections that may wait to be accepted: a hall of people opens a link in the same second."""
AGAIN: Final = "2"
"""Seconds after which a caller should try again while a part starts or ends."""

PLAIN: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Server": "Parley",
}
"""Headers of the answers that no part gives: a browser shows them as text, and they name no software and no version."""

_UNHEARD: Final = logging.getLogger(f"{__name__}.unheard")
"""The library's own log: network addresses, with a trace for each malformed request that a stranger sends."""
_UNHEARD.setLevel(logging.CRITICAL)


class Http:
    """The listeners of this process. `planned` are all parts that will be served, for those that share an address."""

    def __init__(self, planned: Sequence[Part] = ()) -> None:
        self._planned = planned
        self._listeners: dict[tuple[str, int], _Listener] = {}
        self._changing = asyncio.Lock()

    def shared(self, part: Part) -> bool:
        """Return whether another part is served at the same address."""
        return sharing(part, self._planned)

    @asynccontextmanager
    async def serving(self, part: Part, app: web.Application) -> AsyncIterator[int]:
        """Serve an application while the block lasts; yields the port (useful when 0 was requested).

        Raises `CannotServe` if the address cannot be used.
        """
        runner = web.AppRunner(app)
        await runner.setup()
        assert runner.server is not None
        mount = _Mount(part, runner.server)
        try:
            listener = await self._joined(mount)
            log.info("listening", setting=part.setting, port=listener.port)
            try:
                yield listener.port
            finally:
                await self._left(listener, mount)
        finally:
            await runner.cleanup()

    async def _joined(self, mount: "_Mount") -> "_Listener":
        """Return the listener at a part's address, with the part behind it."""
        at = mount.part.at
        async with self._changing:
            listener = self._listeners.get(at) if at[1] else None
            if listener is None:
                listener = _Listener([one for one in self._planned if one.at == at])
                await listener.open(mount.part)
                self._listeners[(at[0], listener.port)] = listener
            listener.mounts.append(mount)
        return listener

    async def _left(self, listener: "_Listener", mount: "_Mount") -> None:
        """Take a part away. Its requests in progress get a moment to end."""
        async with self._changing:
            listener.mounts.remove(mount)
            if not listener.mounts:
                self._listeners = {at: one for at, one in self._listeners.items() if one is not listener}
                await listener.close()
                return
        await mount.drained()


class _Mount:
    """A part behind a listener, with the tasks of its requests in progress."""

    def __init__(self, part: Part, server: web.Server) -> None:
        self.part, self.server = part, server
        self._busy = set[asyncio.Task[Any]]()

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        task = asyncio.current_task()
        assert task is not None
        self._busy.add(task)
        try:
            return await self.server.request_handler(request)
        except web.HTTPException:
            raise
        except (ConnectionError, web.RequestPayloadError):
            return _plain(400, "That request was cut off, or packed wrongly.", {"Connection": "close"})
        except Exception:
            log.exception("request_failed", setting=self.part.setting)
            return _plain(500, "That failed. It is in the log.")
        finally:
            self._busy.discard(task)

    async def drained(self) -> None:
        """Wait until the requests in progress have ended, and cancel those that take long."""
        late = (await asyncio.wait(self._busy, timeout=CLOSING))[1] if self._busy else ()
        for task in late:
            task.cancel()


_MOUNT: Final = web.RequestKey("mount", _Mount)


class _Listener:
    """A socket, and the parts behind it. `planned` are those that belong there."""

    def __init__(self, planned: Sequence[Part]) -> None:
        self.mounts: list[_Mount] = []
        self.port = 0
        self._planned = planned
        server = _Server(self._answer, request_factory=self._request, access_log=None, logger=_UNHEARD)
        self.runner = web.ServerRunner(server, shutdown_timeout=CLOSING)
        self._connections = Connections(server)

    async def open(self, part: Part) -> None:
        await self.runner.setup()
        host, port = part.at
        try:
            await web.TCPSite(self.runner, host, port, backlog=WAITING).start()
        except (OSError, OverflowError, UnicodeError) as problem:
            await self.runner.cleanup()
            why = getattr(problem, "strerror", None) or "no such address"
            raise CannotServe(f"{part.setting} cannot be served at {part.address} ({why}).") from None
        self.port = self.runner.addresses[0][1]
        self._connections.watch()

    async def close(self) -> None:
        self._connections.leave()
        await self.runner.cleanup()

    def _request(self, message: Any, payload: Any, protocol: Any, writer: Any, task: Any) -> web.BaseRequest:
        """Return a request as its part makes them, with the limits and the routes of its application."""
        owner = self._owner(message.url.path)
        mount = next((mount for mount in self.mounts if mount.part == owner), None)
        if mount is None:
            return web.BaseRequest(message, payload, protocol, writer, task, asyncio.get_running_loop())
        request = mount.server.request_factory(message, payload, protocol, writer, task)
        request[_MOUNT] = mount
        return request

    def _owner(self, path: str) -> Part | None:
        """Return the part, running or planned, to which a path belongs."""
        parts = (*self._planned, *(mount.part for mount in self.mounts))
        own = next((part for part in parts if path in part.paths), None)
        return own or next((part for part in parts if not part.paths), None)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        with self._connections.answering(request):
            return await self._answered(request)

    async def _answered(self, request: web.BaseRequest) -> web.StreamResponse:
        mount: _Mount | None = request.get(_MOUNT)
        if mount is not None:
            return await mount.answer(request)
        if self._owner(request.path) is not None:
            return _plain(503, "Parley is starting or stopping. Try again in a few seconds.", {"Retry-After": AGAIN})
        return _plain(404, "There is nothing here.")


class _Server(web.Server):
    """The library's server, with its own answers to what is no request."""

    def __call__(self) -> web.RequestHandler:
        return _Protocol(self, loop=self._loop, **self._kwargs)


class _Protocol(web.RequestHandler):
    __slots__ = ()

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Answer a bad or failed request without a word of it. Raises `ConnectionError` if the answer has begun."""
        super().handle_error(request, status, exc, message)
        answer = _plain(status, "That is no request that this server understands." if status < 500 else "That failed.")
        answer.force_close()
        return answer


def _plain(status: int, sentence: str, more: Mapping[str, str] | None = None) -> web.Response:
    return web.Response(status=status, text=f"{sentence}\n", headers={**PLAIN, **(more or {})})
