"""Memory of a game so far: what changed hands, what was asked for and refused, who has come how far."""

from msgspec import Struct
from msgspec.structs import astuple

from games.trading.domain import Goods, Offer
from games.trading.rules import QUANTITIES, value_ranges
from games.trading.view import View

UNCERTAIN = 577
"""Standard deviation of a value in its range, in thousandths of half the range: 1/√3."""
_ASKED, _AGAIN, _TOOK, _REFUSED, _FARTHEST = 9, 3, 5, 2, 15
_FULL = 10
"""Growth of the other side's offers, in percent of what they move, that is answered with all of one's room."""


class Past(Struct):
    """What the history says of the other side. Lists are by resource.

    - `mean`, `worth`: a unit's expected worth to the other side at the deal and now; `half`: half the range of its
      value; all in hundredths of a point.
    - `flow`: units that it has got so far, on balance.
    - `least`, `most`: bounds of what it owns.
    - `first`, `best`: the generosity of its first and of its best offer, in percent of what they move.
    - `still`: its offers since its last concession.
    - `turned_down`: own offers that it did not take.
    """

    mean: list[int]
    half: list[int]
    unsure: list[int]
    worth: list[int]
    flow: list[int]
    least: list[int]
    most: list[int]
    first: int | None
    best: int
    still: int
    turned_down: list[Offer]

    @property
    def yielded(self) -> int:
        """Return how far the other side has come, in percent of what is answered with all of one's room."""
        if self.first is None:
            return 0
        return max(0, min(100, (self.best - self.first) * 100 // _FULL))


def remembered(view: View, learns: bool) -> Past:
    """Return what the history says of the other side; without `learns` its values are taken as at the deal."""
    spans = value_ranges(view.terms.values == "clamped")
    mean = [50 * (span[0] + span[-1]) for span in spans]
    half = [50 * (span[-1] - span[0]) for span in spans]
    past = Past(mean, half, half, mean, [0] * 5, [QUANTITIES[0]] * 5, [QUANTITIES[-1]] * 5, None, -100, 0, [])
    own, shifts = astuple(view.values), [0] * 5
    standing: tuple[tuple[int, ...], Offer] | None = None
    for message in view.history:
        theirs = message.seat != view.who
        if standing is not None:
            _answered(past, standing, message.answer, theirs, shifts)
        standing = None
        if message.offer is not None:
            give, get = astuple(message.offer.give), astuple(message.offer.get)
            if theirs:
                net = tuple(more - less for more, less in zip(get, give, strict=True))
                _offered(past, net, give, own, shifts)
            else:
                net = tuple(more - less for more, less in zip(give, get, strict=True))
            standing = net, message.offer
    if view.shown is not None:
        past.least = list(astuple(view.shown[1 - view.me]))
        past.most = past.least
    if learns:
        bounded = (max(-_FARTHEST, min(_FARTHEST, shift)) for shift in shifts)
        past.unsure = [span * (70 if abs(shift) > 4 else 100) // 100 for span, shift in zip(half, shifts, strict=True)]
        past.worth = [value + span * shift // 20 for value, span, shift in zip(mean, half, bounded, strict=True)]
    return past


def _answered(
    past: Past, standing: tuple[tuple[int, ...], Offer], answer: str, theirs: bool, shifts: list[int]
) -> None:
    """Note what became of an offer; `net` is what the other side gets by it."""
    net, offer = standing
    if answer == "accepted":
        for at, number in enumerate(net):
            past.flow[at] += number
            past.least[at] = max(0, past.least[at] + number)
            past.most[at] = max(0, past.most[at] + number)
    if theirs:
        step = _TOOK if answer == "accepted" else -_REFUSED
        for at, number in enumerate(net):
            shifts[at] += step if number > 0 else -step if number < 0 else 0
            if answer == "void" and number < 0:
                past.most[at] = min(past.most[at], max(-number - 1, past.least[at]))
        if answer != "accepted":
            past.turned_down.append(offer)


def _offered(past: Past, net: tuple[int, ...], give: tuple[int, ...], own: tuple[int, ...], shifts: list[int]) -> None:
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
    for at, number in enumerate(net):
        if number:
            step = _AGAIN if shifts[at] * number > 0 else _ASKED
            shifts[at] += step if number > 0 else -step
        if give[at] > past.least[at]:
            past.least[at] = give[at]
            past.most[at] = max(past.most[at], give[at])
