"""The ground of a society: what everybody made together, up to what its stock allowed, and the lessons of a class."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import fmean

from games.core.contract import Seat
from games.core.ground import Ground, Lesson, Mark
from games.core.lessons import kept
from games.core.plots import Axis, Level, Strip
from games.society.rules.state import State
from games.society.tactics import estimate


def ground(state: State) -> Ground:
    most = estimate.ceiling(state.terms.instance)
    strip = Strip(Axis("credits together", 0, max(most, 1)), dots_name="societies", levels=(Level("possible", most),))
    return Ground("Credits that each society made", strip, most)


def mark(state: State) -> Mark | None:
    if state.close is None or state.close.end == "abandoned":
        return None
    made = round(sum(state.earned, Fraction(0)))
    return made, made


def lessons(states: Sequence[State], seat: Seat) -> tuple[Lesson, ...]:
    made = [found[0] for found in map(mark, states) if found is not None]
    most = estimate.ceiling(states[0].terms.instance) if states else 0
    if not made or not most:
        return ()
    return kept((_used(made, most), _shared(states, seat)))


def _used(made: Sequence[int], most: int) -> Lesson:
    mean = fmean(made)
    return Lesson(
        max(1, round(100 - 100 * mean / most)),
        "Together more was possible",
        f"The {len(made)} societies made {round(mean)} of {most} possible credits on average, the best {max(made)}, "
        f"the weakest {min(made)}. Crafts pay only when those who gather and those who craft work for each other.",
    )


def _shared(states: Sequence[State], seat: Seat) -> Lesson | None:
    ended = [state for state in states if mark(state) is not None and any(state.earned)]
    if not ended:
        return None
    at = ended[0].terms.seats.index(seat)
    parts = [float(state.earned[at] / sum(state.earned, Fraction(0))) for state in ended]
    equal = 100 / len(ended[0].terms.seats)
    mean = 100 * fmean(parts)
    return Lesson(
        max(1, round(abs(mean - equal))),
        "What one's share was worth",
        f"You had {round(mean)} % of all credits on average (equal shares: {round(equal)} %), from "
        f"{round(100 * min(parts))} % to {round(100 * max(parts))} %. A large share of little is less than a fair "
        "share of much: whom you joined mattered as much as the percentage you asked for.",
    )
