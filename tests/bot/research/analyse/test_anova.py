from itertools import product
from random import Random

import numpy as np
import pytest

from bot.research.analyse.anova import Untestable, anova

FACTORS = (("a", ("x", "y")), ("b", ("1", "2", "3")))


def test_a_balanced_design_gives_the_textbook_sums() -> None:
    """By hand: cells of two, means 1, 3, 5 and 2, 4, 9; the error is 0.5 in each cell."""
    means = dict(zip(product("xy", "123"), (1, 3, 5, 2, 4, 9), strict=True))
    rows = [{"a": a, "b": b} for (a, b) in means for _ in range(2)]
    numbers = [mean + off for mean in means.values() for off in (-0.5, 0.5)]
    found = {test.effect: test for test in anova(rows, numbers, FACTORS, "points", "all")}
    # SS(a) = 12, SS(b) = 62.0, SS(axb) = 6; SSE = 3 with 6 degrees of freedom, so MSE = 0.5.
    grand = 4.0
    of_a = sum(6 * (m - grand) ** 2 for m in (3.0, 5.0))
    of_b = sum(4 * (m - grand) ** 2 for m in (1.5, 3.5, 7.0))
    assert found["a"].value == pytest.approx(of_a / 0.5)
    assert found["b"].value == pytest.approx(of_b / 2 / 0.5)
    assert (found["a"].df, found["a x b"].df, found["b"].df_error) == (1, 2, 6)
    assert found["a"].eta == pytest.approx(of_a / (of_a + 3))


def test_an_unbalanced_design_gives_type_two_sums() -> None:
    """Each main effect is what it adds to the other one, over the full model's error: two fits by least squares."""
    chance = Random(2)
    rows = [{"a": chance.choice("xxy"), "b": chance.choice("1223")} for _ in range(60)]
    numbers = [chance.gauss(3 + (row["a"] == "x") + int(row["b"]), 1) for row in rows]
    y = np.array(numbers)
    a = np.array([[1.0, row["a"] == "x"] for row in rows])
    b = np.array([[1.0, row["b"] == "2", row["b"] == "3"] for row in rows])
    cells = np.array([[(row["a"], row["b"]) == cell for cell in product("xy", "123")] for row in rows], float)

    def left(columns: np.ndarray) -> float:
        fitted = columns @ np.linalg.lstsq(columns, y, rcond=None)[0]
        return float(((y - fitted) ** 2).sum())

    both = left(np.hstack([a, b[:, 1:]]))
    error = left(cells) / (60 - 6)
    found = {test.effect: test for test in anova(rows, numbers, FACTORS, "points", "all")}
    assert found["a"].value == pytest.approx((left(b) - both) / error)
    assert found["b"].value == pytest.approx((left(a) - both) / 2 / error)
    assert found["a x b"].value == pytest.approx((both - left(cells)) / 2 / error)


def test_what_cannot_be_tested_is_said() -> None:
    rows = [{"a": a, "b": b} for a, b in product("xy", "123")]
    with pytest.raises(Untestable, match="6 sessions in 6 cells are too few"):
        anova(rows, range(6), FACTORS, "points", "all")
    with pytest.raises(Untestable, match="1 of 6 cells is empty"):
        anova(rows[1:] * 2, range(10), FACTORS, "points", "all")
    with pytest.raises(Untestable, match="same value"):
        anova(rows * 2, [1] * 12, FACTORS, "points", "all")
    with pytest.raises(Untestable, match="no factor"):
        anova(rows, range(6), (), "points", "all")
