"""Offers: the package that a trader proposes next, or none."""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import astuple

from games.trading.domain import Goods, Offer
from games.trading.tactics.packages import SCALES, SPLITS, bought, dot, paid, spread
from games.trading.tactics.past import Past
from games.trading.tactics.style import Disposition, Style
from games.trading.view import View

TRIED: Final = 9
"""Kinds of packages that are looked at closely."""
_PLENTY: Final = 10**7


class Trader:
    """A trader at one decision: what it owns and values, what it remembers, and its limits.

    Nets are units by resource that the other side gets. Gains are in hundredths of a point.
    """

    def __init__(self, style: Style, mine: Disposition, view: View, past: Past, owned: Goods) -> None:
        self.style, self.mine, self.past = style, mine, past
        self.together = view.terms.cooperative
        self.values = [100 * value for value in astuple(view.values)]
        self.have = astuple(owned)

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
        alone -= mine.margin * spread(net, past.half)
        total = [more + flow for more, flow in zip(net, past.flow, strict=True)]
        after = 100 * self.lead(net, 0) - mine.margin * spread(total, past.half)
        return max(min(alone, after), 100 * self.lead(net, mine.doubt))

    def proposal(self, chance: Random) -> Offer | None:
        """Return the best package that is likely to help the other side and keeps to one's own limit."""
        refused = [_net(offer) for offer in self.past.turned_down]
        best: list[int] | None = None
        most = 0
        for net in self._packages(refused):
            if any(_same(old, net) and self._rate(old) >= self._rate(net) - 10 for old in refused):
                continue
            score = self._score(net) * chance.randrange(90, 110)
            if score > most:
                best, most = net, score
        if best is None:
            return None
        return Offer(Goods(*(max(n, 0) for n in best)), Goods(*(max(-n, 0) for n in best)))

    def _score(self, net: list[int]) -> int:
        if self.together:
            return dot(net, self.past.worth) - dot(net, self.values)
        total = [more + flow for more, flow in zip(net, self.past.flow, strict=True)]
        return 1000 + 100 * self.lead(net, 0) // (spread(total, self.past.half) or 1)

    def _rate(self, net: list[int]) -> int:
        """Return the other side's gain at mean values, in thousandths of what moves."""
        mean = self.past.mean
        return 1000 * dot(net, mean) // dot([abs(number) for number in net], mean)

    def _packages(self, refused: list[list[int]]) -> Iterator[list[int]]:
        """Yield packages of the kinds that promise most for their risk, in several sizes."""
        past, worth = self.past, self.past.worth
        ratios = [1000 * value // unit for value, unit in zip(self.values, worth, strict=True)]
        order = sorted(range(5), key=lambda at: -ratios[at])
        liking = [ratios[at] for at in order]
        found = []
        for gets, gives, risk in SPLITS:
            edge = sum(liking[k] for k in gets) // len(gets) - sum(liking[k] for k in gives) // len(gives)
            if edge * 100 >= self.style.sure * risk * 7 // 10:
                found.append((edge * 1000 // risk if not self.together else edge, gets, gives, risk))
        found.sort(reverse=True)
        shut = {_kinds(net) for net in refused} if not past.yielded else set()
        size, tried = _PLENTY if self.together else 100 * self.mine.volume, 0
        for _, gets, gives, risk in found:
            wanted = sorted([order[rank] for rank in gets], key=worth.__getitem__, reverse=True)
            spared = sorted([order[rank] for rank in gives], key=worth.__getitem__, reverse=True)
            if shut and (sum(1 << at for at in wanted), sum(1 << at for at in spared)) in shut:
                continue
            tried += 1
            if tried > TRIED:
                return
            for scale in (100,) if self.together else SCALES:
                net = self._priced(wanted, spared, risk, size * scale // 100)
                if net is not None:
                    yield net

    def _priced(self, gets: list[int], gives: list[int], risk: int, size: int) -> list[int] | None:
        """Return a package of about a size at one's price; None if no price is good for both."""
        style, past, worth, have = self.style, self.past, self.past.worth, self.have
        asks = past.least
        if self.together:
            asks = [max(low, (high + 1) // (len(gets) + 1)) for low, high in zip(past.least, past.most, strict=True)]
        size = min(size, sum([have[at] * worth[at] for at in gives]) * 9 // 10)
        net = bought(gets, worth, asks, size)
        if net is None:
            return None
        cost, only = -dot(net, worth), net.copy()
        price = cost + style.sure * risk * cost // 100_000
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
    got = sum(1 << at for at, number in enumerate(net) if number < 0)
    return got, sum(1 << at for at, number in enumerate(net) if number > 0)


def _net(offer: Offer) -> list[int]:
    return [more - less for more, less in zip(astuple(offer.give), astuple(offer.get), strict=True)]
