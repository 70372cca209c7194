"""Fault 10: an unreadable call of the webhook was answered 500 and came again; join codes could be guessed for ever."""

import io
import json
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.adapters.telegram.listen import LARGEST, SECRET
from bot.sessions.inbound import Join, Open
from bot.sessions.limits import FIRST_PAUSE, FORGIVES, KNOWN, LONGEST_PAUSE, WRONG_CODES, Limits, Turnstile
from storage.memory import MemoryStore
from tests.bot.adapters.telegram.test_listen import called
from tests.bot.sessions.room import Room
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
def room() -> Room:
    room = Room(MemoryStore())
    room.manager.turnstile = Turnstile(Limits(), lambda: room.now)
    return room


async def table(room: Room) -> str:
    """The code of a table that waits for people."""
    sid = (await room.act("ann", Open("society", rest="human", seed=1))).sid
    return (await room.session(sid)).terms.code


async def guesses(room: Room, times: int) -> list[str]:
    """The codes of the answers to so many wrong join codes, well within the usual pace."""
    found = []
    for _ in range(times):
        room.now += 1_000
        found.append((await room.command("eve", "join", "AAAAAA")).code)
    return found


async def test_after_twenty_wrong_codes_comes_a_pause_that_grows(room: Room) -> None:
    assert await guesses(room, WRONG_CODES) == ["no_game"] * WRONG_CODES
    assert await guesses(room, 1) == ["too_many_codes"]
    assert room.last("eve") == (
        "That makes 20 codes in a row that no open game has, so let's take a break: try the next one in 29 seconds. "
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
    turnstile = room.manager.turnstile
    code = await table(room)
    await guesses(room, WRONG_CODES - 1)
    assert (await room.join("eve", code)).what == "joined"
    assert await guesses(room, WRONG_CODES - 1) == ["no_game"] * (WRONG_CODES - 1)
    turnstile.guessed("eve", right=True)
    assert await guesses(room, 2) == ["no_game", "too_many_codes"]
    room.now += FORGIVES
    turnstile.guessed("eve", right=True)
    assert await guesses(room, 1) == ["no_game"]


async def test_a_code_delivered_twice_counts_once(room: Room) -> None:
    for n in range(WRONG_CODES - 1):
        for _ in range(2):
            await room.act("eve", Join("AAAAAA"), f"in:{n}:twice")
    assert room.manager.turnstile.guessing("eve") is None
    await guesses(room, 1)
    assert room.manager.turnstile.guessing("eve") is not None


def test_what_is_remembered_of_guesses_is_bounded(room: Room) -> None:
    turnstile = room.manager.turnstile
    for n in range(3 * KNOWN):
        turnstile.guessed(f"user:{n}", right=False)
    assert len(turnstile._guesses) <= KNOWN
