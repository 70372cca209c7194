"""The players round a seat, as allies and rivals, and the safe hand-over of tools between them.

A dropped tool belongs to whoever picks it up first. So a tool is dropped only where an ally who can use it is nearer
than every rival who can.
"""

from typing import Final

from msgspec import Struct

from games.society.world.plans import LONGEST_QUEUE, Dump, Explore, Goto, Plan, Queue
from games.society.world.sight import Sight, Square
from games.society.world.things import Role, Tool

APART: Final = 2
"""Steps that every rival must be away from an ally to whom a tool is handed."""


class Company(Struct, frozen=True):
    """The other players by name: `allies` share the seat's earnings, `rivals` do not. `meets`: GOTO is allowed."""

    allies: frozenset[str] = frozenset()
    rivals: frozenset[str] = frozenset()
    meets: bool = False

    def alone(self) -> bool:
        return bool(self.rivals) and not self.allies


ALL_ALLIED: Final = Company()
"""A table without rivals."""


def opposite(sight: Sight) -> Role:
    """Return the role that takes the tools which the seat makes, and makes the tools which it takes."""
    return "miner" if sight.kit.role == "carpenter" else "carpenter"


def contested(company: Company, role: Role) -> bool:
    """Return whether a rival of a role could pick up what is dropped for an ally of that role."""
    return any(_role(name) == role for name in company.rivals)


def partner(sight: Sight, company: Company) -> str:
    """Return the nearest ally of the other role in view; "" if there is none."""
    return min(((s.steps, s.player) for s in _takers(sight, company.allies)), default=(0, ""))[1]


def receiver(sight: Sight, company: Company) -> str:
    """Return an ally in view to whom a tool can be handed before any rival reaches it; "" if there is none."""
    rivals = _takers(sight, company.rivals)
    near = min((square.steps for square in rivals), default=2 * sight.size)
    for square in sorted(_takers(sight, company.allies), key=lambda s: (s.steps, s.player)):
        if square.steps < near and all(steps_between(sight, square, rival) >= APART for rival in rivals):
            return square.player
    return ""


def guarded(queue: Queue, sight: Sight, company: Company) -> Queue:
    """Return a queue that drops one tool beside a safe receiver; without one it keeps what it has.

    It does not repeat then: by the next pass the receiver may be out of view, and a rival near.
    """
    to, tool = receiver(sight, company), sight.kit.dumps[0]
    rest = [plan for plan in queue.plans if not isinstance(plan, Dump)]
    meet = partner(sight, company)
    if to and sight.has(tool):
        plans = [*handed(to, tool, company), *rest]
        return Queue(tuple(plans[:LONGEST_QUEUE]), False)
    if meet and company.meets and sight.has(tool):
        rest = [Goto(meet), *rest]
    return Queue(tuple(rest[:LONGEST_QUEUE]) or (Explore(),), True)


def handed(to: str, tool: Tool, company: Company) -> list[Plan]:
    """Return the plans that hand a tool to an ally."""
    return [Goto(to), Dump(tool)] if company.meets else [Dump(tool)]


def _takers(sight: Sight, names: frozenset[str]) -> list[Square]:
    role = opposite(sight)
    return [s for s in sight.squares if s.player in names and _role(s.player) == role]


def _role(name: str) -> str:
    return name.partition("_")[0]


def steps_between(sight: Sight, one: Square, other: Square) -> int:
    """Return the steps between two cells in view, the short way round the torus."""
    down, right = abs(one.down - other.down), abs(one.right - other.right)
    return min(down, sight.size - down) + min(right, sight.size - right)
