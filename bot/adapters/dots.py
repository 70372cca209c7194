"""Places for many dots: equal values stand on each other, equal points lie around their middle. Each stays one dot."""

from collections import defaultdict
from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from typing import Final

Point = tuple[float, float]

GOLDEN: Final = pi * (3 - sqrt(5))
"""Angle between neighbours of a spiral that fills a disc evenly (Vogel 1979)."""


def stacked(along: Sequence[float], base: float, room: float, largest: float) -> tuple[float, list[Point]]:
    """Return a radius, and the middle of each dot above `base`: the largest radius with which the highest stack fits
    into `room`. Dots closer than their width share a stack.
    """
    radius = largest
    stacks = _stacks(along, 2 * radius)
    while radius > 1.5 and max(map(len, stacks), default=0) * 2 * radius > room:
        radius *= 0.92
        stacks = _stacks(along, 2 * radius)
    found, least = list[Point](), float("-inf")
    for stack in stacks:
        # A stack stands in the middle of its values, unless that of smaller ones is in the way.
        middle = max((stack[0] + stack[-1]) / 2, least)
        found += [(middle, base - radius * (2 * height + 1)) for height in range(len(stack))]
        least = middle + 2 * radius
    return radius, found


def _stacks(along: Sequence[float], width: float) -> list[list[float]]:
    """Return values in stacks from left to right: those less than a width from its first share a stack (Wilkinson
    1999, "Dot plots").
    """
    made: list[list[float]] = []
    for x in sorted(along):
        if not made or x - made[-1][0] >= width:
            made.append([])
        made[-1].append(x)
    return made


def gathered(points: Sequence[Point], radius: float) -> list[Point]:
    """Return a place for each of some points: those at one spot lie around it in a spiral."""
    many: dict[Point, int] = defaultdict(int)
    found = []
    for x, y in points:
        n = many[x, y]
        many[x, y] += 1
        away = radius * 1.75 * sqrt(n)
        found.append((x + away * cos(n * GOLDEN), y + away * sin(n * GOLDEN)))
    return found
