"""The coach of price bargaining: what else a seat could have done, who may sit opposite, and why it pays."""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Final

from msgspec.structs import replace

from games.bargaining import rules
from games.bargaining.analysis import advice
from games.bargaining.analysis.field import FIELD, GUESS, gain, hidden, number, opponent, price_of
from games.bargaining.rules import BUYER, Accept, BargainingMove, BargainingState, Offer, Reject, other
from games.bargaining.tactics import MANNERS, choose
from games.bargaining.tactics.disposition import expected_zone, grid, plan
from games.bargaining.view import View, view
from games.core.coach import hint as hints
from games.core.coach.analyst import Analyst, Imagined, Told, Turns
from games.core.contract import Act, Seat
from games.core.review import Moment

WIDTH: Final = 0.04
"""A price that is off by this part of the expected zone fits about a third as well."""
FLOOR: Final = 0.03
"""The least that a move fits: people and models play off the field."""
OPENINGS: Final = (1.1, 0.95, 0.8, 0.65, 0.5, 0.35)
"""First demands worth trying, as parts of the expected zone."""
WAYS: Final = (0.0, 0.12, 0.25, 0.4, 0.6, 0.8)
"""Further demands worth trying, as parts of the way from one's last demand to what the other offers."""
_STYLE: Final = MANNERS["normal"]
_SEED: Final = 0


class BargainingAnalyst(Analyst[BargainingState, BargainingMove, View]):
    unit = "cents"
    least = 100.0
    effort = 48_000
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

    def imagine(self, deal: BargainingState, seat: Seat, chance: Random) -> Imagined:
        seen = view(deal, seat)
        if seat == BUYER and seen.seller_cost is None:
            cost = hidden(seen, number(seen), chance)
            kept = (cost if deal.terms.costless else cost // 2) if deal.terms.keeps else 0
            deal = replace(deal, seller_cost=cost - kept, outside_option=kept)
        elif seat != BUYER and seen.buyer_value is None:
            deal = replace(deal, buyer_value=hidden(seen, number(seen), chance))
        opposite = other(seat)
        return Imagined(deal, {opposite: opponent(view(deal, opposite), chance, self.field)})

    def likely(self, view: View, seen: BargainingMove | None, expected: BargainingMove | None) -> float:
        if isinstance(seen, Offer) and isinstance(expected, Offer):
            zone = expected_zone(view, number(view), GUESS)
            return FLOOR + (1 - FLOOR) * exp(-abs(seen.price - expected.price) / max(1, zone * WIDTH))
        return 1.0 if type(seen) is type(expected) else FLOOR

    def continuation(self, view: View) -> Turns:
        """Return a `normal` bargainer that takes whatever pays at the very end."""
        mine = replace(plan(_STYLE, view, _SEED), floor=0)
        return lambda view: Act(choose(_STYLE, view, _SEED, mine))

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
