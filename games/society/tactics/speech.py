"""The few words of a bargainer: public facts of the talks, and nothing else. In the look of the study it is silent.

They are said before a step closes, so they say what the speaker does, not what comes of it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.core.contract import Seat, rng
from games.society.rules.coalition import side
from games.society.rules.moves import Accept, Counter, Finish, Negotiate, Talk
from games.society.view import View

_TALKATIVE: Final = 3
"""One in this many invitations gets words; otherwise a table of eight would be all chatter."""

_OFFERS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "carpenter": ("I can make hammers, but hold only one.", "Your side can hold many hammers."),
        "miner": ("I can hold many hammers, but make none.", "Your side can make hammers."),
    }
)
"""Facts of the rules, by role of the speaker, where its side has no member of the other role."""


def words(view: View, move: Talk, seed: int) -> str:
    """Return words that agree with a move; "" for none."""
    if view.terms.style == "seed":
        return ""
    chance = rng(seed, "words", view.number)
    match move:
        case Accept():
            return chance.choice(("Agreed.", "That works for me.", "I take that."))
        case Finish():
            return chance.choice(("No deal this time.", "I'm ending this bargain."))
        case Counter(to, mine):
            return chance.choice(_about(view, to, mine))
        case Negotiate(to) if not chance.randrange(_TALKATIVE) and _lacking(view, to):
            return chance.choice((*_OFFERS[view.terms.role(view.who)], "Your side has what mine lacks."))
        case _:
            return ""


def _about(view: View, to: Seat, mine: int) -> tuple[str, ...]:
    """Return remarks on the offers so far."""
    bargain = view.talks.bargain(view.who)
    made = bargain.made if bargain is not None else ()
    own = [offer.mine for offer in made if offer.by == view.who]
    theirs = [offer.mine for offer in made if offer.by == to]
    again = len(theirs) > 1
    if own and mine < own[-1]:
        moved = again and theirs[-1] < theirs[-2]
        return ("You moved, so I move.", "A step from me, too.") if moved else ("A step from me.", "")
    if own and mine == own[-1] and again and theirs[-1] == theirs[-2]:
        return f"{theirs[-1]} again; mine hasn't changed, either.", f"Still {theirs[-1]}? Mine is the same, too."
    return "", f"I'd say {mine} for my side."


def _lacking(view: View, to: Seat) -> bool:
    """Return whether the other side has a role that the own side has not."""
    own, theirs = ({view.terms.role(seat) for seat in side(view.talks.coalitions, s)} for s in (view.who, to))
    return bool(theirs - own)
