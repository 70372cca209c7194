"""A faulty line from one process to the store: requests and replies get lost, and the process may die there."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar
from zlib import crc32

from storage.base import (
    Collected,
    Commit,
    Conflict,
    Due,
    Dup,
    Input,
    LeaseRequest,
    Loaded,
    Ok,
    Outgoing,
    Parked,
    PartlyDown,
    Points,
    PostId,
    Record,
    Row,
    Store,
    StoreError,
    Taken,
    Tally,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Weather:
    """Chances per call that things go wrong. A call that is slow takes up to `late` seconds longer."""

    crash: float = 0.0
    lost: float = 0.0
    slow: float = 0.0
    late: float = 1.0

    @classmethod
    def drawn(cls, chance: Random) -> "Weather":
        """Some seeds have one kind of trouble, some have all."""
        return cls(
            crash=chance.choice((0.0, 0.002, 0.01)),
            lost=chance.choice((0.0, 0.01, 0.05)),
            slow=chance.choice((0.0, 0.03, 0.2)),
            late=chance.choice((0.05, 1.0, 3.0)),
        )


class Mortal(Protocol):
    """A process as its line to the world sees it."""

    chance: Random
    weather: Weather
    dead: bool

    def die(self) -> None: ...


async def moment(process: Mortal) -> None:
    """An await of a process on the outer world. It may last, and the process may not live to see its end.

    Where nothing is slow, others get their turn only now and then: it is what costs most in a quiet world.
    """
    chance, weather = process.chance, process.weather
    _alive(process)
    if chance.random() < weather.crash:
        process.die()
    _alive(process)
    if chance.random() < weather.slow:
        await asyncio.sleep(chance.uniform(0, weather.late))
        _alive(process)
    elif chance.random() < 0.4:
        await asyncio.sleep(0)
        _alive(process)


def _alive(process: Mortal) -> None:
    """The dead do nothing more, not even what stands in a `finally`."""
    if process.dead:
        raise asyncio.CancelledError


PARTS = 3
"""Parts of a store that can be away by themselves."""


def part_of(name: str) -> int:
    return crc32(name.encode()) % PARTS


class Line:
    """A store as one process reaches it. A lost reply is the cruel case: the call was done and seems to have failed.
    `away` says which part of the store is away, None if none is: calls about it fail, and lists leave it out.
    """

    def __init__(self, store: Store, process: Mortal, away: Callable[[], int | None] = lambda: None) -> None:
        self.store, self.process, self.away = store, process, away

    @property
    def incarnation(self) -> str:
        return self.store.incarnation

    @property
    def whole(self) -> bool:
        return self.away() is None

    async def _call(self, work: Callable[[], Awaitable[T]], *names: str) -> T:
        await moment(self.process)
        self._lose(names)
        made = await work()
        await moment(self.process)
        self._lose(names)
        return made

    def _gone(self, name: str) -> bool:
        return part_of(name) == self.away()

    def _lose(self, names: Sequence[str]) -> None:
        if any(map(self._gone, names)):
            raise PartlyDown("a part of it is away")
        if self.process.chance.random() < self.process.weather.lost / 2:
            raise StoreError("the line is down")

    async def open(self) -> None:
        await self._call(self.store.open)

    async def close(self) -> None:
        await self._call(self.store.close)

    def _parts(self) -> list[str]:
        """A name of each part."""
        return [next(str(n) for n in range(1000) if part_of(str(n)) == part) for part in range(PARTS)]

    async def accept(self, input: Input, to: str = "") -> Taken:
        return await self._call(lambda: self.store.accept(input, to), input.id, *filter(None, (input.sid, to)))

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        rows = await self._call(lambda: self.store.pending(before, limit))
        return tuple(row for row in rows if not self._gone(row.id))

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        return await self._call(lambda: self.store.answered(input, answer, at, posts), input.id)

    async def attempt(self, id: str) -> int:
        return await self._call(lambda: self.store.attempt(id), id)

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        return await self._call(lambda: self.store.park(input, answer, at, posts, why), input.id)

    async def parked(self, limit: int = 100) -> tuple[Parked, ...]:
        return await self._call(lambda: self.store.parked(limit))

    async def load(self, sid: str) -> Loaded | None:
        return await self._call(lambda: self.store.load(sid), sid)

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        return await self._call(lambda: self.store.commit(step), step.sid, *step.inputs)

    async def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        await moment(self.process)
        self._lose([sid])
        async for record in self.store.events(sid, after):
            yield record

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        every = {due.sid for due in await self.store.due(1 << 62, 1 << 30)} if self.away() is not None else set()
        but = {*but, *filter(self._gone, every)}
        return await self._call(lambda: self.store.due(now, limit, but))

    async def next_due(self) -> int | None:
        return await self._call(self.store.next_due)

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        return await self._call(lambda: self.store.lease(sid, owner, now, ttl), sid)

    async def release(self, sid: str, owner: str) -> None:
        await self._call(lambda: self.store.release(sid, owner), sid)

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        rows = await self._call(lambda: self.store.outbox(place, limit, sid), *filter(None, [sid]))
        return tuple(row for row in rows if not self._gone(row.sid or row.id))

    async def collect(self, place: str, held: LeaseRequest, limit: int = 100, sid: str = "") -> Collected | None:
        found = await self._call(lambda: self.store.collect(place, held, limit, sid), held.name, *filter(None, [sid]))
        if found is None:
            return None
        rows = tuple(row for row in found.rows if not self._gone(row.sid or row.id))
        return Collected(rows, None if self._gone(held.note) else found.note)

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None, points: Points = ()) -> None:
        points = tuple((name, value) for name, value in points if not self._gone(name))
        await self._call(lambda: self.store.posted(id, ref, at, post, points), id)

    async def post(self, id: PostId) -> Row | None:
        return await self._call(lambda: self.store.post(id), id)

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        return await self._call(lambda: self.store.slot(sid, place, slot), sid)

    async def point(self, name: str, sid: str | None) -> None:
        await self._call(lambda: self.store.point(name, sid), name)

    async def pointed(self, name: str) -> str | None:
        return await self._call(lambda: self.store.pointed(name), name)

    async def claim(self, key: str, owner: str, until: int) -> bool:
        return await self._call(lambda: self.store.claim(key, owner, until), key)

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        found = await self._call(lambda: self.store.sessions(tag, live, limit))
        return tuple(loaded for loaded in found if not self._gone(loaded.head.sid))

    async def stands(self, tag: str, live: bool, limit: int = 100) -> tuple[tuple[str, int], ...]:
        found = await self._call(lambda: self.store.stands(tag, live, limit))
        return tuple(stand for stand in found if not self._gone(stand[0]))

    async def tally(self, tags: Sequence[str]) -> Tally:
        return await self._call(lambda: self.store.tally(tags))

    async def ended(self, before: int, limit: int = 100, archived: bool = False) -> tuple[str, ...]:
        return await self._call(lambda: self.store.ended(before, limit, archived))

    async def archive(self, sid: str) -> bool:
        return await self._call(lambda: self.store.archive(sid), sid)

    async def rewrite(
        self, sid: str, version: int, events: Sequence[bytes], snapshot: bytes, untag: Sequence[str], mark: str = ""
    ) -> bool:
        return await self._call(lambda: self.store.rewrite(sid, version, events, snapshot, untag, mark), sid)

    async def drop(self, sid: str) -> bool:
        return await self._call(lambda: self.store.drop(sid), sid)

    async def tidy(self, before: int) -> int:
        return await self._call(lambda: self.store.tidy(before))

    async def names(self, *words: str) -> tuple[str, ...]:
        return await self._call(lambda: self.store.names(*words), *self._parts())

    async def erase(self, words: Collection[str], before: int) -> int:
        return await self._call(lambda: self.store.erase(words, before), *self._parts())

    async def scrub(self) -> str:
        return await self._call(self.store.scrub)
