"""Analytic bargainers: committed to a limit, and responsive to what the other does.

A bargainer counts gains: cents on its own side of its reservation price. At the deal it draws its disposition (its
limit above all) from its own number and its prior of the other's. Its offers then come down from an opening to a
target, step for step with the other's. It takes an offer that pays as much as its own next one would; of the other's
last offer it takes what pays its limit. Shares are in thousandths, so that every machine decides alike.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.bargaining.rules import BargainingMove
from games.bargaining.tactics.bargainer import Committed, place_of, played
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
    bargainer = Committed(place_of(view.terms, view.who), manner, view, seed, mine)
    return played(bargainer.move([offer.price for offer in view.offers]))


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
