"""Games set up in a line, and played by text or by move."""

from collections.abc import Iterable
from typing import Any

from games.bargaining import game
from games.bargaining.config import BargainingConfig
from games.bargaining.rules import BargainingMove, BargainingState, Offer
from games.bargaining.view import View
from games.core.contract import TABLE, IllegalMove, Moved, Reading, Said, Seat, Unclear
from games.core.draw import config_of, recipe_of
from games.core.post import Cast, Post, Voice, plain

BUYER, SELLER = Seat("buyer"), Seat("seller")


def config(**wrote: str) -> BargainingConfig:
    made: BargainingConfig = config_of(game, recipe_of(game, wrote), 1, 0)
    return made


def dealt(**wrote: str) -> BargainingState:
    return game.deal(config(**wrote), 1)


def mover(state: BargainingState) -> Seat:
    (seat,) = game.turn(state).awaited
    return seat


def after(state: BargainingState, *moves: BargainingMove | float) -> BargainingState:
    """The state after moves of whoever is on turn; a number is an offer in dollars."""
    for move in moves:
        made = Offer(round(move * 100)) if isinstance(move, int | float) else move
        state = game.apply(state, Moved(mover(state), made))
    return state


def view(state: BargainingState) -> View:
    """Return what the seat on turn sees."""
    return game.view(state, mover(state))


def read(text: str, at: View) -> Reading[Any] | Unclear:
    return game.read(at, Said(text))


def voice(you: str = "buyer", *, people: Iterable[str] = ("buyer",), plain: bool = False) -> Voice:
    """One person is the buyer and faces an AI, unless said otherwise."""
    cast = tuple(Cast(seat, "human" if seat in people else "ai") for seat in ("buyer", "seller"))
    return Voice(you=you, cast=cast, plain=plain)


PEOPLE = ("buyer", "seller")


class Chat:
    """A game as one reader sees it: `lines` are what they type and what is posted to them."""

    def __init__(self, speak: Voice, who: Seat | None = None, **wrote: str) -> None:
        self.voice, self.who = speak, Seat(speak.you) if who is None else who
        self.state = dealt(**wrote)
        self.posts: list[Post] = []
        self._tell(game.opening(self.state))

    def _tell(self, news: Iterable[Any]) -> None:
        facts = tuple(n.fact for n in news if n.reaches(self.who))
        self.posts += game.tell(facts, game.view(self.state, self.who), self.voice) if facts else ()

    def move(self, *moves: BargainingMove | float, say: str = "") -> None:
        """Moves of whoever is on turn."""
        for move in moves:
            made = Offer(round(move * 100)) if isinstance(move, int | float) else move
            self.event(Moved(mover(self.state), made, say))

    def type(self, text: str) -> None:
        """Type words for the seat on turn, and return the refusal if they do not count."""
        reading = read(text, view(self.state))
        try:
            if isinstance(reading, Unclear):
                self.posts.append(game.refuse(reading, view(self.state), self.voice))
            else:
                self.event(Moved(mover(self.state), reading.move, reading.say))
        except IllegalMove as why:
            self.posts.append(game.refuse(why, view(self.state), self.voice))

    def event(self, event: Any) -> None:
        before, self.state = self.state, game.apply(self.state, event)
        self._tell(game.news(before, event, self.state))

    @property
    def texts(self) -> list[str]:
        return [plain(post) for post in self.posts]

    @property
    def last(self) -> str:
        return self.texts[-1]


__all__ = ["BUYER", "PEOPLE", "SELLER", "TABLE", "Chat", "after", "config", "dealt", "mover", "read", "view", "voice"]
