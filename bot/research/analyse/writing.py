"""An analysis in words: aligned text, and one CSV for each table."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from bot.research.analyse.results import Analysis, Figures, Test
from bot.research.bundle.columns import FACTOR


def text(analysis: Analysis) -> str:
    """Return all tables and tests as aligned text."""
    study = analysis.study
    parts = [f"{study['title']} ({study['study_id']})"]
    parts += [_table(table) for table in analysis.tables if table.name != "tickets"]
    if analysis.tests:
        parts.append("\n".join(("Tests", *aligned(HEAD, [said(test) for test in analysis.tests]))))
    if analysis.notes:
        parts.append("\n".join(("Not tested", *analysis.notes)))
    return "\n\n".join(parts)


def _table(table: Figures) -> str:
    return "\n".join((table.title, *aligned(plain(table.columns), table.rows), *filter(None, (table.note,))))


def plain(columns: Sequence[str]) -> tuple[str, ...]:
    """Return columns as people read them: factors by their own names."""
    return tuple(column.removeprefix(FACTOR) for column in columns)


HEAD = ("measure", "sessions", "effect", "test", "p", "partial eta2", "omega2")


def said(test: Test) -> tuple[str, ...]:
    """Return a test as it is reported: `F(1,577) = 5.00`, p, effect sizes."""
    freedom = f"{test.df}" if test.df_error is None else f"{test.df},{test.df_error}"
    sizes = ("" if size is None else f"{size:.3f}" for size in (test.eta, test.omega))
    statistic = f"{test.statistic}({freedom}) = {test.value:.2f}"
    return test.measure, f"{test.subset}, n = {test.n}", test.effect, statistic, chance(test.p), *sizes


def chance(p: float) -> str:
    return "< .0001" if p < 0.0001 else f"{p:.4f}".removeprefix("0")


def shown(value: Any) -> str:
    """Return a cell for people: two decimals, - for none."""
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def aligned(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Yield the lines of a table: texts to the left, numbers to the right."""
    cells = [[shown(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    numeric = [all(not isinstance(row[n], str) for row in rows) for n in range(len(head))]
    for line in (list(head), *cells):
        parts = (c.rjust(w) if right else c.ljust(w) for c, w, right in zip(line, widths, numeric, strict=True))
        yield "  ".join(parts).rstrip()


def as_csv(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([["" if value is None else value for value in row] for row in rows])
    return out.getvalue()


def files(analysis: Analysis) -> dict[str, str]:
    """Return every number as CSV, by file name."""
    made = {f"{table.name}.csv": as_csv(table.columns, table.rows) for table in analysis.tables}
    fields = Test.__struct_fields__
    made["tests.csv"] = as_csv(fields, [[getattr(test, field) for field in fields] for test in analysis.tests])
    return made


def named(analysis: Analysis, name: str) -> Figures | None:
    return next((table for table in analysis.tables if table.name == name), None)
