"""The report of an analysis: one HTML file with its pictures inside, and nothing from outside."""

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from bot.research.analyse.pictures import Picture
from bot.research.analyse.results import Analysis
from bot.research.analyse.writing import HEAD, plain, said, shown

STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:62rem;padding:0 1rem;color:#1a1a1a;background:#fff}
h1,h2{line-height:1.2}code{overflow-wrap:anywhere}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.25rem .6rem;border-bottom:1px solid #ccc;text-align:right;white-space:nowrap}
th.t,td.t{text-align:left}thead th{border-bottom:2px solid #444}div.wide{overflow-x:auto}
figure{margin:1.5rem 0}img{max-width:100%;height:auto}figcaption,p.note{color:#444;font-size:.9rem}
"""


def page(analysis: Analysis, pictures: Sequence[Picture]) -> str:
    """Return the report."""
    study = analysis.study
    title = f"{study['title']}: analysis"
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>{escape(title)}</h1>",
        f"<p>Study <code>{escape(str(study['study_id']))}</code>, game {escape(str(study['game']))}.</p>",
        f"<p>Configuration <code>{escape(str(study['config_hash'] or 'not frozen'))}</code>.</p>",
        *map(_figure, pictures),
    ]
    for table in analysis.tables:
        if table.name != "tickets":
            parts += [f"<h2>{escape(table.title)}</h2>", _table(plain(table.columns), table.rows)]
            parts += [f'<p class="note">{escape(table.note)}</p>'] if table.note else []
    if analysis.tests:
        parts += ["<h2>Tests</h2>", _table(HEAD, [said(test) for test in analysis.tests])]
        parts.append(f'<p class="note">{escape(METHODS)}</p>')
    if analysis.notes:
        parts += ["<h2>Not tested</h2><ul>", *(f"<li>{escape(note)}</li>" for note in analysis.notes), "</ul>"]
    return "\n".join((*parts, "</main></body></html>", ""))


METHODS: Final = (
    "ANOVAs have type II sums of squares. G2 of mutual independence is that of all factors and walk-aways together; "
    "'walkaway x cell' tests walk-aways alone against the cells, and the other lines test one effect each."
)


def _figure(picture: Picture) -> str:
    return (
        f'<figure><img src="data:image/png;base64,{picture.data}" alt="{escape(picture.alt)}">'
        f"<figcaption>{escape(picture.caption)}</figcaption></figure>"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    words = [any(isinstance(row[n], str) for row in rows) for n in range(len(head))]
    mark = [' class="t"' if word else "" for word in words]
    top = "".join(f'<th scope="col"{m}>{escape(name)}</th>' for name, m in zip(head, mark, strict=True))
    lines = []
    for row in rows:
        cells = (f"<td{m}>{escape(shown(value))}</td>" for value, m in zip(row, mark, strict=True))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'
