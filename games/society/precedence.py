"""The order of seats where the messages of a step, or the moves of a tick, collide."""

from typing import TypeVar

T = TypeVar("T")

Drawn = tuple[int, ...]
"""Seat numbers in the order that was drawn for a game; () in games of the first edition, which draw none."""


def ordered(seats: tuple[T, ...], number: int, drawn: Drawn) -> tuple[T, ...]:
    """Return the seats in their order in the step or tick with this number.

    Another seat begins each time. Every second lap goes the other way round: in laps of one direction a seat would come
    before its next neighbour in all turns but one of each lap. Without a drawn order all laps run by seat number.
    """
    if drawn:
        seats = tuple(seats[at] for at in drawn)
        if number // len(seats) % 2:
            seats = seats[::-1]
    first = number % len(seats)
    return (*seats[first:], *seats[:first])
