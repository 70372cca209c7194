"""The page of a training: its learning curves, drawn as SVG in one HTML file that loads nothing."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from bot.research.training.folder import Folder
from bot.research.training.recipe import CELLS, SUPERVISED
from bot.research.training.reinforce import SIDE_BY_SIDE

WIDE, HIGH, LEFT, BELOW = 420, 200, 44, 26
"""Pixels of a picture, and of its margins."""
COLOURS: Final = ("#00429d", "#b3001b", "#1b7a3d", "#8a5a00", "#6a3d9a", "#444444")
DASHES: Final = ("", "6 3", "2 3", "8 3 2 3")
"""Each agent has a colour; each seed, over and over, has a way of drawing lines."""
CURVES: Final = (
    ("reward", "Mean reward of a dialogue"),
    ("own", "Points of the learner"),
    ("other", "Points of its partner"),
    ("deals", "Part of the dialogues that end in a deal"),
    ("utterances", "Utterances of a dialogue"),
    ("words", "Words of an utterance"),
    ("perplexity", "Perplexity of the supervised model's dialogues"),
)
STYLE: Final = (
    "body{font:16px/1.4 system-ui,sans-serif;margin:1.5rem;max-width:60rem;color:#111;background:#fff}"
    "svg{max-width:100%;height:auto}figure{display:inline-block;margin:0 1rem 1rem 0}"
    "figcaption{font-weight:600}text{font:11px system-ui,sans-serif;fill:#333}"
    "li{list-style:none}table{border-collapse:collapse}td,th{padding:.1rem .6rem;text-align:right}"
)

Points = Sequence[tuple[float, float]]


def write(path: Path, folders: Iterable[Folder]) -> None:
    """Write the page of all seeds so far."""
    runs = [(folder.recipe.seed, folder.metrics()) for folder in folders]
    path.write_text(page([run for run in runs if run[1]]), encoding="utf-8")


def page(runs: Sequence[tuple[int, Sequence[dict[str, Any]]]]) -> str:
    """Return the page. `runs` are seeds with their figures."""
    first = _figure(
        "Supervised model: perplexity by epoch",
        [(COLOURS[0], DASHES[at % len(DASHES)], _points(lines, SUPERVISED, "perplexity", 1))
         for at, (_, lines) in enumerate(runs)],
    )  # fmt: skip
    rest = "".join(
        _figure(
            f"{title}, by dialogue",
            [(COLOURS[k], DASHES[at % len(DASHES)], _points(lines, cell, key, SIDE_BY_SIDE))
             for k, cell in enumerate(CELLS) for at, (_, lines) in enumerate(runs)],
        )
        for key, title in CURVES
    )  # fmt: skip
    agents = "".join(
        f'<li><svg width="40" height="10" aria-hidden="true"><path d="M0 5H40" stroke="{COLOURS[k]}" '
        f'stroke-width="3"/></svg> {escape(cell)}</li>'
        for k, cell in enumerate(CELLS)
    )
    seeds = ", ".join(str(seed) for seed, _ in runs)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Learning curves</title>'
        f"<style>{STYLE}</style></head><body><h1>Learning curves</h1>"
        f"<p>Seeds: {escape(seeds)}. A name is the reward, then the partner of the training. "
        f"Each seed has its own kind of line.</p>{first}<ul>{agents}</ul>{rest}{_table(runs)}</body></html>\n"
    )


def _points(lines: Sequence[dict[str, Any]], stage: str, key: str, unit: int) -> Points:
    return [(line["at"] * unit, line[key]) for line in lines if line["stage"] == stage and key in line]


def _figure(title: str, curves: Sequence[tuple[str, str, Points]]) -> str:
    known = [point for _, _, points in curves for point in points]
    if not known:
        return ""
    right = max(x for x, _ in known)
    low, high = min(y for _, y in known), max(y for _, y in known)
    high = high if high > low else low + 1

    def at(x: float, y: float) -> str:
        across = LEFT + (WIDE - LEFT - 8) * x / max(1, right)
        return f"{across:.1f},{8 + (HIGH - BELOW - 8) * (high - y) / (high - low):.1f}"

    drawn = "".join(
        f'<polyline fill="none" stroke="{colour}" stroke-width="1.6" stroke-dasharray="{dash}" '
        f'points="{" ".join(at(x, y) for x, y in points)}"/>'
        for colour, dash, points in curves
        if points
    )
    axes = (
        f'<path d="M{LEFT} 8V{HIGH - BELOW}H{WIDE - 8}" fill="none" stroke="#999"/>'
        f'<text x="2" y="16">{high:.2f}</text><text x="2" y="{HIGH - BELOW}">{low:.2f}</text>'
        f'<text x="{LEFT}" y="{HIGH - 8}">0</text>'
        f'<text x="{WIDE - 8}" y="{HIGH - 8}" text-anchor="end">{right:g}</text>'
    )
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" '
        f'height="{HIGH}" role="img" aria-label="{escape(title)}">{axes}{drawn}</svg></figure>'
    )


def _table(runs: Sequence[tuple[int, Sequence[dict[str, Any]]]]) -> str:
    """Return the last figures of every agent."""
    keys = [key for key, _ in CURVES]
    rows = []
    for seed, lines in runs:
        for cell in CELLS:
            ends = [line for line in lines if line["stage"] == cell and "reward" in line]
            if ends:
                figures = "".join(f"<td>{ends[-1][key]:.2f}</td>" for key in keys)
                rows.append(f"<tr><td>{seed}</td><td>{escape(cell)}</td>{figures}</tr>")
    heads = "".join(f"<th>{key}</th>" for key in ("seed", "agent", *keys))
    return f"<h2>Last figures</h2><table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
