"""Receipt of updates: by long polling, or by a webhook. Either way no update is dropped, and none is confirmed before
it is taken.
"""

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import structlog
from aiohttp import web
from msgspec import Struct
from telegram.error import BadRequest, Conflict, InvalidToken, RetryAfter, TelegramError

from bot.adapters.telegram.calls import Account, seconds_of
from bot.adapters.telegram.reading import WANTED
from bot.runtime.errors import CannotServe
from bot.runtime.http import Http
from bot.runtime.listening import webhook_part

T = TypeVar("T")
Take = Callable[[Sequence[dict[str, Any]], float], Awaitable[Collection[int]]]
"""Function that takes updates, for up to this many seconds. Returns the numbers of those that may not be
confirmed yet.
"""
log = structlog.get_logger(__name__)

POLL_SECONDS = 25
LEAST_SECONDS = 0.5
"""Minimum of seconds between two polls that bring nothing new. A server with long polling takes longer by itself;
without this pause, one that answers at once was asked 430 times a second.
"""
PATIENCE = 0.25
"""Seconds after which the next updates are requested, or a call is answered, even if some are still being taken."""
CONNECTIONS = 100
"""Connections of a webhook, as many as Telegram allows. It sends a chat's messages one after the other, and the next
one only after 200. With one connection it has two chats in hand at a time, and these would hold up everybody.
"""
AGAIN = "1"
"""Seconds after which Telegram sends again what is still being taken. Without this it waits longer every time."""
LONGEST_PAUSE = 10.0
SECRET = "X-Telegram-Bot-Api-Secret-Token"
LARGEST = 1 << 20
"""Maximum of bytes of an update."""
TWO = "another process asks for this bot, or its webhook is set: stop one of them"
NO_BOT = (
    "Telegram does not know this bot: PARLEY_TELEGRAM_TOKEN must be the token that @BotFather gave you, "
    "and PARLEY_TELEGRAM_API, if it is set, an address without /bot."
)


class Webhook(Struct, frozen=True):
    """Settings of a webhook: `url` is the public address that Telegram calls, `listen` the HOST:PORT behind it."""

    url: str
    listen: str


class Listener:
    """Receiver that logs in and hands in updates. `http` serves the webhook."""

    def __init__(self, bot: Account, token: str, webhook: Webhook | None, http: Http | None = None) -> None:
        self.bot, self.webhook, self._http = bot, webhook, http or Http()
        self.ready: Callable[[], None] = lambda: None
        """Called after each log-in."""
        self._secret = sha256(f"webhook {token}".encode()).hexdigest()

    async def run(self, take: Take, stop: asyncio.Event) -> None:
        """Listen until `stop`. Raises `CannotServe`."""
        await self._until_it_works(self._log_in, stop)
        if stop.is_set():
            return
        log.info("telegram_ready", bot=self.bot.username, webhook=self.webhook is not None)
        self.ready()
        if self.webhook is None:
            await self._poll(take, stop)
        else:
            await self._serve(self.webhook, take, stop)

    async def _until_it_works(self, work: Callable[[], Awaitable[None]], stop: asyncio.Event) -> None:
        """Repeat `work` until the platform can be reached, or until `stop`."""
        trouble = 0
        while not stop.is_set():
            try:
                await work()
                return
            except TelegramError as problem:
                trouble += 1
                await self._pause(stop, problem, trouble)

    async def _log_in(self) -> None:
        try:
            await self.bot.introduced()
        except InvalidToken:
            raise CannotServe(NO_BOT) from None
        if self.webhook is not None:
            return
        try:
            await self.bot.delete_webhook(drop_pending_updates=False)
        except (BadRequest, InvalidToken) as problem:
            log.warning("webhook_stays", error=type(problem).__name__)

    async def _pause(self, stop: asyncio.Event, problem: TelegramError, trouble: int) -> None:
        seconds = min(0.25 * 2**trouble, LONGEST_PAUSE)
        if isinstance(problem, RetryAfter):
            seconds = seconds_of(problem)
        elif isinstance(problem, Conflict | InvalidToken):
            seconds = max(seconds, 5.0)
        why = {"because": TWO} if isinstance(problem, Conflict) else {"because": _root(problem)}
        log.warning("telegram_trouble", error=type(problem).__name__, pause=seconds, **why)
        await _unless(stop, asyncio.sleep(seconds))

    async def _poll(self, take: Take, stop: asyncio.Event) -> None:
        offset: int | None = None
        trouble = 0
        clock = asyncio.get_running_loop().time
        while not stop.is_set():
            began = clock()
            try:
                batch = await _unless(stop, self.bot.updates(offset, POLL_SECONDS))
            except TelegramError as problem:
                trouble += 1
                await self._pause(stop, problem, trouble)
                continue
            trouble = 0
            rest = LEAST_SECONDS
            if batch:
                # Telegram gives everything from the offset on: updates in progress come again, along with new ones.
                waiting = await take(batch, PATIENCE)
                after = max((number + 1 for number in map(_number, batch) if number is not None), default=offset)
                reached = min(waiting, default=after)
                if reached != offset:
                    offset = reached
                    continue
                rest = PATIENCE if waiting else LEAST_SECONDS
            # A server that answers at once, with nothing new, must not be asked without a pause.
            if (rest := began + rest - clock()) > 0:
                await _unless(stop, asyncio.sleep(rest))

    async def _serve(self, webhook: Webhook, take: Take, stop: asyncio.Event) -> None:
        app = web.Application()
        app.add_routes([web.post("/{path:.*}", _Calls(take, self._secret).post)])
        async with self._http.serving(webhook_part(webhook.url, webhook.listen), app):
            await self._until_it_works(self._announce, stop)
            await stop.wait()

    async def _announce(self) -> None:
        assert self.webhook is not None
        try:
            await self.bot.set_webhook(
                self.webhook.url,
                allowed_updates=WANTED,
                drop_pending_updates=False,
                max_connections=CONNECTIONS,
                secret_token=self._secret,
            )
        except BadRequest as problem:
            raise CannotServe(f"Telegram does not take PARLEY_TELEGRAM_WEBHOOK: {problem.message}.") from None


class _Calls:
    """Handler of Telegram's calls, an update each. Status 200 says that it is recorded, or that nobody can ever read
    it. After any other status Telegram sends it again. An update that takes long gets such a status too, and stays in
    progress meanwhile. The body is read as it arrives, whatever type it claims to have.
    """

    def __init__(self, take: Take, secret: str) -> None:
        self._take, self._secret = take, secret.encode()

    async def post(self, request: web.Request) -> web.Response:
        if not hmac.compare_digest(request.headers.get(SECRET, "").encode(errors="replace"), self._secret):
            return web.Response(status=403)
        body = bytearray()
        async for chunk in request.content.iter_any():
            body += chunk
            if len(body) > LARGEST:
                return web.Response(status=413, headers={"Connection": "close"})
        try:
            update = json.loads(bytes(body))
        except (ValueError, RecursionError) as problem:
            log.warning("update_unread", error=type(problem).__name__, bytes=len(body))
            return web.Response()
        try:
            waiting = await self._take([update], PATIENCE)
        except Exception:
            log.exception("update_failed")
            return web.Response(status=500)
        return web.Response(status=503, headers={"Retry-After": AGAIN}) if waiting else web.Response()


def _number(update: object) -> int | None:
    """Return the number by which an update is confirmed; None if it has none."""
    number = update.get("update_id") if isinstance(update, dict) else None
    return number if type(number) is int else None


def _root(problem: BaseException) -> str:
    """Return the type of an error's root cause (a refused connection, …). Its text might contain the token."""
    while (deeper := problem.__cause__ or problem.__context__) is not None:
        problem = deeper
    return type(problem).__name__


async def _unless(stop: asyncio.Event, work: Coroutine[Any, Any, T]) -> T | None:
    """Return the result of `work`; None if `stop` was set before."""
    task, halt = asyncio.ensure_future(work), asyncio.ensure_future(stop.wait())
    await asyncio.wait({task, halt}, return_when=asyncio.FIRST_COMPLETED)
    halt.cancel()
    if task.done():
        return task.result()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return None
