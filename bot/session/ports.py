"""Ports of the session manager: to operators, with their commands and what they have set up, and to studies."""

from typing import Final, NamedTuple, Protocol

from msgspec import UNSET, UnsetType

from bot.session.model.inbound import Answer, Asked, Enter, Inbound, Open, Operate
from bot.session.model.session import Session
from bot.session.model.terms import Setup, Stage
from games.core.contract import Seat
from games.core.post import Post
from storage.base import Input

OPERATORS: Final = "operators"
"""Namespace, and name of the game, of the records in the store that hold what operators set up."""
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
    """Somebody at a study's door: what the study keeps of their link, the sentence that turns them away ("" for none),
    and whether they take part already, or did.
    """

    kept: tuple[tuple[str, str], ...] = ()
    refusal: str = ""
    within: bool = False


class Studies(Protocol):
    async def arriving(self, user: str, entry: Enter) -> Arrival | None:
        """Return how somebody stands at a study's door; None if no study has the token. Asking changes nothing."""

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

    async def withdrawing(self, inbound: Inbound, sid: str) -> Post | None:
        """Return words that ask whether to withdraw, and say what becomes of the data; None if the person is in no
        study. `sid`: the session that has their words here, or "".
        """

    async def withdraw(self, inbound: Inbound, input: str) -> Post:
        """Withdraw a person from their study, and return the words that say so. Repeating it changes nothing."""

    async def code(self, inbound: Inbound) -> Post:
        """Return a person's completion code again, or where they are."""
