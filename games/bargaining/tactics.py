"""Analytic bargainers: time-dependent concession, and tit for tat.

A bargainer counts gains: cents on its own side of its reservation price. Its plan is drawn from the seed once and stays
for the session: the share of the zone that it asks for first, the share at which its offers end, and the least share
that it accepts of the other's last offer.

In between it concedes by the aspiration u(t) = end + (start - end)(1 - t^e) of Faratin, Sierra and Jennings (1998). A
Boulware bargainer (e = 4) holds out, a Conceder (e = 1/4) gives way at once. It estimates unknown numbers from its
disclosures and, at the end, from the offers; it sees only its own view. Shares are in thousandths, so that every
machine decides alike.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer, Reject, Told
from games.bargaining.view import View
from games.core.contract import Act, Player, rng

Mood = Literal["open", "counter", "last", "accept", "reject"]

REMARKS: Final[Mapping[Mood, tuple[str, ...]]] = MappingProxyType(
    {
        "open": (
            "I have had it in mind for a while, so I start here.",
            "Let us see whether we can make this work.",
            "I would rather agree than argue. Here is where I start.",
        ),
        "counter": (
            "We are getting closer. This is my step.",
            "I can move a little, not a lot.",
            "I see your point. Meet me here?",
        ),
        "last": (
            "I do not think that I can do better than this.",
            "There is not much time left, so this is about as far as I go.",
            "This would be fair to both of us.",
        ),
        "accept": ("Good, let us leave it at that.", "That works for me.", "Fine, we have a deal."),
        "reject": ("I am sorry, that is not enough for me.", "Then we do not agree this time.", "I would rather not."),
    }
)
"""Remarks beside a price where talk is on: short, varied, and without any number."""

Span = tuple[int, int]
"""Lowest and highest share that may be drawn."""

_WHOLE: Final = 1000
_SURE: Final = {"exact": 1000, "range": 900, "claimed": 900, "none": 800}
"""The part of its demands that a bargainer keeps up at the end, in thousandths, by the disclosure of the other's
number.
"""
_GUESS: Final[Span] = (300, 420)
"""Without a disclosure: the assumed distance of the other's number from one's own, towards the bound of prices."""
_YIELD: Final = 350
"""The farthest that the other is assumed to move from its last offer towards one's own."""
_STEPS: Final = ((10_00, 50), (4_00, 25), (1_00, 5), (0, 1))
"""Steps of a move in cents, by the zone from which they apply: people move in similar steps at such stakes."""


class Manner(Struct, frozen=True):
    """One kind of player, in shares of the zone. `firm`: how much of its first estimate low offers cannot change."""

    about: str
    start: Span
    finish: Span
    floor: Span
    firm: int
    exponent: Fraction = Fraction(1)
    mirrors: bool = False


MANNERS: Final[Mapping[str, Manner]] = MappingProxyType(
    {
        "normal": Manner("Gives way steadily.", (660, 820), (480, 540), (120, 180), 150),
        "easy": Manner("Gives way at once and takes little.", (560, 680), (380, 450), (40, 100), 100, Fraction(1, 4)),
        "hard": Manner("Holds out until the last moment.", (780, 920), (580, 640), (200, 260), 250, Fraction(4)),
        "fair": Manner("Wants half, and refuses much less.", (520, 620), (490, 510), (300, 360), 200),
        "tit_for_tat": Manner("Gives way as far as you do.", (680, 840), (470, 530), (120, 200), 150, mirrors=True),
    }
)


class Plan(Struct, frozen=True):
    """The disposition that one bargainer drew for a session: money in cents, shares in thousandths."""

    reservation: int
    zone: int
    start: int
    finish: int
    floor: int


def plan(manner: Manner, view: View, seed: int) -> Plan:
    """Return the plan of a session, the same on every turn: seed and facts from before the first offer decide."""
    draw = rng(seed, "plan")
    start, finish, floor = (draw.randint(*span) for span in (manner.start, manner.finish, manner.floor))
    own = view.buyer_value if view.who == BUYER else view.reservation
    assert own is not None, "a bargainer sees its own number"
    sure = _SURE[_told(view).how]
    zone = _expected_zone(view, own, draw.randint(*_GUESS))
    return Plan(own, zone, start, finish * sure // _WHOLE, floor * sure // _WHOLE)


def decide(manner: Manner, view: View, seed: int, mine: Plan) -> Act[BargainingMove]:
    """Return a bargainer's move now. Its asks never rise, its bids never fall, and no offer costs it money."""
    offered = _gain(view, mine, view.standing.price) if view.standing else None
    if offered is not None and view.last:
        enough = offered >= _zone(manner, view, mine) * mine.floor // _WHOLE
        return Act(Accept(), remark(view, seed, "accept")) if enough else Act(Reject(), remark(view, seed, "reject"))
    price = _next_price(manner, view, mine)
    if offered is not None and offered >= _gain(view, mine, price):
        return Act(Accept(), remark(view, seed, "accept"))
    mood: Mood = "last" if len(view.offers) + 3 > view.terms.rounds else "counter" if view.offers else "open"
    return Act(Offer(price), remark(view, seed, mood))


# --- what is at stake -------------------------------------------------------------------------------------------------


def _told(view: View) -> Told:
    return view.terms.cost if view.who == BUYER else view.terms.value


def _gain(view: View, mine: Plan, price: int) -> int:
    return mine.reservation - price if view.who == BUYER else price - mine.reservation


def _expected_zone(view: View, own: int, guess: int) -> int:
    """Return the surplus that this seat expects before any offer, at least a cent."""
    told, terms = _told(view), view.terms
    if view.who == BUYER:
        side, bound, theirs, span = 1, terms.lowest, view.reservation, (told.low, told.high)
    else:
        side, bound, theirs, span = -1, terms.highest, view.buyer_value, (-told.high, -told.low)
    if told.how == "exact" and theirs is not None:
        zone = (own - theirs) * side
    elif told.how == "none":
        zone = 0
    else:
        # Best and worst possible number of the other, bounded by one's own; a mere claim is taken at its most modest.
        best, worst = span[0], min(span[1], own * side)
        zone = own * side - (best if told.how == "claimed" else (best + worst) // 2)
    return zone if zone > 0 else max(1, (own - bound) * side * guess // _WHOLE)


def _zone(manner: Manner, view: View, mine: Plan) -> int:
    """Return the surplus as estimated now. At the end, a seat without the other's number learns from the offers."""
    made = [offer.price for offer in view.offers if offer.seat == view.who]
    theirs = [offer.price for offer in view.offers if offer.seat != view.who]
    if _told(view).how == "exact" or not made or not theirs or view.terms.rounds - len(view.offers) > 1:
        return mine.zone
    limit = theirs[-1] + (made[-1] - theirs[-1]) * _YIELD // _WHOLE
    return max(1, mine.zone * manner.firm // _WHOLE, _gain(view, mine, limit))


# --- the next offer ---------------------------------------------------------------------------------------------------


def _next_price(manner: Manner, view: View, mine: Plan) -> int:
    """Return the next price on the grid, in one's own favour. It never costs money, and never takes a concession back.

    A past offer at a loss, as a model may have made it, does not bind. Moving back to exactly no loss would reveal the
    reservation price.
    """
    made = [offer.price for offer in view.offers if offer.seat == view.who]
    gain = _zone(manner, view, mine) * _share(manner, view, mine, len(made)) // _WHOLE
    step = next(step for least, step in _STEPS if mine.zone >= least)
    lowest, highest = view.terms.lowest, view.terms.highest
    if view.who == BUYER:
        sound = [price for price in made[-1:] if price < mine.reservation]
        price = max((mine.reservation - gain) // step * step, lowest, *sound)
        return min(price, mine.reservation, highest)
    sound = [price for price in made[-1:] if price > mine.reservation]
    price = min(-(-(mine.reservation + gain) // step) * step, highest, *sound)
    return max(price, mine.reservation, lowest)


def _share(manner: Manner, view: View, mine: Plan, made: int) -> int:
    """Return the share of the zone to ask for after `made` offers of one's own."""
    terms = view.terms
    steps = (terms.rounds + (terms.order[0] == view.who)) // 2 - 1
    if steps == 0:
        # One offer only: it is the end of the concession if nothing can follow it, else the middle.
        conceded = _WHOLE if terms.offerer_of(terms.rounds) == view.who else _WHOLE // 2
    elif manner.mirrors and made < steps:
        return max(mine.start - _conceded_by_other(view, mine) - _GOODWILL * made, mine.finish)
    else:
        conceded = _power(made, steps, manner.exponent)
    return mine.finish + (mine.start - mine.finish) * (_WHOLE - conceded) // _WHOLE


_GOODWILL: Final = 20
"""The least concession of tit for tat each time, so that two such players do not wait for each other."""


def _power(part: int, whole: int, exponent: Fraction) -> int:
    """Return (part/whole)^exponent in thousandths, for the exponents 1/4 and whole ones."""
    if exponent == Fraction(1, 4):
        return isqrt(isqrt(part * _WHOLE**4 // whole))
    power: int = _WHOLE * part**exponent.numerator // whole**exponent.numerator
    return power


def _conceded_by_other(view: View, mine: Plan) -> int:
    """Return how much of the zone the other has conceded since its first offer."""
    theirs = [_gain(view, mine, offer.price) for offer in view.offers if offer.seat != view.who]
    return max(0, theirs[-1] - theirs[0]) * _WHOLE // mine.zone if theirs else 0


# --- the players ------------------------------------------------------------------------------------------------------


def _player(name: str, manner: Manner) -> Player[View, BargainingMove]:
    return Player(
        name,
        manner.about,
        lambda view, seed, mine: decide(manner, view, seed, mine),
        lambda view, seed: plan(manner, view, seed),
        Plan,
    )


PLAYERS: Final[Mapping[str, Player[View, BargainingMove]]] = MappingProxyType(
    {name: _player(name, manner) for name, manner in MANNERS.items()}
)


def remark(view: View, seed: int, mood: Mood) -> str:
    """Return a sentence for a move; "" if this seat's words are not passed on."""
    if view.who not in view.terms.talkers:
        return ""
    return rng(seed, "remark", len(view.offers)).choice(REMARKS[mood])
