"""The leaderboard: one HTML file with its pictures drawn in it, and nothing loaded from anywhere."""

from collections.abc import Iterable
from html import escape

from bot.players.llm.models import dollars
from bot.research.bench.figures import ALL, Figures, Row
from bot.research.bench.intervals import Interval
from bot.research.bench.report import doubts, ordered, spread

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2733;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #d8dfe6}
th:first-child,td:first-child{text-align:left}
.analytic{color:#5b6b7b}figure{margin:1rem 0;overflow-x:auto}figcaption{color:#5b6b7b;font-size:.9rem}
"""
LINE, LEFT, WIDTH, RIGHT = 26, 220, 640, 90
"""Pixels of the pictures: height of a line, place for names, width of the scale, place for figures."""


def page(made: Figures) -> str:
    """Return the page."""
    names = list(dict.fromkeys(row.game for row in made.rows))
    names.sort(key=lambda name: name != ALL)
    parts = [_part(name, ordered(row for row in made.rows if row.game == name)) for name in names]
    doubt = doubts(made)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(made.suite)}: leaderboard</title><style>{_STYLE}</style></head><body><main>"
        f"<h1>Leaderboard of {escape(made.suite)}</h1>"
        "<p>The score is the percentage of games played times their quality. Analytic players, in grey, decide by "
        "fixed rules; they are what a model is compared with. Bars end at the mean, lines show its 95 % interval.</p>"
        + (f"<p>{escape(doubt)}</p>" if doubt else "")
        + "".join(parts)
        + _rated(made)
        + _met(made)
        + "</main></body></html>\n"
    )


def _part(name: str, rows: list[Row]) -> str:
    head = "All games" if name == ALL else name.capitalize()
    heads = ("Player", "Score", "Played", "Quality", "Joint", "Aborted", "Put off", "Tokens", "Dollars", "Seconds")
    return f"<h2>{escape(head)}</h2>{_bars(head, rows)}{_table(heads, (_cells(row) for row in rows))}"


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.model,
        spread(row.clemscore),
        _short(row.played, "%"),
        spread(row.quality),
        _short(row.joint),
        ", ".join(f"{n} {code}" for code, n in sorted(row.aborted.items())) or "–",
        str(row.infrastructure) if not row.analytic else "–",
        f"{row.tokens:,}" if not row.analytic else "–",
        "–" if row.cost is None else dollars(row.cost),
        "–" if row.p50 is None else f"{row.p50:.1f} / {row.p95:.1f}",
    )


def _bars(head: str, rows: list[Row]) -> str:
    """Return a picture of scores from 0 to 100."""
    bars = [_bar(at, row.model, row.clemscore, row.analytic, 0.0, 100.0) for at, row in enumerate(rows)]
    return _figure(f"Scores: {head}", len(rows), bars)


def _rated(made: Figures) -> str:
    held = [(rating.player, rating.interval) for rating in next(iter(made.ratings.values()), ())]
    if not held:
        return ""
    low = min(0.0, *(each.mean - (each.half or 0) for _, each in held))
    high = max(1.0, *(each.mean + (each.half or 0) for _, each in held))
    bars = [_bar(at, name, each, name not in made.models, low, high) for at, (name, each) in enumerate(held)]
    return f"<h2>Ratings</h2>{_figure('Bradley-Terry ratings; the analytic player normal has 0', len(held), bars)}"


def _bar(at: int, name: str, mean: Interval | None, analytic: bool, low: float, high: float) -> str:
    """Return a line of a picture: name, bar from zero, interval, figure."""
    top = at * LINE

    def across(number: float) -> float:
        return LEFT + WIDTH * (min(high, max(low, number)) - low) / (high - low)

    label = f'<text x="{LEFT - 8}" y="{top + 17}" text-anchor="end" font-size="13">{escape(name)}</text>'
    if mean is None:
        return f'{label}<text x="{LEFT}" y="{top + 17}" font-size="13">nothing played</text>'
    first, last = sorted((across(0.0), across(mean.mean)))
    colour = "#9aa8b5" if analytic else "#2f6fab"
    drawn = f'<rect x="{first:.1f}" y="{top + 5}" width="{max(1.0, last - first):.1f}" height="15" fill="{colour}"/>'
    if mean.half is not None:
        ends = across(mean.mean - mean.half), across(mean.mean + mean.half)
        drawn += f'<path d="M{ends[0]:.1f} {top + 12.5}H{ends[1]:.1f}" stroke="#111" stroke-width="1.5"/>'
    figure = f'<text x="{LEFT + WIDTH + 8}" y="{top + 17}" font-size="13">{escape(spread(mean))}</text>'
    return label + drawn + figure


def _figure(caption: str, lines: int, parts: Iterable[str]) -> str:
    height = lines * LINE
    across = LEFT + WIDTH + RIGHT
    return (
        f'<figure><svg role="img" aria-label="{escape(caption)}" viewBox="0 0 {across} {height}" width="{across}" '
        f'height="{height}" font-family="system-ui,sans-serif">{"".join(parts)}</svg>'
        f"<figcaption>{escape(caption)}.</figcaption></figure>"
    )


def _met(made: Figures) -> str:
    """Return the table of pairs in which a model plays."""
    heads = ("Pair", "Game", "Won", "Drawn", "Lost", "Payoffs")
    rows = (
        (
            f"{pair.a} – {pair.b}",
            pair.game,
            str(pair.wins),
            str(pair.draws),
            str(pair.losses),
            f"{pair.payoff_a:.0f} : {pair.payoff_b:.0f}",
        )
        for pair in made.pairs
        if {pair.a, pair.b} & set(made.models)
    )
    return f"<h2>Pairs</h2>{_table(heads, rows)}"


def _table(heads: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _short(number: float | None, unit: str = "") -> str:
    return "–" if number is None else f"{number:.0f}{unit}"
