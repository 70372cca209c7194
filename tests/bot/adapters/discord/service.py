"""The whole service in this process: adapter, manager, worker and poster over a store, against the fake Discord."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from unittest.mock import patch

from bot.adapters.base import Adapter
from bot.adapters.discord import client
from bot.adapters.discord.adapter import Discord
from bot.app import run
from bot.classes.flow import Classes
from bot.operators.desk import Operators
from bot.players import find
from bot.players.base import Strategy
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.outbox import Posts
from games.core.contract import AnyGame
from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.adapters.eager import eager, rests
from tests.bot.session.harness import here
from tests.fakes import FakeDiscord
from tests.fakes.discord_messages import Message
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel

MALFORMED = (50006, 50035)
"""Discord's codes for an empty message, and for one that it does not take as it is."""
READY_SECONDS = 0.05
"""Seconds; short, because the fake announces all its servers at once, and every start of a service waits so long."""


class House:
    """One process after the other over the same store and the same server with a channel and people."""

    def __init__(self, dc: FakeDiscord, store: Store) -> None:
        self.dc, self.store = dc, store
        self.guild = dc.guild()
        self.table = self.guild.channel("table")
        self.ann = self.guild.member("Ann")
        self.bob = self.guild.member("Bob")
        self.plain = False
        self.strategies: Callable[[str, AnyGame], Strategy] = find
        self.defaults: Mapping[str, str] = CHAT
        self.more: Callable[[Posts], Sequence[Adapter]] = lambda posts: ()
        """Other platforms that the same process serves."""
        self.web = ""
        """Public address of its pages."""
        self._stop = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def opens(self) -> None:
        """Start the service, and wait until it listens."""
        self._stop = asyncio.Event()
        self.manager = manager = Manager(
            self.store, lambda name, game: self.strategies(name, game), defaults=self.defaults
        )
        here(manager)
        self.dc.resting = [rests(manager, "discord", self.dc.people)]
        operators = Operators(manager.sessions, manager.clock, web=self.web)
        manager.employ(operators, None, Classes(manager.sessions, manager.analyst, manager.clock))
        dc = self.dc
        adapter = Discord(dc.token, dc.api_url, dc.gateway_url, Posts(self.store), plain=self.plain)
        adapters = [adapter, *self.more(Posts(self.store))]
        self._running = asyncio.create_task(run(manager, adapters, self._stop, patience=3))
        await self.dc.connected()
        await self.dc.commands_ready("play")

    async def fails(self) -> None:
        """Start the service, and raise what ends it."""
        dc = self.dc
        adapter = Discord(dc.token, dc.api_url, dc.gateway_url, Posts(self.store), plain=self.plain)
        await run(Manager(self.store, find), [adapter], asyncio.Event(), patience=3)

    async def closes(self) -> None:
        self._stop.set()
        running, self._running = self._running, None
        if running is not None:
            await running

    def in_public(self) -> None:
        """Take the bot's right to open private threads: games of one person are played where others read, too."""
        self.table.deny(self.dc.bot, "create_private_threads")

    async def begins(
        self, person: Person, game: str = "bargaining", *, until: str = "Accept"
    ) -> tuple[Channel, Message]:
        """Start a game in the channel: its thread, and the message with the first buttons."""
        await person.slash(self.table, "play", game=game)
        thread = await self.table.next_thread()
        return thread, await thread.wait_for_button(until)

    async def says(self, person: Person, place: Channel, words: str) -> None:
        """Mention the bot where others read too."""
        await person.says(place, f"{self.dc.bot_mention} {words}")


@asynccontextmanager
async def housed(store: Store | None = None) -> AsyncIterator[House]:
    async with FakeDiscord() as dc:
        with dc.patched(), patch.object(client, "READY_SECONDS", READY_SECONDS), eager():
            house = House(dc, store or MemoryStore())
            await house.opens()
            try:
                yield house
            finally:
                await house.closes()
            # Whatever a test is about: nothing that was sent may go beyond a published limit.
            assert not [
                call for call in dc.calls if isinstance(call.answer, dict) and call.answer.get("code") in MALFORMED
            ]
