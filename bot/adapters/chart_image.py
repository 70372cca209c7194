"""Charts as PNG pictures that can be read on a phone 360 pixels wide. Without Pillow only the text is shown."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.adapters import strip_image
from bot.adapters.chart_pen import (
    EDGE,
    FAINT,
    FINE,
    GRID,
    INK,
    INKS,
    LABEL,
    OWN,
    PAPER,
    TITLE,
    ZONE,
    ZONE_INK,
    Box,
    Pen,
    Point,
    length,
)
from bot.adapters.png import encoded
from games.core.plots import Axis, Bars, Level, Lines, Plane, Series, Spot, Strip, said, shortly, ticks
from games.core.post import Chart

WIDTH: Final = 720
"""Pixels of a picture's width: twice those of a narrow phone."""
_HIGH: Final = 480
"""Height of a field with axes."""
_MARGIN: Final = 26
_LEGEND: Final = 40
"""Height of a row of the legend."""
_MOST_LABELS: Final = 10
"""Points of lines whose values are all written beside them."""
_MOST_SIGNS: Final = 16
"""Points of a frontier that are drawn one by one; more make a line."""
_NAME, _BAR, _GAP = 38, 32, 14
"""Heights of a player's name, of one bar, and of the space below."""


def png(chart: Chart) -> bytes | None:
    """Return the picture of a chart; None if Pillow is not installed."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        return None
    image = Image.new("RGB", (WIDTH * FINE, height(chart) * FINE), PAPER)
    pen = Pen(ImageDraw.Draw(image))
    pen.box((1, 1, WIDTH - 1, height(chart) - 1), edge=EDGE)
    pen.words(chart.title, (_MARGIN, _MARGIN + 14), INK, "lm", TITLE)
    match chart.plot:
        case Lines():
            _lines(pen, chart.plot)
        case Plane():
            _plane(pen, chart.plot)
        case Bars():
            _bars(pen, chart.plot)
        case Strip():
            top = 2 * _MARGIN + 28
            strip_image.draw(pen, chart.plot, (_MARGIN, top, WIDTH - _MARGIN, top + strip_image.HIGH))
    return encoded(image, FINE)


def height(chart: Chart) -> int:
    """Return the height of a chart's picture in pixels."""
    top = 2 * _MARGIN + 28
    match chart.plot:
        case Strip():
            return top + strip_image.HIGH + 84
        case Bars(names=names, bars=bars, level=level):
            rows = len(bars) * (_NAME + len(names) * _BAR + _GAP) + (LABEL + 12) * (level is not None)
            return top + _LEGEND * (len(names) > 1) + rows + _MARGIN // 2
        case plot:
            return top + _LEGEND * len(_legend_rows(plot)) + _HIGH + 84


# --- a field with axes ------------------------------------------------------------------------------------------------


class _Field:
    """A field with two axes: places values in pixels. `top` is the pixel above it that is free."""

    def __init__(self, pen: Pen, x: Axis, y: Axis, top: float, levels: bool = False) -> None:
        self.pen, self.x, self.y = pen, x, y
        across, up = _across(x), ticks(y, 7)
        left = _MARGIN + max(length(text) for _, text in up) + 12
        self.box: Box = (left, top + LABEL + 20, WIDTH - _MARGIN, top + _HIGH)
        self._spans = _span(x, 0.06), _span(y, 0.11 if levels else 0.07)
        pen.words(y.name, (_MARGIN, top + 16), FAINT)
        for value, text in up:
            height = self.at(x.low, value)[1]
            pen.line([(left, height), (self.box[2], height)], GRID)
            pen.words(text, (left - 10, height), FAINT, "rm")
        for value, text in across:
            along = self.at(value, y.low)[0]
            pen.line([(along, self.box[3]), (along, self.box[3] + 7)], FAINT)
            pen.words(text, (along, self.box[3] + 12), FAINT, "mt")
        pen.words(x.name, (self.box[2], self.box[3] + 44), FAINT, "rt")
        pen.line([(left, self.box[1]), (left, self.box[3]), (self.box[2], self.box[3])], FAINT)

    def at(self, x: int, y: int) -> Point:
        (low, high), (bottom, top) = self._spans
        left, above, right, below = self.box
        return left + (right - left) * (x - low) / (high - low), below - (below - above) * (y - bottom) / (top - bottom)


def _span(axis: Axis, pad: float) -> tuple[float, float]:
    more = max((axis.high - axis.low) * pad, axis.scale * 0.5 if axis.whole else 1)
    return axis.low - more, axis.high + more


def _across(axis: Axis) -> list[tuple[int, str]]:
    """Return the ticks of a horizontal axis: as many as stand apart."""
    found = ticks(axis, 7)
    widest = max((length(text) for _, text in found), default=0)
    return ticks(axis, 4) if len(found) * (widest + 30) > WIDTH - 150 else found


def _legend_rows(plot: Lines | Plane) -> list[list[tuple[str, str]]]:
    """Return kinds of points with their names, in rows that fit."""
    entries: list[tuple[str, str]]
    if isinstance(plot, Lines):
        entries = [(series.kind, series.name) for series in plot.series]
        entries += [("zone", plot.zone_name)] * (plot.zone is not None)
    else:
        entries = [("dot", plot.dots_name)] * bool(plot.dots) + [("frontier", plot.frontier_name)] * bool(plot.frontier)
    rows: list[list[tuple[str, str]]] = []
    room = 0.0
    for kind, name in entries:
        wide = 56 + length(name) + 24
        if not rows or wide > room:
            rows.append([])
            room = WIDTH - 2 * _MARGIN + 24
        rows[-1].append((kind, name))
        room -= wide
    return rows


def _legend(pen: Pen, plot: Lines | Plane) -> float:
    """Draw the legend and return the pixel below it."""
    top: float = 2 * _MARGIN + 20
    for row in _legend_rows(plot):
        x: float = _MARGIN
        for kind, name in row:
            y = top + _LEGEND / 2
            match kind:
                case "zone":
                    pen.box((x, y - 10, x + 44, y + 10), ZONE, ZONE_INK, 1)
                case "dot":
                    pen.sign(kind, (x + 22, y), 6)
                case "frontier":
                    pen.line([(x, y), (x + 44, y)], INK, 2)
                    if isinstance(plot, Plane) and len(plot.frontier) <= _MOST_SIGNS:
                        pen.sign(kind, (x + 22, y), 6)
                case _:
                    _stroke(pen, kind, [(x, y), (x + 44, y)])
                    if kind != "mean":
                        pen.sign(kind, (x + 22, y))
            pen.words(name, (x + 56, y))
            x += 56 + length(name) + 24
        top += _LEGEND
    return top


def _stroke(pen: Pen, kind: str, points: Sequence[Point]) -> None:
    if kind == "own":
        pen.line(points, OWN, 4)
    else:
        pen.dashes(points, INKS[kind], 3, 14 if kind == "other" else 6)


def _lines(pen: Pen, plot: Lines) -> None:
    field = _Field(pen, plot.x, plot.y, _legend(pen, plot), bool(plot.levels))
    _grounds(pen, field, plot)
    drawn = [(series, [field.at(*point) for point in series.points]) for series in plot.series]
    for series, points in drawn:
        _stroke(pen, series.kind, points)
        pen.avoid(points)
    signs = [(series.kind, point) for series, points in drawn if series.kind != "mean" for point in points]
    small = 9 if len(signs) <= 2 * _MOST_LABELS else 5
    for kind, point in signs:
        pen.sign(kind, point, small)
        pen.taken.append((point[0] - 10, point[1] - 10, point[0] + 10, point[1] + 10))
    _spots(pen, field, [replace(spot, name=f"{spot.name} {said(plot.y, spot.y)}") for spot in plot.spots])
    _levels(pen, field, plot.levels)
    if len(signs) <= _MOST_LABELS:
        _values(pen, field, plot)


def _grounds(pen: Pen, field: _Field, plot: Lines) -> None:
    """Draw the zone and the levels, below everything else."""
    left, _, right, _ = field.box
    if plot.zone is not None:
        low, high = (field.at(plot.x.low, value)[1] for value in plot.zone)
        pen.box((left + 2, high, right, low), ZONE)
    for level in plot.levels:
        height = field.at(plot.x.low, level.at)[1]
        pen.dashes([(left, height), (right, height)], ZONE_INK)


def _values(pen: Pen, field: _Field, plot: Lines) -> None:
    """Write the value of each point beside it; the points where a game ended have their names."""
    ends = {(spot.x, spot.y) for spot in plot.spots}
    series = [one for one in plot.series if one.kind != "mean"]
    values = [y for one in series for _, y in one.points]
    texts = dict(zip(values, shortly(plot.y, values), strict=True))
    for one in series:
        for x, y in one.points:
            if (x, y) not in ends:
                pen.label(texts[y], field.at(x, y), field.box, INKS[one.kind], _sides(plot, one))


def _levels(pen: Pen, field: _Field, levels: Sequence[Level]) -> None:
    """Write the names of the levels at the end where more room is: the highest one above its line, others below."""
    left, _, right, _ = field.box
    for at, level in enumerate(sorted(levels, key=lambda level: -level.at)):
        text = f"{level.name} {said(field.y, level.at)}"
        height = field.at(field.x.low, level.at)[1]
        middle = height - 18 if at == 0 and len(levels) > 1 else height + 18
        pen.beside(text, (left + 8, middle), (right - 8, middle), ZONE_INK)


def _sides(plot: Lines, series: Series) -> str:
    """Return the sides for labels of a series: away from the others."""
    means = {s.kind: sum(y for _, y in s.points) / len(s.points) for s in plot.series if s.points}
    return "abrl" if means[series.kind] >= max(means.values()) else "barl"


def _spots(pen: Pen, field: _Field, spots: Sequence[Spot]) -> None:
    """Draw named points, the end above all others, and their names where there is room."""
    order = sorted(spots, key=lambda spot: spot.kind == "end")
    for spot in order:
        x, y = field.at(spot.x, spot.y)
        pen.sign(spot.kind, (x, y), 13 if spot.kind == "end" else 10)
        pen.taken.append((x - 14, y - 14, x + 14, y + 14))
    for spot in reversed(order):
        pen.label(spot.name, field.at(spot.x, spot.y), field.box, INKS[spot.kind], "rlab", 18)


def _plane(pen: Pen, plot: Plane) -> None:
    field = _Field(pen, plot.x, plot.y, _legend(pen, plot))
    left, above, right, below = field.box
    many = len(plot.dots) > _MOST_SIGNS
    for x, y in (field.at(*dot) for dot in plot.dots):
        pen.sign("dot", (x, y), 5 if many else 8)
        if not many:
            pen.taken.append((x - 8, y - 8, x + 8, y + 8))
    front = [field.at(*point) for point in plot.frontier]
    pen.line(front, INK, 2) if len(front) > 1 else None
    for x, y in front if len(front) <= _MOST_SIGNS else ():
        pen.sign("frontier", (x, y), 6)
    pen.avoid(front)
    if plot.x.low < 0:
        pen.dashes([(field.at(0, 0)[0], above), (field.at(0, 0)[0], below)], FAINT, 1.5)
    if plot.y.low < 0:
        pen.dashes([(left, field.at(0, 0)[1]), (right, field.at(0, 0)[1])], FAINT, 1.5)
    _spots(pen, field, plot.spots)


# --- bars -------------------------------------------------------------------------------------------------------------


def _bars(pen: Pen, plot: Bars) -> None:
    top: float = 2 * _MARGIN + 24
    if len(plot.names) > 1:
        x: float = _MARGIN
        for nth, name in enumerate(plot.names):
            _bar(pen, (x, top + 8, x + 36, top + 30), nth == len(plot.names) - 1, False)
            pen.words(name, (x + 48, top + 19))
            x += 48 + length(name) + 28
        top += _LEGEND
    room = max(length(said(plot.axis, value)) for bar in plot.bars for value in bar.values) + 14
    most = max(plot.axis.high, 1)

    def along(value: int) -> float:
        return _MARGIN + (WIDTH - 2 * _MARGIN - room) * max(value, 0) / most

    first = top
    for bar in plot.bars:
        pen.words(bar.name, (_MARGIN, top + 18), OWN if bar.own else INK, bold=bar.own)
        top += _NAME
        for nth, value in enumerate(bar.values):
            _bar(
                pen,
                (_MARGIN, top + 2, max(along(value), _MARGIN + 3), top + _BAR - 2),
                nth == len(bar.values) - 1,
                bar.own,
            )
            top += _BAR
        top += _GAP
    if plot.level is not None:
        x = along(plot.level.at)
        pen.dashes([(x, first + 4), (x, top)], ZONE_INK, 3)
        anchor = "lm" if x < WIDTH / 3 else "rm" if x > WIDTH * 2 / 3 else "mm"
        pen.words(f"{plot.level.name} {said(plot.axis, plot.level.at)}", (x, top + 14), ZONE_INK, anchor)
    for nth_bar, bar in enumerate(plot.bars):
        middle = first + nth_bar * (_NAME + len(bar.values) * _BAR + _GAP) + _NAME + _BAR / 2
        for nth, value in enumerate(bar.values):
            pen.words(said(plot.axis, value), (max(along(value), _MARGIN + 3) + 10, middle + nth * _BAR))


def _bar(pen: Pen, box: Box, filled: bool, own: bool) -> None:
    """Draw a bar; the last of several is filled, the others are outlines."""
    ink = OWN if own else "#6d7178"
    pen.box(box, ink if filled else "#ffffff", ink, 2.5)
