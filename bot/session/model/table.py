"""Table of a session: the people and AIs who sit at it, the places that get its posts, and open questions.

It is a fold of the session's log: `reducer` applies table events to it as a game applies game events to its state.
"""

from hashlib import sha256
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from bot.players.base import Drawn
from bot.session.model.once import once
from games.core.contract import Seat
from games.core.post import Cast

MISSES, LEFT = 2, 1_000_000
"""Number of deadlines that a person may miss in a row before a strategy plays for them, in a game that goes on without
them. `LEFT` is the count that stands for having left.
"""


class Chair(Struct, frozen=True):
    """A seat and its player: nobody yet (kind `open`), a person, or a strategy. `turns` counts its decisions.

    `missed` counts the deadlines in a row that a person let pass. After too many, or after leaving (`LEFT`), a strategy
    plays the seat until the person acts again. `drawn`: what the analytic player in this seat commits to.
    """

    seat: Seat
    kind: Literal["open", "human", "ai"] = "open"
    user: str = ""
    name: str = ""
    strategy: str = ""
    turns: int = 0
    missed: int = 0
    drawn: Drawn | UnsetType = UNSET

    @property
    def covered(self) -> bool:
        """True if a strategy plays for a person who is away."""
        return self.kind == "human" and self.missed >= MISSES

    @property
    def gone(self) -> bool:
        """True if the person left; they get no posts of the game until they come back."""
        return self.kind == "human" and self.missed >= LEFT


class Place(Struct, frozen=True):
    """A place that gets posts of this session, and the seat that views it (`TABLE`: anybody).

    - `visibility="private"`: gets only what the table may not read, because its user follows the rest elsewhere.
    - `visibility="watch"`: people look on here. It gets what everybody may know, and no buttons.
    """

    address: str
    viewer: Seat = field(name="eyes")
    private: bool
    visibility: Literal["all", "private", "watch"] = field(default="all", name="hears")
    locale: str = "en"
    plain: bool = False
    width: int = 30


class Question(Struct, frozen=True):
    """A question to a seat before an act that cannot be undone. A yes stands for `text`, about `stake`; `say` holds the
    words that stood beside the act. `aged`: the seat has said something else since. `question`: its wording, if it has
    one of its own.
    """

    seat: Seat
    text: str
    stake: str
    say: str | UnsetType = UNSET
    aged: bool | UnsetType = UNSET
    question: str | UnsetType = UNSET


class Extension(Struct, frozen=True):
    """A clock that was given more time: when it runs out now, and when it began. Milliseconds."""

    clock: str
    due: int
    began: int


class Table(Struct, frozen=True, dict=True, omit_defaults=True):
    """The session's own state.

    - `questions`: wait for a yes.
    - `mark`: the head of the log's hash chain.
    - `nudged`: the clock about which people were reminded last.
    - `homes`: the seat of each person with the address they play from.
    - `extended`: the clocks that were given more time.
    - `again`: a rematch with the same settings.
    - `first`: the first clock that held people to time; it runs longer.
    - `seen`: people who gave a sign of life without moving, each with the clock that ran then.
    - `paused`: no clock runs until somebody acts.
    - `begun`: a person has moved.
    - `muted`: pairs of a seat and another whose words it does not read.
    - `hinted`: seats that got a hint, each with the decision that it was about.
    - `substitutes`: an AI takes the seat of a person who leaves, at a table of two, too.
    - `rung`: the class ended while the game was on.
    """

    chairs: tuple[Chair, ...] = ()
    places: tuple[Place, ...] = ()
    phase: Literal["lobby", "play", "over"] = "lobby"
    stopped: bool = False
    questions: tuple[Question, ...] = ()
    mark: str = ""
    nudged: str = ""
    homes: tuple[tuple[Seat, str], ...] = ()
    extended: tuple[Extension, ...] | UnsetType = UNSET
    again: bool | UnsetType = UNSET
    first: str = ""
    seen: tuple[tuple[Seat, str], ...] = ()
    paused: bool = False
    begun: bool = False
    muted: tuple[tuple[Seat, Seat], ...] | UnsetType = UNSET
    hinted: tuple[tuple[Seat, str], ...] | UnsetType = UNSET
    substitutes: bool | UnsetType = UNSET
    rung: bool = False

    def chair(self, seat: str) -> Chair:
        for chair in self.chairs:
            if chair.seat == seat:
                return chair
        raise LookupError(seat)

    def goes_on_without(self, seat: str) -> bool:
        """Return whether others play on when this seat's person leaves; of two at the table nobody does, except in a
        class.
        """
        return (len(self.chairs) > 2 or bool(self.substitutes)) and any(chair.seat != seat for chair in self.people())

    def players_at(self, place: Place) -> tuple[Chair, ...]:
        """Return the chairs of people who play from this place, and open chairs."""
        away = {seat for seat, home in self.homes if home != place.address}
        return tuple(c for c in self.chairs if c.kind != "ai" and c.seat not in away and not c.gone)

    def people(self) -> tuple[Chair, ...]:
        """Return the chairs of people who play themselves: they neither left nor are replaced."""
        return tuple([c for c in self.chairs if c.kind == "human" and not c.covered])

    @property
    def asks(self) -> bool:
        """True while somebody is asked a question and has said nothing since."""
        return any(not question.aged for question in self.questions)

    def question(self, seat: str) -> Question | None:
        return next((q for q in self.questions if q.seat == seat), None)

    def seats_of(self, user: str) -> tuple[Seat, ...]:
        return tuple(c.seat for c in self.chairs if c.user == user and c.kind == "human")

    @once
    def cast(self) -> tuple[Cast, ...]:
        """The occupants of all seats, as words need them."""
        return tuple(Cast(c.seat, "ai" if c.kind == "ai" else "human", c.name) for c in self.chairs)


ERASED = "forgotten"
"""Stands for the user of a chair whose person asked to be forgotten."""
WORDS = "…"
"""The text that replaces an erased person's words."""


def alias(user: str) -> str:
    """Return a name for a person that does not tell readers of a log who it is."""
    return sha256(user.encode()).hexdigest()[:24]
