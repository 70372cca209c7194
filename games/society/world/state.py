"""The world between two rounds: its records, its drawing, and its invariants."""

from typing import Final

from msgspec import Struct

from games.core.contract import rng, subseed
from games.society.precedence import Drawn
from games.society.world.instance import Instance
from games.society.world.things import INDEX, ITEMS, NATURAL, NOTHING, RECIPES, TOOLS, Held, Item, worth

NOBODY: Final = -1


class Pile(Struct, frozen=True):
    """`count` units on a cell. `by`: the seat that dropped them; `NOBODY` for material from the start."""

    cell: int
    item: Item
    count: int
    by: int


class Body(Struct, frozen=True):
    """One seat's player in the world: position, items, and explored cells.

    The explored cells (a set of bits, hexadecimal) are those seen since the last time when all had been seen. EXPLORE
    MAP heads for the others.
    """

    cell: int
    held: Held
    looked: str


class World(Struct, frozen=True):
    """The physical state. Players in the order of the seats; piles in order of cell, item and dropper.

    `benches`: the cells on which hammers, and those on which torches can be made. `made`: the number of each ever made.
    `chance` seeds the random choices of the ticks. `precedence`: the drawn order of the seats, if there is one.
    """

    instance: Instance
    chance: int
    tick: int
    bodies: tuple[Body, ...]
    piles: tuple[Pile, ...]
    benches: tuple[tuple[int, ...], tuple[int, ...]]
    made: tuple[int, int]
    precedence: Drawn = ()

    @property
    def over(self) -> bool:
        return self.tick >= self.instance.ticks


def place(instance: Instance, seed: int, precedence: Drawn = ()) -> World:
    """Return a new world. Piles, benches and players are drawn separately; no two of the same kind share a cell."""
    cells = range(instance.size * instance.size)
    lots = [(share.item, units) for share in instance.piles for units in _shared(share.units, share.cells)]
    spots = rng(seed, "piles").sample(cells, len(lots))
    piles = tuple(
        sorted(
            (Pile(cell, item, units, NOBODY) for cell, (item, units) in zip(spots, lots, strict=True)), key=pile_order
        )
    )
    tools = [share.tool for share in instance.benches for _ in range(share.cells)]
    benches = sorted(zip(rng(seed, "benches").sample(cells, len(tools)), tools, strict=True))
    hammers, torches = (tuple(cell for cell, tool in benches if tool == kind) for kind in TOOLS)
    starts = rng(seed, "bodies").sample(cells, instance.seats)
    return World(
        instance,
        subseed(seed, "ticks"),
        0,
        tuple(Body(cell, NOTHING, "0") for cell in starts),
        piles,
        (hammers, torches),
        (0, 0),
        precedence,
    )


def pile_order(pile: Pile) -> tuple[int, int, int]:
    return pile.cell, INDEX[pile.item], pile.by


def _shared(units: int, cells: int) -> list[int]:
    """Return units shared out over cells as evenly as whole numbers allow, the larger piles first."""
    least, more = divmod(units, cells)
    return [least + (at < more) for at in range(cells)]


def inventory(world: World, seat: int) -> dict[Item, int]:
    """Return the items that a seat holds, without those at zero."""
    return {item: number for item, number in zip(ITEMS, world.bodies[seat].held, strict=True) if number}


def credits(world: World) -> tuple[int, ...]:
    """Return the worth of each seat's own inventory to it, before sharing."""
    return tuple(worth(body.held, world.instance.kit(seat)) for seat, body in enumerate(world.bodies))


def broken(world: World) -> str:
    """Return the broken invariant, or "": matter is conserved, caps hold, no two players share a cell."""
    return _matter(world) or _bodies(world) or ("" if all(p.count > 0 for p in world.piles) else "an empty pile")


def _matter(world: World) -> str:
    """Return the item of which there is more or less than was dealt and made; "" if there is none."""
    have = {item: sum(p.count for p in world.piles if p.item == item) for item in ITEMS}
    for body in world.bodies:
        for item, number in zip(ITEMS, body.held, strict=True):
            have[item] += number
    made, stock = dict(zip(TOOLS, world.made, strict=True)), world.instance.stock()
    due: dict[Item, int] = {tool: made[tool] for tool in TOOLS}
    for item in NATURAL:
        due[item] = stock[item] - sum(made[tool] for tool, inputs in RECIPES.items() if item in inputs)
    return next((f"{item} is not conserved" for item in (*NATURAL, *TOOLS) if have[item] != due[item]), "")


def _bodies(world: World) -> str:
    for seat, body in enumerate(world.bodies):
        kit = world.instance.kit(seat)
        if sum(body.held) > kit.total or any(n > cap for n, cap in zip(body.held, kit.caps, strict=True)):
            return f"{world.instance.name(seat)} holds too much"
    return "two stand on one cell" if len({body.cell for body in world.bodies}) < len(world.bodies) else ""
