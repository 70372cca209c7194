"""Estimates of a coalition's earnings, without a solver: for analytic players, and for the comparison at the end.

The ceiling of a stock under two recipes is a linear problem in two whole numbers, hammers and torches. Its optimum lies
at one of a few corners. `world.ceiling` has the general model.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.society.world.instance import Instance
from games.society.world.things import GATES, INDEX, ITEMS, RECIPES, TOOLS, Item, Kit

RIVALRY: Final = 3
"""One in this many credits is lost to a coalition whose every neighbour is a rival; measured on tables of pairs, and of
halves."""


@lru_cache(maxsize=64)
def ceiling(instance: Instance) -> int:
    """Return the most credits that the stock of a world can be turned into."""
    return _most(instance, instance.stock())


def _most(instance: Instance, stock: Mapping[Item, int]) -> int:
    value = {item: max(kit.values[INDEX[item]] for kit in instance.kits) for item in ITEMS}
    made = {tool for kit in instance.kits for tool in kit.crafts}
    wood, stone, coal = stock["wood"], stock["stone"], stock["coal"]
    most = min(wood, stone) if "hammer" in made else 0
    best = 0
    for hammers in {0, 1, wood - coal - 1, wood - coal, wood - coal + 1, most}:
        if not 0 <= hammers <= most:
            continue
        possible = min(coal, wood - hammers) if hammers and "torch" in made else 0
        for torches in {0, min(1, possible), possible}:
            left = {"wood": wood - hammers - torches, "stone": stone - hammers, "hammer": hammers, "torch": torches}
            left |= {"coal": coal - torches if hammers else 0, "iron": stock["iron"] if torches else 0}
            best = max(best, sum(value[item] * left[item] for item in ITEMS))
    return best


@lru_cache(maxsize=64)
def alone(instance: Instance, role: int) -> int:
    """Return a seat's credits from its part of the material, without anybody's tools. Roles: 0 carpenter, 1 miner."""
    kit = instance.kits[role]
    total = sum(
        kit.values[INDEX[item]] * units // max(1, _gatherers(instance, item))
        for item, units in instance.stock().items()
        if item in kit.gathers and item not in GATES
    )
    for tool in TOOLS:
        if tool in kit.crafts and all(_gathers(kit, item) for item in RECIPES[tool]):
            total += kit.values[INDEX[tool]] - sum(kit.values[INDEX[item]] for item in RECIPES[tool])
    return max(0, total)


def _gathers(kit: Kit, item: Item) -> bool:
    return item in kit.gathers and item not in GATES


def _gatherers(instance: Instance, item: Item) -> int:
    return sum(item in instance.kit(seat).gathers for seat in range(instance.seats))


@lru_cache(maxsize=256)
def pot(instance: Instance, carpenters: int, miners: int) -> int:
    """Return the most that this many of each role make of their part of the material; each material is shared evenly
    among those who gather it. One role alone has only its own work.
    """
    if not (carpenters and miners):
        return carpenters * alone(instance, 0) + miners * alone(instance, 1)
    whole = max(1, instance.carpenters) * max(1, instance.miners) * instance.seats
    stock: dict[Item, int] = {}
    for item, units in instance.stock().items():
        takers = sum(n * (item in kit.gathers) for n, kit in zip((carpenters, miners), instance.kits, strict=True))
        stock[item] = units * whole * takers // max(1, _gatherers(instance, item))
    # Computed for a whole multiple of the stock, so that parts of units do not get lost.
    return _most(instance, stock) // whole


def expected(instance: Instance, carpenters: int, miners: int) -> int:
    """Return the expected earnings of this many of each role: less than their pot with every player who is a rival.

    Rivals pick up tools, and hand-overs that are safe from them take time.
    """
    most, alone_too = pot(instance, carpenters, miners), not (carpenters and miners)
    rivals = instance.seats - carpenters - miners
    return most if alone_too else most - most * rivals // (RIVALRY * max(1, instance.seats - 1))
