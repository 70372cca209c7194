"""One siege: a Redis, a town, its raids, and the verdict on what is left."""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from storage import open_store
from storage.redis.store import RedisStore
from tests.crash import rewind
from tests.crash.history import Verdict, verdict
from tests.crash.town import Town
from tests.storage.servers import FORGETFUL, Server

NOEVICTION = ("--maxmemory-policy", "noeviction")
ALWAYS = ("--appendfsync", "always", *NOEVICTION)
"""Options of a Redis that loses nothing. With `everysec`, a killed Redis may lose up to a second."""
REWINDING = (*FORGETFUL, *NOEVICTION)
"""Here everything since the last dump is lost, whenever Redis is killed."""

PEACE = 4.0
"""Seconds of play before the one trouble of a failover."""


async def siege(
    server: Server, seed: int, kills: int, *, nodes: int, people: int, games: tuple[str, ...], forgets: bool = False
) -> tuple[Town, Verdict]:
    """A town from a seed over an empty server, and what became of it. The seed draws what people and raids do; when
    exactly the processes get to it is the machine's affair.
    """
    with tempfile.TemporaryDirectory(prefix="parley-crash-") as folder:
        town = Town(seed, kills, nodes=nodes, people=people, games=games, folder=Path(folder), forgets=forgets)
        await town.run(server)
        store = RedisStore(server.address)
        await store.open()
        try:
            await rewind.forget(town, server)
            made = await verdict(store, town)
        finally:
            await store.close()
        made.other.extend(_tracebacks(Path(folder)))
        return town, made


async def failover(
    address: str, fail: Callable[[], None], seed: int, *, nodes: int, people: int, games: tuple[str, ...]
) -> tuple[Town, Verdict]:
    """The same over a store that answers at `address` again some time after `fail`, which is called once."""
    with tempfile.TemporaryDirectory(prefix="parley-crash-") as folder:
        town = Town(seed, 1, nodes=nodes, people=people, games=games, folder=Path(folder))

        async def raid() -> None:
            await asyncio.sleep(PEACE)
            fail()
            town.counts["redis killed"] += 1

        await town.live(address, address, raid)
        store = open_store(address)
        await store.open()
        try:
            made = await verdict(store, town)
        finally:
            await store.close()
        made.other.extend(_tracebacks(Path(folder)))
        return town, made


def _tracebacks(folder: Path) -> list[str]:
    """Return what nodes should never have met."""
    found: list[str] = []
    for log in folder.glob("node-*.log"):
        text = log.read_text(errors="replace")
        found.extend(line for line in text.splitlines() if line.startswith(("AssertionError", "KeyError", "TypeError")))
    return found
