"""Buttons and forms of price bargaining."""

from games.bargaining.view import View
from games.core.post import Ask, Choice, Form, Number, Voice
from games.core.settings import dollars


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    if view.ended or view.who != view.mover:
        return ()
    terms, offer = view.terms, view.standing
    low, high = (dollars(price)[1:].removesuffix(".00") for price in (terms.lowest, terms.highest))
    price = Number("price", f"Your price ({low} to {high})", terms.lowest, terms.highest, scale=100, unit="$")
    if offer is None:
        return (Form("Make an offer…", (price,), says="{price}", mood="go"),)
    accept = Choice(f"Accept {dollars(offer.price)}", "accept", mood="go")
    if view.last:
        question = f"Reject {dollars(offer.price)}? It's the final offer: the game ends with no deal."
        return (accept, Choice(f"Reject {dollars(offer.price)}", "reject", mood="stop", question=question))
    return (accept, Form("Counteroffer…", (price,), says="{price}"))
