"""Replies to a message that does not count: the allowed forms, the standing offer, and the remaining tries."""

from games.core.contract import IllegalMove, Unclear
from games.core.display_names import whose
from games.core.messages import out_of_turn
from games.core.post import Post, Voice, says
from games.trading.config import SEATS
from games.trading.domain import RESOURCES, listed
from games.trading.view import View
from games.trading.wording.looks import status
from games.trading.wording.phrases import swap, titled
from games.trading.wording.posts import explain

_WORDS = "Say what you'd swap, such as: I'll give 3 sheep for 1 ore"
_FORM = "Write an offer like this, in square brackets: [Offer: 2 Wheat, 1 Ore -> 3 Sheep]"
_OVER = "The game is over; nothing more can be traded."
_SENTENCES = {
    "empty": "That message is empty. Say something, make an offer, or answer one.",
    "two_offers": "One message can hold one offer. Which of them do you mean?",
    "both_answers": "That message accepts and denies. Write [Accept] or [Deny].",
    "struck_out": "A part of that message is struck through. Write it plainly, or leave it out.",
    "outside": f"Put everything that you offer and ask for inside the brackets. {_FORM}.",
    "unclosed": f"A square bracket is not closed. {_FORM}.",
    "link": "That is a link, not an answer. Write [Accept] or [Deny], without a link.",
    "bad_answer": "An answer is exactly [Accept] or [Deny].",
    "bad_quantity": "Quantities are whole numbers from 1 to 9999, without signs, points or commas.",
    "bad_syntax": f"That offer cannot be read. {_FORM}.",
    "bad_offer": f"Both sides of an offer must name something. {_FORM}.",
    "no_brackets": f"That looks like an offer without its brackets. {_FORM}. To just talk, leave the arrow out.",
    "in_words": "To take the offer, write [Accept] or press Accept. Other words use up your message; the offer lapses.",
    "same_resource": "The same resource is on both sides, which is pointless. Swap different ones.",
    "nothing_to_answer": "There is no offer to answer. Make one, or just talk.",
    "must_answer": "The offer needs an answer: [Accept] or [Deny], followed by a new offer if you like.",
    "help": f"{_WORDS}. Answer an offer with deal or no thanks, or say what to change: make it 2 ore.",
    "quit": "Nothing was sent, and the game goes on. /quit leaves it for good.",
}
_PLAIN = {
    "bad_syntax": f"That offer can't be read. {_WORDS}.",
    "bad_offer": f"Both sides of an offer must name something. {_WORDS}.",
    "no_brackets": f"That offer can't be read. {_WORDS}.",
    "outside": f"Put everything that you swap inside the brackets, or use plain words. {_WORDS}.",
    "unclosed": f"A square bracket isn't closed. Plain words will do: {_WORDS[0].lower()}{_WORDS[1:]}.",
    "bad_answer": "That answer can't be read. Say deal or no thanks, or press a button.",
    "nothing_to_answer": "There's no offer to answer, and nothing was sent. Make one, or just talk.",
    "must_answer": "The offer needs an answer first: deal or no thanks, or an offer of your own.",
}
"""Sentences where plain words are read."""


def refuse(why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
    voice = titled(view, voice)
    mover = None if view.close is not None else SEATS[view.mover]
    if said := out_of_turn(why, _OVER, mover, _standing(view, voice), voice):
        return says(said)
    if why.code == "rules":
        return explain(view, voice)
    if why.code == "goods":
        return status(view, voice)
    lines = [_sentence(why, view.terms.reading == "plain")]
    if why.strike:
        lines.append(_tries(view))
    if view.my_turn:
        lines.append(_standing(view, voice))
    return says(*filter(None, lines))


def _sentence(why: IllegalMove | Unclear, plain: bool) -> str:
    if plain and why.code in _PLAIN:
        return _PLAIN[why.code]
    match why.code:
        case "too_long":
            return f"That is too long. A message has at most {why.facts['most']} characters."
        case "unknown_resource":
            return f"There is no {why.facts['name']}. Resources: {', '.join(RESOURCES)}."
        case "not_enough":
            return f"You cannot give {listed(why.facts['give'])}: you own {listed(why.facts['owned'])}."
    if plain:
        return _SENTENCES.get(why.code, f"That can't be done now, and nothing was sent. {_WORDS}.")
    return _SENTENCES.get(why.code, f"That cannot be done now. {_FORM}, or answer with [Accept] or [Deny].")


def _tries(view: View) -> str:
    if view.close is not None:
        return "It was one faulty message too many, and the game is lost."
    if not view.my_turn:
        return "It was one faulty message too many, and your turn passes."
    tries = view.retries + 1
    after = "your turn passes" if view.terms.penalty == "casual" else "the game is lost"
    return f"Nothing was counted. {tries} {'try' if tries == 1 else 'tries'} left before {after}."


def _standing(view: View, voice: Voice) -> str:
    if view.offer is None or view.close is not None:
        return ""
    return f"On the table: {whose(SEATS[1 - view.mover], voice)} {swap(view.offer)}."
