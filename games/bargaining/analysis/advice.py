"""Words of the coach of price bargaining: what was seen and done, what was better, and why."""

from collections.abc import Sequence
from typing import Final

from games.bargaining.analysis.field import gain, number
from games.bargaining.rules import BUYER, Accept, BargainingMove, BargainingState, Offer, Reject
from games.bargaining.view import View
from games.core.coach.analyst import Told, often
from games.core.coach.engine import amount
from games.core.review import Moment
from games.core.settings import dollars

SHOWN: Final = 4
"""Options that are shown at most."""
LARGE: Final = 2
"""So many times the step before is a large step after a small one."""


def moment(told: Told) -> Moment:
    view, gained = told.decision.view, told.judged.gain
    return Moment(
        told.decision.at,
        f"Round {round_of(view, told.played)} of {view.terms.rounds}",
        known(view),
        did(told.played),
        do(told.better),
        options(told),
        amount(gained.mean, "cents"),
        amount(gained.error, "cents"),
        told.level,
        why(view, told.played, told.better, dollars(round(gained.mean))),
    )


def round_of(view: View, played: BargainingMove) -> int:
    """Return the round of a move: an answer belongs to the round of the offer that it answers, as in the result."""
    return len(view.offers) + isinstance(played, Offer)


def known(view: View) -> tuple[str, ...]:
    """Return the seat's own number and the offers of both sides, in three lines at most."""
    own = "Your value" if view.who == BUYER else "Your limit" if view.terms.keeps else "Your cost"
    lines = [f"{own}: {dollars(number(view))}."]
    for whose, offers in (
        ("Theirs", [o.price for o in view.offers if o.seat != view.who]),
        ("Yours", [o.price for o in view.offers if o.seat == view.who]),
    ):
        if offers:
            lines.append(f"{whose}: {', '.join(map(dollars, offers[-3:]))}.")
    return tuple(lines)


def did(move: BargainingMove) -> str:
    match move:
        case Offer(price):
            return f"you offered {dollars(price)}"
        case Accept():
            return "you accepted"
        case Reject():
            return "you rejected"


def do(move: BargainingMove) -> str:
    return f"offer {dollars(move.price)}" if isinstance(move, Offer) else typed(move)


def typed(move: BargainingMove) -> str:
    """Return the words that a person types for a move."""
    match move:
        case Offer(price):
            return dollars(price)
        case Accept():
            return "accept"
        case Reject():
            return "reject"


def options(told: Told) -> tuple[str, ...]:
    """Return the move played, the better one and others between or beside them; prices in order, then words."""
    shown: list[BargainingMove] = [told.played, told.better]
    words = [move for move in told.others if not isinstance(move, Offer)]
    prices = [move for move in told.others if isinstance(move, Offer)]
    shown += (words + prices[len(prices) // 3 :: max(1, len(prices) // 2)] + prices)[: SHOWN - 2]
    return tuple(dict.fromkeys(typed(move) for move in sorted(shown, key=_order)))


def _order(move: BargainingMove) -> tuple[int, int]:
    return (0, move.price) if isinstance(move, Offer) else (1, 0)


def why(view: View, played: BargainingMove, better: BargainingMove, more: str) -> str:
    """Return the reason in one sentence: what the move was by what stood before it, and what the other earns more."""
    others, standing = _others(view), _pays(view)
    pays = gain(view, number(view), played.price) if isinstance(played, Offer) else standing
    if pays < 0 and not isinstance(played, Reject):
        return f"That price meant a loss of {dollars(-pays)}; no deal would have cost nothing."
    if pays < standing:
        advice = "taking theirs" if isinstance(better, Accept) else f"to ask for {typed(better)} instead"
        return f"Their offer paid you more than your own; {advice} earns {more} more on average."
    match played, better:
        case Reject(), _:
            return f"The last offer paid you {dollars(standing)} more than no deal."
        case Accept(), Offer():
            go_on = f"{others.capitalize()} often concede more here"
            return f"{go_on}: a counteroffer of {typed(better)} earns {more} more on average."
        case Offer(), Accept():
            return f"Their offer paid you {dollars(standing)}; going on against {others} earns {more} less on average."
        case Offer(asked), Offer(instead):
            return _priced(view, asked, instead, f"earns {more} more on average")
    return f"Against {others} it earns {more} more on average."


def then(view: View, better: BargainingMove, ends: Sequence[tuple[BargainingState, float]]) -> str:
    """Return the typical sequel of an offer: the share who agree at last, and their mean price."""
    if not isinstance(better, Offer) or not ends:
        return ""
    deals = [(state.offers[-1].price, w) for state, w in ends if state.closing and state.closing.how == "accepted"]
    agreed = sum(w for _, w in deals)
    told = f"Then {often(agreed / sum(w for _, w in ends))} {_others(view)} agree in the end"
    mean = sum(price * w for price, w in deals) / agreed if agreed else 0
    return f"{told}, at {dollars(round(mean / 50) * 50)} on average." if agreed else f"{told}."


def _priced(view: View, asked: int, instead: int, earns: str) -> str:
    """Return the reason why another price would have been better."""
    own, others = number(view), _others(view)
    mine = [gain(view, own, offer.price) for offer in view.offers if offer.seat == view.who]
    played, better = gain(view, own, asked), gain(view, own, instead)
    if not mine:
        how = "could have asked for more" if played < better else "asked for a lot"
        return f"You {how} at first: against {others}, {dollars(instead)} {earns}."
    step, best = mine[-1] - played, mine[-1] - better
    before = mine[-2] - mine[-1] if len(mine) > 1 else 0
    instead_step = f"a step of {dollars(best)}" if best > 0 else "holding your price"
    advice = f"against {others}, {instead_step} {earns}."
    if step < 0:
        return f"You took back what you had offered; {advice}"
    if step == 0:
        return f"You repeated your price; {advice}"
    if step > best:
        if before > 0 and not _answered(view):
            return f"You gave twice in a row and got nothing back; {advice}"
        if 0 < before * LARGE <= step:
            return f"You gave {dollars(step)} at once, after a step of {dollars(before)}; {advice}"
        return f"You gave {dollars(step)}; {advice}"
    return f"You gave only {dollars(step)}; {advice}"


def _answered(view: View) -> bool:
    """Return whether the other side's last offer improved on its best before."""
    own = number(view)
    theirs = [gain(view, own, offer.price) for offer in view.offers if offer.seat != view.who]
    return len(theirs) < 2 or theirs[-1] > max(theirs[:-1])


def _pays(view: View) -> int:
    return gain(view, number(view), view.standing.price) if view.standing else 0


def _others(view: View) -> str:
    return "typical sellers" if view.who == BUYER else "typical buyers"
