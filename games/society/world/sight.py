"""Sight of one seat: its window on the world, the views that others share with it, and its own items."""

from msgspec import Struct

from games.society.world.field import Field, Links, alone
from games.society.world.state import World
from games.society.world.things import INDEX, ITEMS, TOOLS, Held, Item, Kit, Tool
from games.society.world.torus import offset


class Lot(Struct, frozen=True):
    """Units of one item on one cell."""

    item: Item
    count: int


class Square(Struct, frozen=True):
    """One cell in the viewer's sight, `down` rows and `right` columns from the viewer, each the short way round.

    `own`: the cell is in the viewer's own window, not only in a shared one.
    """

    down: int
    right: int
    own: bool
    player: str
    lots: tuple[Lot, ...]
    benches: tuple[Tool, ...]

    @property
    def steps(self) -> int:
        return abs(self.down) + abs(self.right)


class Sight(Struct, frozen=True):
    """The private view of a seat. `squares`: all cells it sees, row by row; items behind a gate are left out.

    `value`: the worth of its inventory to it. `sees_all`: the window is the whole torus.
    """

    seat: int
    name: str
    kit: Kit
    held: Held
    value: int
    tick: int
    ticks: int
    size: int
    radius: int
    sees_all: bool
    squares: tuple[Square, ...]

    def has(self, item: Item) -> int:
        return self.held[INDEX[item]]


def look(world: World, seat: int, links: Links | None = None) -> Sight:
    """Return a seat's sight; `links` give for each seat the views it is shown besides its own."""
    instance = world.instance
    field = Field(world, links or alone(instance))
    here = field.cells[seat]
    own = field.window[here]
    cells = frozenset(own).union(*(field.window[field.cells[eye]] for eye in field.eyes(seat)))
    lots: dict[int, list[Lot]] = {}
    for at, item in enumerate(ITEMS):
        for cell in field.seen_piles(seat, at):
            lots.setdefault(cell, []).append(Lot(item, field.piles[at][cell]))
    benches: dict[int, tuple[Tool, ...]] = {}
    for tool in TOOLS:
        for cell in field.seen_benches(seat, tool):
            benches[cell] = (*benches.get(cell, ()), tool)
    stands = {cell: instance.name(other) for other, cell in enumerate(field.cells)}
    size = instance.size
    places = sorted([(*offset(size, here, cell), cell) for cell in cells])
    squares = [
        Square(down, right, cell in own, stands.get(cell, ""), tuple(lots.get(cell, ())), benches.get(cell, ()))
        for down, right, cell in places
    ]
    kit = instance.kit(seat)
    return Sight(
        seat,
        instance.name(seat),
        kit,
        world.bodies[seat].held,
        field.worth(seat),
        world.tick,
        instance.ticks,
        size,
        instance.radius,
        instance.sees_all,
        tuple(squares),
    )


def nearest(sight: Sight, item: Item) -> tuple[int, int] | None:
    """Return the steps to the nearest pile of an item in view and its size; None if none is in view."""
    piles = [(s.steps, s.down, s.right, lot.count) for s in sight.squares for lot in s.lots if lot.item == item]
    return (min(piles)[0], min(piles)[3]) if piles else None


def nearest_bench(sight: Sight, tool: Tool) -> int | None:
    """Return the steps to the nearest bench of a tool in view."""
    return min((square.steps for square in sight.squares if tool in square.benches), default=None)


def in_view(sight: Sight) -> tuple[tuple[str, int], ...]:
    """Return the other players in view with the steps to them, nearest first."""
    others = ((s.steps, s.player) for s in sight.squares if s.player and s.player != sight.name)
    return tuple((player, steps) for steps, player in sorted(others))
