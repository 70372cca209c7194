"""Sessions as one process knows them: kept decoded, changed by one unit of work at a time, each in one commit."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from weakref import WeakValueDictionary

import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.players.base import Strategy
from bot.runtime.hooks import MetricsHooks
from bot.session.model.inbound import Answer, Inbound
from bot.session.model.session import OPERATORS, Session, WrongRules, revive
from bot.session.unit_of_work import UnitOfWork
from games.core.codec import decode
from games.core.contract import AnyGame
from storage.base import Conflict, Dup, Head, Ok, Outgoing, PartlyDown, Store

log = structlog.get_logger(__name__)

CACHED, ENDED = 10_000, 500
"""Sessions kept decoded, and those of them that have ended. A stale one is harmless: a commit compares its mark.
"""

RECOLLECTED = 100
"""Sessions read again at a time after the store may have gone back."""


class Trace(Struct, frozen=True):
    """The trace of a session that is no longer cached: enough to notice that the store went back."""

    game: str
    version: int
    mark: str
    over: bool

    def lost(self, version: int, mark: str) -> bool:
        """Return True if a store with this version (0: no session) and mark lost what was known.

        Retention deletes games that are over, and erasure writes them again; neither is a loss.
        """
        if self.over:
            return 0 < version < self.version
        return version < self.version or (version == self.version and mark != self.mark)


def _trace(session: Session) -> Trace:
    return Trace(session.game.name, session.version, session.stored, session.table.phase == "over")


class SessionRepository:
    """Loads sessions and enters steps into them. `clock` gives milliseconds; `strategies` finds the strategy for a
    chair's name; `usual` names who plays where nobody is named ("": each game's default player); `defaults` are texts
    of settings that games have unless somebody wrote others.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        strategies: Callable[[str, AnyGame], Strategy],
        usual: str,
        defaults: Mapping[str, str],
    ) -> None:
        self.store, self.clock, self.strategies, self.usual, self.defaults = store, clock, strategies, usual, defaults
        self.metrics = MetricsHooks()
        self.spoken: Callable[[str, tuple[Outgoing, ...]], None] = lambda sid, posts: None
        """Called with the session ("" if there is none) and the posts of each commit, once they are in the outbox."""
        self.recalled: list[Callable[[], None]] = []
        """Called when the store may have gone back: whatever is remembered of it must be read again."""
        self.closed: list[Callable[[str], None]] = []
        """Called with a session that is over, or that is not to be kept any longer."""
        self.ended: list[Callable[[Session], None]] = []
        """Called with a session when it ends."""
        self._cache: OrderedDict[str, Session] = OrderedDict()
        self._traces: OrderedDict[str, Trace] = OrderedDict()
        """Of sessions that were kept when the store may have gone back, and were not read since."""
        self.behind: set[str] = set()
        """Sessions that the store has in an older state than people have seen, and that nobody acted in since."""
        self.gone: set[str] = set()
        """Sessions that the store lost whole while people played them."""
        self._incarnation = store.incarnation
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._locks = WeakValueDictionary[str, asyncio.Lock]()

    async def enter(
        self, sid: str, inputs: tuple[str, ...], work: Callable[[UnitOfWork], Answer], inbound: Inbound | None
    ) -> Answer | None:
        """Compute a step and commit it, again whenever somebody was faster. None: no such session."""
        # One at a time in each session of this process; the lock goes when nobody has it or waits for it.
        async with self._locks.setdefault(sid, asyncio.Lock()):
            while True:
                session = await self.current(sid)
                if session is None:
                    return None
                unit = UnitOfWork(session, self.clock(), inbound)
                unit.usual = self.usual or unit.usual
                answer = replace(work(unit), replied=bool(unit.replies))
                if answer.what == "ignored":
                    return answer
                after, commit = unit.commit(inputs, answer)
                match await self.store.commit(commit):
                    case Ok():
                        self._keep(after)
                        self.behind.discard(sid)
                        self.spoken(sid, commit.posts)
                        if after.table.phase == "over" and session.table.phase != "over":
                            result = after.result()
                            self.metrics.ended(after.game.name, result.end if result else "stopped")
                            for told in self.ended:
                                told(after)
                        return answer
                    case Dup(first):
                        self._cache.pop(sid, None)
                        return decode(first, Answer)
                    case Conflict(version, mark):
                        self._cache.pop(sid, None)
                        if self._compare(sid, _trace(session), version, mark):
                            self.recall()

    async def begin(self, unit: UnitOfWork, input: str, answer: Answer, head: Head) -> Answer:
        """Commit a session's first step. A repeat of its input gets the first answer."""
        after, commit = unit.commit((input,), answer, head)
        match await self.store.commit(commit):
            case Ok():
                self._keep(after)
                self.spoken(after.sid, commit.posts)
                self.metrics.opened(after.game.name)
                log.info("session_opened", session=after.sid, game=after.game.name)
            case Dup(first):
                # A store that lost the record of this act gave it to another process, under another session's id.
                return decode(first, Answer)
            case Conflict():
                # Nothing was stored, so that the input must not pass for answered; after three tries it is parked.
                raise RuntimeError(f"the id of a new session is taken: {after.sid}")
        return answer

    async def administer(self, sid: str, input: str, work: Callable[[UnitOfWork], bool | None]) -> bool:
        """Do an operator's act on a session that is not over. Return True if it was done, now or before under the same
        input id; work that comes to False was not needed.
        """

        def guarded(unit: UnitOfWork) -> Answer:
            if unit.session.table.phase == "over":
                return Answer("ignored", sid, "over")
            if work(unit) is False:
                return Answer("ignored", sid, "needless")
            return Answer("told", sid, "tended")

        answer = await self.enter(sid, (input,), guarded, None)
        return answer is not None and answer.what == "told"

    async def session(self, sid: str) -> Session | None:
        """Return a session as the store has it now."""
        known = self._cache.pop(sid, None)
        session = await self.current(sid)
        if known is not None:
            version, mark = (session.version, session.stored) if session is not None else (0, "")
            if self._compare(sid, _trace(known), version, mark):
                self.recall()
        return session

    async def current(self, sid: str) -> Session | None:
        """Return a session as this process knows it; the next commit finds out if another process was faster."""
        if self._incarnation != self.store.incarnation:
            log.info("store_changed")
            self.recall()
        if sid in self._cache:
            self._cache.move_to_end(sid)
            return self._cache[sid]
        loaded = await self.store.load(sid)
        known = self._traces.pop(sid, None)
        if known is not None:
            self._compare(sid, known, *((loaded.version, loaded.mark) if loaded is not None else (0, "")))
        if loaded is None or loaded.head.namespace == OPERATORS:
            return None
        session = await revive(self.store, loaded)
        self._keep(session)
        return session

    def kept(self, sid: str) -> Session | None:
        """Return a session if it is kept here."""
        return self._cache.get(sid)

    async def recollect(self) -> None:
        """Read sessions again that were kept here before the store may have lost commits, to notice each loss."""
        for sid in list(self._traces)[:RECOLLECTED]:
            with suppress(WrongRules, PartlyDown):
                await self.current(sid)

    def drop(self, sid: str) -> None:
        """Keep a session no longer: the next look reads it from the store."""
        self._cache.pop(sid, None)
        self._close(sid)

    def recall(self) -> None:
        """Keep nothing of the store, which is another one or went back; what is read again is compared."""
        self._incarnation = self.store.incarnation
        self._traces.update((sid, _trace(session)) for sid, session in self._cache.items())
        while len(self._traces) > CACHED:
            self._traces.popitem(last=False)
        self._cache.clear()
        for forget in self.recalled:
            forget()

    def _compare(self, sid: str, known: Trace, version: int, mark: str) -> bool:
        """Return True if the store lost what was known of a session; log and count it."""
        if not known.lost(version, mark):
            return False
        log.warning("store_rewound", session=sid, known=known.version, stored=version)
        self.metrics.rewound(known.game)
        if version < known.version:
            (self.behind if version else self.gone).add(sid)
        return True

    def _keep(self, session: Session) -> None:
        self._cache[session.sid] = session
        self._cache.move_to_end(session.sid)
        if session.table.phase == "over":
            self._close(session.sid)
            self._ended[session.sid] = None
            self._ended.move_to_end(session.sid)
            if len(self._ended) > ENDED:
                self._cache.pop(self._ended.popitem(last=False)[0], None)
        if len(self._cache) > CACHED:
            self._close(self._cache.popitem(last=False)[0])

    def _close(self, sid: str) -> None:
        for forget in self.closed:
            forget(sid)
