"""Hints: the best move of a seat now, found as the coach finds it afterwards, by what the seat can see.

The move that the seat's player would make is compared with the alternatives, over worlds that fit the game so far.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.core.coach.analyst import Analyst, Told
from games.core.coach.engine import amount, judge
from games.core.events import IllegalMove, Moved
from games.core.records import Act, Amount, Seat, written
from games.core.review import Hint, Past


def of(analyst: Analyst[Any, Any, Any]) -> Callable[..., Hint | None]:
    """Return the method `hint` of an analyst's game."""

    def hint(past: Past, state: Any, seat: Seat, seed: int, effort: int = 0) -> Hint | None:
        deal = analyst.blank(past[0][0] if past else state, seat)
        usual = analyst.continuations(analyst.view(deal, seat))[0](analyst.view(state, seat))
        case = analyst.case((*past, (state, Moved(seat, usual.move, usual.say))), seat)
        if not case.decisions or case.decisions[-1].before < len(past):
            return None
        decision = case.decisions[-1]
        case.judge((decision,))
        [judged] = judge(case, seed, effort or analyst.effort)
        sure = {
            option: earned for option, act in enumerate(decision.acts) if (earned := _sure(analyst, state, seat, act))
        }
        best = max(sure, key=sure.__getitem__, default=judged.best)
        if best != judged.best and sure[best] >= judged.worth.mean:
            judged = replace(judged, best=best)
        move = analyst.tell(Told(decision, judged, "inaccuracy")).better
        worth = amount(sure.get(judged.best, judged.worth.mean), analyst.unit)
        return Hint(move, _why(worth, analyst.unit, len(decision.acts), judged.best in sure))

    return hint


def _sure(analyst: Analyst[Any, Any, Any], state: Any, seat: Seat, act: Act[Any]) -> float:
    """Return a seat's earnings by an act that ends the game at once; 0 if it doesn't, or earns nothing."""
    try:
        ended = analyst.apply(state, Moved(seat, act.move, act.say))
    except IllegalMove:
        return 0.0
    return analyst.worth(ended, seat) if analyst.result(ended) is not None else 0.0


def _why(worth: Amount, unit: str, compared: int, sure: bool) -> str:
    text = f"${written(worth, unit)}" if unit == "cents" else f"{written(worth, unit)} points"
    if sure:
        return f"It earns {text} for sure. None of {compared} moves compared earns more on average."
    return f"Against typical opponents it earns about {text} on average, the most of {compared} moves compared."
