"""Analysis of a finished game: shares of each side's optimum, the score, and unused gains."""

from fractions import Fraction
from typing import Any

from msgspec import Struct

from games.balloon.analysis.frontier import Together, most_beside, together
from games.balloon.config import SEATS
from games.balloon.domain import harmonic, optimum, total
from games.balloon.rules import Close, State, efforts_of

Pair = tuple[int, ...]


class Summary(Struct, frozen=True):
    """The outcome of a game against its yardsticks. Pairs are in the order of the seats.

    - `values`: the importances of the deal.
    - `optimum`: the most that each side could have had alone; `shares`: `values` as parts of it.
    - `score`: the harmonic mean of the shares, as a part of the best that both could reach.
    - `left`: the gain that each side could still have had at no cost to the other; a lower bound unless
      `left_is_exact`.
    """

    values: tuple[int, int]
    optimum: tuple[int, int]
    shares: tuple[Fraction, Fraction]
    mean: Fraction
    score: Fraction
    best: Together
    left: tuple[int, int]
    left_is_exact: bool


def summary(efforts: Pair, limit: int, importance: tuple[Pair, Pair], close: Close) -> Summary:
    items = close.deal.items if close.deal is not None else 0
    a, b = (total(table, items) for table in importance)
    best = together(efforts, limit, importance)
    first, second = (optimum(efforts, table, limit).value for table in importance)
    shares = _share(a, first), _share(b, second)
    mean = harmonic(a, b, (first, second))
    score = min(mean / best.best, Fraction(1)) if best.best else Fraction(int(close.deal is not None))
    left, exact = _left(efforts, limit, importance, best, (a, b))
    return Summary((a, b), (first, second), shares, mean, score, best, left, exact)


def _share(value: int, most: int) -> Fraction:
    return Fraction(value, most) if most else Fraction(1)


def _left(
    efforts: Pair, limit: int, importance: tuple[Pair, Pair], best: Together, values: tuple[int, int]
) -> tuple[tuple[int, int], bool]:
    a, b = values
    if best.front:
        first = max((x for x, y in best.front if y >= b), default=a) - a
        second = max((y for x, y in best.front if x >= a), default=b) - b
        return (first, second), True
    one, other = importance
    more, sure = most_beside(efforts, limit, one, other, a, b)
    also, certain = most_beside(efforts, limit, other, one, b, a)
    return (more - a, also - b), sure and certain


def report(state: State) -> dict[str, Any]:
    """Return the keys for programs and the analysis. Shares, means and the score run to 100."""
    close = state.close
    if close is None:
        return {}
    efforts = efforts_of(state.items)
    found = summary(efforts, state.limit, state.importance, close)
    kept = close.deal.items if close.deal is not None else 0
    missing = close.why in ("protocol", "left", "clock")
    return {
        "set": [item.name for k, item in enumerate(state.items) if kept >> k & 1],
        "score": None if missing else hundred(found.score),
        "effort": total(efforts, kept),
        "importance": _by_seat(*found.values),
        "optimum": _by_seat(*found.optimum),
        "share": _by_seat(*map(hundred, found.shares)),
        "harmonic_mean": hundred(found.mean),
        "best_harmonic_mean": hundred(found.best.best),
        "limit": state.limit,
        "best_is_exact": found.best.exact,
        "best_set": [item.name for k, item in enumerate(state.items) if found.best.items >> k & 1],
        "pareto": _pareto(found) if close.deal is not None else None,
        "left_on_the_table": _by_seat(*found.left),
        "left_is_exact": found.left_is_exact,
        "messages": len(state.history),
        "proposals": state.proposals,
        "faults": _by_seat(*state.slips),
        "why": close.why,
    }


def _pareto(found: Summary) -> bool | None:
    """Return whether neither side could gain at no cost to the other; None if that is not known."""
    if any(found.left):
        return False
    return True if found.left_is_exact else None


def hundred(share: Fraction) -> float:
    """Return a share as a number up to 100 with two decimals."""
    return round(share * 10_000) / 100


def _by_seat(first: object, second: object) -> dict[str, object]:
    return {SEATS[0]: first, SEATS[1]: second}
