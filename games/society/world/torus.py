"""Cells of a torus, numbered row by row: cell = row * size + column."""

from functools import lru_cache
from typing import Final, Literal

Heading = Literal["up", "right", "down", "left"]
HEADINGS: Final[tuple[Heading, ...]] = ("up", "right", "down", "left")
_STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))


@lru_cache(maxsize=8)
def neighbours(size: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the cells next to each cell, in the order of `HEADINGS`."""

    def of(row: int, column: int) -> tuple[int, int, int, int]:
        up, right, down, left = (((row + dr) % size) * size + (column + dc) % size for dr, dc in _STEPS)
        return up, right, down, left

    return tuple(of(row, column) for row in range(size) for column in range(size))


@lru_cache(maxsize=8)
def windows(size: int, radius: int) -> tuple[frozenset[int], ...]:
    """Return the cells that can be seen from each cell: at most `radius` rows and columns away."""
    reach = range(-radius, radius + 1)
    return tuple(
        frozenset(((row + dr) % size) * size + (column + dc) % size for dr in reach for dc in reach)
        for row in range(size)
        for column in range(size)
    )


def offset(size: int, here: int, there: int) -> tuple[int, int]:
    """Return rows down and columns right from one cell to another, each the short way round."""
    rows, columns = (there // size - here // size) % size, (there % size - here % size) % size
    return (rows - size if 2 * rows > size else rows), (columns - size if 2 * columns > size else columns)
