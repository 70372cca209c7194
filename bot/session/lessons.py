"""Games of a class: they open in a lobby, begin together, and end together by their own rules.

Every step has an input of its own, which its caller derives from what led to it. Doing it again after a crash gets the
first answer.
"""

from msgspec import UNSET, Struct
from msgspec.structs import replace

from bot.session import lobby
from bot.session.model.audience import told
from bot.session.model.events import Rung, Sat, Stopped
from bot.session.model.inbound import Answer, Inbound, Open
from bot.session.model.session import Session
from bot.session.model.table import Chair
from bot.session.model.terms import Lesson
from bot.session.repository import SessionRepository
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import lessons as words
from games.core.codec import encode
from games.core.post import Post
from storage.base import Head


class Clock(Struct, frozen=True):
    """The clock of a class, for words: how many people are here, how many minutes it lasts, and when it ends (ms; 0:
    it has not started). `late`: a person who is alone now waits this many milliseconds for a partner.
    """

    here: int
    minutes: int
    ends: int = 0
    late: int = 0


async def open_lesson(
    sessions: SessionRepository, inbound: Inbound, act: Open, lesson: Lesson, realm: str, clock: Clock, sid: str
) -> Answer:
    """Begin a game of a class for a person in their place, under the input of their act.

    Raises `ValueError` with a sentence for settings that cannot be played.
    """
    terms, chairs = lobby.plan(act, sessions.strategies, sessions.usual, lobby.usual(act, lobby.CHAT))
    # Without a code nobody but the class itself seats people, and its clock is the only one that ends a wait.
    terms = replace(terms, code="", realm=realm, lesson=lesson, tempo=replace(terms.tempo, idle=None))
    unit = UnitOfWork(Session.fresh(sid, terms), sessions.clock(), inbound)
    unit.turn_to(inbound.focus)
    answer = lobby.open(unit, inbound, act, chairs)
    _welcome(unit, clock)
    head = Head(sid, terms.game, act.namespace, sessions.clock(), encode(terms))
    return await sessions.begin(unit, inbound.id, replace(answer, what="joined", replied=bool(unit.replies)), head)


async def join_lesson(sessions: SessionRepository, inbound: Inbound, clock: Clock, sid: str) -> Answer:
    """Seat a person beside another one of their class. The answer is `joined`, or `ignored` with the reason `full` or
    `gone`; then nothing was changed.
    """

    def work(unit: UnitOfWork) -> Answer:
        table = unit.session.table
        free = [chair.seat for chair in table.chairs if chair.kind == "open"]
        if table.phase != "lobby" or not free:
            return Answer("ignored", sid, "full")
        lobby.sit(unit, free[0])
        _welcome(unit, clock)
        return Answer("joined", sid)

    return await sessions.enter(sid, (inbound.id,), work, inbound) or Answer("ignored", sid, "gone")


def _welcome(unit: UnitOfWork, clock: Clock) -> None:
    """Say to a person who comes in what happens next, before the game says anything."""
    session = unit.session
    if session.table.phase == "lobby":
        lines = words.looking(clock.late) if clock.ends else words.lobby(session.game.title, clock.here, clock.minutes)
    else:
        lines = words.under_way(clock.ends, unit.now)
    unit.say_first([told(unit.here(session.table.seats_of(unit.act.user)), Post(lines))])


async def begin_lesson(sessions: SessionRepository, sid: str, input: str, opponent: str, ends: int) -> bool:
    """Begin a game with the people who are there; AIs take the free seats, and the players are told.

    Return True if it was done, now or before under the same input.
    """

    def work(unit: UnitOfWork) -> bool:
        table = unit.session.table
        if table.phase != "lobby":
            return False
        free = [chair.seat for chair in table.chairs if chair.kind == "open"]
        lines = (*words.begun(ends, unit.now), *(words.alone() if free else ()))
        unit.say_first([told(place, Post(lines)) for place in table.places if place.visibility != "private"])
        unit.deal(*(Sat(Chair(seat, "ai", strategy=opponent or unit.usual)) for seat in free))
        return True

    return await sessions.administer(sid, input, work)


async def ring(sessions: SessionRepository, sid: str, input: str) -> bool:
    """End a game because its class is over: by its own rule for a clock that runs out, and in words of its class."""

    def work(unit: UnitOfWork) -> None:
        places = [place for place in unit.session.table.places if place.visibility != "private"]
        unit.say_first([told(place, Post(words.over()), closes=True) for place in places])
        if unit.session.table.phase == "play":
            unit.record(Rung())
        if unit.session.table.phase == "lobby" or not unit.run_out():
            unit.record(Stopped("class", words.NOT_PLAYED))

    return await sessions.administer(sid, input, work)


def lesson_of(session: Session) -> Lesson | None:
    return session.terms.lesson if session.terms.lesson is not UNSET else None
