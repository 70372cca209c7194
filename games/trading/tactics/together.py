"""Trading where nobody wins: packages that bring both as much as there is to gain.

Every good should go to the side that likes it better, at prices by which both gain. What the other side likes and owns
is uncertain, so a package counts by what it brings both, times the chance that it is taken.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from msgspec.structs import astuple

from games.trading.domain import Goods, Offer, swapped
from games.trading.tactics.estimate import chances, estimated, payable, times
from games.trading.tactics.packages import KINDS, net_of, offered
from games.trading.tactics.past import Past
from games.trading.view import View

_PARTS: Final = (0, 2, 4)
"""Sixths of the way from what the other side owns for certain to what it may own at most."""
_SMALL: Final = 2
"""Units in the smallest exchange of one good for one."""
_CLIMBS: Final = 12
"""Improvements of the best package by single units, at most."""
_LEAST, _FAIR = 0.1, 0.5
"""Parts of the other's gain: the least that the other side wants of one's own, and one's least of theirs."""
_HOPELESS: Final = -2.5
"""Standard deviations between a gain and what the other side wants, below which nobody is asked."""
_REFUSALS, _SURER = 2, 0.3
"""Refusals by somebody who has offered and taken nothing, after which only what they are likely to gain by is tried;
and the least standard deviations for that. Of the offers to somebody who refuses all, less than a fifth bring nothing.
"""
_HOLDS, _MINOR = 1.2, 0.3
"""Weight of a counteroffer's promise against the swap at hand: what is refused now can be offered again. A swap that
takes no more than such a part of that promise is taken.
"""


class Partner:
    """A trader at one decision: its values, and its estimate of the other side's.

    Nets are units by resource that the other side gets; worths are in points.
    """

    def __init__(self, view: View, past: Past) -> None:
        assert view.values is not None
        self.values = [value or 0.01 for value in astuple(view.values)]
        self.theirs = estimated(view, past)
        silent = past.first is None and not any(past.flow) and len(past.turned_down) >= _REFUSALS
        self.least = _SURER if silent else _HOPELESS

    def joint(self, net: list[int]) -> float:
        """Return the joint gain of a swap that the other side proposed."""
        return max(0.0, times(net, self.theirs.mean)) - times(net, self.values)

    def best(self, past: Past, owned: Goods) -> tuple[list[int] | None, float]:
        """Return the package that promises most for both, and how much."""
        have = astuple(owned)
        best: list[int] | None = None
        most = 0.0
        for net in self._packages(past, have):
            if (promise := self._promise(net, past)) > most:
                best, most = net, promise
        if best is None:
            return None, 0.0
        for _ in range(_CLIMBS):
            start = best
            for net in _beside(start, have, past.most):
                if (promise := self._promise(net, past)) > most:
                    best, most = net, promise
            if best is start:
                break
        return best, most

    def _promise(self, net: list[int], past: Past) -> float:
        """Return the joint gain of a package if it is taken, times the chance of that."""
        mine = -times(net, self.values)
        paid = payable(net, past) if mine > 0 else 0.0
        if not paid or any(_within(net, old) for old in past.turned_down):
            return 0.0
        theirs, deviation = self.theirs.gain(net)
        over = theirs - _LEAST * mine
        if mine < _FAIR * theirs or over < self.least * deviation:
            return 0.0
        if deviation < 0.001:
            return (mine + theirs) * paid if over > 0 else 0.0
        chance, more = chances(over / deviation)
        return (mine + theirs + deviation * more) * chance * paid

    def _packages(self, past: Past, have: tuple[int, ...]) -> Iterator[list[int]]:
        spans = list(zip(past.least, past.most, strict=True))
        stocks = list(dict.fromkeys(tuple(low + part * (high - low) // 6 for low, high in spans) for part in _PARTS))
        for stock in stocks:
            yield from self._whole(have, stock)
        yield from self._pairs(have, stocks)

    def _whole(self, have: tuple[int, ...], stock: tuple[int, ...]) -> Iterator[list[int]]:
        """Yield packages of all that one likes least for all that one likes best, cut to an even price in one good."""
        mean, prices = self.theirs.mean, self._prices()
        order = sorted(range(5), key=lambda at: self.values[at] / mean[at])
        for given in range(1, KINDS + 1):
            for got in range(1, min(KINDS, 5 - given) + 1):
                net = [0] * 5
                for at in order[:given]:
                    net[at] = have[at]
                for at in order[5 - got :]:
                    net[at] = -stock[at]
                over = times(net, prices)
                for at in (order[given - 1], order[5 - got]):
                    left = net[at] - round(over / prices[at])
                    if 0 < left <= net[at] or net[at] <= left < 0:
                        yield [*net[:at], left, *net[at + 1 :]]

    def _pairs(self, have: tuple[int, ...], stocks: list[tuple[int, ...]]) -> Iterator[list[int]]:
        """Yield exchanges of one good for one at even prices: some may pay although the estimate says otherwise."""
        prices = self._prices()
        for a, b in permutations(range(5), 2):
            price = prices[b] / prices[a]
            for number in {_SMALL, int(have[a] / price), *[stock[b] for stock in stocks]}:
                given = round(number * price)
                if 0 < given <= have[a] and 0 < number <= stocks[-1][b]:
                    net = [0] * 5
                    net[a], net[b] = given, -number
                    yield net

    def _prices(self) -> list[float]:
        """Return prices at which a swap of equal sums brings both as much."""
        return [other + own for other, own in zip(self.theirs.mean, self.values, strict=True)]


def proposal(view: View, past: Past, owned: Goods) -> Offer | None:
    """Return the package that promises most for both; None if nothing promises anything."""
    best, _ = Partner(view, past).best(past, owned)
    return None if best is None else offered(best)


def answer(view: View, past: Past, owned: Goods) -> tuple[bool, Offer | None]:
    """Return whether to take the standing offer, which pays and can be paid, and the proposal after that.

    What is traded away cheaply pays for nothing more. So in the first half of a game a trader makes a counteroffer
    instead if it promises both more than the swap with what can follow it.
    """
    assert view.offer is not None
    partner, net = Partner(view, past), net_of(view.offer.get, view.offer.give)
    counter, instead = partner.best(past, owned) if 2 * view.number <= view.terms.max_turns else (None, 0.0)
    after = swapped(owned, view.offer.get, view.offer.give)
    past.swap(net)
    then, more = partner.best(past, after) if not view.last else (None, 0.0)
    spoils = instead - more > _MINOR * instead and _HOLDS * instead > partner.joint(net) + more
    if counter is not None and spoils:
        return False, offered(counter)
    return True, None if then is None else offered(then)


def _within(net: list[int], old: list[int]) -> bool:
    """Return whether a package asks for what a refused one asked for, and gives no more."""
    return all(new <= was if was > 0 else new == was for new, was in zip(net, old, strict=True))


def _beside(net: list[int], have: tuple[int, ...], most: list[int]) -> Iterator[list[int]]:
    """Yield the packages with a unit more or less of one good."""
    for at in range(5):
        for number in (net[at] - 1, net[at] + 1):
            if -most[at] <= number <= have[at]:
                near = [*net[:at], number, *net[at + 1 :]]
                if 0 < sum([n > 0 for n in near]) <= KINDS and 0 < sum([n < 0 for n in near]) <= KINDS:
                    yield near
