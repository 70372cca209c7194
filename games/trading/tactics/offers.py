"""Offers where somebody wins: which ones a trader takes, and the package that it proposes next, or none."""

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import astuple

from games.trading.domain import Goods, Offer
from games.trading.tactics.packages import CHOICES, Mix, dot, kinds, mixes, offered, sized, spread
from games.trading.tactics.past import Past
from games.trading.tactics.style import Disposition, Style
from games.trading.view import View

ROUNDS, STEPS = 3, 4
"""Number of times that a package is improved by single units, and the steps in which it finds its price."""
FINER: Final = 8
"""Factor of the number of sizes that are tried when the same goods are offered again."""
CLOSER: Final = 10
"""Hundredths of the risk by which an offer of the same goods is less sure to help after a refusal."""
NEAR, LOOSE = 400, 30
"""Distance from a refused package, in shares and in price, within which one counts as the same, in thousandths."""
JITTER: Final = 60
"""Differences in lead for risk that do not count, in thousandths."""
EVEN: Final = 100
"""The weight at which a gain of the other side counts as much as one's own."""


class Balance(NamedTuple):
    """The balance of all swaps: the gain of oneself and, at mean values, of the other side, whose gain is uncertain by
    the `risk`. `weight`: what theirs counts, in hundredths.
    """

    own: int
    theirs: int
    risk: int
    weight: int

    def lead(self, wary: int) -> int:
        """Return the lead over the other side, if it gains `wary` hundredths of the risk more than at mean values."""
        return self.own - (self.theirs + wary * self.risk // 100) * self.weight // 100


class Trader:
    """A trader at one decision: what it owns and values, what it remembers, and its limits.

    Nets are units by resource that the other side gets. Gains are in hundredths of a point.
    """

    def __init__(self, style: Style, mine: Disposition, view: View, past: Past) -> None:
        self.style, self.mine, self.past = style, mine, past
        assert view.values is not None
        self.values = [100 * value for value in astuple(view.values)]
        self.refused = [(kinds(net), net) for net in past.turned_down]
        self.have: tuple[int, ...] = ()
        self.asks: list[int] = []
        self.sure = style.sure
        # Nobody can answer the next proposal of a trader that cannot wait for another message.
        self.pressed = style.press if view.number + 2 <= view.terms.max_turns else 0

    def takes(self, net: list[int]) -> bool:
        """Return whether to accept a swap: it pays, and keeps to one's limit, at first to more than that.

        Whoever is behind takes what makes up for it.
        """
        own, past, mine = -dot(net, self.values), self.past, self.mine
        if own <= 0:
            return False
        if mine.weight < EVEN:
            return own * EVEN >= mine.weight * dot(net, past.mean)
        if 100 * own < self.style.due * spread(net, past.deviation):
            return False
        wary = mine.wary + self.pressed * (100 - past.yielded) // 100
        return self.after(net).lead(wary) >= min(0, self.after([0] * 5).lead(wary))

    def after(self, net: list[int]) -> "Balance":
        """Return the balance of all swaps after a further one: many small swaps get no further than one."""
        past = self.past
        total = [number + flow for number, flow in zip(net, past.flow, strict=True)]
        own, risk = -dot(total, self.values), spread(total, past.deviation)
        return Balance(own, dot(total, past.mean), risk, self.mine.weight)

    def keeps(self, net: list[int], after: "Balance") -> bool:
        """Return whether a swap keeps to one's limit.

        Either it keeps the lead, both by itself and with all swaps before, or one is ahead even if they gain much more.
        """
        past, mine = self.past, self.mine
        if 100 * after.lead(0) >= mine.margin * after.risk:
            alone = -100 * dot(net, self.values) - mine.weight * dot(net, past.fear)
            if alone >= mine.margin * spread(net, past.deviation):
                return True
        return after.lead(mine.wary) >= 0

    def proposal(self, owned: Goods, chance: Random) -> Offer | None:
        """Return the best package that is likely to help the other side and keeps to one's own limit.

        The same kinds of goods as before come first, in another size: whoever waits for a mistake learns nothing new.
        Other kinds follow a refusal only when the other side has come nearer.
        """
        self.have, self.asks = astuple(owned), self.past.asks
        price = self.style.sure + self.style.gives * self.past.yielded // 100
        best = self._again(price, chance) or self._other(price, chance)
        return None if best is None else offered(best)

    def _again(self, price: int, chance: Random) -> list[int] | None:
        """Return a package of the same kinds as one's last."""
        if self.past.last is None:
            return None
        last = kinds(self.past.last)
        refusals = [kind for kind, _ in self.refused].count(last)
        if refusals > self.style.repeats:
            return None
        self.sure = price - (CLOSER if refusals else 0)
        same = [mix for mix in self._mixes(([at for at in range(5) if last[at]],)) if kinds(mix.shares) == last]
        return self._best(same, FINER, chance)

    def _other(self, price: int, chance: Random) -> list[int] | None:
        """Return a package of kinds that nobody refused."""
        refused = {kind for kind, _ in self.refused}
        at_once, further = self.style.others
        if len(refused) > at_once + further * self.past.yielded // 100:
            return None
        for sure in (price, price - self.style.weaker):
            self.sure = sure
            best = self._best((mix for mix in self._mixes(CHOICES) if kinds(mix.shares) not in refused), 1, chance)
            if best is not None:
                return best
        return None

    def _mixes(self, choices: Sequence[Sequence[int]]) -> list[Mix]:
        return mixes(self.values, self.past.worth, self.past.unsure, self.sure / 100, choices)

    def _best(self, found: Iterable[Mix], finer: int, chance: Random) -> list[int] | None:
        """Return the package with about the best lead for its risk, among those that keep to one's limit."""
        best: list[int] | None = None
        most = 0
        for net in self._packages(found, finer):
            if dot(net, self.values) >= 0 or self._stale(net):
                continue
            after = self.after(net)
            if not self.keeps(net, after):
                continue
            score = 1000 * after.lead(0) // (after.risk or 1) + chance.randrange(JITTER)
            if best is None or score > most:
                best, most = net, score
        return best

    def _packages(self, found: Iterable[Mix], finer: int) -> list[list[int]]:
        """Return packages of several sizes at one's price, and the best of them a few units better."""
        past, left, merits = self.past, self.style.tries, dict[tuple[int, ...], int]()
        for mix in found:
            nets = sized(mix, past.worth, self.have, self.asks, 100 * self.mine.volume, finer)
            cheapest = min([at for at in range(5) if mix.shares[at]], key=past.worth.__getitem__)
            for net in nets:
                if self._priced(net, cheapest) and (package := tuple(net)) not in merits:
                    merits[package] = self._merit(net)
            left -= bool(nets)
            if not left:
                break
        for rough in sorted(merits, key=merits.__getitem__, reverse=True)[: self.style.tunes]:
            merits.setdefault(tuple(self._tuned(list(rough), merits[rough])), 0)
        return list(map(list, merits))

    def _priced(self, net: list[int], at: int) -> bool:
        """Change a good's units until the package is just likely to help the other side; return whether it can be."""
        past, sure, unit = self.past, self.sure, self.past.worth[at]
        sign, limit = (1, self.have[at]) if net[at] > 0 else (-1, self.asks[at])
        for _ in range(STEPS):
            lack = sure * spread(net, past.unsure) // 100 - dot(net, past.worth)
            if -unit < lack <= 0:
                return True
            net[at] += -(-lack // unit)
            if not 0 < net[at] * sign <= limit:
                return False
        return 100 * dot(net, past.worth) >= sure * spread(net, past.unsure)

    def _tuned(self, net: list[int], most: int) -> list[int]:
        """Return a package near this one, with the best lead for its risk."""
        worth, best = self.past.worth, net
        goods = sorted([at for at in range(5) if net[at]], key=worth.__getitem__)
        for _ in range(ROUNDS):
            start = best
            for at, step in product(goods[1:], (-1, 1)):
                to = start[at] + step
                if not to or to > self.have[at] or -to > self.asks[at]:
                    continue
                near = start.copy()
                near[at] = to
                if self._priced(near, goods[0]) and (merit := self._merit(near)) > most:
                    most, best = merit, near
            if best is start:
                break
        return best

    def _merit(self, net: list[int]) -> int:
        """Return the lead for its risk, in thousandths."""
        lead = -dot(net, self.values) - dot(net, self.past.worth)
        return 1000 * lead // (spread(net, self.past.deviation) or 1)

    def _stale(self, net: list[int]) -> bool:
        """Return whether the other side refused this package, or one of its kinds that was better or far from it.

        Each new mix would be a new chance for whoever takes only what is a mistake.
        """
        kind = kinds(net)
        same = [old for its, old in self.refused if its == kind]
        if not same:
            return False
        mean = self.past.mean
        shares = _shares(net, mean)
        far = sum([abs(one - other) for one, other in zip(shares, _shares(same[0], mean), strict=True)])
        least = max([sum(_shares(old, mean)) for old in same]) - LOOSE
        return net in same or far > NEAR or sum(shares) < least


def _shares(net: list[int], mean: list[int]) -> list[int]:
    """Return the worth of each resource to the other side at mean values, in thousandths of what moves."""
    moved = dot([abs(number) for number in net], mean) or 1
    return [1000 * number * unit // moved for number, unit in zip(net, mean, strict=True)]
