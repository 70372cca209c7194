"""A world while it ticks: the same facts in fast mutable forms. It never leaves a round."""

from collections.abc import Iterable
from functools import lru_cache

from games.society.precedence import ordered
from games.society.world.instance import Instance
from games.society.world.state import NOBODY, Body, Pile, World, pile_order
from games.society.world.things import BENCH_GATES, GATES, INDEX, ITEMS, RECIPES, TOOLS, Tool, room, worth
from games.society.world.torus import neighbours, windows

Links = tuple[tuple[int, ...], ...]
"""For each seat, the seats whose views it is shown besides its own."""
HAMMER, TORCH = INDEX["hammer"], INDEX["torch"]
GATE_OF = tuple(INDEX[GATES[item]] if item in GATES else -1 for item in ITEMS)
OPENS = frozenset(GATE_OF) - {-1}


def alone(instance: Instance) -> Links:
    """Return links under which nobody shares a view."""
    return ((),) * instance.seats


@lru_cache(maxsize=8)
def masks(size: int, radius: int) -> tuple[int, ...]:
    """Return the window of each cell as a set of bits."""
    return tuple(sum(1 << cell for cell in window) for window in windows(size, radius))


class Field:
    """Positions, inventories and piles of a world, to be changed in place; `freeze` gives the world back.

    `droppers` holds the owners of dropped tools, the newest last.
    """

    def __init__(self, world: World, links: Links) -> None:
        self.instance = instance = world.instance
        self.kits = tuple(instance.kit(seat) for seat in range(instance.seats))
        self.window = windows(instance.size, instance.radius)
        self.masks = masks(instance.size, instance.radius)
        self.next = neighbours(instance.size)
        self.chance, self.tick = world.chance, world.tick
        self.links = links
        self.cells = [body.cell for body in world.bodies]
        self.held = [list(body.held) for body in world.bodies]
        self.looked = [int(body.looked, 16) for body in world.bodies]
        self.piles: list[dict[int, int]] = [{} for _ in ITEMS]
        self.droppers: dict[tuple[int, int], list[int]] = {}
        for pile in world.piles:
            item = INDEX[pile.item]
            self.piles[item][pile.cell] = self.piles[item].get(pile.cell, 0) + pile.count
            if pile.by != NOBODY:
                self.droppers.setdefault((item, pile.cell), []).extend([pile.by] * pile.count)
        self.all_benches = world.benches
        self.benches = {tool: frozenset(cells) for tool, cells in zip(TOOLS, world.benches, strict=True)}
        self.made = list(world.made)
        self.precedence = world.precedence
        self._seats = tuple(range(instance.seats))

    def freeze(self) -> World:
        piles = []
        for item, cells in enumerate(self.piles):
            for cell, count in cells.items():
                owners = self.droppers.get((item, cell), ())
                piles += [Pile(cell, ITEMS[item], owners.count(by), by) for by in set(owners)]
                if count > len(owners):
                    piles.append(Pile(cell, ITEMS[item], count - len(owners), NOBODY))
        bodies = (
            Body(cell, (held[0], held[1], held[2], held[3], held[4], held[5]), f"{looked:x}")
            for cell, held, looked in zip(self.cells, self.held, self.looked, strict=True)
        )
        return World(
            self.instance,
            self.chance,
            self.tick,
            tuple(bodies),
            tuple(sorted(piles, key=pile_order)),
            self.all_benches,
            (self.made[0], self.made[1]),
            self.precedence,
        )

    def order(self) -> tuple[int, ...]:
        """Return the seats in the order in which this tick serves them."""
        return ordered(self._seats, self.tick, self.precedence)

    # ------------------------------------------------------------------------------------------------- what is seen

    def eyes(self, seat: int) -> tuple[int, ...]:
        """Return the seats whose sight a seat has: its own first."""
        return (seat, *self.links[seat])

    def sees_item(self, eye: int, item: int) -> bool:
        gate = GATE_OF[item]
        return gate < 0 or self.held[eye][gate] > 0

    def seen_piles(self, seat: int, item: int) -> list[int]:
        """Return the cells where the seat knows the item to lie now; items that others show it count."""
        cells = self.piles[item]
        if not cells:
            return []
        seen = self._windows(eye for eye in self.eyes(seat) if self.sees_item(eye, item))
        return [cell for cell in cells if cell in seen]

    def seen_benches(self, seat: int, tool: Tool) -> frozenset[int]:
        gate = BENCH_GATES.get(tool)
        cells = self.benches[tool]
        seen: frozenset[int] = frozenset()
        for eye in self.eyes(seat):
            if gate is None or self.held[eye][INDEX[gate]]:
                seen |= cells & self.window[self.cells[eye]]
        return seen

    def seen_bodies(self, seat: int) -> set[int]:
        """Return the cells on which a seat sees others stand."""
        seen = self._windows(self.eyes(seat))
        return {cell for cell in self.cells if cell in seen} - {self.cells[seat]}

    def _windows(self, eyes: Iterable[int]) -> frozenset[int]:
        windows = [self.window[self.cells[eye]] for eye in eyes]
        return windows[0] if len(windows) == 1 else frozenset().union(*windows)

    def look(self, seat: int) -> None:
        """Remember the cells in view; start afresh once all cells have been seen."""
        now = 0
        for eye in self.eyes(seat):
            now |= self.masks[self.cells[eye]]
        self.looked[seat] |= now
        if self.looked[seat] == (1 << self.instance.size * self.instance.size) - 1:
            self.looked[seat] = now

    # --------------------------------------------------------------------------------------------------- what is done

    def room(self, seat: int, item: int) -> int:
        held = self.held[seat]
        return room((held[0], held[1], held[2], held[3], held[4], held[5]), self.kits[seat], item)

    def worth(self, seat: int) -> int:
        held = self.held[seat]
        return worth((held[0], held[1], held[2], held[3], held[4], held[5]), self.kits[seat])

    def lacks(self, seat: int, tool: Tool) -> str:
        """Return the first input of a tool that a seat does not hold; "" if it holds all."""
        return next((item for item in RECIPES[tool] if not self.held[seat][INDEX[item]]), "")

    def pick(self, seat: int, item: int) -> int:
        """Pick up one unit from the own cell. Returns the seat that dropped it, or `NOBODY`."""
        cell = self.cells[seat]
        owners = self.droppers.get((item, cell))
        by = owners.pop() if owners else NOBODY
        self.piles[item][cell] -= 1
        if not self.piles[item][cell]:
            del self.piles[item][cell]
        self.held[seat][item] += 1
        if item in OPENS and self.held[seat][item] == 1:
            # A first hammer or torch may reveal items where the seat has been.
            self.looked[seat] = 0
        return by

    def drop(self, seat: int, item: int) -> None:
        cell = self.cells[seat]
        self.held[seat][item] -= 1
        self.piles[item][cell] = self.piles[item].get(cell, 0) + 1
        self.droppers.setdefault((item, cell), []).append(seat)

    def make(self, seat: int, tool: Tool) -> None:
        for item in RECIPES[tool]:
            self.held[seat][INDEX[item]] -= 1
        self.held[seat][INDEX[tool]] += 1
        self.made[TOOLS.index(tool)] += 1
        if self.held[seat][INDEX[tool]] == 1:
            self.looked[seat] = 0

    def move(self, wanted: dict[int, int]) -> None:
        """Move players to the cells they want, next to theirs.

        A player who stays blocks its cell. If several want one cell, the one whose turn it is goes first; the turn
        passes on every tick. Swapping places is allowed.
        """
        seats, going = self.order(), dict(wanted)
        while True:
            staying = {cell for seat, cell in enumerate(self.cells) if seat not in going}
            first: dict[int, int] = {}
            for seat in seats:
                if seat in going:
                    first.setdefault(going[seat], seat)
            kept = {seat: cell for cell, seat in first.items() if cell not in staying}
            if len(kept) == len(going):
                break
            going = kept
        for seat, cell in going.items():
            self.cells[seat] = cell


def step_towards(
    next_to: tuple[tuple[int, int, int, int], ...], start: int, goals: Iterable[int], blocked: set[int]
) -> int | None:
    """Return the first cell of a shortest path round the blocked cells to the nearest goal; the start itself if it is
    one.

    Of equally near goals it takes the one in the lowest row, then column. None: no way.
    """
    goals = set(goals) - blocked
    if start in goals:
        return start
    if not goals:
        return None
    first: dict[int, int] = {start: start}
    edge = [start]
    while edge:
        reached: list[int] = []
        for cell in edge:
            for other in next_to[cell]:
                if other not in first and other not in blocked:
                    first[other] = other if cell == start else first[cell]
                    reached.append(other)
        hits = goals.intersection(reached)
        if hits:
            return first[min(hits)]
        edge = reached
    return None
