"""The contract of a chat platform: translate in, translate out, nothing else.

An adapter holds no rule of any game and no state of any session. Everything it needs about a message is passed to it or
kept in the store.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar
from unicodedata import category

from bot.session.door import Door
from bot.session.model.audience import Sent
from bot.session.outbox import Posts, Row

T = TypeVar("T")

REMEMBERED = 10_000
"""Maximum of entries of a memory that only saves work, such as the newest message of each place."""
UNSTORED = "I can't save moves right now. Check back and repeat yours if nothing changed."
FREE_SEAT = "Take a free seat"
"""Label of the button that takes a seat at a waiting table."""


_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of writing, also of the text around them."""


class Later(Exception):
    """Error: the platform asks to wait `seconds`, or was out of reach. The same post may be tried again then."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds


class Gone(Exception):
    """Error: a place cannot be written to any more (blocked, deleted, closed). The text says which, for the log."""


class Tried(NamedTuple):
    """Outcome of a trial of one feature with a real token; `works` is None if it was not tried."""

    name: str
    works: bool | None
    says: str


def tame(text: str) -> str:
    """Return text without characters that control a screen, or turn the direction of the text around it."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(c for c in text if c == "\n" or not (c in _TURNING or category(c) in ("Cc", "Cs")))


def trim(memory: dict[Any, Any], most: int = REMEMBERED) -> None:
    """Delete the oldest entries of a memory until at most this many are left."""
    while len(memory) > most:
        del memory[next(iter(memory))]


class Adapter(Protocol):
    """One platform. Places, users and references are strings; a place is `<platform>:<address>`."""

    platform: str

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Receive until `stop` is set. The door records every act before it is confirmed to the platform."""

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


class Posting:
    """The memory of an adapter's posts: the newest message of each place, and posts that went out in part."""

    def __init__(self, posts: Posts) -> None:
        self.posts = posts
        self._newest: dict[str, str] = {}
        """If a place is forgotten, its next post is sent again instead of edited."""
        self._parts: dict[str, int] = {}
        """Posts that the platform accepted in part before it failed, with the number of their messages that are out."""

    def newest(self, place: str) -> str | None:
        return self._newest.get(place)

    def _noted(self, place: str, ref: str) -> None:
        self._newest.pop(place, None)
        self._newest[place] = ref
        trim(self._newest)

    async def _in_parts(self, key: str, parts: Sequence[T], send: Callable[[int, T, bool], Awaitable[str]]) -> str:
        """Send a post's messages that are not out yet; return the last's reference. `send` is told the last."""
        ref = ""
        for i in range(self._parts.get(key, 0), len(parts)):
            ref = await send(i, parts[i], i == len(parts) - 1)
            self._parts[key] = i + 1
        self._parts.pop(key, None)
        return ref


__all__ = ["Adapter", "Door", "Gone", "Later", "Posting", "trim"]
