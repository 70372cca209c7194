"""Remarks of analytic bargainers beside a price where talk is on: short, varied, and without any number."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from games.bargaining.rules import View
from games.core.contract import rng

Mood = Literal["open", "counter", "last", "accept", "reject"]

REMARKS: Final[Mapping[Mood, tuple[str, ...]]] = MappingProxyType(
    {
        "open": (
            "I have had it in mind for a while, so I start here.",
            "Let us see whether we can make this work.",
            "I would rather agree than argue. Here is where I start.",
        ),
        "counter": (
            "We are getting closer. This is my step.",
            "I can move a little, not a lot.",
            "I see your point. Meet me here?",
        ),
        "last": (
            "I do not think that I can do better than this.",
            "There is not much time left, so this is about as far as I go.",
            "This would be fair to both of us.",
        ),
        "accept": ("Good, let us leave it at that.", "That works for me.", "Fine, we have a deal."),
        "reject": ("I am sorry, that is not enough for me.", "Then we do not agree this time.", "I would rather not."),
    }
)


def remark(view: View, seed: int, mood: Mood) -> str:
    """Return a sentence for a move; "" if this seat's words are not passed on."""
    if view.who not in view.terms.talkers:
        return ""
    return rng(seed, "remark", len(view.offers)).choice(REMARKS[mood])
