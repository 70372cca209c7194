"""Two processes behind one webhook, each called in turn: people notice one."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from bot.adapters.telegram.adapter import Telegram
from bot.adapters.telegram.listen import Webhook
from bot.app import run
from bot.players import find
from bot.session.manager import Manager
from bot.session.outbox import Posts
from storage.memory import MemoryStore
from tests.fakes import FakeTelegram


@pytest.fixture
async def tg() -> AsyncIterator[FakeTelegram]:
    """A Telegram that calls a balancer with two processes behind it."""
    async with FakeTelegram() as tg, aiohttp.ClientSession() as client:
        store, stop, ports = MemoryStore(), asyncio.Event(), [tg.free_port(), tg.free_port()]
        turn = 0

        async def pass_on(request: web.Request) -> web.Response:
            nonlocal turn
            turn += 1
            url = f"http://127.0.0.1:{ports[turn % 2]}/telegram"
            async with client.post(url, data=await request.read(), headers=request.headers) as answer:
                return web.Response(status=answer.status)

        runner = web.AppRunner(app := web.Application())
        app.router.add_post("/telegram", pass_on)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", front := tg.free_port()).start()
        hooks = [Webhook(f"http://127.0.0.1:{front}/telegram", f"127.0.0.1:{port}") for port in ports]
        adapters = [Telegram(tg.token, tg.url, Posts(store), hook) for hook in hooks]
        running = [asyncio.create_task(run(Manager(store, find), [adapter], stop, patience=3)) for adapter in adapters]
        await tg.wait_called("setWebhook", count=2)
        yield tg
        tg.updates.stop_pushing()
        stop.set()
        await asyncio.gather(*running)
        await runner.cleanup()


async def test_taps_in_a_form_all_count_whichever_process_they_come_to(tg: FakeTelegram) -> None:
    ann = tg.user(42, "Ann")
    chat = ann.private_chat()
    await ann.sends("/play picking")
    board = await chat.wait_for_button("Guess the sum")
    await ann.presses(board, "Guess the sum")
    await tg.until(lambda: "No 35" in board.labels, "the form")
    for label in ("No 2", "No 3", "No 4"):
        await ann.presses(board, label)
        await tg.until(lambda label=label: f"✓ {label}" in board.labels, "the tap")  # type: ignore[misc]
        tg.redeliver()  # to the other process
    for label in ("No 5", "No 6"):  # on the keyboard of before
        await ann.presses(board, label)
    await tg.until(lambda: board.labels[0] == "Pick: 6 chosen, 21 of 100", "1 to 6")
    await ann.presses(board, "Guess the sum")
    await chat.wait_for("21 by you")
    await tg.quiet()
    assert board.labels == []


async def test_what_a_game_says_stands_under_what_was_written_to_another_process(tg: FakeTelegram) -> None:
    ann = tg.user(42, "Ann")
    chat = ann.private_chat()
    await ann.sends("/play bargaining style=compact")
    await chat.wait_for_button("Accept")
    for price in ("10", "11", "12"):
        words = await ann.sends(price)
        told = await chat.wait_for(lambda message: message.from_bot and message.id > words.id)  # noqa: B023
        await tg.quiet()
        assert f"${price}.00" in told.text
    tg.assert_manners()
