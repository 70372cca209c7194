"""The desk: every question to a model passes here. It is answered from the record, by a call, or by a batch.

A question is named by its match, its seat and its number, so that a bench that is started again finds its answer. A
failure of the way to the model is waited out, with longer and longer pauses; it never counts as an answer.
"""

import asyncio
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, Final, Protocol

from msgspec import Struct

from bot.players.llm.client import Failed, Reply
from bot.players.llm.request import fingerprint
from bot.research.bench.record import Answered, Record

PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
"""Seconds between the tries of one call. After the last of them its game is put off until the next run."""
FIRST_PAUSES: Final = 3
"""Number of these pauses for a model that has never answered: its name or the key may be wrong."""
LONGEST_WAIT: Final = 300.0
"""Seconds that a platform may ask us to wait."""
CALL_SECONDS: Final = 600.0


class Asks(Protocol):
    """A model that can be asked: `bot.players.llm.client.Model`, or what stands in its place."""

    async def ask(self, body: Mapping[str, Any], seconds: float) -> Reply: ...


class Desk(Protocol):
    """The place where questions are answered. `calls` counts answers that came in this run."""

    record: Record
    calls: int

    async def ask(self, model: Asks, key: str, body: Mapping[str, Any]) -> Answered: ...

    def begin(self) -> None:
        """Note that a game begins."""

    def end(self) -> None:
        """Note that a game has ended."""


class Live:
    """A desk that calls the model for each question at once."""

    def __init__(self, record: Record, pauses: Sequence[float] = PAUSES) -> None:
        self.record, self.pauses, self.calls = record, pauses, 0
        self._heard: set[str] = set()

    async def ask(self, model: Asks, key: str, body: Mapping[str, Any]) -> Answered:
        """Return the answer, from the record if it is there. Raises `Failed` and `BadRecord`."""
        sent = fingerprint(dict(body))
        found = self.record.answer(key, sent)
        if found is not None:
            return found
        self.record.asking(key)
        pauses = self.pauses if body["model"] in self._heard else self.pauses[:FIRST_PAUSES]
        for pause in (*pauses, None):
            began = monotonic()
            try:
                reply = await model.ask(body, CALL_SECONDS)
            except Failed as failed:
                if pause is None or not failed.again:
                    raise
                await asyncio.sleep(pause if failed.wait is None else min(failed.wait, LONGEST_WAIT))
            else:
                self.calls += 1
                self._heard.add(body["model"])
                return self.record.answered(key, sent, reply, round(monotonic() - began, 3))
        raise AssertionError("the last try returns or raises")

    def begin(self) -> None:
        pass

    def end(self) -> None:
        pass


class Call(Struct, frozen=True):
    """An answer that a seat got: tokens by kind, and the seconds that it took, None in a batch."""

    usage: dict[str, int]
    seconds: float | None


class Mailbox:
    """The model as one seat of one match sees it: `calls` are its answers, `last` the last question with its answer."""

    def __init__(self, desk: Desk, model: Asks, name: str) -> None:
        self.desk, self.model, self.name = desk, model, name
        self.calls: list[Call] = []
        self.asked = 0
        self.last: tuple[Mapping[str, Any], Reply] | None = None

    async def ask(self, body: Mapping[str, Any], seconds: float) -> Reply:
        """Ask the next question of this seat. Raises `Failed`, never to be tried again."""
        self.asked += 1
        reply = await self.apart(str(self.asked), body)
        self.last = body, reply
        return reply

    async def apart(self, number: str, body: Mapping[str, Any]) -> Reply:
        """Ask a question under a name of its own."""
        try:
            answered = await self.desk.ask(self.model, f"{self.name}/{number}", body)
        except Failed as failed:
            raise Failed(failed.why, again=False, request=failed.request, says=failed.says) from None
        self.calls.append(Call(answered.reply.usage, answered.seconds))
        return answered.reply
