"""Offers where somebody wins: which ones a trader takes, and the package that it proposes next, or none."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from msgspec.structs import astuple

from games.trading.domain import Goods, Offer
from games.trading.tactics.packages import SCALES, SPLITS, bought, dot, offered, paid, spread
from games.trading.tactics.past import Past
from games.trading.tactics.style import Disposition, Style
from games.trading.view import View

TRIED: Final = 9
"""Kinds of packages that are looked at closely."""
EVEN: Final = 100
"""The weight at which a gain of the other side counts as much as one's own."""


class Trader:
    """A trader at one decision: what it owns and values, what it remembers, and its limits.

    Nets are units by resource that the other side gets. Gains are in hundredths of a point.
    """

    def __init__(self, style: Style, mine: Disposition, view: View, past: Past) -> None:
        self.style, self.mine, self.past = style, mine, past
        assert view.values is not None
        self.values = [100 * value for value in astuple(view.values)]
        self.have: tuple[int, ...] = ()
        # Nobody can answer the next proposal of a trader that cannot wait for another message.
        self.pressed = style.press if view.number + 2 <= view.terms.max_turns else 0

    def takes(self, net: list[int]) -> bool:
        """Return whether to accept a swap: it pays, and keeps to one's limit, at first to more than that."""
        own, past, mine = -dot(net, self.values), self.past, self.mine
        if own <= 0:
            return False
        if mine.weight < EVEN:
            return own * EVEN >= mine.weight * dot(net, past.mean)
        doubt = mine.doubt + self.pressed * (100 - past.yielded) // 100
        return self.lead(net, doubt) >= min(0, self.lead([0] * 5, doubt))

    def lead(self, net: list[int], doubt: int) -> int:
        """Return the lead over the other side after a further swap.

        Whatever it got is counted dearer, and whatever it gave cheaper, by `doubt` percent of half the range of its
        values. Only the balance of all swaps counts, so that many small swaps get no further than one.
        """
        past, mine, theirs = self.past, 0, 0
        for number, flow, value, mean, half in zip(net, past.flow, self.values, past.mean, past.half, strict=True):
            total = number + flow
            mine -= total * value
            theirs += total * mean + abs(total) * half * doubt // 100
        return mine - theirs * self.mine.weight // 100

    def room(self, net: list[int]) -> int:
        """Return what a swap leaves beyond one's limit, in hundredths.

        Either it keeps the lead, both by itself and with all swaps before, or one stays ahead whatever they value.
        """
        past, mine = self.past, self.mine
        alone = -100 * dot(net, self.values) - mine.weight * dot(net, past.worth)
        alone -= mine.margin * spread(net, past.deviation)
        total = [more + flow for more, flow in zip(net, past.flow, strict=True)]
        after = 100 * self.lead(net, 0) - mine.margin * spread(total, past.deviation)
        return max(min(alone, after), 100 * self.lead(net, mine.doubt))

    def proposal(self, owned: Goods, chance: Random) -> Offer | None:
        """Return the best package that is likely to help the other side and keeps to one's own limit."""
        self.have = astuple(owned)
        refused = self.past.turned_down
        best: list[int] | None = None
        most = 0
        for net in self._packages(refused):
            if any(_same(old, net) and self._rate(old) >= self._rate(net) - 10 for old in refused):
                continue
            score = self._score(net) * chance.randrange(90, 110)
            if score > most:
                best, most = net, score
        return None if best is None else offered(best)

    def _score(self, net: list[int]) -> int:
        total = [more + flow for more, flow in zip(net, self.past.flow, strict=True)]
        return 1000 + 100 * self.lead(net, 0) // (spread(total, self.past.deviation) or 1)

    def _rate(self, net: list[int]) -> int:
        """Return the other side's gain at mean values, in thousandths of what moves."""
        mean = self.past.mean
        return 1000 * dot(net, mean) // dot([abs(number) for number in net], mean)

    def _packages(self, refused: list[list[int]]) -> Iterator[list[int]]:
        """Yield packages of the kinds that promise most for their risk, in several sizes."""
        worth, size = self.past.worth, 100 * self.mine.volume
        shut = set() if self.past.yielded else {_kinds(net) for net in refused}
        kinds = ((gets, gives) for gets, gives in self._promising() if (_bits(gets), _bits(gives)) not in shut)
        for gets, gives in islice(kinds, TRIED):
            # The dearest goods are counted out first, so that the last units overshoot a price by little.
            gets.sort(key=worth.__getitem__, reverse=True)
            gives.sort(key=worth.__getitem__, reverse=True)
            for scale in SCALES:
                net = self._priced(gets, gives, size * scale // 100)
                if net is not None:
                    yield net

    def _promising(self) -> Iterator[tuple[list[int], list[int]]]:
        """Yield resources to get and to give, by what both may gain for the risk."""
        ratios = [1000 * value // unit for value, unit in zip(self.values, self.past.worth, strict=True)]
        order = sorted(range(5), key=lambda at: -ratios[at])
        liking = [ratios[at] for at in order]
        found = []
        for number, (gets, gives, risk) in enumerate(SPLITS):
            edge = sum([liking[k] for k in gets]) // len(gets) - sum([liking[k] for k in gives]) // len(gives)
            # Uneven shares may carry less risk than even ones.
            if edge * 100 >= self.style.sure * risk * 7 // 10:
                found.append((edge * 1000 // risk, number))
        for _, number in sorted(found, reverse=True):
            gets, gives, _ = SPLITS[number]
            yield [order[rank] for rank in gets], [order[rank] for rank in gives]

    def _priced(self, gets: list[int], gives: list[int], size: int) -> list[int] | None:
        """Return a package of about a size at one's price; None if no price is good for both."""
        style, past, worth, have = self.style, self.past, self.past.worth, self.have
        size = min(size, sum([have[at] * worth[at] for at in gives]) * 9 // 10)
        net = bought(gets, worth, past.least, size)
        if net is None:
            return None
        cost, only = -dot(net, worth), net.copy()
        if not paid(net, gives, worth, have, cost):
            return None
        price = cost + style.sure * spread(net, past.unsure) * 21 // 2000
        net = only.copy()
        if not paid(net, gives, worth, have, price):
            return None
        left = self.room(net)
        if left < 0 or dot(net, self.values) >= 0 or 100 * dot(net, worth) < style.sure * spread(net, past.unsure):
            return None
        opened = style.opening + (100 - style.opening) * past.yielded // 100
        # A premium costs oneself about what it is worth to the other side.
        more = left // (100 + self.mine.weight) * opened // 100
        if more > worth[gives[-1]] and paid(only, gives, worth, have, price + more) and self.room(only) >= 0:
            return only if dot(only, self.values) < 0 else net
        return net


def _same(first: list[int], second: list[int]) -> bool:
    """Return whether two packages swap the same kinds of goods."""
    return all((a > 0) == (b > 0) and (a < 0) == (b < 0) for a, b in zip(first, second, strict=True))


def _kinds(net: list[int]) -> tuple[int, int]:
    """Return the kinds of goods to get and to give as sets of bits."""
    return _bits([at for at in range(5) if net[at] < 0]), _bits([at for at in range(5) if net[at] > 0])


def _bits(goods: list[int]) -> int:
    return sum([1 << at for at in goods])
