"""Erasure outside of games: a forgotten person's names, claims, leases, replies, and the files that held them.

Some of it is in use until the last reply to them is out. So who is being erased is kept in the store until that is
done, which takes seconds; it goes on after a crash and in any process. Then the files of the store are written anew, at
most every few minutes.

What they sent before and nobody answered is answered without a word: else it would be posted later, to a place of
theirs. A session's posts may still go out there much later, so those places are looked at once more (`Late`).
"""

import asyncio
import secrets
from collections.abc import Iterable, Sequence

import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot import keys
from bot.session.model.inbound import Answer
from bot.session.model.intent import sender
from games.core.codec import decode, encode
from storage.base import Store, StoreError, aside_id

log = structlog.get_logger(__name__)

LEASE, WAIT = 10_000, 0.02
"""Milliseconds for which one process works on that, and seconds between two looks whether it is our turn."""
SCRUB_EVERY = 300_000
"""Milliseconds between two scrubs of the files: on a shared server they cost a copy of all data."""
SWEEP_EVERY = 5_000
"""Milliseconds for which those who come after one share the next look at all names."""
LONGEST = 60_000
"""Milliseconds after which a reply that is not there yet never comes."""


MOST = 1_000
"""Unanswered inputs that are looked through at once, the oldest ones."""
EVER = 1 << 62
"""Later than any input was sent."""
FORGOTTEN = encode(Answer("ignored", code="forgotten"))
"""The answer to what a forgotten person had sent before."""


class Person(Struct, frozen=True):
    """Somebody who is being erased: their number, the places that they alone read, and since when. `last` is the id of
    the last reply to them, `out` when it went out, 0 before. `swept`: what can be erased before that is. `sent`: when
    they asked for it, by the clock of their inputs.
    """

    user: str
    places: tuple[str, ...]
    since: int
    last: str
    out: int = 0
    swept: bool = False
    sent: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.user, *self.places)))


class Late(Struct, frozen=True):
    """A place that a forgotten person alone read. The last post of a session went out there before `since`."""

    user: str
    place: str
    since: int


class Left(Struct, frozen=True):
    """Work that is left. `scrub` counts erasures since the scrub begun at `last`; `remains` says what that left."""

    people: tuple[Person, ...] = ()
    scrub: int = 0
    last: int = 0
    remains: str = ""
    late: tuple[Late, ...] = ()


async def left(store: Store) -> Left:
    kept = await store.pointed(keys.ERASING)
    return decode(kept, Left) if kept else Left()


async def hush(store: Store, people: Sequence[Person], now: int) -> bool:
    """Answer what these people had sent and nobody answered, but the wish itself. Return whether that was all."""
    asked = {person.user: person for person in people}
    rows = await store.pending(EVER, MOST) if asked else ()
    for row in rows:
        person = asked.get(sender(row))
        if person is not None and row.at <= person.sent and aside_id(row.id, 0) != person.last:
            await store.answered(row, FORGOTTEN, now)
    return len(rows) < MOST and store.whole


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

    async def rewrote(self, now: int, homes: Iterable[tuple[str, str]] = ()) -> None:
        """Sessions were written anew: the files have to be. `homes`: who was erased there, with places of theirs."""
        async with _Alone(self, now):
            was = await left(self.store)
            late = {(one.user, one.place): one for one in was.late} | {home: Late(*home, now) for home in homes}
            await self._keep(replace(was, scrub=was.scrub + 1, late=tuple(late.values())))

    async def go_on(self, now: int, scrub: bool = True) -> None:
        """Do what can be done by now of what is left."""
        was = await left(self.store)
        if not was.people and not was.scrub and not was.late:
            return
        async with _Alone(self, now):
            was = await left(self.store)
            silent = await hush(self.store, was.people, now)
            await self._sweep([person for person in was.people if not person.swept], now)
            people = [await self._further(replace(person, swept=True), now, silent) for person in was.people]
            staying = tuple(person for person in people if person is not None)
            late = await self._later(was.late, now)
            done = len(people) - len(staying) + len(was.late) - len(late)
            still = replace(was, people=staying, scrub=was.scrub + done, late=late)
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

    async def _later(self, late: tuple[Late, ...], now: int) -> tuple[Late, ...]:
        """Erase what a session's last posts left of the places of forgotten people. Return those that are still in use.

        The names of somebody who has come back to play stay: they are in use.
        """
        ready = [one for one in late if abs(now - one.since) >= LEASE]
        for one in ready:
            if not await self.store.sessions(keys.played_by(one.user), limit=1):
                await self._unname(one.place)
        if ready:
            await self.store.erase(tuple(keys.posting(one.place) for one in ready), now)
        return tuple(one for one in late if one not in ready)

    async def _unname(self, place: str) -> None:
        for name in keys.with_place(place):
            await self.store.point(name, None)

    async def _further(self, person: Person, now: int, silent: bool) -> Person | None:
        """Do the next thing for one person; None if that was the last. `silent`: nothing of theirs is unanswered.

        Replies that went out after the last one are for somebody new, as they were told, and stay.
        """
        if not person.out:
            row = await self.store.post(person.last)
            if row is None:
                return person if abs(now - person.since) < LONGEST else replace(person, out=person.since)
            return replace(person, out=row.at)
        if abs(now - person.out) < LEASE or not silent:
            return person
        for place in person.places:
            await self._unname(place)
        await self.store.erase(person.words, person.out + 1)
        await self.store.erase(tuple(keys.posting(place) for place in person.places), now)
        return None

    async def _keep(self, now: Left) -> None:
        await self.store.point(keys.ERASING, None if now == Left() else encode(now).decode())


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
                if await self._store.lease(keys.ERASING, self._owner, self._now + passed, LEASE):
                    return
                await asyncio.sleep(WAIT)
                passed = round(1000 * (time() - began))
        except BaseException:
            self._lock.release()
            raise

    async def __aexit__(self, *problem: object) -> None:
        self._lock.release()
        await self._store.release(keys.ERASING, self._owner)
