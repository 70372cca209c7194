"""Ports to operators, for the session manager: their commands, and the games that they have set up."""

from typing import NamedTuple, Protocol

from bot.sessions.inbound import Answer, Asked, Inbound, Open, Operate
from bot.sessions.records import Setup
from storage.base import Input


class Opening(NamedTuple):
    """A configured game about to begin: the act with everything filled in, and what its session is to carry."""

    act: Open
    setup: Setup


class Operators(Protocol):
    async def operate(self, row: Input, inbound: Inbound, act: Operate) -> Answer:
        """Carry out an operator's command and answer it, or refuse it."""

    async def opening(self, inbound: Inbound, act: Open, sid: str) -> Opening:
        """Return what an act opens that names a configured game; the session gets its condition here, once for each id.

        Raises `ValueError` with a sentence for a name that nobody can play.
        """

    async def previewing(self, inbound: Inbound, act: Operate) -> Opening | None:
        """The game that an operator's command opens for themselves; None for every other command.

        Raises `ValueError` with a sentence for what cannot be opened.
        """

    async def previewed(self, row: Input, inbound: Inbound, opening: Opening, sid: str) -> None:
        """Write down that an operator opened a game for themselves; once for each input."""

    async def title(self, inbound: Inbound, name: str) -> str | None:
        """The title of a game that can be started here under a configured name; None if there is none."""

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        """Labels and values for an option of an operator's command; none for those who may not use it."""

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        """Return what a form for a command begins with; None if this user may not use it."""

    async def offered(self, inbound: Inbound) -> tuple[tuple[str, str], ...]:
        """Name and title of each configured game that can be started where somebody asks."""

    async def commands(self, inbound: Inbound) -> tuple[tuple[str, str], ...]:
        """Return how the commands are written that this user may use as an operator, and what they do."""
