"""Words of the coach of the balloon game."""

from typing import Any, Final

from games.balloon.analysis.field import share
from games.balloon.rules import Agree, Bargain, mask_of
from games.balloon.view import View
from games.core.coach.analyst import Told
from games.core.phrases import counted
from games.core.review import Moment

LISTED, FIRST = 30, 8
"""Items of a set that are all named at most, and how many are named of a larger one: a moment has 60 words."""
_NOTHING: Final = "Nothing new from me."
_OTHERS: Final = "typical passengers"


def moment(told: Told) -> Moment:
    view = told.decision.view
    more = f"{counted(round(told.judged.gain.mean), 'point')} more on average"
    return told.moment(
        f"Message {view.number} of {view.terms.max_messages}",
        known(view),
        f"you {_done(view, told.played)}",
        lambda move: typed(view, move),
        why(view, told.played, told.better, more),
    )


def known(view: View) -> tuple[str, ...]:
    """Return the worth of the other side's best open proposal, and of one's own last one."""
    lines = []
    if view.theirs:
        best = max(view.theirs, key=lambda p: view.worth(p.items))
        lines.append(f"Their #{best.number}: {_worth(view, best.items)} points.")
    if view.mine:
        lines.append(f"Your #{view.mine[-1].number}: {_worth(view, view.mine[-1].items)} points.")
    return tuple(lines) or ("Nothing was proposed yet.",)


def typed(view: View, move: Any) -> str:
    """Return the words that a person types for a move; a set of very many items is told by its worth instead. Of
    several sets it is the last, which counts most.
    """
    if isinstance(move, Agree):
        items = mask_of(view.items, move.items)
        return f"agree #{next(p.number for p in view.theirs if p.items == items)}"
    if isinstance(move, Bargain) and move.propose:
        names = view.names(mask_of(view.items, move.propose[-1]))
        if len(names) > LISTED:
            worth = _worth(view, mask_of(view.items, move.propose[-1]))
            return f"keep {len(names)} items worth {worth}: {', '.join(names[:FIRST])}, …"
        if view.terms.grammar == "seed":
            return f"PROPOSAL: {{{', '.join(map(repr, names))}}}"
        return f"keep {', '.join(names)}"
    if isinstance(move, Bargain) and move.refuse:
        items = mask_of(view.items, move.refuse[-1])
        return f"refuse #{next(p.number for p in view.theirs if p.items == items)}"
    return _NOTHING


def _done(view: View, move: Any) -> str:
    if isinstance(move, Agree):
        return f"agreed to a set worth {_worth(view, mask_of(view.items, move.items))}"
    if isinstance(move, Bargain) and move.propose:
        return f"proposed a set worth {_worth(view, mask_of(view.items, move.propose[-1]))}"
    return "refused" if isinstance(move, Bargain) and move.refuse else "proposed nothing"


def why(view: View, played: Any, better: Any, more: str) -> str:
    """Return the reason in one sentence: what the move was, and what the other earns more."""
    if isinstance(better, Agree):
        worth = _worth(view, mask_of(view.items, better.items))
        return f"Their set was worth {worth}; against {_OTHERS}, agreeing earns {more}."
    instead = share(view, mask_of(view.items, better.propose[-1]))
    if isinstance(played, Agree):
        return f"{_OTHERS.capitalize()} often concede more here: asking for {_part(instead)} earns {more}."
    if not (isinstance(played, Bargain) and played.propose):
        return f"You proposed nothing; against {_OTHERS}, this set earns {more}."
    asked = share(view, mask_of(view.items, played.propose[-1]))
    if abs(asked - instead) < 10:
        return f"The better set is worth as much to you and suits {_OTHERS} more: it earns {more}."
    how = "only " if asked < instead else ""
    return f"You asked for {how}{_part(asked)}; against {_OTHERS}, {_part(instead)} earns {more}."


def _worth(view: View, items: int) -> str:
    return str(view.worth(items))


def _part(share: int) -> str:
    return f"{round(share / 10)} %"
