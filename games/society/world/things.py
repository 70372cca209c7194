"""Items, crafts, gates, and each role's caps and crafts."""

from typing import Final, Literal

from msgspec import Struct

Item = Literal["wood", "stone", "hammer", "coal", "torch", "iron"]
Tool = Literal["hammer", "torch"]
Role = Literal["carpenter", "miner"]
Held = tuple[int, int, int, int, int, int]
"""A whole number for each item, in the order of `ITEMS`."""

ITEMS: Final[tuple[Item, ...]] = ("wood", "stone", "hammer", "coal", "torch", "iron")
NATURAL: Final[tuple[Item, ...]] = ("wood", "stone", "coal", "iron")
TOOLS: Final[tuple[Tool, ...]] = ("hammer", "torch")
INDEX: Final[dict[Item, int]] = {item: at for at, item in enumerate(ITEMS)}
NOTHING: Final[Held] = (0, 0, 0, 0, 0, 0)

RECIPES: Final[dict[Tool, tuple[Item, ...]]] = {"hammer": ("wood", "stone"), "torch": ("wood", "coal")}
"""The inputs of one execution, a unit of each; it makes one tool."""
BENCH_GATES: Final[dict[Tool, Item]] = {"torch": "coal"}
"""The item that a seat must hold to see and use the benches of a tool."""
GATES: Final[dict[Item, Tool]] = {"coal": "hammer", "iron": "torch"}
"""The tool that a seat must hold to see and gather an item."""


class Kit(Struct, frozen=True):
    """A role; `values` and `caps` are in the order of `ITEMS`, and a cap of 0 forbids the item."""

    role: Role
    values: Held
    caps: Held
    total: int
    gathers: tuple[Item, ...]
    crafts: tuple[Tool, ...]
    dumps: tuple[Tool, ...]


EASY_CARPENTER: Final = Kit(
    "carpenter", (1, 1, 5, 0, 0, 0), (100, 100, 1, 0, 0, 0), 200, ("wood", "stone"), ("hammer",), ("hammer",)
)
EASY_MINER: Final = Kit("miner", (0, 0, 10, 0, 0, 0), (0, 0, 100, 0, 0, 0), 100, ("hammer",), (), ())
_VALUES: Final[Held] = (1, 1, 5, 10, 30, 20)
HARD_CARPENTER: Final = Kit(
    "carpenter", _VALUES, (100, 100, 1, 0, 100, 100), 500, ("wood", "stone", "iron", "torch"), ("hammer",), ("hammer",)
)
HARD_MINER: Final = Kit(
    "miner", _VALUES, (100, 0, 100, 100, 1, 0), 500, ("wood", "coal", "hammer"), ("torch",), ("torch",)
)


def worth(held: Held, kit: Kit) -> int:
    """Return the worth of an inventory to its holder, in credits."""
    a, b, c, d, e, f = held
    u, v, w, x, y, z = kit.values
    return a * u + b * v + c * w + d * x + e * y + f * z


def room(held: Held, kit: Kit, item: int) -> int:
    """Return the number of further units of the item with this index that fit."""
    return max(0, min(kit.caps[item] - held[item], kit.total - sum(held)))


def plural(item: str, number: int) -> str:
    """Return a count of an item: `1 hammer`, `2 hammers`, `3 torches`; materials have no plural."""
    if number == 1 or item not in TOOLS:
        return f"{number} {item}"
    return f"{number} {item}{'es' if item == 'torch' else 's'}"
