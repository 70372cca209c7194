"""Words on Discord: all in direct messages; elsewhere those that mention the bot or reply to it."""

import time
from contextlib import suppress
from datetime import UTC, datetime

import discord
import structlog
from msgspec.structs import replace

from bot import keys
from bot.adapters.base import UNSTORED, Door
from bot.adapters.discord import reading
from bot.adapters.discord.calls import quietly
from bot.adapters.discord.posting import QUIET, ChannelPosting
from bot.adapters.discord.reading import PLATFORM
from bot.adapters.discord.threads import NoThread, Threads, permissions
from bot.session.model.inbound import Command, Text
from bot.session.outbox import StoreError
from bot.session.router import EDITED
from bot.session.wording import messages

log = structlog.get_logger(__name__)

CATCH_UP = 200
"""Number of messages that are read again in a place after a gap."""
UNHEARD = "I can't read that. Mention {}, use /say, or press a button."
ROLE = "You mentioned my role, which I can't read. Mention {} instead."


class Words:
    """Reader of messages. `plain`: players' words in the thread of their game count without a mention."""

    def __init__(self, posting: ChannelPosting, door: Door, threads: Threads, plain: bool) -> None:
        self._posting, self._door, self._threads, self._plain = posting, door, threads, plain

    async def message(self, message: discord.Message, at: int = 0) -> None:
        """Take a message. `at`: when it was there to be read, in milliseconds, if that was earlier."""
        me = self._me(message)
        if me is None:
            return
        try:
            if await self._for_me(message, me.id):
                await self._said(message, reading.act_of(message, me.id), at)
            elif reading.to_its_role(message, me.id):
                await self._reply(message, ROLE.format(me.mention))
            elif await self._unheard(message):
                await self._reply(message, UNHEARD.format(me.mention))
        except StoreError:
            await self._reply(message, UNSTORED)

    async def edited(self, message: discord.Message) -> None:
        """Tell a person who edited a message, once for each message, that the original words count."""
        me = self._me(message)
        if me is not None and await self._for_me(message, me.id):
            with suppress(StoreError):
                inbound = reading.from_message(message, Command(EDITED))
                await self._door.handle(replace(inbound, id=f"{inbound.id}:edit"))

    def _me(self, message: discord.Message) -> discord.ClientUser | None:
        assert self._posting.client is not None
        return None if message.author.bot or not reading.is_words(message) else self._posting.client.user

    async def _for_me(self, message: discord.Message, me: int) -> bool:
        if reading.is_private(message) or reading.mentions(message, me):
            return True
        if not self._plain or not isinstance(message.channel, discord.Thread) or not message.content:
            return False
        place = reading.place(message.channel.id)
        return await self._door.places.listens(place, f"{PLATFORM}:{message.author.id}")

    async def _unheard(self, message: discord.Message) -> bool:
        """Return whether to say that a message came without its words: Discord hides words without a mention. So does
        it a picture, which gets the same answer.
        """
        if message.content or self._plain or not isinstance(message.channel, discord.Thread):
            return False
        inbound = reading.from_message(message, Text(""))
        return await self._door.unheard(inbound.place, inbound.user, inbound.id, inbound.at)

    async def _reply(self, message: discord.Message, words: str) -> None:
        """Reply to a message once. By its nonce, Discord recognises a repeat, even from another process."""
        await quietly(message.channel.send(words, nonce=message.id, allowed_mentions=QUIET))

    async def _said(self, message: discord.Message, act: Command | Text, at: int) -> None:
        inbound = reading.from_message(message, act)
        inbound = replace(inbound, at=at or inbound.at)
        try:
            may = permissions(message.channel)
            answer, _ = await self._threads.enter(inbound, message.channel, message.author, may)
        except NoThread as why:
            if str(why):
                await self._reply(message, str(why))
            return
        if (answer.what, answer.code) == ("ignored", "no_game"):
            await self._reply(message, messages.NO_GAME)  # the message mentions the bot, so it gets an answer
        await self._posting.posts.note(keys.seen(inbound.place), str(message.id))

    async def catch_up(self) -> None:
        """Read messages that came in the places of running games while the bot was away; repeats change nothing. None
        of them was written after an answer to another.
        """
        began = time.time_ns() // 1_000_000
        async for game in self._door.places.running():
            for place in filter(reading.is_ours, game.places):
                seen = await self._posting.posts.noted(keys.seen(place))
                begun = discord.utils.time_snowflake(datetime.fromtimestamp(game.begun / 1000, UTC))
                channel = await self._posting.channel(reading.number(place))
                if not isinstance(channel, discord.abc.Messageable):
                    continue
                try:
                    async for message in channel.history(after=discord.Object(int(seen or begun)), limit=CATCH_UP):
                        self._posting.noticed(message)
                        await self.message(message, began)
                except (discord.HTTPException, OSError) as problem:
                    log.info("not_caught_up", place=place, code=getattr(problem, "code", 0))
