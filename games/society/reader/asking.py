"""Questions about a move that words express, but not beyond doubt."""

from games.core.contract import IllegalMove, Reading, Unclear
from games.society.rules import negotiation
from games.society.rules.moves import Accept, Counter, Move, Negotiate
from games.society.view import View

Read = Reading[Move] | Unclear


def asked(view: View, move: Accept | Counter | Negotiate, says: str, question: str) -> Read:
    """Return a question about a move, or its refusal at once if the rules refuse it."""
    try:
        negotiation.check(view.talks, view.terms.customs, view.who, negotiation.meant(view.talks, view.who, move))
    except IllegalMove:
        return Reading(move)
    return Reading(move, "", says, "", question)
