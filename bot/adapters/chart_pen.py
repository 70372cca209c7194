"""A pen for charts: lines, signs, and labels that keep out of each other's way.

Colours are those of Okabe and Ito (2008), some a little darker: people with any kind of colour vision tell them apart.
Signs and lines differ in shape, too. Measures are pixels of the finished picture.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

FINE: Final = 2
"""Factor by which everything is drawn larger and then shrunk, which smooths the edges."""
LABEL, TITLE = 27, 32
"""Sizes of letters; at the width of a phone they are half as many pixels."""

PAPER, EDGE, INK, FAINT, GRID = "#fcfbf8", "#d8d4ca", "#26282b", "#666a70", "#e6e3dc"
OWN, OTHER, ZONE, END, NASH = "#0072b2", "#c04f00", "#d5ede3", "#00795a", "#8c3f75"
ZONE_INK: Final = "#00664c"
INKS: Final = {"own": OWN, "other": OTHER, "mean": FAINT, "end": END, "nash": NASH, "none": FAINT}

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Point = tuple[float, float]


class Pen:
    """Pen on one picture."""

    def __init__(self, draw: "ImageDraw.ImageDraw") -> None:
        self.draw = draw
        self.taken: list[Box] = []
        """Boxes that no label may cover."""

    def words(
        self, text: str, at: Point, ink: str = INK, anchor: str = "lm", size: int = LABEL, bold: bool = False
    ) -> None:
        spot = (at[0] * FINE, at[1] * FINE)
        halo = {"stroke_width": 3 * FINE, "stroke_fill": PAPER}
        self.draw.text(spot, text, ink, font(size * FINE, bold), anchor, **halo)  # type: ignore[arg-type]

    def line(self, points: Sequence[Point], ink: str, width: float = 2) -> None:
        large = [(x * FINE, y * FINE) for x, y in points]
        self.draw.line(large, ink, round(width * FINE), joint="curve")

    def dashes(self, points: Sequence[Point], ink: str, width: float = 2, dash: float = 9) -> None:
        """Draw a broken line along the points."""
        for (x, y), (x_, y_) in pairwise(points):
            long = max(((x_ - x) ** 2 + (y_ - y) ** 2) ** 0.5, 1e-9)
            at = 0.0
            while at < long:
                end = min(at + dash, long)
                part = [(x + (x_ - x) * t / long, y + (y_ - y) * t / long) for t in (at, end)]
                self.line(part, ink, width)
                at += dash * 1.8

    def box(self, box: Box, fill: str | None = None, edge: str | None = None, width: float = 2) -> None:
        self.draw.rectangle(_large(box), fill, edge, round(width * FINE))

    def shape(self, points: Sequence[Point], fill: str, edge: str) -> None:
        self.draw.polygon([(x * FINE, y * FINE) for x, y in points], fill)
        self.line([*points, points[0], points[1]], edge, 3)

    def dot(self, at: Point, radius: float, ink: str) -> None:
        x, y = at
        self.draw.ellipse(_large((x - radius, y - radius, x + radius, y + radius)), ink)

    def sign(self, kind: str, at: Point, size: float = 9) -> None:
        """Draw the sign of a kind of points: each has its own shape and colour."""
        x, y = at
        around = (x - size, y - size, x + size, y + size)
        match kind:
            case "own":
                self.draw.ellipse(_large(around), OWN)
            case "other":
                self.box(around, PAPER, OTHER, 3.5)
            case "end":
                star = [(x + dx * size * 1.25, y + dy * size * 1.25) for dx, dy in _STAR]
                self.shape(star, END, PAPER)
                self.shape(star, END, END)
            case "nash":
                wide = size * 1.4
                self.shape([(x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)], PAPER, NASH)
            case "none":
                self.line([(x - size, y - size), (x + size, y + size)], FAINT, 4)
                self.line([(x - size, y + size), (x + size, y - size)], FAINT, 4)
            case "frontier":
                self.draw.ellipse(_large(around), INK)
            case "dot":
                self.draw.ellipse(_large(around), "#9ba0a6")

    def label(self, text: str, at: Point, inside: Box, ink: str, sides: str = "rlab", gap: float = 14) -> None:
        """Write a label beside a point, on the first side (right, left, above, below) where nothing is in its way."""
        wide, high = length(text), LABEL + 4
        x, y = at
        boxes = {
            "r": (x + gap, y - high / 2, x + gap + wide, y + high / 2),
            "l": (x - gap - wide, y - high / 2, x - gap, y + high / 2),
            "a": (x - wide / 2, y - gap - high, x + wide / 2, y - gap),
            "b": (x - wide / 2, y + gap, x + wide / 2, y + gap + high),
            "A": (x + 4, y - gap - high, x + 4 + wide, y - gap),
            "B": (x + 4, y + gap, x + 4 + wide, y + gap + high),
            "C": (x - 4 - wide, y - gap - high, x - 4, y - gap),
            "D": (x - 4 - wide, y + gap, x - 4, y + gap + high),
        }
        order = [boxes[side] for side in (*sides, *(side for side in "ABCD" if side not in sides))]
        fits = [box for box in order if _within(box, inside)] or order
        best = min(fits, key=lambda box: sum(_common(box, other) for other in self.taken))
        self._put(text, best, ink)

    def avoid(self, points: Sequence[Point]) -> None:
        """Keep labels off a line along the points."""
        for (x, y), (x_, y_) in pairwise(points):
            steps = max(1, round((((x_ - x) ** 2 + (y_ - y) ** 2) ** 0.5) / 14))
            middles = [(x + (x_ - x) * n / steps, y + (y_ - y) * n / steps) for n in range(steps + 1)]
            self.taken += [(a - 4, b - 4, a + 4, b + 4) for a, b in middles]

    def beside(self, text: str, left: Point, right: Point, ink: str) -> None:
        """Write a label that begins at one point or ends at another, where less is in its way."""
        wide, high = length(text), LABEL + 4
        boxes = (
            (right[0] - wide, right[1] - high / 2, right[0], right[1] + high / 2),
            (left[0], left[1] - high / 2, left[0] + wide, left[1] + high / 2),
        )
        self._put(text, min(boxes, key=lambda box: sum(_common(box, other) for other in self.taken)), ink)

    def _put(self, text: str, box: Box, ink: str) -> None:
        self.taken.append(box)
        self.words(text, (box[0], (box[1] + box[3]) / 2), ink)


_STAR: Final = tuple(
    (dx * reach, dy * reach)
    for dx, dy, reach in (
        (0, -1, 1), (0.588, -0.809, 0.42), (0.951, -0.309, 1), (0.951, 0.309, 0.42), (0.588, 0.809, 1),
        (0, 1, 0.42), (-0.588, 0.809, 1), (-0.951, 0.309, 0.42), (-0.951, -0.309, 1), (-0.588, -0.809, 0.42),
    )
)  # fmt: skip
"""Corners of a star with five points."""


def _large(box: Box) -> Box:
    left, top, right, bottom = box
    return left * FINE, top * FINE, right * FINE, bottom * FINE


def _within(box: Box, inside: Box) -> bool:
    return box[0] >= inside[0] and box[1] >= inside[1] and box[2] <= inside[2] and box[3] <= inside[3]


def _common(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0


@lru_cache(maxsize=32)
def font(size: int, bold: bool) -> "ImageFont.FreeTypeFont | ImageFont.ImageFont":
    """Return a face with the letters of most languages of Europe, if one comes with matplotlib; else Pillow's own."""
    from PIL import ImageFont

    found = find_spec("matplotlib")
    if found is not None and found.origin is not None:
        name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
        path = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf" / name
        if path.exists():
            return ImageFont.truetype(str(path), size)
    return ImageFont.load_default(size)


def length(text: str, size: int = LABEL) -> float:
    """Return the width of a text in pixels."""
    return font(size * FINE, False).getlength(text) / FINE
