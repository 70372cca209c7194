"""Words of the analytic bargainers: short, about what everybody sees, and true to the move beside them.

They name no number but prices that were offered, and never a limit, a plan or a reason.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Literal

from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer
from games.bargaining.view import View
from games.core.contract import rng
from games.core.settings import dollars

Mood = Literal["open", "counter", "last", "accept", "reject"]

REMARKS: Final[Mapping[Mood, tuple[str, ...]]] = MappingProxyType(
    {
        "open": (
            "I'll start here.",
            "Let's see whether we can make this work.",
            "I'd rather agree than argue. Here's where I start.",
        ),
        "counter": ("Here's my next price.", "This is where I am now.", "How about this?"),
        "last": ("We're nearly out of rounds.", "There isn't much time left.", "Not many offers left now."),
        "accept": ("Good, let's leave it at that.", "That works for me.", "Fine, we have a deal."),
        "reject": ("I'm sorry, that isn't enough for me.", "Then we don't agree this time.", "I'd rather not."),
    }
)
"""Remarks beside a move without any number. They fit every move of their kind."""

_REPEATED: Final = (
    "You've said {price} {times}; I'd need to see you move.",
    "Still {price}? Then I'm staying where I am too.",
    "{price} again. I'll move when you do.",
)
_TIMES: Final = ("one", "two", "three", "four", "five", "six")
_BACK: Final = (
    "You were at {best} before. I'm staying where I am.",
    "{price}, after {best}? I can't answer that with a step.",
)
_MOVED: Final = (
    "You moved from {best} to {price}, so I'm moving too.",
    "{price} is a step. Here's mine.",
    "Thanks for coming {way} to {price}. I've moved as well.",
)
_STAYED: Final = ("{price} is a step, but I'm staying where I am.", "I saw you move to {price}. I'm not moving now.")


def remark(view: View, seed: int, move: BargainingMove) -> str:
    """Return a sentence for a move; "" if this seat's words are not passed on, and in the study's style."""
    if view.who not in view.terms.talkers or not view.terms.chat:
        return ""
    draw = rng(seed, "remark", len(view.offers))
    if not isinstance(move, Offer):
        return draw.choice(REMARKS["accept" if isinstance(move, Accept) else "reject"])
    own = [offer.price for offer in view.offers if offer.seat == view.who]
    theirs = [offer.price for offer in view.offers if offer.seat != view.who]
    if not own:
        return draw.choice(REMARKS["open"])
    if len(theirs) < 2:
        return draw.choice(REMARKS["last" if len(view.offers) + 3 > view.terms.rounds else "counter"])
    return _about(view, draw, own[-1] == move.price, theirs)


def _about(view: View, draw: Random, stays: bool, theirs: list[int]) -> str:
    """Return a sentence about the other's newest step, or a plain remark where none of them would be true."""
    price, down = theirs[-1], view.who == BUYER
    best = (min if down else max)(theirs[:-1])
    facts = {"price": dollars(price), "best": dollars(best), "way": "down" if down else "up"}
    if price != best and (price < best) is down:
        return draw.choice(_STAYED if stays else _MOVED).format(**facts)
    if not stays:
        return draw.choice(REMARKS["counter"])
    if price != best:
        return draw.choice(_BACK).format(**facts)
    return draw.choice(_REPEATED).format(**facts, times=_times(theirs))


def _times(theirs: list[int]) -> str:
    """Return the number of times that the newest price was named, in words."""
    said = theirs.count(theirs[-1])
    return "twice" if said == 2 else f"{_TIMES[said - 1]} times" if said <= len(_TIMES) else "several times"
