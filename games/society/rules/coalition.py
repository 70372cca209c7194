"""Coalitions and the arithmetic of merging them, in exact fractions.

A share is a part of the whole coalition's pot. A bargain dilutes old shares. When two sides agree that one gains `part`
of the merged pot, every old share on that side is multiplied by `part`, and on the other side by `1 - part`. AdaSociety
merges in the same way (docs/sources.md).
"""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import Seat

ONE = Fraction(1)


class Coalition(Struct, frozen=True):
    """Members who share what they earn. `shares` belong to `members` in order and sum to 1; `founder` opened it."""

    name: str
    founder: Seat
    members: tuple[Seat, ...]
    shares: tuple[Fraction, ...]

    def share(self, seat: Seat) -> Fraction:
        """Return a member's part of the pot. Raises `ValueError` for a seat that is not a member."""
        return self.shares[self.members.index(seat)]


Coalitions = tuple[Coalition, ...]


def of(coalitions: Coalitions, seat: Seat) -> Coalition | None:
    """Return the coalition of a seat; None while it stands alone."""
    return next((c for c in coalitions if seat in c.members), None)


def share(coalitions: Coalitions, seat: Seat) -> Fraction:
    """Return a seat's part of its pot; all of it while the seat stands alone."""
    mine = of(coalitions, seat)
    return mine.share(seat) if mine is not None else ONE


def side(coalitions: Coalitions, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that a seat would bind: its whole coalition, or itself alone."""
    mine = of(coalitions, seat)
    return mine.members if mine is not None else (seat,)


def allied(coalitions: Coalitions, one: Seat, other: Seat) -> bool:
    mine = of(coalitions, one)
    return mine is not None and other in mine.members


def merged(coalitions: Coalitions, accepting: Seat, offering: Seat, part: Fraction) -> Coalition:
    """Return the merged coalition when `accepting` takes an offer that gives its side `part` of the merged pot.

    The coalition of the accepting side keeps its name and founder. If there is none, the offering side's does; else the
    offering seat founds a new one.
    """
    mine, theirs = of(coalitions, accepting), of(coalitions, offering)
    kept = mine or theirs
    members = (*side(coalitions, accepting), *side(coalitions, offering))
    shares = (
        *(share(coalitions, seat) * part for seat in side(coalitions, accepting)),
        *(share(coalitions, seat) * (ONE - part) for seat in side(coalitions, offering)),
    )
    if kept is not None:
        return replace(kept, members=members, shares=shares)
    return Coalition(unused(coalitions), offering, members, shares)


def merge(coalitions: Coalitions, accepting: Seat, offering: Seat, part: Fraction) -> Coalitions:
    """Return all coalitions after that merge; the name of the absorbed one is retired."""
    made = merged(coalitions, accepting, offering, part)
    gone = {made.name, *(c.name for c in coalitions if c.members[0] in made.members)}
    return tuple(sorted((*(c for c in coalitions if c.name not in gone), made), key=lambda c: c.name))


def unused(coalitions: Coalitions) -> str:
    """Return the first letter that names no coalition."""
    taken = {c.name for c in coalitions}
    return next(letter for letter in "ABCDEFGH" if letter not in taken)


def equal(groups: tuple[tuple[str, tuple[Seat, ...]], ...]) -> Coalitions:
    """Return coalitions whose members split the pot equally, each by its name."""
    return tuple(
        Coalition(name, members[0], members, (Fraction(1, len(members)),) * len(members)) for name, members in groups
    )
