"""Answers to a text or move that does not count: the fault, the allowed answers, and the standing offer."""

from typing import Final

from games.bargaining.rules import SELLER
from games.bargaining.view import View
from games.bargaining.wording.speech import Speech
from games.core.contract import IllegalMove, Unclear
from games.core.post import Post, Voice, says
from games.core.settings import dollars

CLOSED = "The game is complete. You do not need to do anything else. Thank you for participating!"
_EXAMPLE = 45_50
_INVALID = "That's not a valid response."
_OUTSIDE: Final = ("out_of_bounds", "out_of_range")
_WRONG: Final = {
    "both": "That sounds like a yes and like a price.",
    "unclear_yes": "That is not a clear yes.",
    "several": "I read more than one number there.",
    "struck_out": "A part of that is struck through.",
    "no_price": "I could not read that as a price.",
    "spelled_out": "Please write the price in digits.",
    "too_long_to_read": "That is too long for me to read.",
    "no_more_offers": "There are no more offers to make.",
}


def refuse(why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
    speech = Speech(view, voice)
    if view.ended or why.code == "over":
        return says(_over(speech))
    if why.code == "stale":
        return says(_stale(speech))
    if why.code in ("not_your_turn", "no_such_seat") or not speech.my_turn:
        return says(_not_now(speech))
    return says(_hint(speech, why.code) if speech.terms.chat else _reprompt(speech))


def _reprompt(speech: Speech) -> str:
    """Return the study's fixed sentence, as far as it is true at this moment."""
    lowest, highest = dollars(speech.terms.lowest), dollars(speech.terms.highest)
    if not speech.view.offers:
        return f"{_INVALID} Please enter an offer between {lowest} and {highest}."
    if speech.view.last:
        return f"{_INVALID} Please type 'accept' or 'reject'."
    return f"{_INVALID} Please type 'accept' or enter a counteroffer between {lowest} and {highest}."


def _hint(speech: Speech, code: str) -> str:
    """Return the error in the text, the allowed answers, and the offer that stands."""
    wrong = _WRONG.get(code, f"Prices go from {speech.span}." if code in _OUTSIDE else "I did not understand that.")
    if not speech.view.offers:
        return f"{wrong} Type your first price, such as {_such_as(speech)}."
    if speech.view.last:
        return f"{wrong} Type accept or reject. {_on_the_table(speech)}"
    return f"{wrong} Type accept, or one price such as {_such_as(speech)}. {_on_the_table(speech)}"


def _such_as(speech: Speech) -> str:
    """Return an example of a price: the study's, or the middle of all prices if that one is out of range."""
    lowest, highest = speech.terms.lowest, speech.terms.highest
    return dollars(_EXAMPLE if lowest <= _EXAMPLE <= highest else (lowest + highest) // 2).removeprefix("$")


def _on_the_table(speech: Speech) -> str:
    offer = speech.view.standing
    return f"On the table: {dollars(offer.price)} from {speech.name(offer.seat)}." if offer else ""


def _stale(speech: Speech) -> str:
    offer = speech.view.standing
    if offer is None:
        return "That button belongs to another moment of the game. Nothing was changed."
    if offer.seat == speech.you:
        return f"You have answered already: your offer is {dollars(offer.price)}. That button changed nothing."
    asks_now = f"{speech.name(offer.seat)} now {'asks' if offer.seat == SELLER else 'offers'} {dollars(offer.price)}"
    return f"That offer has changed: {asks_now}. Nothing was accepted or offered."


def _not_now(speech: Speech) -> str:
    if speech.facing_ai:
        return "The AI is thinking. Your turn comes when it has answered."
    return f"It is {speech.name(speech.view.mover)}'s turn."


def _over(speech: Speech) -> str:
    ended = speech.view.ended
    if not speech.terms.chat or ended is None:
        return CLOSED
    deal = ended.closing.how == "accepted" and ended.offer
    return f"This game is over: {f'deal at {dollars(deal.price)}' if deal else 'no deal'}. Nothing more is needed."
