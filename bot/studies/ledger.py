"""Assignment of sessions to conditions: permuted blocks with a recorded seed, counted by "complete + active".

The conditions of a design form an endless row of slots, block after block. Each block holds every condition as often as
its weight says, in an order drawn from the design's seed. A session takes the first slot that no session holds. A
dropped session (abandoned, stopped, void) gives its slot back, so the next session refills just that condition.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.studies.design import Cell, Pairs
from games.core.codec import digest, encode
from games.core.contract import rng

Fate = Literal["complete", "dropped"]


class Taken(Struct, frozen=True):
    """A slot that a running session holds."""

    slot: int
    label: str
    sid: str
    at: int


class Ledger(Struct, frozen=True):
    """The slots of one design. `next` was never taken; `vacant` were given back; completed ones are only counted."""

    design: str = ""
    next: int = 0
    vacant: tuple[int, ...] = ()
    active: tuple[Taken, ...] = ()
    complete: tuple[tuple[str, int], ...] = ()

    @property
    def counted(self) -> int:
        return len(self.active) + sum(n for _, n in self.complete)

    def completed(self, label: str) -> int:
        return dict(self.complete).get(label, 0)

    def running(self, label: str) -> int:
        return sum(taken.label == label for taken in self.active)


class _Weighed(Struct, frozen=True):
    """Weight of a condition in a design; the record has the shape that ledgers were first named by."""

    label: str
    wrote: Pairs
    weight: int


def design_of(cells: tuple[Cell, ...], seed: int) -> str:
    """Return a digest of everything that decides the order of conditions. Each ledger belongs to one such design."""
    return digest(encode([_Weighed(cell.label, cell.wrote, cell.weight) for cell in cells]), b"%d" % seed)


def label_of(cells: tuple[Cell, ...], seed: int, slot: int) -> str:
    """Return the condition of a slot; "" if there are none."""
    if not cells:
        return ""
    block = [cell.label for cell in cells for _ in range(cell.weight)]
    number, place = divmod(slot, len(block))
    rng(seed, "block", number).shuffle(block)
    return block[place]


def take(ledger: Ledger, cells: tuple[Cell, ...], seed: int, sid: str, at: int) -> tuple[Ledger, Taken]:
    """Return a session's slot: the one it has already, else the first free one."""
    for held in ledger.active:
        if held.sid == sid:
            return ledger, held
    slot = min((*ledger.vacant, ledger.next))
    taken = Taken(slot, label_of(cells, seed, slot), sid, at)
    vacant = tuple(v for v in ledger.vacant if v != slot)
    active = (*ledger.active, taken)
    return replace(ledger, next=max(ledger.next, slot + 1), vacant=vacant, active=active), taken


def settled(ledger: Ledger, fates: Mapping[str, Fate]) -> Ledger:
    """Return the ledger after sessions have ended. `fates` says how, by session; the others run on."""
    if not fates:
        return ledger
    counts = dict(ledger.complete)
    vacant = list(ledger.vacant)
    for held in ledger.active:
        match fates.get(held.sid):
            case "complete":
                counts[held.label] = counts.get(held.label, 0) + 1
            case "dropped":
                vacant.append(held.slot)
    active = tuple(held for held in ledger.active if held.sid not in fates)
    complete = tuple(sorted(counts.items()))
    return replace(ledger, active=active, vacant=tuple(sorted(vacant)), complete=complete)


def struck(ledger: Ledger, slot: int, label: str) -> Ledger:
    """Return the ledger after a completed session counts no more: its slot is free again, unless it is or is held."""
    held = slot in ledger.vacant or any(taken.slot == slot for taken in ledger.active)
    if held or slot >= ledger.next or not ledger.completed(label):
        return ledger
    complete = tuple((name, n - (name == label)) for name, n in ledger.complete)
    return replace(ledger, vacant=tuple(sorted((*ledger.vacant, slot))), complete=complete)


def fitting(ledger: Ledger, design: str) -> Ledger:
    """Return the ledger if it belongs to the design, else an empty one; sessions of the old design stay stored."""
    return ledger if ledger.design == design else Ledger(design)
