"""Hints: the best move of a seat now, found as the coach finds it afterwards, by what the seat can see.

The move that the seat's player would make is compared with the alternatives, over worlds that fit the game so far.
"""

from collections.abc import Callable
from typing import Any

from games.core.coach.analyst import Analyst, Told
from games.core.coach.engine import amount, judge
from games.core.events import Moved
from games.core.records import Amount, Seat, written
from games.core.review import Hint, Past


def of(analyst: Analyst[Any, Any, Any]) -> Callable[..., Hint | None]:
    """Return the method `hint` of an analyst's game."""

    def hint(past: Past, state: Any, seat: Seat, seed: int, effort: int = 0) -> Hint | None:
        deal = analyst.blank(past[0][0] if past else state, seat)
        usual = analyst.continuation(analyst.view(deal, seat))(analyst.view(state, seat))
        case = analyst.case((*past, (state, Moved(seat, usual.move, usual.say))), seat)
        if not case.decisions or case.decisions[-1].before < len(past):
            return None
        decision = case.decisions[-1]
        case.judge((decision,))
        [judged] = judge(case, seed, effort or analyst.effort)
        move = analyst.tell(Told(decision, judged, "inaccuracy")).better
        return Hint(move, _why(amount(judged.worth.mean, analyst.unit), analyst.unit, len(decision.acts)))

    return hint


def _why(worth: Amount, unit: str, compared: int) -> str:
    text = f"${written(worth, unit)}" if unit == "cents" else f"{written(worth, unit)} points"
    return f"Against typical opponents it earns about {text} on average, the most of {compared} moves compared."
