"""The whole service in this process: adapter, manager, worker and poster over a store, against the fake Telegram."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.classes.flow import Classes
from bot.operators.desk import Operators
from bot.players import find
from bot.players.base import Brief, Decision, Strategy
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.outbox import Posts
from games.core.contract import AnyGame
from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.adapters.eager import eager, rests
from tests.bot.session.harness import here
from tests.fakes import FakeTelegram
from tests.fakes.telegram_chats import Chat, Message, User


class House:
    """One process after the other over the same store and the same fake."""

    def __init__(self, tg: FakeTelegram, store: Store) -> None:
        self.tg, self.store = tg, store
        self.operators: tuple[str, ...] = ()
        self.defaults: Mapping[str, str] = CHAT
        self.strategies: Callable[[str, AnyGame], Strategy] = find
        self._stop = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def opens(self) -> None:
        """Start the service, and wait until it listens."""
        self._stop = asyncio.Event()
        self.manager = manager = Manager(
            self.store, lambda name, game: self.strategies(name, game), defaults=self.defaults
        )
        here(manager)
        self.tg.resting = [rests(manager, "telegram", self.tg.users)]
        operators = Operators(manager.sessions, manager.clock, self.operators)
        manager.employ(operators, None, Classes(manager.sessions, manager.analyst, manager.clock))
        adapter = Telegram(self.tg.token, self.tg.url, Posts(self.store))
        adapter.operators = self.operators
        polls = len(self.tg.called("getUpdates"))
        self._running = asyncio.create_task(run(manager, [adapter], self._stop, patience=3))
        await self.tg.wait_called("getUpdates", count=polls + 1)

    async def closes(self) -> None:
        self._stop.set()
        running, self._running = self._running, None
        if running is not None:
            await running

    def person(self, id: int = 42, name: str = "Ann") -> tuple[User, Chat]:
        user = self.tg.user(id, name)
        return user, user.private_chat()

    async def begins(self, user: User, words: str = "bargaining", *, until: str = "Accept") -> Message:
        """Start a game by words; the message with the first buttons."""
        await user.sends(f"/play {words}")
        return await user.private_chat().wait_for_button(until)


@asynccontextmanager
async def housed(store: Store | None = None, *, inline: bool = False) -> AsyncIterator[House]:
    async with FakeTelegram(inline=inline) as tg:
        house = House(tg, store or MemoryStore())
        with eager():
            await house.opens()
            try:
                yield house
            finally:
                await house.closes()


class Thinker:
    """A strategy that waits for a sign before it does what another does."""

    def __init__(self, other: Strategy) -> None:
        self.other, self.begun, self.may = other, asyncio.Event(), asyncio.Event()

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        self.begun.set()
        await self.may.wait()
        return await self.other.decide(brief, deadline)
