"""The coach of price bargaining: what else a seat could have done, who may sit opposite, and why it pays."""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Final

from msgspec.structs import replace

from games.bargaining import rules
from games.bargaining.analysis import advice
from games.bargaining.analysis.clock import GUESS
from games.bargaining.analysis.field import FIELD, Prior, gain, number, price_of, turns
from games.bargaining.rules import BUYER, Accept, BargainingMove, BargainingState, Offer, Reject, other
from games.bargaining.tactics import MANNERS
from games.bargaining.tactics.bargainer import ACCEPT, REJECT, Bargainer, Committed, place_of
from games.bargaining.tactics.disposition import expected_zone, grid, plan
from games.bargaining.view import View, view
from games.core.coach import hint as hints
from games.core.coach.analyst import Analyst, Decision, Imagined, SeatCase, SeatWorld, Told, Turns
from games.core.coach.sample import World
from games.core.contract import Act, Event, Moved, Seat
from games.core.review import Moment, Past

WIDTH: Final = 0.04
"""A price that is off by this part of the expected zone fits about a third as well."""
FLOOR: Final = 0.03
"""The least that a move fits: people and models play off the field."""
OPENINGS: Final = (1.1, 0.95, 0.8, 0.65, 0.5, 0.35)
"""First demands worth trying, as parts of the expected zone."""
WAYS: Final = (0.0, 0.12, 0.25, 0.4, 0.6, 0.8)
"""Further demands worth trying, as parts of the way from one's last demand to what the other offers."""
ENDINGS: Final = (0.5, 0.25, 0.1, 0.0)
"""Last own offers of a rollout, as parts of the way from what the other offers to one's own last demand. That of a
player who holds against somebody who stood still would charge the seat with its own stubbornness.
"""
_STYLE: Final = MANNERS["hard"]
_SEED: Final = 0
KEPT: Final = 3
"""Worlds that are tried for each one wanted: to draw one takes about as long as to try three options in it."""


class BargainingAnalyst(Analyst[BargainingState, BargainingMove, View]):
    unit = "cents"
    least = 100.0
    mildest = "mistake"
    effort = 170_000
    apply = staticmethod(rules.apply)
    turn = staticmethod(rules.turn)
    result = staticmethod(rules.result)
    view = staticmethod(view)

    def __init__(self, field: Mapping[str, int] = FIELD) -> None:
        self.field = field

    def blank(self, deal: BargainingState, seat: Seat) -> BargainingState:
        seen = view(deal, seat)
        return replace(
            deal,
            buyer_value=seen.buyer_value or 0,
            seller_cost=seen.seller_cost or 0,
            outside_option=seen.outside_option or 0,
        )

    def alternatives(self, view: View, played: BargainingMove) -> Sequence[Act[BargainingMove]]:
        own = number(view)
        if view.last:
            return (Act(Accept()), Act(Reject()))
        standing = max(0, gain(view, own, view.standing.price)) if view.standing else 0
        zone = expected_zone(view, own, GUESS)
        step = grid(zone)
        mine = played.price if isinstance(played, Offer) else None
        acts: list[Act[BargainingMove]] = [Act(Accept())] if standing else []
        for wanted in _demands(view, own, zone, step, standing):
            price = price_of(view, own, wanted)
            if gain(view, own, price) > standing and (mine is None or abs(price - mine) >= 2 * step):
                acts.append(Act(Offer(price)))
        return acts

    def case(self, past: Past, seat: Seat) -> SeatCase:
        return Case(self, self.blank(past[0][0], seat), tuple(event for _, event in past), seat)

    def imagine(self, deal: BargainingState, seat: Seat, chance: Random) -> Imagined:
        deal, player = Prior(deal, seat, self.field).draw(chance)
        return Imagined(deal, {other(seat): turns(player)})

    def likely(self, view: View, seen: BargainingMove | None, expected: BargainingMove | None) -> float:
        if isinstance(seen, Offer) and isinstance(expected, Offer):
            return fit(seen.price - expected.price, expected_zone(view, number(view), GUESS))
        return 1.0 if type(seen) is type(expected) else FLOOR

    def continuations(self, view: View) -> Sequence[Turns]:
        return tuple(map(turns, self.going_on(view)))

    def going_on(self, view: View) -> Sequence[Bargainer]:
        """Return a `hard` bargainer that takes whatever pays at the very end, and the same with other last offers."""
        mine = replace(plan(_STYLE, view, _SEED), floor=0)
        usual = Committed(place_of(view.terms, view.who), _STYLE, view, _SEED, mine)
        return (usual, *(Ending(usual, part) for part in ENDINGS))

    def worth(self, state: BargainingState, seat: Seat) -> float:
        closing = state.closing
        if closing is None or closing.how != "accepted":
            return 0.0
        price = state.offers[-1].price
        return float(state.buyer_value - price if seat == BUYER else price - state.seller_cost - state.outside_option)

    def tell(self, told: Told) -> Moment:
        return advice.moment(told)

    def then(self, view: View, better: BargainingMove, ends: Sequence[tuple[BargainingState, float]]) -> str:
        return advice.then(view, better, ends)


def fit(off: int, zone: int) -> float:
    """Return the fit of a price that is off by so many cents."""
    return FLOOR + (1 - FLOOR) * exp(-abs(off) / max(1, zone * WIDTH))


class Ending(Bargainer):
    """A player that asks for part of the way from what the other offers to its own last demand, with its last offer."""

    def __init__(self, usual: Committed, part: float) -> None:
        super().__init__(usual.place, usual.own)
        self.usual, self.part = usual, part

    def move(self, prices: Sequence[int]) -> int:
        move, place = self.usual.move(prices), self.place
        if move < 0 or place.left[len(prices)] > 1 or len(prices) < 2:
            return move
        theirs, mine = (max(0, place.sign * (prices[at] - self.own)) for at in (-1, -2))
        gain = theirs + self.part * max(0, mine - theirs)
        if gain == theirs > 0:
            return ACCEPT
        return self.own + place.sign * round(gain / self.usual.step) * self.usual.step


def number_of(move: BargainingMove | None) -> int:
    """Return a move as a number: its price, `ACCEPT` or `REJECT`."""
    return move.price if isinstance(move, Offer) else ACCEPT if isinstance(move, Accept) else REJECT


class Case(SeatCase):
    """A game as one seat saw it, with its offers as plain prices."""

    def __init__(
        self, analyst: BargainingAnalyst, deal: BargainingState, events: tuple[Event, ...], seat: Seat
    ) -> None:
        super().__init__(analyst, deal, events, seat)
        self.kept = KEPT
        self.prior = Prior(deal, seat, analyst.field)
        self.mine = analyst.going_on(view(deal, seat))
        self.sign, self.limit = self.mine[0].place.sign, self.mine[0].own
        self._next: dict[tuple[int, ...], int] = {}

    def judge(self, decisions: Sequence[Decision]) -> None:
        super().judge(decisions)
        self.offers = [[offer.price for offer in decision.view.offers] for decision in self.decisions]

    def world(self, chance: Random) -> World:
        return Light(self, *self.prior.draw(chance))

    def own(self, prices: Sequence[int], way: int) -> int:
        """Return the seat's next move after these prices. Many worlds look alike to it."""
        key = (way, *prices)
        if key not in self._next:
            self._next[key] = self.mine[way].move(prices)
            self.moves += 1
        return self._next[key]


class Light(SeatWorld):
    """An imagined world on plain prices. Only the ends that are told are played by the rules."""

    def __init__(self, case: Case, deal: BargainingState, player: Bargainer) -> None:
        super().__init__(case, Imagined(deal, {case.prior.other: turns(player)}))
        self.prices, self.player = case, player
        self.zone = case.prior.zone(view(deal, case.prior.other), player.own)
        self._fits = [1.0]

    def likelihood(self, point: int) -> float:
        offers, first, fits = self.prices.offers[point], self.prices.prior.place.first, self._fits
        heard = (len(offers) - first + 1) // 2
        while len(fits) <= heard:
            at = first + 2 * len(fits) - 2
            expected = self.player.move(offers[:at])
            self.case.moves += 1
            fits.append(fits[-1] * (fit(offers[at] - expected, self.zone) if expected >= 0 else FLOOR))
        return fits[heard]

    def earned(self, point: int, option: int, way: int) -> float:
        """Return the seat's earnings if it takes this option and then plays on in this way."""
        case, prices = self.prices, list(self.prices.offers[point])
        agreed = self._agreed(prices, number_of(case.decisions[point].acts[option].move), way)
        return float(case.sign * (prices[-1] - case.limit)) if agreed else 0.0

    def end(self, point: int, option: int, way: int) -> BargainingState:
        prices, made = list(self.prices.offers[point]), len(self.prices.offers[point])
        move = number_of(self.prices.decisions[point].acts[option].move)
        agreed = self._agreed(prices, move, way)
        state: BargainingState = self._at(point)[0]
        moves: list[BargainingMove] = [*map(Offer, prices[made:]), Accept() if agreed else Reject()]
        for each in moves:
            [mover] = rules.turn(state).awaited
            state = rules.apply(state, Moved(mover, each))
        return state

    def _agreed(self, prices: list[int], move: int, way: int) -> bool:
        """Play a game to its end from this move on; return whether the last of its prices was accepted."""
        case, player = self.prices, self.player
        place = case.prior.place
        while place.lowest <= move <= place.highest:
            prices.append(move)
            theirs = len(prices) % 2 == place.first
            move = player.move(prices) if theirs else case.own(prices, way)
            case.moves += 1
        return move == ACCEPT


def _demands(view: View, own: int, zone: int, step: int, standing: int) -> list[int]:
    """Return the gains worth asking for next, on the grid that people use, the largest first."""
    made = [gain(view, own, offer.price) for offer in view.offers if offer.seat == view.who]
    if not made:
        return [round(part * zone / step) * step for part in OPENINGS]
    top = min(made[-1], zone * 5 // 4)
    asked = {round((top - part * (top - standing)) / step) * step for part in WAYS}
    return sorted(asked | {made[-1]}, reverse=True)


ANALYST: Final = BargainingAnalyst()
review = ANALYST.review
hint = hints.of(ANALYST)
