"""The look back at a class: three lessons from its own games, a note, the table, and the picture."""

import asyncio
from collections.abc import Mapping
from time import monotonic

import structlog
from msgspec.structs import replace

from bot import keys
from bot.classes import coached, figures, tables
from bot.classes.classroom import Classroom, Review, Row, Seated
from bot.session.analyst import PROCESSES, Analyst
from bot.session.model.audience import Sent, outgoing
from bot.session.model.session import Session, gather, known
from bot.session.repository import SessionRepository
from games.core.ground import Lesson, dotted
from games.core.plots import twin
from games.core.post import Block, Bold, Chart, Mono, Post, line
from games.core.registry import get
from storage.base import Outgoing, Record

log = structlog.get_logger(__name__)

BUDGET = 15.0
"""Seconds in which the coach looks at games; a large class is sampled."""
EFFORT = 60
"""Rollouts for each decision: many games of one deal even out what few rollouts leave to chance."""
BEST = 3
"""Lessons of a class."""
ALL = 100_000


async def reviewed(sessions: SessionRepository, analyst: Analyst, room: Classroom, sid: str) -> Review:
    """Return the review of a class whose games have ended. Without the coach's help it still has the rest."""
    loaded = await sessions.store.sessions(keys.of_class(sid), None, ALL)
    found = [session for one in loaded if (session := await known(sessions.store, one)) is not None]
    games = [session for session in found if session.table.phase == "over" and session.state is not None]
    logs = {game.sid: await gather(sessions.store.events(game.sid)) for game in games}
    rows = tuple(_row(game, logs[game.sid]) for game in games)
    played = [game for game in games if not game.table.stopped]
    if not played:
        return Review((), 0, rows)
    seat, name = tables.seat_of(room), room.definition.game
    drawn: tuple[Lesson, ...] = ()
    try:
        drawn = await analyst.worked(coached.lessons, name, [game.state for game in played], seat)
    except Exception as problem:
        log.warning("class_lessons_failed", error=type(problem).__name__)
    looks = await _looks(analyst, played, logs)
    typical = coached.typical(looks, get(name).unit)
    best = sorted((*drawn, *([typical] if typical else ())), key=lambda lesson: -lesson.weight)[:BEST]
    return Review(tuple(best), len(looks), rows)


async def _looks(analyst: Analyst, games: list[Session], logs: Mapping[str, list[Record]]) -> list[coached.Look]:
    """Return the coach's looks at games, as many as the budget allows, in an order that follows from their ids."""
    until, looks = monotonic() + BUDGET, list[coached.Look]()
    waiting = sorted(games, key=lambda game: game.sid)

    async def work() -> None:
        while waiting and monotonic() < until:
            game = waiting.pop()
            seats = [chair.seat for chair in game.table.chairs if chair.kind == "human"]
            try:
                made = await analyst.worked(coached.looked, game.sid, game.terms, logs[game.sid], seats, EFFORT)
            except Exception as problem:
                log.warning("class_look_failed", session=game.sid, error=type(problem).__name__)
                continue
            if made is not None:
                looks.append(made)

    async with asyncio.TaskGroup() as group:
        for _ in range(PROCESSES):
            group.create_task(work())
    return looks


def _row(game: Session, log: list[Record]) -> Row:
    began, moves = coached.measured(game, log)
    people = sum(chair.kind == "human" for chair in game.table.chairs)
    return Row(game.sid, max(0, log[-1].at - began) // 1000 if log else 0, moves, people)


def finished(room: Classroom, review: Review) -> Classroom:
    """Return a class that is over for good. Nothing in it leads to a person any more: pseudonyms and their key go."""
    return replace(room, review=review, todo=(), salt="", seated=tuple(Seated("", seat.sid) for seat in room.seated))


# --- papers -----------------------------------------------------------------------------------------------------------


def papers(room: Classroom) -> dict[str, str]:
    """Return the texts of a class that was reviewed, by file name."""
    rows = room.review.rows if room.review is not None else ()
    return {"games.csv": figures.table(room, rows), "columns.csv": figures.codebook(), "note.md": note(room)}


def note(room: Classroom) -> str:
    """Return the note for the teacher: figures, lessons, and the picture in words."""
    review = room.review
    assert review is not None
    found = [f"# {get(room.definition.game).title}: a class of {len(room.seated)}", ""]
    found += [f"- {name}: {value}" for name, value in figures.facts(room)]
    found += [f"- {_settings(room)}", "", "## What it teaches", ""]
    for number, lesson in enumerate(review.lessons, 1):
        found += [f"{number}. **{lesson.title}.** {lesson.text}", ""]
    if not review.lessons:
        found += ["Too few games were played to say anything.", ""]
    if review.looked:
        found += [f"The coach looked at {review.looked} of {len(figures.counted(room))} games.", ""]
    if room.ground is not None:
        dots = figures.marks(room)
        picture = twin(room.ground.title, dotted(room.ground, dots))
        found += ["## The picture in words", "", figures.dots_said(room, room.ground), "", "```", picture, "```", ""]
    return "\n".join(found)


def _settings(room: Classroom) -> str:
    wrote = ", ".join(f"{key} {text}" for key, text in room.definition.wrote)
    with_whom = "people in pairs" if room.pairs else "each person against the same AI"
    return f"{room.minutes} minutes; one deal for all, {with_whom}{f'; {wrote}' if wrote else ''}"


def post(room: Classroom) -> Post:
    """Return the review as a post: lessons, picture, table and note."""
    review = room.review
    assert review is not None
    blocks: list[Block] = [line(Bold(f"{get(room.definition.game).title}: what this class shows"))]
    blocks += [line(f"{name}: {value}") for name, value in figures.facts(room)]
    for number, lesson in enumerate(review.lessons, 1):
        blocks += [line(Bold(f"{number}. {lesson.title}.")), line(lesson.text)]
    if room.ground is not None:
        dots = figures.marks(room)
        plot = dotted(room.ground, dots)
        blocks.append(
            Chart(room.ground.title, plot, figures.dots_said(room, room.ground), twin(room.ground.title, plot))
        )
    return Post((*blocks, *(Mono(text, f"class-{room.code}-{name}") for name, text in papers(room).items())))


def posts(room: Classroom, review: Review) -> tuple[Outgoing, ...]:
    """Return the posts of a review in the place where the class was announced. They name nobody."""
    return (outgoing(room.place, Sent(post(finished(room, review)))),)
