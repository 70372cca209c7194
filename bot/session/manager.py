"""The session manager: the one door through which people, AI seats and clocks change a game.

Every input is recorded before anybody reacts to it, becomes one step under a straight list of guards, and ends in
one atomic commit. A commit that loses a race is computed again from the newer state; nothing is held while a strategy
thinks.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

import structlog
from msgspec import UNSET
from msgspec.structs import replace
from structlog.contextvars import bound_contextvars

from bot import keys
from bot.players.base import Strategy
from bot.session import account, guards, lobby, rematch, router
from bot.session.deciding import Deciding
from bot.session.erasure import Erasure
from bot.session.limits import MANY, Limits, RateLimiter, Throttled
from bot.session.model.audience import Sent
from bot.session.model.inbound import (
    Act,
    Answer,
    Command,
    Inbound,
    Join,
    Open,
    Operate,
    Press,
    Text,
    encodable,
    sender,
)
from bot.session.model.session import Session, WrongRules
from bot.session.outbox import tagged
from bot.session.ports import Opening, Operators
from bot.session.repository import CACHED
from bot.session.timekeeper import Timekeeper
from bot.session.tries import Tries
from bot.session.turns import Turns
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import messages
from games.core.codec import decode, encode
from games.core.contract import AnyGame, Seat
from games.core.post import Form, says
from games.core.registry import get, names
from storage.base import (
    Dup,
    Head,
    Input,
    Ok,
    Outgoing,
    PartlyDown,
    Row,
    Store,
    StoreError,
    Taken,
    aside_id,
)

log = structlog.get_logger(__name__)

FORGET = Command("forget", "yes")
IDLE = "idle"
"""The code of an answer by which nothing is committed: the session waits for no words."""
MOMENT = 600_000
"""Milliseconds in which one button opens one game."""


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Manager(Deciding):
    """Runs sessions over a store. `strategies` finds the strategy for a chair's name; `clock` gives milliseconds;
    `usual` names who plays where nobody is named ("": each game's default player); `steady` gives seconds that never
    leap (None: the event loop's).
    """

    def __init__(
        self,
        store: Store,
        strategies: Callable[[str, AnyGame], Strategy],
        clock: Callable[[], int] = milliseconds,
        usual: str = "",
        steady: Callable[[], float] | None = None,
    ) -> None:
        super().__init__(store, strategies, Timekeeper(store, clock, steady), usual)
        self.front = router.Front(store, self.clock)
        self.limiter = RateLimiter(Limits(0, 0, 0), self.clock)
        self.turns = Turns()
        self._tries = Tries(self, lambda row, inbound: self._answer(row, inbound))
        self.operators: Operators | None = None
        self.erasure = Erasure(self)
        self._last: OrderedDict[str, str] = OrderedDict()
        """The session that each person's acts in a place went to last, by the name of their focus."""

    def employ(self, operators: Operators) -> None:
        """Take operators' commands, and let people play what they set up."""
        self.operators = self.front.operators = operators

    # --- people -------------------------------------------------------------------------------------------------------

    async def handle(self, inbound: Inbound) -> Answer:
        """Take one act of one person, after their earlier ones. A repeat of an id is answered as the first time and
        changes nothing.
        """
        began = time.perf_counter()
        inbound = encodable(inbound)
        if self.time.shift:
            inbound = replace(inbound, at=inbound.at + self.time.shift)
        throttled = self.limiter.stops(inbound)
        work = self._take(inbound) if throttled is None else self._turn_away(inbound, throttled)
        answer, fresh = await self.turns.take(inbound.user, work)
        if answer.sid:
            self._last[inbound.focus] = answer.sid
            if len(self._last) > CACHED:
                self._last.popitem(last=False)
        if fresh:
            session = self._cache.get(answer.sid)
            game = session.game.name if session is not None else ""
            self.watch.answered(game, answer.what, answer.code, time.perf_counter() - began)
        return answer

    async def _turn_away(self, inbound: Inbound, throttled: Throttled) -> tuple[Answer, bool]:
        """Tell somebody who goes on too fast, or writes too much; a repeat of what was taken before is none of that."""
        inbound = lobby.settled(inbound)
        taken = await self._accept(inbound, "")
        if not taken.fresh:
            if taken.answer is not None:
                return decode(taken.answer, Answer), False
            return await self._tries.until_answered(taken.input, None, False), False
        sentence = self.limiter.tell(inbound.user, throttled)
        if not sentence:
            return await self._aside(taken.input, Answer("ignored", code=throttled.code), ()), True
        posts = (router.reply(inbound, says(sentence)),)
        return await self._aside(taken.input, Answer("refused", code=throttled.code, replied=True), posts), True

    async def _take(self, inbound: Inbound) -> tuple[Answer, bool]:
        """The answer, and whether this is the first time that anybody asks."""
        try:
            post = await self._post(inbound.act)
            meant = await self._meaning(inbound, post)
        except StoreError:
            raise
        except Exception as problem:
            # Nothing is known of what it means, so that another try would come to the same.
            log.exception("act_not_understood", input=inbound.id)
            taken = await self._accept(inbound, "")
            if taken.answer is not None:
                return decode(taken.answer, Answer), False
            return await self._tries.park(taken.input, inbound, type(problem).__name__), taken.fresh
        if await self._again(inbound, meant):
            # It is answered for good: a repeat of it may come when that moment is over.
            kept = Input(inbound.id, inbound.place, "", inbound.at, b"")
            answer = await self._aside(kept, Answer("ignored", code="again"), ())
            return answer, answer.code == "again"
        act = inbound.act
        typed = isinstance(act, Join) or (isinstance(act, Command) and act.name in ("join", "start"))
        if typed and isinstance(meant.act, Join) and (throttled := self.limiter.guessing(inbound.user)) is not None:
            return await self._turn_away(inbound, throttled)
        inbound = lobby.settled(meant)
        sid, to = _route(inbound, post)
        taken = await self._accept(inbound, sid, to)
        if not taken.fresh:
            self.limiter.repeated(inbound.user)
        if taken.answer is not None:
            return decode(taken.answer, Answer), False
        handled = await self._tries.until_answered(taken.input, inbound if taken.fresh else None, taken.fresh)
        return handled, taken.fresh

    async def _accept(self, inbound: Inbound, sid: str, to: str = "") -> Taken:
        try:
            return await self.store.accept(Input(inbound.id, inbound.place, sid, inbound.at, encode(inbound)), to)
        except StoreError:
            self._tries.spare(inbound.id)  # it may be recorded all the same, and was not tried
            raise

    async def stands(self, press: Press, user: str) -> bool:
        """Return True if a button is about its seat's current decision, and the seat is this user's."""
        row = await self._post(press)
        pressed = _pressed(press, row)
        if pressed is not None and pressed.text[1:].partition(" ")[0] in router.OPERATING:
            return True
        if row is None or not row.sid or pressed is None:
            return False
        if _about(pressed, user, await self.current(row.sid)):
            return True
        # What is kept here may be older than the button, which another process may have posted.
        return _about(pressed, user, await self.session(row.sid))

    async def _again(self, inbound: Inbound, meant: Inbound) -> bool:
        """Return True if this button opened a game a moment ago: one button opens one game."""
        press = inbound.act
        if not isinstance(press, Press) or not isinstance(meant.act, Open):
            return False
        button = keys.opens_game(press.post, press.index, inbound.user, inbound.at // MOMENT)
        return await self.store.claim(button, inbound.id, until=inbound.at + 2 * MOMENT) > 0

    async def _meaning(self, inbound: Inbound, post: Row | None) -> Inbound:
        """The act that a command, or a button of a post with a command of the front desk, stands for."""
        act, sid = inbound.act, ""
        pressing = inbound
        if isinstance(act, Press):
            pressed = _pressed(act, post)
            name, _, args = (
                pressed.text[1:].partition(" ") if pressed and pressed.text.startswith("/") else ("", "", "")
            )
            if name in router.DESK | router.OPERATING:
                inbound = replace(inbound, act=Command(name, args))
                sid = post.sid if post else ""
        inbound = router.translate(await self.front.heard(inbound))
        if isinstance(inbound.act, Command) and inbound.act.name == "rematch":
            # A button means the game that it hangs under; the game itself answers those who did not play it.
            again = await self.front.rematch(inbound, swap=inbound.act.args.strip() == "swap", sid=sid)
            inbound = again or (pressing if sid else inbound)
        if isinstance(inbound.act, Command) and inbound.act.name == "resume":
            inbound = await self.front.resume(inbound) or inbound
        if isinstance(inbound.act, Join):
            inbound = await rematch.seated(self.store, inbound)
        if isinstance(inbound.act, Open | Join):
            mine = await account.prefs(self.store, inbound.user)
            inbound = replace(inbound, plain=inbound.plain or mine.plain, locale=mine.language or inbound.locale)
        return inbound

    def recall(self) -> None:
        """A store that went back has forgotten erasures, too: they are done again."""
        super().recall()
        self.erasure.unfinished = True

    async def recover(self, before: int) -> int:
        """Try once at each input that was accepted before a time and never answered, because a process died. Returns
        their number. One that fails, or is in a part of the store that is away, holds up no other, and is tried again
        by the next call; what the same person is doing just now goes first. Raises `StoreError` where no part can be
        used.
        """
        await self.erasure.go_on()
        await self.recollect()
        rows = await self.store.pending(before)
        for row in rows:
            who = sender(row)
            if not self.turns.busy(who):
                with suppress(PartlyDown):
                    await self.turns.take(who, self._tries.once(row))
        return len(rows)

    async def _answer(self, row: Input, inbound: Inbound | None = None) -> Answer:
        """React to what was recorded; `inbound` is what its body says, where that is known."""
        inbound = inbound or decode(row.body, Inbound)
        with bound_contextvars(session=row.sid):
            try:
                return await self._react(row, inbound)
            except WrongRules as problem:
                sentence = router.reply(inbound, says(str(problem)))
                return await self._aside(row, Answer("refused", row.sid, "wrong_rules", replied=True), (sentence,))

    async def _react(self, row: Input, inbound: Inbound) -> Answer:
        if isinstance(inbound.act, Open):
            return await self._open(row, inbound, inbound.act)
        if isinstance(inbound.act, Operate):
            return await self._operate(row, inbound, inbound.act)
        if isinstance(inbound.act, Command) and inbound.act.name == "help" and self.operators is not None:
            operating = router.OPERATOR if await self.operators.commands(inbound) else ""
            inbound = replace(inbound, act=Command("help", operating))
        pressed = _pressed(inbound.act, await self._post(inbound.act))

        def work(unit: UnitOfWork) -> Answer:
            if isinstance(inbound.act, Join):
                return lobby.join(unit, inbound, inbound.act)
            if row.sid in self._behind and isinstance(inbound.act, Text) and guards.behind(unit, inbound):
                return Answer("refused", row.sid, "behind")
            return guards.act(unit, inbound, pressed)

        if inbound.act == FORGET:
            await self.store.point(keys.asked(inbound.place, inbound.user), None)
            self._last.pop(inbound.focus, None)
            here = inbound.place if inbound.private else inbound.direct
            erased = await self.erasure.forget(inbound.user, here, aside_id(row.id, 0), row.at)
            done = account.forgotten(*erased)
            return await self._aside(row, Answer("told", code="forget", replied=True), (router.reply(inbound, done),))
        if isinstance(inbound.act, Command):
            posts = await self.front.answer(inbound, inbound.act)
            if posts is not None:
                return await self._aside(row, Answer("told", code=inbound.act.name, replied=True), posts)
        if isinstance(inbound.act, Text) and await self._lost(row, inbound):
            sentence = router.reply(inbound, says(messages.LOST))
            return await self._aside(row, Answer("refused", code="lost", replied=True), (sentence,))
        answer = await self._played(row, inbound, work)
        if answer is not None:
            if answer.what == "joined":
                self.limiter.guessed(inbound.user, right=True)
                await self._leave_lonely(row, inbound)
            return answer
        if isinstance(inbound.act, Join):
            self.limiter.guessed(inbound.user, right=False)
        overheard = isinstance(inbound.act, Text) and not inbound.private and not inbound.origin
        if overheard or inbound.act == Command(router.EDITED):
            return await self._aside(row, Answer("ignored", code="no_game"), ())
        sentence = await self.front.nowhere(inbound)
        return await self._aside(row, Answer("refused", code="no_game", replied=True), (sentence,))

    async def _played(self, row: Input, inbound: Inbound, work: Callable[[UnitOfWork], Answer]) -> Answer | None:
        """The answer of the session that an act belongs to; None if there is none. Words for a game that has ended, or
        that waits for players, go to the person's game that is on in the same place.
        """
        if not router.may_turn(inbound):
            return await self.enter(row.sid, (row.id,), work, inbound) if row.sid else None
        typed, phase = isinstance(inbound.act, Text), "gone"

        def unless_idle(unit: UnitOfWork) -> Answer:
            nonlocal phase
            phase = unit.session.table.phase
            if phase == "over" or (typed and phase == "lobby"):
                return Answer("ignored", row.sid, IDLE)
            return work(unit)

        answer = await self.enter(row.sid, (row.id,), unless_idle, inbound) if row.sid else None
        if answer is not None and answer.code != IDLE:
            return answer
        on = await self.front.on(inbound, playing=phase == "lobby") if row.sid else None
        if on is not None and on.sid != row.sid:
            turned = phase != "lobby"
            here = await self.enter(
                on.sid, (row.id,), lambda unit: guards.act(unit, inbound, None, turned=turned), inbound
            )
            if here is not None:
                return here
        return await self.enter(row.sid, (row.id,), work, inbound) if row.sid else None

    async def _lost(self, row: Input, inbound: Inbound) -> bool:
        """Return True, once, if these words were meant for a game that the store lost whole: the next game in line may
        take them for an offer.
        """
        last = self._last.get(inbound.focus, row.sid)
        if last == row.sid or await self.current(last) is not None:
            return False
        del self._last[inbound.focus]
        return last in self._gone

    async def _leave_lonely(self, row: Input, inbound: Inbound) -> None:
        """Close the table at which a person waited for those whom they have joined now."""
        joined = await self.current(row.sid)
        for sid in await rematch.lonely(self.store, inbound.user, joined) if joined is not None else ():
            await self.tend(sid, f"{row.id}:{sid}", lambda unit: lobby.withdraw(unit, inbound.user))

    async def _aside(self, row: Input, answer: Answer, posts: tuple[Outgoing, ...]) -> Answer:
        """Answer an input that concerns no session; whoever was faster has answered it."""
        stands = await self.store.answered(row, encode(answer), self.clock(), posts)
        self.spoken("", posts)
        return decode(stands, Answer)

    async def _operate(self, row: Input, inbound: Inbound, act: Operate) -> Answer:
        """An operator's command; one that opens a game for themselves opens it."""
        if self.operators is None:
            return await self._aside(row, Answer("refused", code="no_operators"), ())
        try:
            opening = await self.operators.previewing(inbound, act)
        except ValueError as problem:
            sentence = router.reply(inbound, says(str(problem)))
            return await self._aside(row, Answer("refused", code="bad_setting", replied=True), (sentence,))
        if opening is None:
            return await self.operators.operate(row, inbound, act)
        answer = await self._open(row, inbound, opening.act, opening)
        await self.operators.previewed(row, inbound, opening, answer.sid)
        return answer

    async def title(self, inbound: Inbound) -> str | None:
        """The title of the game that an act would open; None if it opens none, or cannot as it was asked for."""
        act = lobby.settled(inbound).act
        if isinstance(act, Operate) and self.operators is not None:
            with suppress(ValueError):
                opening = await self.operators.previewing(inbound, act)
                return get(opening.act.game).title if opening is not None else None
        if not isinstance(act, Open):
            return None
        if act.game not in names():
            return await self.operators.title(inbound, act.game) if self.operators is not None else None
        with suppress(ValueError):
            lobby.plan(act, self.strategies)
            return get(act.game).title
        return None

    async def tend(self, sid: str, input: str, work: Callable[[UnitOfWork], bool | None]) -> bool:
        """An operator's act on a session that is not over, through the same door. True if it was done, now or before
        under the same input id; work that comes to False was not needed.
        """

        def guarded(unit: UnitOfWork) -> Answer:
            if unit.session.table.phase == "over":
                return Answer("ignored", sid, "over")
            if work(unit) is False:
                return Answer("ignored", sid, "needless")
            return Answer("told", sid, "tended")

        answer = await self.enter(sid, (input,), guarded, None)
        return answer is not None and answer.what == "told"

    async def _open(self, row: Input, inbound: Inbound, act: Open, opening: Opening | None = None) -> Answer:
        """Begin a session; its id was drawn when the input was accepted, so a repeat cannot begin another."""
        if await self._has_enough(inbound.user) and await self.store.load(row.sid) is None:
            sentence = router.reply(inbound, says(MANY.format(games=self.limiter.limits.games)))
            return await self._aside(row, Answer("refused", code="many_games", replied=True), (sentence,))
        try:
            if opening is None and self.operators is not None and act.game not in names():
                opening = await self.operators.opening(inbound, act, row.sid)
            act = opening.act if opening is not None else act
            terms, chairs = lobby.plan(act, self.strategies, self.usual)
        except ValueError as problem:
            return await self._aside(
                row, Answer("refused", code="bad_setting", replied=True), (router.reply(inbound, says(str(problem))),)
            )
        terms = replace(terms, realm=inbound.realm or UNSET, setup=opening.setup if opening is not None else UNSET)
        unit = UnitOfWork(Session.fresh(row.sid, terms), self.clock(), inbound)
        unit.turn_to(inbound.place)
        if terms.code:
            unit.points.append((keys.code(terms.code), row.sid))
        answer = replace(lobby.open(unit, inbound, act, chairs), replied=unit.replied)
        head = Head(row.sid, act.game, act.namespace, inbound.at, encode(terms))
        after, commit = unit.commit((row.id,), answer, head)
        match await self.store.commit(commit):
            case Ok():
                self._keep(after)
                self.spoken(row.sid, commit.posts)
                self.watch.opened(act.game)
                log.info("session_opened", game=act.game)
            case Dup(first):
                # A store that lost the record of this act gave it to another process, under another session's id.
                return decode(first, Answer)
        return answer

    async def _has_enough(self, user: str) -> bool:
        """Return True if a person has as many games open as the limit allows."""
        most = self.limiter.limits.games
        return bool(most) and len(await self.store.sessions(keys.played_by(user), live=True, limit=most)) >= most

    async def _post(self, act: Act) -> Row | None:
        """The stored post whose button was pressed, if one was."""
        return await tagged(self.store, act.post) if isinstance(act, Press) else None


def _route(inbound: Inbound, post: Row | None) -> tuple[str, str]:
    """The session that an act belongs to, a new one for an act that opens it, and where that is not known the name that
    stands for it in the store. `post` has the button that was pressed.
    """
    match inbound.act:
        case Open() | Operate():
            return secrets.token_hex(6), ""
        case Join(code):
            return "", keys.code(code)
        case Press():
            return post.sid if post else "", ""
        case Command(router.RESUMED, sid):
            return sid, ""
        case _:
            return "", inbound.focus


def _pressed(act: Act, post: Row | None) -> guards.Pressed | None:
    """The text and stake behind a button of a stored post."""
    sent = decode(post.post.body, Sent) if post else None
    if sent is None or not isinstance(act, Press) or not 0 <= act.index < len(sent.post.asks):
        return None
    ask = sent.post.asks[act.index]
    seat = Seat(ask.seat or sent.viewer)
    stake = dict(sent.stakes).get(seat, "")
    if isinstance(ask, Form):
        return guards.Pressed(guards.fill(ask, dict(act.fields)), "form", seat, stake)
    return guards.Pressed(ask.says, "pressed", seat, stake)


def _about(pressed: guards.Pressed, user: str, session: Session | None) -> bool:
    """Return True if a button is about its seat's current decision, and the seat is this user's."""
    if session is None or pressed.seat not in session.table.seats_of(user):
        return False
    return session.table.phase == "play" and pressed.stake == session.stake(pressed.seat)
