"""The contract of a chat platform: translate in, translate out, nothing else.

An adapter holds no rule of any game and no state of any session. What it knows of a message, it is told; what it must
remember of a message, the store remembers.
"""

import asyncio
from typing import Protocol

from bot.sessions.inbound import Answer, Asked, Inbound, Operate, Press
from bot.sessions.places import Sent
from storage.base import Row


class Later(Exception):
    """The platform asks to wait, or was out of reach: the same post may be tried again, not before `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds


class Gone(Exception):
    """A place cannot be written to any more (blocked, deleted, closed); the text says which, for the log."""


class CannotServe(Exception):
    """A platform, or the whole program, has nothing to serve with; the text says what to set or to install."""


class Door(Protocol):
    """The door at which adapters hand in what people did. It returns once it is recorded and answered."""

    async def handle(self, inbound: Inbound) -> Answer: ...

    async def stands(self, press: Press, user: str) -> bool:
        """Return whether a button still is what it says, for this user: to be known before a form is opened."""

    async def title(self, inbound: Inbound) -> str | None:
        """The title of the game that an act would open here; None if it opens none, or cannot as it was asked for."""

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        """Labels and values for an option of a command that this user is writing."""

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        """Return what a form for an operator's command begins with; None if they may not use it."""


class Adapter(Protocol):
    """One platform. Places, users and references are strings; a place is `<platform>:<address>`."""

    platform: str

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Receive until `stop` is set; hands every act to the door, recorded there before the platform is told."""

    async def show(self, row: Row, sent: Sent) -> str:
        """Post a new message; returns its reference. Raises `Later` or `Gone`."""

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        """Change an earlier message into this one; False if that cannot be done. Raises `Later` or `Gone`."""

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """Answer the very act that `sent.origin` names; None if that is no longer possible. Raises `Later`."""

    async def close(self, place: str, ref: str) -> None:
        """Take the buttons off an earlier message. A message that is gone is fine."""

    def newest(self, place: str) -> str | None:
        """Reference of the newest message known in a place; None if unknown (after a restart)."""

    def typing(self, place: str) -> None:
        """Show for a few seconds that somebody is writing; never waits and never fails."""

    async def shutdown(self) -> None:
        """Let go of all connections; called once, when nothing is posted any more."""
