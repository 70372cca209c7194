"""Analytic traders: answers and proposals.

The larger gain wins, which makes the game zero-sum: a swap with equal gains brings neither side nearer to winning. The
other side's gain is estimated at the base values. The level `hard` shifts them by the other's proposals, acceptances
and refusals. All numbers are integers; estimated worths are in hundredths of a point.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from games.core.contract import Act, Player, rng
from games.trading.domain import BASE, Goods, Offer, covers, gain, swapped
from games.trading.rules import QUANTITIES, Accept, Deny, Move, Propose
from games.trading.view import View

_DEALS = len(QUANTITIES)
_FLAT: Final = tuple(100 * base for base in astuple(BASE))
_PAIRS: Final = tuple((get, give) for get in range(5) for give in range(5) if get != give)
_NEVER = 10**9
_ASKED, _TOOK, _REFUSED, _FARTHEST = 5, 4, 6, 15
"""Shifts of a resource's estimated worth to the other side, in percent, for one message; the last bounds their sum."""


class Style(Struct, frozen=True):
    """Parameters of one kind of trader, in percent except for `sizes`.

    - `sizes`: the numbers of units to ask for.
    - `margins`: offered bonuses over an even swap, each with the chance that the other side agrees.
    - `shades`: how much of a swap's promise is left to chance.
    - `learns`: it estimates the other side's values.
    - `rivalry`: the part of the other side's gain that one's own gain must make up for.
    """

    sizes: tuple[int, ...]
    margins: tuple[tuple[int, int], ...]
    shades: int
    learns: bool
    rivalry: int


EASY: Final = Style(sizes=(1, 2, 3, 4), margins=((10, 70), (20, 80), (30, 90)), shades=200, learns=False, rivalry=0)
NORMAL: Final = Style(
    sizes=(2, 3, 4, 5, 6, 8), margins=((0, 50), (5, 60), (10, 70), (15, 76)), shades=60, learns=False, rivalry=100
)
HARD: Final = Style(
    sizes=(3, 5, 7, 9), margins=((-5, 38), (0, 50), (5, 62), (10, 72), (15, 80)), shades=10, learns=True, rivalry=100
)


def decide(style: Style, view: View, seed: int) -> Act[Move]:
    """Return an answer to the standing offer, then a proposal if it can still be answered."""
    offer, holdings = view.offer, view.holdings
    assert holdings is not None
    chance = rng(seed, "message", view.number)
    taken = offer is not None and _takes(style, view, offer, holdings)
    if taken and offer is not None:
        holdings = swapped(holdings, offer.get, offer.give)
    proposal = None if view.last else _proposal(style, view, holdings, chance)
    words = chance.choice(_WORDS["" if offer is None else "take" if taken else "deny", proposal is not None])
    if offer is not None:
        return Act(Accept(proposal) if taken else Deny(proposal), words)
    return Act(Propose(proposal) if proposal else None, words)


def _takes(style: Style, view: View, offer: Offer, owned: Goods) -> bool:
    """Return whether to accept an offer: it must pay, and where somebody wins no less than the other side gets."""
    mine = -gain(offer, _values(view)) * 100
    if mine <= 0 or not covers(owned, offer.get):
        return False
    if view.terms.cooperative:
        return True
    other = _worths(style, view)
    swaps = zip(astuple(offer.give), astuple(offer.get), other, strict=True)
    theirs: int = sum((get - give) * value for give, get, value in swaps)
    return mine * 100 >= theirs * style.rivalry


def _proposal(style: Style, view: View, owned: Goods, chance: Random) -> Offer | None:
    """Return the most promising swap of one resource for another; None if none pays."""
    values, have = astuple(_values(view)), astuple(owned)
    other = _worths(style, view)
    rivalry = 0 if view.terms.cooperative else style.rivalry
    tried = {message.offer for message in view.history if message.seat == view.who}
    best: Offer | None = None
    most = 0
    for get, give in _PAIRS:
        if not have[give] or values[get] * other[give] <= values[give] * other[get]:
            continue
        shade = chance.randrange(style.shades)
        for size, payable in _payable(style, view, get):
            for margin, agreed in style.margins:
                price = -(-size * other[get] * (100 + margin) // (100 * other[give])) or 1
                mine = (size * values[get] - price * values[give]) * 100
                theirs = price * other[give] - size * other[get]
                promise = (200 * mine - theirs * rivalry) * agreed * payable // (100 + shade)
                fair = price <= have[give] and mine > 0 and mine * 100 >= theirs * rivalry
                if fair and promise > most and (offer := Offer(_only(give, price), _only(get, size))) not in tried:
                    best, most = offer, promise
    return best


def _worths(style: Style, view: View) -> tuple[int, ...]:
    return beliefs(view) if style.learns else _FLAT


def beliefs(view: View) -> tuple[int, ...]:
    """Return a unit's estimated worth to the other side, by resource, in hundredths of a point.

    It is the base value, shifted by at most the spread: up for resources that the other side asked for and took, down
    for those that it gave and turned down.
    """
    shifts = [0, 0, 0, 0, 0]
    standing: Offer | None = None
    for message in view.history:
        theirs = message.seat != view.who
        if theirs and standing is not None:
            step = _TOOK if message.answer == "accepted" else -_REFUSED
            _shift(shifts, standing.give, standing.get, step)
        standing = message.offer
        if theirs and standing is not None:
            _shift(shifts, standing.get, standing.give, _ASKED)
    bounded = (max(-_FARTHEST, min(_FARTHEST, shift)) for shift in shifts)
    return tuple(base * (100 + shift) for base, shift in zip(astuple(BASE), bounded, strict=True))


def _shift(shifts: list[int], wanted: Goods, spared: Goods, step: int) -> None:
    for at, (more, less) in enumerate(zip(astuple(wanted), astuple(spared), strict=True)):
        shifts[at] += step if more else -step if less else 0


def _payable(style: Style, view: View, resource: int) -> list[tuple[int, int]]:
    """Return the numbers of units to ask for, each with the chance, in parts of 21, that the other side owns them."""
    if view.shown is not None:
        owned = astuple(view.shown[1 - view.me])[resource]
        return [(size, _DEALS) for size in style.sizes if size <= owned]
    flow, turned_down, unpaid = _past(view, resource)
    chances = ((size, min(_DEALS, QUANTITIES.stop - (size - flow))) for size in style.sizes if size < unpaid)
    return [(size, parts if size < turned_down else parts // 2) for size, parts in chances if parts > 1]


def _past(view: View, resource: int) -> tuple[int, int, int]:
    """Return how many units came from the other side, the fewest that it turned down, and the fewest that it lacked."""
    flow, turned_down, unpaid, standing = 0, _NEVER, _NEVER, None
    for message in view.history:
        theirs = message.seat != view.who
        if standing is not None:
            asked = astuple(standing.get)[resource] - astuple(standing.give)[resource]
            if message.answer == "accepted":
                flow += -asked if theirs else asked
            elif theirs and asked > 0:
                turned_down = min(turned_down, asked)
                unpaid = min(unpaid, asked) if message.answer == "void" else unpaid
        standing = message.offer
    return flow, turned_down, unpaid


def _only(resource: int, number: int) -> Goods:
    return Goods(*(number if at == resource else 0 for at in range(5)))


def _values(view: View) -> Goods:
    assert view.values is not None
    return view.values


_WORDS: Final[Mapping[tuple[str, bool], tuple[str, ...]]] = MappingProxyType(
    {
        ("", True): ("Here is an idea.", "How does this look to you?", "Let me suggest a swap."),
        ("", False): ("I have nothing to offer right now.", "I pass this time."),
        ("take", True): ("Gladly. And one more:", "That works. Next:", "Done. How about this as well?"),
        ("take", False): ("Gladly.", "That works for me.", "Done."),
        ("deny", True): ("Not quite for me. How about this?", "I would rather do this.", "Let me turn that round."),
        ("deny", False): ("Not for me, thank you.", "I will leave that.", "That does not suit me."),
    }
)


def _player(name: str, about: str, style: Style) -> Player[View, Move]:
    return Player(name, about, lambda view, seed, mine: decide(style, view, seed))


PLAYERS: Final[Mapping[str, Player[View, Move]]] = MappingProxyType(
    {
        "easy": _player("easy", "Swaps a few units, generously, and takes whatever pays.", EASY),
        "normal": _player("normal", "Swaps a handful at a fair price and takes what pays it as much as you.", NORMAL),
        "hard": _player("hard", "Learns what you like, presses for the price and weighs what you gain.", HARD),
    }
)
