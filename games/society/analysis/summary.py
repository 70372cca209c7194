"""Analysis of a finished game, for programs and researchers: total, ceiling, shares and further measures."""

from fractions import Fraction
from typing import Any

from games.society.rules.sharing import weight
from games.society.rules.stage import groups
from games.society.rules.state import State
from games.society.wording.phrases import exact, number
from games.society.world.ceiling import ceiling
from games.society.world.measures import completion_rate, credit_rate, degrees, fairness
from games.society.world.things import TOOLS


def report(state: State) -> dict[str, Any]:
    """Return the keys that programs rely on (`total`, `ceiling`, `shares`), then measures. Shares are exact: `1/3`."""
    terms, made = state.terms, state.world.made
    whole = groups(state)
    abandoned = state.close is not None and state.close.end == "abandoned"
    earned = (Fraction(0),) * len(terms.seats) if abandoned else state.earned
    total, bound = sum(earned, Fraction(0)), ceiling(terms.instance)
    known = degrees([[terms.number(seat) for seat in group.members] for group in whole], len(terms.seats))
    return {
        "total": int(total) if total.denominator == 1 else float(total),
        "ceiling": bound.total,
        "shares": {seat: exact(weight(whole, seat)) for seat in terms.seats},
        "coalitions": [
            {seat: exact(part) for seat, part in zip(group.members, group.weights, strict=True)} for group in whole
        ],
        "game": terms.kind,
        "difficulty": terms.difficulty,
        "made": dict(zip(TOOLS, made, strict=True)),
        "ticks": state.world.tick,
        "credit_rate": _rate(credit_rate(earned, bound.total)),
        "completion_rate": _rate(completion_rate(dict(zip(TOOLS, made, strict=True)), dict(bound.executions))),
        "fairness": _rate(fairness(earned)),
        "average_degree": _rate(known.average),
        "max_degree": known.most,
    }


def _rate(share: Fraction | None) -> str | None:
    """Return a share with two decimals, `0.94`; None where the measure has no meaning."""
    return None if share is None else number(Fraction(round(share * 10_000), 10_000) if share != int(share) else share)
