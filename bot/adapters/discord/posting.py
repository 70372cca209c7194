"""Posts as messages: into threads and direct messages, or as the private answer to one act."""

import asyncio
from collections.abc import Iterable
from hashlib import sha256
from io import BytesIO
from typing import Any

import aiohttp
import discord
import structlog
from discord.utils import MISSING
from msgspec.structs import replace

from bot.adapters.base import Gone, Later, Posting
from bot.adapters.discord import reading, render
from bot.adapters.discord.calls import guard
from bot.adapters.discord.client import UNREADABLE, Client, taken
from bot.adapters.map_image import drawn, ready, undrawn
from bot.session.model.audience import Sent
from bot.session.model.verbs import GROUPS
from bot.session.outbox import Posts, Row, tag
from games.core.contract import TABLE
from games.core.post import Gap, Post, line, says

log = structlog.get_logger(__name__)

LOG_IN_SECONDS = 2.0
"""Seconds that a post waits for the log-in before it is tried again."""
NONCE = 25
"""Characters of a nonce, by which Discord recognises a message that it has already accepted."""
CLOSED_DM = "Your direct messages are closed: press the button or type /private to see what was meant for you alone."
MUTE = "I cannot write in the thread of your game now ({}), so you read it here."
GO_ON = "/resume here lets you go on by writing, too."
QUIET = discord.AllowedMentions.none()


class ChannelPosting(Posting):
    """The half of the adapter that sends posts. `client` is the current log-in; None before the first."""

    def __init__(self, posts: Posts) -> None:
        super().__init__(posts)
        self.client: Client | None = None
        self._up = asyncio.Event()
        self._aside: set[asyncio.Task[None]] = set()
        self._closed: set[str] = set()

    async def _logged_in(self) -> Client:
        """Return the client, once it is logged in. Raises `Later`."""
        try:
            await asyncio.wait_for(self._up.wait(), LOG_IN_SECONDS)
        except TimeoutError:
            raise Later(LOG_IN_SECONDS) from None
        assert self.client is not None
        return self.client

    async def show(self, row: Row, sent: Sent) -> str:
        client = await self._logged_in()
        here = client.get_partial_messageable(reading.number(row.post.place))
        if not sent.private or sent.code:
            try:
                return await self._send(here, row, sent, [user for user in sent.ping if await self.posts.pings(user)])
            except Gone as why:
                if sent.aloud:
                    await self._say_closed(row, sent)
                ref = await self._elsewhere(client, row, sent, why)
                if not ref:
                    raise
                return ref
        try:
            direct = await guard(client.create_dm(discord.Object(reading.number(sent.user))))
            return await self._send(direct, row, _moved(sent))
        except Gone as why:
            log.info("not_told_in_private", why=str(why))
            return await self._send(here, row, Sent(says(CLOSED_DM)), (sent.user,))

    async def _say_closed(self, row: Row, sent: Sent) -> None:
        """Say once, where everybody reads, that a person's direct messages are closed and what they can do."""
        if row.post.place in self._closed or not reading.is_ours(sent.aloud):
            return
        self._closed.add(row.post.place)
        client = await self._logged_in()
        there = client.get_partial_messageable(reading.number(sent.aloud))
        await guard(there.send(f"{sent.viewer}: {CLOSED_DM}", allowed_mentions=QUIET))

    async def _elsewhere(self, client: Client, row: Row, sent: Sent, why: Gone) -> str:
        """Send a post whose thread cannot be written to any more to each player there, or to each person invited to a
        table. Nothing in it is secret. Returns the reference of the last message; "" if nobody could be told.
        """
        game = await self.posts.places.game(row.sid) if sent.viewer == TABLE else None
        if game is None:
            return ""
        users = tuple(user for user in sent.ping if reading.is_ours(user) and user not in game.users)
        if users:
            # In the place of the inviting players, the table's own post would have shown how to join. Told apart,
            # people need the code.
            apart = replace(sent, ping=(), code="" if sent.post.asks else game.code)
        else:
            users = tuple(filter(reading.is_ours, game.players(row.post.place)))
            lines = [line(MUTE.format(why)), *([line(GO_ON)] if game.phase == "play" else []), Gap()]
            apart = replace(sent, post=replace(sent.post, blocks=(*lines, *sent.post.blocks)), ping=(), code="")
        ref = ""
        for user in users:
            try:
                direct = await guard(client.create_dm(discord.Object(reading.number(user))))
                ref = await self._send(direct, row, apart, to=f"/{user}")
            except Gone as closed:
                log.info("not_told_apart", why=str(closed))
        return ref

    async def _send(
        self, channel: discord.abc.Messageable, row: Row, sent: Sent, ping: Iterable[str] = (), *, to: str = ""
    ) -> str:
        """Send a post and return the reference of its last message, with the channel if that is not the post's own
        place. `to` distinguishes messages with the same post. Where pictures are forbidden, words replace them.
        """
        await ready(sent.post)
        try:
            return await self._put(channel, row, sent, undrawn(sent.post), _hung(sent), ping, to)
        except Gone:
            if drawn(sent.post) is None:
                raise
            return await self._put(channel, row, sent, sent.post, [], ping, f"{to}/words")

    async def _put(
        self,
        channel: discord.abc.Messageable,
        row: Row,
        sent: Sent,
        post: Post,
        files: list[discord.File],
        ping: Iterable[str],
        to: str,
    ) -> str:
        users = [discord.Object(reading.number(user)) for user in ping if reading.is_ours(user)][:1]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
        texts = render.messages(post)
        if users:
            texts[0] = f"<@{users[0].id}>\n{texts[0]}"
        key = f"{tag(row)}{to}"

        async def send(i: int, text: str, last: bool) -> str:
            nonce = sha256(f"{key}/{i}".encode()).hexdigest()[:NONCE]
            view, hung = (_buttons(row, sent), files) if last else (MISSING, MISSING)
            taken.set(None)
            try:
                message = await guard(channel.send(text, nonce=nonce, allowed_mentions=mentions, view=view, files=hung))
            except UNREADABLE as problem:
                if taken.get() is None:
                    raise
                log.warning("answer_unread", method="send", error=type(problem).__name__)
                return ""
            self._noted(reading.place(message.channel.id), str(message.id))
            at_home = message.channel.id == reading.number(row.post.place)
            return str(message.id) if at_home else f"{message.channel.id}/{message.id}"

        return await self._in_parts(key, texts, send)

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        texts = render.messages(sent.post)
        message = await self._earlier(row.post.place, ref)
        if len(texts) != 1 or message is None or drawn(sent.post) is not None:
            return False
        try:
            view = render.view(tag(row), sent.post.asks, "" if "/" in ref else _seat(sent))
            await guard(message.edit(content=texts[0], view=view, attachments=[], allowed_mentions=QUIET))
        except (discord.NotFound, Gone):
            return False  # a later post will show whether the place can still be written to
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """Answer so that only the acting person sees it. A post with a join code is meant to be passed on, so everybody
        sees it.
        """
        if sent.code:
            return None
        client = await self._logged_in()
        number, _, token = sent.origin.partition(":")
        data: Any = {"id": client.application_id, "type": discord.WebhookType.application.value, "token": token}
        hook = discord.Webhook.from_state(data=data, state=client._connection)
        texts = render.messages(sent.post)
        for i, text in enumerate(texts):
            view = _buttons(row, sent) if i == len(texts) - 1 else MISSING
            hung = _hung(sent) if i == len(texts) - 1 else MISSING
            try:
                await guard(hook.send(text, ephemeral=True, allowed_mentions=QUIET, view=view, files=hung, wait=True))
            except (discord.HTTPException, Gone) as problem:
                log.info("act_too_old", code=getattr(problem, "code", 0))
                return None
        return f"answer:{number}"

    async def close(self, place: str, ref: str) -> None:
        message = await self._earlier(place, ref)
        if message is None:
            return
        try:
            await guard(message.edit(view=None))
        except discord.NotFound as problem:
            log.debug("buttons_gone", code=problem.code)

    async def _earlier(self, place: str, ref: str) -> discord.PartialMessage | None:
        channel, _, number = ref.rpartition("/")
        if not number.isdecimal():
            return None
        client = await self._logged_in()
        return client.get_partial_messageable(int(channel or reading.number(place))).get_partial_message(int(number))

    async def channel(self, number: int) -> object:
        """Return a channel, thread or direct chat; None if the bot has no access to one."""
        client = await self._logged_in()
        found = client.get_channel(number)
        if found is not None:
            return found
        try:
            return await client.fetch_channel(number)
        except (discord.DiscordException, OSError, aiohttp.ClientError) as problem:
            log.info("no_channel", code=getattr(problem, "code", 0))
            return None

    def noticed(self, message: discord.Message) -> None:
        """Note that a person's message came below ours, in a place where we have written."""
        place = reading.place(message.channel.id)
        if place in self._newest:
            self._newest[place] = str(max(message.id, int(self._newest[place])))

    def typing(self, place: str) -> None:
        task = asyncio.create_task(self._typing(place))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def _typing(self, place: str) -> None:
        if self.client is None or not self._up.is_set():
            return
        try:
            await self.client.http.send_typing(reading.number(place))
        except (discord.DiscordException, OSError, aiohttp.ClientError) as problem:
            log.debug("typing_unseen", error=type(problem).__name__)


def _buttons(row: Row, sent: Sent) -> discord.ui.View:
    return render.view(tag(row), sent.post.asks, _seat(sent)) or MISSING


def _seat(sent: Sent) -> str:
    return sent.code if sent.viewer == TABLE else ""


def _moved(sent: Sent) -> Sent:
    """Return a post for a direct message: without operators' buttons, which would act on another realm there."""
    groups = tuple(f"/{group} " for group in GROUPS)
    asks = tuple(ask for ask in sent.post.asks if not ask.says.startswith(groups))
    return replace(sent, post=replace(sent.post, asks=asks))


def _hung(sent: Sent) -> list[discord.File]:
    """Return the files attached to a text: a map's picture, and blocks that are too long for a message."""
    found = drawn(sent.post)
    maps = [] if found is None else [discord.File(BytesIO(found[1]), "map.png", description=found[0].alt[:1024])]
    return [*maps, *(discord.File(BytesIO(block.text.encode()), block.file) for block in render.files(sent.post))]
