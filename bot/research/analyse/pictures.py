"""Pictures of an analysis: means with standard errors by cell. Each has words that say what it shows.

matplotlib is the extra `pictures`; it is imported only when something is drawn. Sides differ by hatching as well as by
colour.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from bot.research.analyse.results import Analysis, Figures
from bot.research.analyse.tabling import ALL
from bot.research.analyse.writing import named, plain, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI: Final = 110
LOOKS: Final = (("#0072b2", ""), ("#e69f00", "//"), ("#999999", ".."))
"""Colour and hatching of each series (Okabe and Ito's colours, which differ with any colour vision)."""

LABELLED: Final = 10
"""Steps of a scale that all get a number at the axis; of a longer one only its ends do."""


class Picture(Struct, frozen=True):
    """A picture as base64 of a PNG, its caption, and its alternative text."""

    name: str
    caption: str
    alt: str
    data: str


class _Plot(Struct, frozen=True):
    """Bars: a series for each pair of columns (mean, standard error or "") of a table."""

    table: str
    name: str
    caption: str
    axis: str
    series: tuple[tuple[str, str, str], ...]


PLOTS: Final = (
    _Plot(
        "points",
        "points",
        "Mean points with standard errors, walk-aways included",
        "points",
        (("person", "human", "human_se"), ("partner", "partner", "partner_se"), ("both", "joint", "joint_se")),
    ),
    _Plot(
        "points",
        "walkaways",
        "Complete sessions without a deal: walk-aways, and games that reached their limit",
        "percent of sessions",
        (("walk-aways", "walkaway_percent", ""),),
    ),
    _Plot("prices", "prices", "Mean price of deals with standard errors", "dollars", (("price", "price", "price_se"),)),
    _Plot(
        "prices",
        "shares",
        "The person's mean share of the surplus",
        "share",
        (("share", "share_human", "share_human_se"),),
    ),
)


def pictures(analysis: Analysis) -> list[Picture]:
    """Return the pictures that an analysis has figures for."""
    return [picture for plot in _plots(analysis) if (picture := _picture(analysis, plot)) is not None]


def _plots(analysis: Analysis) -> Iterator[_Plot]:
    yield from PLOTS
    for table in analysis.tables:
        if table.name.startswith("survey_"):
            item = table.name.removeprefix("survey_")
            yield _Plot(
                table.name,
                table.name,
                f"Mean answers with standard errors: {item}. {table.note}".rstrip(". "),
                "mean answer",
                ((item, "mean", "se"),),
            )


def _picture(analysis: Analysis, plot: _Plot) -> Picture | None:
    table = named(analysis, plot.table)
    if table is None:
        return None
    count = table.columns.index("n")
    rows = [row for row in table.rows if ALL not in row[:count]] or list(table.rows[-1:])
    labels = ["\n".join(map(str, row[:count])) for row in rows]
    return Picture(plot.name, plot.caption, _alt(table, plot, rows, count), _drawn(table, plot, rows, labels))


def _alt(table: Figures, plot: _Plot, rows: Sequence[Sequence[Any]], count: int) -> str:
    said = []
    for row in rows:
        figures = (f"{label} {shown(row[table.columns.index(name)])}" for label, name, _ in plot.series)
        said.append(f"{' / '.join(map(str, row[:count]))}: {', '.join(figures)}")
    return f"{plot.caption}, in {plot.axis}, by {' and '.join(plain(table.columns[:count]))}. {'; '.join(said)}."


def _drawn(table: Figures, plot: _Plot, rows: Sequence[Sequence[Any]], labels: Sequence[str]) -> str:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(6.0, 1.3 * len(rows)), 3.6), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    axes: Axes = figure.add_subplot()
    wide = 0.8 / len(plot.series)
    for n, (label, name, error) in enumerate(plot.series):
        heights = [row[table.columns.index(name)] or 0 for row in rows]
        errors = [row[table.columns.index(error)] or 0 for row in rows] if error else None
        places = [k + (n - (len(plot.series) - 1) / 2) * wide for k in range(len(rows))]
        colour, hatch = LOOKS[n]
        axes.bar(
            places, heights, wide, yerr=errors, capsize=3, color=colour, hatch=hatch, edgecolor="white", label=label
        )
    axes.set_xticks(range(len(rows)), labels)
    axes.set_ylabel(plot.axis)
    if plot.axis.startswith("percent"):
        axes.set_ylim(0, 100)
    elif table.scale is not None:
        low, high = table.scale
        axes.set_ylim(low, high)
        axes.set_yticks(range(low, high + 1) if high - low <= LABELLED else (low, high))
    axes.set_xlabel(", ".join(plain(table.columns[: table.columns.index("n")])))
    axes.spines[["top", "right"]].set_visible(False)
    if len(plot.series) > 1:
        axes.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
    out = BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return b64encode(out.getvalue()).decode()
