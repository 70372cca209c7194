"""What is left of somebody outside of their games once they are forgotten: names, claims, leases, replies, files.

Some of it is in use until the last reply to them is out. So who is being erased is kept in the store until that is
done, which takes seconds; it goes on after a crash and in any process. Then the files of the store are written anew, at
most every few minutes.
"""

import asyncio
import secrets
from collections.abc import Sequence

import structlog
from msgspec import Struct
from msgspec.structs import replace

from games.codec import decode, encode
from storage.base import Store, StoreError

log = structlog.get_logger(__name__)

NAME = "erasing"
"""The name under which the store keeps what is left to do."""
LEASE, WAIT = 10_000, 0.02
"""Milliseconds for which one process works on that, and seconds between two looks whether it is our turn."""
SCRUB_EVERY = 300_000
"""Milliseconds between two scrubs of the files: on a shared server they cost a copy of all data."""
SWEEP_EVERY = 5_000
"""Milliseconds for which those who come after one share the next look at all names."""
LONGEST = 60_000
"""Milliseconds after which a reply that is not there yet never comes."""
REUSED, HELD = ("buttons:{}", "seen:{}"), "post:{}"
"""Names of a place that come again with every post or message there, and its lease."""


class Person(Struct, frozen=True):
    """Somebody who is being erased: their number, the places that they alone read, and since when. `last` is the id of
    the last reply to them, `out` when it went out, 0 before. `swept`: what can be erased before that is.
    """

    user: str
    places: tuple[str, ...]
    since: int
    last: str
    out: int = 0
    swept: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.user, *self.places)))


class Left(Struct, frozen=True):
    """What is left to do. `scrub` counts what was erased since the last scrub, which began at `last`; `remains` says
    what that could not do.
    """

    people: tuple[Person, ...] = ()
    scrub: int = 0
    last: int = 0
    remains: str = ""


async def left(store: Store) -> Left:
    kept = await store.pointed(NAME)
    return decode(kept, Left) if kept else Left()


class Eraser:
    """Erases people from one store, together with the other processes that use it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._owner = f"eraser:{secrets.token_hex(4)}"
        self._lock = asyncio.Lock()
        self._swept = -SWEEP_EVERY
        self._going: asyncio.Task[None] | None = None

    def start(self, now: int) -> None:
        """Go on beside everything else: nobody has to wait for it."""
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._go_on(now))

    async def stop(self) -> None:
        """Break off what goes on; it is done again after the next start."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)

    async def _go_on(self, now: int) -> None:
        try:
            await self.go_on(now)
        except StoreError as problem:
            log.info("erasing_waits", error=str(problem))

    async def begin(self, person: Person) -> None:
        """Erase what can be erased at once, and note the rest for `go_on`."""
        now = person.since
        async with _Alone(self, now):
            was = await left(self.store)
            others = tuple(one for one in was.people if one.user != person.user)
            await self._keep(replace(was, people=(*others, person)))
        if abs(now - self._swept) >= SWEEP_EVERY:
            await self.go_on(now, scrub=False)

    async def rewrote(self, now: int) -> None:
        """Sessions were written anew: the files have to be."""
        async with _Alone(self, now):
            was = await left(self.store)
            await self._keep(replace(was, scrub=was.scrub + 1))

    async def go_on(self, now: int, scrub: bool = True) -> None:
        """Do what can be done by now of what is left."""
        was = await left(self.store)
        if not was.people and not was.scrub:
            return
        async with _Alone(self, now):
            was = await left(self.store)
            await self._sweep([person for person in was.people if not person.swept], now)
            people = [await self._further(replace(person, swept=True), now) for person in was.people]
            staying = tuple(person for person in people if person is not None)
            still = replace(was, people=staying, scrub=was.scrub + len(people) - len(staying))
            if still != was:
                await self._keep(still)
        if still.scrub and abs(now - still.last) >= SCRUB_EVERY and scrub:
            await self._scrub(now)

    async def _sweep(self, people: Sequence[Person], now: int) -> None:
        """Erase what is not in use any more. It takes a look at all names there are, so many people share one."""
        words = tuple(dict.fromkeys(word for person in people for word in person.words))
        if words:
            self._swept = now
            for name in await self.store.names(*words):
                await self.store.point(name, None)
            await self.store.erase(words, now)

    async def _scrub(self, now: int) -> None:
        """Scrub the files, and once more later if that could not be done."""
        async with _Alone(self, now):
            before = replace(await left(self.store), last=now)
            await self._keep(before)
        remains = await self.store.scrub()
        log.info("scrubbed", remains=remains)
        async with _Alone(self, now):
            was = await left(self.store)
            done = was.scrub == before.scrub and not remains
            await self._keep(replace(was, scrub=0 if done else was.scrub, remains=remains))

    async def _further(self, person: Person, now: int) -> Person | None:
        """Do the next thing for one person; None if that was the last.

        Replies that went out after the last one are for somebody new, as they were told, and stay.
        """
        if not person.out:
            row = await self.store.post(person.last)
            if row is None:
                return person if abs(now - person.since) < LONGEST else replace(person, out=person.since)
            return replace(person, out=row.at)
        if abs(now - person.out) < LEASE:
            return person
        for place in person.places:
            for name in REUSED:
                await self.store.point(name.format(place), None)
        await self.store.erase(person.words, person.out + 1)
        await self.store.erase(tuple(HELD.format(place) for place in person.places), now)
        return None

    async def _keep(self, now: Left) -> None:
        await self.store.point(NAME, None if now == Left() else encode(now).decode())


class _Alone:
    """Keeps others, here and in other processes, from what is left to do while the block lasts."""

    def __init__(self, eraser: Eraser, now: int) -> None:
        self._store, self._owner, self._now, self._lock = eraser.store, eraser._owner, now, eraser._lock

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        time = asyncio.get_running_loop().time
        began, passed = time(), 0
        try:
            while passed < LEASE:  # whoever had it died, or the lease would have run out
                if await self._store.lease(NAME, self._owner, self._now + passed, LEASE):
                    return
                await asyncio.sleep(WAIT)
                passed = round(1000 * (time() - began))
        except BaseException:
            self._lock.release()
            raise

    async def __aexit__(self, *problem: object) -> None:
        self._lock.release()
        await self._store.release(NAME, self._owner)
