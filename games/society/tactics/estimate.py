"""Estimates of a coalition's earnings, without a solver: for analytic players, and for the comparison at the end.

The ceiling of a stock under two recipes is a linear problem in two whole numbers, hammers and torches. Its optimum lies
at one of a few corners. `world.ceiling` has the general model.
"""

from functools import lru_cache

from games.society.world.instance import Instance
from games.society.world.things import GATES, INDEX, ITEMS, RECIPES, TOOLS, Item, Kit


@lru_cache(maxsize=64)
def ceiling(instance: Instance) -> int:
    """Return the most credits that the stock of a world can be turned into."""
    stock = instance.stock()
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


def pot(instance: Instance, carpenters: int, miners: int) -> int:
    """Return the joint credits of that many of each role: a part of the ceiling a pair, else their own."""
    pairs = min(carpenters, miners)
    each = ceiling(instance) // max(1, min(instance.carpenters, instance.miners))
    spare = (carpenters - pairs) * alone(instance, 0) + (miners - pairs) * alone(instance, 1)
    return pairs * each + spare
