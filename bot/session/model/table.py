"""Parts of a session besides the game: terms that never change, and the table at which people and AIs sit.

The table, too, is a fold of the session's log: desk events change the table as game events change the game's state.
Games never see desk events.
"""

from hashlib import sha256
from typing import Any, Literal

from msgspec import UNSET, Raw, Struct, UnsetType

from games.core.contract import Seat
from games.core.post import Cast


class Tempo(Struct, frozen=True):
    """Milliseconds for each pace of a game's clocks; None: that clock never runs out."""

    name: str
    turn: int | None = None
    phase: int | None = None
    quiet: int | None = 0
    idle: int | None = None

    def ms(self, pace: str) -> int | None:
        value: int | None = getattr(self, pace)
        return value


HOUR = 3_600_000
TEMPI = {
    tempo.name: tempo
    for tempo in (
        Tempo("calm"),
        Tempo("chat", turn=24 * HOUR, phase=60_000, quiet=4_000, idle=24 * HOUR),
        Tempo("slow", turn=72 * HOUR, phase=12 * HOUR, quiet=10_000, idle=168 * HOUR),
    )
}
"""`calm`: nobody is hurried (the terminal). `chat`: live play. `slow`: by correspondence."""


class Setup(Struct, frozen=True):
    """The configured game of a session: its realm, name and version, and the hash of all that was loaded for it.
    `condition` and `slot` are what the session was assigned; a slot of -1 counts nowhere.
    """

    realm: str
    name: str
    version: int
    hash: str
    condition: str = ""
    slot: int = -1


class Terms(Struct, frozen=True):
    """The fixed part of a session: game, rules, configuration, seed and tempo.

    `wrote`: the settings as a person wrote them, for a rematch. `spec`: the hash of game, rules and configuration;
    sessions with the same hash played the same thing.
    """

    game: str
    rules: int
    config: Raw
    seed: int
    tempo: Tempo
    spec: str
    engine: str
    code: str = ""
    wrote: tuple[tuple[str, str], ...] = ()
    # Left out of the encoding when unset, so that older logs keep their marks.
    realm: str | UnsetType = UNSET
    setup: Setup | UnsetType = UNSET


MISSES, LEFT = 2, 1_000_000
"""Number of deadlines that a person may miss in a row before a strategy plays for them, in a game that goes on without
them. `LEFT` is the count that stands for having left.
"""


class Chair(Struct, frozen=True):
    """A seat and its player: nobody yet (kind `open`), a person, or a strategy. `turns` counts its decisions.

    `missed` counts the deadlines in a row that a person let pass. After too many, or after leaving (`LEFT`), a strategy
    plays the seat until the person acts again.
    """

    seat: Seat
    kind: Literal["open", "human", "ai"] = "open"
    user: str = ""
    name: str = ""
    strategy: str = ""
    turns: int = 0
    missed: int = 0

    @property
    def covered(self) -> bool:
        """True if a strategy plays for a person who is away."""
        return self.kind == "human" and self.missed >= MISSES

    @property
    def gone(self) -> bool:
        """True if the person left; they get no posts of the game until they come back."""
        return self.kind == "human" and self.missed >= LEFT


class Place(Struct, frozen=True):
    """A place that gets posts of this session, with the seat whose eyes read there (`TABLE`: anybody's).

    - `hears="private"`: gets only what the table may not read, because its user follows the rest elsewhere.
    - `hears="watch"`: people look on here. It gets what everybody may know, and no buttons.
    """

    address: str
    eyes: Seat
    private: bool
    hears: Literal["all", "private", "watch"] = "all"
    locale: str = "en"
    plain: bool = False
    width: int = 30


class Question(Struct, frozen=True):
    """A question to a seat before an act that cannot be undone. A yes stands for `text`, about `stake`."""

    seat: Seat
    text: str
    stake: str


class Extension(Struct, frozen=True):
    """A clock that was given more time: when it runs out now, and when it began. Milliseconds."""

    clock: str
    due: int
    began: int


class Table(Struct, frozen=True):
    """The session's own state.

    - `questions`: wait for a yes.
    - `mark`: the head of the log's hash chain.
    - `nudged`: the clock about which people were reminded last.
    - `homes`: the seat of each person with the address they play from.
    - `extended`: the clocks that were given more time.
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

    def chair(self, seat: str) -> Chair:
        return next(c for c in self.chairs if c.seat == seat)

    def goes_on_without(self, seat: str) -> bool:
        """Return whether other people play on when this seat's person leaves. With two at the table there is no game
        left.
        """
        others = [c for c in self.chairs if c.kind == "human" and not c.covered and c.seat != seat]
        return len(self.chairs) > 2 and bool(others)

    def players_at(self, place: Place) -> tuple[Chair, ...]:
        """Return the chairs of people who play from this place, and open chairs. Chairs of strategies and of people who
        left are not among them.
        """
        away = {seat for seat, home in self.homes if home != place.address}
        return tuple(c for c in self.chairs if c.kind != "ai" and c.seat not in away and not c.gone)

    def question(self, seat: str) -> Question | None:
        return next((q for q in self.questions if q.seat == seat), None)

    def seats_of(self, user: str) -> tuple[Seat, ...]:
        return tuple(c.seat for c in self.chairs if c.user == user and c.kind == "human")

    def cast(self) -> tuple[Cast, ...]:
        return tuple(Cast(c.seat, "ai" if c.kind == "ai" else "human", c.name) for c in self.chairs)


class Sat(Struct, frozen=True, tag="sat"):
    """A chair was taken. `place` is where a person follows the game. If others read that place too, `direct` is where
    the person gets private information.
    """

    chair: Chair
    place: Place | None = None
    direct: Place | None = None


class Rose(Struct, frozen=True, tag="rose"):
    """A person left a lobby; the chair is free again."""

    seat: Seat


class Watched(Struct, frozen=True, tag="watched"):
    """A place began to look on at the game."""

    place: Place


class Dealt(Struct, frozen=True, tag="dealt"):
    """All chairs are taken and the game has begun."""


class Asked(Struct, frozen=True, tag="asked"):
    """A seat was asked whether it means `text`; an empty text withdraws the question."""

    seat: Seat
    text: str = ""
    stake: str = ""


class Decided(Struct, frozen=True, tag="decided"):
    """The source of an AI seat's next move. `note` says why another source had to stand in; `private` is for
    researchers.
    """

    seat: Seat
    source: str
    note: str = ""
    private: dict[str, Any] | None = None


class Nudged(Struct, frozen=True, tag="nudged"):
    """The people on turn were reminded that this clock runs out; they are not reminded of it again."""

    clock: str


class Extended(Struct, frozen=True, tag="extended"):
    """A clock got another due time after an outage of the service, or after its own clock was set (`why`). `began` is
    when it began. People are reminded of it anew.
    """

    clock: str
    due: int
    began: int
    why: Literal["outage", "clock"]


class Missed(Struct, frozen=True, tag="missed"):
    """A person was awaited when a clock ran out, and the game went on without them."""

    seat: Seat


class Gone(Struct, frozen=True, tag="gone"):
    """A person left a game in which others play on."""

    seat: Seat


class Returned(Struct, frozen=True, tag="returned"):
    """A person who had missed deadlines, or left, acted again: the seat is theirs."""

    seat: Seat


ERASED = "forgotten"
"""Stands for the user of a chair whose person asked to be forgotten."""


def alias(user: str) -> str:
    """Return a name for a person that does not tell readers of a log who it is."""
    return sha256(user.encode()).hexdigest()[:24]


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """A person asked to be forgotten. `who` is a digest of their name until the log is rewritten, then empty."""

    who: str


class Stopped(Struct, frozen=True, tag="stopped"):
    """An operator, or the last person in a lobby, ended the session."""

    by: str
    why: str = ""


Desk = (
    Sat | Rose | Watched | Dealt | Asked | Decided | Nudged | Extended | Missed | Gone | Returned | Forgotten | Stopped
)
