"""Frontiers, bargaining points and ceilings."""

from fractions import Fraction

import pytest

from games.dealornodeal.analysis.deals import ceiling, distance_to_nash, fair, is_pareto, utility
from games.dealornodeal.domain.contexts import Context, contexts
from games.dealornodeal.domain.deals import egalitarian, frontier, most_joint, nash, points
from games.dealornodeal.domain.items import BOOKS

POOL, MINE, YOURS = (2, 1, 3), (1, 2, 2), (0, 7, 1)
CONTEXT = Context(POOL, (MINE, YOURS))


def test_the_frontier_of_one_context_by_hand() -> None:
    assert frontier(POOL, MINE, YOURS) == ((10, 0), (8, 7), (6, 8), (4, 9), (2, 10))
    assert most_joint(POOL, MINE, YOURS) == 15
    assert nash(POOL, MINE, YOURS) == (8, 7)
    assert egalitarian(POOL, MINE, YOURS) == (8, 7)


def test_nothing_on_the_frontier_is_beaten() -> None:
    for context in contexts(BOOKS)[::97]:
        pairs = points(context.pool, *context.values)
        for a, b in frontier(context.pool, *context.values):
            assert not any((x >= a and y > b) or (x > a and y >= b) for x, y in pairs)


def test_a_fallback_moves_the_nash_point() -> None:
    assert nash(POOL, MINE, YOURS, fallback=7) == (8, 7)
    assert nash((1,), (10,), (10,), fallback=5)[0] in (0, 10)


def test_pareto_and_distance() -> None:
    assert is_pareto(CONTEXT, (8, 7))
    assert not is_pareto(CONTEXT, (6, 7))
    assert distance_to_nash(CONTEXT, (5, 3)) == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("mine", "yours", "value"), [(10, 0, "5/2"), (0, 10, "-15/2"), (7, 7, "7"), (6, 8, "9/2"), (8, 6, "13/2")]
)
def test_the_fair_utility(mine: int, yours: int, value: str) -> None:
    assert fair(mine, yours) == Fraction(value)


def test_named_attitudes() -> None:
    assert utility(4, 6, Fraction(0), Fraction(0)) == 4
    assert utility(4, 6, Fraction(1), Fraction(0)) == 2
    assert utility(6, 4, Fraction(0), Fraction(-1)) == 8


@pytest.mark.slow
def test_the_ceilings_of_all_contexts() -> None:
    """Compare the ceilings over all 5,295 legal contexts with their known means."""
    found = ceiling(contexts(BOOKS))
    assert found.contexts == 5_295
    rounded = {name: round(float(getattr(found, name)), 1) for name in ("deals", "pareto_points", "egalitarian_least")}
    assert rounded == {"deals": 21.2, "pareto_points": 4.4, "egalitarian_least": 6.6}
    assert round(float(found.joint), 2) == 15.06
    assert round(float(sum(found.nash)), 2) == 15.01
    assert round(float(found.egalitarian_joint), 2) == 14.86
    assert round(float(found.fair_utility), 2) == 6.67
    assert (round(float(found.own_beside_5), 2), round(float(found.own_beside_6), 2)) == (7.75, 7.39)
    assert (round(float(found.both_6), 2), round(float(found.both_7), 2)) == (0.83, 0.45)
    assert round(float(found.zero_sum), 3) == 0.022


def test_a_ceiling_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        ceiling([])
