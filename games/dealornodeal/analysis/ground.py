"""The ground of a division: both sides' points with the Pareto frontier, and the lessons of a class."""

from collections.abc import Sequence

from games.core.contract import Seat
from games.core.ground import Ground, Lesson, Mark
from games.core.lessons import kept, no_deals, unused
from games.core.planes import nash, plane, spots
from games.dealornodeal.config import domain_of
from games.dealornodeal.domain.deals import frontier, most_joint
from games.dealornodeal.rules.state import SEATS, DealState


def ground(state: DealState) -> Ground:
    pool, (mine, yours) = state.context.pool, state.context.values
    fallback = domain_of(state.config).fallback
    best, none = frontier(pool, mine, yours), (fallback, fallback)
    found = plane(SEATS, "points", (), best, spots(None, nash(best, none), none))
    return Ground("Points of both sides", found, most_joint(pool, mine, yours), "points")


def mark(state: DealState) -> Mark | None:
    ended = state.ended
    return ended.points if ended and ended.end == "deal" else None


def lessons(states: Sequence[DealState], seat: Seat) -> tuple[Lesson, ...]:
    if not states:
        return ()
    found, marks = ground(states[0]), [mark(state) for state in states]
    late = sum(state.ended.end == "abandoned" for state in states if state.ended)
    return kept((no_deals(marks, f"up to {found.most} points", late), unused(found, marks, "points")))
