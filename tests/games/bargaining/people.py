"""A bargainer who plays as people mostly do: opens with room, gives a part of what is left, and stops short of its own
number.
"""

from random import Random

from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer, Reject
from games.bargaining.view import View
from games.core.contract import rng

_NOTCH = 50


class Person:
    """One bargainer with a private number, drawn from a seed.

    It opens a quarter to half of the way between its number and the bound of prices off, gives 25 to 50 % of what is
    left at each offer, most of it at the last, and keeps 1 to 8 % of the way. At the end it takes whatever leaves it
    something.
    """

    def __init__(self, seed: int) -> None:
        chance: Random = rng(seed, "person")
        self.opening, self.keeps = chance.uniform(0.25, 0.5), chance.uniform(0.01, 0.08)
        self.pace, self.takes = chance.uniform(0.25, 0.5), chance.randint(20, 200)

    def move(self, view: View) -> BargainingMove:
        own, side = (view.buyer_value, 1) if view.who == BUYER else (view.reservation, -1)
        assert own is not None
        offered = (own - view.standing.price) * side if view.standing else None
        if view.last and offered is not None:
            return Accept() if offered >= self.takes else Reject()
        price = self._price(view, own, side)
        return Accept() if offered is not None and offered >= max(1, (own - price) * side) else Offer(price)

    def _price(self, view: View, own: int, side: int) -> int:
        way = abs(own - (view.terms.lowest if side == 1 else view.terms.highest))
        made = [offer.price for offer in view.offers if offer.seat == view.who]
        if not made:
            return round((own - side * self.opening * way) / _NOTCH) * _NOTCH
        rest = (own - made[-1]) * side - self.keeps * way
        step = rest * (self.pace if view.terms.rounds - len(view.offers) > 2 else max(self.pace, 0.75))
        return made[-1] + side * round(max(0.0, step) / _NOTCH) * _NOTCH
