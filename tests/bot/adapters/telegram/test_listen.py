"""Updates by webhook, and how listening begins: nothing is dropped, nobody else is believed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from structlog.testing import capture_logs
from telegram.error import TelegramError

from bot.adapters.telegram.adapter import Telegram
from bot.adapters.telegram.calls import Account
from bot.adapters.telegram.listen import SECRET, TWO, Webhook
from bot.adapters.web.adapter import Web
from bot.adapters.web.house import Terms
from bot.app import run
from bot.players import find
from bot.runtime.errors import CannotServe
from bot.runtime.http import Http
from bot.runtime.listening import web_part, webhook_part
from bot.session.manager import Manager
from bot.session.outbox import Posts
from storage.base import Input, Taken
from storage.memory import MemoryStore
from tests.fakes import FakeTelegram
from tests.fakes.loopback import Loopback


class Stumbling(MemoryStore):
    """A store whose disk is full for a while."""

    broken = 0

    async def accept(self, input: Input, to: str = "") -> Taken:
        if self.broken:
            self.broken -= 1
            raise OSError
        return await super().accept(input, to)


@asynccontextmanager
async def called(tg: FakeTelegram, store: MemoryStore) -> AsyncIterator[Webhook]:
    """The service, called at an address of its own."""
    port = Loopback.free_port()
    webhook = Webhook(f"http://127.0.0.1:{port}/telegram", f"127.0.0.1:{port}")
    stop = asyncio.Event()
    adapter = Telegram(tg.token, tg.url, Posts(store), webhook)
    running = asyncio.create_task(run(Manager(store, find), [adapter], stop, patience=3))
    await tg.until(lambda: tg.updates.webhook, "a webhook")
    yield webhook
    stop.set()
    await running


async def test_a_game_by_webhook() -> None:
    async with FakeTelegram() as tg:
        ann = tg.user(42, "Ann")
        await ann.starts()
        async with called(tg, MemoryStore()):
            chat = ann.private_chat()
            await ann.presses(await chat.wait_for_button("Price bargaining"), "Price bargaining")
            await chat.wait_for_button("Accept")
            for price in ("10", "11", "12"):
                await ann.sends(price)
            await chat.wait_for("GAME OVER")
            tg.assert_manners()
            assert not tg.called("getUpdates")


async def test_a_webhook_and_pages_share_an_address() -> None:
    address = f"127.0.0.1:{Loopback.free_port()}"
    webhook = Webhook(f"http://{address}/telegram", address)
    http, stop, store = Http([webhook_part(webhook.url, address), web_part(address)]), asyncio.Event(), MemoryStore()
    async with FakeTelegram() as tg, aiohttp.ClientSession() as visitor:
        telegram = Telegram(tg.token, tg.url, Posts(store), webhook, http)
        pages = Web(address, Posts(store), Terms(play=True), http)
        running = asyncio.create_task(run(Manager(store, find), [telegram, pages], stop, patience=3))
        await tg.until(lambda: tg.updates.webhook, "a webhook")
        await pages.ready.wait()
        await tg.user(42, "Ann").starts()
        await tg.user(42, "Ann").private_chat().wait_for_button("Price bargaining")
        async with visitor.get(f"http://{address}/play/bargaining") as page:
            assert page.status == 200
        async with visitor.get(webhook.url) as stranger:
            assert stranger.status == 405
        stop.set()
        await running


async def test_an_update_is_confirmed_only_when_it_is_recorded() -> None:
    async with FakeTelegram() as tg:
        store = Stumbling()
        async with called(tg, store):
            store.broken = 2
            ann = tg.user(42, "Ann")
            await ann.starts()
            await ann.private_chat().wait_for_button("Price bargaining")
            assert len(tg.updates.delivered) == 3
            await tg.quiet()
            assert len(ann.private_chat().messages) == 1


async def test_only_telegram_is_believed() -> None:
    async with FakeTelegram() as tg, called(tg, MemoryStore()) as webhook, aiohttp.ClientSession() as stranger:
        who = {"id": 42, "first_name": "Ann", "is_bot": False}
        chat = {"id": 42, "type": "private", "first_name": "Ann"}
        message = {"message_id": 1, "date": 0, "from": who, "chat": chat, "text": "/start"}
        for headers in ({}, {SECRET: "guess"}):
            answer = await stranger.post(webhook.url, json={"update_id": 1, "message": message}, headers=headers)
            assert answer.status == 403
        assert (await stranger.get(webhook.url)).status == 405
        await tg.quiet()
        assert not tg.called("sendMessage")


async def test_an_address_that_is_taken_ends_the_program_with_a_sentence() -> None:
    async with FakeTelegram() as tg:
        webhook = Webhook("http://127.0.0.1:1/", f"127.0.0.1:{tg.port}")
        adapter = Telegram(tg.token, tg.url, Posts(MemoryStore()), webhook)
        with pytest.raises(CannotServe, match="PARLEY_TELEGRAM_LISTEN"):
            await run(Manager(MemoryStore(), find), [adapter], asyncio.Event(), patience=3)


async def test_polling_takes_over_from_a_webhook_without_a_loss() -> None:
    async with FakeTelegram() as tg:
        tg.updates.set_webhook({"url": "http://127.0.0.1:1/"})
        ann = tg.user(42, "Ann")
        await ann.starts()
        stop = asyncio.Event()
        store = MemoryStore()
        running = asyncio.create_task(
            run(Manager(store, find), [Telegram(tg.token, tg.url, Posts(store))], stop, patience=3)
        )
        await ann.private_chat().wait_for_button("Price bargaining")
        stop.set()
        await running
        tg.assert_manners()


async def test_a_second_process_that_asks_is_named_for_what_it_is() -> None:
    async with FakeTelegram() as tg:
        tg.fail("getUpdates", status=409)
        stop = asyncio.Event()
        with capture_logs() as logs:
            adapter = Telegram(tg.token, tg.url, Posts(store := MemoryStore()))
            running = asyncio.create_task(run(Manager(store, find), [adapter], stop, patience=3))
            await tg.until(lambda: any(line["event"] == "telegram_trouble" for line in logs) or None, "a line")
            stop.set()
            await running
    (trouble,) = (line for line in logs if line["event"] == "telegram_trouble")
    assert (trouble["error"], trouble["because"]) == ("Conflict", TWO)


async def test_why_telegram_is_out_of_reach_stands_in_the_log_and_the_token_does_not() -> None:
    async with FakeTelegram() as tg:
        token, gone = tg.token, tg.url
    stop = asyncio.Event()
    with capture_logs() as logs:
        running = asyncio.create_task(
            run(Manager(store := MemoryStore(), find), [Telegram(token, gone, Posts(store))], stop, patience=3)
        )
        await tg.until(lambda: any(line["event"] == "telegram_trouble" for line in logs) or None, "a line")
        stop.set()
        await running
    trouble = next(line for line in logs if line["event"] == "telegram_trouble")
    assert trouble["because"] == "ConnectionRefusedError"
    assert token.partition(":")[2] not in str(logs)


@pytest.mark.parametrize("method", ["deleteWebhook", "setMyCommands"])
async def test_a_method_that_a_server_does_not_have_stops_nobody(method: str) -> None:
    async with FakeTelegram() as tg:
        tg.fail(method, status=404, times=99)
        ann = tg.user(42, "Ann")
        await ann.starts()
        stop = asyncio.Event()
        store = MemoryStore()
        running = asyncio.create_task(
            run(Manager(store, find), [Telegram(tg.token, tg.url, Posts(store))], stop, patience=3)
        )
        await ann.private_chat().wait_for_button("Price bargaining")
        stop.set()
        await running


@pytest.mark.parametrize(
    "answer",
    [
        '{"ok":true,"result":[{"message":{"text":"seven-and-forty',
        "[]",
        "true",
        '{"ok":true}',
        '{"ok":true,"result":true}',
    ],
)
async def test_nonsense_for_an_answer_is_quoted_nowhere(answer: str, caplog: pytest.LogCaptureFixture) -> None:
    async def answers(_request: web.Request) -> web.Response:
        return web.Response(text=answer, content_type="application/json")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answers)
    async with TestServer(app) as server:
        account = Account("1:T", str(server.make_url("")))
        await account._request[0].initialize()
        with pytest.raises(TelegramError):
            await account.updates(None, 0)
        await account._request[0].shutdown()
    assert "seven-and-forty" not in caplog.text
