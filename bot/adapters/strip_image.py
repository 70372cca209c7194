"""A strip as part of a chart's picture: a line of values, its zone and levels, and a stack of dots for the games."""

from typing import Final

from bot.adapters.chart_pen import END, FAINT, INK, LABEL, ZONE, ZONE_INK, Box, Pen, length
from bot.adapters.dots import stacked
from games.core.plots import Level, Strip, said, ticks

HIGH: Final = 420
"""Height of a strip above its axis's texts."""
_HEAD: Final = 2 * (LABEL + 8)
"""Height of the names of levels above the dots."""


def draw(pen: Pen, plot: Strip, box: Box) -> None:
    left, top, right, bottom = box
    low, high = plot.axis.low, max(plot.axis.high, plot.axis.low + 1)

    def at(value: int) -> float:
        return left + 24 + (right - left - 48) * (value - low) / (high - low)

    if plot.zone is not None:
        pen.box((at(plot.zone[0]), top + _HEAD, at(plot.zone[1]), bottom), ZONE)
    for level in plot.levels:
        pen.dashes([(at(level.at), top + _HEAD - 6), (at(level.at), bottom)], ZONE_INK, 2.5)
    for n, level in enumerate(sorted(plot.levels, key=lambda level: level.at)):
        _name(pen, plot, level, at(level.at), top + n % 2 * (LABEL + 8), box)
    radius, places = stacked([at(value) for value in plot.dots], bottom - 3, bottom - top - _HEAD - 10, 15)
    for x, y in places:
        pen.dot((x, y), radius - 0.8, END)
    pen.line([(left, bottom), (right, bottom)], INK, 3)
    few = ticks(plot.axis, 6)
    for value, text in few:
        pen.line([(at(value), bottom), (at(value), bottom + 8)], FAINT)
        pen.words(text, (at(value), bottom + 12), FAINT, "mt")
    pen.words(plot.axis.name, (right, bottom + 46), FAINT, "rt")


def _name(pen: Pen, plot: Strip, level: Level, x: float, y: float, box: Box) -> None:
    text = f"{level.name} {said(plot.axis, level.at)}"
    half = length(text) / 2
    middle = min(max(x, box[0] + half), box[2] - half)
    pen.words(text, (middle, y + LABEL / 2), ZONE_INK, "mm")
