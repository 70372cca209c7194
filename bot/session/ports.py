"""Ports of the session manager: to operators, with their commands and what they set up, to studies, and to classes."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, Protocol

from msgspec import UNSET, UnsetType

from bot.session.dashboard import Dashboard
from bot.session.model.inbound import Answer, Asked, Enter, Inbound, Open, Operate
from bot.session.model.session import OPERATORS as OPERATORS
from bot.session.model.session import Session
from bot.session.model.terms import Setup, Stage
from games.core.contract import Seat
from games.core.ground import Lesson
from games.core.plots import Plane, Strip
from games.core.post import Post
from storage.base import Due, Input

PREVIEW: Final = "test"
"""Namespace of sessions that operators play themselves; they count nowhere."""


class Opening(NamedTuple):
    """A session about to begin: the act with everything filled in, the setup that it carries if it is a configured
    game, and the stage that it is if it belongs to a study.
    """

    act: Open
    setup: Setup | UnsetType
    stage: Stage | UnsetType = UNSET


class Operators(Protocol):
    @property
    def dashboard(self) -> Dashboard:
        """The dashboard that shows what is set up and played."""

    async def operate(self, row: Input, inbound: Inbound, act: Operate) -> Answer:
        """Carry out an operator's command and answer it, or refuse it."""

    async def opening(self, inbound: Inbound, act: Open, sid: str) -> Opening:
        """Return the opening of a configured game that an act names. The session gets its condition here, once for each
        id.

        Raises `ValueError` with a sentence for a name that nobody can play.
        """

    async def previewing(self, inbound: Inbound, act: Operate) -> Opening | None:
        """Return the game that an operator's command opens for a preview; None for every other command.

        Raises `ValueError` with a sentence for a game that cannot be opened.
        """

    async def previewed(self, row: Input, inbound: Inbound, opening: Opening, sid: str) -> None:
        """Record that an operator opened a preview; once for each input."""

    async def barred(self, inbound: Inbound) -> str:
        """Return the sentence for a person who may not play in the realm of an act; "" for everybody else."""

    async def title(self, inbound: Inbound, name: str) -> str | None:
        """Return the title of a game that can be started here under a configured name; None if there is none."""

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        """Return labels and values for an option of an operator's command; none for people who may not use it."""

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        """Return the initial text of a command's form; None if this user may not use it."""

    async def offered(self, inbound: Inbound) -> tuple[tuple[str, str], ...]:
        """Return name and title of each configured game that can be started in the asking person's place."""

    async def commands(self, inbound: Inbound) -> tuple[tuple[str, str], ...]:
        """Return the operator commands that this user may use: how each is written, and what it does."""


class Arrival(NamedTuple):
    """Somebody at a study's entrance: what the study keeps of their link, the sentence that turns them away ("" for
    none), whether they take part already, or did, and whether the study takes nobody at all.
    """

    kept: tuple[tuple[str, str], ...] = ()
    refusal: str = ""
    within: bool = False
    shut: bool = False


class Studies(Protocol):
    async def arriving(self, user: str, entry: Enter) -> Arrival | None:
        """Return somebody's arrival at a study's entrance; None if no study has the token. Asking changes nothing."""

    async def knows(self, token: str) -> bool:
        """Return whether a study has this token, whatever its state."""

    async def busy(self, user: str) -> bool:
        """Return whether a person is in the middle of a study."""

    async def entering(self, inbound: Inbound, entry: Enter, sid: str) -> Opening | Post:
        """Return the stage with which a person begins, or the words that refuse them. A person in the middle is told
        where they are. Asked again for the same session, it returns the same opening.
        """

    async def onward(self, session: Session, seat: Seat, input: str) -> None:
        """Lead a person on after their stage has ended for them. Repeating it changes nothing."""

    async def withdrawing(self, inbound: Inbound, sid: str) -> tuple[Post, str] | None:
        """Return words that ask whether to withdraw, and say what becomes of the data, with the id of the part that
        they are about; None if the person is in no study. `sid`: the session that has their words here, or "".
        """

    async def withdraw(self, inbound: Inbound, input: str, sid: str, part: str = "") -> Post | None:
        """Withdraw a person from the study that they were asked about, and return the words that say so; None if it is
        unknown which. Repeating it changes nothing, and reaches no other study of theirs. `sid` and `part` are as in
        `withdrawing`; "" if no question is open.
        """

    async def code(self, inbound: Inbound) -> Post:
        """Return a person's completion code again, or where they are."""


class Welcome(NamedTuple):
    """A class at its door: the game's title, lines about it, and whether people can come in."""

    title: str
    lines: tuple[str, ...]
    open: bool


class Wall(NamedTuple):
    """The board of a class, for everybody who has its link: nobody's name or id.

    - `phase`: `lobby`, `play`, `over` while the review is made, and `done` with it.
    - `left`: milliseconds until the end; 0 before the start and after the end.
    - `plot`: the picture with a dot for each deal so far; None while there is nothing to show.
    - `said`: the picture in a sentence; `twin`: the same in lines.
    - `facts`: names and values of figures, such as the mean joint gain.
    - `files`: names of the files that can be had now.
    - `pairs`: people play each other, two at a table.
    """

    title: str
    code: str
    phase: Literal["lobby", "play", "over", "done"]
    joined: int
    playing: int
    finished: int
    minutes: int
    left: int
    heading: str = ""
    plot: Strip | Plane | None = None
    said: str = ""
    twin: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    lessons: tuple[Lesson, ...] = ()
    about: str = ""
    files: tuple[str, ...] = ()
    pairs: bool = False


class Classes(Protocol):
    async def welcome(self, code: str) -> Welcome | None:
        """Return the class that a join code leads into; None if it is no class's."""

    async def join(self, inbound: Inbound, classroom: str) -> Answer | str:
        """Seat a person in the class with this id, once, or return the sentence that refuses them. Repeating it gets
        the same seat.
        """

    async def onward(self, session: Session) -> None:
        """Note the end of a game of a class. Repeating it changes nothing."""

    async def run(self, due: Due) -> bool:
        """Do a due step of a class. Return True if something changed."""

    async def wall(self, token: str) -> Wall | None:
        """Return the board that a token opens; None if there is none."""

    async def papers(self, token: str) -> Mapping[str, str] | None:
        """Return the texts of a class that was reviewed, by file name; None if there are none."""
