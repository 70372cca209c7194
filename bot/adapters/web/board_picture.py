"""The picture of a board as SVG, for a projector: large letters, each deal a dot. It needs no style and no script."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from bot.adapters.chart_pen import END, FAINT, GRID, INK, NASH, PAPER, ZONE, ZONE_INK
from bot.adapters.dots import gathered, stacked
from games.core.plots import Axis, Plane, Spot, Strip, said, ticks

WIDE, HIGH = 1200, 560
LARGE, SMALL = 26, 22
"""Sizes of letters, in units of the picture."""
_FONT: Final = 'font-family="system-ui, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif"'
_LEFT, _RIGHT, _TOP, _BOTTOM = 118, 1170, 84, 474


def svg(plot: Strip | Plane, title: str, said_shortly: str) -> str:
    """Return a plot as an SVG document. `said_shortly`: its description."""
    body = _strip(plot) if isinstance(plot, Strip) else _plane(plot)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" {_FONT}>'
        f"<title>{escape(title)}</title><desc>{escape(said_shortly)}</desc>"
        f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>{"".join(body)}</svg>'
    )


# --- a line of values -------------------------------------------------------------------------------------------------


def _strip(plot: Strip) -> Iterator[str]:
    left, right = 40, WIDE - 40
    low, high = plot.axis.low, max(plot.axis.high, plot.axis.low + 1)

    def at(value: int) -> float:
        return left + 20 + (right - left - 40) * (value - low) / (high - low)

    if plot.zone is not None:
        first, last = map(at, plot.zone)
        yield _box(first, _TOP, last - first, _BOTTOM - _TOP, ZONE)
        yield _words((first + last) / 2, _TOP + 30, plot.zone_name, ZONE_INK, SMALL)
    levels = sorted(plot.levels, key=lambda level: level.at)
    for n, level in enumerate(levels):
        x = at(level.at)
        yield _line([(x, _TOP - 8), (x, _BOTTOM)], ZONE_INK, 3, "10 7")
        text = f"{level.name} {said(plot.axis, level.at)}"
        anchor, away = ("start", -12) if x < WIDE / 4 else ("end", 12) if x > WIDE * 3 / 4 else ("middle", 0)
        high_up = _TOP - 52 if len(levels) > 1 and n % 2 and abs(at(levels[0].at) - x) < 420 else _TOP - 22
        yield _words(x + away, high_up, text, ZONE_INK, LARGE, anchor)
    radius, places = stacked([at(value) for value in plot.dots], _BOTTOM - 3, _BOTTOM - _TOP - 50, 17)
    yield from (_dot(x, y, radius - 1) for x, y in places)
    yield _line([(left, _BOTTOM), (right, _BOTTOM)], INK, 3)
    for value, text in ticks(plot.axis, 9):
        yield _line([(at(value), _BOTTOM), (at(value), _BOTTOM + 9)], FAINT, 2)
        yield _words(at(value), _BOTTOM + 38, text, FAINT, SMALL)
    yield _words(right, _BOTTOM + 74, plot.axis.name, INK, LARGE, "end")


# --- two sides --------------------------------------------------------------------------------------------------------


def _plane(plot: Plane) -> Iterator[str]:
    across, up = _scaled(plot.x, _LEFT, _RIGHT), _scaled(plot.y, _BOTTOM, 56)

    def at(x: int, y: int) -> tuple[float, float]:
        return _placed(across, x), _placed(up, y)

    for value, text in ticks(plot.y, 7):
        y = at(0, value)[1]
        yield _line([(_LEFT, y), (_RIGHT, y)], GRID, 2)
        yield _words(_LEFT - 14, y + 8, text, FAINT, SMALL, "end")
    for value, text in ticks(plot.x, 9):
        x = at(value, 0)[0]
        yield _line([(x, _BOTTOM), (x, _BOTTOM + 9)], FAINT, 2)
        yield _words(x, _BOTTOM + 38, text, FAINT, SMALL)
    yield _line([(_LEFT, 50), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)], INK, 3)
    yield _words(16, 34, f"↑ {plot.y.name}", INK, LARGE, "start")
    yield _words(_RIGHT, _BOTTOM + 74, f"{plot.x.name} →", INK, LARGE, "end")
    front = [at(*point) for point in plot.frontier]
    if len(front) > 1:
        yield _line(front, ZONE_INK, 3)
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{ZONE_INK}"/>' for x, y in front)
        yield _words(_RIGHT, 34, f"— {plot.frontier_name}", ZONE_INK, SMALL, "end")
    radius = 13 if len(plot.dots) <= 60 else 9
    yield from (_dot(x, y, radius) for x, y in gathered([at(*dot) for dot in plot.dots], radius))
    for spot in plot.spots:
        yield from _spot(spot, *at(spot.x, spot.y))


def _scaled(axis: Axis, start: float, end: float) -> tuple[float, float, float, float]:
    """Return the range of an axis, a little wider than its values, and where it lies in the picture."""
    more = max((axis.high - axis.low) * 0.06, 0.5)
    return axis.low - more, axis.high + more, start, end


def _placed(scale: tuple[float, float, float, float], value: int) -> float:
    low, high, start, end = scale
    return start + (end - start) * (value - low) / (high - low)


def _spot(spot: Spot, x: float, y: float) -> Iterator[str]:
    if spot.kind == "none":
        yield _line([(x - 9, y - 9), (x + 9, y + 9)], FAINT, 4)
        yield _line([(x - 9, y + 9), (x + 9, y - 9)], FAINT, 4)
    else:
        points = [(x, y - 15), (x + 15, y), (x, y + 15), (x - 15, y), (x, y - 15)]
        yield _line(points, NASH, 4)
    yield _words(x + 22, y - 12, spot.name, FAINT if spot.kind == "none" else NASH, SMALL, "start")


# --- signs ------------------------------------------------------------------------------------------------------------


def _dot(x: float, y: float, radius: float) -> str:
    return (
        f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{END}" stroke="{PAPER}" '
        'stroke-width="2" fill-opacity="0.92"/>'
    )


def _box(x: float, y: float, wide: float, high: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{fill}"/>'


def _line(points: Sequence[tuple[float, float]], ink: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="{width}"{dashed}/>'


def _words(x: float, y: float, text: str, ink: str, size: int, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{ink}" font-size="{size}" text-anchor="{anchor}" '
        f'stroke="{PAPER}" stroke-width="5" paint-order="stroke">{escape(text)}</text>'
    )
