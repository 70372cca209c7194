"""Tries: an input that failed three times is parked, with an answer, instead of being tried for ever.

Each try is counted before it is made, so a process that dies in it counts as a failure; `accept` counts the first. Two
kinds of tries are no failures and are repeated uncounted, as far as this process remembers them: one that was cut off
by the store or by an orderly end of the program, and one whose answer the store lost.

Inputs that were tried before are tried one at a time, so a dying process puts the blame on one of them at most. All
processes look for inputs that a dead one left behind; a lease keeps two of them from counting the same try.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import structlog

from bot import keys
from bot.runtime.heartbeat import Heartbeat
from bot.session.handlers.base import reply
from bot.session.model.inbound import Answer, Command, Enter, Inbound, Join, Open, Operate
from bot.session.model.intent import Account, Participation, Request, recorded
from bot.session.repository import SessionRepository
from games.core.codec import decode, encode
from games.core.post import says
from storage.base import Input, PartlyDown, StoreError

log = structlog.get_logger(__name__)

MOST = 3
"""Tries at one input."""
FIRST_PAUSE, LONGER, LONGEST_PAUSE = 0.1, 4, 2.0
"""Seconds between the first try and the second, how many times longer each further pause is, and the longest."""
REMEMBERED = 10_000
"""Inputs of which this process knows that their last try does not count."""
LEASE, SIGN = 3_000, 1.0
"""Milliseconds for which a process without a heartbeat keeps others from an input that it tries again, and
seconds between two such signs.
"""
PARKED = "parked"
"""The code of the answer to an input that was parked."""
DIED = "the process ended in it"
"""The reason where no exception was seen."""
WHOLE = (
    "Sorry, I couldn't handle what you sent: it failed each time I tried, so I've put it aside. "
    "Nothing was changed. Try it in other words; if that fails too, please tell the operators."
)
PART = (
    "Sorry, I couldn't finish what you asked for: it failed each time I tried, so I've put it aside. "
    "Part of it may be done. Check that before you try again; if it fails too, please tell the operators."
)


class Tries:
    """Handles recorded inputs until each has an answer. `read` gives a record's request; `work` is one try."""

    def __init__(
        self,
        sessions: SessionRepository,
        read: Callable[[Input], Awaitable[Request]],
        work: Callable[[Input, Request], Awaitable[Answer]],
    ) -> None:
        self.sessions, self.read, self.work = sessions, read, work
        self.owner = f"tries:{secrets.token_hex(4)}"
        self._spared: dict[str, int] = {}
        self._again = asyncio.Lock()

    def spare(self, id: str, tries: int = 1) -> None:
        """Remember that the next try at an input is not to be counted, and how many were."""
        if len(self._spared) >= REMEMBERED:
            del self._spared[next(iter(self._spared))]
        self._spared[id] = tries

    async def until_answered(self, row: Input, request: Request | None) -> Answer:
        """Try until there is an answer. `request` was just recorded; None for a repeat. Raises `StoreError`."""
        pause = FIRST_PAUSE
        answer = await (self._try(row, request, 1) if request is not None else self.once(row))
        while answer is None:
            await asyncio.sleep(pause)
            pause = min(pause * LONGER, LONGEST_PAUSE)
            answer = await self.once(row)
        return answer

    async def once(self, row: Input) -> Answer | None:
        """Try once more, or park what failed too often. None: to be tried again, here or elsewhere."""
        async with self._again:
            if not await self._mine(row.id):
                return None
            try:
                async with Heartbeat(partial(self._sign, row.id), SIGN, SIGN):
                    return await self._try(row, None, await self._count(row.id))
            finally:
                with suppress(StoreError):
                    await self.sessions.store.release(keys.trying(row.id), self.owner)

    async def _mine(self, id: str) -> bool:
        """Return True if no other process is trying this input."""
        try:
            return await self.sessions.store.lease(keys.trying(id), self.owner, self.sessions.clock(), LEASE)
        except PartlyDown:
            return True  # the input may be in a part of the store that is there

    async def _sign(self, id: str) -> None:
        with suppress(StoreError):
            await self._mine(id)

    async def _count(self, id: str) -> int:
        if id in self._spared:
            return self._spared.pop(id)
        # Where the reply is lost, the count may be up already: then the next try is not counted again.
        self.spare(id)
        tries = await self.sessions.store.attempt(id)
        self._spared.pop(id, None)
        return tries

    async def _try(self, row: Input, request: Request | None, tries: int) -> Answer | None:
        if tries > MOST:
            return await self.park(row, request, DIED)
        try:
            answer = await self.work(row, request or await self.read(row))
            if tries > 1:
                self.spare(row.id, tries)  # it comes again only if the store loses the answer
            return answer
        except (StoreError, asyncio.CancelledError):
            self.spare(row.id, tries)
            raise
        except Exception as problem:
            log.exception("input_failed", input=row.id, session=row.sid, tries=tries)
            return await self.park(row, request, type(problem).__name__) if tries >= MOST else None

    async def park(self, row: Input, found: Inbound | None, why: str) -> Answer:
        """Answer an input that cannot be handled, and list it. Whoever was faster has answered it."""
        if found is None:
            with suppress(Exception):
                found = recorded(row)
        platform, act = row.place.partition(":")[0], _kind(found)
        posts = () if found is None else (reply(found, says(_sentence(found))),)
        answer = encode(Answer("refused", code=PARKED, replied=bool(posts)))
        store, now = self.sessions.store, self.sessions.clock()
        stands = await store.park(row, answer, now, posts, f"{act} from {platform}, {why}")
        if stands == answer:
            log.error("input_parked", input=row.id, session=row.sid, platform=platform, act=act, why=why)
            self.sessions.metrics.parked(act)
            self.sessions.spoken("", posts)
        return decode(stands, Answer)


def _kind(found: Inbound | None) -> str:
    if found is None:
        return "unread"
    meant = found.intent if isinstance(found, Request) else None
    return type(meant if isinstance(meant, Open | Join | Enter | Operate) else found.act).__name__.lower()


def _sentence(found: Inbound) -> str:
    """Return the answer: an operator's command and an erasure take several steps, some of which may be done."""
    match found:
        case Request(intent=Operate() | Account("forget") | Participation("withdraw")):
            return PART
        case Inbound(act=Operate() | Command("forget")):
            return PART
    return WHOLE
