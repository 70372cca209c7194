"""The contract of a chat platform: translate in, translate out, nothing else.

An adapter holds no rule of any game and no state of any session. Everything it needs about a message is passed to it or
kept in the store.
"""

import asyncio
from typing import Any, Protocol

from bot.session.directory import Directory
from bot.session.door import Destination
from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer, Asked, Inbound, Operate, Press
from bot.session.outbox import Row

REMEMBERED = 10_000
"""Maximum of entries of a memory that only saves work, such as the newest message of each place."""
UNSTORED = "I can't save moves right now. Check back and repeat yours if nothing changed."
FREE_SEAT = "Take a free seat"
"""Label of the button that takes a seat at a waiting table."""


class Later(Exception):
    """Error: the platform asks to wait, or was out of reach. The same post may be tried again, but not before
    `seconds`.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds


class Gone(Exception):
    """Error: a place cannot be written to any more (blocked, deleted, closed). The text says which, for the log."""


class CannotServe(Exception):
    """Error: a platform, or the whole program, lacks something that it needs to serve. The text says what to set or to
    install.
    """


def trim(memory: dict[Any, Any], most: int = REMEMBERED) -> None:
    """Delete the oldest entries of a memory until it has at most so many."""
    while len(memory) > most:
        del memory[next(iter(memory))]


class Door(Protocol):
    """The interface to which adapters hand in people's acts. It returns once an act is recorded and answered.

    Every method that waits raises `StoreError` while the store is away. `directory` knows which game is played where.
    """

    directory: Directory

    async def handle(self, inbound: Inbound) -> Answer: ...

    async def stands(self, press: Press, user: str) -> bool:
        """Return whether a button is still valid for this user; asked before a form is opened."""

    async def begins(self, inbound: Inbound) -> bool:
        """Return whether an act may begin or join a game."""

    async def destination(self, inbound: Inbound, process: str, *, inside: bool) -> Destination | None:
        """Return the place that an act needs where others read, too; None if it goes on where it was done."""

    def watched(self, inbound: Inbound) -> Inbound | None:
        """Return an act that opens a table for several people, with the group looking on; None for other acts."""

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        """Return labels and values for an option of a command that this user is typing."""

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        """Return the initial text of the form for an operator's command; None if the user may not use it."""


class Adapter(Protocol):
    """One platform. Places, users and references are strings; a place is `<platform>:<address>`."""

    platform: str

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Receive until `stop` is set. Every act goes to the door and is recorded there before it is confirmed to the
        platform.
        """

    async def show(self, row: Row, sent: Sent) -> str:
        """Post a new message and return its reference. Raises `Later` or `Gone`."""

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        """Change an earlier message into this one; False if that cannot be done. Raises `Later` or `Gone`."""

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """Answer the very act that `sent.origin` names; None if that is no longer possible. Raises `Later`."""

    async def close(self, place: str, ref: str) -> None:
        """Remove the buttons of an earlier message. Does nothing if the message is gone."""

    def newest(self, place: str) -> str | None:
        """Return the reference of the newest message known in a place; None if unknown (after a restart)."""

    def typing(self, place: str) -> None:
        """Show a typing notice for a few seconds. Never waits and never fails."""

    async def shutdown(self) -> None:
        """Close all connections; called once, after the last post."""
