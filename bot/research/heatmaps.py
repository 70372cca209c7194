"""A matrix of players as pictures: one over all games, one over those that ended in a deal.

The values are written in the cells. Colours run along cividis, which reads the same with any colour vision and in grey.
matplotlib is the extra `pictures`; it is imported only when something is drawn.
"""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS: Final = "cividis"
DARK: Final = 0.18
"""Luminance below which white text is easier to read than black (equal contrast by WCAG 2)."""
GAMMA: Final = 2.2
INCHES_A_CELL: Final = (1.0, 0.62)
INCHES_ASIDE: Final = (2.6, 1.7)
"""Inches that names and titles take beside and above the cells of a panel."""
DPI: Final = 130

Grid = list[list[float | None]]


class NoPictures(RuntimeError):
    """Error: pictures cannot be drawn here; the text says what to install."""


class Panel(Struct, frozen=True):
    """One heat map: figures and their standard errors by row and column, on a scale from `low` to `high`."""

    title: str
    figures: Grid
    errors: Grid
    low: float
    high: float
    share: bool


def ready() -> None:
    """Raise `NoPictures` if matplotlib is missing; imports nothing."""
    if find_spec("matplotlib") is None:
        raise NoPictures("Pictures need matplotlib: install Parley with its extra `pictures`, or with `all`.")


def draw(folder: Path, name: str, cells: Sequence[Mapping[str, Any]], seats: tuple[str, str], unit: str) -> list[Path]:
    """Write `all-games.png` and `deals-only.png` into a folder. `cells` are those of the JSON (`tallies.Book.fields`).

    Raises `OSError`, and `NoPictures` without matplotlib.
    """
    ready()
    rows, cols = (list(dict.fromkeys(str(cell[key]) for cell in cells)) for key in ("row", "col"))
    deals = [{**cell, **cell["deals"]} for cell in cells]
    pictures = (
        (
            "all-games.png",
            f"{name} · all games · mean ± standard error",
            cells,
            ("agreement", "agreement_se", "Agreement"),
        ),
        (
            "deals-only.png",
            f"{name} · games with a deal · mean ± standard error",
            deals,
            ("pareto", "pareto_se", "Deals that are Pareto-optimal"),
        ),
    )
    made = []
    for file, title, of, (key, error, about) in pictures:
        if key == "pareto":
            of = [{**cell, **_pareto(cell)} for cell in of]
        panels = _points(of, rows, cols, seats, unit)
        shares = _grid(of, rows, cols, key)
        if any(share is not None for row in shares for share in row):
            panels.append(Panel(about, shares, _grid(of, rows, cols, error), 0, 1, share=True))
        _paint(folder / file, title, panels, (rows, cols), seats)
        made.append(folder / file)
    return made


def _pareto(cell: Mapping[str, Any]) -> dict[str, float | None]:
    found = cell["reported"].get("pareto", {})
    return {"pareto": found.get("mean"), "pareto_se": found.get("se")}


def _points(
    cells: Sequence[Mapping[str, Any]], rows: list[str], cols: list[str], seats: tuple[str, str], unit: str
) -> list[Panel]:
    whose = {
        "row": f"Rows: what “{seats[0]}” earns",
        "col": f"Columns: what “{seats[1]}” earns",
        "joint": "Both together",
    }
    grids = {key: _grid(cells, rows, cols, key if key == "joint" else f"{key}_points") for key in whose}
    single = _range(grids["row"] + grids["col"])
    return [
        Panel(
            f"{about}, {unit}",
            grids[key],
            _grid(cells, rows, cols, f"{key}_se"),
            *(_range(grids[key]) if key == "joint" else single),
            share=False,
        )
        for key, about in whose.items()
    ]


def _grid(cells: Sequence[Mapping[str, Any]], rows: list[str], cols: list[str], key: str) -> Grid:
    at = {(cell["row"], cell["col"]): cell.get(key) for cell in cells}
    return [[at.get((row, col)) for col in cols] for row in rows]


def _range(grid: Grid) -> tuple[float, float]:
    known = [figure for row in grid for figure in row if figure is not None] or [0.0]
    low, high = min(known), max(known)
    return (low, high) if high > low else (low - 1, high + 1)


def _paint(
    path: Path, title: str, panels: Sequence[Panel], names: tuple[list[str], list[str]], seats: tuple[str, str]
) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rows, cols = names
    across = 2 if len(panels) > 1 else 1
    down = -(-len(panels) // across)
    wide = max(5.0, INCHES_A_CELL[0] * len(cols) + INCHES_ASIDE[0])
    high = max(3.6, INCHES_A_CELL[1] * len(rows) + INCHES_ASIDE[1])
    figure = Figure(figsize=(across * wide, down * high + 0.5), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, fontsize=15, fontweight="bold")
    axes = figure.subplots(down, across, squeeze=False).flat
    for panel, axis in zip(panels, axes, strict=False):
        _panel(axis, panel)
        axis.set_xticks(range(len(cols)), cols, rotation=30, ha="right", rotation_mode="anchor")
        axis.set_yticks(range(len(rows)), rows)
        axis.set_xlabel(f"“{seats[1]}” is played by")
        axis.set_ylabel(f"“{seats[0]}” is played by")
    for axis in list(figure.axes)[len(panels) : across * down]:
        axis.remove()
    figure.savefig(path)


def _panel(axis: "Axes", panel: Panel) -> None:
    from matplotlib import colormaps

    colours = colormaps[COLOURS].with_extremes(bad="0.85")
    shown = [[float("nan") if figure is None else figure for figure in row] for row in panel.figures]
    axis.imshow(shown, cmap=colours, vmin=panel.low, vmax=panel.high, aspect="auto")
    axis.set_title(panel.title, fontsize=12)
    axis.tick_params(length=0)
    for y, row in enumerate(panel.figures):
        for x, figure in enumerate(row):
            red, green, blue, _ = colours((shown[y][x] - panel.low) / (panel.high - panel.low))
            luminance = 0.2126 * red**GAMMA + 0.7152 * green**GAMMA + 0.0722 * blue**GAMMA
            light = figure is None or luminance > DARK
            words = _words(figure, panel.errors[y][x], panel.share)
            axis.text(x, y, words, ha="center", va="center", fontsize=10, color="black" if light else "white")


def _words(figure: float | None, error: float | None, share: bool) -> str:
    if figure is None:
        return "–"
    shown = f"{100 * figure:.0f} %" if share else f"{figure:.2f}"
    if error is None:
        return shown
    return f"{shown}\n± {100 * error:.1f}" if share else f"{shown}\n± {error:.2f}"
