"""The contract of a chat platform: translate in, translate out, nothing else.

An adapter holds no rule of any game and no state of any session. Everything it needs about a message is passed to it or
kept in the store.
"""

import asyncio
from typing import Protocol

from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer, Asked, Inbound, Operate, Press
from storage.base import Row


class Later(Exception):
    """Error: the platform asks to wait, or was out of reach. The same post may be tried again, but not before
    `seconds`.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds


class Gone(Exception):
    """Error: a place cannot be written to any more (blocked, deleted, closed). The text says which, for the log."""


class Door(Protocol):
    """The interface to which adapters hand in people's acts. It returns once an act is recorded and answered."""

    async def handle(self, inbound: Inbound) -> Answer: ...

    async def stands(self, press: Press, user: str) -> bool:
        """Return whether a button is still valid for this user; asked before a form is opened."""

    async def title(self, inbound: Inbound) -> str | None:
        """Return the title of the game that an act would open here; None if it opens none, or cannot open it as
        requested.
        """

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
