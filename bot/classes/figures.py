"""Figures of a class: counts, joint gains, and the table of its games, one line each, without a name."""

import csv
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import StringIO
from statistics import fmean
from typing import Final

from bot.classes.classroom import Classroom, Played, Row
from games.core.ground import Ground, Mark, summed
from games.core.plots import Axis, Strip, said
from games.core.registry import get

COLUMNS: Final = (
    ("game", "integer", "", "number of the game in this table; the order says nothing"),
    (
        "end",
        "string",
        "",
        "deal, no_deal, walkaway, cutoff (by the class or a limit of the rules), abandoned (a person left) or stopped",
    ),
    ("deal", "boolean", "", "true if the game ended with a deal"),
    ("people", "integer", "", "people who played in it; AIs had the other seats"),
    ("first_earned", "decimal", "dollars or points", "what the first seat earned"),
    (
        "second_earned",
        "decimal",
        "dollars or points",
        "what the second seat earned; of more seats, the others together",
    ),
    ("value", "decimal", "dollars or points", "where it lies on the line of the board, such as the price; empty else"),
    ("joint", "decimal", "dollars or points", "gain of both sides together; 0 without a deal"),
    ("joint_best", "decimal", "dollars or points", "the most that both could have gained together; empty if not known"),
    ("seconds", "integer", "s", "time from the deal of the game to its end"),
    ("moves", "integer", "", "moves of all seats"),
)
"""Columns of `games.csv`: name, type, unit, meaning."""
UNPLAYED: Final = "stopped"


def marks(room: Classroom) -> tuple[Mark, ...]:
    """Return the deals of a class as dots on its ground."""
    return tuple(game.mark for game in room.played if game.mark is not None)


def counted(room: Classroom) -> list[Played]:
    """Return the games that were played, to whatever end."""
    return [game for game in room.played if game.end != UNPLAYED]


def facts(room: Classroom) -> tuple[tuple[str, str], ...]:
    """Return names and values of figures for the board."""
    games, ground = counted(room), room.ground
    if not games:
        return ()
    deals = sum(map(_deal, games))
    told = [("Deals", f"{deals} of {len(games)}")]
    if ground is not None:
        axis = _axis(ground)
        mean = fmean(_joint(ground, game) for game in games)
        best = f" of {said(axis, ground.most)} ({round(100 * mean / ground.most)} %)" if ground.most else ""
        told.append(("Gained together, on average", f"{said(axis, round(mean))}{best}"))
    return tuple(told)


def dots_said(room: Classroom, ground: Ground) -> str:
    """Return in a sentence where the deals of a class lie on its ground."""
    dots = marks(room)
    return "No game made a deal." if room.ended and not dots else summed(ground, dots)


def table(room: Classroom, rows: Sequence[Row]) -> str:
    """Return `games.csv`. Its lines are in an order that follows neither from time nor from people."""
    written = StringIO()
    sheet = csv.writer(written, lineterminator="\n")
    sheet.writerow([name for name, *_ in COLUMNS])
    sheet.writerows(_lines(room, {row.sid: row for row in rows}))
    return written.getvalue()


def codebook() -> str:
    """Return `columns.csv`."""
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows((("column", "type", "unit", "meaning"), *COLUMNS))
    return written.getvalue()


def _lines(room: Classroom, rows: dict[str, Row]) -> Iterator[tuple[object, ...]]:
    def shuffled(game: Played) -> str:
        return sha256(f"{room.token} {game.sid}".encode()).hexdigest()

    ground, money = room.ground, get(room.definition.game).unit == "cents"
    places = 2 if money else 0
    for number, game in enumerate(sorted(counted(room), key=shuffled), 1):
        row = rows.get(game.sid, Row(game.sid, 0, 0, 0))
        first, others = game.earned[0], sum(map(float, game.earned[1:]))
        strip = ground is not None and isinstance(ground.plot, Strip)
        scale = 100 if money else 1
        yield (
            number,
            game.end,
            str(_deal(game)).lower(),
            row.people,
            first,
            f"{others:.{places}f}" if others == int(others) or money else f"{others:.2f}",
            f"{game.mark[0] / scale:.{places}f}" if strip and game.mark is not None else "",
            f"{_joint(ground, game) / scale:.{places}f}" if ground is not None else "",
            f"{ground.most / scale:.{places}f}" if ground is not None and ground.most is not None else "",
            row.seconds,
            row.moves,
        )


def _deal(game: Played) -> bool:
    """Return whether a game ended with a deal. In some games all that was made without one lies on the ground, too."""
    return game.mark is not None and game.end != "no_deal"


def _joint(ground: Ground, game: Played) -> int:
    """Return the joint gain of both sides."""
    if game.mark is None:
        return 0
    return game.mark[1] if isinstance(ground.plot, Strip) else sum(game.mark)


def _axis(ground: Ground) -> Axis:
    """Return an axis in whose unit both gain."""
    return ground.plot.axis if isinstance(ground.plot, Strip) else Axis("", 0, 1)
