"""Erasure outside games: a forgotten person's names, claims, leases, replies, and the files that held them.

Some names are in use until the last reply to the person is out, seconds later. Until then the store holds a record of
the erasure, so any process goes on with it after a crash. Afterwards the files of the store are rewritten, at most
every few minutes.

Inputs that the person had sent and nobody answered get an answer without a post: a later one would go to a place of
theirs. A session's posts may still go out there much later, so those places are checked once more (`Late`).
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
"""Milliseconds for which a process holds the lease on erasures, and seconds between two attempts to get it."""
SCRUB_EVERY = 300_000
"""Milliseconds between two scrubs of the files: on a shared server they cost a copy of all data."""
SWEEP_EVERY = 5_000
"""Milliseconds between two scans of all names. People who ask in between share the next one."""
LONGEST = 60_000
"""Milliseconds after which a missing reply is taken to be lost."""


MOST = 1_000
"""Maximum of unanswered inputs read in one batch, the oldest ones."""
EVER = 1 << 62
"""Later than any input was sent."""
FORGOTTEN = encode(Answer("ignored", code="forgotten"))
"""The answer to inputs that a forgotten person had sent before."""


class Person(Struct, frozen=True):
    """A person who is being erased. Times are milliseconds.

    - `user`: their number.
    - `places`: those that they alone read.
    - `since`: when the erasure began.
    - `last`: the id of the last reply to them.
    - `out`: when that reply went out; 0 before.
    - `swept`: everything is erased that can be before that reply is out.
    - `sent`: when they asked, by the clock of their inputs.
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
    """Answer these people's unanswered inputs, but not the request for erasure. Return True if none is left."""
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
        """Work in the background: nobody waits for it."""
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._go_on(now))

    async def stop(self) -> None:
        """Cancel the work in progress; the next start repeats it."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)

    async def _go_on(self, now: int) -> None:
        try:
            await self.go_on(now)
        except StoreError as problem:
            log.info("erasing_waits", error=str(problem))

    async def begin(self, person: Person) -> None:
        """Note a person to erase. Start at once if the last sweep was `SWEEP_EVERY` ago; `go_on` does the rest."""
        now = person.since
        async with _Alone(self, now):
            was = await left(self.store)
            others = tuple(one for one in was.people if one.user != person.user)
            await self._keep(replace(was, people=(*others, person)))
        if abs(now - self._swept) >= SWEEP_EVERY:
            await self.go_on(now, scrub=False)

    async def rewrote(self, now: int, homes: Iterable[tuple[str, str]] = ()) -> None:
        """Note that sessions were rewritten, so the files have to be. `homes`: erased people and their places."""
        async with _Alone(self, now):
            was = await left(self.store)
            late = {(one.user, one.place): one for one in was.late} | {home: Late(*home, now) for home in homes}
            await self._keep(replace(was, scrub=was.scrub + 1, late=tuple(late.values())))

    async def go_on(self, now: int, scrub: bool = True) -> None:
        """Do all pending work that is possible now."""
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
        """Erase names that are no longer in use. One sweep scans all names, so many people share it."""
        words = tuple(dict.fromkeys(word for person in people for word in person.words))
        if words:
            self._swept = now
            for name in await self.store.names(*words):
                await self.store.point(name, None)
            await self.store.erase(words, now)

    async def _scrub(self, now: int) -> None:
        """Scrub the files; if that fails, try again later."""
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
        """Erase names that a session's last posts left at forgotten people's places. Return the places still in use.

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
        """Do the next step for one person; None after the last. `silent`: none of their inputs is unanswered.

        Replies that went out after the last one stay: the person was told that they count as somebody new from then on.
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
    """Exclusive access to the pending work, in this process and all others, for the length of a block."""

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
