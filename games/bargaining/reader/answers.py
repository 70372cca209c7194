"""Answers of the plain reading: what counts at once, and the question where something is in doubt."""

from games.bargaining.rules import BUYER, SELLER, Accept, BargainingMove, Offer, Reject
from games.bargaining.view import View
from games.core.contract import Reading, Unclear
from games.core.settings import dollars

Answer = Reading[BargainingMove] | Unclear


def accepting(view: View) -> Answer:
    """Ask whether the offer that stands is accepted."""
    offer = view.standing
    assert offer is not None
    return Reading(Accept(), confirm="accept", question=f"Do you accept {dollars(offer.price)}?")


def rejecting(view: View) -> Answer:
    """Ask whether the last offer is rejected."""
    offer = view.standing
    assert offer is not None
    question = f"Reject {dollars(offer.price)}? It's the final offer: the game ends with no deal."
    return Reading(Reject(), confirm="reject", question=question)


def offering(view: View, price: int, clear: bool = False) -> Answer:
    """Return an offer, or ask first whether it is one, as of one at a loss; a repetition of the offer that stands may
    accept it.
    """
    if view.last:
        return Unclear("no_more_offers")
    if not view.terms.lowest <= price <= view.terms.highest:
        return Unclear("out_of_bounds")
    if view.standing is not None and view.standing.price == price:
        return accepting(view)
    loss = _loss(view, price)
    if clear and not loss:
        return Reading(Offer(price))
    question = f"At {dollars(price)} {loss}. Is that your offer?" if loss else f"{dollars(price)}, is that your offer?"
    return Reading(Offer(price), confirm=dollars(price), question=question)


def _loss(view: View, price: int) -> str:
    """Return what the seat would lose by a deal at a price, against none; "" if it would lose nothing."""
    if view.who == BUYER:
        lost = price - (view.buyer_value if view.buyer_value is not None else price)
    else:
        lost = (view.reservation if view.reservation is not None else price) - price
    if lost <= 0:
        return ""
    if view.who == SELLER and view.terms.keeps:
        return f"you would earn {dollars(lost)} less than by keeping the {view.terms.item}"
    return f"you would lose {dollars(lost)}"


def first_asked(view: View, answer: Answer) -> Answer:
    """Return a reading, asked about before it counts."""
    match answer:
        case Reading(move=Accept(), confirm=""):
            return accepting(view)
        case Reading(move=Reject(), confirm=""):
            return rejecting(view)
        case Reading(move=Offer(price), confirm=""):
            return offering(view, price)
    return answer


def standing_price(view: View) -> int | None:
    """Return the price that stands; None before the first offer."""
    return view.offers[-1].price if view.offers else None


def own_price(view: View) -> int | None:
    """Return the seat's own newest price."""
    return next((offer.price for offer in reversed(view.offers) if offer.seat == view.who), None)
