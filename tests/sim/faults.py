"""What goes wrong: the line from one process to the store loses requests and replies, and the process may die there."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from storage.base import (
    Commit,
    Conflict,
    Due,
    Dup,
    Input,
    Loaded,
    Ok,
    Outgoing,
    Parked,
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


class Line:
    """A store as one process reaches it. A lost reply is the cruel case: the call was done and seems to have failed."""

    def __init__(self, store: Store, process: Mortal) -> None:
        self.store, self.process = store, process

    @property
    def incarnation(self) -> str:
        return self.store.incarnation

    @property
    def whole(self) -> bool:
        return self.store.whole

    async def _call(self, work: Callable[[], Awaitable[T]]) -> T:
        await moment(self.process)
        self._lose()
        made = await work()
        await moment(self.process)
        self._lose()
        return made

    def _lose(self) -> None:
        if self.process.chance.random() < self.process.weather.lost / 2:
            raise StoreError("the line is down")

    async def open(self) -> None:
        await self._call(self.store.open)

    async def close(self) -> None:
        await self._call(self.store.close)

    async def accept(self, input: Input, to: str = "") -> Taken:
        return await self._call(lambda: self.store.accept(input, to))

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        return await self._call(lambda: self.store.pending(before, limit))

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        return await self._call(lambda: self.store.answered(input, answer, at, posts))

    async def attempt(self, id: str) -> int:
        return await self._call(lambda: self.store.attempt(id))

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        return await self._call(lambda: self.store.park(input, answer, at, posts, why))

    async def parked(self, limit: int = 100) -> tuple[Parked, ...]:
        return await self._call(lambda: self.store.parked(limit))

    async def load(self, sid: str) -> Loaded | None:
        return await self._call(lambda: self.store.load(sid))

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        return await self._call(lambda: self.store.commit(step))

    async def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        await moment(self.process)
        async for record in self.store.events(sid, after):
            yield record

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        return await self._call(lambda: self.store.due(now, limit, but))

    async def next_due(self) -> int | None:
        return await self._call(self.store.next_due)

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        return await self._call(lambda: self.store.lease(sid, owner, now, ttl))

    async def release(self, sid: str, owner: str) -> None:
        await self._call(lambda: self.store.release(sid, owner))

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        return await self._call(lambda: self.store.outbox(place, limit, sid))

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None) -> None:
        await self._call(lambda: self.store.posted(id, ref, at, post))

    async def post(self, id: PostId) -> Row | None:
        return await self._call(lambda: self.store.post(id))

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        return await self._call(lambda: self.store.slot(sid, place, slot))

    async def point(self, name: str, sid: str | None) -> None:
        await self._call(lambda: self.store.point(name, sid))

    async def pointed(self, name: str) -> str | None:
        return await self._call(lambda: self.store.pointed(name))

    async def claim(self, counter: str, key: str, until: int = 0) -> int:
        return await self._call(lambda: self.store.claim(counter, key, until))

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        return await self._call(lambda: self.store.sessions(tag, live, limit))

    async def tally(self, tags: Sequence[str]) -> Tally:
        return await self._call(lambda: self.store.tally(tags))

    async def ended(self, before: int, limit: int = 100, archived: bool = False) -> tuple[str, ...]:
        return await self._call(lambda: self.store.ended(before, limit, archived))

    async def archive(self, sid: str) -> bool:
        return await self._call(lambda: self.store.archive(sid))

    async def rewrite(
        self, sid: str, version: int, events: Sequence[bytes], snapshot: bytes, untag: Sequence[str], mark: str = ""
    ) -> bool:
        return await self._call(lambda: self.store.rewrite(sid, version, events, snapshot, untag, mark))

    async def drop(self, sid: str) -> bool:
        return await self._call(lambda: self.store.drop(sid))

    async def tidy(self, before: int) -> int:
        return await self._call(lambda: self.store.tidy(before))

    async def names(self, *words: str) -> tuple[str, ...]:
        return await self._call(lambda: self.store.names(*words))

    async def erase(self, words: Collection[str], before: int) -> int:
        return await self._call(lambda: self.store.erase(words, before))

    async def scrub(self) -> str:
        return await self._call(self.store.scrub)
