"""Shared parts of both fakes: a server on a loopback port, a log of requests, faults, and waiting without polling."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Self, TypeVar

from aiohttp import web

Json = dict[str, Any]
T = TypeVar("T")

RECHECK = 0.05
STEP = 0.02  # seconds
PATIENCE = 30.0  # seconds a wait lasts unless told otherwise; generous, because test machines are busy


def utf16(text: str) -> int:
    """Length in UTF-16 code units, in which the platforms count."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(slots=True)
class Call:
    """One request of the bot. `name` is `sendMessage` on Telegram, `POST /channels/7/messages` on Discord."""

    name: str
    params: Json
    at: float  # monotonic seconds
    status: int | None = None  # None: never answered
    answer: Any = None

    def __str__(self) -> str:
        return f"{self.name} {json.dumps(self.params, ensure_ascii=False, default=str)} -> {self.status}"


@dataclass(slots=True)
class Upload:
    """A file that came with a multipart request."""

    filename: str
    content_type: str
    data: bytes

    def __str__(self) -> str:
        return f"<{self.filename}, {len(self.data)} bytes>"


class Changes:
    """Wakes whoever waits for the state of a fake to become something."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, seconds: float) -> bool:
        """True when something changed within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return False
        return True

    async def until(self, look: Callable[[], T | None], timeout: float, missing: Callable[[], str]) -> T:
        """The first value of `look()` but None and False; AssertionError(missing()) after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        while True:
            event = self._event
            found = look()
            if found is not None and found is not False:
                return found
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise AssertionError(missing())
            with contextlib.suppress(TimeoutError):  # look again now and then: it may be about the bot's own state
                async with asyncio.timeout(min(remaining, RECHECK)):
                    await event.wait()


@dataclass(slots=True)
class Fault:
    """Fault of each request whose name fits `name` (shell wildcards) and whose parameters please `when`.

    `applied` decides whether the request takes effect all the same: the ambiguous failure a client must survive.
    """

    name: str
    when: Callable[[Json], bool]
    times: int
    applied: bool = False
    delay: float = 0.0  # seconds before the answer
    status: int | None = None  # an error answer with this status; None: the normal answer, or none at all
    drop: bool = False  # hang up instead of answering
    retry_after: float | None = None
    detail: Json = field(default_factory=dict)  # more fields of the error body
    seen: int = 0

    def fits(self, call: Call) -> bool:
        return self.seen < self.times and fnmatchcase(call.name, self.name) and self.when(call.params)


class Loopback:
    """A fake platform on 127.0.0.1. Subclasses fill `routes` and say how an injected error looks."""

    background: tuple[str, ...] = ()  # requests an idle bot makes all the time
    settles = 0.25  # seconds without a request after which a bot is at rest: longer than between two polls of its store

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.changes = Changes()
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.rudeness: list[str] = []  # breaches of manners seen so far, in order
        self.control: Callable[[str], Awaitable[str]] | None = None  # answers lines posted to /control
        self.resting: list[Callable[[], bool]] = []  # what is known of the bot itself, if it runs in this process
        self._runner: web.AppRunner | None = None

    # ---------------------------------------------------------------------------------------------------- life

    @staticmethod
    def free_port() -> int:
        """A port nobody listens on at this moment."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def routes(self, app: web.Application) -> None:
        raise NotImplementedError

    def error(self, fault: Fault, call: Call) -> web.StreamResponse:
        raise NotImplementedError

    async def up(self) -> Self:
        """Listen. After `down` the same port is used again."""
        app = web.Application(client_max_size=64 * 2**20)
        self.routes(app)
        if self.control is not None:
            app.router.add_post("/control", self._control)
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self.port, reuse_address=True).start()
        self.port = int(runner.addresses[0][1])
        self._runner = runner
        return self

    async def down(self) -> None:
        """Stop listening and cut every connection: an outage. The state stays."""
        if self._runner is not None:
            runner, self._runner = self._runner, None
            await runner.cleanup()

    async def _control(self, request: web.Request) -> web.Response:
        assert self.control is not None
        return web.Response(text=await self.control(await request.text()))

    async def __aenter__(self) -> Self:
        return await self.up()

    async def __aexit__(self, *exc: object) -> None:
        await self.down()

    # ------------------------------------------------------------------------------------------------ faults

    def fail(
        self,
        name: str = "*",
        *,
        status: int = 500,
        times: int = 1,
        applied: bool = False,
        retry_after: float | None = None,
        when: Callable[[Json], bool] = lambda params: True,
        **detail: Any,
    ) -> Fault:
        """Answer the next `times` fitting requests with an error; with `applied` they take effect nevertheless.

        A 429 says `retry_after` seconds (1 unless given). `detail` goes into the error body.
        """
        if status == 429 and retry_after is None:
            retry_after = 1
        return self._arm(
            Fault(name, when, times, applied=applied, status=status, retry_after=retry_after, detail=detail)
        )

    def drop(
        self, name: str = "*", *, times: int = 1, applied: bool = False, when: Callable[[Json], bool] = lambda p: True
    ) -> Fault:
        """Hang up on the next `times` fitting requests without an answer."""
        return self._arm(Fault(name, when, times, applied=applied, drop=True))

    def hang(
        self, name: str = "*", *, times: int = 1, applied: bool = False, when: Callable[[Json], bool] = lambda p: True
    ) -> Fault:
        """Never answer the next `times` fitting requests; the client's own timeout decides."""
        return self._arm(Fault(name, when, times, applied=applied, drop=True, delay=86_400.0))

    def slow(
        self, name: str = "*", *, seconds: float, times: int = 1, when: Callable[[Json], bool] = lambda p: True
    ) -> Fault:
        """Answer the next `times` fitting requests normally, but `seconds` late."""
        return self._arm(Fault(name, when, times, delay=seconds))

    def heal(self) -> None:
        """Forget every fault that is still armed."""
        self.faults.clear()

    def _arm(self, fault: Fault) -> Fault:
        self.faults.append(fault)
        return fault

    async def through_faults(
        self, request: web.Request, call: Call, apply: Callable[[], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Log `call`, let `apply` answer it, and spoil that where a fault is armed."""
        self.calls.append(call)
        self.changes.notify()
        fault = next((fault for fault in self.faults if fault.fits(call)), None)
        try:
            if fault is None:
                response = await apply()
            else:
                fault.seen += 1
                response = await self._spoil(request, call, fault, apply)
                if fault.drop:
                    return response
            call.status = response.status
            return response
        finally:
            self.changes.notify()

    async def _spoil(
        self, request: web.Request, call: Call, fault: Fault, apply: Callable[[], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        normal = await apply() if fault.applied else None
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.drop:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        if fault.status is not None:
            return self.error(fault, call)
        return normal or await apply()

    # ------------------------------------------------------------------------------------------- asking about it

    def called(self, name: str, **params: Any) -> list[Call]:
        """Requests so far whose name fits (shell wildcards) and that hold these parameters."""
        return [
            call
            for call in self.calls
            if fnmatchcase(call.name, name) and all(call.params.get(key) == value for key, value in params.items())
        ]

    async def wait_called(self, name: str, *, count: int = 1, timeout: float = PATIENCE, **params: Any) -> list[Call]:
        """The fitting requests once there are `count` of them, answered or not."""
        return await self.changes.until(
            lambda: calls if len(calls := self.called(name, **params)) >= count else None,
            timeout,
            lambda: f"expected {count} x {name} {params or ''}; the bot called:\n{self._log()}",
        )

    async def until(self, look: Callable[[], T | None], what: str, *, timeout: float = PATIENCE) -> T:
        """The first value of `look()` but None and False; fails with `what` and the requests so far."""
        return await self.changes.until(look, timeout, lambda: f"expected {what}; the bot called:\n{self._log()}")

    async def quiet(self, seconds: float = 0.0, *, timeout: float = PATIENCE) -> None:
        """Wait until the bot has made no request for `seconds`, or for `settles`; those in `background` do not count.

        The time is counted in short steps, so that a moment in which this loop was busy does not pass for a quiet one.
        A bot that is not `resting` has something in hand, though it asks for nothing at the moment.
        """
        deadline = time.monotonic() + timeout
        count, steps = -1, 0
        while True:
            requests = sum(call.name not in self.background for call in self.calls)
            count, steps = requests, steps + 1 if requests == count and self._rests() else 0
            if steps * STEP >= (seconds or self.settles):
                return
            if time.monotonic() > deadline:
                raise AssertionError(f"the bot does not come to rest:\n{self._log()}")
            await asyncio.sleep(STEP)

    def _rests(self) -> bool:
        return all(rests() for rests in self.resting)

    def assert_manners(self, *, forgive: tuple[str, ...] = ()) -> None:
        """AssertionError naming every breach of manners, but for those that contain a phrase of `forgive`."""
        breaches = [line for line in self.breaches() if not any(phrase in line for phrase in forgive)]
        if breaches:
            raise AssertionError("bad manners:\n" + "\n".join(f"- {line}" for line in breaches))

    def breaches(self) -> list[str]:
        return list(self.rudeness)

    def _log(self) -> str:
        return "\n".join(f"  {call}" for call in self.calls[-30:]) or "  (nothing)"
