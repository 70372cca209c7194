"""Measures of a table against values by hand."""

from fractions import Fraction as F

from games.society.world.measures import Degrees, completion_rate, credit_rate, degrees, fairness


def test_credit_rate() -> None:
    assert credit_rate([F(1, 2), F(3, 2), 48], 200) == F(1, 4)
    assert credit_rate([], 0) is None


def test_completion_counts_each_event_that_happens_at_the_optimum_once_at_most() -> None:
    optimum = {"hammer": 20, "torch": 10, "lamp": 0}
    assert completion_rate({"hammer": 10, "torch": 40, "lamp": 7}, optimum) == F(3, 4)
    assert completion_rate({}, optimum) == 0
    assert completion_rate({"hammer": 1}, {"hammer": 0}) is None


def test_fairness_is_one_less_the_gini_coefficient() -> None:
    assert fairness([5, 5, 5, 5]) == 1
    assert fairness([20, 0, 0, 0]) == F(1, 4)
    assert fairness([F(1, 2), F(1, 2), 0, 0]) == F(1, 2)
    assert fairness([0, 0]) is None
    assert fairness([-3, 1]) is None


def test_degrees_count_others_with_whom_a_group_is_shared() -> None:
    assert degrees([{0, 4}, {1, 5}, {2, 6}, {3, 7}], 8) == Degrees(F(1), 1)
    assert degrees([range(8)], 8) == Degrees(F(7), 7)
    assert degrees([(0, 1, 4, 5), (2, 3, 6, 7), (0, 1, 2, 3), (4, 5, 6, 7)], 8) == Degrees(F(5), 5)
    assert degrees([{0, 1, 2}], 4) == Degrees(F(3, 2), 2)
    assert degrees([], 4) == Degrees(F(0), 0)
