"""Names of the two sides: "you" and "the AI" for one person facing an AI; between people buyer and seller, or in the
chat look their names.
"""

import re

from games.bargaining.rules import BUYER, SEATS, SELLER
from games.bargaining.view import View
from games.core.contract import Seat
from games.core.post import Quote, Voice
from games.core.settings import dollars
from games.language.text import canon

_MOST_WORDS = 300
_OUR_LINE = re.compile(r"\b(round +\d+) *:", re.IGNORECASE)


class Speech:
    """The names and phrases of a game for one reader."""

    def __init__(self, view: View, voice: Voice) -> None:
        self.view, self.terms, self.voice = view, view.terms, voice
        self.you = Seat(voice.you) if voice.you in SEATS else None
        self.ordered = (SELLER, BUYER) if self.you == SELLER else (BUYER, SELLER)
        """Both seats, the reader's first; without a seat, the buyer's."""
        self.facing_ai = self.you is not None and voice.kind(self.ordered[1]) == "ai"

    @property
    def span(self) -> str:
        """The prices that may be offered."""
        return f"{dollars(self.terms.lowest)} to {dollars(self.terms.highest)}"

    @property
    def my_turn(self) -> bool:
        return self.you is not None and self.view.mover == self.you

    def name(self, seat: Seat) -> str:
        if seat == self.you:
            return "you"
        return "the AI" if self.facing_ai else self.person(seat) or f"the {seat}"

    def person(self, seat: Seat) -> str:
        """Return the name that a person goes by in the chat look, "" if there is none.

        A dollar sign in it could be taken for a price.
        """
        named = (cast.name for cast in self.voice.cast if cast.seat == seat and cast.kind == "human")
        return next(named, "").replace("$", "").strip() if self.terms.chat else ""

    def begin(self, seat: Seat) -> str:
        """Return the name at the start of a sentence."""
        name = self.name(seat)
        return name[0].upper() + name[1:] if name.startswith(("you", "the ")) else name

    def does(self, seat: Seat, verb: str) -> str:
        """Return subject and verb: `You accept`, `The AI accepts`."""
        return f"{self.begin(seat)} {verb if seat == self.you else verb + 's'}"

    def role(self, seat: Seat) -> str:
        """Return the name in rules, where both sides keep their roles."""
        return "you" if seat == self.you else f"the {seat}"

    def label(self, seat: Seat) -> str:
        if self.terms.chat:
            return self.name(seat)
        if self.facing_ai:
            return "Human" if seat == self.you else "AI"
        return seat.capitalize()

    def quote(self, seat: Seat, words: str) -> tuple[Quote, ...]:
        """Return a player's words on one line, in a form that cannot be mistaken for the game's."""
        if not words:
            return ()
        clean = _OUR_LINE.sub(r"\1,", " ".join(canon(words).split()))[:_MOST_WORDS]
        who = "You" if seat == self.you else "AI" if self.facing_ai else self.person(seat) or seat.capitalize()
        return (Quote(who, clean, seat),) if clean else ()
