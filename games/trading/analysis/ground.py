"""The ground of a trade: both sides' gains with the Pareto frontier, and the lessons of a class."""

from collections.abc import Sequence

from games.core.contract import Seat
from games.core.ground import Ground, Lesson, Mark
from games.core.lessons import kept, no_deals, unused
from games.core.planes import nash, plane, spots
from games.core.plots import thinned
from games.trading.analysis.frontier import frontier
from games.trading.analysis.summary import summary
from games.trading.config import SEATS
from games.trading.rules import State, gains
from games.trading.view import Cards

MOST_POINTS = 60
"""Points of the frontier that are kept."""


def ground(state: State) -> Ground:
    cards = Cards(state.values, state.start, state.start)
    near = tuple(pair for pair in frontier(cards) if min(pair) >= 0)
    front = thinned(near, MOST_POINTS)
    found = plane(SEATS, "gain", (), front, spots(None, nash(near, (0, 0)), (0, 0)))
    return Ground("Gains of both sides", found, max((sum(pair) for pair in near), default=summary(cards).best), "gain")


def mark(state: State) -> Mark | None:
    """Return both gains, if anything was traded and counts."""
    if state.close is None or state.close.end in ("abandoned", "no_deal"):
        return None
    return gains(state)


def lessons(states: Sequence[State], seat: Seat) -> tuple[Lesson, ...]:
    if not states:
        return ()
    found, marks = ground(states[0]), [mark(state) for state in states]
    late = sum(state.close is not None and state.close.end == "abandoned" for state in states)
    return kept((no_deals(marks, f"up to {found.most} points", late), unused(found, marks, "points")))
