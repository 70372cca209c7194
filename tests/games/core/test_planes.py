"""Planes of possible deals: the notable points, and what is left out of a picture."""

from random import Random

from games.core.planes import GRID, left, nash, near, plane, spots, spread, turned
from games.core.plots import Spot

FRONTIER = ((10, 0), (8, 5), (6, 7), (0, 10))
END = Spot("your deal", 8, 5)


def test_the_nash_point_has_the_largest_product_of_gains() -> None:
    assert nash(FRONTIER, (0, 0)) == (6, 7)
    assert nash(FRONTIER, (7, 0)) == (8, 5)
    assert nash(((10, 0), (0, 10)), (0, 0)) is None
    assert nash(((4, 2), (2, 4)), (0, 0)) == (4, 2), "a tie goes to the first side"


def test_what_is_left_costs_the_other_nothing() -> None:
    assert left(FRONTIER, (6, 5)) == (2, 2)
    assert left(FRONTIER, (8, 5)) == (0, 0)
    assert left(FRONTIER, (0, 0)) == (10, 10)


def test_spots_that_coincide_are_one() -> None:
    assert spots(END, (8, 5), (0, 0)) == (
        Spot("your deal, the Nash point", 8, 5),
        Spot("no deal", 0, 0, "none"),
    )
    assert [spot.kind for spot in spots(END, (6, 7), (0, 0))] == ["end", "nash", "none"]
    assert [spot.kind for spot in spots(None, None, (5, 5))] == ["none"]


def test_many_dots_are_thinned_evenly_and_always_in_the_same_way() -> None:
    chance = Random(1)
    points = sorted({(chance.randrange(5000), chance.randrange(5000)) for _ in range(20_000)})
    kept = spread(points)
    assert set(kept) < set(points)
    assert GRID * GRID * 0.9 < len(kept) <= GRID * GRID
    assert spread(points) == kept
    assert spread(points[:50]) == tuple(points[:50])


def test_a_plane_holds_every_point_once() -> None:
    made = plane(("your", "the AI's"), "points", ((8, 5), (1, -2), (1, -2)), FRONTIER, (END,))
    assert made.dots == ((1, -2),)
    assert (made.x.low, made.x.high, made.y.low, made.y.high) == (0, 10, -2, 10)
    assert (made.x.name, made.y.name) == ("your points", "the AI's points")


def test_a_small_frontier_far_from_the_rest_is_shown_close_up() -> None:
    front = ((1000, 900), (950, 960))
    found = spots(Spot("your deal", 940, 900), (950, 960), (0, 0))
    dots, shown = near(((10, 10), (930, 950)), front, found) or ((), ())
    assert dots == ((930, 950),)
    assert [spot.kind for spot in shown] == ["end", "nash"]
    assert near((), front, spots(None, (950, 960), (0, 0))) is None, "without a deal, nothing is far from everything"
    assert near((), ((1000, 0), (0, 1000)), found) is None


def test_the_readers_side_comes_first() -> None:
    assert turned(((1, 2),), swap=True) == ((2, 1),)
    assert turned(((1, 2),), swap=False) == ((1, 2),)
