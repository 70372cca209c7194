"""Analytic bargainers: committed to a limit, and responsive to what the other does.

A bargainer counts gains: cents on its own side of its reservation price. At the deal it draws its disposition (its
limit above all) from its own number and its prior of the other's. Its offers then come down from an opening to a
target, step for step with the other's. It takes an offer that pays as much as its own next one would; of the other's
last offer it takes what pays its limit. Shares are in thousandths, so that every machine decides alike.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.bargaining.rules import Accept, BargainingMove, Offer, Reject
from games.bargaining.tactics.concession import gain, next_price, offers_left, target
from games.bargaining.tactics.disposition import Plan as Plan
from games.bargaining.tactics.disposition import plan
from games.bargaining.tactics.manners import MANNERS as MANNERS
from games.bargaining.tactics.manners import Manner
from games.bargaining.tactics.remarks import REMARKS as REMARKS
from games.bargaining.tactics.remarks import Mood as Mood
from games.bargaining.tactics.remarks import remark
from games.bargaining.view import View
from games.core.contract import Act, Player


def decide(manner: Manner, view: View, seed: int, mine: Plan) -> Act[BargainingMove]:
    """Return a bargainer's move now. Its asks never rise, its bids never fall, and no offer costs it money."""
    move = choose(manner, view, seed, mine)
    return Act(move, remark(view, seed, move))


def choose(manner: Manner, view: View, seed: int, mine: Plan) -> BargainingMove:
    """Return a bargainer's move without words."""
    offered = gain(view, mine, view.standing.price) if view.standing else None
    if offered is not None and view.last:
        return Accept() if offered >= mine.gain(mine.floor) else Reject()
    price = next_price(manner, view, seed, mine)
    if offered is not None and offered >= _enough(manner, view, mine, price):
        return Accept()
    return Offer(price)


def _enough(manner: Manner, view: View, mine: Plan, price: int) -> int:
    """Return the gain that is worth taking before the end: that of the own next offer, or, where nobody can make
    another after it, the target.
    """
    ask = gain(view, mine, price)
    closing = len(view.offers) == view.terms.rounds - 1 and offers_left(view, view.who) == 1
    return min(ask, target(manner, view, mine)) if closing else ask


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
