"""Analysis of a context: the best possible deals, and the distance of a deal from them."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

from msgspec import Struct

from games.dealornodeal.config import domain_of
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.domain.deals import egalitarian, frontier, most_joint, nash, points
from games.dealornodeal.rules.state import SEATS, DealState, Ended


class Ceiling(Struct, frozen=True):
    """Means over contexts, exact. Pairs are (first seat, second seat).

    - `own_beside_5`: the most that the first seat can have while the second has at least 5.
    - `both_6`: the share of contexts in which both can have 6 at once.
    - `zero_sum`: the share of contexts in which all deals have the same joint points.
    """

    contexts: int
    deals: Fraction
    pareto_points: Fraction
    joint: Fraction
    nash: tuple[Fraction, Fraction]
    egalitarian_least: Fraction
    egalitarian_joint: Fraction
    fair_utility: Fraction
    own_beside_5: Fraction
    own_beside_6: Fraction
    both_6: Fraction
    both_7: Fraction
    zero_sum: Fraction


def ceiling(contexts: Iterable[Context], fallback: int = 0) -> Ceiling:
    """Return the ceilings of some contexts, by trying every deal. Raises `ValueError` if there are no contexts."""
    rows = [_row(context, fallback) for context in contexts]
    if not rows:
        raise ValueError("a ceiling needs at least one context")
    n = len(rows)
    means = [sum(column, Fraction(0)) / n for column in zip(*rows, strict=True)]
    number, pareto, joint, mine, yours, *others = means
    least, equal, utility_, beside_5, beside_6, both_6, both_7, zero = others
    return Ceiling(
        *(n, number, pareto, joint, (mine, yours)), *(least, equal, utility_, beside_5, beside_6, both_6, both_7, zero)
    )


def _row(context: Context, fallback: int) -> tuple[Fraction | int, ...]:
    pool, (mine, yours) = context.pool, context.values
    pairs = points(pool, mine, yours)
    best, equal = nash(pool, mine, yours, fallback), egalitarian(pool, mine, yours)
    joint = most_joint(pool, mine, yours)
    return (
        len(pairs),
        len(frontier(pool, mine, yours)),
        joint,
        *best,
        min(equal),
        sum(equal),
        max(fair(*pair) for pair in pairs),
        max(a for a, b in pairs if b >= 5) if any(b >= 5 for _, b in pairs) else 0,
        max(a for a, b in pairs if b >= 6) if any(b >= 6 for _, b in pairs) else 0,
        any(min(pair) >= 6 for pair in pairs),
        any(min(pair) >= 7 for pair in pairs),
        joint == min(sum(pair) for pair in pairs),
    )


def utility(mine: int, yours: int, behind: Fraction, ahead: Fraction) -> Fraction:
    """Return x - a·max(0, y - x) - b·max(0, x - y) with a = `behind`, b = `ahead` (Fehr and Schmidt 1999)."""
    return mine - behind * max(0, yours - mine) - ahead * max(0, mine - yours)


FAIR = Fraction(3, 4)


@lru_cache(maxsize=8192)
def fair(mine: int, yours: int) -> Fraction:
    """Return the utility with a = b = 0.75, the fair reward of Chawla et al. (2023)."""
    return utility(mine, yours, FAIR, FAIR)


def is_pareto(context: Context, pair: tuple[int, int]) -> bool:
    """Return whether no division gives one side more and the other no less."""
    return pair in frontier(context.pool, *context.values)


def distance_to_nash(context: Context, pair: tuple[int, int], fallback: int = 0) -> float:
    """Return the straight distance, in points, from a pair to the Nash point."""
    best = nash(context.pool, *context.values, fallback)
    return sqrt((best[0] - pair[0]) ** 2 + (best[1] - pair[1]) ** 2)


def report(state: DealState) -> Mapping[str, Any]:
    """Return the outcome beside the possible ones: whole points and counts, rounded distances in points."""
    context, domain, ended = state.context, domain_of(state.config), state.ended
    names, mine, yours = domain.names, *context.values
    told: dict[str, Any] = {
        "pool": dict(zip(names, context.pool, strict=True)),
        "values": {s: dict(zip(names, v, strict=True)) for s, v in zip(SEATS, context.values, strict=True)},
        "max_joint": most_joint(context.pool, mine, yours),
        "utterances": len(state.spoken),
        "words": sum(len(said.text.split()) for said in state.spoken),
        "cards": state.cards,
        "misread": state.misread,
    }
    if not ended:
        return told
    pair = ended.points
    deal_made = ended.end == "deal"
    return told | {
        "deal": _shares(names, context.pool, ended) if deal_made else None,
        "left": ended.by or None,
        "joint": sum(pair),
        "pareto": deal_made and is_pareto(context, pair),
        "nash_distance": round(distance_to_nash(context, pair, domain.fallback), 4),
        "fair_utility": {SEATS[0]: str(fair(*pair)), SEATS[1]: str(fair(*pair[::-1]))} if deal_made else None,
    }


def _shares(names: tuple[str, ...], pool: tuple[int, ...], ended: Ended) -> dict[str, dict[str, int]]:
    kept = dict(zip(names, ended.keep, strict=True))
    return {SEATS[0]: kept, SEATS[1]: {name: count - kept[name] for name, count in zip(names, pool, strict=True)}}
