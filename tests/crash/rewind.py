"""Redis comes back from an older dump: what it lost is no fault of the program's, and everything else must hold."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Set
from random import Random
from typing import Protocol

from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer
from games.core.codec import decode
from storage.base import Row
from storage.redis.link import BASES
from storage.redis.rows import home_of
from storage.redis.store import RedisStore
from tests.crash.people import Person
from tests.crash.proxy import Proxy
from tests.storage.servers import Server

TRAFFIC = (0.05, 2.5)
"""Seconds of traffic between a dump and the crash after which Redis starts from it, at least and at most."""
UNDERWAY = 1.0
"""Seconds for answers that nodes had given before the crash to reach the people."""


class Town(Protocol):
    """The part of a town that a rewind needs; see `tests.crash.town`."""

    chance: Random
    people: list[Person]
    seen: list[tuple[Row, Sent]]
    counts: Counter[str]
    answered: set[str]
    lost: set[str]
    rewinds: list[int]

    @property
    def underway(self) -> Set[str]:
        """Inputs that were delivered and have no answer yet."""


async def rewind(town: Town, server: Server, proxy: Proxy) -> None:
    """Save, let people play on, kill Redis and start it from the dump. Nodes reach it again after it was read what it
    still knows.
    """
    dump = await asyncio.to_thread(server.saved)
    await asyncio.sleep(town.chance.uniform(*TRAFFIC))
    with proxy.held():
        proxy.cut()
        server.kill()
        await asyncio.sleep(UNDERWAY)
        await asyncio.to_thread(server.rewind, dump)
        await note_losses(town, server)
    town.counts["redis rewound"] += 1


async def note_losses(town: Town, server: Server) -> None:
    """Note what a server that has come back no longer knows, before nodes reach it again.

    An answer may be lost although it comes only now: a node has committed the act, and reads something else before it
    answers. Nobody can tell these from the acts that nodes are still to do, so all that are under way count as lost.
    """
    known = await answers(server, town.answered)
    lost = town.answered - known.keys()
    town.counts["answers that Redis lost"] += len(lost - town.lost)
    town.lost |= lost | town.underway
    town.rewinds.append(len(town.seen))


async def answers(server: Server, ids: Iterable[str]) -> dict[str, Answer]:
    """The answers that a server has to these inputs. Changes nothing."""
    ids, store = tuple(ids), RedisStore(server.address)
    await store.open()
    try:
        found = await store.link.all(("HGET", f"{BASES[home_of(id)]}n:{id}", "answer") for id in ids)
    finally:
        await store.close()
    return {id: decode(answer, Answer) for id, answer in zip(ids, found, strict=True) if answer is not None}


async def forget(town: Town, server: Server) -> None:
    """Let people forget what Redis lost. Where an act was delivered again since, its answer is the one that stands."""
    stands = await answers(server, town.lost)
    for person in town.people:
        told = {id: answer for id, answer in person.told.items() if id not in town.lost or id in stands}
        person.told = {id: stands[id] if id in town.lost else answer for id, answer in told.items()}
