"""Coalitions and the arithmetic of merging them, in exact fractions (seed 003; society.md 3.3).

A share is a part of the whole coalition's pot. Whoever joins by a bargain dilutes: when two sides agree that one gains
`part` of the merged pot, everybody's old share on that side is multiplied by `part`, on the other by `1 - part`.
"""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from games.core import Seat

ONE = Fraction(1)


class Coalition(Struct, frozen=True):
    """Members who share what they earn. `shares` belong to `members` in order and sum to 1; `founder` opened it."""

    name: str
    founder: Seat
    members: tuple[Seat, ...]
    shares: tuple[Fraction, ...]

    def share(self, seat: Seat) -> Fraction:
        """Return what part of the pot a member gets. Raises `ValueError` for a seat that is not one."""
        return self.shares[self.members.index(seat)]


Coalitions = tuple[Coalition, ...]


def of(coalitions: Coalitions, seat: Seat) -> Coalition | None:
    """The coalition of a seat; None while it stands alone."""
    return next((c for c in coalitions if seat in c.members), None)


def share(coalitions: Coalitions, seat: Seat) -> Fraction:
    """Return what part of its pot a seat gets; all of it while it stands alone."""
    mine = of(coalitions, seat)
    return mine.share(seat) if mine is not None else ONE


def side(coalitions: Coalitions, seat: Seat) -> tuple[Seat, ...]:
    """Whom a seat would bind: its whole coalition, or itself alone."""
    mine = of(coalitions, seat)
    return mine.members if mine is not None else (seat,)


def allied(coalitions: Coalitions, one: Seat, other: Seat) -> bool:
    """Return whether two seats are in the same coalition."""
    mine = of(coalitions, one)
    return mine is not None and other in mine.members


def merged(coalitions: Coalitions, accepting: Seat, offering: Seat, part: Fraction) -> Coalition:
    """The coalition that comes of it when `accepting` takes an offer that gives its side `part` of the merged pot.

    The coalition of the accepting side keeps its name and founder, else that of the offering side does, else a new one
    is founded by who offered.
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
    """All coalitions after that merge; the name of the one that was taken in is retired."""
    made = merged(coalitions, accepting, offering, part)
    gone = {made.name, *(c.name for c in coalitions if c.members[0] in made.members)}
    return tuple(sorted((*(c for c in coalitions if c.name not in gone), made), key=lambda c: c.name))


def unused(coalitions: Coalitions) -> str:
    """The first letter that no coalition is called by."""
    taken = {c.name for c in coalitions}
    return next(letter for letter in "ABCDEFGH" if letter not in taken)


def equal(groups: tuple[tuple[str, tuple[Seat, ...]], ...]) -> Coalitions:
    """Coalitions whose members split the pot equally, each by its name."""
    return tuple(
        Coalition(name, members[0], members, (Fraction(1, len(members)),) * len(members)) for name, members in groups
    )
