"""Calls to Discord: its errors translated into this program's."""

from collections.abc import Awaitable
from typing import Any, TypeVar

import aiohttp
import discord
import structlog

from bot.adapters.base import Gone, Later

T = TypeVar("T")
log = structlog.get_logger(__name__)

PAUSE = 1.0
GONE = {
    10003: "the channel was deleted",
    10013: "the person is unknown",
    50001: "the channel is hidden from the bot",
    50007: "the person takes no direct messages",
    50013: "the bot may not write there",
    50083: "the thread is locked",
    50278: "the person shares no server with the bot",
}
"""Discord's codes for places that cannot be written to any more."""
ACKNOWLEDGED = 40060


async def guard(call: Awaitable[T]) -> T:
    """Return the result of a call. Raises `Gone` and `Later`; other refusals pass on to the caller."""
    try:
        return await call
    except discord.RateLimited as problem:
        raise Later(problem.retry_after) from problem
    except (discord.DiscordServerError, TimeoutError, OSError, aiohttp.ClientError) as problem:
        raise Later(PAUSE) from problem
    except discord.HTTPException as problem:
        if problem.status == 429:
            raise Later(PAUSE) from problem
        if problem.code in GONE or isinstance(problem, discord.Forbidden):
            raise Gone(GONE.get(problem.code, f"forbidden ({problem.code})")) from problem
        raise


async def first(call: Awaitable[Any]) -> bool | None:
    """Acknowledge an interaction. False if another process was faster; None if it is too late or failed."""
    try:
        await call
    except (discord.DiscordException, OSError, aiohttp.ClientError) as problem:
        code = getattr(problem, "code", 0)
        if code == ACKNOWLEDGED:
            log.debug("acknowledged_elsewhere")
            return False
        log.info("not_acknowledged", error=type(problem).__name__, code=code)
        return None
    return True


async def quietly(call: Awaitable[Any]) -> bool:
    """Make a call that the game does not depend on. Returns False if it failed."""
    try:
        await call
    except (discord.DiscordException, OSError, aiohttp.ClientError) as problem:
        log.info("courtesy_failed", error=type(problem).__name__, code=getattr(problem, "code", 0))
        return False
    return True
