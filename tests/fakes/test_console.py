"""The fakes as processes of their own, driven by lines."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from tests.fakes import FakeDiscord
from tests.fakes.console import DiscordConsole
from tests.fakes.discord_bot import running


@dataclass
class Process:
    process: asyncio.subprocess.Process
    control: str
    env: dict[str, str]

    async def line(self, text: str) -> str:
        """Write to its stdin; one line of the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{text}\n".encode())
        return (await self.process.stdout.readline()).decode().rstrip()

    async def post(self, text: str) -> str:
        async with aiohttp.ClientSession() as session, session.post(self.control, data=text) as answer:
            return await answer.text()


@asynccontextmanager
async def started(platform: str) -> AsyncIterator[Process]:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fakes", platform, stdin=pipe, stdout=pipe
    )
    assert process.stdout is not None
    first = json.loads(await process.stdout.readline())
    try:
        yield Process(process, first["control"], first["env"])
    finally:
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0


async def test_a_telegram_process() -> None:
    async with started("telegram") as fake:
        assert await fake.line("42 sends /start") == "-- Person 42 --"
        token = fake.env["PARLEY_TELEGRAM_TOKEN"]
        async with Bot(token, base_url=fake.env["PARLEY_TELEGRAM_API"] + "/bot") as bot:
            button = InlineKeyboardButton("Accept $5.00", callback_data="x")
            await bot.send_message(42, "An offer", reply_markup=InlineKeyboardMarkup([[button]]))
            assert "[Accept $5.00]" in await fake.post("42 sees")
            assert await fake.post("42 presses Accept") == "-- Person 42 --\nParley  An offer\n        [Accept $5.00]"
            assert (await bot.get_updates())[-1].callback_query is not None
        assert await fake.post("42 presses Walk") == "impossible: no button 'Walk'"
        assert await fake.post("fail sendMessage 500 2") == "armed"
        assert "never answered the press" in await fake.post("manners")
        assert "PERSON blocks" in await fake.post("help")


async def test_a_discord_process_says_where_it_is() -> None:
    async with started("discord") as fake:
        assert fake.env["PARLEY_DISCORD_API"].endswith("/api/v10")
        assert await fake.line("ann commands") == "(no commands)"


async def test_a_discord_console_plays_a_game() -> None:
    async with FakeDiscord() as dc:
        console = DiscordConsole(dc, settle=0.1)
        async with running(dc):
            assert "#table > balloon" in await console.run("ann slash #table play game=balloon")
            assert await console.run("ann presses Counter") == "a form: Counteroffer ['Your price']"
            assert "You offered 44." in await console.run("ann fills 44")
            assert "(only you)  Picked trading" in await console.run("ann picks trading")
            assert "/play  Start a game" in await console.run("ann commands")
            assert "Echo to @ann" in await console.run("ann says #table @bot echo")
            assert "Deal at $55" in await console.run("ann presses Accept")
            assert await console.run("drop") == "dropped"
            assert await console.run("manners") == "(good)"
            assert "POST /interactions" in await console.run("calls POST /interactions/*")


@pytest.mark.parametrize("line", ["ann jumps", "ann says #nowhere hi", "ann fills 44"])
async def test_what_cannot_be_done_is_said(line: str) -> None:
    async with FakeDiscord() as dc:
        assert (await DiscordConsole(dc).run(line)).startswith("impossible:")
