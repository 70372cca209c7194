"""The way of a class: people come in by its code, play one deal by one clock, and look back at it together.

Every step follows from what is stored and from the input that led to it, so doing it again after a crash changes
nothing. A seat is committed to the class's record before its game opens, so that each person sits at one table, however
many processes serve.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from weakref import WeakValueDictionary

import structlog

from bot.classes import reviewing, rooms, tables, walls
from bot.classes.classroom import LONELY, MOST, SETTLES, Classroom, Played, Todo
from bot.classes.rooms import Held
from bot.session import lessons
from bot.session.analyst import Analyst
from bot.session.lessons import Clock
from bot.session.model.inbound import Answer, Inbound
from bot.session.model.session import Session
from bot.session.model.terms import Lesson
from bot.session.ports import Wall, Welcome
from bot.session.repository import SessionRepository
from games.core.codec import digest
from games.core.contract import AnyGame
from games.core.phrases import counted
from games.core.registry import get
from storage.base import Due, Outgoing

log = structlog.get_logger(__name__)

GONE = "There is no such class any more."
OVER = "This class is over. Ask your teacher for the next one."
FULL = "This class is full."
HERE = "You're in this class already. Your game is here; /status shows where it stands."
THERE = "You're in this class already: your game is where you began it."
LOOKS, LOOK = 40, 0.05
"""Looks for a table that another process is opening just now, and seconds between them."""


class Classes:
    """The classes of all realms, for the session manager. `clock` gives milliseconds."""

    def __init__(self, sessions: SessionRepository, analyst: Analyst, clock: Callable[[], int]) -> None:
        self.sessions, self.store, self.analyst, self.clock = sessions, sessions.store, analyst, clock
        self._locks = WeakValueDictionary[str, asyncio.Lock]()
        self._ended: dict[str, list[Played]] = defaultdict(list)

    # --- in -----------------------------------------------------------------------------------------------------------

    async def welcome(self, code: str) -> Welcome | None:
        held = await rooms.by_code(self.store, code)
        if held is None:
            return None
        room, title = held.room, get(held.room.definition.game).title
        with_whom = "somebody else in the class" if room.pairs else "an AI, the same for everybody"
        lines = (f"You play against {with_whom}.", f"The class lasts {counted(room.minutes, 'minute')}.")
        return Welcome(title, (OVER,) if room.ended else lines, not room.ended)

    async def join(self, inbound: Inbound, classroom: str) -> Answer | str:
        while True:
            placed = await self._placed(inbound, classroom)
            if isinstance(placed, str):
                return placed
            held, sid, first = placed
            entered = await (self._opened if first else self._joined)(held.room, inbound, classroom, sid)
            if entered is not None:
                break
            await self._change(classroom, lambda room, sid=sid: room.with_closed(sid), "closed")  # type: ignore[misc]
        if isinstance(entered, Answer):
            await self._in_time(classroom, sid, inbound.id)
        return entered

    async def _placed(self, inbound: Inbound, classroom: str) -> tuple[Held, str, bool] | str:
        """Return the class with a person's seat in it, its table, and whether they open it; or why they have none."""
        async with self._lock(classroom):
            while True:
                held = await rooms.held(self.store, classroom)
                if held is None:
                    return GONE
                room, pid = held.room, held.room.pid(inbound.user)
                mine = room.seat_of(pid)
                if mine is not None and not await self._left(mine.sid) and mine.sid not in room.closed:
                    return held, mine.sid, room.opens(pid, mine.sid)
                if why := self._shut(room, mine is None):
                    return why
                table = room.waiting()
                first = not table or (mine is not None and table == mine.sid)
                sid = digest(b"table", inbound.id.encode(), classroom.encode())[:12] if first else table
                after = room.with_seat(pid, sid)
                if room.pairs and room.started and first:
                    after = after.due(Todo("lone", self.clock() + LONELY, held.next))
                if await rooms.keep(self.store, held, after, self.clock(), "seat"):
                    return Held(held.sid, held.stored), sid, first

    def _shut(self, room: Classroom, new: bool) -> str:
        """Return the sentence for somebody who gets no seat in a class any more, "" if they do."""
        if room.ended or (room.started and self.clock() >= room.ends):
            return OVER
        return FULL if new and len(room.seated) >= MOST else ""

    async def _left(self, sid: str) -> bool:
        """Return whether a table was left before its game began."""
        session = await self.sessions.current(sid)
        return session is not None and session.shut

    async def _opened(self, room: Classroom, inbound: Inbound, classroom: str, sid: str) -> Answer | str | None:
        """Open a person's table, or lead them to it."""
        session = await self.sessions.current(sid)
        if session is not None:
            return await self._again(room, session, inbound, classroom)
        act = tables.act_of(room, self._usual)
        lesson = Lesson(classroom, held=not room.started)
        return await lessons.open_lesson(self.sessions, inbound, act, lesson, room.realm, self._clock(room), sid)

    async def _joined(self, room: Classroom, inbound: Inbound, classroom: str, sid: str) -> Answer | str | None:
        """Seat a person beside another, or lead them to their seat. None: nobody can sit down there any more."""
        for _ in range(LOOKS):
            session = await self.sessions.current(sid)
            if session is not None:
                return await self._again(room, session, inbound, classroom)
            await asyncio.sleep(LOOK)
        return None

    async def _again(self, room: Classroom, session: Session, inbound: Inbound, classroom: str) -> Answer | str | None:
        """Seat a person at a table that is there; one who sits there already is told so."""
        seats = session.table.seats_of(inbound.user)
        if not seats:
            answer = await lessons.join_lesson(self.sessions, inbound, self._clock(room), session.sid)
            return answer if answer.what == "joined" else None
        here = any(place.address == inbound.place for place in session.table.places)
        if here:
            await self.store.point(inbound.focus, session.sid)
        return HERE if here else THERE

    async def _in_time(self, classroom: str, sid: str, input: str) -> None:
        """Let a game begin, or end, if its class has done so since its person came in."""
        held, session = await rooms.held(self.store, classroom), await self.sessions.current(sid)
        if held is None or session is None:
            return
        if held.room.ended:
            await lessons.ring(self.sessions, sid, f"{input}/ring")
        elif held.room.started and session.held:
            await self._begin(held.room, sid, f"{input}/begin")

    # --- the clock ----------------------------------------------------------------------------------------------------

    async def run(self, due: Due) -> bool:
        held = await rooms.held(self.store, due.sid)
        if held is None or due.job not in held.jobs:
            return False
        step = due.job.key.rsplit("/", 1)[1]
        steps: dict[str, Callable[[Held, str], Awaitable[bool]]] = {
            "begin": self._begins,
            "lone": self._lone,
            "end": self._ends,
            "close": self._closes,
            "review": self._reviews,
        }
        return await steps[step](held, due.job.input)

    async def _begins(self, held: Held, input: str) -> bool:
        """Begin every game that waits. A table that is not there yet is being opened, so look once more."""
        missing = False
        for sid in held.room.open_tables:
            if await self.sessions.session(sid) is None:
                missing = True
            else:
                await self._begin(held.room, sid, f"{input}/{sid}")
        again = Todo("begin", self.clock() + 1_000, held.next) if missing else None
        return await self._change(
            held.sid, lambda room: room.due(again) if again else room.done("begin"), "begun", input
        )

    async def _lone(self, held: Held, input: str) -> bool:
        """Give an AI to those who waited for a partner in vain."""
        for sid in held.room.open_tables:
            session = await self.sessions.session(sid)
            if session is not None and session.table.phase == "lobby":
                await self._begin(held.room, sid, f"{input}/{sid}")
        return await self._change(held.sid, lambda room: room.done("lone"), "paired", input)

    async def _ends(self, held: Held, input: str) -> bool:
        return await self._change(
            held.sid, lambda room: room.over(self.clock(), held.next) if not room.ended else room, "ended", input
        )

    async def _closes(self, held: Held, input: str) -> bool:
        """End every game that is still on."""
        await self._ring(held, input)
        todo = Todo("review", self.clock() + SETTLES, held.next)
        return await self._change(held.sid, lambda room: room.done("close").due(todo), "closed", input)

    async def _reviews(self, held: Held, input: str) -> bool:
        """Review the class; this ends its record. Games of people who came at the last moment are ended first."""
        await self._ring(held, input)
        games = [game for sid in held.room.open_tables if (game := await self._result(sid)) is not None]
        room = held.room.with_played(*games)
        review = await reviewing.reviewed(self.sessions, self.analyst, room, held.sid)
        posts = reviewing.posts(room, review) if room.played and room.place else ()

        def done(now: Classroom) -> Classroom:
            return reviewing.finished(now.with_played(*games), review)

        changed = await self._change(held.sid, done, "reviewed", input, posts)
        self.sessions.spoken("", posts)
        return changed

    async def _ring(self, held: Held, input: str) -> None:
        for sid in held.room.open_tables:
            await self.sessions.session(sid)
            await lessons.ring(self.sessions, sid, f"{input}/{sid}")
            await asyncio.sleep(0)

    async def _begin(self, room: Classroom, sid: str, input: str) -> None:
        await lessons.begin_lesson(self.sessions, sid, input, tables.opponent_of(room), room.ends)

    # --- the ends of its games ----------------------------------------------------------------------------------------

    async def onward(self, session: Session) -> None:
        lesson = lessons.lesson_of(session)
        if lesson is None or session.table.phase != "over":
            return
        if session.shut:
            await self._change(lesson.classroom, lambda room: _left_table(room, session.sid), "left")
            return
        # Games end together when time is up: the holder of the lock records all that have ended by then.
        self._ended[lesson.classroom].append(tables.played(session))
        await self._change(lesson.classroom, lambda room: room.with_played(*self._ended[lesson.classroom]), "played")
        kept = [game for game in self._ended[lesson.classroom] if game.sid != session.sid]
        self._ended[lesson.classroom] = kept
        if not kept:
            del self._ended[lesson.classroom]

    async def _result(self, sid: str) -> Played | None:
        session = await self.sessions.session(sid)
        return tables.played(session) if session is not None and session.table.phase == "over" else None

    # --- shown --------------------------------------------------------------------------------------------------------

    async def wall(self, token: str) -> Wall | None:
        held = await rooms.by_token(self.store, token)
        return walls.shown(held.room, self.clock()) if held is not None else None

    async def papers(self, token: str) -> Mapping[str, str] | None:
        held = await rooms.by_token(self.store, token)
        return reviewing.papers(held.room) if held is not None and held.room.review is not None else None

    # --- shared -------------------------------------------------------------------------------------------------------

    async def _change(
        self,
        sid: str,
        change: Callable[[Classroom], Classroom],
        what: str,
        input: str = "",
        posts: tuple[Outgoing, ...] = (),
    ) -> bool:
        """Change a class, as often as somebody else is faster. Return True if anything changed."""
        async with self._lock(sid):
            while True:
                held = await rooms.held(self.store, sid)
                if held is None:
                    return False
                after = change(held.room)
                if after == held.room and not input:
                    return False
                if await rooms.keep(self.store, held, after, self.clock(), what, posts, input):
                    return True

    def _lock(self, sid: str) -> asyncio.Lock:
        return self._locks.setdefault(sid, asyncio.Lock())

    def _clock(self, room: Classroom) -> Clock:
        return Clock(len(room.seated) + 1, room.minutes, room.ends, LONELY)

    def _usual(self, game: AnyGame) -> str:
        return self.sessions.usual or game.default_player


def _left_table(room: Classroom, sid: str) -> Classroom:
    """Return a class without a table that closed before it began; one that ended with the class stays counted."""
    return room if room.ended else room.without_table(sid)
