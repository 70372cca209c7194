"""Places for many dots: equal values stand on each other, equal points lie around their middle. Each stays one dot."""

from collections import Counter, defaultdict
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
    while radius > 1.5:
        highest = max(Counter(_bin(x, radius) for x in along).values(), default=0)
        if highest * 2 * radius <= room:
            break
        radius *= 0.92
    height: dict[int, int] = defaultdict(int)
    found = []
    for x in sorted(along):
        stack = _bin(x, radius)
        middle = (stack + 0.5) * 2 * radius
        found.append((middle, base - radius * (2 * height[stack] + 1)))
        height[stack] += 1
    return radius, found


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


def _bin(x: float, radius: float) -> int:
    return int(x // (2 * radius))
