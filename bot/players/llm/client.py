"""Calls to the Messages API: one request, then one reply or one reason for its absence. No decision is made here.

Three features of the library are off. Its retries would obey a `retry-after` of minutes, where a turn has seconds.
Redirects would send the key to any address. Compressed answers could unpack to more than the memory holds.
"""

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from importlib import import_module
from typing import Annotated, Any, Final

import structlog
from msgspec import Meta, Struct

from bot.players.llm import providers
from bot.players.llm.models import NAME, Known, described
from bot.players.llm.providers import Provider

log = structlog.get_logger(__name__)

MOST_TEXT, MOST_BYTES = 20_000, 1_000_000
"""Characters of a reply that are read, and bytes of an answer that are accepted."""
MOST_ID = 100
"""Characters of the platform's request id that are kept."""
FAILURES, WITHIN_SECONDS, REST_SECONDS = 10, 30.0, 20.0
"""Number of decisions without a reply, and the seconds within which they count, until the model is left alone; then the
seconds of that rest.
"""


MOST_TOKENS: Final = 10**9
"""A count of tokens from here on is none."""
Tokens = Annotated[int, Meta(ge=0, lt=MOST_TOKENS)]


class Reply(Struct, frozen=True):
    """A reply of the model.

    - `stop`: the API's stop reason; `category`: that of a refusal, "" if it names none.
    - `usage`: tokens by kind; `thinking`: those of the output that were thoughts.
    - `request`: the platform's id; `model`: the model that answered, as the platform names it.
    """

    text: str
    stop: str
    usage: dict[str, Tokens]
    request: str = ""
    category: str = ""
    thinking: Tokens = 0
    model: str = ""

    @property
    def code(self) -> str:
        """The stop reason with its category, as in `refusal:bio`."""
        return f"{self.stop}:{self.category}" if self.category else self.stop


class Failed(Exception):
    """Error: there is no reply.

    - `why`: a short code.
    - `again`: whether another try may help.
    - `wait`: seconds that the platform asked to wait.
    - `says`: the platform's own explanation. It may quote the request, so it must not be logged.
    """

    def __init__(self, why: str, *, again: bool, wait: float | None = None, request: str = "", says: str = "") -> None:
        super().__init__(why)
        self.why, self.again, self.wait, self.request, self.says = why, again, wait, request, says


class Model:
    """The Messages API of one provider. The client is made at the first call, in the calling event loop."""

    def __init__(self, key: str, base_url: str, provider: Provider = "anthropic") -> None:
        self._key, self._base_url, self.provider = key, base_url, provider
        self._client: Any = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def ask(self, body: Mapping[str, Any], seconds: float) -> Reply:
        """Send one request, and abandon it after `seconds`. Raises only `Failed`, whatever goes wrong."""
        try:
            async with asyncio.timeout(seconds):
                client = await self.connected()
                sent = {**body, "model": providers.name_at(self.provider, body["model"])}
                return reply_of(await client.messages.create(**sent, timeout=seconds))
        except TimeoutError:
            raise Failed("timeout", again=True) from None
        except Failed:
            raise
        except Exception as problem:
            raise self._failure(problem) from None

    async def describe(self, model: str, seconds: float) -> Known | None:
        """Return a model's facts from the Models API; None if there is no such API, or it does not know the model."""
        if self.provider != "anthropic":  # the others have no such API
            return None
        try:
            async with asyncio.timeout(seconds):
                client = await self.connected()
                return described(await client.models.retrieve(model, timeout=seconds))
        except Exception as problem:
            log.info("llm_not_described", model=model, error=type(problem).__name__)
            return None

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.close()

    async def connected(self) -> Any:
        """Return the SDK's client, for this event loop."""
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            # The library takes seconds to import; in a thread, it does not block others.
            library = await asyncio.to_thread(import_module, "anthropic")
            if self._client is None or self._loop is not loop:  # another task may have made it meanwhile
                self._client = providers.client(
                    library,
                    self.provider,
                    self._key,
                    self._base_url,
                    max_retries=0,
                    default_headers={"accept-encoding": "identity"},
                    http_client=library.DefaultAsyncHttpxClient(
                        follow_redirects=False, event_hooks={"response": [_bounded]}
                    ),
                )
                self._loop = loop
        return self._client

    def _failure(self, problem: Exception) -> Failed:
        failed = _failure(problem)
        # The clients of these providers look for credentials at each request; the errors have no common class.
        missed = failed.why == "garbage" and self.provider != "anthropic" and not _answered(problem)
        return Failed("credentials", again=False) if missed else failed


def _answered(problem: Exception) -> bool:
    """Return whether an exception is about an answer that came."""
    from anthropic import APIError

    return isinstance(problem, APIError | json.JSONDecodeError) or isinstance(problem.__cause__, Unwelcome)


class Unwelcome(Exception):
    """Error: an answer that is compressed, or longer than any legitimate answer."""


async def _bounded(response: Any) -> None:
    """Limit the length of an answer; called before its body is read. Raises `Unwelcome`."""
    if response.headers.get("content-encoding", "identity") != "identity":
        raise Unwelcome("packed")
    response.stream = _bounding(response.stream)


def _bounding(stream: Any) -> Any:
    from httpx2 import AsyncByteStream

    class Bounded(AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            taken = 0
            async for part in stream:
                taken += len(part)
                if taken > MOST_BYTES:
                    raise Unwelcome("long")
                yield part

        async def aclose(self) -> None:
            await stream.aclose()

    return Bounded()


def ends(model: str) -> str:
    """Return the day on which the platform stops serving a model, by its library; "" if it does not say."""
    from anthropic.resources.messages.messages import DEPRECATED_MODELS

    return DEPRECATED_MODELS.get(model, "")


def reply_of(message: Any) -> Reply:
    """Return the reply in a message. Anything else that came with status 200 counts as garbage."""
    content, stop = getattr(message, "content", None), getattr(message, "stop_reason", None)
    request = str(getattr(message, "_request_id", None) or "")[:MOST_ID]
    if not isinstance(content, list):
        raise Failed("garbage", again=True, request=request)
    parts = []
    for block in content:
        kind = getattr(block, "type", "")
        if kind == "text" and isinstance(block.text, str):
            parts.append(block.text)
        elif kind == "tool_use":
            parts.append(json.dumps(block.input))
    usage = getattr(message, "usage", None)
    counted = {key: _count(getattr(usage, key, None)) for key in _COUNTED}
    served = getattr(message, "model", None)
    return Reply(
        text="".join(parts)[:MOST_TEXT],
        stop=_code(stop),
        usage={k: n for k, n in counted.items() if n},
        request=request,
        category=_code(getattr(getattr(message, "stop_details", None), "category", None)),
        thinking=_count(getattr(getattr(usage, "output_tokens_details", None), "thinking_tokens", None)),
        model=served if isinstance(served, str) and re.fullmatch(NAME, served) else "",
    )


def _code(value: object) -> str:
    """Return a code of the API; "other" for any other text, because logs hold codes only."""
    if not value:
        return ""
    return value if isinstance(value, str) and re.fullmatch(r"[a-z_]{1,40}", value) else "other"


_COUNTED = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


def _count(value: object) -> int:
    return value if isinstance(value, int) and 0 < value < MOST_TOKENS else 0


def _failure(problem: Exception) -> Failed:
    """Return the `Failed` for an exception of the library. An unexpected one counts as garbage."""
    from anthropic import APIConnectionError, APIResponseValidationError, APIStatusError, APITimeoutError

    if isinstance(problem.__cause__, Unwelcome):
        return Failed("garbage", again=True)
    if isinstance(problem, APITimeoutError):
        return Failed("timeout", again=True)
    if isinstance(problem, APIConnectionError):
        return Failed("connection", again=True)
    if isinstance(problem, APIStatusError) and not isinstance(problem, APIResponseValidationError):
        status, headers = problem.status_code, problem.response.headers
        again = status in (408, 409, 429) or status >= 500
        should = headers.get("x-should-retry")
        again = should == "true" if should in ("true", "false") else again
        body = problem.body if isinstance(problem.body, dict) else {}
        error = body.get("error")
        says = str(error.get("message", ""))[:200] if isinstance(error, dict) else ""
        return Failed(
            f"http_{status}", again=again, wait=_wait(headers), request=(problem.request_id or "")[:MOST_ID], says=says
        )
    return Failed("garbage", again=True)


def _wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that the platform asks us to wait; None if it names no number."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            wait = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if wait >= 0:  # neither negative nor NaN
            return wait
    return None


class Breaker:
    """Circuit breaker of one model: after several decisions in a row without a reply it is left alone for a while."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failed: deque[float] = deque(maxlen=FAILURES)
        self._until = 0.0

    @property
    def open(self) -> bool:
        """True if the model is being left alone."""
        return self._now() < self._until

    def report(self, replied: bool) -> None:
        """Record whether a decision got a reply."""
        if replied:
            self._failed.clear()
            return
        now = self._now()
        self._failed.append(now)
        if len(self._failed) == FAILURES and now - self._failed[0] <= WITHIN_SECONDS:
            self._until = now + REST_SECONDS
            self._failed.clear()
            log.warning("llm_left_alone", seconds=REST_SECONDS)
