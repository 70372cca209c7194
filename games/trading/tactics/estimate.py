"""The other side's values where nobody wins: a normal distribution that each offer and answer narrows.

Whoever makes or takes an offer gains by it, and whoever refuses one that they could pay loses by it. Each of these cuts
off the half of the distribution in which it would be otherwise, and what is left is taken as normal again
(assumed-density filtering; Minka 2001). Worths are in points.
"""

from collections.abc import Iterator
from math import erfc, exp, pi, sqrt
from typing import Final, Literal

from games.trading.tactics.packages import net_of
from games.trading.tactics.past import Past
from games.trading.view import View

_OBSERVED: Final = 12
"""Offers, counted from the latest, from which values are estimated: each takes a tenth of a millisecond at most."""
_PAYS, _EVEN = 0.02, 0.06
"""Parts of what moves: the least that somebody's own offer brings them, and how far it is from an even split."""
_CERTAIN, _SILENT = 0.9, 0.2
"""Certainty with which the refusal of a swap that could be paid means a loss, and by somebody who makes no offers."""
_SMALL: Final = 1e-9


class Estimate:
    """The mean worth of a unit of each resource to the other side, and the covariance."""

    def __init__(self, past: Past) -> None:
        self.mean = [value / 100 for value in past.mean]
        self.cov = [[past.deviation[a] ** 2 / 10_000 if a == b else 0.0 for b in range(5)] for a in range(5)]
        self._bounds = [
            ((mean - half) / 100, (mean + half) / 100) for mean, half in zip(past.mean, past.half, strict=True)
        ]

    def gain(self, net: list[int]) -> tuple[float, float]:
        """Return the mean and the standard deviation of what a swap brings the other side."""
        return times(net, self.mean), sqrt(max(0.0, times(net, self._pushed(net))))

    def above(self, net: list[int], least: float, sure: float = 1.0) -> None:
        """Note that a swap brings the other side at least this much, as surely as that."""
        mean, deviation = self.gain(net)
        if deviation * deviation > _SMALL:
            at = (mean - least) / deviation
            mills = chances(at)[1] * sure
            self._moved(net, mills * deviation, mills * (mills + at) * sure)

    def about(self, net: list[int], target: float, noise: float) -> None:
        """Note that a swap brings the other side about this much, with that standard deviation."""
        mean, deviation = self.gain(net)
        variance = deviation * deviation
        if variance > _SMALL:
            part = variance / (variance + noise * noise)
            self._moved(net, (target - mean) * part, part)

    def _pushed(self, net: list[int]) -> list[float]:
        return [times(net, row) for row in self.cov]

    def _moved(self, net: list[int], by: float, shrink: float) -> None:
        """Move the mean gain of a swap by so much, and take that part off its variance."""
        pushed = self._pushed(net)
        variance = times(net, pushed)
        part = max(0.0, min(0.95, shrink)) / variance
        for a, (low, high) in enumerate(self._bounds):
            self.mean[a] = max(low, min(high, self.mean[a] + pushed[a] * by / variance))
            self.cov[a] = [old - pushed[a] * push * part for old, push in zip(self.cov[a], pushed, strict=True)]


def estimated(view: View, past: Past) -> Estimate:
    """Return the estimate of the other side's values from offers and answers."""
    found = Estimate(past)
    mean = found.mean.copy()
    certain = _SILENT if past.first is None else _CERTAIN
    for net, act in list(_acts(view))[-_OBSERVED:]:
        if act == "took":
            found.above(net, 0.0)
        elif act == "refused":
            found.above([-number for number in net], 0.0, certain * payable(net, past))
        else:
            moved, given = times(list(map(abs, net)), mean), -times(net, mean)
            # Whoever offers much at usual prices likes what they ask for.
            if given > 0:
                found.about(net, given, _EVEN * moved)
            found.above(net, _PAYS * moved)
    return found


def _acts(view: View) -> Iterator[tuple[list[int], Literal["offered", "took", "refused"]]]:
    """Yield the other side's net goods by each offer, with its act on it."""
    standing: list[int] | None = None
    for message in view.history:
        theirs = message.seat != view.who
        if standing is not None and message.answer != "void":
            yield standing, "took" if message.answer == "accepted" else "refused"
        standing = None
        if message.offer is not None and theirs:
            yield net_of(message.offer.get, message.offer.give), "offered"
        elif message.offer is not None:
            standing = net_of(message.offer.give, message.offer.get)


def payable(net: list[int], past: Past) -> float:
    """Return the chance that the other side owns what a swap asks for."""
    chance = 1.0
    for number, low, high in zip(net, past.least, past.most, strict=True):
        if -number > low:
            chance *= max(0, high + number + 1) / (high - low + 1)
    return chance


def chances(at: float) -> tuple[float, float]:
    """Return the chance that a standard normal number is above `-at`, and its mean there less its mean at all."""
    if at < -6:
        return 0.0, -at
    chance = erfc(-at / sqrt(2)) / 2
    return chance, exp(-at * at / 2) / sqrt(2 * pi) / chance


def times(net: list[int], units: list[float]) -> float:
    """Return the worth of a net."""
    return net[0] * units[0] + net[1] * units[1] + net[2] * units[2] + net[3] * units[3] + net[4] * units[4]
