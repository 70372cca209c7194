"""The board of a class, worked out from its record alone: one small read for each look, whoever ended the games."""

from bot.classes import figures
from bot.classes.classroom import Classroom
from bot.session.ports import Wall
from games.core.ground import dotted
from games.core.plots import twin
from games.core.registry import get

PAPERS = ("games.csv", "columns.csv", "note.md")


def shown(room: Classroom, now: int) -> Wall:
    """Return the board as it stands. The picture tells what seats may not know before they play, so it waits for the
    start.
    """
    finished = len(room.played)
    wall = Wall(
        title=get(room.definition.game).title,
        code=room.code,
        phase=room.phase,
        joined=len(room.seated),
        playing=len(room.tables) - finished if room.started else 0,
        finished=finished,
        minutes=room.minutes,
        left=max(0, room.ends - now) if room.phase == "play" else 0,
        pairs=room.pairs,
    )
    pictured = room.ground is not None and (room.ended or (room.started and room.shows == "live"))
    if pictured and room.ground is not None:
        dots = figures.marks(room)
        plot = dotted(room.ground, dots)
        wall = wall._replace(
            heading=room.ground.title,
            plot=plot,
            said=figures.dots_said(room, room.ground),
            twin=twin(room.ground.title, plot),
            facts=figures.facts(room),
        )
    if room.review is not None:
        looked = f"The coach looked at {room.review.looked} of {len(figures.counted(room))} games."
        about = looked if room.review.looked else ""
        wall = wall._replace(lessons=room.review.lessons, about=about, files=PAPERS)
    return wall
