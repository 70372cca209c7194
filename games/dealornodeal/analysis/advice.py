"""Words of the coach of books, hats and balls."""

from collections.abc import Sequence
from typing import Any, Final

from games.core.coach.analyst import Told, often
from games.core.coach.engine import amount
from games.core.contract import written
from games.core.phrases import counted
from games.core.review import Moment
from games.dealornodeal.domain.deals import Share, worth
from games.dealornodeal.rules.state import SEATS, Accept, DealState, Heard, Leave, Offer
from games.dealornodeal.view import View

SHOWN: Final = 4
"""Options that are shown at most."""
_OTHERS: Final = "typical partners"


def moment(told: Told) -> Moment:
    view, more = told.decision.view, amount(told.judged.gain.mean, "points")
    return told.moment(
        f"Message {len(view.spoken) + 1} of {view.utterances}",
        known(view),
        f"you {_done(view, told.played)}",
        lambda move: typed(view, move),
        why(view, told.played, told.better, f"{written(more, 'points')} points more on average"),
        shown(told),
    )


def known(view: View) -> tuple[str, ...]:
    """Return the worth of the items to the seat, and the last offer of the other side."""
    worths = zip(view.domain.items, view.pool, view.values, strict=True)
    lines = [f"On the table: {', '.join(f'{item.of(count)} worth {value}' for item, count, value in worths)}."]
    theirs = view.offered()
    if theirs is not None:
        lines.append(f"Offered to you: {view.domain.listed(view.share(theirs))}.")
    return tuple(lines)


def kept(move: Any) -> Share | None:
    """Return the share that a move asks to keep; None if it proposes nothing."""
    return move.keep if isinstance(move, Offer) or (isinstance(move, Heard) and move.act == "offer") else None


def accepts(move: Any) -> bool:
    return isinstance(move, Accept) or (isinstance(move, Heard) and move.act == "accept")


def _done(view: View, move: Any) -> str:
    keep = kept(move)
    if keep is not None:
        return f"asked to keep {view.domain.listed(keep)}"
    if accepts(move):
        return "accepted"
    return "walked away" if isinstance(move, Leave) else "made no offer"


def typed(view: View, move: Any) -> str:
    """Return the words that a person types for a move."""
    keep = kept(move)
    if keep is not None:
        return f"I keep {view.domain.listed(keep)}"
    if accepts(move):
        return "deal"
    return "walk away" if isinstance(move, Leave) else "let me think"


def shown(told: Told) -> Sequence[Any]:
    """Return the move played, the better one, and others; what asks for most first."""
    view, found, others = told.decision.view, [told.played, told.better], told.others
    found += [move for move in others if accepts(move)][:1]
    found += [move for move in others if not accepts(move)][:: max(1, len(others) // 2)][: SHOWN - len(found)]
    return sorted(found, key=lambda move: -_asks(view, move))


def _asks(view: View, move: Any) -> int:
    keep = kept(move)
    return -1 if keep is None else worth(view.values, keep)


def then(view: View, better: Any, ends: Sequence[tuple[DealState, float]]) -> str:
    """Return the typical sequel of a proposal: the share who agree at last, and the seat's mean points then."""
    if kept(better) is None or not ends:
        return ""
    own = SEATS.index(view.who)
    deals = [(state.ended.points[own], w) for state, w in ends if state.ended and state.ended.end == "deal"]
    agreed = sum(w for _, w in deals)
    told = f"Then {often(agreed / sum(w for _, w in ends))} {_OTHERS} agree in the end"
    mean = sum(points * w for points, w in deals) / agreed if agreed else 0
    return f"{told}; you get {mean:.1f} points on average." if agreed else f"{told}."


def why(view: View, played: Any, better: Any, more: str) -> str:
    """Return the reason in one sentence: what the move was, and what the other earns more."""
    offered = view.offered()
    got = worth(view.values, view.share(offered)) if offered is not None else 0
    if isinstance(played, Leave):
        return f"Against {_OTHERS}, going on earns {more}."
    if accepts(played):
        return f"{_OTHERS.capitalize()} often concede more here: asking for more earns {more}."
    if accepts(better):
        return f"Their offer gave you {counted(got, 'point')}; against {_OTHERS}, taking it earns {more}."
    keep, instead = kept(played), kept(better)
    if keep is None or instead is None:
        return f"You made no offer; against {_OTHERS}, this one earns {more}."
    asked, best = worth(view.values, keep), worth(view.values, instead)
    mine = view.offered(by_viewer=True)
    if mine is not None and view.share(mine) == keep:
        return f"You repeated your offer; against {_OTHERS}, another one earns {more}."
    if asked == best:
        return f"It gives you as much, and leaves {_OTHERS} what they like: it earns {more}."
    if asked > best:
        return f"You asked for {counted(asked, 'point')}; against {_OTHERS}, asking for {best} earns {more}."
    return f"You asked for only {counted(asked, 'point')}; against {_OTHERS}, asking for {best} earns {more}."
