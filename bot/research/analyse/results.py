"""Records of an analysis: tables of figures, and tests, both ready for text, JSON, CSV and a page."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct


class Figures(Struct, frozen=True):
    """A table. `name` is short and stable; a cell is a text, a number, or None. `note` is printed under the table.

    `scale`: the least and the greatest answer, if these are answers on a scale.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""
    scale: tuple[int, int] | None = None


class Test(Struct, frozen=True):
    """One test of one effect.

    - `test`: `anova`, `log-linear` or `chi-squared`. `measure`: what it is about. `subset`: the sessions in it.
    - `statistic`: `F`, `G2` or `chi2`, with its value, degrees of freedom and p.
    - `eta`, `omega`: partial eta squared and omega squared of an analysis of variance.
    - `n`: sessions in the test.
    """

    test: str
    measure: str
    subset: str
    effect: str
    statistic: str
    value: float
    df: int
    df_error: int | None
    p: float
    n: int
    eta: float | None = None
    omega: float | None = None


class Analysis(Struct, frozen=True):
    """A whole analysis. `notes` say what could not be computed, and why."""

    study: dict[str, Any]
    tables: tuple[Figures, ...]
    tests: tuple[Test, ...]
    notes: tuple[str, ...]


def mean(numbers: Sequence[float]) -> float | None:
    return fmean(numbers) if numbers else None


def error(numbers: Sequence[float]) -> float | None:
    """Return the standard error of a mean; None for fewer than two numbers."""
    return stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else None
