"""The contract phase: every seat joins one of the numbered coalitions, and coalitions split equally."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import IllegalMove, Seat, rng
from games.society.config import Flow
from games.society.rules.coalition import Coalitions, equal
from games.society.rules.moves import Join, Pass

NOWHERE: Final = -1


class Slots(Struct, frozen=True):
    """The members of each coalition: `slots` in the order of `seats`, `NOWHERE` before a seat's first turn.

    `order` is drawn once and the same in every round. `turn` counts turns from 0, or rounds if all choose at once.
    `changed`: somebody has moved in this round.
    """

    seats: tuple[Seat, ...]
    flow: Flow
    rounds: int
    order: tuple[Seat, ...]
    slots: tuple[int, ...]
    turn: int
    changed: bool

    @property
    def mover(self) -> Seat | None:
        """Return the seat on turn; None where all choose at once."""
        return None if self.flow == "sealed" else self.order[self.turn % len(self.order)]

    @property
    def round(self) -> int:
        """Return the number of the round, from 1."""
        return self.turn + 1 if self.flow == "sealed" else self.turn // len(self.seats) + 1

    @property
    def turns(self) -> int:
        """Return the most windows that the whole phase can have."""
        return self.rounds if self.flow == "sealed" else self.rounds * len(self.seats)

    def slot(self, seat: Seat) -> int:
        return self.slots[self.seats.index(seat)]

    def members(self, slot: int) -> tuple[Seat, ...]:
        return tuple(seat for seat, at in zip(self.seats, self.slots, strict=True) if at == slot)

    def empty(self) -> tuple[int, ...]:
        return tuple(slot for slot in range(len(self.seats)) if slot not in self.slots)

    def wait(self, seat: Seat) -> int:
        """Return the turns of others before the next one of a seat."""
        return (self.order.index(seat) - self.turn) % len(self.order)


class Joined(Struct, frozen=True, tag="joined"):
    """A seat's turn is over. `stays`: it was there already. `chosen`: it said so, and was not placed by the clock."""

    seat: Seat
    slot: int
    stays: bool
    chosen: bool


def start(seats: tuple[Seat, ...], flow: Flow, rounds: int, seed: int) -> Slots:
    drawn = tuple(rng(seed, "order").sample(seats, len(seats)))
    return Slots(seats, flow, rounds, drawn, (NOWHERE,) * len(seats), 0, False)


def check(slots: Slots, seat: Seat, move: Join | Pass) -> None:
    """Raise `IllegalMove` for a choice that cannot count."""
    if slots.mover not in (None, seat):
        raise IllegalMove("turn", other=slots.mover, turns=slots.wait(seat))
    if isinstance(move, Join) and not 0 <= move.slot < len(slots.seats):
        raise IllegalMove("slot", last=len(slots.seats) - 1)


def close(slots: Slots, sent: Mapping[Seat, Join | Pass]) -> tuple[Slots, tuple[Joined, ...]]:
    """Return the slots after a turn, or after a sealed round. A silent seat stays; if unplaced, it is put alone."""
    movers = slots.order if slots.mover is None else (slots.mover,)
    chosen = {seat: move.slot for seat in movers if isinstance(move := sent.get(seat), Join)}
    after, told = slots, []
    for seat in movers:
        was = slots.slot(seat)
        here = chosen.get(seat, was)
        if here == NOWHERE:
            taken = {*after.slots, *chosen.values()}
            here = next(slot for slot in range(len(slots.seats)) if slot not in taken)
        at = slots.seats.index(seat)
        after = replace(after, slots=(*after.slots[:at], here, *after.slots[at + 1 :]))
        told.append(Joined(seat, here, here == was, seat in chosen))
    changed = slots.changed or after.slots != slots.slots
    return replace(after, turn=slots.turn + 1, changed=changed), tuple(told)


def over(slots: Slots) -> bool:
    """Return whether the phase is over: all rounds played, or nobody moved for a whole round."""
    return slots.turn >= slots.turns or (_round_done(slots) and not slots.changed)


def next_round(slots: Slots) -> Slots:
    """Begin to watch for changes again, once a round is over."""
    return replace(slots, changed=False) if _round_done(slots) else slots


def _round_done(slots: Slots) -> bool:
    return slots.flow == "sealed" or slots.turn % len(slots.seats) == 0


def coalitions(slots: Slots) -> Coalitions:
    """Return coalitions of the seats that share a slot, splitting equally; a seat alone in a slot stands alone."""
    taken = ((slot, slots.members(slot)) for slot in range(len(slots.seats)))
    return equal(tuple((str(slot), members) for slot, members in taken if len(members) > 1))
