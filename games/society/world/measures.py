"""Measures of a table's success. Exact fractions; None where a measure has no meaning."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from games.core.contract import Amount


class Degrees(Struct, frozen=True):
    """The number of other seats with which a seat shares a coalition: the mean over the seats, and the most."""

    average: Fraction
    most: int


def credit_rate(earned: Sequence[Amount], ceiling: int) -> Fraction | None:
    """Return everybody's earnings together, as a part of the ceiling."""
    return Fraction(sum(earned)) / ceiling if ceiling > 0 else None


def completion_rate(made: Mapping[str, int], optimum: Mapping[str, int]) -> Fraction | None:
    """Return the mean completion, at most 1 each, of the events that happen at the optimum."""
    rates = [min(Fraction(1), Fraction(made.get(event, 0), times)) for event, times in optimum.items() if times > 0]
    return sum(rates, Fraction(0)) / len(rates) if rates else None


def fairness(earned: Sequence[Amount]) -> Fraction | None:
    """Return 1 less the Gini coefficient of the seats' earnings: 1 when all earned the same. None without earnings."""
    total = Fraction(sum(earned))
    if total <= 0:
        return None
    apart = sum((abs(Fraction(one) - other) for one in earned for other in earned), Fraction(0))
    return 1 - apart / (2 * len(earned) * total)


def degrees(groups: Collection[Collection[int]], seats: int) -> Degrees:
    """Return the degrees of the graph that joins two seats when some group holds both."""
    allies: list[set[int]] = [set() for _ in range(seats)]
    for group in groups:
        for seat in group:
            allies[seat] |= set(group) - {seat}
    counts = [len(others) for others in allies]
    return Degrees(Fraction(sum(counts), seats), max(counts))
