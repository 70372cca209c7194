"""Words of a trained player to its move. The game's own reader decides what they mean; nothing else does."""

from games.core.contract import Reading, Said
from games.dealornodeal.reader.read import read
from games.dealornodeal.rules.state import Accept, Confirm, DealMove, Heard, Offer, Reopen, Speak
from games.dealornodeal.view import View


def move_of(view: View, text: str) -> DealMove | None:
    """Return the move of words as a whole utterance; None if they are unclear."""
    found = read(view, Said(text))
    if not isinstance(found, Reading):
        return None
    match found.move:
        case Heard(act="offer", keep=keep, firm=False):
            return Offer(keep)
        case Heard(act="accept", keep=keep) as heard:
            theirs = view.offered()
            return Accept() if theirs is not None and view.share(theirs) == keep else heard
        case Heard(act="words", open=()):
            return Speak()
        case move:
            return move


def answer_to_card(view: View) -> DealMove | None:
    """Return the answer to an open card: confirm what one's own words proposed or took, else put it aside; None if
    there is no card, or it is confirmed.
    """
    card = view.card
    if card is None or view.who in card.confirmed:
        return None
    own = [said for said in view.spoken if said.seat == view.who]
    meant = any(said.act == "offer" and said.keep == card.keep for said in own)
    if meant or (own and own[-1].keep == card.keep):
        return Confirm(card.version)
    return Reopen(card.version, misread=False)


def takes(view: View) -> bool:
    """Return whether the other side's last utterance made an offer that can be taken."""
    last = view.spoken[-1] if view.spoken else None
    return last is not None and last.seat != view.who and last.act == "offer" and view.card is None
