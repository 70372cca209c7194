"""The disposition of a bargainer: all that it commits to at the deal, drawn from its own number and its prior alone."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from games.bargaining.rules import BUYER, Told
from games.bargaining.tactics.manners import Manner, Span
from games.bargaining.view import View
from games.core.contract import rng

WHOLE: Final = 1000
_USUAL: Final = 430
"""The target of who would agree to the usual price."""
_GRID: Final = ((10_00, 50), (4_00, 25), (1_00, 5), (0, 1))
"""Steps of prices in cents, by the zone from which they apply: people name such prices at such stakes."""
_GUESS: Final[Span] = (197, 211)
"""Without a disclosure: the expected zone, as a part of the way to the bound of prices and of three fifths of their
span together. Half of the way is the most.
"""
_LAST: Final[Mapping[str, int]] = MappingProxyType({"exact": 15, "range": -10, "claimed": -10, "none": -15})
"""Worth of the last offer: what whoever makes it adds to a target, by what they know of the other's number. Only who
knows what the other can take can press it.
"""
_NOT_LAST: Final[Mapping[str, int]] = MappingProxyType({"exact": -40, "range": 20, "claimed": 20, "none": 125})
"""Addition of the side without the last offer. First offers anchor the more, the less is known (Galinsky and Mussweiler
2001).
"""


class Plan(Struct, frozen=True):
    """The disposition that one bargainer drew for a session.

    - `reservation`: its own number, in cents.
    - `base`, `zone`: the gain of the worst price in its reach, and the surplus above it that it expects, in cents.
    - `start`, `finish`, `floor`: the shares of the zone that it asks for first and at the end, and the least that it
      accepts of the other's last offer, in thousandths.
    - `goodwill`: how much of a step it makes before it has seen the other move, in thousandths.
    - `sure`: the gain in cents below which no pattern of the other's offers moves its own; None where none moves them.
    """

    reservation: int
    zone: int
    start: int
    finish: int
    floor: int
    base: int = 0
    goodwill: int = 500
    sure: int | None = None

    def gain(self, share: int) -> int:
        """Return the gain in cents that this share of the zone pays."""
        return self.base + self.zone * share // WHOLE


def plan(manner: Manner, view: View, seed: int) -> Plan:
    """Return the plan of a session. The seed and facts from before the first offer decide, never an offer."""
    return drawn(manner, view, rng(seed, "plan"))


def drawn(manner: Manner, view: View, draw: Random) -> Plan:
    """Return a plan. It takes six random numbers."""
    own = view.buyer_value if view.who == BUYER else view.reservation
    assert own is not None, "a bargainer sees its own number"
    target, margin = draw.randint(*manner.target), draw.randint(*manner.margin)
    limits = manner.limits if told(view).how == "exact" else manner.unsure or manner.limits
    floor, goodwill = _quantile(limits, draw), draw.randint(*manner.goodwill)
    base, zone = _reachable(view, own, expected_zone(view, own, draw.randint(*_GUESS)))
    terms = view.terms
    edge = (_LAST if terms.offerer_of(terms.rounds) == view.who else _NOT_LAST)[told(view).how]
    finish = max(target + edge * manner.initiative // WHOLE, floor)
    return Plan(own, zone, finish + margin, finish, floor, base, goodwill, _sure(view, own, zone, target))


def told(view: View) -> Told:
    """Return this seat's knowledge of the other's number."""
    return view.terms.cost if view.who == BUYER else view.terms.value


def _quantile(quantiles: tuple[int, ...], draw: Random) -> int:
    """Return a draw from a distribution with these quantiles, even between them."""
    at = draw.randrange(len(quantiles) - 1)
    return draw.randint(quantiles[at], quantiles[at + 1])


def expected_zone(view: View, own: int, guess: int) -> int:
    """Return the surplus that this seat expects before any offer, in cents, at least one."""
    known, terms = told(view), view.terms
    if view.who == BUYER:
        side, bound, theirs, ends = 1, terms.lowest, view.reservation, (known.low, known.high)
    else:
        side, bound, theirs, ends = -1, terms.highest, view.buyer_value, (-known.high, -known.low)
    zone = 0
    if known.how == "exact" and theirs is not None:
        zone = (own - theirs) * side
    elif known.how in ("range", "claimed"):
        zone = _within(own * side - ends[0], own * side - ends[1])
    if zone > 0:
        return zone
    way, span = (own - bound) * side, terms.highest - terms.lowest
    usual = _within(way - span // 4, way - span // 2)
    return max(1, min(usual or way // 4, (5 * way + 3 * span) * guess // (5 * WHOLE)))


def _within(most: int, least: int) -> int:
    """Return the surplus to expect of a zone between two sizes; 0 if there is none.

    Zones under two fifths of the best are not worth planning for, unless the mean and what is certain say less.
    """
    hoped = (most + max(least, most * 2 // 5)) // 2
    return max(0, most // 3, min(hoped, (most + least) // 2 + max(0, least)))


def _sure(view: View, own: int, zone: int, target: int) -> int | None:
    """Return the gain that a target asks for when the usual price is all that is left to go by: what is disclosed to
    both lets both think of that price.
    """
    if told(view).how == "exact":
        return None
    usual = (_middle(view, view.terms.cost, view.reservation) + _middle(view, view.terms.value, view.buyer_value)) // 2
    left = max(0, own - usual if view.who == BUYER else usual - own)
    return left * target // _USUAL + grid(zone)


def _middle(view: View, known: Told, number: int | None) -> int:
    """Return the middle of what both sides know of a number."""
    if known.how == "exact" and number is not None:
        return number
    if known.how == "none":
        return (view.terms.lowest + view.terms.highest) // 2
    return (known.low + known.high) // 2


def grid(zone: int) -> int:
    """Return the step of prices that people would name at such stakes, in cents."""
    return next(step for least, step in _GRID if zone >= least)


def _reachable(view: View, own: int, zone: int) -> tuple[int, int]:
    """Return the gain of the worst price that may be named and pays, and what the expected zone adds to it."""
    lowest, highest = view.terms.lowest, view.terms.highest
    worst, best = (own - highest, own - lowest) if view.who == BUYER else (lowest - own, highest - own)
    base = max(0, worst)
    return base, max(1, min(zone, best) - base)
