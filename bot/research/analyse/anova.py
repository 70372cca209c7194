"""Analyses of variance by the declared factors: type II sums of squares, with partial eta squared and omega squared."""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.research.analyse.results import Test

LEAST_LEFT: Final = 1
"""Degrees of freedom that must be left for the error."""


class Untestable(Exception):
    """Error: a test cannot be made. Its text is a sentence that says why."""


Levels = Sequence[tuple[str, Sequence[str]]]


def anova(
    rows: Sequence[Mapping[str, str]], numbers: Sequence[float], factors: Levels, measure: str, subset: str
) -> list[Test]:
    """Return the tests of every effect of the factors on a measure, interactions included.

    `rows` hold the level of each factor by its name. Type II: each effect is adjusted for all effects that do not
    contain it (Langsrud 2003). Raises `Untestable`.
    """
    _testable(rows, numbers, factors, measure, subset)
    import pandas as pd
    import statsmodels.formula.api as smf
    from statsmodels.stats.anova import anova_lm

    # Names of factors may be anything, so the formula has its own.
    names = {f"f{n}": name for n, (name, _) in enumerate(factors)}
    frame = pd.DataFrame({key: [row[name] for row in rows] for key, name in names.items()} | {"y": list(numbers)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = smf.ols("y ~ " + " * ".join(f"C({key}, Sum)" for key in names), frame).fit()
        table = anova_lm(model, typ=2)
    residual = table.loc["Residual"]
    left, within = float(residual["sum_sq"]), int(residual["df"])
    total = float(((frame["y"] - frame["y"].mean()) ** 2).sum())
    tests = []
    for effect, line in table.drop(index="Residual").iterrows():
        between, df = float(line["sum_sq"]), int(line["df"])
        named = " x ".join(names[part.removeprefix("C(").partition(",")[0]] for part in str(effect).split(":"))
        spread = left / within
        tests.append(
            Test(
                "anova",
                measure,
                subset,
                named,
                "F",
                float(line["F"]),
                df,
                within,
                float(line["PR(>F)"]),
                len(frame),
                between / (between + left) if between + left else None,
                (between - df * spread) / (total + spread) if total + spread else None,
            )
        )
    return tests


def _testable(
    rows: Sequence[Mapping[str, str]], numbers: Sequence[float], factors: Levels, measure: str, subset: str
) -> None:
    where = f"{measure} ({subset})"
    if not factors:
        raise Untestable(f"{where}: the study has no factor, so there is nothing to compare.")
    counts = Counter(tuple(row[name] for name, _ in factors) for row in rows)
    cells = 1
    for _, levels in factors:
        cells *= len(levels)
    if len(counts) < cells:
        missing = cells - len(counts)
        raise Untestable(f"{where}: {missing} of {cells} cells {'is' if missing == 1 else 'are'} empty; no ANOVA.")
    if len(rows) - cells < LEAST_LEFT:
        raise Untestable(f"{where}: {len(rows)} sessions in {cells} cells are too few for an ANOVA.")
    if len(set(numbers)) < 2:
        raise Untestable(f"{where}: all sessions have the same value; no ANOVA.")


def levels_of(row: Mapping[str, Any], factors: Levels, prefix: str) -> dict[str, str]:
    """Return the level of each factor of a row."""
    return {name: str(row[f"{prefix}{name}"]) for name, _ in factors}
