"""Results of a simulation: a table or a heat map for a terminal, or files in a folder."""

import json
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from bot.research.heatmaps import draw
from bot.research.statistics import Book, Mean, Tally
from bot.research.tournament import ALL
from games.core.contract import Seat
from games.core.phrases import counted

MANY_SEATS = 4
"""Number of seats above which a table shows the sum of all earnings, and only the JSON has single ones."""
MOST_COLUMNS = 4
"""Maximum of columns in a table for the game's own numbers."""


def overview(book: Book) -> Table:
    """Return one row for each pairing: players, earnings, rate of agreement, and the game's own numbers."""
    title = f"{book.plan.game}: {counted(book.plan.games, 'game')} of each, seed {book.plan.seed}"
    table = Table(title=title, box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    named = tuple(book.plan.pairings[0])
    earners = tuple(book.whole.earnings) if len(book.whole.earnings) <= MANY_SEATS else ()
    reported = [key for key in book.whole.reported if key != "total"][:MOST_COLUMNS]
    for seat in named:
        table.add_column("every seat" if seat == ALL else seat, overflow="fold")
    for head in (*(f"{seat}\nearns" for seat in earners), "total", "deals", *reported, "illegal"):
        table.add_column(head, justify="right", overflow="fold")
    for pairing, tally in zip(book.plan.pairings, book.tallies, strict=True):
        table.add_row(
            *pairing.values(),
            *(_with_error(tally.earnings.get(seat)) for seat in earners),
            _with_error(tally.total),
            f"{tally.deal_rate:.1%}",
            *(_short(tally.reported.get(key)) for key in reported),
            str(tally.illegal),
        )
    return table


def kept(out: Path, book: Book) -> list[Path]:
    """Write a matrix into a folder: `matrix.json`, and heat maps over all games and over those with a deal."""
    document = book.written(matrix=True)
    figures = out / "matrix.json"
    figures.write_text(
        json.dumps({key: value for key, value in document.items() if key != "games"}, ensure_ascii=False, indent=1)
        + "\n",
        encoding="utf-8",
    )
    row_seat, col_seat = book.plan.pairings[0]
    title = f"{book.plan.game}: {book.plan.games} games a cell, seed {book.plan.seed}"
    unit = "dollars" if book.whole.unit == "cents" else book.whole.unit
    return [figures, *draw(out, title, document["cells"], (row_seat, col_seat), unit)]


def heat_map(book: Book) -> Table:
    """Return mean earnings of row and column, and the rate of agreement. Warmer colours mean higher joint earnings."""
    (row_seat, col_seat) = book.plan.pairings[0]
    rows, cols = (list(dict.fromkeys(p[seat] for p in book.plan.pairings)) for seat in (row_seat, col_seat))
    joint = [tally.total.mean or 0.0 for tally in book.tallies]
    low, high = min(joint), max(joint)
    table = Table(
        title=f"{book.plan.game}: {counted(book.plan.games, 'game')} of each, seed {book.plan.seed}",
        caption=f"what {row_seat} / {col_seat} earn, and how often they agree",
        show_lines=True,
    )
    table.add_column(f"{row_seat} ↓  {col_seat} →")
    for col in cols:
        table.add_column(col, justify="center")
    cells = iter(book.tallies)
    for row in rows:
        table.add_row(row, *(_warm(next(cells), row_seat, col_seat, low, high) for _ in cols))
    return table


def _warm(tally: Tally, row_seat: str, col_seat: str, low: float, high: float) -> Text:
    warmth = ((tally.total.mean or 0.0) - low) / (high - low) if high > low else 0.5
    mine, theirs = (_short(tally.earnings.get(Seat(seat))) for seat in (row_seat, col_seat))
    colour = f"rgb({round(40 + 200 * warmth)},{round(90 + 60 * warmth)},{round(160 - 120 * warmth)})"
    return Text(f"{mine} / {theirs}\n{tally.deal_rate:.0%}", style=f"white on {colour}")


def _short(mean: Mean | None) -> str:
    return "–" if mean is None or mean.mean is None else f"{mean.mean:.2f}"


def _with_error(mean: Mean | None) -> str:
    return _short(mean) if mean is None or mean.se is None else f"{mean.mean:.2f} ±{mean.se:.2f}"
