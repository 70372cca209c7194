"""Instances: the fixed part of a world, by difficulty, map size and stock. docs/sources.md names the original."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from games.society.world.things import (
    EASY_CARPENTER,
    EASY_MINER,
    HARD_CARPENTER,
    HARD_MINER,
    INDEX,
    NATURAL,
    Item,
    Kit,
    Tool,
)

Kind = Literal["contract", "negotiation", "social"]
Difficulty = Literal["easy", "hard"]

LONGEST_SIDE: Final = 31
MOST_STOCK: Final = 100_000
"""Units of one material at most, in a world that is given by its stock."""


class Piles(Struct, frozen=True):
    """`units` of an item, shared out over `cells` cells as evenly as whole numbers allow."""

    item: Item
    cells: int
    units: int


class Benches(Struct, frozen=True):
    """The number of cells on which a tool can be made."""

    tool: Tool
    cells: int


class Instance(Struct, frozen=True):
    """The fixed part of a world: a torus of `size` times `size` cells, its players, and its material.

    Seats are numbers: carpenters first, then miners. `radius` is a seat's range of sight (Chebyshev distance), `ticks`
    the length of the physical stage.
    """

    size: int
    radius: int
    ticks: int
    carpenters: int
    miners: int
    kits: tuple[Kit, Kit]
    piles: tuple[Piles, ...]
    benches: tuple[Benches, ...]

    @property
    def seats(self) -> int:
        return self.carpenters + self.miners

    def name(self, seat: int) -> str:
        """Return a seat's name: `carpenter_0`, …, `miner_0`, …"""
        return f"carpenter_{seat}" if seat < self.carpenters else f"miner_{seat - self.carpenters}"

    def kit(self, seat: int) -> Kit:
        return self.kits[0 if seat < self.carpenters else 1]

    def stock(self) -> dict[Item, int]:
        """Return the units of each material at the start."""
        return {item: sum(p.units for p in self.piles if p.item == item) for item in NATURAL}

    @property
    def sees_all(self) -> bool:
        """True if the window is the whole torus."""
        return 2 * self.radius + 1 >= self.size


_HARD: Final = (HARD_CARPENTER, HARD_MINER)
EASY: Final = Instance(
    7,
    3,
    100,
    2,
    2,
    (EASY_CARPENTER, EASY_MINER),
    (Piles("wood", 4, 20), Piles("stone", 4, 20)),
    (Benches("hammer", 41),),
)
HARD: Final = Instance(
    15,
    2,
    200,
    4,
    4,
    _HARD,
    (Piles("wood", 16, 80), Piles("stone", 4, 20), Piles("coal", 4, 20), Piles("iron", 5, 10)),
    (Benches("hammer", 98), Benches("torch", 98)),
)
SOCIAL: Final = replace(
    HARD,
    piles=(Piles("wood", 20, 60), Piles("stone", 20, 40), Piles("coal", 4, 20), Piles("iron", 5, 10)),
    benches=(Benches("hammer", 96), Benches("torch", 8)),
)


def instance(
    game: Kind, difficulty: Difficulty, map_size: int = 0, stock: Mapping[Item, int] | None = None
) -> Instance:
    """Return the instance of a game; `map_size` 0 takes the usual one.

    `stock` replaces the units of wood, stone, coal and iron (0 for a missing one). Values and caps are then those of
    Hard; the difficulty still decides the number of seats and the map. Raises `ValueError` for a size that cannot hold
    the piles, or for stock out of range.
    """
    base = SOCIAL if game == "social" else HARD if difficulty == "hard" else EASY
    size = map_size or base.size
    if not 3 <= size <= LONGEST_SIDE:
        raise ValueError(f"map_size must be from 3 to {LONGEST_SIDE}")
    piles, benches, kits, usual = base.piles, base.benches, base.kits, base.size
    if stock is not None:
        _check_stock(stock)
        piles, benches, kits, usual = _spread(stock, size * size), HARD.benches, _HARD, HARD.size
    if size != base.size or stock is not None:
        # Benches keep their share of the map, so that a smaller world is not all benches.
        benches = tuple(Benches(b.tool, max(1, b.cells * size * size // (usual * usual))) for b in benches)
    if max(sum(p.cells for p in piles), sum(b.cells for b in benches)) > size * size:
        raise ValueError(f"a map of {size} times {size} is too small for what lies on it")
    return Instance(size, base.radius, base.ticks, base.carpenters, base.miners, kits, piles, benches)


def _check_stock(stock: Mapping[Item, int]) -> None:
    if any(item not in NATURAL or not 0 <= units <= MOST_STOCK for item, units in stock.items()):
        raise ValueError(f"stock holds wood, stone, coal and iron, each from 0 to {MOST_STOCK}")


_PILE: Final[dict[Item, int]] = {"wood": 5, "stone": 5, "coal": 5, "iron": 2}


def _spread(stock: Mapping[Item, int], cells: int) -> tuple[Piles, ...]:
    """Return piles of the usual size; larger ones where that many would cover more than a fifth of the map each."""
    most = max(1, cells // 5)
    return tuple(
        Piles(item, min(most, -(-units // _PILE[item])), units)
        for item, units in sorted(stock.items(), key=lambda entry: INDEX[entry[0]])
        if units
    )
