"""Small worlds by hand: what lies where is drawn, and everything else is bare."""

from games.society.world.instance import HARD, Benches, Instance
from games.society.world.plans import Queue
from games.society.world.rounds import Round, play_round
from games.society.world.state import NOBODY, Body, Pile, World
from games.society.world.things import INDEX, ITEMS, TOOLS, Held, Item, Kit, Tool

SIZE = 9


def held(**items: int) -> Held:
    wood, stone, hammer, coal, torch, iron = (items.get(item, 0) for item in ITEMS)
    return wood, stone, hammer, coal, torch, iron


def world(
    bodies: list[tuple[tuple[int, int], Held]],
    piles: list[tuple[tuple[int, int], Item, int]] | None = None,
    benches: list[tuple[tuple[int, int], Tool]] | None = None,
    *,
    carpenters: int = 1,
    size: int = SIZE,
    radius: int = 2,
    kits: tuple[Kit, Kit] = HARD.kits,
    ticks: int = 200,
) -> World:
    """Bodies (carpenters first), piles and benches at (row, column)."""
    instance = Instance(
        size, radius, ticks, carpenters, len(bodies) - carpenters, kits, (), (Benches("hammer", 0), Benches("torch", 0))
    )

    def cell(at: tuple[int, int]) -> int:
        return at[0] % size * size + at[1] % size

    return World(
        instance,
        7,
        0,
        tuple(Body(cell(at), items, "0") for at, items in bodies),
        tuple(sorted((Pile(cell(at), item, n, NOBODY) for at, item, n in piles or []), key=lambda p: p.cell)),
        _benches([(cell(at), tool) for at, tool in benches or []]),
        (0, 0),
    )


def _benches(cells: list[tuple[int, Tool]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hammers, torches = (tuple(sorted(cell for cell, tool in cells if tool == kind)) for kind in TOOLS)
    return hammers, torches


def where(state: World, seat: int) -> tuple[int, int]:
    return divmod(state.bodies[seat].cell, state.instance.size)


def has(state: World, seat: int, item: Item) -> int:
    return state.bodies[seat].held[INDEX[item]]


def lies(state: World, item: Item) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for pile in state.piles:
        if pile.item == item:
            at = divmod(pile.cell, state.instance.size)
            found[at] = found.get(at, 0) + pile.count
    return found


def play(state: World, ticks: int, *queues: Queue) -> tuple[World, Round]:
    return play_round(state, queues, ticks)
