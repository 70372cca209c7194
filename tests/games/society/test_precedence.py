"""The order of seats in steps and ticks, and the seats that it favours: none."""

from itertools import combinations

import pytest

from games.society.precedence import ordered
from tests.games.society.table import dealt

DRAWN = (2, 0, 3, 1)


def test_without_a_drawn_order_it_runs_by_number() -> None:
    assert [ordered("abcd", number, ()) for number in range(2)] == [("a", "b", "c", "d"), ("b", "c", "d", "a")]  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_each_seat_comes_before_each_other_equally_often(seats: int) -> None:
    drawn = tuple(range(seats))[::-1]
    turns = [ordered(tuple(range(seats)), number, drawn) for number in range(2 * seats)]
    for one, other in combinations(range(seats), 2):
        assert sum(turn.index(one) < turn.index(other) for turn in turns) == seats


def test_games_draw_their_order_and_the_first_edition_has_none() -> None:
    orders = {dealt(seed).world.precedence for seed in range(8)}
    assert len(orders) > 4
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    old = dealt(1, edition="1")
    assert (old.world.precedence, old.terms.customs.precedence, old.terms.customs.waits) == ((), (), False)
