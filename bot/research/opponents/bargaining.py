"""Attacks on the analytic bargainers: families of demands on a grid, and a linear learner.

A demand is a gain of the attacker, as a share of the surplus that its seat expects at the deal (the true one where the
other's number is known). Every attacker takes what its own next offer would ask for, and anything that pays at the end.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from random import Random
from typing import Any, Final

from msgspec import Struct

from bot.research.opponents.attack import Attack, Cell
from bot.research.opponents.duel import Policy, Turns
from games.bargaining.config import BargainingConfig
from games.bargaining.rules import BUYER, SEATS, SELLER, Accept, BargainingMove, BargainingState, Offer, Reject
from games.bargaining.tactics.disposition import expected_zone
from games.bargaining.view import View
from games.core.contract import Act, Seat, rng

_GUESS: Final = 204
"""The middle of what a bargainer guesses where nothing is disclosed; it only scales the demands."""
_SHARES: Final = (0.24, 0.3, *(share / 100 for share in range(36, 92, 4)))
_RANGES: Final[Mapping[str, str]] = {"cost_low": "30", "cost_high": "50", "value_low": "45", "value_high": "75"}
"""The ranges that the published conditions announce."""
OWN: Final[Mapping[Seat, str]] = {BUYER: "buyer_value", SELLER: "seller_cost"}
"""Setting of a seat's own number."""
_DRAWN: Final[Mapping[Seat, str]] = {BUYER: "uniform(45, 75, 0.50)", SELLER: "uniform(30, 50, 0.50)"}
"""Draw of a seat's own number from the announced range: the other seat's prior of it."""
_BOTH: Final[Mapping[str, str]] = {OWN[SELLER]: _DRAWN[SELLER], OWN[BUYER]: "uniform(50.50, 75, 0.50)"}
"""Draws of both numbers from these ranges that leave a surplus."""


class Seen(Struct, frozen=True):
    """The table as an attacker sees it: demands are shares of the expected surplus, its own and what it is offered.

    `turn` counts its own offers from 0 to `turns` - 1. `final`: nobody can make an offer after its next one.
    """

    turn: int
    turns: int
    made: tuple[float, ...]
    offered: tuple[float, ...]
    final: bool
    seed: int

    @property
    def chance(self) -> Random:
        """Chance of this turn, made where a policy needs it: to seed it takes time, and few do."""
        return rng(self.seed, "attack", len(self.made) + len(self.offered))

    @property
    def time(self) -> float:
        return self.turn / max(1, self.turns - 1)

    @property
    def closing(self) -> bool:
        return self.turn >= self.turns - 1


Demand = Callable[[Seen], tuple[float, float]]
"""The share to ask for next, and the least share to accept now."""


def policy(demand: Demand) -> Policy:
    def begin(seed: int) -> Turns:
        return lambda view: Act(_move(view, seed, demand))

    return begin


def _move(view: View, seed: int, demand: Demand) -> BargainingMove:
    own, side = (view.buyer_value, 1) if view.who == BUYER else (view.reservation, -1)
    assert own is not None, "an attacker sees its own number"
    if view.last and view.standing:
        return Accept() if (own - view.standing.price) * side > 0 else Reject()
    scale = expected_zone(view, own, _GUESS)
    seen = _seen(view, seed, [(own - offer.price) * side / scale for offer in view.offers])
    asked, enough = demand(seen)
    if seen.offered and seen.offered[-1] >= max(0.001, min(asked, enough)):
        return Accept()
    return Offer(max(view.terms.lowest, min(view.terms.highest, own - side * round(asked * scale))))


def _seen(view: View, seed: int, shares: list[float]) -> Seen:
    terms = view.terms
    parity = 0 if terms.order[0] == view.who else 1
    made, offered = tuple(shares[parity::2]), tuple(shares[1 - parity :: 2])
    turns = (terms.rounds + 1 - parity) // 2
    final = terms.offerer_of(terms.rounds) == view.who and len(made) == turns - 1
    return Seen(len(made), turns, made, offered, final, seed)


# --- families ---------------------------------------------------------------------------------------------------------


def _towards(x: float, start: float, exponent: float) -> Demand:
    return lambda seen: (start + (x - start) * seen.time**exponent, x)


def _hold(x: float, start: float) -> Demand:
    return lambda seen: (x if seen.closing else start, x)


def _mirror(x: float, start: float) -> Demand:
    def demand(seen: Seen) -> tuple[float, float]:
        given = max(0.0, seen.offered[-1] - seen.offered[0]) if seen.offered else 0.0
        return max(x, start - given) if not seen.final else x, x

    return demand


def _chance(x: float, start: float) -> Demand:
    return lambda seen: (x if seen.closing else seen.chance.uniform(x, start), x)


def _alternate(x: float, start: float) -> Demand:
    """Feint: show the demand at the end, and take it back until then."""
    return lambda seen: (x if seen.closing or seen.turn % 2 == 0 else start, x)


def _steps(x: float, start: float, ratio: float) -> Demand:
    """Steps that grow or shrink by a ratio, as somebody near a limit, or with much room, would make them."""

    def demand(seen: Seen) -> tuple[float, float]:
        weights = [ratio**turn for turn in range(seen.turns - 1)] or [1.0]
        return start + (x - start) * sum(weights[: seen.turn]) / sum(weights) if seen.turn else start, x

    return demand


def _token(x: float, start: float, step: float) -> Demand:
    """Tiny steps until the last offer."""
    return lambda seen: (x if seen.final else start - step * seen.turn, x)


def _silent(least: float) -> Demand:
    """Nothing but an impossible price; accept what pays enough."""
    return lambda seen: (1.5, least)


FAMILIES: Final[tuple[tuple[str, Callable[..., Demand], tuple[Mapping[str, float], ...]], ...]] = (
    ("repeat", lambda x: _towards(x, x, 1), ({},)),
    ("hold then", _hold, ({"start": 1.0}, {"start": 1.5}, {"start": 0.8})),
    (
        "towards",
        _towards,
        tuple({"start": s, "exponent": e} for s, e in product((0.8, 1.0, 1.5), (0.25, 1.0, 3.0))),
    ),
    ("mirror", _mirror, ({"start": 0.8}, {"start": 1.0})),
    ("random then", _chance, ({"start": 1.0},)),
    ("alternate", _alternate, ({"start": 1.0},)),
    ("steps", _steps, tuple({"start": s, "ratio": r} for s, r in product((0.8, 1.0), (0.2, 0.5, 4.0)))),
    ("token steps", _token, tuple({"start": s, "step": d} for s, d in product((0.75, 1.0), (0.02, 0.06)))),
)


def _named() -> Iterator[tuple[str, Policy]]:
    for name, family, variants in FAMILIES:
        for settings, x in product(variants, _SHARES):
            how = "".join(f", {key} {value:g}" for key, value in settings.items())
            yield f"{name} {x:g}{how}", policy(family(x=x, **settings))
    for least in (0.01, *_SHARES):
        yield f"silent until {least:g}", policy(_silent(least))


# --- the learner ------------------------------------------------------------------------------------------------------

_FEATURES: Final = 10


def _features(seen: Seen) -> tuple[float, ...]:
    """Return the round, the newest offer, the best one, and the last two steps of either side."""
    given = [0.0, 0.0, *(after - before for before, after in pairwise(seen.offered))][-2:]
    gave = [0.0, 0.0, *(before - after for before, after in pairwise(seen.made))][-2:]
    newest = seen.offered[-1] if seen.offered else 0.0
    best = max(seen.offered, default=0.0)
    return (
        1.0,
        2 * seen.time - 1,
        float(seen.closing),
        newest,
        best,
        *(10 * step for step in (*given, *gave)),
        seen.time**4,
    )


def _learned(theta: Sequence[float]) -> Demand:
    def demand(seen: Seen) -> tuple[float, float]:
        features = _features(seen)
        asked = 0.65 + 0.15 * sum(w * f for w, f in zip(theta[:_FEATURES], features, strict=True))
        enough = 0.55 + 0.15 * sum(w * f for w, f in zip(theta[_FEATURES:], features, strict=True))
        return min(2.0, max(0.0, asked)), max(0.05, enough)

    return demand


class BargainingAttack(Attack):
    """Attacks on one seat of a bargaining game: shares of the true surplus, 0 without a deal."""

    game = "bargaining"
    width = 2 * _FEATURES

    def cells(self, wrote: Mapping[str, str]) -> tuple[Cell, ...]:
        """Return both seats, both orders and every information with the numbers as set; then, in private information,
        either number and both drawn.
        """
        axes = {"information": ("exact", "range", "none"), "first": ("seller", "buyer")}
        varied = {key: values for key, values in axes.items() if key not in wrote}
        worlds = [{**wrote, **dict(zip(varied, values, strict=True))} for values in product(*varied.values())]
        draws = ({OWN[BUYER]: _DRAWN[BUYER]}, {OWN[SELLER]: _DRAWN[SELLER]}, _BOTH)
        free = [{**_RANGES, **draw} for draw in draws if not draw.keys() & wrote.keys()]
        private = [world for world in worlds if world["information"] != "exact"]
        drawn = [{**draw, **world} for draw, world in product(free, private)]
        return tuple(Cell(world, seat) for world in (*worlds, *drawn) for seat in SEATS)

    def families(self, config: Any, seat: Seat) -> Iterable[tuple[str, Policy]]:
        return _named()

    def learner(self, theta: Sequence[float]) -> Policy:
        return policy(_learned(theta))

    def score(self, config: BargainingConfig, state: BargainingState, seat: Seat) -> float:
        """Return the seat's part of the surplus; 0 where no price pays both."""
        ended, zone = state.ended, config.buyer_value - config.reservation
        if ended is None or not self.dealt(config, state) or zone <= 0:
            return 0.0
        gain = ended.earnings[SEATS.index(seat)] - (0 if seat == BUYER else config.outside_option)
        return gain / zone

    def dealt(self, config: BargainingConfig, state: BargainingState) -> bool:
        return state.closing is not None and state.closing.how == "accepted"


ATTACK: Final = BargainingAttack()
