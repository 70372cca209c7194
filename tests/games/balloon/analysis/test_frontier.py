"""The knapsack and what both sides can have together, against looking at every set."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.balloon.analysis import frontier
from games.balloon.analysis.frontier import most_beside, together
from games.balloon.config import Mode
from games.balloon.domain import filled, harmonic, importances, improved, members, optimum, total
from games.core.contract import rng

EFFORTS = st.lists(st.integers(0, 60), min_size=1, max_size=9).map(tuple)
MODES: tuple[Mode, ...] = ("uncorrelated", "weakly", "strongly", "subset-sum", "inverse")


def every(efforts: tuple[int, ...], limit: int) -> list[int]:
    return [items for items in range(1 << len(efforts)) if total(efforts, items) <= limit]


@given(EFFORTS, st.integers(0, 2**60), st.integers(0, 200))
def test_the_optimum_is_the_best_of_all_sets(efforts: tuple[int, ...], seed: int, limit: int) -> None:
    values = tuple(rng(seed, "values").randint(0, 60) for _ in efforts)
    found = optimum(efforts, values, limit)
    assert found.exact
    assert found.value == max(total(values, items) for items in every(efforts, limit))
    assert total(values, found.items) == found.value
    assert total(efforts, found.items) <= limit


@given(EFFORTS, st.integers(0, 2**60), st.integers(0, 200))
def test_greedy_sets_keep_the_limit_and_exchanges_never_lose(efforts: tuple[int, ...], seed: int, limit: int) -> None:
    values = tuple(rng(seed, "values").randint(0, 60) for _ in efforts)
    greedy = filled(efforts, values, limit)
    better = improved(efforts, values, limit, greedy)
    assert total(efforts, greedy) <= limit
    assert total(efforts, better) <= limit
    assert total(values, greedy) <= total(values, better)


@given(EFFORTS, st.integers(0, 2**60))
def test_the_best_together_is_the_best_of_all_sets(efforts: tuple[int, ...], seed: int) -> None:
    first, second = (tuple(rng(seed, who).randint(1, 60) for _ in efforts) for who in "AB")
    limit = sum(efforts) // 2
    best = optimum(efforts, first, limit).value, optimum(efforts, second, limit).value
    pairs = [(total(first, items), total(second, items)) for items in every(efforts, limit)]
    found = together(efforts, limit, (first, second))
    assert found.best == max(harmonic(a, b, best) for a, b in pairs)
    if first != second:
        undominated = {p for p in pairs if not any(q != p and q[0] >= p[0] and q[1] >= p[1] for q in pairs)}
        assert set(found.front) == undominated


@pytest.mark.parametrize("pairing", ["independent", "inverse"])
def test_branch_and_bound_agrees_with_looking_at_all_sets(pairing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed, mode in product(range(3), MODES):
        efforts = tuple(rng(seed, "effort").randint(1, 1001) for _ in range(12))
        importance = importances(mode, pairing, efforts, seed)  # type: ignore[arg-type]
        args = (efforts, sum(efforts) // 2, importance)
        together.cache_clear()
        looked = together(*args)
        monkeypatch.setattr(frontier, "FEW", 2)
        together.cache_clear()
        searched = together(*args)
        monkeypatch.undo()
        assert searched.exact
        assert searched.best == looked.best
    together.cache_clear()


def test_large_instances_are_solved_or_bounded() -> None:
    for seed, mode in product(range(2), MODES):
        efforts = tuple(rng(seed, "effort").randint(1, 1001) for _ in range(35))
        first, second = importances(mode, "inverse", efforts, seed)
        limit = sum(efforts) // 2
        assert optimum(efforts, first, limit).exact
        found = together(efforts, limit, (first, second))
        assert total(efforts, found.items) <= limit
        assert found.best <= found.most <= 1
        assert found.exact == (found.best == found.most) or not found.exact


@given(EFFORTS, st.integers(0, 2**60))
def test_what_is_left_is_the_most_that_costs_the_other_nothing(efforts: tuple[int, ...], seed: int) -> None:
    own, other = (tuple(rng(seed, who).randint(0, 60) for _ in efforts) for who in "AB")
    limit = sum(efforts) // 2
    sets = every(efforts, limit)
    start = sets[seed % len(sets)]
    known, least = total(own, start), total(other, start)
    best = max(total(own, items) for items in sets if total(other, items) >= least)
    assert most_beside(efforts, limit, own, other, known, least) == (best, True)


def test_the_harmonic_mean_needs_both() -> None:
    assert harmonic(0, 5, (5, 5)) == 0
    assert harmonic(5, 10, (10, 20)) == Fraction(1, 2)
    assert harmonic(10, 5, (10, 10)) == Fraction(2, 3)


def test_members_and_totals() -> None:
    assert list(members(0b1011)) == [0, 1, 3]
    assert total((1, 2, 4, 8), 0b1011) == 11
