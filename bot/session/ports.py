"""Ports to operators, for the session manager: their commands, and the games that they have set up."""

from typing import Final, NamedTuple, Protocol

from bot.session.model.inbound import Answer, Asked, Inbound, Open, Operate
from bot.session.model.terms import Setup
from storage.base import Input

OPERATORS: Final = "operators"
"""Namespace, and name of the game, of the records in the store that hold what operators set up."""
PREVIEW: Final = "test"
"""Namespace of sessions that operators play themselves; they count nowhere."""


class Opening(NamedTuple):
    """A configured game about to begin: the act with everything filled in, and the setup that its session carries."""

    act: Open
    setup: Setup


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
