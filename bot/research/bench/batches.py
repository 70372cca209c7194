"""A desk that collects one question of every running game and sends them together through the Batches API.

All games run at once. As soon as each of them waits for an answer, the questions go out as one batch; when it has
ended, its results are on record and the games go on. So a bench takes as many batches as its longest game has plies.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from bot.players.llm.client import Failed, Reply, reply_of
from bot.players.llm.request import fingerprint
from bot.research.bench.desk import Asks
from bot.research.bench.record import Answered, Record, Sent
from bot.runtime.settings import Settings
from games.core.codec import digest

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

MOST: Final = 5_000
"""Questions of one batch."""
POLL_SECONDS, LONGEST_POLL = 1.0, 60.0
"""First and longest pause between two looks at a batch; each is twice as long as the one before."""
LIBRARY_TRIES: Final = 5
"""Tries of the library for each call that makes, looks at or fetches a batch."""
TRIES: Final = 3
"""Batches that a question may be part of before its game is put off."""
_CODES: Final = {
    "invalid_request_error": "http_400",
    "authentication_error": "http_401",
    "permission_error": "http_403",
    "not_found_error": "http_404",
    "request_too_large": "http_413",
    "rate_limit_error": "http_429",
    "api_error": "http_500",
    "timeout_error": "timeout",
    "overloaded_error": "http_529",
}
_AGAIN: Final = frozenset({"http_429", "http_500", "http_529", "timeout", "expired", "canceled"})


async def connected(settings: Settings) -> "AsyncAnthropic | None":
    """Return the library's client, for batches and for counting tokens; None without a key of the platform.

    Unlike the client of single calls it takes answers of any length, as a batch's results come in one.
    """
    if settings.anthropic_api_key is None:
        return None
    library = await asyncio.to_thread(import_module, "anthropic")
    made: AsyncAnthropic = library.AsyncAnthropic(
        api_key=settings.anthropic_api_key.get_secret_value(),
        base_url=settings.anthropic_base_url,
        max_retries=LIBRARY_TRIES,
        http_client=library.DefaultAsyncHttpxClient(follow_redirects=False),
    )
    return made


class Waiting:
    """A question that waits for its batch."""

    def __init__(self, key: str, body: Mapping[str, Any]) -> None:
        self.key, self.body, self.sent = key, body, fingerprint(dict(body))
        self.tries = 0
        self.answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()


class Batched:
    """The desk of a bench in batches. `run` must be active while games are played."""

    def __init__(self, record: Record, client: "AsyncAnthropic", poll: float = POLL_SECONDS) -> None:
        self.record, self.client, self.poll, self.calls = record, client, poll, 0
        self._waiting: dict[str, Waiting] = {}
        self._playing = 0
        self._full = asyncio.Event()

    async def ask(self, model: Asks, key: str, body: Mapping[str, Any]) -> Answered:
        """Return the answer, from the record if it is there. Raises `Failed` and `BadRecord`."""
        question = Waiting(key, body)
        found = self.record.answer(key, question.sent)
        if found is not None:
            return found
        self._waiting[key] = question
        self._look()
        return await question.answer

    def begin(self) -> None:
        self._playing += 1

    def end(self) -> None:
        self._playing -= 1
        self._look()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Fetch the results of earlier batches, then send batches while this block lasts."""
        for batch in list(self.record.batches.values()):
            await self._fetch(batch, {})
        driver = asyncio.create_task(self._drive())
        try:
            yield
        finally:
            driver.cancel()

    def _look(self) -> None:
        """Wake the driver if every game waits."""
        if self._waiting and len(self._waiting) >= self._playing:
            self._full.set()

    async def _drive(self) -> None:
        while True:
            await self._full.wait()
            self._full.clear()
            taken, self._waiting = list(self._waiting.values()), {}
            try:
                for at in range(0, len(taken), MOST):
                    await self._send(taken[at : at + MOST])
            except Exception as problem:
                for question in taken:
                    if not question.answer.done():
                        question.answer.set_exception(_failed(problem))

    async def _send(self, questions: list[Waiting]) -> None:
        named = {digest(question.key.encode(), question.sent.encode()): question for question in questions}
        for question in questions:
            question.tries += 1
            self.record.asking(question.key)
        requests: Any = [{"custom_id": name, "params": dict(question.body)} for name, question in named.items()]
        made = await self.client.messages.batches.create(requests=requests)
        batch = Sent(
            made.id,
            {name: question.key for name, question in named.items()},
            {name: question.sent for name, question in named.items()},
        )
        self.record.sent(batch)
        await self._fetch(batch, named)

    async def _fetch(self, batch: Sent, named: Mapping[str, Waiting]) -> None:
        """Wait for the end of a batch, and put its results on record and to the games."""
        pause = self.poll
        while not await self._ended(batch):
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_POLL)
        left = dict(named)
        async for row in await self.client.messages.batches.results(batch.batch):
            key, question = batch.keys.get(row.custom_id), left.pop(row.custom_id, None)
            if key is None:
                continue
            made = _result(row.result)
            if isinstance(made, Reply):
                self.calls += 1
                answered = self.record.answered(key, batch.sent[row.custom_id], made)
                if question is not None:
                    question.answer.set_result(answered)
            elif question is not None:
                self._again(question, made)
        for question in left.values():
            self._again(question, Failed("missing", again=True))
        self.record.fetched(batch.batch)

    async def _ended(self, batch: Sent) -> bool:
        return (await self.client.messages.batches.retrieve(batch.batch)).processing_status == "ended"

    def _again(self, question: Waiting, failed: Failed) -> None:
        """Put a question into the next batch, or give it up."""
        if failed.again and question.tries < TRIES:
            self._waiting[question.key] = question
            self._look()
        else:
            question.answer.set_exception(failed)


def _result(result: Any) -> Reply | Failed:
    """Return the reply in a result of a batch, or why there is none."""
    if result.type == "succeeded":
        try:
            return reply_of(result.message)
        except Failed as failed:
            return failed
    if result.type == "errored":
        error = getattr(result.error, "error", None)
        code = _CODES.get(str(getattr(error, "type", "")), "http_500")
        return Failed(code, again=code in _AGAIN, says=str(getattr(error, "message", ""))[:200])
    return Failed(str(result.type), again=result.type in _AGAIN)


def _failed(problem: Exception) -> Failed:
    """Return the failure of a batch that could not be sent or fetched, in spite of the library's own tries."""
    status = getattr(problem, "status_code", None)
    return Failed(f"http_{status}" if isinstance(status, int) else "connection", again=False)
