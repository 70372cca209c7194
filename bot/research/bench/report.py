"""The figures of a bench as tables for a terminal."""

from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.table import Table

from bot.players.llm.models import dollars
from bot.research.bench.figures import ALL, WIDE, Figures, Row, wide
from bot.research.bench.intervals import Interval


def tables(made: Figures) -> Iterator[Table]:
    """Yield a table of scores for each game and for all, then one of ratings."""
    for name in dict.fromkeys(row.game for row in made.rows):
        rows = ordered(row for row in made.rows if row.game == name)
        title = f"{made.suite}: {'all games' if name == ALL else name}"
        yield _scores(title, rows)
    yield _ratings(made)


def ordered(rows: Iterable[Row]) -> list[Row]:
    """Return rows by their score, the best first."""
    return sorted(rows, key=lambda row: (-(row.clemscore.mean if row.clemscore else -1.0), row.model))


def _scores(title: str, rows: list[Row]) -> Table:
    table = Table(title=title, box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("player", overflow="fold")
    heads = ("score", "played", "quality", "joint", "regret", "aborted", "put off", "tokens", "$", "s p50/p95")
    for head in heads:
        table.add_column(head, justify="right", overflow="fold")
    for row in rows:
        table.add_row(
            f"{row.model} (analytic)" if row.analytic else row.model,
            spread(row.clemscore),
            _percent(row.played),
            spread(row.quality),
            _short(row.joint),
            _short(row.regret),
            ", ".join(f"{n} {code}" for code, n in sorted(row.aborted.items())) or "–",
            str(row.infrastructure) if not row.analytic else "–",
            str(row.tokens) if not row.analytic else "–",
            "–" if row.cost is None else dollars(row.cost),
            f"{_short(row.p50)}/{_short(row.p95)}",
        )
    return table


def _ratings(made: Figures) -> Table:
    names = list(made.ratings)
    table = Table(title="Ratings (Bradley-Terry, normal = 0)", box=SIMPLE_HEAD, pad_edge=False)
    for head in ("player", *names):
        table.add_column(head, justify="left" if head == "player" else "right")
    rated = {name: {rating.player: rating for rating in held} for name, held in made.ratings.items()}
    for player in dict.fromkeys(rating.player for held in made.ratings.values() for rating in held):
        cells = (rated[name].get(player) for name in names)
        table.add_row(player, *("–" if cell is None else spread(cell.interval, 0) for cell in cells))
    return table


def doubts(made: Figures) -> str:
    """Return a sentence on the scores whose intervals are too wide for a ranking; "" if there are none."""
    rows = wide(made)
    if not rows:
        return ""
    named = ", ".join(f"{row.model} in {row.game} ({_uncertain(row.clemscore)})" for row in rows[:6])
    more = f" and {len(rows) - 6} more" if len(rows) > 6 else ""
    return (
        f"Too uncertain to rank: {named}{more}. A ranking takes several deals and 95 % intervals of at most ±{WIDE:g} "
        "points. Differences within the intervals mean nothing."
    )


def _uncertain(score: Interval | None) -> str:
    """Return a score with its interval, or with the reason why it has none."""
    return f"score {spread(score)}{' from a single deal' if score is not None and score.half is None else ''}"


def spread(mean: Interval | None, digits: int = 1) -> str:
    """Return a mean with the half-width of its interval."""
    if mean is None:
        return "–"
    shown = round(mean.mean, digits) + 0.0  # no minus before a zero
    return f"{shown:.{digits}f}" + ("" if mean.half is None else f" ±{mean.half:.{digits}f}")


def _percent(number: float | None) -> str:
    return "–" if number is None else f"{number:.0f}%"


def _short(number: float | None, digits: int = 1) -> str:
    return "–" if number is None else f"{number:.{digits}f}"
