"""One seat's queue during a round: what each of its plans does in a tick."""

from collections.abc import Collection
from typing import Final, Literal

from msgspec import Struct

from games.core.contract import subseed
from games.society.world.field import Field, step_towards
from games.society.world.plans import EXPLORES_FOR, Craft, Dump, Explore, Gather, Goto, Plan, Queue, Wait
from games.society.world.state import NOBODY
from games.society.world.things import BENCH_GATES, GATES, INDEX, ITEMS, NOTHING, Held, Item, Tool

Why = Literal["gate", "unseen", "full", "missing", "no_bench", "empty", "blocked", "player"]
"""Why a line was skipped or cut short.

- `gate`: the item needs a tool to be seen.
- `unseen`: none in view. `no_bench`: no bench in view. `player`: that player is not in view.
- `full`: no room. `missing`: an input is missing (`item` names it). `empty`: none held to drop.
- `blocked`: others stand in the way.
"""
PATIENCE: Final = 3
"""Ticks that a plan waits for another player to step aside before the next line has its turn."""


class Skip(Struct, frozen=True):
    """A line of the queue (counted from 0) without effect in a round, and the reason; once for each reason."""

    line: int
    why: Why
    item: str


class Deeds(Struct, frozen=True):
    """One seat's round. `gathered`, `crafted`, `dropped` are in the order of `ITEMS`.

    `before` and `after`: its inventory's worth to it. `queue`: its orders.
    """

    seat: int
    queue: Queue
    gathered: Held
    crafted: Held
    dropped: Held
    before: int
    after: int
    skips: tuple[Skip, ...]


def tool_at(item: int) -> Tool:
    return "hammer" if ITEMS[item] == "hammer" else "torch"


Act = tuple[Literal["stay", "pick", "drop", "make", "move"], int]
"""One primitive action, with the index of the item, or the cell to move to."""
_STAY: Final[Act] = ("stay", -1)


class Run:
    """One seat's queue during a round."""

    def __init__(self, field: Field, seat: int, queue: Queue) -> None:
        self.field, self.seat, self.queue = field, seat, queue
        self.line, self.done = 0, 0
        """The running plan, and its progress: units picked, ticks explored or waited."""
        self.started = False
        self.stuck = 0
        self.pushed = False
        self.heading = 0
        self.known: frozenset[tuple[int, int]] = frozenset()
        self.gathered, self.crafted, self.dropped = list(NOTHING), list(NOTHING), list(NOTHING)
        self.taken: list[tuple[int, int]] = []
        self.skips: dict[tuple[int, Why], str] = {}
        self.worked: set[int] = set()
        """Lines that had an effect in this round."""

    def deeds(self, before: int, after: int) -> Deeds:
        skips = (Skip(at, why, item) for (at, why), item in sorted(self.skips.items()) if at not in self.worked)
        gathered, crafted, dropped = (
            (n[0], n[1], n[2], n[3], n[4], n[5]) for n in (self.gathered, self.crafted, self.dropped)
        )
        return Deeds(self.seat, self.queue, gathered, crafted, dropped, before, after, tuple(skips))

    # ---------------------------------------------------------------------------------------------------- the queue

    def act(self) -> Act:
        """Return the action of this tick: of the first line, from the running one on, that can do something."""
        for _ in range(len(self.queue.plans) + 1):
            if self.line >= len(self.queue.plans):
                if not self.queue.loop:
                    return _STAY
                self.line = 0
            act = self.attempt(self.queue.plans[self.line])
            if act is not None:
                self.started = True
                return act
            self.next_line()
        return _STAY

    def next_line(self) -> None:
        self.line, self.done, self.stuck, self.started, self.pushed = self.line + 1, 0, 0, False, False

    def skip(self, why: Why, item: str = "") -> Act | None:
        self.skips.setdefault((self.line, why), item)
        return None

    def attempt(self, plan: Plan) -> Act | None:
        """Return the next primitive action of a plan; None when it has ended or cannot start."""
        match plan:
            case Gather(item, count):
                return self.gather(item, count)
            case Craft(tool):
                return self.craft(tool)
            case Dump(tool):
                if self.done:
                    return None
                if not self.field.held[self.seat][INDEX[tool]]:
                    return self.skip("empty", tool)
                return "drop", INDEX[tool]
            case Goto(player):
                return self.goto(player)
            case Wait(ticks):
                return _STAY if self.done < ticks else None
            case Explore():
                return self.explore()

    def do(self, act: Act) -> None:
        """Carry out the action that `act` returned, and count it."""
        kind, at = act
        match kind:
            case "pick":
                by = self.field.pick(self.seat, at)
                if by not in (NOBODY, self.seat):
                    self.taken.append((by, at))
                self.gathered[at] += 1
                self.progress()
            case "drop":
                self.field.drop(self.seat, at)
                self.dropped[at] += 1
                self.progress()
            case "make":
                self.field.make(self.seat, tool_at(at))
                self.crafted[at] += 1
                self.progress()
            case _:
                plan = self.queue.plans[self.line] if self.line < len(self.queue.plans) else None
                if isinstance(plan, Explore | Wait):
                    self.progress()

    def progress(self) -> None:
        self.done += 1
        self.worked.add(self.line)

    # ---------------------------------------------------------------------------------------------------- the plans

    def gather(self, item: Item, count: int) -> Act | None:
        field, seat, at = self.field, self.seat, INDEX[item]
        if self.done >= count:
            return None
        if not field.sees_item(seat, at):
            return self.skip("gate", GATES[item])
        if not field.room(seat, at):
            return self.skip("full", item)
        if field.cells[seat] in field.piles[at]:
            return "pick", at
        goals = field.seen_piles(seat, at)
        if not goals:
            return self.skip("unseen", item)
        return self.walk(goals)

    def craft(self, tool: Tool) -> Act | None:
        field, seat = self.field, self.seat
        if self.done:
            return None
        if not field.room(seat, INDEX[tool]):
            return self.skip("full", tool)
        lacks = field.lacks(seat, tool)
        if lacks:
            return self.skip("missing", lacks)
        if field.cells[seat] in field.benches[tool]:
            return "make", INDEX[tool]
        goals = field.seen_benches(seat, tool)
        if not goals:
            return self.skip("no_bench", BENCH_GATES.get(tool, tool))
        return self.walk(goals)

    def goto(self, player: str) -> Act | None:
        field, seat = self.field, self.seat
        goals = {cell for other, cell in enumerate(field.cells) if field.instance.name(other) == player}
        if not goals & field.seen_bodies(seat):
            return self.skip("player", player)
        beside = {cell for goal in goals for cell in field.next[goal]}
        if field.cells[seat] in beside:
            return None
        return self.walk(beside)

    def walk(self, goals: Collection[int]) -> Act | None:
        """Return a step to the nearest free goal, else an occupied one; None if others block it for too long."""
        field, seat = self.field, self.seat
        others = field.seen_bodies(seat)
        if not self.pushed:
            # Two players who want each other's cells swap, instead of blocking each other.
            wanted = [cell for cell in field.next[field.cells[seat]] if cell in goals]
            if wanted and others.issuperset(wanted):
                self.pushed = True
                return "move", min(wanted)
        cell = step_towards(field.next, field.cells[seat], goals, others)
        if cell is None:
            cell = step_towards(field.next, field.cells[seat], goals, others.difference(goals))
        if cell is not None and cell not in others:
            self.stuck = 0
            return "move", cell
        self.stuck += 1
        if self.stuck > PATIENCE:
            return self.skip("blocked")
        return _STAY if cell is None else ("move", cell)

    def explore(self) -> Act | None:
        """Return a step towards unseen cells, for a few ticks or until a useful thing comes into view."""
        field, seat = self.field, self.seat
        useful = frozenset(
            (at, cell) for item in self.kit_items() for at in (INDEX[item],) for cell in field.seen_piles(seat, at)
        )
        if not self.started:
            self.known = useful
            self.heading = self.towards_new()
        elif self.done >= EXPLORES_FOR or useful - self.known:
            return None
        blocked = field.seen_bodies(seat)
        here = field.next[field.cells[seat]]
        if here[self.heading] in blocked:
            free = [way for way in range(4) if here[way] not in blocked]
            if not free:
                return _STAY
            self.heading = free[subseed(field.chance, seat, field.tick, "turn") % len(free)]
        return "move", here[self.heading]

    def kit_items(self) -> tuple[Item, ...]:
        """Return the items that the role gathers and has room for."""
        field, seat = self.field, self.seat
        items = field.kits[seat].gathers
        return tuple(item for item in items if field.sees_item(seat, INDEX[item]) and field.room(seat, INDEX[item]))

    def towards_new(self) -> int:
        """Return the heading that shows most unseen cells; chance decides between equals."""
        field, seat = self.field, self.seat
        chance = subseed(field.chance, seat, field.tick, "heading")
        best, most = 0, -1
        for turn in range(4):
            way = (turn + chance) % 4
            cell, seen = field.cells[seat], 0
            for _ in range(EXPLORES_FOR):
                cell = field.next[cell][way]
                seen |= field.masks[cell]
            fresh = (seen & ~field.looked[seat]).bit_count()
            if fresh > most:
                best, most = way, fresh
        return best
