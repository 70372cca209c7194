"""Worlds of the society, and how they are drawn."""

import pytest

from games.society.world.instance import EASY, HARD, SOCIAL, Instance, instance
from games.society.world.state import NOBODY, broken, place
from games.society.world.things import Item


@pytest.mark.parametrize(
    ("kind", "size", "seats", "stock", "benches"),
    [
        (EASY, 7, 4, {"wood": 20, "stone": 20, "coal": 0, "iron": 0}, (41, 0)),
        (HARD, 15, 8, {"wood": 80, "stone": 20, "coal": 20, "iron": 10}, (98, 98)),
        (SOCIAL, 15, 8, {"wood": 60, "stone": 40, "coal": 20, "iron": 10}, (96, 8)),
    ],
    ids=["easy", "hard", "social"],
)
def test_the_published_worlds(
    kind: Instance, size: int, seats: int, stock: dict[Item, int], benches: tuple[int, int]
) -> None:
    world = place(kind, 11)
    assert (kind.size, kind.seats, kind.stock()) == (size, seats, stock)
    assert tuple(map(len, world.benches)) == benches
    cells = [pile.cell for pile in world.piles]
    assert len(set(cells)) == len(cells) == sum(share.cells for share in kind.piles)
    assert not set(world.benches[0]) & set(world.benches[1])
    assert all(pile.by == NOBODY for pile in world.piles)
    assert broken(world) == ""


def test_seeds_draw_different_worlds_and_equal_seeds_equal_ones() -> None:
    assert place(HARD, 1) == place(HARD, 1)
    assert place(HARD, 1).piles != place(HARD, 2).piles
    assert place(HARD, 1).bodies != place(HARD, 2).bodies


def test_the_instance_of_a_game() -> None:
    assert instance("contract", "easy") == EASY
    assert instance("negotiation", "hard") == HARD
    assert instance("social", "easy") == SOCIAL
    assert instance("social", "easy", 13).size == 13
    assert EASY.name(1) == "carpenter_1"
    assert HARD.name(4) == "miner_0"


def test_a_given_stock_is_played_at_the_values_of_hard_whatever_the_difficulty() -> None:
    given = instance("contract", "easy", 0, {"wood": 7, "iron": 3})
    assert given.stock() == {"wood": 7, "stone": 0, "coal": 0, "iron": 3}
    assert given.kits == HARD.kits
    assert (given.size, given.seats) == (7, 4)
    world = place(given, 1)
    assert all(world.benches)
    assert sorted(pile.count for pile in world.piles) == [1, 2, 3, 4]


def test_large_stocks_lie_in_large_piles() -> None:
    world = place(instance("contract", "hard", 0, {"wood": 100_000, "stone": 1}), 1)
    assert sum(pile.count for pile in world.piles if pile.item == "wood") == 100_000
    assert broken(world) == ""


@pytest.mark.parametrize(
    ("size", "stock"), [(2, None), (32, None), (0, {"wood": -1}), (0, {"gold": 1}), (0, {"wood": 100_001}), (4, None)]
)
def test_worlds_that_cannot_be(size: int, stock: dict[Item, int] | None) -> None:
    with pytest.raises(ValueError, match=r"map|stock"):
        instance("contract", "hard", size, stock)
