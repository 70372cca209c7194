"""Comprehension checks: a few questions about the rules of each game, whose right answers hold for every configuration.

The first option of each question is the right one here; it is asked at the place that `_AT` gives it, so that pressing
the first button is no way through.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from games.forms.items import Choose, Form

TRIES: Final = 2


class _Question(NamedTuple):
    """A question: its id, its words, its options with the right one first, and the words after a wrong answer."""

    id: str
    text: str
    options: tuple[str, ...]
    explain: str


_QUESTIONS: Final[dict[str, tuple[_Question, ...]]] = {
    "bargaining": (
        _Question(
            "lower_price",
            "Who gains from a lower price?",
            ("The buyer", "The seller", "Both alike"),
            "A lower price is better for the buyer, a higher one for the seller.",
        ),
        _Question(
            "counteroffer",
            "An offer stands, and you make another one. What happens to the first?",
            ("It is rejected", "It stays open", "It is accepted"),
            "An offer of your own rejects the one before it.",
        ),
        _Question(
            "acceptance",
            "You accept an offer. What happens?",
            ("The deal is made at that price", "The other side may still refuse", "There is another round"),
            "Accepting makes the deal, at the price that was offered.",
        ),
    ),
    "trading": (
        _Question(
            "direction",
            "You type [Offer: 3 Sheep -> 1 Ore]. What do you give?",
            ("3 Sheep", "1 Ore", "Both"),
            "First comes what you give, then what you get: you give 3 Sheep.",
        ),
        _Question(
            "swap",
            "When does a swap happen?",
            ("When an offer is accepted", "As soon as it is offered", "At the end of the game"),
            "Goods change hands when one side accepts the other's offer.",
        ),
        _Question(
            "worth",
            "At the end, your goods are counted at…",
            ("what they are worth to me", "what they are worth to them", "one point each"),
            "Your goods count at what they are worth to you.",
        ),
    ),
    "balloon": (
        _Question(
            "limit",
            "May the set be heavier than the balloon can carry?",
            ("No, never", "Yes, if both agree", "Yes, by a little"),
            "The limit always holds.",
        ),
        _Question(
            "deal",
            "When is there a deal?",
            ("When a proposal is agreed to", "When both have proposed a set", "After the last message"),
            "Agreeing to an open proposal of the other side makes the deal.",
        ),
        _Question(
            "no_deal",
            "What do you score without a deal?",
            ("Nothing", "My last proposal", "Half of all items"),
            "Without a deal, nobody scores.",
        ),
    ),
    "dealornodeal": (
        _Question(
            "points",
            "In a deal, which things give you points?",
            ("Those that I get", "Those that they get", "All of them"),
            "Your points are what the things that you get are worth to you.",
        ),
        _Question(
            "private",
            "Does the other side see what things are worth to you?",
            ("No, only I do", "Yes, they see it all", "Only after I make an offer"),
            "While you negotiate, only you see what things are worth to you.",
        ),
        _Question(
            "confirm",
            "When does a deal count?",
            ("When both sides confirm it", "When one side offers it", "After the last message"),
            "The deal counts once both sides have confirmed the same card.",
        ),
    ),
    "society": (
        _Question(
            "skipped",
            "One of your plans can't be done. What happens?",
            ("It is skipped", "My turn is over", "The game ends"),
            "A plan that can't be done is skipped, and the next one follows.",
        ),
        _Question(
            "repeat",
            "How long do your plans repeat?",
            ("Until the round ends", "They run only once", "Until the game ends"),
            "Plans repeat until the round ends.",
        ),
        _Question(
            "ground",
            "You lay a tool on the ground. Who can pick it up?",
            ("Anybody who can use it", "Only I can", "Nobody"),
            "A tool on the ground isn't yours any more: others can pick it up, rivals too.",
        ),
    ),
}
_AT: Final = (1, 0, 2)
"""The place of the right option in the first, second and third question."""


def _asked(question: _Question, at: int) -> Choose:
    right, *others = ((f"option_{n}", label) for n, label in enumerate(question.options, 1))
    options = (*others[:at], right, *others[at:])
    return Choose(question.id, question.text, options, right=(right[0],), tries=TRIES, explain=question.explain)


CHECKS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        game: Form(
            f"check_{game}",
            "A few questions about the rules",
            tuple(_asked(question, at) for question, at in zip(questions, _AT, strict=True)),
        )
        for game, questions in _QUESTIONS.items()
    }
)
"""The comprehension check of each game by the game's name."""
