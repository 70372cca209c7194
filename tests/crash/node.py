"""`python -m tests.crash.node STORE SOCKET`: the program's own composition, with the town as its chat platform."""

import asyncio
import itertools
import logging
import signal
import sys
from random import Random

import structlog

from bot.adapters.base import Door, Gone, Later
from bot.app import run
from bot.players import find
from bot.players.base import Brief, Decision, Strategy
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Inbound
from games.core.contract import AnyGame
from storage import open_store
from storage.base import Row, StoreError
from tests.crash import wire

THINKS = 0.6
"""Seconds that an AI seat takes at most, so that kills find it thinking."""


class Slow:
    """A strategy that takes its time."""

    def __init__(self, inner: Strategy) -> None:
        self.inner = inner

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        await asyncio.sleep(Random().uniform(0, THINKS))
        return await self.inner.decide(brief, deadline)


class Town:
    """The adapter: acts come from the town, posts go to it."""

    platform = "town"

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self._waiting: dict[int, asyncio.Future[str]] = {}
        self._numbers = itertools.count()
        self._acts: set[asyncio.Task[None]] = set()

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        listening = asyncio.create_task(self._listen(door))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({listening, stopping}, return_when=asyncio.FIRST_COMPLETED)
        listening.cancel()
        stopping.cancel()
        if self._acts:
            await asyncio.wait(self._acts)

    async def _listen(self, door: Door) -> None:
        async for message in wire.messages(self.reader):
            match message:
                case wire.Deliver(inbound):
                    task = asyncio.create_task(self._act(door, inbound))
                    self._acts.add(task)
                    task.add_done_callback(self._acts.discard)
                case wire.Shown(k, ref) if k in self._waiting:
                    self._waiting.pop(k).set_result(ref)

    async def _act(self, door: Door, inbound: Inbound) -> None:
        """An act that the store could not take gets no answer: the town delivers it again."""
        try:
            answer = await door.handle(inbound)
        except StoreError:
            return
        wire.write(self.writer, wire.Answered(inbound.id, answer))

    async def _put(self, row: Row, sent: Sent, ref: str = "") -> str:
        k = next(self._numbers)
        self._waiting[k] = asyncio.get_running_loop().create_future()
        wire.write(self.writer, wire.Show(k, row, sent, ref))
        try:
            return await asyncio.wait_for(self._waiting[k], 5)
        except TimeoutError:
            raise Later(0.1) from None

    async def show(self, row: Row, sent: Sent) -> str:
        return await self._put(row, sent)

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        await self._put(row, sent, ref)
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        return None

    async def close(self, place: str, ref: str) -> None:
        raise Gone("the town keeps its buttons")

    def newest(self, place: str) -> str | None:
        return None

    def typing(self, place: str) -> None:
        """Nobody looks."""

    async def shutdown(self) -> None:
        self.writer.close()


def _slowly(name: str, game: AnyGame) -> Strategy:
    return Slow(find(name, game))


async def main(address: str, socket: str) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    store = open_store(address)
    await store.open()
    try:
        streams = await asyncio.open_unix_connection(socket, limit=wire.LONGEST)
        await run(Manager(store, _slowly), [Town(*streams)], stop)
    finally:
        await store.close()


if __name__ == "__main__":
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    asyncio.run(main(*sys.argv[1:]))
