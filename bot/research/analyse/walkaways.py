"""Tests of walk-aways: log-linear models of the table of walk-away by factors, and chi-squared tests within it.

A model is named by the margins that it fits; G2 is twice the log-likelihood ratio against the saturated model (Bishop,
Fienberg and Holland 1975). Margins are fitted by iterative proportional scaling, which needs no cell to be filled.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from bot.research.analyse.anova import Levels, Untestable
from bot.research.analyse.data import Data, Row
from bot.research.analyse.results import Test

if TYPE_CHECKING:
    import numpy as np

    Counts = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

ROUNDS: Final = 2_000
CLOSE: Final = 1e-10
MEASURE: Final = "walkaway"


def tests(data: Data) -> list[Test]:
    """Return the tests of walk-aways. Raises `Untestable` with a sentence."""
    rows = data.complete
    if not data.factors:
        raise Untestable("walk-aways: the study has no factor, so there is nothing to compare.")
    counts = table(data, rows)
    walked = float(counts[..., 1].sum())
    if walked in (0, counts.sum()):
        raise Untestable(f"walk-aways: {'none' if not walked else 'all'} of {len(rows)} sessions; nothing to test.")
    return [*_log_linear(counts, data.factors), *_within(counts, data.factors)]


def table(data: Data, rows: Sequence[Row]) -> "Counts":
    """Return the counts by factors and, on the last axis, deal or walk-away."""
    import numpy as np

    counts = np.zeros((*(len(levels) for _, levels in data.factors), 2))
    at = [{level: n for n, level in enumerate(levels)} for _, levels in data.factors]
    for row in rows:
        cell = tuple(where[level] for where, level in zip(at, data.cell(row), strict=True))
        counts[(*cell, int(bool(row["walkaway"])))] += 1
    return counts


def _log_linear(counts: "Counts", factors: Levels) -> list[Test]:
    """Return G2 of mutual independence, of walk-aways from the cells, and of each effect on walk-aways."""
    from scipy.stats import chi2

    k, n = len(factors), int(counts.sum())
    names, sizes = [name for name, _ in factors], [len(levels) for _, levels in factors]
    design = tuple(range(k))
    cells = int(counts[..., 0].size)
    made = []

    def add(effect: str, g2: float, df: int) -> None:
        made.append(Test("log-linear", MEASURE, "all", effect, "G2", g2, df, None, float(chi2.sf(g2, df)), n))

    free = 1 + sum(size - 1 for size in sizes) + 1
    add("mutual independence", deviance(counts, [(axis,) for axis in range(k + 1)]), counts.size - free)
    add("walkaway x cell", deviance(counts, [design, (k,)]), cells - 1)
    for size in range(1, k + 1):
        below = list(combinations(design, size))
        for effect in below:
            df = 1
            for axis in effect:
                df *= sizes[axis] - 1
            rest = [(*other, k) for other in below if other != effect] + [
                (*o, k) for o in combinations(effect, size - 1)
            ]
            without = deviance(counts, [design, *rest])
            with_it = deviance(counts, [design, *rest, (*effect, k)])
            add(f"walkaway x {' x '.join(names[axis] for axis in effect)}", max(0.0, without - with_it), df)
    return made


def deviance(counts: "Counts", margins: Sequence[tuple[int, ...]]) -> float:
    """Return G2 of the model that fits these margins."""
    import numpy as np

    fit = np.ones_like(counts)
    for _ in range(ROUNDS):
        before = fit
        for margin in margins:
            others = tuple(axis for axis in range(counts.ndim) if axis not in margin)
            told, made = counts.sum(others, keepdims=True), fit.sum(others, keepdims=True)
            fit = fit * np.divide(told, made, out=np.zeros_like(told), where=made > 0)
        if np.abs(fit - before).max() < CLOSE:
            break
    there = counts > 0
    return float(2 * (counts[there] * np.log(counts[there] / fit[there])).sum())


def _within(counts: "Counts", factors: Levels) -> list[Test]:
    """Return Pearson's chi-squared of each factor on walk-aways, over all and within each level of each other one."""
    import numpy as np
    from scipy.stats import chi2_contingency

    made = []
    for at, (name, _) in enumerate(factors):
        plain = counts.sum(tuple(axis for axis in range(len(factors)) if axis != at))
        sliced = [("all", plain)]
        for other, (held, levels) in enumerate(factors):
            if other != at:
                for n, level in enumerate(levels):
                    part = np.take(counts, n, axis=other)
                    left = at - (other < at)
                    rest = tuple(axis for axis in range(part.ndim - 1) if axis != left)
                    sliced.append((f"{held}={level}", part.sum(rest)))
        for subset, part in sliced:
            if part.sum(0).min() > 0 and part.sum(1).min() > 0:
                value, p, df, _ = chi2_contingency(part, correction=False)
                n = int(part.sum())
                made.append(
                    Test(
                        "chi-squared",
                        MEASURE,
                        subset,
                        f"walkaway x {name}",
                        "chi2",
                        float(value),
                        int(df),
                        None,
                        float(p),
                        n,
                    )
                )
    return made
