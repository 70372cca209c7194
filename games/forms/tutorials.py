"""Tutorials: what a person sees in each game, how to make an offer by button and by words, how the game ends.

Sentences hold for every configuration of their game. Buttons and typed examples are in quotation marks.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.forms.items import Form, Notice

_TEXTS: Final = {
    "bargaining": """
        You bargain over one price. One of you is the buyer, the other is the seller.

        The first message of the game says which one you are, what you know of value and cost, and how many rounds
        there are.
        ---
        Offers go back and forth. On your turn, press “Counteroffer…”, or “Make an offer…” if you begin, and enter your
        price. You can also type it, such as “12.50”.

        An offer of your own rejects the one before it.
        ---
        If you like the offer, press the button that accepts it, or type “accept”. That makes the deal.

        If the rounds run out, there is no deal. The rules say what each side earns then.
    """,
    "trading": """
        You and the other side own wheat, wood, sheep, brick and ore, and you trade them.

        The game shows what you own, and what one of each is worth to you. The other side has values of its own.
        ---
        To propose a swap, press “Make an offer…”, or type it, such as “[Offer: 3 Sheep -> 1 Ore]”. First comes what you
        give, then what you get.

        The other side also reads the words that you write around it.
        ---
        To answer an offer, press “Accept” or “Deny”, or type “[Accept]” or “[Deny]”.

        The number of messages is limited. After the last one, your goods count at what they are worth to you.
    """,
    "balloon": """
        A balloon can carry only so much. You and the other side agree on one set of items that stays on board.

        The game shows what each item weighs, and what it is worth to you. Only you see what it is worth to you.
        ---
        To propose a set, press “Propose a set…” and choose the items. You can also type it; the game shows how.

        A set that is too heavy is not sent.
        ---
        Proposals are numbered. To take one, press the button that agrees to its number. That makes the deal.

        The number of messages is limited. Without a deal, nobody scores.
    """,
    "dealornodeal": """
        You and the other side divide a few things, such as books, hats and balls.

        The first message shows what there is, and what each thing is worth to you. The other side has values of its
        own. Neither of you sees the other's.
        ---
        Talk in your own words, such as “I'd like the first two, you can have the rest”. What you propose is read and
        shown, so that you can put it right.

        Or press “Offer…” and choose how many of each you keep.
        ---
        When an offer is accepted, a card shows the whole deal. Press “Confirm” if it is what you meant, or “Not what I
        meant” if it isn't. The deal counts once both sides have confirmed it.
        ---
        The number of messages is limited. Once you have said something, you can also walk away without a deal.
    """,
    "society": """
        You are one of several players, carpenters and miners. You gather things and make tools.

        The game shows who you are, what each thing is worth to you, and the part of the map that you can see.
        ---
        The first message says how players come to share what they own in your game. If there is something to agree on,
        press a button, or type what the game shows.
        ---
        In the world you write plans, up to five at a time. Press “Plans…”, or type them, such as “explore map”. They
        repeat until the round ends. A plan that can't be done is skipped.
        ---
        The game ends after its last round. What the players hold then counts, and is shared as the rules say.
    """,
}


def _paragraphs(page: str) -> str:
    """Return a page without the line ends of this file: one line a paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in page.strip().split("\n\n"))


def _form(game: str, text: str) -> Form:
    pages = tuple(
        Notice(f"page_{number}", _paragraphs(page), "Got it") for number, page in enumerate(text.split("---"), 1)
    )
    return Form(f"tutorial_{game}", "How the game works", pages)


TUTORIALS: Final[Mapping[str, Form]] = MappingProxyType({game: _form(game, text) for game, text in _TEXTS.items()})
"""The tutorial of each game by the game's name."""
