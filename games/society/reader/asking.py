"""Questions about a move that words express, but not beyond doubt."""

import re
from typing import Final

from msgspec.structs import replace

from games.core.contract import IllegalMove, Reading, Seat, Unclear
from games.language.hedges import hedged
from games.society.reader import sentences
from games.society.rules import negotiation
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Vote
from games.society.view import View

Read = Reading[Move] | Unclear

_THINKS: Final = re.compile(r"\bi (?:think|believe)\b")


def asked(view: View, move: Accept | Counter | Negotiate, says: str, question: str) -> Read:
    """Return a question about a move, or its refusal at once if the rules refuse it."""
    try:
        negotiation.check(view.talks, view.terms.customs, view.who, negotiation.meant(view.talks, view.who, move))
    except IllegalMove:
        return Reading(move)
    return Reading(move, "", says, "", question)


def doubted(view: View, found: Read, text: str) -> Read:
    """Return a question in place of a move that binds, if the typed words hedge: `I guess I'll stay`."""
    if isinstance(found, Unclear) or found.move is None or found.confirm:
        return found
    plain = " ".join(text.lower().split())
    if not (hedged(plain) or _THINKS.search(plain)):
        return found
    says, question = _binding(view, found.move)
    return replace(found, confirm=says, question=question) if says else found


def _binding(view: View, move: Move) -> tuple[str, str]:
    """Return the words and the question of a move that nothing undoes; empty for other moves."""
    match move:
        case Accept(by, mine):
            return _accepting(view, by, mine)
        case Finish(to):
            return _ending(view, to)
        case Join(slot) if 0 <= slot < len(view.slots.seats) and view.slots.mover in (None, view.who):
            return f"join {slot}", f"Join coalition {slot}?"
        case Vote(yes):
            return f"vote {'yes' if yes else 'no'}", f"Vote {'yes' if yes else 'no'} on that deal?"
    return "", ""


def _accepting(view: View, by: Seat, mine: int | None) -> tuple[str, str]:
    offer = next((offer for offer in view.talks.offers_to(view.who) if offer.by == by), None)
    if offer is None or mine not in (None, 100 - offer.mine):
        return "", ""  # the rules refuse it
    mine = 100 - offer.mine
    return sentences.accept(by, mine), f"Accept the offer of {by}: you {mine} %, {by} {100 - mine} %?"


def _ending(view: View, other: Seat) -> tuple[str, str]:
    bargain = view.talks.bargain(view.who)
    if bargain is not None and bargain.other(view.who) == other:
        return f"end {other}", f"End the bargain with {other}? Neither of you gets a share from it."
    invited = any(invite.by == other for invite in view.talks.invites_to(view.who))
    return (f"end {other}", f"Decline the invitation of {other}?") if invited else ("", "")
