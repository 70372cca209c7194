"""Buttons and forms for the seat that owns the view."""

from games.core.post import Ask, Choice, Counts, Form, Voice
from games.dealornodeal.reader.questions import leaving
from games.dealornodeal.reader.read import CONFIRM, DEAL, LEAVE, MISREAD, TALK
from games.dealornodeal.rules.state import SEATS, Card
from games.dealornodeal.view import View

OFFERS = "I keep {items}; you get the rest"
RULES = Choice("Full rules", "/rules")


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    if view.ended or view.who not in SEATS:
        return ()
    if view.card:
        return _card_asks(view, view.card)
    made: list[Ask] = []
    full = len(view.spoken) >= view.utterances
    theirs = view.offered()
    speaks = not full or (bool(view.spoken) and view.spoken[-1].seat == view.who)
    if theirs is not None and speaks and view.spoken[-1].seat != view.who:
        made.append(Choice(f"Deal: you get {view.domain.listed(view.share(theirs))}", DEAL, mood="go"))
    if speaks:
        made.append(_offer_form(view))
    if view.chat and not view.spoken:
        made.append(RULES)
    if any(u.seat == view.who for u in view.spoken):
        made.append(Choice(f"Walk away: {view.domain.no_deal}", LEAVE, mood="stop", question=leaving(view)))
    return tuple(made)


def _offer_form(view: View) -> Form:
    """Return the form of an offer. It opens with the last offer of either side, so that one changes only a part."""
    options = tuple((kind.plural, kind.plural) for kind in view.domain.items)
    stands = next((said.keep for said in reversed(view.spoken) if said.act == "offer"), None)
    chosen = () if stands is None else view.share(stands)
    return Form("Offer…", (Counts("items", "You keep", options, view.pool, chosen),), OFFERS)


def _card_asks(view: View, card: Card) -> tuple[Ask, ...]:
    talk = Choice("Keep talking", TALK)
    if view.who in card.confirmed:
        return (talk,)
    return (Choice("Confirm", CONFIRM, mood="go"), Choice("Not what I meant", MISREAD), talk)
