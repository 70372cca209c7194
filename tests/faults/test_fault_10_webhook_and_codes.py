"""Fault 10: an unreadable call of the webhook was answered 500 and came again; one that waited held up everybody; join
codes could be guessed for ever.
"""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.adapters.telegram.listen import LARGEST, SECRET
from bot.session.limits import FIRST_PAUSE, FORGIVES, KNOWN, LONGEST_PAUSE, WRONG_CODES, Limits
from bot.session.model.inbound import Join, Open
from storage.base import Input, Taken
from storage.memory import MemoryStore
from tests.bot.adapters.telegram.test_listen import called
from tests.bot.session.harness import Room
from tests.fakes import FakeTelegram

WHO = {"id": 42, "first_name": "Ann", "is_bot": False}
CHAT = {"id": 42, "type": "private", "first_name": "Ann"}


def message(**more: Any) -> bytes:
    """An update as a body."""
    body = {"message_id": 1, "date": 0, "from": WHO, "chat": CHAT, "text": "/start"}
    return json.dumps({"update_id": 1, "message": body} | more).encode()


def secret(tg: FakeTelegram) -> str:
    """The secret that the service gave to Telegram for its calls."""
    assert tg.updates.webhook is not None
    return str(tg.updates.webhook["secret_token"])


UNREADABLE = {
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "deep inside": b'{"update_id": 1, "message": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "no JSON": b"update_id=1&message=hello",
    "cut off": message()[:-5],
    "no UTF-8": b'{"update_id": 1, "message": "\xff\xfe"}',
    "nothing": b"",
    "a list": b"[1, 2]",
    "null": b"null",
    "a number of many digits": b'{"update_id": ' + b"9" * 10_000 + b"}",
    "an infinite number": message(update_id=1).replace(b'"update_id": 1', b'"update_id": 1e999'),
    "an id that is no number": message(update_id="soon"),
    "no id": message(update_id=None),
    "a chat that is infinite": message().replace(b'"chat": {"id": 42', b'"chat": {"id": 1e999'),
    "a message that is a text": b'{"update_id": 1, "message": "x"}',
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
async def test_what_nobody_can_read_is_taken_once_and_dropped_with_a_line_in_the_log(body: bytes) -> None:
    async with FakeTelegram() as tg, called(tg, MemoryStore()) as webhook, aiohttp.ClientSession() as caller:
        headers = {SECRET: secret(tg), "Content-Type": "application/json"}
        with capture_logs() as logs:
            answer = await caller.post(webhook.url, data=body, headers=headers)
        assert answer.status == 200
        assert [line["event"] for line in logs] == ["update_unread"]
        assert not any(str(body[:20])[2:-1] in str(line) for line in logs if len(body) > 20)
        await tg.user(42, "Ann").starts()
        await tg.user(42, "Ann").private_chat().wait_for_button("Price bargaining")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
async def test_a_wrong_type_of_content_hinders_nobody(kind: str) -> None:
    async with FakeTelegram() as tg, called(tg, MemoryStore()) as webhook, aiohttp.ClientSession() as caller:
        headers = {SECRET: secret(tg), "Content-Type": kind}
        assert (await caller.post(webhook.url, data=message(), headers=headers)).status == 200
        await tg.until(lambda: tg.called("sendMessage"), "an answer")


HALF = "\ud800" * 50_000
"""Halves of surrogate pairs, as many as no Telegram sends: they cannot be stored."""
PRESS = {"id": "7", "from": WHO, "message": {"message_id": 1, "chat": CHAT}, "data": "x:0"}
UNSTORABLE = {
    "a language": message(message={"message_id": 1, "from": WHO | {"language_code": HALF}, "chat": CHAT, "text": "hi"}),
    "a name": message(message={"message_id": 1, "from": WHO | {"first_name": HALF}, "chat": CHAT, "text": "hi"}),
    "a press": message(message=None, callback_query=PRESS | {"id": HALF}),
    "a button": message(message=None, callback_query=PRESS | {"data": HALF}),
    "a reply": message(
        message={
            "message_id": 2,
            "from": WHO,
            "chat": CHAT,
            "text": "hi",
            "reply_to_message": {"reply_markup": {"inline_keyboard": [[{"callback_data": HALF}]]}},
        }
    ),
}


@pytest.mark.parametrize("body", UNSTORABLE.values(), ids=UNSTORABLE)
async def test_what_cannot_be_stored_is_cleaned_and_does_not_come_again_for_ever(body: bytes) -> None:
    async with FakeTelegram() as tg, called(tg, MemoryStore()) as webhook, aiohttp.ClientSession() as caller:
        with capture_logs() as logs:
            for _ in range(20):
                if (await caller.post(webhook.url, data=body, headers={SECRET: secret(tg)})).status == 200:
                    break
                await asyncio.sleep(0.2)
            else:
                pytest.fail("it comes again for ever")
        assert not [line["event"] for line in logs if line["log_level"] in ("warning", "error")]
        await tg.user(43, "Bea").starts()
        await tg.user(43, "Bea").private_chat().wait_for_button("Price bargaining")


class Holding(MemoryStore):
    """A store that records nothing of some people until the gate opens, as if each had used up their time."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.people: set[int] = set()
        self.recorded: list[str] = []

    async def accept(self, input: Input, to: str = "") -> Taken:
        if any(input.place.endswith(f":{number}") for number in self.people):
            await self.gate.wait()
        taken = await super().accept(input, to)
        if taken.fresh:
            self.recorded.append(input.id)
        return taken


async def test_updates_that_wait_hold_up_nobody_else(tg: FakeTelegram, store: Holding) -> None:
    crowd = [tg.user(1000 + n) for n in range(120)]  # more than there are connections
    store.people = {one.id for one in crowd}
    for one in crowd:
        await one.sends("/help")
        await one.sends("/play society")
    ann = tg.user(42, "Ann")
    await ann.starts()
    await ann.private_chat().wait_for_button("Price bargaining", timeout=60)
    assert not store.gate.is_set()
    assert len(tg.updates.pending) == 2 * len(crowd)  # nothing is confirmed before it is recorded


async def test_what_waits_is_taken_once_and_in_order_when_its_time_comes(tg: FakeTelegram, store: Holding) -> None:
    ann = tg.user(42, "Ann")
    await ann.starts()
    menu = await ann.private_chat().wait_for_button("Price bargaining")
    await tg.quiet()
    store.recorded.clear()
    store.people = {ann.id}
    await ann.sends("/help")
    await tg.until(lambda: len(tg.updates.delivered) > 1, "the message")
    await ann.presses(menu, "Price bargaining")
    await ann.sends("/help")
    first, second, third = tg.updates.pending_ids
    await tg.until(lambda: {tg.updates.delivered.count(n) > 1 for n in (first, second)} == {True}, "repeats")
    assert tg.updates.pending_ids == [first, second, third]
    store.gate.set()
    await tg.until(lambda: not tg.updates.pending, "an end")
    await tg.quiet()
    assert [id.split(":")[2] for id in store.recorded] == [str(first), str(second), str(third)]


async def test_a_body_without_end_is_not_kept() -> None:
    async with FakeTelegram() as tg, called(tg, MemoryStore()) as webhook, aiohttp.ClientSession() as caller:
        headers = {SECRET: secret(tg)}
        try:
            status = (await caller.post(webhook.url, data=io.BytesIO(b"[" * (4 * LARGEST)), headers=headers)).status
        except aiohttp.ClientError:
            status = 0  # cut off while it was still sent
        assert status in (0, 400, 413)
        assert (await caller.post(webhook.url, data=b"[]", headers=headers)).status == 200


@pytest.fixture
def store() -> Holding:
    return Holding()


@pytest.fixture
async def tg(store: Holding) -> AsyncIterator[FakeTelegram]:
    """A Telegram that calls a service with a store that holds."""
    async with FakeTelegram() as tg, called(tg, store):
        yield tg
        store.gate.set()


@pytest.fixture
def room() -> Room:
    room = Room(MemoryStore())
    room.manager.limiter.limits = Limits()
    return room


async def table(room: Room) -> str:
    """The code of a table that waits for people."""
    sid = (await room.act("ann", Open("society", rest="human", seed=1))).sid
    return (await room.session(sid)).terms.code


async def guesses(room: Room, times: int) -> list[str]:
    """The codes of the answers to this many wrong join codes, well within the usual pace."""
    found = []
    for _ in range(times):
        room.now += 1_000
        found.append((await room.command("eve", "join", "AAAAAA")).code)
    return found


async def test_after_twenty_wrong_codes_comes_a_pause_that_grows(room: Room) -> None:
    assert await guesses(room, WRONG_CODES) == ["no_game"] * WRONG_CODES
    assert await guesses(room, 1) == ["too_many_codes"]
    assert room.last("eve") == (
        "No open game has any of your last 20 codes, so let's take a break: try the next one in 29 seconds. "
        "Ask your partner to send theirs once more, and copy it whole. Your games go on as they are."
    )
    waits = []
    for _ in range(10):
        before = room.now
        while await guesses(room, 1) == ["too_many_codes"]:
            room.now += 9_000
        waits.append(room.now - before)
    assert waits == sorted(waits)
    assert waits[-1] <= LONGEST_PAUSE + 20_000
    assert waits[-1] >= LONGEST_PAUSE > 10 * FIRST_PAUSE


async def test_a_pause_keeps_even_the_right_code_shut_and_nobody_else_out(room: Room) -> None:
    code = await table(room)
    await guesses(room, WRONG_CODES)
    assert (await room.join("eve", code)).code == "too_many_codes"
    assert (await room.command("eve", "start", code)).code == "too_many_codes"
    assert (await room.join("bea", code)).what == "joined"
    assert (await room.command("eve", "help")).what == "told"
    room.now += FIRST_PAUSE
    assert (await room.join("eve", code)).what == "joined"


async def test_a_right_code_makes_up_for_wrong_ones_once_an_hour(room: Room) -> None:
    limiter = room.manager.limiter
    code = await table(room)
    await guesses(room, WRONG_CODES - 1)
    assert (await room.join("eve", code)).what == "joined"
    assert await guesses(room, WRONG_CODES - 1) == ["no_game"] * (WRONG_CODES - 1)
    limiter.guessed("eve", right=True)
    assert await guesses(room, 2) == ["no_game", "too_many_codes"]
    room.now += FORGIVES
    limiter.guessed("eve", right=True)
    assert await guesses(room, 1) == ["no_game"]


async def test_a_code_delivered_twice_counts_once(room: Room) -> None:
    for n in range(WRONG_CODES - 1):
        for _ in range(2):
            await room.act("eve", Join("AAAAAA"), f"in:{n}:twice")
    assert room.manager.limiter.guessing("eve") is None
    await guesses(room, 1)
    assert room.manager.limiter.guessing("eve") is not None


def test_what_is_remembered_of_guesses_is_bounded(room: Room) -> None:
    limiter = room.manager.limiter
    for n in range(3 * KNOWN):
        limiter.guessed(f"user:{n}", right=False)
    assert len(limiter._guesses) <= KNOWN
