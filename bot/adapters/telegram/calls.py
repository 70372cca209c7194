"""Calls to the Bot API: its errors translated into this program's. A chat that must wait gets no calls meanwhile."""

import asyncio
import json
import os
import re
import time
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import structlog
from telegram import Bot, Message
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError
from telegram.request import HTTPXRequest

from bot.adapters.base import Gone, Later
from bot.adapters.telegram.reading import WANTED
from bot.runtime.errors import CannotServe
from bot.session.outbox import StoreError

T = TypeVar("T")
Call = Callable[[], Awaitable[T]]
log = structlog.get_logger(__name__)
# Without this setting the library warns each time about a coming change in how it gives durations.
os.environ.setdefault("PTB_TIMEDELTA", "1")

READ_SECONDS, CONNECT_SECONDS = 15.0, 10.0
CONNECTIONS = 64
TRIES, LONGEST_PAUSE = 7, 30.0
"""Number of tries of a background call, and the longest pause in between, in seconds."""
LONGEST_WAIT, LARGEST_NUMBER = 86_400, 1 << 53
"""Maximum of seconds that a server may ask us to wait, and the limit of valid chat numbers."""
PRESSES = 0
"""Stands for the chat in calls that concern none: answers to presses are counted separately."""


UNREADABLE, REFUSED = object(), object()
"""Results for answers without a readable content: one that says ok, and one that says no with status 200."""
_OK = re.compile(rb'\s*\{\s*"ok"\s*:\s*true\b')
_FALSE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""Errors of the library on a malformed answer."""


class Unread(TelegramError):
    """Error: a call succeeded, but its answer cannot be read. `ref` is the message's number, "" if it has none."""

    def __init__(self, ref: str = "") -> None:
        super().__init__("The answer cannot be read")
        self.ref = ref


class _Requests(HTTPXRequest):
    """Request class that logs nothing of an answer that is not JSON; the library's quotes it, people's words too."""

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(payload.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            answer = {"ok": True} if _OK.match(payload) else None
        if not isinstance(answer, dict):
            raise TelegramError("Invalid server response")
        if not isinstance(answer.get("description", ""), str):
            del answer["description"]
        answer["parameters"] = _numbers(answer.get("parameters"))
        return {"result": UNREADABLE if answer.get("ok") else REFUSED, **answer}


def _numbers(parameters: object) -> dict[str, float]:
    found = parameters.items() if isinstance(parameters, dict) else ()
    made = {key: value for key, value in found if type(value) in (int, float) and abs(value) < LARGEST_NUMBER}
    return made | {"retry_after": min(made["retry_after"], LONGEST_WAIT)} if "retry_after" in made else made


NO_ACCOUNT = (
    "The answer to getMe cannot be used: it lacks the bot's id, first_name or username. PARLEY_TELEGRAM_API must be "
    "the address of a Bot API server."
)


class Account(Bot):
    """The library's client. `api` is the base address of the Bot API, without `/bot`."""

    def __init__(self, token: str, api: str) -> None:
        base = api.rstrip("/")
        super().__init__(
            token,
            base_url=f"{base}/bot",
            base_file_url=f"{base}/file/bot",
            request=_Requests(
                connection_pool_size=CONNECTIONS,
                read_timeout=READ_SECONDS,
                connect_timeout=CONNECT_SECONDS,
                pool_timeout=READ_SECONDS,
            ),
            get_updates_request=_Requests(connection_pool_size=2, connect_timeout=CONNECT_SECONDS),
        )

    async def _do_post(self, endpoint: str, data: dict[str, Any], **how: Any) -> Any:
        """Make a call. Raises `Unread` if it posted but the answer cannot be read: a retry would post twice."""
        result: Any = await super()._do_post(endpoint, data, **how)
        if result is REFUSED:
            raise TelegramError("Invalid server response")
        edits, sends = endpoint.startswith("edit"), endpoint.startswith("send") and endpoint != "sendChatAction"
        if sends or (edits and result is not True):
            try:
                readable = Message.de_json(result, self) is not None
            except _FALSE:
                readable = False
            if not readable:
                number = result.get("message_id") if isinstance(result, dict) else None
                raise Unread(str(number) if type(number) is int else "")
        return result

    async def introduced(self) -> None:
        """Log in. Raises `CannotServe` if the server's answer names no bot."""
        try:
            await self.initialize()
            known = isinstance(self.bot.username, str) and bool(self.bot.username) and self.bot.id > 0
        except _FALSE:
            known = False
        except RuntimeError:  # the library raises this if it knows no bot
            known = False
        if not known:
            raise CannotServe(NO_ACCOUNT)

    async def updates(self, offset: int | None, seconds: int) -> list[dict[str, Any]]:
        """Return the updates of one long poll, as bare JSON. The library's own method reads all updates of a batch or
        none, and logs people's words when it cannot.
        """
        data = {"offset": offset, "timeout": seconds, "allowed_updates": WANTED}
        found = await self._post("getUpdates", data, read_timeout=seconds + READ_SECONDS)
        if not isinstance(found, list):
            raise TelegramError("Invalid server response")
        return found


class Calls:
    """Guard for calls, and runner of background calls. `BadRequest` passes on, because the caller knows its meaning."""

    def __init__(self) -> None:
        self.moved: dict[int, int] = {}
        """Groups that became supergroups, with their new numbers."""
        self._until: dict[int, float] = {}
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._asides: set[asyncio.Task[None]] = set()

    async def __call__(self, chat: int, call: Call[T]) -> T:
        """Make a call, unless its chat must wait. Raises `Later` and `Gone`."""
        if chat == PRESSES:
            return await self._made(chat, call)
        # One after the other: a call that is told to wait holds back those that would overtake its answer.
        async with self._turns.setdefault(chat, asyncio.Lock()):
            return await self._made(chat, call)

    async def _made(self, chat: int, call: Call[T]) -> T:
        rest = self.waits(chat)
        if rest > 0:
            raise Later(rest)
        try:
            return await call()
        except Unread:
            raise
        except RetryAfter as problem:
            self._until[chat] = time.monotonic() + seconds_of(problem)
            raise Later(seconds_of(problem)) from problem
        except ChatMigrated as problem:
            self.moved[chat] = problem.new_chat_id
            raise Later(0.0) from problem
        except Forbidden as problem:
            raise Gone(problem.message) from problem
        except BadRequest as problem:
            if "chat not found" in problem.message.lower():
                raise Gone(problem.message) from problem
            raise
        except TelegramError as problem:
            raise Later(0.0) from problem

    def waits(self, chat: int) -> float:
        """Return the seconds for which a chat must be left alone."""
        until = self._until.get(chat)
        if until is None:
            return 0.0
        rest = until - time.monotonic()
        if rest <= 0:
            del self._until[chat]
        return max(rest, 0.0)

    async def patiently(self, chat: int, call: Call[T], tries: int = TRIES) -> T:
        """Make a call, and retry it with growing pauses. Raises the last `Later`."""
        for n in range(tries - 1):
            try:
                return await self(chat, call)
            except Later as pause:
                await asyncio.sleep(max(pause.seconds, min(0.25 * 2**n, LONGEST_PAUSE)))
        return await self(chat, call)

    def aside(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a call in the background. A failure is only logged."""
        task = asyncio.create_task(_quietly(work))
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    async def settle(self, seconds: float) -> None:
        """Wait up to this many seconds for background calls, then cancel them."""
        if self._asides:
            await asyncio.wait(self._asides, timeout=seconds)
        for task in self._asides:
            task.cancel()
        await asyncio.gather(*self._asides, return_exceptions=True)


async def _quietly(work: Coroutine[Any, Any, object]) -> None:
    try:
        await work
    except (Later, Gone, TelegramError, StoreError) as problem:
        log.info("aside_undone", error=type(problem).__name__)
    except Exception:
        log.exception("aside_failed")


def seconds_of(problem: RetryAfter) -> float:
    after = problem.retry_after
    return after.total_seconds() if isinstance(after, timedelta) else float(after)
