"""Sharing of a seat's earnings: groups with weights, in exact fractions."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from games.core.contract import Seat
from games.society.rules.coalition import Coalitions


class Group(Struct, frozen=True):
    """Members who share a pot. `weights` belong to `members` in order and sum to 1."""

    name: str
    members: tuple[Seat, ...]
    weights: tuple[Fraction, ...]


Groups = tuple[Group, ...]


def shared(groups: Groups, seats: tuple[Seat, ...], gains: Iterable[int]) -> tuple[Fraction, ...]:
    """Return each seat's part of all seats' gains, in the order of the seats.

    A seat in g groups pays a g-th of its gain into each; a seat in none keeps it. The sum stays the same.
    """
    got = dict.fromkeys(seats, Fraction(0))
    for seat, gain in zip(seats, gains, strict=True):
        mine = [group for group in groups if seat in group.members]
        if not mine:
            got[seat] += gain
        for group in mine:
            for member, weight in zip(group.members, group.weights, strict=True):
                got[member] += Fraction(gain, len(mine)) * weight
    return tuple(got.values())


def groups_of(coalitions: Coalitions) -> Groups:
    return tuple(Group(c.name, c.members, c.shares) for c in coalitions)


def weight(groups: Groups, seat: Seat) -> Fraction:
    """Return a seat's part of its own and its groups' earnings: the mean of its weights, 1 if it is in no group."""
    mine = [g.weights[g.members.index(seat)] for g in groups if seat in g.members]
    return sum(mine, Fraction(0)) / len(mine) if mine else Fraction(1)
