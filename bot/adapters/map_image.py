"""Boards as PNG pictures that can be read on a phone. Without Pillow there are none, and only the text is shown."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from bot.adapters.png import encoded
from games.core.post import Board, Tile

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

WIDTH: Final = 720
"""Pixels of a picture's width, whatever the size of the board."""
_FINE: Final = 2
"""Factor by which everything is drawn larger and then shrunk, which smooths the edges."""
_MARGIN: Final = 18
_ROW: Final = 52
"""Pixels of a row of the legend."""

_PAPER, _INK, _FAINT = "#f6f3ec", "#2b2a28", "#8a857a"
_FLOOR, _FLOOR_EDGE = "#e9e3d5", "#ddd5c2"
_BENCH: Final = {"hammer": "#cfe0d4", "torch": "#f3d9b8"}
_BENCH_INK: Final = {"hammer": "#3f7a5b", "torch": "#b5651d"}
_TEAM: Final = {"carpenter": "#c77d1e", "miner": "#3d6fa5"}
_YOU: Final = "#b3261e"

Box = tuple[float, float, float, float]


def png(board: Board) -> bytes | None:
    """Return the picture of a board; None if Pillow is not installed. A new one takes about 30 ms."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        return None
    columns = max(map(len, board.rows))
    side = (WIDTH - 2 * _MARGIN) * _FINE / columns
    entries = _legend(board)
    height = 2 * _MARGIN * _FINE + side * len(board.rows) + (_ROW * -(-len(entries) // 3) + 8) * _FINE
    image = Image.new("RGB", (WIDTH * _FINE, round(height)), _PAPER)
    pen = _Pen(ImageDraw.Draw(image))
    for down, row in enumerate(board.rows):
        for right, tile in enumerate(row):
            left, top = _MARGIN * _FINE + right * side, _MARGIN * _FINE + down * side
            pen.tile(tile, board.you, (left, top, left + side, top + side))
    below = 2 * _MARGIN * _FINE + side * len(board.rows)
    third = (WIDTH - 2 * _MARGIN) * _FINE / 3
    for at, (draw, name) in enumerate(entries):
        left, top = _MARGIN * _FINE + at % 3 * third, below + at // 3 * _ROW * _FINE
        draw(pen, (left, top, left + 44 * _FINE, top + 44 * _FINE))
        pen.words(name, left + 54 * _FINE, top + 22 * _FINE, 25 * _FINE, _INK, "lm")
    return encoded(image, _FINE)


def _legend(board: Board) -> list[tuple[Callable[["_Pen", Box], None], str]]:
    """Return the things on the board, each with the function that draws its sign."""
    tiles = [tile for row in board.rows for tile in row]
    names = dict(board.names)
    players = sorted({tile.player for tile in tiles} - {"", board.you})
    things = sorted({tile.thing for tile in tiles} - {""})
    benches = sorted({tile.bench for tile in tiles} - {""})
    return [
        (partial(_Pen.player, name=board.you, you=True), "you"),
        *((partial(_Pen.player, name=name, you=False), names.get(name, name)) for name in players),
        *((partial(_Pen.thing, kind=kind), kind) for kind in things),
        *((partial(_Pen.bench, kind=kind), f"{kind} bench") for kind in benches),
    ]


class _Pen:
    """Pen that draws signs into boxes (left, top, right, bottom), in pixels of the large picture."""

    def __init__(self, draw: "ImageDraw.ImageDraw") -> None:
        self.draw = draw

    def words(self, text: str, x: float, y: float, size: float, colour: str, anchor: str = "mm") -> None:
        self.draw.text((x, y), text, fill=colour, font=_font(round(size)), anchor=anchor)

    def tile(self, tile: Tile, you: str, box: Box) -> None:
        left, top, right, bottom = box
        side = right - left
        gap = side * 0.035
        inside = (left + gap, top + gap, right - gap, bottom - gap)
        if tile.bench:
            self.bench(inside, tile.bench)
        else:
            self.draw.rounded_rectangle(inside, side * 0.12, _FLOOR, _FLOOR_EDGE, max(1, round(side * 0.015)))
        if tile.player:
            if tile.thing:
                self.thing(_part(box, 0.54, 0.06, 0.94, 0.46), tile.thing)
            spot = (0.10, 0.28, 0.74, 0.92) if tile.thing else (0.16, 0.16, 0.84, 0.84)
            self.player(_part(box, *spot), tile.player, tile.player == you)
        elif tile.thing:
            self.thing(_part(box, 0.14, 0.10, 0.74, 0.70), tile.thing)
            self.count(tile.count, _part(box, 0.56, 0.58, 0.94, 0.94))

    def bench(self, box: Box, kind: str) -> None:
        side = box[2] - box[0]
        ink = _BENCH_INK.get(kind, _FAINT)
        self.draw.rounded_rectangle(box, side * 0.12, _BENCH.get(kind, _FLOOR), ink, max(2, round(side * 0.025)))
        self.words(kind[:1], *_point(box, 0.15, 0.83), side * 0.26, ink)

    def count(self, number: int, box: Box) -> None:
        left, top, right, bottom = box
        text = str(number) if number < 100 else "99+"
        self.draw.ellipse(box, _PAPER, _INK, max(2, round((right - left) * 0.05)))
        size = (bottom - top) * (0.68 if len(text) < 2 else 0.55 if len(text) == 2 else 0.4)
        self.words(text, (left + right) / 2, (top + bottom) / 2, size, _INK)

    def player(self, box: Box, name: str, you: bool) -> None:
        role, _, number = name.partition("_")
        left, top, right, bottom = box
        colour = _TEAM.get(role, _FAINT)
        width = round((right - left) * (0.11 if you else 0.05))
        self.draw.ellipse(box, colour, _YOU if you else _INK, width)
        label = f"{role[:1].upper()}{number}"
        self.words(label, (left + right) / 2, (top + bottom) / 2, (bottom - top) * 0.42, "#ffffff")

    def thing(self, box: Box, kind: str) -> None:
        draw = _SIGNS.get(kind)
        if draw is None:
            self.words(kind[:2], (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[3] - box[1]) * 0.5, _INK)
        else:
            draw(self, box)

    def wood(self, box: Box) -> None:
        """Draw three logs, seen from the end."""
        for x, y in ((0.04, 0.46), (0.50, 0.46), (0.27, 0.06)):
            log = _part(box, x, y, x + 0.46, y + 0.46)
            width = max(2, round((box[2] - box[0]) * 0.045))
            self.draw.ellipse(log, "#d9a866", "#7a4a1f", width)
            self.draw.ellipse(_part(log, 0.3, 0.3, 0.7, 0.7), None, "#a86f35", max(1, width // 2))

    def stone(self, box: Box) -> None:
        self.shape(box, ((0.08, 0.82), (0.14, 0.44), (0.42, 0.18), (0.76, 0.28), (0.94, 0.62), (0.86, 0.84)), "#a9a9a6")
        self.shape(box, ((0.42, 0.18), (0.76, 0.28), (0.62, 0.50), (0.36, 0.46)), "#c4c4c0", "")

    def coal(self, box: Box) -> None:
        self.shape(box, ((0.06, 0.84), (0.18, 0.46), (0.46, 0.22), (0.80, 0.34), (0.95, 0.84)), "#3a3836")
        self.shape(box, ((0.46, 0.22), (0.80, 0.34), (0.58, 0.52)), "#5c5955", "")

    def iron(self, box: Box) -> None:
        self.shape(box, ((0.10, 0.80), (0.30, 0.34), (0.86, 0.34), (0.94, 0.80)), "#8fa3b5")
        self.shape(box, ((0.30, 0.34), (0.42, 0.16), (0.76, 0.16), (0.86, 0.34)), "#b7c6d4")

    def hammer(self, box: Box) -> None:
        self.shape(box, ((0.44, 0.30), (0.58, 0.30), (0.58, 0.96), (0.44, 0.96)), "#a86f35")
        self.shape(box, ((0.14, 0.10), (0.80, 0.10), (0.92, 0.28), (0.80, 0.40), (0.14, 0.40)), "#6b7178")

    def torch(self, box: Box) -> None:
        self.shape(box, ((0.42, 0.50), (0.58, 0.50), (0.55, 0.98), (0.45, 0.98)), "#7a4a1f")
        flame = ((0.50, 0.02), (0.70, 0.26), (0.68, 0.46), (0.50, 0.56), (0.32, 0.46), (0.30, 0.28), (0.42, 0.22))
        self.shape(box, flame, "#f08c1a", "#b5521b")
        self.shape(box, ((0.50, 0.24), (0.60, 0.40), (0.50, 0.50), (0.40, 0.40)), "#ffd766", "")

    def shape(self, box: Box, corners: tuple[tuple[float, float], ...], colour: str, edge: str = _INK) -> None:
        points = [_point(box, x, y) for x, y in corners]
        self.draw.polygon(points, colour)
        if edge:
            width = max(2, round((box[2] - box[0]) * 0.045))
            self.draw.line([*points, points[0], points[1]], edge, width, joint="curve")


_SIGNS: Final[dict[str, Callable[[_Pen, Box], None]]] = {
    "wood": _Pen.wood,
    "stone": _Pen.stone,
    "coal": _Pen.coal,
    "iron": _Pen.iron,
    "hammer": _Pen.hammer,
    "torch": _Pen.torch,
}


def _part(box: Box, left: float, top: float, right: float, bottom: float) -> Box:
    return (*_point(box, left, top), *_point(box, right, bottom))


def _point(box: Box, x: float, y: float) -> tuple[float, float]:
    return box[0] + (box[2] - box[0]) * x, box[1] + (box[3] - box[1]) * y


@lru_cache(maxsize=32)
def _font(size: int) -> "ImageFont.FreeTypeFont | ImageFont.ImageFont":
    from PIL import ImageFont

    return ImageFont.load_default(size)
