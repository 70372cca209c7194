"""Erasure of a person: out of all their games, then out of what is left of them elsewhere (`key_erasure`).

Each part can be done again, by any process. A game that still runs, or has posts that are not out, is rewritten
later.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from weakref import WeakValueDictionary

import structlog

from bot import keys
from bot.session import redaction
from bot.session.key_erasure import EVER, Eraser, Person, hush
from bot.session.model.session import WrongRules
from bot.session.repository import SessionRepository
from bot.session.timekeeper import Timekeeper
from storage.base import PartlyDown

log = structlog.get_logger(__name__)

EVERYTHING = 100_000
"""A bound above the number of games of any person."""
RESTING = 60_000
"""Maximum of milliseconds before another look at a session whose posts were not out, or whose game went on.
"""


class Erasure:
    """Erases people from the sessions of one process's store. `unfinished`: sessions may wait to be rewritten."""

    def __init__(self, sessions: SessionRepository, time: Timekeeper) -> None:
        self.sessions, self.time = sessions, time
        self.eraser = Eraser(sessions.store)
        self.unfinished, self._cleaned = True, 0
        sessions.recalled.append(self._look_again)
        self._later: dict[str, tuple[int, int]] = {}
        """Sessions that could not be rewritten: until when, on the steady clock, each rests, and how long next."""
        self._locks = WeakValueDictionary[str, asyncio.Lock]()

    def _look_again(self) -> None:
        """Repeat the erasures that a store lost when it went back."""
        self.unfinished = True

    async def go_on(self) -> None:
        """Do all pending work that is possible now."""
        # Now and then in any case: another process may have ended such a game, or marked one and died.
        if self.unfinished or not 0 <= self.time.steady() - self._cleaned < RESTING:
            with suppress(PartlyDown):
                await self.clean()
        self.eraser.start(self.sessions.clock())

    async def forget(self, user: str, here: str = "", last: str = "", sent: int = 0) -> tuple[int, int]:
        """Erase a person from everything in the store. Return the number of their games, and of those that go on.

        A second call does what the first one could not. `clean` does the part that waits for posts or for a game's end.
        `here` is a place that the person alone reads, `last` the id of the last reply to them. `sent`: when they asked.
        """
        async with self._locks.setdefault(user, asyncio.Lock()):
            # A person's acts are taken in turn, so all else of theirs came before, whatever clock it was sent by.
            await hush(self.sessions.store, (Person(user, (), 0, last, sent=EVER),), self.sessions.clock())
            places = {here: None} if here else {}
            sids = [
                loaded.head.sid for loaded in await self.sessions.store.sessions(keys.played_by(user), limit=EVERYTHING)
            ]
            going = 0
            for sid in sids:
                going += await self._leave(sid, user, places)
                await asyncio.sleep(0)  # however many games it are, others are served meanwhile
            await self._clean(sids)
            await self.eraser.begin(Person(user, tuple(places), self.sessions.clock(), last, sent=sent))
        return len(sids), going

    async def _leave(self, sid: str, user: str, places: dict[str, None]) -> bool:
        """Take a person out of one session. Return whether others go on; add the places that only this person reads."""
        try:
            session = await self.sessions.session(sid)
            if session is None:
                return False
            mine = session.table.seats_of(user)
            places |= {p.address: None for p in session.table.places if p.private and p.viewer in mine}
            if mine or not await redaction.marked(self.sessions.store, session, user):
                await self.sessions.enter(sid, (), lambda unit: redaction.leave(unit, user), None)
            left = await self.sessions.current(sid)
            return left is not None and left.table.phase == "play"
        except WrongRules:
            log.warning("forgotten_whole", session=sid, dropped=await self.sessions.store.drop(sid))
            return False

    async def clean(self) -> None:
        """Write the sessions of forgotten people again, as far as that is possible now."""
        self.unfinished = True
        listed = await self.sessions.store.sessions(keys.FORGETTING, live=False, limit=1000)
        self._later = {sid: self._later[sid] for loaded in listed if (sid := loaded.head.sid) in self._later}
        await self._clean([loaded.head.sid for loaded in listed])
        self.unfinished = bool(await self.sessions.store.sessions(keys.FORGETTING, live=False, limit=1))
        self._cleaned = self.time.steady()

    async def _clean(self, sids: Iterable[str]) -> None:
        now, done = self.time.steady(), 0
        homes: dict[tuple[str, str], None] = {}
        for sid in sids:
            due, pause = self._later.get(sid, (now, 0))
            loaded = await self.sessions.store.load(sid) if due <= now else None
            if loaded is None:
                continue
            self.unfinished = True
            if loaded.over and (theirs := await redaction.clean(self.sessions.store, loaded)) is not None:
                done += 1
                homes |= dict.fromkeys(sorted(theirs))
                self._later.pop(sid, None)
            elif loaded.over:
                self._later[sid] = now + pause, min(2 * pause + 5_000, RESTING)
            self.sessions.drop(sid)
            await asyncio.sleep(0)
        if done:
            await self.eraser.rewrote(self.sessions.clock(), homes)
