"""Planes of possible deals: what each pays both sides, the Pareto frontier, and the notable points."""

from collections.abc import Collection, Iterable, Sequence

from games.core.plots import Axis, Plane, Spot

Pair = tuple[int, int]
GRID = 20
"""Cells along a side of the plane; of many dots each cell keeps one."""


def plane(
    whose: tuple[str, str],
    unit: str,
    dots: Iterable[Pair],
    frontier: Sequence[Pair],
    spots: Sequence[Spot],
    dots_name: str = "possible deals",
    frontier_name: str = "Pareto frontier",
) -> Plane:
    """Return a plane with axes that hold every point. `whose` are both sides, as owners: `your`, `the AI's`."""
    apart = set(dots).difference(frontier)
    points = [*apart, *frontier, *((spot.x, spot.y) for spot in spots)]
    firsts, seconds = zip(*points, strict=True)
    x, y = Axis(f"{whose[0]} {unit}", *_ends(firsts)), Axis(f"{whose[1]} {unit}", *_ends(seconds))
    return Plane(x, y, spread(apart), tuple(frontier), tuple(spots), dots_name, frontier_name)


def near(
    dots: Iterable[Pair], frontier: Sequence[Pair], spots: Sequence[Spot]
) -> tuple[tuple[Pair, ...], tuple[Spot, ...]] | None:
    """Return the dots and spots near a frontier and the end of a game, if these are far from everything else; None
    where the whole plane is worth seeing: without a deal, or if the frontier is wide.
    """
    ends = [(spot.x, spot.y) for spot in spots if spot.kind != "none"]
    if not any(spot.kind == "end" for spot in spots):
        return None
    lows = []
    for at in (0, 1):
        values = [point[at] for point in (*frontier, *ends)]
        lows.append(min(values) - max(max(values) - min(values), max(values) // 8))
    if min(lows) <= 0:
        return None
    inside = tuple(dot for dot in dots if dot[0] >= lows[0] and dot[1] >= lows[1])
    return inside, tuple(spot for spot in spots if spot.kind != "none")


def _ends(values: Sequence[int]) -> Pair:
    """Return the range of some values, of at least one unit."""
    low = min(values)
    return low, max(max(values), low + 1)


def spread(points: Collection[Pair]) -> tuple[Pair, ...]:
    """Return some of the points in order, spread like all of them: of many, the least in each cell of a grid."""
    if len(points) <= GRID * GRID // 2:
        return tuple(sorted(points))
    (left, right), (low, high) = ((min(values), max(values) + 1) for values in zip(*points, strict=True))
    wide, tall = right - left, high - low
    cells: dict[Pair, Pair] = {}
    for point in points:  # thousands of them, while a chat waits for its card: too many to sort
        cell = (point[0] - left) * GRID // wide, (point[1] - low) * GRID // tall
        if point < cells.setdefault(cell, point):
            cells[cell] = point
    return tuple(sorted(cells.values()))


def spots(end: Spot | None, nash: Pair | None, none: Pair, name: str = "Nash point") -> tuple[Spot, ...]:
    """Return the end of a game, the yardstick and the outcome of no deal, as far as they differ.

    `end` is None without a deal; `name` is that of the yardstick, if it is not the Nash point.
    """
    found = [] if end is None else [end]
    if nash is not None and end is not None and nash == (end.x, end.y):
        found = [Spot(f"{end.name}, the {name}", end.x, end.y)]
    elif nash is not None:
        found.append(Spot(name, *nash, "nash"))
    if end is None or none != (end.x, end.y):
        found.append(Spot("no deal", *none, "none"))
    return tuple(found)


def nash(frontier: Iterable[Pair], none: Pair) -> Pair | None:
    """Return the point with the largest product of gains over `none` (Nash 1950); None if no point pays both. Ties go
    to the larger sum, then to the more equal pair, then to the first side.
    """
    better = [(x, y) for x, y in frontier if x > none[0] and y > none[1]]
    return max(better, key=lambda p: ((p[0] - none[0]) * (p[1] - none[1]), sum(p), min(p), p[0]), default=None)


def left(frontier: Iterable[Pair], end: Pair) -> Pair:
    """Return the gain that each side could still have had, at no cost to the other."""
    better = [(x - end[0], y - end[1]) for x, y in frontier]
    first = max((x for x, y in better if y >= 0), default=0)
    return max(first, 0), max(0, max((y for x, y in better if x >= 0), default=0))


def turned(pairs: Iterable[Pair], swap: bool) -> tuple[Pair, ...]:
    """Return pairs with the reader's side first. `swap`: the reader has the second seat."""
    return tuple([(b, a) for a, b in pairs]) if swap else tuple(pairs)
