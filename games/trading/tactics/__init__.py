"""Analytic traders: a limit that is drawn once, packages that help both sides, and answers to what the other does.

The larger gain wins, which makes the game zero-sum: a swap with equal gains brings neither side nearer to winning. So a
trader judges every swap by what it may bring the other side. Values lie in known ranges; what somebody asks for is
probably dear to them. All numbers are integers, worths are in hundredths of a point.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import astuple

from games.core.contract import Act, Player, rng
from games.trading.domain import Goods, Offer, covers, gain, swapped
from games.trading.rules import Accept, Deny, Move, Propose
from games.trading.tactics.offers import Trader
from games.trading.tactics.past import Past, remembered
from games.trading.tactics.style import EASY, HARD, NORMAL, Disposition, Style, draw
from games.trading.view import View


def decide(style: Style, view: View, seed: int, mine: Disposition) -> Act[Move]:
    """Return an answer to the standing offer, then a proposal if it can still be answered."""
    offer, holdings = view.offer, view.holdings
    assert holdings is not None
    chance = rng(seed, "message", view.number)
    past = remembered(view, style.learns)
    taken = offer is not None and _takes(style, mine, view, past, offer, holdings)
    if taken and offer is not None:
        holdings = swapped(holdings, offer.get, offer.give)
        for at, (more, less) in enumerate(zip(astuple(offer.get), astuple(offer.give), strict=True)):
            past.flow[at] += more - less
            past.least[at] = max(0, past.least[at] + more - less)
            past.most[at] = max(0, past.most[at] + more - less)
    then = None
    if not view.last and (taken or past.still <= mine.patience):
        then = Trader(style, mine, view, past, holdings).proposal(chance)
    words = "" if view.terms.style == "seed" and (offer is not None or then is not None) else "I pass this time."
    if offer is not None:
        return Act(Accept(then) if taken else Deny(then), words)
    return Act(Propose(then) if then else None, words)


def _takes(style: Style, mine: Disposition, view: View, past: Past, offer: Offer, owned: Goods) -> bool:
    """Return whether to accept an offer: it pays, and leaves one's lead within one's limit."""
    if gain(offer, view.values) >= 0 or not covers(owned, offer.get):
        return False
    net = [more - less for more, less in zip(astuple(offer.get), astuple(offer.give), strict=True)]
    trader = Trader(style, mine, view, past, owned)
    doubt = mine.doubt
    if view.number + 2 <= view.terms.max_turns:
        doubt += style.press * (100 - past.yielded) // 100
    if view.terms.cooperative or mine.weight < 100:
        own = -100 * gain(offer, view.values)
        return own * 100 >= mine.weight * sum(n * m for n, m in zip(net, past.mean, strict=True))
    after = trader.lead(net, doubt)
    return after >= min(0, trader.lead([0] * 5, doubt))


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
        "easy": _player("easy", "Swaps a few units, generously, and takes whatever pays.", EASY),
        "normal": _player("normal", "Swaps a handful at a fair price and takes what pays it as much as you.", NORMAL),
        "hard": _player("hard", "Learns what you like, presses for the price and weighs what you gain.", HARD),
    }
)
