"""Scores of a finished game, for each side. docs/bench.md defines them game by game.

`quality` is own success from 0 to 100; `share` is own success on the scale in which both sides are compared; `joint`
is what both sides reached of the best that they could have reached together.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from games.bargaining.rules import BUYER
from games.core.contract import Result, Seat
from games.dealornodeal.domain.deals import points
from games.trading.analysis.summary import most_gain
from games.trading.config import SEATS as TRADERS
from games.trading.domain import RESOURCES


class Score(Struct, frozen=True):
    """The score of one side.

    - `share`: own success from 0 (what one has without a deal) to 1; negative for a loss.
    - `joint`: the part of the best joint outcome that was reached.
    - `regret`: quality that was still to be had, given what the other side got or would have agreed to; None where no
      solver tells.
    - `lost`: the outcome is worse than no deal.
    - `deadlock`: no deal, although one would have served both.
    """

    quality: float
    share: float
    joint: float
    regret: float | None
    lost: bool
    deadlock: bool


class Ended(Struct, frozen=True):
    """A finished game. `report` is the game's own; `best` what the best reply gets from this opponent in this seat."""

    game: str
    config: Any
    result: Result
    report: Mapping[str, Any]
    best: float | None = None

    def earned(self, seat: Seat) -> float:
        return float(dict(self.result.earnings)[seat])


def score(ended: Ended, seat: Seat) -> Score:
    """Return the score of a seat."""
    return _SCORES[ended.game](ended, seat)


def _bargaining(ended: Ended, seat: Seat) -> Score:
    config = ended.config
    zone = config.buyer_value - config.reservation
    without = 0 if seat == BUYER else config.outside_option
    share = (ended.earned(seat) - without) / zone
    quality = max(0.0, 100 * share / (ended.best or 1))
    regret = max(0.0, 100 - quality) if ended.best is not None else None
    deal = ended.result.end == "deal"
    return Score(quality, share, float(deal), regret, share < 0, not deal and zone > 0)


def _trading(ended: Ended, seat: Seat) -> Score:
    start, values = ended.report["start"], ended.report["values"]
    other = TRADERS[1 - TRADERS.index(seat)]
    most = _most(start, values, seat, other)
    gain = ended.report["gain"][seat]
    share = gain / most if most else 1.0
    left = ended.report["left_on_the_table"][seat]
    best = ended.report["best_joint_gain"]
    joint = ended.report["joint_gain"] / best if best else 1.0
    regret = 100 * left / most if most else 0.0
    return Score(max(0.0, 100 * share), share, joint, regret, gain < 0, ended.report["trades"] == 0 and best > 0)


def _most(
    start: Mapping[str, Mapping[str, int]], values: Mapping[str, Mapping[str, int]], seat: Seat, other: Seat
) -> int:
    """Return the most that a seat can gain by one swap at no loss to the other, from the goods of the deal."""
    tables = (start[seat], start[other], values[seat], values[other])
    return most_gain(*(tuple(table[name] for name in RESOURCES) for table in tables))


def _balloon(ended: Ended, seat: Seat) -> Score:
    report = ended.report
    own, most = report["importance"][seat], report["optimum"][seat]
    share = own / most if most else 1.0
    regret = 100 * report["left_on_the_table"][seat] / most if most else 0.0
    joint = (report["harmonic_mean"] / report["best_harmonic_mean"]) if report["best_harmonic_mean"] else 1.0
    return Score(100 * share, share, min(joint, 1.0), regret, False, ended.result.end != "deal")


def _dealornodeal(ended: Ended, seat: Seat) -> Score:
    report = ended.report
    names = tuple(report["pool"])
    pool = tuple(report["pool"][name] for name in names)
    other = next(each for each in report["values"] if each != seat)
    mine, yours = (tuple(report["values"][each][name] for name in names) for each in (seat, other))
    most = sum(n * v for n, v in zip(pool, mine, strict=True))
    own, theirs = ended.earned(seat), ended.earned(Seat(other))
    beside = max((a for a, b in points(pool, mine, yours) if b >= theirs), default=own)
    joint = report["joint"] / report["max_joint"] if report["max_joint"] else 1.0
    deadlock = ended.result.end != "deal"
    return Score(100 * own / most, own / most, joint, 100 * max(0.0, beside - own) / most, False, deadlock)


def _society(ended: Ended, seat: Seat) -> Score:
    seats, ceiling = len(ended.result.earnings), ended.report["ceiling"]
    share = ended.earned(seat) * seats / ceiling if ceiling else 1.0
    joint = ended.report["total"] / ceiling if ceiling else 1.0
    return Score(min(100.0, 100 * share), share, joint, None, False, ended.result.end != "deal")


_SCORES: Final[Mapping[str, Callable[[Ended, Seat], Score]]] = {
    "bargaining": _bargaining,
    "trading": _trading,
    "balloon": _balloon,
    "dealornodeal": _dealornodeal,
    "society": _society,
}
