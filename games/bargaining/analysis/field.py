"""The field of bargaining: the typical opponents by which the coach judges, and what they may hide.

`FIELD` publishes who sits there how often, in per cent: our own bargainers, and people who move by the clock. The
clock-watchers concede from an opening to a limit whatever the other does, evenly, late or early, as time-dependent
tactics do (Faratin, Sierra and Jennings 1998), or repeat one price.
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer, Reject, Terms, Told
from games.bargaining.tactics import MANNERS, choose
from games.bargaining.tactics.concession import offers_left
from games.bargaining.tactics.disposition import expected_zone, grid, plan, told
from games.bargaining.view import View
from games.core.contract import Act

FIELD: Final[Mapping[str, int]] = MappingProxyType(
    {"normal": 20, "easy": 10, "tit_for_tat": 10, "fair": 10, "hard": 15, "clock": 35}
)
"""The players of the field, each with its weight in per cent."""
GUESS: Final = 204
"""The middle of what a bargainer guesses of the zone where nothing is disclosed."""
_EASE: Final = (0.3, 0.6, 1.0, 1.0, 2.0, 4.0, 50.0)
"""Shapes of a clock-watcher's way: below 1 it concedes early, above 1 late, far above 1 with the last offer only."""
_LIMIT, _START = (0.15, 0.85), (0.45, 1.3)
"""The least and the most that it asks for in the end, and at first, as parts of the expected zone."""
_REPEATS, _TAKES = 0.2, 0.5
"""The chances that it repeats one price, and that it takes anything that pays at the very end, as the rational do."""

Turns = Callable[[View], Act[BargainingMove]]


def opponent(first: View, chance: Random, field: Mapping[str, int]) -> Turns:
    """Return a player drawn from a field for the seat that owns this view of the deal."""
    name = chance.choices(tuple(field), tuple(field.values()))[0]
    if name == "clock":
        return _clock(first, chance)
    manner, seed = MANNERS[name], chance.getrandbits(32)
    mine = plan(manner, first, seed)
    return lambda view: Act(choose(manner, view, seed, mine))


def _clock(first: View, chance: Random) -> Turns:
    """Return a player that goes from an opening to a limit by the clock alone."""
    own = number(first)
    zone = expected_zone(first, own, GUESS)
    limit = chance.uniform(*_LIMIT)
    start = limit if chance.random() < _REPEATS else max(limit, chance.uniform(*_START))
    ease, step = chance.choice(_EASE), grid(zone)
    floor = 0.0 if chance.random() < _TAKES else limit * chance.random()

    def turn(view: View) -> Act[BargainingMove]:
        standing = gain(view, own, view.standing.price) if view.standing else None
        if standing is not None and view.last:
            return Act(Accept() if standing > 0 and standing >= floor * zone else Reject())
        made, left = len(view.offers) // 2, offers_left(view, view.who)
        part = (made / (made + left - 1)) ** ease if made + left > 1 else 1.0
        asked = max(0, round((start + (limit - start) * part) * zone / step) * step)
        if standing is not None and standing > 0 and standing >= asked:
            return Act(Accept())
        return Act(Offer(price_of(view, own, asked)))

    return turn


def number(view: View) -> int:
    """Return the owner's own number: the buyer's value, or the seller's reservation price."""
    own = view.buyer_value if view.who == BUYER else view.reservation
    assert own is not None, "a seat sees its own number"
    return own


def gain(view: View, own: int, price: int) -> int:
    """Return what a price pays the owner of the view above no deal, in cents."""
    return own - price if view.who == BUYER else price - own


def price_of(view: View, own: int, wanted: int) -> int:
    """Return the price that pays the owner of the view this gain, within the bounds of prices."""
    price = own - wanted if view.who == BUYER else own + wanted
    return min(max(price, view.terms.lowest), view.terms.highest)


def hidden(view: View, own: int, chance: Random) -> int:
    """Return a draw of the other's number that the owner of the view cannot see: one of those that leave a surplus.

    A range is drawn from evenly; a claimed one is believed four times in five. Without any disclosure the surplus is
    between nothing and twice what bargainers expect.
    """
    known, sign = told(view), 1 if view.who == BUYER else -1
    if known.how == "range" or (known.how == "claimed" and chance.random() < 0.8):
        found = _within(known, own, sign, chance)
        if found is not None:
            return found
    guessed = 2 * expected_zone(_untold(view), own, GUESS)
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
