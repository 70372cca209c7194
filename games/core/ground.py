"""The ground of a deal: everything that it allowed, as one plot on which each game of that deal is a dot.

A class plays one deal many times. Its games differ only in where they end, so they share a ground.
"""

from collections.abc import Iterable, Sequence
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from games.core.planes import Pair
from games.core.plots import Axis, Plane, Strip, said

Mark = Pair
"""Place of an ended game on its ground. On a strip the first number is the value, and the second is not shown."""


class Ground(Struct, frozen=True):
    """A plot without dots, and the most that the people of one game could gain together (None: not known). `unit`: of
    both axes of a plane, which are those of the first and the second seat.
    """

    title: str
    plot: Strip | Plane
    most: int | None = None
    unit: str = ""


class Lesson(Struct, frozen=True):
    """Something that the games of one deal teach: a heading, and a few sentences with this class's own numbers.

    `weight` orders lessons: the part of what was attainable that they explain, in percent.
    """

    weight: int
    title: str
    text: str


def dotted(ground: Ground, marks: Sequence[Mark]) -> Strip | Plane:
    """Return the plot with a dot for each mark, on axes that hold all of them."""
    plot = ground.plot
    if isinstance(plot, Strip):
        values = tuple(x for x, _ in marks)
        return replace(plot, dots=values, axis=_wide(plot.axis, values))
    x, y = _wide(plot.x, [x for x, _ in marks]), _wide(plot.y, [y for _, y in marks])
    return replace(plot, dots=tuple(marks), dots_name="deals of this class", x=x, y=y)


def named(ground: Ground, whose: tuple[str, str]) -> Ground:
    """Return the ground with other owners of its axes, such as `the students'`."""
    plot = ground.plot
    if isinstance(plot, Strip):
        return ground
    first, second = (f"{owner} {ground.unit}" for owner in whose)
    return replace(ground, plot=replace(plot, x=replace(plot.x, name=first), y=replace(plot.y, name=second)))


def summed(ground: Ground, marks: Sequence[Mark]) -> str:
    """Return in a sentence where the dots lie."""
    plot = ground.plot
    if not marks:
        return "No deal yet."
    if isinstance(plot, Strip):
        values = sorted(x for x, _ in marks)
        mean = said(plot.axis, round(fmean(values)))
        span = f"from {said(plot.axis, values[0])} to {said(plot.axis, values[-1])}"
        return f"{len(values)} {plot.dots_name} {span}; the mean is {mean}."
    return f"{len(marks)} deals; on average {_mean(plot.x, marks, 0)} and {_mean(plot.y, marks, 1)}{_top(plot, marks)}."


def _mean(axis: Axis, marks: Sequence[Mark], at: int) -> str:
    return f"{axis.name} {said(axis, round(fmean(mark[at] for mark in marks)))}"


def _top(plot: Plane, marks: Sequence[Mark]) -> str:
    if not plot.frontier:
        return ""
    best = sum(not beaten(mark, plot.frontier) for mark in marks)
    return f"; {best} of them on the frontier"


def beaten(mark: Mark, frontier: Iterable[Mark]) -> bool:
    """Return whether a point of the frontier gives one side more and neither less."""
    return any(x >= mark[0] and y >= mark[1] and (x, y) != mark for x, y in frontier)


def _wide(axis: Axis, values: Sequence[int]) -> Axis:
    return replace(axis, low=min((axis.low, *values)), high=max((axis.high, *values)))
