"""The Pareto frontier of all swaps together: what one side can gain at each gain of the other."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from msgspec.structs import astuple

from games.core.planes import Pair
from games.trading.domain import worth
from games.trading.view import Cards

MOST: Final = 60_000
"""Points of worth in the game, at one side's values, up to which the frontier is worked out. Drawn games have at most
about 10,000.
"""


def frontier(cards: Cards) -> tuple[Pair, ...]:
    """Return the undominated pairs of gains, the first seat's greatest first; () where goods are worth too many points.

    A bounded knapsack: for each worth that the first seat can hold, the most that the rest is worth to the second.
    """
    first, second = (astuple(values) for values in cards.values)
    pool = tuple(a + b for a, b in zip(*map(astuple, cards.start), strict=True))
    if sum(value * count for value, count in zip(first, pool, strict=True)) > MOST:
        return ()
    best: list[int] = [0]
    for value, other, count in zip(first, second, pool, strict=True):
        best = _widened(best, value, other, count)
    had = [worth(goods, values) for goods, values in zip(cards.start, cards.values, strict=True)]
    found: list[Pair] = []
    for total in range(len(best) - 1, -1, -1):
        rest = best[total]
        if rest >= 0 and (not found or rest - had[1] > found[-1][1]):
            found.append((total - had[0], rest - had[1]))
    return tuple(found)


def _widened(best: Sequence[int], value: int, other: int, count: int) -> list[int]:
    """Return the table with one more resource of this many units; -1 where a worth cannot be reached.

    For each remainder the best number of units moves in a window, whose candidates a queue keeps in falling order.
    """
    if not value:
        return [rest + other * count if rest >= 0 else -1 for rest in best]
    made = [-1] * (len(best) + value * count)
    for remainder in range(min(value, len(made))):
        queue: deque[Pair] = deque()
        for step, total in enumerate(range(remainder, len(made), value)):
            rest = best[total] if total < len(best) else -1
            if rest >= 0:
                level = rest + other * step
                while queue and queue[-1][1] <= level:
                    queue.pop()
                queue.append((step, level))
            if queue and queue[0][0] < step - count:
                queue.popleft()
            if queue:
                made[total] = queue[0][1] + other * (count - step)
    return made
