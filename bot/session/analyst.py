"""The analyst: works out cards, reviews and hints in processes of its own, so that nobody waits for anybody else's.

What one person is waiting for is not begun twice, and the newest results are kept. Nothing is lost with them: the log
of a session leads to the same again, here or in another process. Where too many wait, nobody joins them.
"""

import asyncio
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, TypeVar

import structlog

from bot.runtime import processes
from bot.session.model import looking_back
from bot.session.model.session import Session, gather, offers
from games.core.contract import Seat
from games.core.post import Block, Voice
from games.core.registry import get
from games.core.review import Hint, Review
from storage.base import Store

log = structlog.get_logger(__name__)
T = TypeVar("T")

KEPT = 500
"""Results that are kept, the last used ones."""
PATIENCE = 20.0
"""Seconds that a person waits for a result. It is worked out to its end, so that they find it when they ask again."""
PROCESSES = max(1, (os.cpu_count() or 2) // 2)
WAITING = 20 * PROCESSES
"""Results that are worked out or wait for it at most: at a second each, a person gets theirs while they are patient."""


def _ready() -> None:
    """Begin a process: the games are imported with its first work."""


class Analyst:
    """Works for one manager. `start` makes what does the work, once there is any."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.start: Callable[[], Executor] = lambda: processes.started(PROCESSES, _ready)
        self._executor: Executor | None = None
        self._starting = threading.Lock()
        self._warming: asyncio.Task[None] | None = None
        self._known: OrderedDict[tuple[Any, ...], asyncio.Task[Any]] = OrderedDict()

    async def card(self, session: Session, voice: Voice) -> tuple[Block, ...] | None:
        """Return the result card of a game that has ended, for one reader; None if there is nothing to show."""
        return await self._found(looking_back.card, session, voice)

    async def review(self, session: Session, seat: Seat) -> Review | None:
        """Return the review of a seat's decisions; None if its game cannot tell."""
        return await self._found(looking_back.review, session, seat)

    async def hint(self, session: Session, seat: Seat) -> Hint | None:
        """Return the best move of a seat now; None if its game cannot tell."""
        return await self._found(looking_back.hint, session, seat)

    def warm(self, session: Session) -> None:
        """Begin a process once a game is over that somebody may look back at: that takes one to three seconds."""
        if self._executor is None and (self._warming is None or self._warming.done()) and offers(session):
            self._warming = asyncio.create_task(self._warm(session.game.name))

    async def _warm(self, game: str) -> None:
        try:
            await asyncio.to_thread(_submitted, await asyncio.to_thread(self._started), _imported, (game,))
        except BrokenExecutor:
            log.warning("analyst_died", game=game)  # whoever asks next begins another

    async def _found(self, work: Callable[..., T], session: Session, about: Any) -> T:
        """Return a result, which may be known or on its way. Raises `TimeoutError`, also where too many wait."""
        key = (work, session.sid, session.table.mark, about)
        task = self._known.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            if sum(not one.done() for one in self._known.values()) >= WAITING:
                log.warning("analyst_busy", session=session.sid)
                raise TimeoutError
            task = self._known[key] = asyncio.create_task(self._worked(work, session, about))
        self._known.move_to_end(key)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        async with asyncio.timeout(PATIENCE):
            found: T = await asyncio.shield(task)
        return found

    async def _worked(self, work: Callable[..., T], session: Session, about: Any) -> T:
        records = [one for one in await gather(self.store.events(session.sid)) if one.version <= session.version]
        return await self.worked(work, session.sid, session.terms, records, about)

    async def worked(self, work: Callable[..., T], *arguments: Any) -> T:
        """Return the result of work in a process; nothing of it is kept."""
        executor = await asyncio.to_thread(self._started)
        try:
            return await asyncio.wrap_future(await asyncio.to_thread(_submitted, executor, work, arguments))
        except BrokenExecutor:
            log.warning("analyst_died", work=work.__name__)
            if self._executor is executor:  # else somebody else who waited for it has dropped it
                self._executor = None
        executor = await asyncio.to_thread(self._started)
        return await asyncio.wrap_future(await asyncio.to_thread(_submitted, executor, work, arguments))

    def _started(self) -> Executor:
        """Return the executor of the work. There is one at any time, however many threads ask at once."""
        with self._starting:
            executor = self._executor = self._executor or self.start()
        return executor

    async def close(self) -> None:
        """Stop; what is worked out now is dropped."""
        every = (*self._known.values(), *([self._warming] if self._warming is not None else ()))
        tasks = [task for task in every if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


def _submitted(executor: Executor, work: Callable[..., T], arguments: tuple[Any, ...]) -> "Future[T]":
    """Hand work over. A process begins with it, which takes a moment, so this is called in a thread."""
    with processes.uninterrupted():
        return executor.submit(work, *arguments)


def _imported(game: str) -> None:
    """Import a game, so that the first work finds it there."""
    get(game)
