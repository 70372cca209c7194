"""Lessons that any game of two sides can draw from many plays of one deal. Pure arithmetic over marks."""

from collections.abc import Sequence
from statistics import fmean

from games.core.ground import Ground, Lesson, Mark, beaten
from games.core.planes import left
from games.core.plots import Plane

FEW = 3
"""Games of a kind that it takes before a lesson speaks of them."""


def no_deals(marks: Sequence[Mark | None], worth: str, late: int = 0) -> Lesson | None:
    """Return the lesson of games without a deal. `worth`: what a deal was worth to both together, in words; `late`:
    games that were still on when their time was up, or that somebody left.
    """
    missed = sum(mark is None for mark in marks)
    if not missed:
        return None
    weight, games = max(1, round(100 * missed / len(marks))), f"{missed} of {len(marks)} games"
    lost = f"A deal was worth {worth} to both sides together, and these games got none of it."
    if 2 * late >= missed:
        cut = "it was" if missed == 1 else "one of them was" if late == 1 else f"{late} of them were"
        text = f"{games} made no deal; {cut} not played to the end. {lost} A clock is a cost:"
        return Lesson(weight, "Time is part of the deal", f"{text} what would you have conceded a minute earlier?")
    ask = "Ask: what offer would you have refused, and was your alternative really better?"
    return Lesson(weight, "No deal is a choice with a price", f"{games} ended without a deal. {lost} {ask}")


def unused(ground: Ground, marks: Sequence[Mark | None], unit: str) -> Lesson | None:
    """Return the lesson of deals that left something on the table; None without a frontier, or if none did."""
    plot = ground.plot
    deals = [mark for mark in marks if mark is not None]
    if not isinstance(plot, Plane) or not plot.frontier or len(deals) < FEW:
        return None
    short = [mark for mark in deals if beaten(mark, plot.frontier)]
    if not short:
        return Lesson(
            5,
            "Every deal was efficient",
            f"All {len(deals)} deals lie on the frontier: none could be improved for one side at no cost to the other.",
        )
    gains = [max(left(plot.frontier, mark)) for mark in short]
    most = max(x + y for x, y in plot.frontier)
    return Lesson(
        min(100, round(100 * fmean(gains) * len(short) / max(1, len(deals) * most))),
        "Value was left on the table",
        f"{len(short)} of {len(deals)} deals could have been better for one side at no cost to the other, by "
        f"{round(fmean(gains), 1):g} {unit} on average. Trade what is cheap for you and dear to them, instead of "
        "splitting each thing in the middle.",
    )


def kept(lessons: Sequence[Lesson | None]) -> tuple[Lesson, ...]:
    return tuple(lesson for lesson in lessons if lesson is not None)
