"""Answers of servers that only resemble Telegram's or Discord's: none ends or repeats anything."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import discord
import pytest
from aiohttp import web
from structlog.testing import capture_logs

from bot.adapters.telegram.adapter import Telegram
from bot.adapters.telegram.listen import LEAST_SECONDS
from bot.app import run
from bot.players import find
from bot.runtime.errors import CannotServe
from bot.session.manager import Manager
from bot.session.outbox import Posts
from storage.memory import MemoryStore
from tests.bot.adapters.discord.service import House as Server
from tests.fakes import FakeDiscord, FakeTelegram

Garbler = Callable[[Any], bytes | None]
"""Makes another answer of one; None leaves it as it is."""


class Foreign(FakeTelegram):
    """Does what it is told, and answers some methods otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.garbled: dict[str, Garbler] = {}

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        answer = await super()._serve(request)
        garble = self.garbled.get(request.match_info["method"])
        if garble is None or not isinstance(answer, web.Response) or answer.status != 200:
            return answer
        assert isinstance(answer.body, bytes)
        body = garble(json.loads(answer.body))
        return answer if body is None else web.Response(body=body, content_type="application/json")


def serving(tg: FakeTelegram, stop: asyncio.Event) -> asyncio.Task[None]:
    store = MemoryStore()
    return asyncio.create_task(run(Manager(store, find), [Telegram(tg.token, tg.url, Posts(store))], stop, patience=3))


def without(*keys: str) -> Garbler:
    """The result without some of its fields."""
    return lambda answer: json.dumps(
        {"ok": True, "result": {k: v for k, v in answer["result"].items() if k not in keys}}
    ).encode()


def saying(body: bytes) -> Garbler:
    return lambda answer: body


@pytest.mark.parametrize(
    "garble",
    [
        without("username"),
        without("first_name"),
        without("id"),
        without("is_bot"),
        saying(b'{"ok": true}'),
        saying(b'{"ok": true, "result": true}'),
        saying(b'{"ok": true, "result": []}'),
        saying(b'{"ok": true, "result": {"id": "x", "is_bot": true, "first_name": "P", "username": 7}}'),
    ],
)
async def test_an_account_that_cannot_be_read_ends_with_a_sentence_that_names_the_setting(garble: Garbler) -> None:
    async with Foreign() as tg:
        tg.garbled["getMe"] = garble
        with pytest.raises(CannotServe, match=r"The answer to getMe cannot be used.*PARLEY_TELEGRAM_API"):
            await serving(tg, asyncio.Event())


@pytest.mark.parametrize(
    "garble",
    [
        without("date"),
        without("message_id"),
        saying(b'{"ok": true}'),
        saying(b'{"ok": true, "result": true}'),
        saying(b'{"ok": true, "result": "sent"}'),
        saying(b'{"ok": true, "result": {"message_id": 5, "date'),
        saying(b'{"ok": true, "result": ' + b"[" * 100_000),
    ],
)
async def test_a_message_that_is_out_is_not_sent_again_because_its_answer_cannot_be_read(garble: Garbler) -> None:
    async with Foreign() as tg:
        tg.garbled["sendMessage"] = garble
        ann, stop = tg.user(42, "Ann"), asyncio.Event()
        await ann.starts()
        with capture_logs() as logs:
            running = serving(tg, stop)
            chat = ann.private_chat()
            await chat.wait_for_button("Price bargaining")
            await ann.sends("/help")
            await tg.until(lambda: len(tg.called("sendMessage")) >= 2, "the second answer")
            await tg.quiet()
            stop.set()
            await running
        assert len(chat.messages) == 2
        assert [line["event"] for line in logs].count("answer_unread") == 2
        assert not [line for line in logs if line["event"] in ("post_failed", "post_given_up")]


def impatient(tg: FakeTelegram) -> None:
    """Let the server answer every poll at once."""
    poll = tg.updates.poll
    tg.updates.poll = lambda params: poll({**params, "timeout": 0})  # type: ignore[method-assign]


async def test_an_answer_that_says_no_with_status_200_is_tried_again() -> None:
    async with Foreign() as tg:
        impatient(tg)
        no = [b'{"ok": false, "description": "later", "parameters": "none"}', b"<html>later</html>", b"[" * 100_000]
        tg.garbled["getUpdates"] = lambda answer: no.pop() if no else None
        ann, stop = tg.user(42, "Ann"), asyncio.Event()
        running = serving(tg, stop)
        await tg.until(lambda: not no, "the refusals")
        await ann.starts()
        await ann.private_chat().wait_for_button("Price bargaining")
        stop.set()
        await running


@pytest.mark.parametrize(
    ("body", "polls"),
    [
        (b'{"ok": true, "result": []}', 1),
        (b'{"ok": true, "result": [{"update_id": 7}]}', 2),  # the first brings a number to go on from
        (b'{"ok": true, "result": [7, null, {"update_id": "x"}, {"message": {}}, {"update_id": 1e999}]}', 1),
    ],
)
async def test_a_server_that_answers_polls_at_once_is_not_asked_without_a_pause(
    monkeypatch: pytest.MonkeyPatch, body: bytes, polls: int
) -> None:
    assert LEAST_SECONDS > 0
    monkeypatch.setattr("bot.adapters.telegram.listen.LEAST_SECONDS", 3600.0)
    async with Foreign() as tg:
        impatient(tg)
        tg.garbled["getUpdates"] = saying(body)
        stop = asyncio.Event()
        running = serving(tg, stop)
        await tg.until(lambda: len(tg.called("getUpdates")) == polls, "the polls")
        await tg.quiet()
        assert len(tg.called("getUpdates")) == polls
        stop.set()
        await running


class Odd(FakeDiscord):
    """Takes messages, and answers them otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.garble: Garbler = lambda answer: None

    async def through_faults(self, request: web.Request, *rest: Any) -> web.StreamResponse:
        answer = await super().through_faults(request, *rest)
        sent = request.method == "POST" and request.path.endswith("/messages")
        if not sent or not isinstance(answer, web.Response) or answer.status != 200:
            return answer
        assert isinstance(answer.body, bytes)
        body = self.garble(json.loads(answer.body))
        return answer if body is None else web.Response(body=body, content_type="application/json")


@pytest.mark.parametrize("body", [b"{}", b'{"id": "5"}', b"[]", b'"sent"', b"true"])
async def test_on_discord_too_a_message_that_is_out_stands_once(body: bytes) -> None:
    async with Odd() as dc:
        house = Server(dc, MemoryStore())
        await house.opens()
        dc.garble = lambda answer: body
        with capture_logs() as logs:
            await house.ann.slash(house.table, "play", game="bargaining")
            thread = await house.table.next_thread()
            await thread.wait_for_button("Accept")
            await dc.quiet()
            await house.closes()
        texts = [message.text for message in thread.messages]
        assert len(texts) == len(set(texts))
        assert "answer_unread" in [line["event"] for line in logs]
        assert not [line for line in logs if line["event"] in ("post_failed", "post_given_up")]


def test_discord_offers_only_channels_where_games_can_start() -> None:
    from bot.adapters.discord import operators

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    game = next(group for group in operators.groups(nothing, nothing) if group.name == "game")
    assert isinstance(game, discord.app_commands.Group)
    opening = game.get_command("open")
    assert isinstance(opening, discord.app_commands.Command)
    channel = opening.get_parameter("channel")
    assert channel is not None
    assert channel.type is discord.AppCommandOptionType.channel
    assert set(channel.channel_types) == {discord.ChannelType.text, discord.ChannelType.news}
