"""Memory of a game so far: what changed hands, what was asked for and refused, who has come how far."""

from math import isqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from games.trading.rules import QUANTITIES, value_ranges
from games.trading.tactics.packages import net_of
from games.trading.view import View

_ASKED, _AGAIN, _TOOK, _REFUSED, _FARTHEST = 9, 3, 5, 3, 15
"""Twentieths of half its range by which an act moves the estimate of a value: the first offer that asks for a
good, a further one, taking a swap, refusing one; and how far all acts can move it.
"""
_WHOLE = 20
_FEAR = 300
"""Percent by which those acts move the value that is feared further: people ask first for what they like far more."""
_TOLD = 70
"""The part of the uncertainty that is left about goods that the other side has asked for or offered, in percent."""
_FULL = 10
"""Growth of the other side's offers, in percent of what they move, that is answered with all of one's room."""


class Past(Struct):
    """Memory of the history and of the other side in it. Lists are by resource.

    - `mean`, `worth`: a unit's expected worth to the other side at the deal and now, in hundredths of a point.
    - `fear`: its worth now if what the other side does tells as much as it can.
    - `half`, `deviation`, `unsure`: half the range of its value, its standard deviation, and that now.
    - `flow`: units that it has got so far, on balance.
    - `least`, `most`: bounds of what it owns.
    - `first`, `best`: the generosity of its first and of its best offer, in percent of what they move.
    - `still`: its offers since its last concession.
    - `turned_down`: what it would have got by the own offers that it did not take.
    - `last`: what it would have got by one's last own offer.
    - `heard`: what it would have got by each of its own offers; saying one again teaches nothing.
    """

    mean: list[int]
    half: list[int]
    deviation: list[int]
    unsure: list[int]
    worth: list[int]
    fear: list[int]
    flow: list[int]
    least: list[int]
    most: list[int]
    first: int | None
    best: int
    still: int
    turned_down: list[list[int]]
    last: list[int] | None
    heard: set[tuple[int, ...]]

    def swap(self, net: list[int]) -> None:
        """Note a swap by which the other side gets this."""
        for at, number in enumerate(net):
            self.flow[at] += number
            self.least[at] = max(0, self.least[at] + number)
            self.most[at] = max(0, self.most[at] + number)

    @property
    def asks(self) -> list[int]:
        """Return the units of each resource that it is likely to own: five times in six, where it isn't sure."""
        return [max(low, (high - low) // 6) for low, high in zip(self.least, self.most, strict=True)]

    @property
    def yielded(self) -> int:
        """Return the other side's concessions, in percent of what is answered with all of one's room."""
        if self.first is None:
            return 0
        return max(0, min(100, (self.best - self.first) * 100 // _FULL))


def _prior(clamped: bool) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return mean, half the range and standard deviation of values at the deal, in hundredths of a point."""
    spans = value_ranges(clamped)
    return (
        tuple(50 * (span[0] + span[-1]) for span in spans),
        tuple(50 * (span[-1] - span[0]) for span in spans),
        tuple(isqrt(10_000 * (len(span) ** 2 - 1) // 12) for span in spans),
    )


_PRIORS: Final = (_prior(clamped=False), _prior(clamped=True))


def remembered(view: View) -> Past:
    """Return the memory of the history and of the other side in it."""
    mean, half, deviation = (list(known) for known in _PRIORS[view.terms.values == "clamped"])
    past = Past(
        mean,
        half,
        deviation,
        deviation.copy(),
        mean,
        mean,
        [0] * 5,
        [QUANTITIES[0]] * 5,
        [QUANTITIES[-1]] * 5,
        None,
        -100,
        0,
        [],
        None,
        set(),
    )
    assert view.values is not None
    own, shifts = astuple(view.values), [0] * 5
    standing: list[int] | None = None
    for message in view.history:
        theirs = message.seat != view.who
        if standing is not None:
            _answered(past, standing, message.answer, theirs, shifts)
        standing = None
        if message.offer is not None:
            if theirs:
                standing = net_of(message.offer.get, message.offer.give)
                _offered(past, standing, astuple(message.offer.give), own, shifts)
            else:
                past.last = standing = net_of(message.offer.give, message.offer.get)
    if view.shown is not None:
        past.least = list(astuple(view.shown[1 - view.me]))
        past.most = past.least.copy()
    past.worth = _moved(mean, half, shifts, _FARTHEST)
    past.fear = _moved(mean, half, [shift * _FEAR // 100 for shift in shifts], _WHOLE)
    return past


def _moved(mean: list[int], half: list[int], shifts: list[int], most: int) -> list[int]:
    """Return values that are shifted from the mean by this many parts of half their range, `most` at most."""
    bounded = [max(-most, min(most, shift)) for shift in shifts]
    return [value + span * shift // _WHOLE for value, span, shift in zip(mean, half, bounded, strict=True)]


def _answered(past: Past, net: list[int], answer: str, theirs: bool, shifts: list[int]) -> None:
    """Note the answer to an offer; `net` is what the other side gets by it."""
    if answer == "accepted":
        past.swap(net)
    if theirs:
        # Whoever makes no offers may refuse everything.
        step = _TOOK if answer == "accepted" else -_REFUSED if past.first is not None else 0
        for at, number in enumerate(net):
            shifts[at] += step if number > 0 else -step if number < 0 else 0
            if answer == "void" and number < 0:
                past.most[at] = min(past.most[at], max(-number - 1, past.least[at]))
        if answer != "accepted":
            past.turned_down.append(net)


def _offered(past: Past, net: list[int], give: tuple[int, ...], own: tuple[int, ...], shifts: list[int]) -> None:
    """Note an offer of the other side. An offer that is no better than an earlier one is no concession."""
    moved = sum(abs(number) * value for number, value in zip(net, past.mean, strict=True))
    mine = -100 * sum(number * value for number, value in zip(net, own, strict=True))
    theirs = sum(number * value for number, value in zip(net, past.mean, strict=True))
    generosity = 100 * (mine - theirs) // moved
    if past.first is None:
        past.first = past.best = generosity
        past.still = 1
    elif generosity > past.best:
        past.best, past.still = generosity, 1
    else:
        past.still += 1
    learned = tuple(net) not in past.heard
    past.heard.add(tuple(net))
    for at, number in enumerate(net):
        if number and learned:
            step = _AGAIN if shifts[at] * number > 0 else _ASKED
            shifts[at] += step if number > 0 else -step
            past.unsure[at] = past.deviation[at] * _TOLD // 100
        if give[at] > past.least[at]:
            past.least[at] = give[at]
            past.most[at] = max(past.most[at], give[at])
