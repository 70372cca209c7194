"""Sessions as one process knows them: kept decoded, changed one step at a time, always by a commit of the store."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.sessions.inbound import Answer, Inbound
from bot.sessions.session import Session, revive
from bot.sessions.step import Step
from bot.watch import Watch
from games.codec import decode
from storage.base import Conflict, Dup, Ok, Outgoing, Store

CACHED, ENDED = 10_000, 500
"""Sessions kept decoded. The store's version check makes a stale one harmless."""


class Sessions:
    """Loads sessions and enters steps into them. `clock` gives milliseconds; `usual` names who plays where nobody is
    named ("": each game's default player).
    """

    def __init__(self, store: Store, clock: Callable[[], int], usual: str) -> None:
        self.store, self.clock, self.usual = store, clock, usual
        self.watch = Watch()
        self.spoken: Callable[[str, tuple[Outgoing, ...]], None] = lambda sid, posts: None
        """Called with the session ("" if there is none) and the posts of each commit, once they are in the outbox."""
        self._cache: OrderedDict[str, Session] = OrderedDict()
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._locks = WeakValueDictionary[str, asyncio.Lock]()

    async def _enter(
        self, sid: str, inputs: tuple[str, ...], work: Callable[[Step], Answer], inbound: Inbound | None
    ) -> Answer | None:
        """Compute a step and commit it, again from the newer state whenever somebody was faster. None: no such
        session.
        """
        # One at a time in each session of this process; the lock goes when nobody has it or waits for it.
        async with self._locks.setdefault(sid, asyncio.Lock()):
            while True:
                session = await self.current(sid)
                if session is None:
                    return None
                step = Step(session, self.clock(), inbound)
                step.usual = self.usual or step.usual
                answer = replace(work(step), replied=step.replied)
                if answer.what == "ignored":
                    return answer
                after, commit = step.commit(inputs, answer)
                match await self.store.commit(commit):
                    case Ok():
                        self._keep(after)
                        self.spoken(sid, commit.posts)
                        if after.table.phase == "over" and session.table.phase != "over":
                            result = after.result()
                            self.watch.ended(after.game.name, result.end if result else "stopped")
                        return answer
                    case Dup(first):
                        self._cache.pop(sid, None)
                        return decode(first, Answer)
                    case Conflict():
                        self._cache.pop(sid, None)

    async def session(self, sid: str) -> Session | None:
        """A session as the store has it now."""
        self._cache.pop(sid, None)
        return await self.current(sid)

    async def current(self, sid: str) -> Session | None:
        """A session as this process knows it; the next commit finds out if another process was faster."""
        if sid in self._cache:
            self._cache.move_to_end(sid)
            return self._cache[sid]
        loaded = await self.store.load(sid)
        if loaded is None:
            return None
        session = await revive(self.store, loaded)
        self._keep(session)
        return session

    def _keep(self, session: Session) -> None:
        self._cache[session.sid] = session
        self._cache.move_to_end(session.sid)
        if session.table.phase == "over":
            self._ended[session.sid] = None
            self._ended.move_to_end(session.sid)
            if len(self._ended) > ENDED:
                self._cache.pop(self._ended.popitem(last=False)[0], None)
        if len(self._cache) > CACHED:
            self._cache.popitem(last=False)
