"""The coach's findings in the games of a class. Functions that take a log are slow and run in other processes."""

import re
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from statistics import fmean
from typing import Any, Final

from msgspec import Struct

from bot.session.model.events import Dealt
from bot.session.model.looking_back import refolded
from bot.session.model.session import Session, entry_type
from bot.session.model.terms import Terms
from games.core.codec import decode
from games.core.contract import Moved, Seat, subseed
from games.core.ground import Lesson
from games.core.records import written
from games.core.registry import get
from games.core.review import Moment, Review
from storage.base import Record

LEAST: Final = 2
"""Mistakes of a kind that make it typical."""
_NUMBER = re.compile(r"\d[\d.,]*")


class Look(Struct, frozen=True):
    """The coach's findings in one game: the people's moments, what they lost, and what was attainable."""

    moments: tuple[Moment, ...]
    lost: float
    attainable: float


def lessons(name: str, states: Sequence[Any], seat: Seat) -> tuple[Lesson, ...]:
    """Return the game's lessons from the ended games of a class."""
    return get(name).lessons(states, seat)


def looked(sid: str, terms: Terms, log: Sequence[Record], seats: Sequence[Seat], effort: int) -> Look | None:
    """Return the coach's findings in a game; None if there was nothing to judge."""
    found = list[Review]()
    for seat in seats:
        session, past = refolded(sid, terms, log, seat)
        found.append(session.game.review(past, seat, subseed(terms.seed, "class", seat), effort))
    judged = [review for review in found if review.decisions]
    if not judged:
        return None
    moments = tuple(moment for review in judged for moment in review.moments)
    return Look(moments, float(sum(r.lost for r in judged)), float(sum(r.attainable for r in judged)))


def typical(looks: Sequence[Look], unit: str) -> Lesson | None:
    """Return the lesson of the kind of mistake that cost a class most; None if none was made twice."""
    kinds: dict[str, list[Moment]] = defaultdict(list)
    for look in looks:
        for moment in look.moments:
            kinds[_kind(moment)].append(moment)
    often = [moments for moments in kinds.values() if len(moments) >= LEAST]
    if not often:
        return None
    worst = max(often, key=lambda moments: sum(float(moment.gain) for moment in moments))
    cost = fmean(float(moment.gain) for moment in worst)
    attainable = sum(look.attainable for look in looks)
    one = max(worst, key=lambda moment: (moment.gain, moment.why))
    share = 100 * sum(float(moment.gain) for moment in worst) / attainable if attainable > 0 else 1
    return Lesson(
        max(2, min(100, round(share))),
        "The most typical mistake",
        f"It was made {len(worst)} times in the {len(looks)} games that the coach looked at, and cost "
        # The coach says "you" to the player.
        f"{_amount(cost, unit)} each time on average. One of them, in the coach's words: “{one.when}: {one.did}. "
        f"Better: {one.better.removesuffix('.')}. {one.why}”",
    )


def measured(game: Session, log: Sequence[Record]) -> tuple[int, int]:
    """Return the time of a game's deal, in milliseconds, and the number of moves made in it."""
    kind, began, moves = entry_type(game.game), 0, 0
    for record in log:
        event = decode(record.data, kind).event
        began = record.at if isinstance(event, Dealt) else began
        moves += isinstance(event, Moved)
    return began, moves


def _kind(moment: Moment) -> str:
    """Return the kind of a mistake: the coach's sentence without its numbers."""
    return _NUMBER.sub("#", moment.why)


def _amount(value: float, unit: str) -> str:
    amount = written(Fraction(round(value * 100), 100), unit) if unit != "cents" else written(round(value), unit)
    return f"${amount}" if unit == "cents" else f"{amount} points"
