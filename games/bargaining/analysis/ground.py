"""The ground of a price, with both limits and the zone between them, and the lessons of a class."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import fmean

from games.bargaining.rules import BUYER, SEATS, BargainingState, other
from games.core.contract import Seat
from games.core.ground import Ground, Lesson, Mark
from games.core.lessons import FEW, kept, no_deals
from games.core.plots import Axis, Level, Strip
from games.core.settings import dollars


def ground(state: BargainingState) -> Ground:
    """Return the line of prices: the buyer's value, the least that pays the seller, and the zone of agreement."""
    low, high = _limits(state)
    room = max(abs(high - low) // 4, 100)
    axis = Axis("price", max(0, min(low, high) - room), max(low, high) + room, 100, "$")
    levels = (Level("buyer's value", high), Level("seller's cost" if not state.outside_option else "break-even", low))
    zone = (low, high) if low < high else None
    strip = Strip(axis, dots_name="deals", levels=levels, zone=zone, zone_name="prices that pay both" if zone else "")
    return Ground("Prices agreed", strip, max(0, high - low))


def mark(state: BargainingState) -> Mark | None:
    """Return the price of a deal, and what both gained together by it."""
    ended = state.ended
    if ended is None or ended.offer is None or ended.closing.how != "accepted":
        return None
    return ended.offer.price, sum(ended.earnings) - ended.outside_option


def lessons(states: Sequence[BargainingState], seat: Seat) -> tuple[Lesson, ...]:
    if not states:
        return ()
    low, high = _limits(states[0])
    marks = [mark(state) for state in states]
    late = sum(state.closing is not None and state.closing.how in ("late", "left") for state in states)
    missed = no_deals(marks, dollars(high - low), late) if high > low else None
    return kept((missed, _anchors(states, seat, high - low), _shares(marks, seat, low, high)))


def _limits(state: BargainingState) -> tuple[int, int]:
    return state.seller_cost + state.outside_option, state.buyer_value


def _anchors(states: Sequence[BargainingState], seat: Seat, zone: int) -> Lesson | None:
    """Compare the deals of those who opened boldly with those of all others, by the median first offer."""
    opened = _opened(states, seat)
    half = len(opened) // 2
    bold, others = opened[:half], opened[half:]
    if half < FEW or bold[-1][0] == others[0][0] == others[-1][0]:
        return None
    prices = round(fmean(price for _, price in bold)), round(fmean(price for _, price in others))
    better = (prices[1] - prices[0]) * (1 if seat == BUYER else -1)
    way = "lower" if seat == BUYER else "higher"
    means = [round(abs(fmean(first for first, _ in group))) for group in (bold, others)]
    told = (
        f"The {half} who opened {way} (at {dollars(means[0])} on average) agreed on {dollars(prices[0])} on average; "
        f"the other {len(others)} opened at {dollars(means[1])} and agreed on {dollars(prices[1])}."
    )
    if better <= 0:
        return Lesson(3, "A bold first offer did not pay here", f"{told} An anchor has to be credible.")
    return Lesson(
        min(100, round(100 * better / max(zone, 1))),
        "First offers are anchors",
        f"{told} The first number draws the last one towards it.",
    )


def _opened(states: Sequence[BargainingState], seat: Seat) -> list[tuple[int, int]]:
    """Return a seat's first offer and the price of each deal, the boldest opening first; a seller's offers are negative
    so that they sort alike.
    """
    found = []
    for state in states:
        first = next((offer.price for offer in state.offers if offer.seat == seat), None)
        deal = mark(state)
        if first is not None and deal is not None:
            found.append((first if seat == BUYER else -first, deal[0]))
    return sorted(found)


def _shares(marks: Sequence[Mark | None], seat: Seat, low: int, high: int) -> Lesson | None:
    prices = [found[0] for found in marks if found is not None]
    if len(prices) < FEW or high <= low:
        return None
    won = [Fraction(high - price if seat == BUYER else price - low, high - low) for price in prices]
    mean, best = round(100 * fmean(won)), round(100 * max(won))
    lost = sum(part < 0 for part in won)
    losses = f" {lost} agreed on a price at a loss to themselves: worse than no deal." if lost else ""
    them = SEATS[SEATS.index(other(seat))]
    return Lesson(
        max(1, min(100, 100 - mean) // 2),
        "Who got the gain",
        f"Of the {dollars(high - low)} between both limits, {seat}s got {mean} % on average, the best {best} %, the "
        f"{them}s the rest.{losses}",
    )
