"""Posts as messages: into threads and direct messages, or as the private answer to one act."""

import asyncio
import time
from collections.abc import Iterable
from hashlib import sha256
from io import BytesIO
from typing import Any

import aiohttp
import discord
import structlog
from discord.utils import MISSING
from msgspec.structs import replace

from bot.adapters.base import Gone, Later, Posting, trim
from bot.adapters.discord import cards, reading, render
from bot.adapters.discord.calls import guard
from bot.adapters.discord.client import UNREADABLE, Client, taken
from bot.adapters.pictures import Pictured, drawn, ready, undrawn
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
CLOSED_DM = "Your direct messages are closed: press the button or type /private to see what was meant only for you."
MUTE = "I cannot write in the thread of your game now ({}), so you read it here."
GO_ON = "/resume here lets you go on by writing, too."
Message = dict[str, Any]
"""The words, the card or the buttons of a message, as the library's methods take them."""
RESTED = 30.0
"""Seconds after which a player is called back to their private thread."""
LOOKS = 1_000
"""Number of messages whose looks are kept in memory."""
INVALID = 50035
"""Discord's code for a message that it does not take as it is."""
SPEAK = "To write something here, mention {} or use /say."
QUIET = discord.AllowedMentions.none()


class ChannelPosting(Posting):
    """The half of the adapter that sends posts. `client` is the current log-in; None before the first."""

    def __init__(self, posts: Posts, *, plain: bool = False) -> None:
        super().__init__(posts)
        self._plain = plain
        """Players' words in the thread of their game count without a mention."""
        self.client: Client | None = None
        self._up = asyncio.Event()
        self._aside: set[asyncio.Task[None]] = set()
        self._closed: set[str] = set()
        self.opened: dict[int, None] = {}
        """The threads that this process opened and that have no card yet."""
        self._clock = time.monotonic
        self._acts: dict[str, float] = {}
        """When somebody last acted in a place, in seconds of that clock."""
        self._looks: dict[int, discord.ui.LayoutView | None] = {}
        """The newest messages with their cards, None for plain ones."""

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
                called = await self._called(row, sent)
                return await self._send(here, row, sent, [user for user in called if await self.posts.pings(user)])
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

    async def _called(self, row: Row, sent: Sent) -> tuple[str, ...]:
        """Return the users whom a post calls. In a private thread that is its player, if they have not acted for a
        while: an answer at once needs no call, but a slow opponent or a reminder does.
        """
        assert self.client is not None
        place = row.post.place
        alone = sent.viewer != TABLE and reading.is_alone(self.client.get_channel(reading.number(place)))
        if not alone or self._clock() - self._acts.get(place, -RESTED) < RESTED:
            return sent.ping
        self.acted(place)  # one call is enough for several posts
        game = await self.posts.places.game(row.sid)
        return game.players(place) if game is not None else ()

    def acted(self, place: str) -> None:
        """Note that somebody acts, or is called, in a place now."""
        self._acts.pop(place, None)
        self._acts[place] = self._clock()
        trim(self._acts)

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
        table. What is secret in it stands in the thread of one player. Returns the reference of the last message; "" if
        nobody could be told.
        """
        game = await self.posts.places.game(row.sid)
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
        key = f"{tag(row)}{to}"
        mention, how_to = f"<@{users[0].id}>" if users else "", self._how_to(getattr(channel, "id", 0))
        card, parts = _messages(row, sent, post, _seat(sent), ping=mention, footer=how_to)

        async def send(i: int, part: Message, last: bool) -> str:
            nonce = sha256(f"{key}/{i}".encode()).hexdigest()[:NONCE]
            hung = files if last else MISSING
            taken.set(None)
            try:
                message = await guard(channel.send(**part, nonce=nonce, allowed_mentions=mentions, files=hung))
            except UNREADABLE as problem:
                if taken.get() is None:
                    raise
                log.warning("answer_unread", method="send", error=type(problem).__name__)
                return ""
            self._noted(reading.place(message.channel.id), str(message.id))
            self._remember(message.id, card)
            if card is not None:
                self.opened.pop(message.channel.id, None)
            at_home = message.channel.id == reading.number(row.post.place)
            return str(message.id) if at_home else f"{message.channel.id}/{message.id}"

        return await self._in_parts(key, parts, send)

    def _how_to(self, number: int) -> str:
        """Return the hint on speaking in a thread, where most words do not reach us, until a card has said it there."""
        if self._plain or number not in self.opened or self.client is None or self.client.user is None:
            return ""
        return SPEAK.format(self.client.user.mention)

    def _remember(self, message: int, card: discord.ui.LayoutView | None) -> None:
        """Note the card of a message, so that its buttons can be removed without reading it again."""
        self._looks.pop(message, None)
        self._looks[message] = card
        trim(self._looks, LOOKS)

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        message = await self._earlier(row.post.place, ref)
        await ready(sent.post)
        if message is None or drawn(sent.post) is not None:
            return False
        card, parts = _messages(row, sent, sent.post, "" if "/" in ref else _seat(sent))
        if card is None and (len(parts) != 1 or self._looks.get(message.id) is not None):
            return False  # a message that is a card stays one
        how = {"content": None, "view": None, **parts[0]}
        try:
            await guard(message.edit(**how, attachments=[], allowed_mentions=QUIET))
        except (discord.NotFound, Gone):
            return False  # a later post will show whether the place can still be written to
        except discord.HTTPException as problem:
            if problem.code != INVALID or card is not None:
                raise
            return False  # it was a card, before this process began
        self._remember(message.id, card)
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """Answer so that only the acting person sees it; a post with a join code, to be passed on, is for everybody. A
        post that is kept by editing changes the answer under which its button was pressed.
        """
        if sent.code:
            return None
        client = await self._logged_in()
        about, _, token = sent.origin.partition(":")
        number, _, pressed = about.partition("/")
        data: Any = {"id": client.application_id, "type": discord.WebhookType.application.value, "token": token}
        hook = discord.Webhook.from_state(data=data, state=client._connection)
        await ready(sent.post)
        _, parts = _messages(row, sent, undrawn(sent.post), _seat(sent))
        if pressed and sent.post.slot and sent.post.keep == "edit" and len(parts) == 1 and not _hung(sent):
            how = {"content": None, "view": None, **parts[0]}
            try:
                await guard(hook.edit_message(int(pressed), **how, attachments=[], allowed_mentions=QUIET))
                return f"answer:{number}"
            except (discord.HTTPException, Gone) as problem:
                log.info("answer_not_changed", code=getattr(problem, "code", 0))
        for i, part in enumerate(parts):
            hung = _hung(sent) if i == len(parts) - 1 else MISSING
            try:
                await guard(hook.send(**part, ephemeral=True, allowed_mentions=QUIET, files=hung, wait=True))
            except (discord.HTTPException, Gone) as problem:
                log.info("act_too_old", code=getattr(problem, "code", 0))
                return None
        return f"answer:{number}"

    async def close(self, place: str, ref: str) -> None:
        message = await self._earlier(place, ref)
        if message is None:
            return
        try:
            card = await self._look(message)
            await guard(message.edit(view=None if card is None else cards.bare(card)))
        except discord.NotFound as problem:
            log.debug("buttons_gone", code=problem.code)

    async def _look(self, message: discord.PartialMessage) -> discord.ui.LayoutView | None:
        """Return the card of a message, None if it is a plain one. Only messages of other processes are read again."""
        if message.id not in self._looks:
            found = await guard(message.fetch())
            self._remember(message.id, cards.again(found) if found.flags.components_v2 else None)
        return self._looks[message.id]

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


def _messages(
    row: Row, sent: Sent, post: Post, code: str, *, ping: str = "", footer: str = ""
) -> tuple[discord.ui.LayoutView | None, list[Message]]:
    """Return a post's card, if it has one, and its messages: that card, or texts with the buttons at the end."""
    card = cards.layout(tag(row), sent, post, code=code, ping=ping, footer=footer)
    if card is not None:
        return card, [{"view": card}]
    texts = render.messages(post)
    parts: list[Message] = [{"content": text} for text in texts]
    if ping:
        parts[0]["content"] = f"{ping}\n{texts[0]}"
    view = render.view(tag(row), sent.post.asks, code)
    if view is not None:
        parts[-1]["view"] = view
    return None, parts


def _seat(sent: Sent) -> str:
    return sent.code if sent.viewer == TABLE else ""


def _moved(sent: Sent) -> Sent:
    """Return a post for a direct message: without operators' buttons, which would act on another realm there."""
    groups = tuple(f"/{group} " for group in GROUPS)
    asks = tuple(ask for ask in sent.post.asks if not ask.says.startswith(groups))
    return replace(sent, post=replace(sent.post, asks=asks))


def _hung(sent: Sent) -> list[discord.File]:
    """Return the files attached to a text: a picture, and blocks that are too long for a message."""
    found = drawn(sent.post)
    hung = [] if found is None else [_file(*found)]
    return [*hung, *(discord.File(BytesIO(block.text.encode()), block.file) for block in render.files(sent.post))]


def _file(block: Pictured, png: bytes) -> discord.File:
    return discord.File(BytesIO(png), cards.file_of(block), description=block.alt[: render.ALT])
