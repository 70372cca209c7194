"""Threads of games, under the text channel where the game was requested: a private one for a person who plays alone
against AIs, where the bot may open one, and a public one for all others.
"""

import secrets
from hashlib import sha256
from typing import NamedTuple

import aiohttp
import discord
import structlog
from msgspec.structs import replace

from bot.adapters.base import FREE_SEAT, Door, trim
from bot.adapters.discord import reading, render
from bot.adapters.discord.calls import quietly
from bot.adapters.discord.posting import NONCE, QUIET, ChannelPosting
from bot.session.door import Begins, Taken, Waits
from bot.session.model.inbound import Answer, Inbound, Press

log = structlog.get_logger(__name__)

NEEDED = ("view_channel", "create_public_threads", "send_messages_in_threads")
PRIVATE = "create_private_threads"
NAME = 100
"""Characters of a thread's name."""

UNREACHED = "I play here with you in direct messages, and yours are closed to me. Open them, then try again."
WANTED = "{guest}: {by} wants to negotiate with you. Press {seat} to play."
DELETED = "The thread of your game ({}) was deleted. The game is unchanged: /resume here continues it."
WAITS = (
    "The thread of your table ({}) was deleted. The table still waits: anybody who writes me /join {} takes a free "
    "seat. /resume here continues it."
)
"""Notices of a deleted thread to each player there, in a direct message: for a running game, and for a table that waits
for others.
"""


class NoThread(Exception):
    """Error: a game cannot have a thread here. The text explains it to the person who asked."""


class Spot(NamedTuple):
    """The thread of a game, whether it was just opened for it, and whether only the asking person reads it."""

    thread: discord.Thread
    new: bool = True
    alone: bool = False


class Threads:
    """Finds the thread for an act, and tells the players of a deleted one."""

    def __init__(self, posting: ChannelPosting, door: Door) -> None:
        self._posting, self._door = posting, door
        self._process = secrets.token_hex(4)

    async def enter(
        self, inbound: Inbound, channel: object, user: discord.abc.Snowflake, may: discord.Permissions
    ) -> tuple[Answer, Spot | None]:
        """Enter an act, in the thread of the game it begins or joins. Returns answer and thread. Raises `NoThread`."""
        direct = reading.is_direct(inbound)
        spot, crowded = (None, False) if direct else await self._spot(inbound, channel, user, may)
        if spot is not None:
            apart = await self._direct(user) if crowded and not spot.alone else ""
            inbound = replace(inbound, place=reading.place(spot.thread.id), direct=apart, private=spot.alone)
        self._posting.acted(inbound.place)
        answer = await self._door.handle(inbound)
        if spot is not None and spot.new and answer.what == "refused":
            await put_away(spot.thread)
        return answer, spot

    async def _spot(
        self, inbound: Inbound, channel: object, user: discord.abc.Snowflake, may: discord.Permissions
    ) -> tuple[Spot | None, bool]:
        """Return the thread where an act begins or joins a game, and whether the table is crowded."""
        inside = isinstance(channel, discord.Thread)
        found = await self._door.destination(inbound, self._process, inside=inside)
        if found is None:
            return None, False
        if isinstance(found, Taken):
            raise NoThread("" if found.elsewhere else "That game is open already: look for its thread.")
        if isinstance(found, Waits):
            here = getattr(getattr(channel, "guild", None), "id", None)
            for address in filter(reading.is_ours, found.places):
                known = await self._posting.channel(reading.number(address))
                # Nobody is let into a private thread: its player reads there what only they know.
                if isinstance(known, discord.Thread) and known.guild.id == here and not reading.is_alone(known):
                    await quietly(known.add_user(user))
                    return Spot(known, new=False), found.crowded
            if isinstance(inbound.act, Press) and inside:
                return None, False  # They pressed a rematch in the thread where they have played; they play on there.
        alone = isinstance(found, Begins) and found.alone
        spot = await begin(channel, f"{found.title} · {inbound.name}", user, may, alone=alone)
        self._posting.opened[spot.thread.id] = None
        trim(self._posting.opened)
        return spot, found.crowded

    async def led(self, inbound: Inbound, user: discord.abc.Snowflake) -> Inbound:
        """Return an act from a server without the bot as one in direct messages. Raises `NoThread` without them."""
        apart = await self._direct(user)
        if not apart:
            raise NoThread(UNREACHED)
        return replace(inbound, place=apart, private=True, realm=reading.PLATFORM, admin=False, channel="")

    async def invite(self, spot: Spot, guest: discord.User, by: Inbound, act: int) -> None:
        """Bring a person to the thread of a table with a free seat, and tell them whose it is. Once for each act. A
        block is kept without a word: nobody learns of it.
        """
        if await self._door.apart(by.user, f"{reading.PLATFORM}:{guest.id}"):
            return
        await quietly(spot.thread.add_user(guest))
        told = WANTED.format(guest=guest.mention, by=render.safe(by.name), seat=FREE_SEAT)
        only = discord.AllowedMentions(everyone=False, roles=False, users=[guest], replied_user=False)
        await quietly(spot.thread.send(told, nonce=act, allowed_mentions=only))

    async def _direct(self, user: discord.abc.Snowflake) -> str:
        """Return the place that only this person reads; "" if none. Messages may turn out to be refused there."""
        assert self._posting.client is not None
        try:
            return reading.place((await self._posting.client.create_dm(user)).id)
        except (discord.DiscordException, OSError, aiohttp.ClientError) as problem:
            log.info("no_direct", error=type(problem).__name__)
            return ""

    async def gone(self, thread: int) -> None:
        """Handle a deleted thread. Its games stay. Each player there is told once that they can go on elsewhere."""
        place = reading.place(thread)
        async for game in self._door.places.running():
            if place not in game.places:
                continue
            log.info("thread_deleted", session=game.sid)
            told = WAITS.format(game.title, game.code) if game.phase == "lobby" else DELETED.format(game.title)
            for user in filter(reading.is_ours, game.players(place)):
                await self._tell(reading.number(user), told, f"{game.sid}/{thread}/{user}")

    async def _tell(self, user: int, text: str, about: str) -> None:
        """Tell a person something directly, once: the nonce removes other processes' repeats. Failures are ignored."""
        assert self._posting.client is not None
        try:
            direct = await self._posting.client.create_dm(discord.Object(user))
        except (discord.DiscordException, OSError, aiohttp.ClientError):
            return
        nonce = sha256(about.encode()).hexdigest()[:NONCE]
        await quietly(direct.send(text, nonce=nonce, allowed_mentions=QUIET))


def permissions(channel: object) -> discord.Permissions:
    """Return the bot's permissions in a channel, as the library's copy of the server tells; none if it is unknown."""
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if isinstance(channel, discord.abc.GuildChannel) and channel.guild.me is not None:
        return channel.permissions_for(channel.guild.me)
    return discord.Permissions.none()


async def begin(
    channel: object, name: str, user: discord.abc.Snowflake, may: discord.Permissions, *, alone: bool = False
) -> Spot:
    """Return a new thread with this person in it; a private one for a game played `alone`, if that is possible. Raises
    `NoThread`.

    `may` only serves to name missing permissions. Discord itself decides when the thread is requested.
    """
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise NoThread("Games start in a text channel, or in a direct message to me.")
    if alone and not channel.is_news() and _allowed(may, PRIVATE):
        private = await _private(channel, name, user)
        if private is not None:
            return Spot(private, alone=True)
    # Public threads of an announcement channel have a type of their own.
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    missing = [need for need in NEEDED if not _allowed(may, need)]
    try:
        thread = await channel.create_thread(name=name[:NAME], type=kind)
    except discord.Forbidden:
        raise NoThread(_needs(missing or NEEDED)) from None
    except (discord.HTTPException, OSError) as problem:
        log.warning("no_thread", error=type(problem).__name__, code=getattr(problem, "code", 0))
        raise NoThread("Discord did not let me open a thread just now. Try again in a moment.") from None
    if not await quietly(thread.add_user(user)) and missing:
        # Adding a person takes the same permission as writing there, and an empty thread helps nobody.
        await put_away(thread)
        raise NoThread(_needs(missing))
    return Spot(thread)


async def _private(channel: discord.TextChannel, name: str, user: discord.abc.Snowflake) -> discord.Thread | None:
    """Return a thread for one person; None where a public one has to do. Only moderators can bring others in."""
    kind = discord.ChannelType.private_thread
    try:
        thread = await channel.create_thread(name=name[:NAME], type=kind, invitable=False)
    except (discord.HTTPException, OSError) as problem:
        log.info("no_private_thread", error=type(problem).__name__, code=getattr(problem, "code", 0))
        return None
    if await quietly(thread.add_user(user)):
        return thread
    await put_away(thread)  # the person could not see the thread
    return None


def _allowed(may: discord.Permissions, need: str) -> bool:
    """Return whether the bot may do this, or nothing is known of its permissions."""
    return may.administrator or not may.value or bool(getattr(may, need))


async def put_away(thread: discord.Thread) -> None:
    """Remove a thread in which nothing has begun. Deleting takes a permission; archiving takes none."""
    await quietly(thread.delete()) or await quietly(thread.edit(archived=True))


def _needs(names: tuple[str, ...] | list[str]) -> str:
    told = [name.replace("_", " ").title() for name in names]
    what = f"permission {told[0]}" if len(told) == 1 else f"permissions {', '.join(told[:-1])} and {told[-1]}"
    return f"To open a thread for the game I need the {what} in this channel. Ask an admin for it."
