"""The session manager: the one door through which people change a game.

Every input is resolved and recorded before anybody reacts to it. Its handler makes one step of a session and commits it
atomically; a commit that loses a race is computed again from the newer state. Moves of AI seats and clocks take the
same way (`deciding`). Nothing is held while a strategy thinks.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType

import structlog
from msgspec import UNSET
from msgspec.structs import replace

from bot.players.base import Strategy
from bot.runtime.logs import Bound
from bot.session import router
from bot.session.analyst import Analyst
from bot.session.deciding import Deciding
from bot.session.directory import Directory
from bot.session.erasure import Erasure
from bot.session.handlers import HANDLERS, help, lobby, play
from bot.session.handlers.base import Service
from bot.session.limits import Limits, RateLimiter, Turns
from bot.session.model.inbound import AT_MACHINE, OPERATOR_HERE, Answer, Asked, Inbound, Operate, Press, whole
from bot.session.model.intent import Refused, Request, recorded, sender
from bot.session.model.session import WrongRules
from bot.session.outbox import Stored, stored
from bot.session.ports import Classes, Operators, Studies
from bot.session.repository import SessionRepository
from bot.session.timekeeper import Timekeeper, milliseconds
from bot.session.tries import Tries
from games.core.codec import decode, encode
from games.core.contract import AnyGame
from storage.base import Input, PartlyDown, Store, StoreError

log = structlog.get_logger(__name__)


class Manager:
    """Runs sessions over a store. `strategies` finds the strategy for a chair's name; `clock` gives milliseconds;
    `usual` names who plays where nobody is named ("": each game's default player); `steady` gives seconds that never
    leap (None: the event loop's). `defaults` holds texts of settings that games have unless somebody wrote others.
    """

    def __init__(
        self,
        store: Store,
        strategies: Callable[[str, AnyGame], Strategy],
        clock: Callable[[], int] = milliseconds,
        usual: str = "",
        steady: Callable[[], float] | None = None,
        defaults: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.store, self.time = store, Timekeeper(store, clock, steady)
        self.clock = self.time.now
        self.sessions = SessionRepository(store, self.clock, strategies, usual, defaults)
        self.deciding = Deciding(self.sessions, self.time)
        self.limiter = RateLimiter(Limits(0, 0, 0), self.clock)
        self.directory = Directory(store, self.limiter)
        self.erasure = Erasure(self.sessions, self.time)
        self.analyst = Analyst(store)
        self.service = Service(self.sessions, self.directory, self.limiter, self.erasure, self.analyst)
        self.turns = Turns()
        self._tries = Tries(self.sessions, self._read, lambda row, request: self._answer(row, request))

    def employ(
        self, operators: Operators | None, studies: Studies | None = None, classes: Classes | None = None
    ) -> None:
        """Take operators' commands, let people play what they set up, and lead people through their studies and
        classes.
        """
        self.directory.operators = operators
        self.directory.classes = self.deciding.classes = classes
        self.directory.studies = self.deciding.studies = studies

    async def handle(self, inbound: Inbound, post: Stored | None = None) -> Answer:
        """Take one act of one person, after their earlier ones. A repeat of an id is answered as the first time and
        changes nothing.
        """
        began = time.perf_counter()
        try:
            encode(inbound)
        except UnicodeEncodeError:
            inbound = whole(inbound)
        self.clock()  # notices a leap of this machine's clock, by which the act was timed
        if self.time.shift:
            inbound = replace(inbound, at=inbound.at + self.time.shift)
        refused = self.limiter.stops(inbound)
        answer, fresh = await self.turns.take(inbound.user, self._take(inbound, refused, post))
        if answer.sid:
            self.service.went(inbound.focus, answer.sid)
        if fresh:
            session = self.sessions.kept(answer.sid)
            game = session.game.name if session is not None else ""
            self.sessions.metrics.answered(game, answer.what, answer.code, time.perf_counter() - began)
        return answer

    async def _take(self, inbound: Inbound, refused: Refused | None, post: Stored | None) -> tuple[Answer, bool]:
        """Resolve an act, record it, and have it handled. Return the answer, and whether it is the first."""
        request, sid, to, why = None, "", "", ""
        try:
            if refused:
                request = router.meaning(inbound, refused)
            else:
                request = await router.resolve(inbound, self.directory, post)
            sid, to = router.destination(request)
        except StoreError:
            raise
        except Exception as problem:
            # Nothing is known of its meaning, so that another try would come to the same.
            log.exception("act_not_understood", input=inbound.id)
            why = type(problem).__name__
        try:
            body = encode(request or inbound)
            taken = await self.store.accept(Input(inbound.id, inbound.place, sid, inbound.at, body), to)
        except StoreError:
            self._tries.spare(inbound.id)  # it may be recorded all the same, and was not tried
            raise
        if not taken.fresh and refused is None:
            self.limiter.repeated(inbound.user)
        if taken.answer is not None:
            return decode(taken.answer, Answer), False
        if request is None:
            return await self._tries.park(taken.input, inbound, why), taken.fresh
        # What counts is the first record, whatever a repeat would mean by now.
        return await self._tries.until_answered(taken.input, request if taken.fresh else None), taken.fresh

    async def _read(self, row: Input) -> Request:
        found = recorded(row)
        return found if found.intent is not UNSET else await router.again(found, self.directory)

    async def _answer(self, row: Input, request: Request) -> Answer:
        """Have a recorded request carried out by the handler of its intent."""
        with Bound(session=row.sid):
            try:
                return await HANDLERS[type(request.intent)](self.service, row, request, request.intent)
            except WrongRules as problem:
                return await self.service.refuse(row, request, "wrong_rules", str(problem), row.sid)

    async def recover(self, before: int) -> int:
        """Try once more each input that was accepted before a time and never answered, because a process died. Returns
        their number. One that fails, or is in a part of the store that is away, holds up no other, and is tried again
        by the next call; what the same person is doing just now goes first. Raises `StoreError` where no part can be
        used.

        A command that an operator typed at the machine is left for an hour to the process that took it: it may take
        long, and its files belong to that process's folder.
        """
        await self.erasure.go_on()
        await self.sessions.recollect()
        dead = self.clock() - AT_MACHINE
        rows = [r for r in await self.store.pending(before) if r.at <= dead or sender(r) != OPERATOR_HERE]
        for row in rows:
            who = sender(row)
            if not self.turns.busy(who):
                with suppress(PartlyDown):
                    await self.turns.take(who, self._tries.once(row))
        return len(rows)

    # --- questions of adapters ----------------------------------------------------------------------------------------

    async def stands(self, press: Press, user: str) -> bool:
        """Return True if a button is about its seat's current decision, and the seat is this user's."""
        return await play.stands(self.service, press, user)

    async def filling(self, inbound: Inbound) -> str:
        """Note that a person opened or changed the form of a button, which counts as being there. Return its session;
        "" if it is gone.
        """
        found = await stored(self.store, inbound.act.post) if isinstance(inbound.act, Press) else None
        if found is None or not found.sid:
            return ""
        with suppress(WrongRules):
            await play.filling(self.service, inbound.id, found.sid, inbound.user)
        return found.sid

    async def title(self, inbound: Inbound) -> str | None:
        """Return the title of the game that an act would open; None if it opens none, or cannot as it was asked for."""
        return await lobby.title(self.service, inbound)

    async def admits(self, inbound: Inbound, sid: str) -> bool:
        """Return whether a person may join a table: nobody there and no operator keeps them away, and they have not
        guessed too many codes. Adapters ask before they lead somebody to it.
        """
        if self.limiter.guessing(inbound.user) is not None:
            return False
        return await lobby.kept_out(self.service, inbound, await self.sessions.current(sid)) is None

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        """Return labels and values for an option of a command that a person is typing."""
        return await help.suggest(self.service, inbound, asked)

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        """Return the initial text of the form for an operator's command; None if the person may not use it."""
        operators = self.directory.operators
        return await operators.draft(inbound, act) if operators is not None else None
