"""The field of bargaining: the typical opponents by which the coach judges, and what they may hide.

`FIELD` publishes who sits there how often, in per cent: our own bargainers, and people who move by the clock. The
clock-watchers concede from an opening to a limit whatever the other does, evenly, late or early, as time-dependent
tactics do (Faratin, Sierra and Jennings 1998), or repeat one price.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import accumulate
from random import Random
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from games.bargaining.analysis.clock import GUESS, Clock
from games.bargaining.rules import BUYER, BargainingMove, BargainingState, Terms, Told, other
from games.bargaining.tactics import MANNERS
from games.bargaining.tactics.bargainer import JITTER, Bargainer, Committed, place_of, played
from games.bargaining.tactics.disposition import WHOLE, drawn, expected_zone, told
from games.bargaining.view import View, view
from games.core.contract import Act, Seat

FIELD: Final[Mapping[str, int]] = MappingProxyType(
    {"normal": 15, "easy": 10, "tit_for_tat": 10, "fair": 5, "hard": 10, "clock": 50}
)
"""The players of the field, each with its weight in per cent."""
_ODD: Final = 0x9E3779B97F4A7C15
"""A factor that mixes the bits of a seed (Knuth 1998, section 6.4)."""
Turns = Callable[[View], Act[BargainingMove]]


class Prior:
    """All that a seat cannot see, before any move: the other side's number, and its player from a field."""

    def __init__(self, deal: BargainingState, seat: Seat, field: Mapping[str, int]) -> None:
        self.deal, self.seat, self.other = deal, seat, other(seat)
        self.seen = view(deal, seat)
        self.place = place_of(deal.terms, self.other)
        self._hides = (self.seen.seller_cost if seat == BUYER else self.seen.buyer_value) is None
        self._names, self._bounds = tuple(field), tuple(accumulate(field.values()))
        self._guessed = 2 * expected_zone(_untold(self.seen), number(self.seen), GUESS)
        self._zones: dict[int, int] = {}

    def draw(self, chance: Random) -> tuple[BargainingState, Bargainer]:
        """Return a deal with its hidden number, and a player for the other seat."""
        deal = self._dealt(hidden(self.seen, self._guessed, chance)) if self._hides else self.deal
        first = view(deal, self.other)
        place = chance.random()
        name = self._names[bisect_right(self._bounds, place * self._bounds[-1])]
        if name == "clock":
            own = number(first)
            return deal, Clock(self.place, own, self.zone(first, own), chance)
        manner, seed = MANNERS[name], int(place * 2**53)
        return deal, _Imagined(self.place, manner, first, seed, drawn(manner, first, chance))

    def zone(self, first: View, own: int) -> int:
        """Return the surplus that the other side expects with this number."""
        if own not in self._zones:
            self._zones[own] = expected_zone(first, own, GUESS)
        return self._zones[own]

    def _dealt(self, drawn: int) -> BargainingState:
        deal = self.deal
        if self.seat != BUYER:
            return replace(deal, buyer_value=drawn)
        kept = (drawn if deal.terms.costless else drawn // 2) if deal.terms.keeps else 0
        return replace(deal, seller_cost=drawn - kept, outside_option=kept)


class _Imagined(Committed):
    """One of our bargainers, whose steps jitter as much, but by its seed alone: a generator would take longer to make
    than a move.
    """

    def _pace(self, made: int) -> int:
        return WHOLE - JITTER + (self.seed * _ODD >> made * 8 % 96) % (2 * JITTER + 1)


def turns(player: Bargainer) -> Turns:
    """Return the turns of a player in the game's own views."""
    return lambda view: Act(played(player.move([offer.price for offer in view.offers])))


def number(view: View) -> int:
    """Return the owner's own number: the buyer's value, or the seller's reservation price."""
    own = view.buyer_value if view.who == BUYER else view.reservation
    assert own is not None, "a seat sees its own number"
    return own


def gain(view: View, own: int, price: int) -> int:
    """Return the gain at a price over no deal, for the owner of the view, in cents."""
    return own - price if view.who == BUYER else price - own


def price_of(view: View, own: int, wanted: int) -> int:
    """Return the price that pays the owner of the view this gain, within the bounds of prices."""
    price = own - wanted if view.who == BUYER else own + wanted
    return min(max(price, view.terms.lowest), view.terms.highest)


def hidden(view: View, guessed: int, chance: Random) -> int:
    """Return a draw of the other's number that the owner of the view cannot see: one of those that leave a surplus.

    A range is drawn from evenly; a claimed one is believed four times in five. Without any disclosure the surplus is
    between nothing and `guessed`, twice what bargainers expect.
    """
    own, known, sign = number(view), told(view), 1 if view.who == BUYER else -1
    if known.how == "range" or (known.how == "claimed" and chance.random() < 0.8):
        found = _within(known, own, sign, chance)
        if found is not None:
            return found
    return max(0, own - sign * (1 + round(chance.random() * guessed)))


def _within(known: Told, own: int, sign: int, chance: Random) -> int | None:
    """Return a number from the announced range, on its step, that leaves a surplus; None if there is none."""
    step = known.step or 1
    low, high = known.low, known.high
    if sign > 0:
        high = min(high, own - 1)
    else:
        low = max(low, known.low + -(-(own + 1 - known.low) // step) * step)
    return low + chance.randrange((high - low) // step + 1) * step if low <= high else None


def _untold(view: View) -> View:
    """Return the view of somebody who was told nothing of the other's number."""
    terms, nothing = view.terms, Told("none")
    buys = view.who == BUYER
    blind = Terms(
        terms.rounds, terms.order, terms.lowest, terms.highest,
        terms.value if buys else nothing, nothing if buys else terms.cost,
        terms.keeps, terms.costless, terms.talkers, terms.table_talk, terms.wide, terms.plain, terms.chat, terms.item,
    )  # fmt: skip
    return View(view.who, blind, view.buyer_value if buys else None, None if buys else view.seller_cost,
                None if buys else view.outside_option, view.offers, None)  # fmt: skip
