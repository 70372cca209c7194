"""Faults, the log of requests and waiting, as both fakes share them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.fakes import FakeDiscord, FakeTelegram, Upload


class Client:
    """Sends requests and tells the status, 0 for a connection that was cut."""

    def __init__(self, tg: FakeTelegram, session: aiohttp.ClientSession) -> None:
        self.tg, self.session = tg, session

    async def __call__(self, method: str, **params: Any) -> int:
        try:
            async with self.session.post(f"{self.tg.url}/bot{self.tg.token}/{method}", json=params) as answer:
                return answer.status
        except aiohttp.ClientError:
            return 0


@pytest.fixture
async def tg() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as fake:
        await fake.user(42, "Ann").starts()
        yield fake


@pytest.fixture
async def call(tg: FakeTelegram) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession() as session:
        yield Client(tg, session)


async def test_faults_fit_by_name_parameters_and_count(tg: FakeTelegram, call: Client) -> None:
    tg.fail("send*", status=502, times=2, when=lambda params: params.get("chat_id") == 42)
    statuses = [
        await call("getMe"),
        await call("sendMessage", chat_id=42, text="a"),
        await call("sendChatAction", chat_id=42, action="typing"),
        await call("sendMessage", chat_id=42, text="b"),
    ]
    assert statuses == [200, 502, 502, 200]
    assert tg.user(42).private_chat().texts == ["b"]


async def test_a_fault_may_come_after_the_effect(tg: FakeTelegram, call: Client) -> None:
    tg.drop("sendMessage", applied=True)
    tg.fail("sendMessage", applied=True)
    tg.drop("sendMessage")
    statuses = [await call("sendMessage", chat_id=42, text=text) for text in ("a", "b", "c", "d")]
    assert statuses == [0, 500, 0, 200]
    assert tg.user(42).private_chat().texts == ["a", "b", "d"]
    assert [request.status for request in tg.called("sendMessage")] == [None, 500, None, 200]


async def test_a_healed_fake_answers_and_a_slow_one_answers_late(tg: FakeTelegram, call: Client) -> None:
    tg.hang("*")
    tg.heal()
    tg.slow("getMe", seconds=0.1)
    asking = asyncio.create_task(call("getMe"))
    (request,) = await tg.wait_called("getMe")
    assert request.status is None
    assert await asking == 200


async def test_the_log_tells_what_was_asked(tg: FakeTelegram, call: Client) -> None:
    await call("sendMessage", chat_id=42, text="a")
    assert len(tg.called("send*", text="a")) == 1
    assert tg.called("sendMessage", text="b") == []
    assert '"text": "a"} -> 200' in str(tg.calls[-1])
    assert str(Upload("a.png", "image/png", b"123")) == "<a.png, 3 bytes>"
    with pytest.raises(AssertionError, match=r"expected 2 x sendMessage[\s\S]*sendMessage"):
        await tg.wait_called("sendMessage", count=2, timeout=0.01)


async def test_a_restless_bot_is_not_waited_for_for_ever(tg: FakeTelegram, call: Client) -> None:
    async def chatter() -> None:
        while True:
            await call("getMe")

    chattering = asyncio.create_task(chatter())
    with pytest.raises(AssertionError, match="does not come to rest"):
        await tg.quiet(0.2, timeout=0.3)
    chattering.cancel()


async def test_the_environment_leads_to_the_fake(tg: FakeTelegram) -> None:
    assert tg.env() == {"PARLEY_TELEGRAM_TOKEN": "700:TEST", "PARLEY_TELEGRAM_API": tg.url}
    async with FakeDiscord() as dc:
        assert dc.env()["PARLEY_DISCORD_API"] == f"{dc.url}/api/v10"
        before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        with dc.patched():
            assert (Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY)) == (dc.api_url, dc.gateway_url)
        assert before == (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY)


async def test_an_outage_keeps_the_port_and_the_state(tg: FakeTelegram, call: Client) -> None:
    port = tg.port
    await tg.down()
    assert await call("getMe") == 0
    await tg.up()
    assert tg.port == port
    assert await call("sendMessage", chat_id=42, text="a") == 200
