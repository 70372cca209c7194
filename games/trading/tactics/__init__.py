"""Analytic traders: a limit that is drawn once, packages that help both sides, and answers to what the other does.

The larger gain wins, which makes the game zero-sum: a swap with equal gains brings neither side nearer to winning. So
a trader weighs what a swap may bring the other side, whose values lie in known ranges. Whoever proposes a swap chose it
for values that nobody else sees. A trader whose limit did not allow for that would lose to anybody who asks often
enough. Worths are in hundredths of a point.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from games.core.contract import Act, Player, rng
from games.trading.domain import Goods, Offer, covers, swapped
from games.trading.rules import Accept, Deny, Move, Propose
from games.trading.tactics import together
from games.trading.tactics.offers import Trader
from games.trading.tactics.packages import net_of
from games.trading.tactics.past import Past, remembered
from games.trading.tactics.style import EASY, HARD, NORMAL, Disposition, Style, draw
from games.trading.tactics.words import words
from games.trading.view import View


def decide(style: Style, view: View, seed: int, mine: Disposition) -> Act[Move]:
    """Return an answer to the standing offer, then a proposal if it can still be answered."""
    taken, then = step(style, view, seed, mine)
    # Words by chance of their own: they depend on what both see, and on nothing that the trader keeps to itself.
    say = words(view, taken, then, rng(seed, "words", view.number))
    if view.offer is not None:
        return Act(Accept(then) if taken else Deny(then), say)
    return Act(Propose(then) if then else None, say)


def step(style: Style, view: View, seed: int, mine: Disposition) -> tuple[bool, Offer | None]:
    """Return whether to take the standing offer, and the next proposal."""
    offer, holdings, past = view.offer, view.holdings, remembered(view)
    assert holdings is not None
    trader = Trader(style, mine, view, past)
    pays = offer is not None and covers(holdings, offer.get) and trader.takes(net_of(offer.get, offer.give))
    if view.terms.cooperative:
        return _together(view, past, holdings, pays)
    return _apart(trader, view, pays, rng(seed, "message", view.number))


def _together(view: View, past: Past, holdings: Goods, pays: bool) -> tuple[bool, Offer | None]:
    """Return whether to take the standing offer, and a proposal, where nobody wins."""
    if pays:
        return together.answer(view, past, holdings)
    return False, None if view.last else together.proposal(view, past, holdings)


def _apart(trader: Trader, view: View, pays: bool, chance: Random) -> tuple[bool, Offer | None]:
    """Return whether to take the standing offer, and a proposal, where somebody wins."""
    offer, holdings, past = view.offer, view.holdings, trader.past
    assert holdings is not None
    if pays and offer is not None:
        holdings = swapped(holdings, offer.get, offer.give)
        past.swap(net_of(offer.get, offer.give))
    if view.last or not (pays or past.still <= trader.mine.patience):
        return pays, None
    return pays, trader.proposal(holdings, chance)


def _player(name: str, about: str, style: Style) -> Player[View, Move]:
    return Player(
        name,
        about,
        lambda view, seed, mine: decide(style, view, seed, mine),
        lambda view, seed: draw(style, view, seed),
        Disposition,
    )


PLAYERS: Final[Mapping[str, Player[View, Move]]] = MappingProxyType(
    {
        "easy": _player("easy", "Makes good offers and takes what leaves it a fair part.", EASY),
        "normal": _player("normal", "Helps you where it helps itself, and comes nearer when you do.", NORMAL),
        "hard": _player("hard", "Offers little, gives way only as you do, and mistrusts a bargain.", HARD),
    }
)
