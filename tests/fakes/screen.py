"""Reading what the bot posted in one place: the same few methods for a Telegram chat and a Discord channel."""

import re
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from tests.fakes.loopback import PATIENCE, Changes


class Impossible(AssertionError):
    """A person cannot do that: no such button, a deleted message, a place they are not in."""


class Posted(Protocol):
    """The part of a message that a room needs to know."""

    @property
    def text(self) -> str: ...
    @property
    def labels(self) -> list[str]: ...
    @property
    def from_bot(self) -> bool: ...
    @property
    def on_board(self) -> bool:
        """Still there, and visible to everybody in the place."""


M = TypeVar("M", bound=Posted)


class Room(Generic[M]):
    """A place with a history; `messages` and the waiting methods see the bot's messages that stand on the board."""

    changes: Changes
    title: str
    history: list[M]
    _read = 0

    def transcript(self, width: int | None = None) -> str:
        raise NotImplementedError

    @property
    def messages(self) -> list[M]:
        """The bot's messages that are still there, oldest first."""
        return [message for message in self.history if message.from_bot and message.on_board]

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.messages]

    @property
    def last(self) -> M:
        if not self.messages:
            raise AssertionError(f"the bot has posted nothing in {self.title}")
        return self.messages[-1]

    async def next_message(self, timeout: float = PATIENCE) -> M:
        """The bot's next message that no earlier call returned."""

        def look() -> M | None:
            for index in range(self._read, len(self.history)):
                message = self.history[index]
                if message.from_bot and message.on_board:
                    self._read = index + 1
                    return message
            return None

        return await self.changes.until(look, timeout, lambda: f"no new message in:\n{self.transcript()}")

    async def wait_for(self, wanted: str | re.Pattern[str] | Callable[[M], bool], timeout: float = PATIENCE) -> M:
        """The newest message of the bot, sent or edited, that contains the text, matches, or pleases the function."""

        def fits(message: M) -> bool:
            if isinstance(wanted, str):
                return wanted in message.text
            if isinstance(wanted, re.Pattern):
                return bool(wanted.search(message.text))
            return wanted(message)

        return await self.changes.until(
            lambda: next((message for message in reversed(self.messages) if fits(message)), None),
            timeout,
            lambda: f"{wanted!r} did not appear in:\n{self.transcript()}",
        )

    async def wait_for_button(self, label: str, timeout: float = PATIENCE) -> M:
        """The newest message of the bot that offers a button whose label contains `label`."""
        return await self.changes.until(
            lambda: next(
                (message for message in reversed(self.messages) if any(label in offer for offer in message.labels)),
                None,
            ),
            timeout,
            lambda: f"no button {label!r} appeared in:\n{self.transcript()}",
        )


def pick(wanted: str, offered: Sequence[str]) -> int | None:
    """Index of the label meant by `wanted`: the exact one, or else the only one that contains it."""
    if wanted in offered:
        return offered.index(wanted)
    near = [index for index, label in enumerate(offered) if wanted in label]
    return near[0] if len(near) == 1 else None
