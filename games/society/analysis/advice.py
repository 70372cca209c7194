"""Words of the coach of the society."""

from typing import Any, Final

from games.core.coach.analyst import Told
from games.core.phrases import counted
from games.core.post import Voice
from games.core.review import Moment
from games.society.names import named, typeable
from games.society.rules.moves import Accept
from games.society.view import View
from games.society.wording.choices import typed

_OTHERS: Final = "typical players"


def moment(told: Told) -> Moment:
    view = told.decision.view
    chat = view.terms.style == "chat"

    def shown(text: str) -> str:
        return named(text, view.terms.seats, Voice("")) if chat else text

    def said(move: Any) -> str:
        return typeable(typed(view, move)) if chat else typed(view, move)

    more = f"{counted(round(told.judged.gain.mean), 'credit')} more on average"
    return told.moment(
        f"Step {view.talks.step} of {view.windows}",
        tuple(map(shown, known(view))),
        shown(f"you {_done(view, told.played)}"),
        said,
        why(view, told.played, told.better, more),
    )


def known(view: View) -> tuple[str, ...]:
    """Return the offers that the seat could accept."""
    offers = view.talks.offers_to(view.who)[:2]
    told = tuple(f"{offer.by} offered your side {100 - offer.mine} %." for offer in offers)
    return told or ("There was no offer to you.",)


def _accepted(view: View, move: Accept) -> int:
    """Return the accepting side's share."""
    return next(100 - offer.mine for offer in view.talks.offers_to(view.who) if offer.by == move.of)


def _done(view: View, move: Any) -> str:
    if isinstance(move, Accept):
        return f"accepted {_accepted(view, move)} % from {move.of}"
    return f"invited {move.to}" if move.mine is None else f"asked {move.to} for {move.mine} %"


def why(view: View, played: Any, better: Any, more: str) -> str:
    """Return the reason in one sentence: what the move was, and what the other is expected to earn more."""
    if isinstance(better, Accept):
        return f"That offer left your side {_accepted(view, better)} %; against {_OTHERS}, taking it promises {more}."
    if isinstance(played, Accept):
        return f"{_OTHERS.capitalize()} often concede more here: asking for {better.mine} % promises {more}."
    if played.mine is None:
        return f"You named no share; against {_OTHERS}, this offer promises {more}."
    return f"You asked for {played.mine} %; against {_OTHERS}, asking for {better.mine} % promises {more}."
