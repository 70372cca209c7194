"""The ground of a shared set: its worth to both sides with the best sets, and the lessons of a class."""

from collections.abc import Sequence

from games.balloon.analysis.frontier import supported, together
from games.balloon.config import SEATS
from games.balloon.rules import State, efforts_of, values
from games.core.contract import Seat
from games.core.ground import Ground, Lesson, Mark
from games.core.lessons import kept, no_deals, unused
from games.core.planes import plane
from games.core.plots import thinned

MOST_POINTS = 60
"""Points of the frontier that are kept."""


def ground(state: State) -> Ground:
    efforts = efforts_of(state.items)
    best = together(efforts, state.limit, state.importance).front
    proven = bool(best)
    if not best:
        best, proven = supported(efforts, state.limit, state.importance)
    name = "Pareto frontier" if proven else "best sets known"
    front = thinned(best, MOST_POINTS)
    found = plane(SEATS, "worth", (), front, (), frontier_name=name)
    return Ground("Worth to both sides", found, max((sum(pair) for pair in best), default=None), "worth")


def mark(state: State) -> Mark | None:
    if state.close is None or state.close.deal is None:
        return None
    return values(state)


def lessons(states: Sequence[State], seat: Seat) -> tuple[Lesson, ...]:
    if not states:
        return ()
    found, marks = ground(states[0]), [mark(state) for state in states]
    late = sum(state.close is not None and state.close.end == "abandoned" for state in states)
    return kept(
        (no_deals(marks, f"up to {found.most}" if found.most else "something", late), unused(found, marks, "worth"))
    )
