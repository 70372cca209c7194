"""The library's client with the intents that need no approval; its events go to the adapter."""

import sys
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Protocol

import discord
import structlog

log = structlog.get_logger(__name__)

INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
PLAIN = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=True)
"""Intents with message content, which must be switched on for the bot in the developer portal."""
# The bot never speaks in voice channels. Without these settings the library warns about missing voice support.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

READY_SECONDS = 0.5
"""Seconds that the library waits for more servers to appear before it reports that it is ready."""
VITAL = {"READY", "RESUMED"}
"""Events without which there is no log-in."""
LONGEST_LIMIT = 60.0
"""Seconds of a rate limit that the library waits out by itself."""


UNREADABLE = (TypeError, ValueError, LookupError, AttributeError)
"""Errors of the library on a malformed answer."""
taken: ContextVar[object] = ContextVar("taken", default=None)
"""The platform's answer to the last message that this task sent successfully; None before the first."""


class Listener(Protocol):
    """Receiver of the client's events."""

    async def logged_in(self) -> None: ...

    async def ready(self) -> None: ...

    async def interaction(self, interaction: discord.Interaction) -> None: ...

    async def message(self, message: discord.Message) -> None: ...

    async def edited(self, message: discord.Message) -> None: ...

    async def thread_gone(self, thread: int) -> None: ...


class Client(discord.Client):
    """One log-in; a client that failed is not used again."""

    def __init__(self, listener: Listener, plain: bool = False) -> None:
        super().__init__(
            intents=PLAIN if plain else INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_LIMIT,
            guild_ready_timeout=READY_SECONDS,
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.listener = listener
        self.http.request = _noting(self.http.request)  # type: ignore[assignment,method-assign]
        parsers = self._connection.parsers
        parse = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = lambda data: parse(placed(data))
        for event in parsers.keys() - VITAL:
            parsers[event] = _unharmed(event, parsers[event])

    async def setup_hook(self) -> None:
        await self.listener.logged_in()

    async def on_ready(self) -> None:
        """Report readiness. Called again after every new log-in of the socket, when events may have been missed."""
        log.info("discord_ready", guilds=len(self.guilds))
        await self.listener.ready()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self.listener.interaction(interaction)

    async def on_message(self, message: discord.Message) -> None:
        await self.listener.message(message)

    async def on_raw_message_edit(self, edit: discord.RawMessageUpdateEvent) -> None:
        before = edit.cached_message
        # Discord changes messages, too, for instance to add the preview of a link.
        if edit.message.edited_at is not None and (before is None or before.content != edit.message.content):
            await self.listener.edited(edit.message)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        await self.listener.thread_gone(gone.thread_id)

    async def on_error(self, event: str, /, *_: Any, **__: Any) -> None:
        log.error("discord_event_failed", happened=event, exc_info=sys.exc_info())


def _noting(request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return the call, extended to note the answer: a message that is out is not sent again for an unreadable one."""

    async def noting(route: discord.http.Route, **how: Any) -> Any:
        answer = await request(route, **how)
        if route.method == "POST" and route.path.endswith("/messages"):
            taken.set(answer)
        return answer

    return noting


def _unharmed(event: str, parse: Callable[[Any], object]) -> Callable[[Any], None]:
    """Return a parser that logs its errors: one unreadable event would make the library give up the log-in."""

    def unharmed(data: Any) -> None:
        try:
            parse(data)
        except Exception as problem:
            log.error("discord_event_unread", happened=event, error=type(problem).__name__)

    return unharmed


def placed(data: dict[str, Any]) -> dict[str, Any]:
    """Return an interaction with an object for its channel. Discord need not send one, but the library looks for the
    channel's number only there. An unknown channel counts as a text channel until Discord refuses it.
    """
    if "channel_id" not in data:
        return data
    usual = {"id": data["channel_id"], "type": 0 if data.get("guild_id") else 1, "name": "", "position": 0}
    return {**data, "channel": {**usual, **(data.get("channel") or {})}}
