"""Plots as data: what a chart shows, free of pixels and colours. Adapters draw them; every plot has a twin in words.

All values are whole numbers, so a stored post holds no rounding. An axis says what one unit is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final, Literal

from msgspec import Struct

COLUMNS: Final = 32
"""Columns of a twin at most: a phone shows no more in a block of code."""
MOST_PAIRS: Final = 8
"""Points of a frontier in a twin at most."""


class Axis(Struct, frozen=True):
    """One axis of a plot. All values on it are whole numbers of `1/scale` (cents have scale 100); `low` to `high` is
    what has to be in sight. `whole`: the axis counts, such as rounds, so no tick lies between two of its values.
    """

    name: str
    low: int
    high: int
    scale: int = 1
    unit: Literal["", "$", "%"] = ""
    whole: bool = False


class Series(Struct, frozen=True):
    """Points (x, y) joined by a line. `kind`: the reader's own, another's, or a mean; each has its own look."""

    name: str
    points: tuple[tuple[int, int], ...]
    kind: Literal["own", "other", "mean"] = "own"


class Level(Struct, frozen=True):
    """A value of the y axis, drawn as a dashed line across the plot."""

    name: str
    at: int


class Spot(Struct, frozen=True):
    """A named point of a plot. `end` is where the game ended, `nash` the Nash point, `none` the outcome of no deal."""

    name: str
    x: int
    y: int
    kind: Literal["end", "nash", "none"] = "end"


class Lines(Struct, frozen=True, tag="lines"):
    """Series over rounds or games. `zone` is a range of y that is shaded, named `zone_name`."""

    x: Axis
    y: Axis
    series: tuple[Series, ...]
    levels: tuple[Level, ...] = ()
    zone: tuple[int, int] | None = None
    zone_name: str = ""
    spots: tuple[Spot, ...] = ()


class Plane(Struct, frozen=True, tag="plane"):
    """Deals as dots: x is what they pay the reader, or the first side, y what they pay the other.

    `dots` are named `dots_name`; `frontier` holds the Pareto-optimal points in order, named `frontier_name`.
    """

    x: Axis
    y: Axis
    dots: tuple[tuple[int, int], ...]
    frontier: tuple[tuple[int, int], ...]
    spots: tuple[Spot, ...] = ()
    dots_name: str = "possible deals"
    frontier_name: str = "Pareto frontier"


class Bar(Struct, frozen=True):
    """Values of one player, in the order of the names of the plot. `own`: it is the reader's."""

    name: str
    values: tuple[int, ...]
    own: bool = False


class Bars(Struct, frozen=True, tag="bars"):
    """Bars for each player, one for each of `names`. `level` is a value that is drawn across all of them."""

    axis: Axis
    names: tuple[str, ...]
    bars: tuple[Bar, ...]
    level: Level | None = None


class Strip(Struct, frozen=True, tag="strip"):
    """Values along one axis, each a dot; equal ones are stacked. `zone` is a shaded range, named `zone_name`."""

    axis: Axis
    dots: tuple[int, ...] = ()
    dots_name: str = "games"
    levels: tuple[Level, ...] = ()
    zone: tuple[int, int] | None = None
    zone_name: str = ""


Plot = Lines | Plane | Bars | Strip


def said(axis: Axis, value: int) -> str:
    """Return a value of an axis in words: `$47.00`, `12.5`, `64 %`."""
    units, rest = divmod(abs(value), axis.scale)
    digits = len(str(axis.scale)) - 1
    part = f".{rest:0{digits}d}" if rest else ""
    text = f"{units}{part}"
    match axis.unit:
        case "$":
            text = f"${units}{part or '.00'}"
        case "%":
            text = f"{text} %"
    return f"-{text}" if value < 0 else text


def shortly(axis: Axis, values: Sequence[int]) -> list[str]:
    """Return several values of an axis in words, without cents if all are whole dollars."""
    whole = all(value % axis.scale == 0 for value in values)
    return [said(axis, value).removesuffix(".00") if whole else said(axis, value) for value in values]


def ticks(axis: Axis, most: int) -> list[tuple[int, str]]:
    """Return round values of an axis with their texts, at most this many."""
    step, n = axis.scale if axis.whole else 1, 0
    while (axis.high - axis.low) // step + 1 > most:
        step = (axis.scale if axis.whole else 1) * (1, 2, 5)[n % 3] * 10 ** (n // 3)
        n += 1
    values = range(-(-axis.low // step) * step, axis.high + 1, step)
    return list(zip(values, shortly(axis, values), strict=True))


def twin(title: str, plot: Plot) -> str:
    """Return the contents of a plot in lines of at most `COLUMNS` columns; each can be read alone."""
    lines: Iterator[str]
    match plot:
        case Lines():
            lines = _of_lines(plot)
        case Plane():
            lines = _of_plane(plot)
        case Strip():
            lines = _of_strip(plot)
        case _:
            lines = _of_bars(plot)
    folded = (wrap(line, COLUMNS, subsequent_indent="  ") for line in (title, *lines))
    return "\n".join(row for rows in folded for row in rows)


def _of_lines(plot: Lines) -> Iterator[str]:
    for level in sorted(plot.levels, key=lambda level: -level.at):
        yield f"{level.name}: {said(plot.y, level.at)}"
    if plot.zone is not None and {level.at for level in plot.levels} != set(plot.zone):
        low, high = plot.zone
        yield f"{plot.zone_name}: {said(plot.y, low)} to {said(plot.y, high)}"
    for x in sorted({x for series in plot.series for x, _ in series.points}):
        values = (f"{series.name} {said(plot.y, y)}" for series in plot.series for at, y in series.points if at == x)
        yield f"{plot.x.name} {said(plot.x, x)}: {', '.join(values)}"
    for spot in plot.spots:
        yield f"{spot.name}: {said(plot.y, spot.y)} ({plot.x.name} {said(plot.x, spot.x)})"


def _of_plane(plot: Plane) -> Iterator[str]:
    yield f"{plot.x.name} / {plot.y.name}:"
    for spot in plot.spots:
        yield f"{spot.name}: {said(plot.x, spot.x)}/{said(plot.y, spot.y)}"
    if plot.frontier:
        pairs = ", ".join(f"{said(plot.x, x)}/{said(plot.y, y)}" for x, y in thinned(plot.frontier, MOST_PAIRS))
        yield f"{plot.frontier_name}: {pairs}"


def _of_strip(plot: Strip) -> Iterator[str]:
    for level in sorted(plot.levels, key=lambda level: -level.at):
        yield f"{level.name}: {said(plot.axis, level.at)}"
    if plot.zone is not None:
        low, high = plot.zone
        yield f"{plot.zone_name}: {said(plot.axis, low)} to {said(plot.axis, high)}"
    for value, many in sorted(Counter(plot.dots).items()):
        yield f"{plot.axis.name} {said(plot.axis, value)}: {many}"


def _of_bars(plot: Bars) -> Iterator[str]:
    for bar in plot.bars:
        values = zip(plot.names, bar.values, strict=True)
        yield f"{bar.name}: {', '.join(f'{name} {said(plot.axis, value)}' for name, value in values)}"
    if plot.level is not None:
        yield f"{plot.level.name}: {said(plot.axis, plot.level.at)}"


def thinned(points: tuple[tuple[int, int], ...], most: int) -> tuple[tuple[int, int], ...]:
    """Return at most this many of the points, evenly spread; the first and the last stay."""
    if len(points) <= most:
        return points
    return tuple(points[at * (len(points) - 1) // (most - 1)] for at in range(most))
