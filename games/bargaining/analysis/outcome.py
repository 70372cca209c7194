"""Analysis of a bargaining game: the zone of possible agreement (ZOPA), each side's share of it, and the worth of the
last offer.

The theory assumes complete information and no discount. Then backward induction gives the whole surplus to the side
that may make the last offer, in every subgame-perfect outcome. All amounts are in cents, shares are exact fractions.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from games.bargaining.rules import BUYER, BargainingState, Ended, Terms
from games.core.contract import Seat, written

NOTCH = 50
"""Fair prices are multiples of this, as in the published studies."""


class Outcome(Struct, frozen=True):
    """An ended game against its yardsticks.

    - `zone`: the surplus that a deal creates, negative where no price pays both.
    - `shares`: the parts of it that buyer and seller got; None without a deal or a zone.
    - `last`: the seat that may make the last offer.
    - `equilibrium`: the price if both are perfectly rational; None without a zone.
    """

    zone: int
    shares: tuple[Fraction, Fraction] | None
    last: Seat
    equilibrium: int | None

    @property
    def worth(self) -> int:
        """Return the theoretical worth of the right to the last offer: all of the surplus."""
        return max(self.zone, 0)


def outcome(terms: Terms, ended: Ended) -> Outcome:
    low, high = ended.seller_cost + ended.outside_option, ended.buyer_value
    zone = high - low
    last = terms.offerer_of(terms.rounds)
    equilibrium = None
    if zone >= 0:
        equilibrium = max(low, terms.lowest) if last == BUYER else min(high, terms.highest)
    shares = None
    if zone > 0 and ended.offer and ended.closing.how == "accepted":
        shares = Fraction(high - ended.offer.price, zone), Fraction(ended.offer.price - low, zone)
    return Outcome(zone, shares, last, equilibrium)


def fair_price(low: int, high: int) -> int:
    """Return the middle of two prices, rounded to `NOTCH` if that stays between them, else to the cent."""
    middle = (low + high) // 2
    fair = (middle + NOTCH // 2) // NOTCH * NOTCH
    return fair if min(low, high) <= fair <= max(low, high) else middle


def examples(low: int, high: int) -> tuple[int, ...]:
    """Return up to three prices to explain a game by: the fair one, and a fifth of the zone from either end."""
    fifth = (high - low + 2) // 5
    return tuple(dict.fromkeys((fair_price(low, high), low + fifth, high - fifth)))


def report(state: BargainingState) -> Mapping[str, Any]:
    """Return further keys of a result: money and shares as texts, counts as numbers, None where a key is void."""
    ended = state.ended
    if ended is None:
        return {}
    found = outcome(state.terms, ended)
    buyer, seller = found.shares or (None, None)
    return {
        "price": _money(ended.offer.price) if ended.offer and ended.closing.how == "accepted" else None,
        "rounds": len(state.offers),
        "buyer_value": _money(ended.buyer_value),
        "seller_cost": _money(ended.seller_cost),
        "outside_option": _money(ended.outside_option),
        "zopa": _money(found.zone),
        "buyer_share": None if buyer is None else written(buyer, "points"),
        "seller_share": None if seller is None else written(seller, "points"),
        "last_offer": found.last,
        "last_offer_worth": _money(found.worth),
        "equilibrium_price": None if found.equilibrium is None else _money(found.equilibrium),
        "offers": [{"round": o.round, "seat": o.seat, "price": _money(o.price)} for o in state.offers],
    }


def _money(cents: int) -> str:
    return written(cents, "cents")
