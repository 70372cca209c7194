"""The whole service in this process: adapter, manager, worker and poster over a store, against the fake Telegram."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.sessions.manager import Manager
from bot.strategy import find
from bot.strategy.base import Strategy
from games.core import AnyGame
from storage.base import Store
from storage.memory import MemoryStore
from tests.fakes import FakeTelegram


class House:
    """One process after the other over the same store and the same fake."""

    def __init__(self, tg: FakeTelegram, store: Store) -> None:
        self.tg, self.store = tg, store
        self.strategies: Callable[[str, AnyGame], Strategy] = find
        self._stop = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def opens(self) -> None:
        """Start the service, and wait until it listens."""
        self._stop = asyncio.Event()
        self.manager = Manager(self.store, self.strategies)
        self.adapter = Telegram(self.tg.token, self.tg.url, self.store)
        polls = len(self.tg.called("getUpdates"))
        self._running = asyncio.create_task(run(self.manager, [self.adapter], self._stop, patience=3))
        await self.tg.wait_called("getUpdates", count=polls + 1)

    async def closes(self) -> None:
        """The orderly end."""
        self._stop.set()
        if self._running is not None:
            await self._running
        self._running = None

    async def dies(self) -> None:
        """The other end: whatever was going on is cut off where it stood."""
        running, self._running = self._running, None
        assert running is not None
        mine = {asyncio.current_task()}
        for task in asyncio.all_tasks() - mine:
            if "tests/fakes" not in str(task.get_coro()) and _ours(task):
                task.cancel()
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


def _ours(task: "asyncio.Task[object]") -> bool:
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and "/bot/" in code.co_filename


@asynccontextmanager
async def housed(store: Store | None = None) -> AsyncIterator[House]:
    async with FakeTelegram() as tg:
        house = House(tg, store or MemoryStore())
        await house.opens()
        try:
            yield house
        finally:
            await house.closes()
