"""Words of the analytic bargainers: short, about what everybody sees, and true to the move beside them.

They name no number but prices that were offered, and never a limit, a plan or a reason. They promise nothing: what
somebody does next may always be an answer to the other's next price.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Literal

from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer
from games.bargaining.view import View
from games.core.contract import rng
from games.core.settings import dollars

Mood = Literal["open", "counter", "same", "last", "accept", "reject"]

REMARKS: Final[Mapping[Mood, tuple[str, ...]]] = MappingProxyType(
    {
        "open": ("I'll start here.", "Let's see whether we can make this work.", "Here's my first price."),
        "counter": ("Here's my next price.", "This is where I am now.", "How about this?"),
        "same": ("My price is the same.", "That's still my price.", "I'm where I was."),
        "last": ("We're nearly out of rounds.", "There aren't many rounds left.", "Not many offers left now."),
        "accept": ("Good, let's leave it at that.", "That works for me.", "Fine, we have a deal."),
        "reject": ("I'm sorry, that isn't enough for me.", "Then we don't agree this time.", "I'd rather not."),
    }
)
"""Remarks beside a move without any number. They fit every move of their kind; `same` is a price named again."""

_REPEATED: Final = (
    "You've offered {price} {times}.",
    "Still {price}? Mine hasn't changed either.",
    "{price} again. My price is the same, too.",
)
_TIMES: Final = ("one", "two", "three", "four", "five", "six")
_BACK: Final = (
    "You were at {before} last time. Mine hasn't changed.",
    "{price}, after {before}? My price is where it was.",
)
_MOVED: Final = (
    "You moved from {before} to {price}, so I'm moving too.",
    "{price} is a step. Here's mine.",
    "Thanks for coming {way} to {price}. I've moved as well.",
)
_STAYED: Final = (
    "{price} is a step, but my price hasn't changed.",
    "I saw you move from {before} to {price}. Mine is the same.",
)


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
        near = len(view.offers) + 3 > view.terms.rounds
        return draw.choice(REMARKS["last" if near else "same" if own[-1] == move.price else "counter"])
    return _about(view, draw, (own[-1], move.price), theirs)


def _about(view: View, draw: Random, mine: tuple[int, int], theirs: list[int]) -> str:
    """Return a sentence about the newest step of both, or a plain remark where none of them would be true.

    A step is told from the price before it, as the reader remembers it, not from the best price that a seat has named.
    """
    down, (before, price) = view.who == BUYER, theirs[-2:]
    came, stays = price != before and (price < before) is down, mine[0] == mine[1]
    gives = not stays and (mine[1] > mine[0]) is down
    facts = {"price": dollars(price), "before": dollars(before), "way": "down" if down else "up"}
    if not stays:
        return draw.choice(_MOVED if came and gives else REMARKS["counter"]).format(**facts)
    if came:
        return draw.choice(_STAYED).format(**facts)
    if price != before:
        return draw.choice(_BACK).format(**facts)
    return draw.choice(_REPEATED).format(**facts, times=_times(theirs))


def _times(theirs: list[int]) -> str:
    """Return the number of times that the newest price was named, in words."""
    said = theirs.count(theirs[-1])
    return "twice" if said == 2 else f"{_TIMES[said - 1]} times" if said <= len(_TIMES) else "several times"
