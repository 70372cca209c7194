"""The figures of many games: means with their standard errors, and their form in JSON.

Numbers are in dollars or in points. The earnings of a single game are texts, as in the result of a played game.
"""

import re
from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

from bot.research.tournament import Outcome, Plan
from games.core.contract import Amount, Seat

_NUMBER = re.compile(r"-?\d+(\.\d+)?")


class Mean:
    """The running mean of a number over the games that have it, and its standard error (Welford's sums)."""

    def __init__(self) -> None:
        self.n = 0
        self._mean = self._squares = 0.0

    def add(self, value: float) -> None:
        self.n += 1
        off = value - self._mean
        self._mean += off / self.n
        self._squares += off * (value - self._mean)

    @property
    def mean(self) -> float | None:
        """The mean; None if no game has the number."""
        return self._mean if self.n else None

    @property
    def se(self) -> float | None:
        """The standard error, from the sample's variance; None for fewer than two games."""
        return sqrt(self._squares / (self.n - 1) / self.n) if self.n > 1 else None

    def written(self) -> dict[str, float | int | None]:
        mean, se = self.mean, self.se
        return {
            "mean": _rounded(mean),
            "se": _rounded(se),
            "games": self.n,
        }


class Tally:
    """Figures of some games: how they ended, and the earnings of each seat and of all seats together. `reported` has,
    by key, the mean of each number in the games' own reports; for true and false values, the share that is true.
    """

    def __init__(self) -> None:
        self.games = self.turns = self.illegal = 0
        self.unit = "points"
        self.ends: Counter[str] = Counter()
        self.earnings: dict[Seat, Mean] = {}
        self.total = Mean()
        self.reported: dict[str, Mean] = {}

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.turns += outcome.turns
        self.illegal += outcome.illegal
        self.unit = outcome.result.unit
        self.ends[outcome.result.end] += 1
        self.total.add(_units(outcome, outcome.total))
        for seat, amount in outcome.result.earnings:
            self.earnings.setdefault(seat, Mean()).add(_units(outcome, amount))
        for key, value in outcome.report.items():
            number = _number(value)
            if number is not None:
                self.reported.setdefault(key, Mean()).add(number)

    @property
    def deal_rate(self) -> float:
        return self.ends["deal"] / self.games if self.games else 0.0

    @property
    def deal_rate_se(self) -> float | None:
        """The standard error of that share; None for fewer than two games."""
        rate = self.deal_rate
        return sqrt(rate * (1 - rate) / (self.games - 1)) if self.games > 1 else None

    def written(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "ends": dict(sorted(self.ends.items())),
            "deal_rate": round(self.deal_rate, 6),
            "earnings": {seat: mean.written() for seat, mean in self.earnings.items()},
            "total": self.total.written(),
            "reported": {key: mean.written() for key, mean in self.reported.items()},
            "turns": self.turns,
            "illegal": self.illegal,
        }


class Book:
    """The outcomes of a plan: a tally for each pairing and one for all, and every game if it is to be `kept`.

    `deals` are tallies, by pairing, of only those games that ended in a deal.
    """

    def __init__(self, plan: Plan, kept: bool) -> None:
        self.plan, self.kept = plan, kept
        self.whole = Tally()
        self.tallies = tuple(Tally() for _ in plan.pairings)
        self.deals = tuple(Tally() for _ in plan.pairings)
        self.games: list[dict[str, Any]] = []

    def add(self, outcome: Outcome) -> None:
        self.whole.add(outcome)
        self.tallies[outcome.pairing].add(outcome)
        if outcome.result.end == "deal":
            self.deals[outcome.pairing].add(outcome)
        if self.kept:
            self.games.append(_game(outcome))

    def written(self, matrix: bool) -> dict[str, Any]:
        """Return the JSON document.

        - `cells`: the figures of each pairing, if there are several or a matrix is requested.
        - `row_seat`, `col_seat`: the seats of a matrix.
        - `ceiling`: the most that all seats together could earn, if the game reports it.
        """
        made: dict[str, Any] = {"game": self.plan.game, "seed": self.plan.seed, "summary": self.whole.written()}
        if "ceiling" in self.whole.reported:
            made["ceiling"] = self.whole.reported["ceiling"].written()["mean"]
        if matrix:
            made["row_seat"], made["col_seat"] = self.plan.pairings[0]
            made["cells"] = self.fields()
        elif len(self.tallies) > 1:
            pairs = zip(self.plan.pairings, self.tallies, strict=True)
            made["cells"] = [{"seats": pairing, **tally.written()} for pairing, tally in pairs]
        return {**made, "games": self.games}

    def fields(self) -> list[dict[str, Any]]:
        """Return the fields of a matrix: over all games, those without a deal included, and over `deals` alone."""
        triples = zip(self.plan.pairings, self.tallies, self.deals, strict=True)
        return [_field(pairing, tally, deals) for pairing, tally, deals in triples]


def _field(pairing: Mapping[str, str], tally: Tally, deals: Tally) -> dict[str, Any]:
    """Return one field of a matrix: mean points over its games, agreement 0 to 1, `…_se` standard errors."""
    (row_seat, row), (col_seat, col) = pairing.items()
    return {
        "row": row,
        "col": col,
        **_points(tally, row_seat, col_seat),
        "agreement": round(tally.deal_rate, 6),
        "agreement_se": _rounded(tally.deal_rate_se),
        "ends": dict(sorted(tally.ends.items())),
        "illegal": tally.illegal,
        "reported": {key: mean.written() for key, mean in tally.reported.items()},
        "deals": {
            **_points(deals, row_seat, col_seat),
            "reported": {key: mean.written() for key, mean in deals.reported.items()},
        },
    }


def _points(tally: Tally, row_seat: str, col_seat: str) -> dict[str, Any]:
    mine, yours = (tally.earnings.get(Seat(seat), Mean()) for seat in (row_seat, col_seat))
    named = {"row_points": mine, "col_points": yours, "joint": tally.total}
    errors = {"row_se": mine, "col_se": yours, "joint_se": tally.total}
    return (
        {key: _rounded(mean.mean) for key, mean in named.items()}
        | {"games": tally.games}
        | {key: _rounded(mean.se) for key, mean in errors.items()}
    )


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)


def _game(outcome: Outcome) -> dict[str, Any]:
    total = round(_units(outcome, outcome.total), 6)
    return {
        "total": int(total) if total.is_integer() else total,
        "turns": outcome.turns,
        **outcome.report,
        "index": outcome.index,
        "seed": outcome.seed,
        "seats": outcome.seats,
        "end": outcome.result.end,
        "earnings": outcome.result.written(),
        "illegal": outcome.illegal,
    }


def _units(outcome: Outcome, amount: Amount) -> float:
    return float(amount) / 100 if outcome.result.unit == "cents" else float(amount)


def _number(value: Any) -> float | None:
    """Return the number in a report's value, if it is one: money is text there, true counts as 1."""
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value) else None
    return float(value) if isinstance(value, int | float) else None
