"""Trading where nobody wins: packages that bring both as much as there is to gain.

The other side's values are estimated as a normal distribution. Every offer of theirs, and every answer to an own one,
cuts off the half in which it would not have paid them, and what is left is taken as normal again (assumed-density
filtering; Minka 2001).
"""

from collections.abc import Iterator
from math import sqrt
from typing import Final

from msgspec.structs import astuple

from games.trading.domain import Goods, Offer
from games.trading.tactics.packages import KINDS, net_of, offered
from games.trading.tactics.past import Past
from games.trading.view import View

_OBSERVED: Final = 12
"""Offers, counted from the latest, from which values are estimated: each takes a tenth of a millisecond at most."""
PARTS: Final = (0, 2, 4)
_PAYS, _CERTAIN = 0.02, 0.35
"""Least gain that somebody's own offer brings them, as a part of what moves; how sure a refusal is to mean a loss."""


class Estimate:
    """The other side's values: a mean worth of each unit in points, and the covariance of them."""

    def __init__(self, view: View, past: Past) -> None:
        self.mean = [value / 100 for value in past.mean]
        self.cov = [[past.deviation[a] ** 2 / 10_000 if a == b else 0.0 for b in range(5)] for a in range(5)]
        self.high = [(mean + half) / 100 for mean, half in zip(past.mean, past.half, strict=True)]
        self.low = [(mean - half) / 100 for mean, half in zip(past.mean, past.half, strict=True)]

    def observe(self, net: list[int], least: float, weight: float = 1.0) -> None:
        """Take the worth of a net to the other side to be at least so many points."""
        pushed = [sum(row[b] * net[b] for b in range(5)) for row in self.cov]
        variance = sum(number * push for number, push in zip(net, pushed, strict=True))
        if variance <= 0:
            return
        deviation = sqrt(variance)
        at = (sum(number * mean for number, mean in zip(net, self.mean, strict=True)) - least) / deviation
        mills = _mills(at) * weight
        shrink = mills * (mills + at) * weight
        for a in range(5):
            self.mean[a] += pushed[a] * mills / deviation
            self.mean[a] = max(self.low[a], min(self.high[a], self.mean[a]))
        for a in range(5):
            for b in range(5):
                self.cov[a][b] -= pushed[a] * pushed[b] * max(0.0, min(0.95, shrink)) / variance


def _mills(at: float) -> float:
    """Return the density of the normal distribution over its upper tail's mirror, φ(t)/Φ(t), to a few hundredths."""
    if at < -6:
        return -at
    # A smooth curve through the two asymptotes: 0 for large t, -t for small.
    return (sqrt(at * at + 2.546) - at) / 2 if at < 0 else 0.798 / (1 + 0.64 * at + 0.9 * at * at)


def estimated(view: View, past: Past) -> Estimate:
    """Return what offers and answers say about the other side's values."""
    found = Estimate(view, past)
    standing: tuple[list[int], bool] | None = None
    seen: list[tuple[list[int], float, float]] = []
    for message in view.history:
        theirs = message.seat != view.who
        if standing is not None and theirs:
            net, payable = standing
            if message.answer == "accepted":
                seen.append((net, 0.0, 1.0))
            elif payable and message.answer != "void":
                seen.append(([-number for number in net], 0.0, _CERTAIN))
        standing = None
        if message.offer is not None:
            if theirs:
                net = net_of(message.offer.get, message.offer.give)
                moved = sum(abs(number) * mean for number, mean in zip(net, past.mean, strict=True)) / 100
                seen.append((net, _PAYS * moved, 1.0))
            else:
                net = net_of(message.offer.give, message.offer.get)
                standing = net, all(-number <= 5 for number in net)
    for net, least, weight in seen[-_OBSERVED:]:
        found.observe(net, least, weight)
    return found


def proposal(view: View, past: Past, owned: Goods) -> Offer | None:
    """Return the exchange of what one likes least for what one likes best, at prices that bring both as much."""
    assert view.values is not None
    values = [value or 0.01 for value in astuple(view.values)]
    worth = estimated(view, past).mean
    best: list[int] | None = None
    most = 0.0
    for net in _exchanges(values, worth, list(astuple(owned)), _stocks(past)):
        mine, theirs = -_dot(net, values), _dot(net, worth)
        if min(mine, theirs) <= 0 or any(_near(net, old) for old in past.turned_down):
            continue
        score = (mine + theirs) * _payable(net, past)
        if score > most:
            best, most = net, score
    return None if best is None else offered(best)


def _exchanges(
    values: list[float], worth: list[float], have: list[int], stocks: list[list[int]]
) -> Iterator[list[int]]:
    """Yield the exchanges of each choice of resources, for each guess at what the other side owns."""
    order = sorted(range(5), key=lambda at: -values[at] / worth[at])
    for chosen in range(1 << 5):
        kept = [at for at in order if chosen >> at & 1]
        for stock in stocks if len(kept) > 1 else ():
            net = _matched(kept, values, worth, have, stock)
            if net is not None:
                yield net


def _dot(net: list[int], units: list[float]) -> float:
    return sum([number * unit for number, unit in zip(net, units, strict=True)])


def _stocks(past: Past) -> list[list[int]]:
    """Return what the other side may own, from what is certain to what is likely."""
    spans = list(zip(past.least, past.most, strict=True))
    return [[low + part * (high - low) // 6 for low, high in spans] for part in PARTS]


def _payable(net: list[int], past: Past) -> float:
    chance = 1.0
    for number, low, high in zip(net, past.least, past.most, strict=True):
        if -number > low:
            chance *= max(0, high + number + 1) / (high - low + 1)
    return chance


def _near(net: list[int], old: list[int]) -> bool:
    return all(abs(a - b) <= max(abs(a), abs(b)) // 5 for a, b in zip(net, old, strict=True))


def _matched(
    order: list[int], values: list[float], worth: list[float], have: list[int], stock: list[int]
) -> list[int] | None:
    """Return a net: the dearest goods for the cheapest, then the next, at prices in the middle of both sides'."""
    got, given = [0.0] * 5, [0.0] * 5
    first, last = 0, len(order) - 1
    left = [float(number) for number in stock]
    mine = [float(number) for number in have]
    gets: set[int] = set()
    gives: set[int] = set()
    while first < last:
        top, low = order[first], order[last]
        edge = values[top] * worth[low] / (worth[top] * values[low])
        if edge < 1.03:
            break
        if len(gets | {top}) > KINDS or len(gives | {low}) > KINDS:
            break
        price = sqrt(values[top] * worth[top] / (values[low] * worth[low]))
        number = min(left[top], mine[low] / price)
        if number > 0:
            gets.add(top)
            gives.add(low)
        left[top] -= number
        mine[low] -= number * price
        got[top] += number
        given[low] += number * price
        if left[top] < 0.01:
            first += 1
        if mine[low] < 0.01:
            last -= 1
    net = [round(b) - round(a) for a, b in zip(got, given, strict=True)]
    return net if min(net) < 0 < max(net) else None
