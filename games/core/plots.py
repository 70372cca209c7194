"""Plots as data: what a chart shows, free of pixels and colours. Adapters draw them; every plot has a twin in words.

All values are whole numbers, so a stored post holds no rounding. An axis says what one unit is.
"""

from typing import Final, Literal

from msgspec import Struct

COLUMNS: Final = 32
"""Columns of a twin at most: a phone shows no more in a block of code."""


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


Plot = Lines | Plane | Bars
