"""One round: the queues of all seats, ticked together."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from games.society.world.field import Field, Links, alone
from games.society.world.plans import Queue
from games.society.world.runs import Deeds, Run, tool_at
from games.society.world.state import World
from games.society.world.things import Tool


class Handed(Struct, frozen=True):
    """Tools that one seat dropped and another picked up."""

    giver: int
    taker: int
    tool: Tool
    count: int


class Round(Struct, frozen=True):
    """All events from tick `first` up to, not including, tick `last`.

    `deltas`: for each tick the change of every seat's own inventory value, in credits. Sharing is linear in them.
    """

    first: int
    last: int
    deeds: tuple[Deeds, ...]
    handed: tuple[Handed, ...]
    deltas: tuple[tuple[int, ...], ...]


def play_round(
    world: World, queues: Sequence[Queue], ticks: int, links_at: Callable[[int], Links] | None = None
) -> tuple[World, Round]:
    """Return the world after up to `ticks` ticks (it stops at the end of the stage), and the events.

    There is one queue for each seat, in order; all start from their first line. `links_at(tick)` gives the shared views
    during a tick; by default there are none.
    """
    unlinked = alone(world.instance)
    links = links_at or (lambda tick: unlinked)
    field = Field(world, links(world.tick))
    runs = [Run(field, seat, queue) for seat, queue in enumerate(queues)]
    for seat in range(world.instance.seats):
        field.look(seat)
    first, last = world.tick, min(world.tick + ticks, world.instance.ticks)
    start = worths = _worths(field, runs)
    deltas = []
    for tick in range(first, last):
        field.links = links(tick)
        _play_tick(field, runs)
        after = _worths(field, runs)
        deltas.append(tuple(now - then for now, then in zip(after, worths, strict=True)))
        worths = after
    deeds = tuple(run.deeds(start[run.seat], worths[run.seat]) for run in runs)
    return field.freeze(), Round(first, last, deeds, _handed(runs), tuple(deltas))


def _worths(field: Field, runs: Sequence[Run]) -> tuple[int, ...]:
    return tuple(field.worth(seat) for seat in range(len(runs)))


def _play_tick(field: Field, runs: Sequence[Run]) -> None:
    """Choose all actions first, then carry them out; the seat that comes first moves on with every tick."""
    acts = [run.act() for run in runs]
    seats = field.order()
    for seat in seats:
        runs[seat].do(acts[seat])
    field.move({seat: cell for seat, (kind, cell) in enumerate(acts) if kind == "move" and cell >= 0})
    for seat in seats:
        field.look(seat)
    field.tick += 1


def _handed(runs: Sequence[Run]) -> tuple[Handed, ...]:
    hands = Counter((giver, run.seat, item) for run in runs for giver, item in run.taken)
    return tuple(Handed(giver, taker, tool_at(item), count) for (giver, taker, item), count in sorted(hands.items()))
