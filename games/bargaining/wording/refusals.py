"""Answers to a text or move that does not count: the fixed sentences of the published study, in both looks."""

from games.bargaining.rules import SELLER
from games.bargaining.view import View
from games.bargaining.wording.speech import Speech
from games.core.contract import IllegalMove, Unclear
from games.core.post import Post, Voice, says
from games.core.settings import dollars

CLOSED = "The game is complete. You do not need to do anything else. Thank you for participating!"
_INVALID = "That's not a valid response."


def refuse(why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
    speech = Speech(view, voice)
    if view.ended or why.code == "over":
        return says(CLOSED)
    if why.code == "stale":
        return says(_stale(speech))
    if why.code in ("not_your_turn", "no_such_seat") or not speech.my_turn:
        return says(not_now(speech))
    return says(reprompt(speech))


def reprompt(speech: Speech) -> str:
    """Return the study's fixed sentence, as far as it is true at this moment."""
    lowest, highest = dollars(speech.terms.lowest), dollars(speech.terms.highest)
    if not speech.view.offers:
        return f"{_INVALID} Please enter an offer between {lowest} and {highest}."
    if speech.view.last:
        return f"{_INVALID} Please type 'accept' or 'reject'."
    return f"{_INVALID} Please type 'accept' or enter a counteroffer between {lowest} and {highest}."


def _stale(speech: Speech) -> str:
    offer = speech.view.standing
    if offer is None:
        return "That button belongs to another moment of the game. Nothing was changed."
    if offer.seat == speech.you:
        return f"You have answered already: your offer is {dollars(offer.price)}. That button changed nothing."
    asks_now = f"{speech.name(offer.seat)} now {'asks' if offer.seat == SELLER else 'offers'} {dollars(offer.price)}"
    return f"That offer has changed: {asks_now}. Nothing was accepted or offered."


def not_now(speech: Speech) -> str:
    if speech.facing_ai:
        return "The AI is thinking. Your turn comes when it has answered."
    return f"It is {speech.name(speech.view.mover)}'s turn."
