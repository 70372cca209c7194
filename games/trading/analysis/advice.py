"""Words of the coach of trading."""

from typing import Any, Final

from games.core.coach.analyst import Told
from games.core.phrases import counted
from games.core.review import Moment
from games.trading.analysis.field import CHOSEN, KEPT, risk
from games.trading.asks import PASS
from games.trading.domain import BASE, Offer, gain, listed, pairs, written
from games.trading.rules import Accept, Deny, Propose
from games.trading.view import View

_OTHERS: Final = "typical traders"


def lead(view: View, offer: Offer) -> int:
    """Return the lead that a swap brings its proposer, at one's own values and the mean ones of the other side.

    Where nobody wins, only one's own gain counts.
    """
    mine = _own(view, offer)
    return mine if view.terms.cooperative else mine + gain(offer, BASE)


def taken(view: View, offer: Offer) -> int:
    """Return the lead that it brings to take an offer of the other side, which has chosen it for its own values."""
    mine = -_own(view, offer)
    return mine if view.terms.cooperative else mine - theirs(offer)


def theirs(offer: Offer) -> int:
    """Return a typical trader's gain from an offer that it proposes, in points."""
    return round(KEPT * gain(offer, BASE) + CHOSEN * risk(offer))


def moment(told: Told) -> Moment:
    view, played, better = told.decision.view, told.played, told.better
    same = _then(played) if _then(played) == _then(better) else None
    return told.moment(
        f"Message {view.number} of {view.terms.max_turns}",
        known(view),
        _done(played, same),
        lambda move: (said if view.terms.style == "chat" else typed)(move, same),
        why(view, played, better, _earns(view, counted(round(told.judged.gain.mean), "point"))),
    )


def known(view: View) -> tuple[str, ...]:
    """Return the facts that the seat could see and has to know: its goods with the worth of each to it, its gain, and
    the standing offer.
    """
    assert view.holdings is not None
    assert view.values is not None
    goods = zip(pairs(view.holdings), pairs(view.values), strict=True)
    owned = ", ".join(f"{number} {name} ({value} each)" for (name, number), (_, value) in goods)
    lines = f"You had {owned}.", f"You had gained {counted(view.gained, 'point')}."
    if view.offer is None:
        return lines
    mine = -_own(view, view.offer)
    return *lines, f"They offered {listed(view.offer.give)} for {listed(view.offer.get)}: {mine:+d} for you."


def typed(move: Any, same: Offer | None) -> str:
    """Return the words that a person types for a move; an offer that all have in common is left out."""
    if move is None:
        return PASS
    answer = "[Accept]" if isinstance(move, Accept) else "[Deny]" if isinstance(move, Deny) else ""
    then = _then(move)
    shown = written(then) if then is not None and then != same else ""
    return " ".join(filter(None, (answer, shown)))


def said(move: Any, same: Offer | None) -> str:
    """Return a move as a person says it in a chat; an offer that all have in common is left out."""
    if move is None:
        return "pass"
    answer = "accept" if isinstance(move, Accept) else "deny" if isinstance(move, Deny) else ""
    then = _then(move)
    offer = f"offer {listed(then.give)} for {listed(then.get)}" if then is not None and then != same else ""
    return " and ".join(filter(None, (answer, offer)))


def _done(move: Any, same: Offer | None) -> str:
    did = "accepted" if isinstance(move, Accept) else "refused" if isinstance(move, Deny) else ""
    then = _then(move)
    offered = f"offered {listed(then.give)} for {listed(then.get)}" if then is not None and then != same else ""
    return f"you {' and '.join(filter(None, (did, offered))) or 'made no offer'}"


def why(view: View, played: Any, better: Any, earns: str) -> str:
    """Return the reason in one sentence: what the swap brings both, and what the better move earns more."""
    took, takes = isinstance(played, Accept), isinstance(better, Accept)
    if took != takes and view.offer is not None:
        mine, doing = -_own(view, view.offer), "taking it" if takes else "refusing it"
        if _then(better) not in (None, _then(played)):
            doing += " with that offer"
        if view.terms.cooperative:
            return f"That swap was {mine:+d} for you; {doing} {earns}."
        other = f"worth about {theirs(view.offer):+d} to {_OTHERS} who offer it"
        return f"That swap was {mine:+d} for you and {other}; {doing} {earns}."
    made = _then(played)
    if made is None:
        return f"You made no offer; against {_OTHERS} this one {earns}."
    if _then(better) is None:
        return f"Your offer was {_own(view, made):+d} for you; against {_OTHERS}, making no offer {earns}."
    return f"Your offer was {_own(view, made):+d} for you; against {_OTHERS} the other one {earns}."


def _earns(view: View, more: str) -> str:
    if view.terms.cooperative:
        return f"earns {more} more on average"
    return f"puts you {more} further ahead on average"


def _own(view: View, offer: Offer) -> int:
    """Return the proposer's gain at the values of the owner of the view."""
    assert view.values is not None
    return gain(offer, view.values)


def _then(move: Any) -> Offer | None:
    found: Offer | None = None if move is None else move.offer if isinstance(move, Propose) else move.then
    return found
