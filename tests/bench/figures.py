"""Figures as people read them, and what the measurements over a real Redis share."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from msgspec import Struct

from bot.players.base import Strategy
from bot.session.manager import Manager
from games.core.contract import AnyGame
from storage.base import Store
from storage.redis.store import RedisStore
from tests.bench.door import Table

GAME = "bargaining"


class Figure(Struct, frozen=True):
    """One measured figure and the limit beside it, both as people read them."""

    what: str
    figure: str
    limit: str = ""
    met: bool | None = None


def at_most(what: str, value: float, limit: float, unit: str, places: int = 1) -> Figure:
    return Figure(what, f"{value:,.{places}f} {unit}".strip(), f"≤ {limit:,g} {unit}".strip(), value <= limit)


def at_least(what: str, value: float, limit: float, unit: str = "", places: int = 2) -> Figure:
    return Figure(what, f"{value:,.{places}f} {unit}".strip(), f"≥ {limit:,g} {unit}".strip(), value >= limit)


@asynccontextmanager
async def opened(address: str, kind: type[RedisStore] = RedisStore) -> AsyncIterator[RedisStore]:
    store = kind(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def side_by_side(tasks: int, works: Iterable[Any]) -> None:
    """At most this many at once."""
    free = asyncio.Semaphore(tasks)

    async def one(work: Any) -> None:
        async with free:
            await work

    await asyncio.gather(*(one(work) for work in works))


async def open_many(store: Store, strategies: Callable[[str, AnyGame], Strategy], size: int, turns: int) -> Manager:
    """A number of games, in which this many turns were taken."""
    manager = Manager(store, strategies)
    tables = [Table(manager, GAME, number, Random(number)) for number in range(size)]

    async def play(table: Table) -> None:
        await table.open()
        for turn in range(turns):
            if not await table.over():
                await table.turn(turn, table.says(turn))

    await side_by_side(50, [play(table) for table in tables])
    return manager
