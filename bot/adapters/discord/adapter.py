"""Discord in and out: interactions and messages become acts, posts become messages.

Every interaction is acknowledged first and worked on after; nothing is kept of a button or a form but the id of the
stored post it stands for. Only what is addressed to the bot is read: mentions and replies in channels, everything in
direct messages.
"""

import asyncio
import time
from hashlib import sha256
from typing import Any

import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters.base import Door, Gone, Later
from bot.adapters.discord import commands, render
from bot.sessions.front import translate
from bot.sessions.inbound import Act, Answer, Command, Inbound, Join, Open, Press, Text
from bot.sessions.places import Sent
from games.codec import decode, encode
from games.post import Form
from games.registry import get, names
from storage.base import Row, Store

log = structlog.get_logger(__name__)

FORM_SECONDS = 2.0
"""A form must be the first answer, within three seconds; a store that is slower than this gets another press."""
CATCH_UP = 50
"""Messages read again in a place after a gap."""
KEPT = 2_000
"""Interactions remembered for their private answers; they are good for 15 minutes."""
CLOSED_DM = "Your direct messages are closed: press the button or type /private to see this."


class Discord:
    """One bot account. `api` ends in `/api/v10`; `gateway` is used as it is."""

    platform = "discord"

    def __init__(self, token: str, api: str, gateway: str, store: Store) -> None:
        self.store = store
        self._token = token
        if api:
            Route.BASE = api.rstrip("/")
        if gateway:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        self.client = _Client(self)
        self.tree = commands.tree(self.client, self._slash)
        self.door: Door | None = None
        self._interactions: dict[str, discord.Interaction] = {}
        self._newest: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- in -----------------------------------------------------------------------------------------------------------

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        self.door = door
        while not stop.is_set():
            client = asyncio.create_task(self.client.start(self._token))
            halt = asyncio.create_task(stop.wait())
            await asyncio.wait({client, halt}, return_when=asyncio.FIRST_COMPLETED)
            halt.cancel()
            if client.done() and not stop.is_set():
                problem = client.exception()
                if isinstance(problem, discord.LoginFailure | discord.PrivilegedIntentsRequired):
                    raise problem
                log.warning("discord_trouble", error=type(problem).__name__)
                await asyncio.sleep(2)
                continue
            await self.client.close()
            await asyncio.gather(client, return_exceptions=True)

    async def shutdown(self) -> None:
        await self.client.close()

    async def sync(self) -> None:
        """Register the commands, if they are not those that were registered last."""
        definition = encode([command.to_dict(self.tree) for command in self.tree.get_commands()])
        mark = sha256(definition + str(self.client.application_id).encode()).hexdigest()
        if await self.store.pointed("discord:commands") != mark:
            await self.tree.sync()
            await self.store.point("discord:commands", mark)

    async def _slash(self, interaction: discord.Interaction, name: str, args: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        inbound = self._inbound(interaction, Command(name, args))
        meant = translate(inbound).act
        if isinstance(meant, Open) and meant.game in names() and interaction.guild is not None:
            await self._open(interaction, inbound, meant)
            return
        answer = await self._hand_in(inbound, interaction)
        if not answer.replied:
            await self._quietly(interaction.delete_original_response())

    async def _open(self, interaction: discord.Interaction, inbound: Inbound, act: Open | Join) -> None:
        """A game in a server gets a thread of its own; its people follow it there."""
        thread = await self._thread(interaction, act)
        if thread is None:
            return
        await self._hand_in(_at(inbound, thread.id, act), interaction)
        await self._quietly(interaction.edit_original_response(content=f"Your game is in {thread.mention}."))

    async def _thread(self, interaction: discord.Interaction, act: Open | Join) -> discord.Thread | None:
        channel = interaction.channel
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        title = get(act.game).title if isinstance(act, Open) else "Game"
        if not isinstance(channel, discord.TextChannel):
            text = "Games start in a text channel, or in a direct message."
            await self._quietly(interaction.edit_original_response(content=text))
            return None
        missing = _missing(interaction)
        if missing:
            text = f"I need the permission {missing} in this channel to open a thread for the game. Ask an admin."
            await self._quietly(interaction.edit_original_response(content=text))
            return None
        try:
            thread = await channel.create_thread(
                name=f"{title} · {interaction.user.display_name}"[:100], type=discord.ChannelType.public_thread
            )
            await thread.add_user(interaction.user)
        except discord.HTTPException as problem:
            log.info("no_thread", code=problem.code)
            text = "I could not open a thread here. Ask an admin to let me create public threads and write in them."
            await self._quietly(interaction.edit_original_response(content=text))
            return None
        return thread

    async def interaction(self, interaction: discord.Interaction) -> None:
        """Presses and submitted forms; commands are the tree's."""
        data: dict[str, Any] = dict(interaction.data or {})
        kind, _, rest = str(data.get("custom_id", "")).partition(":")
        row, _, number = rest.rpartition(":")
        index = int(number) if number.isdecimal() else -1
        if interaction.type is discord.InteractionType.component:
            if kind == "f":
                await self._form(interaction, row, index)
                return
            await interaction.response.defer()
            await self._pressed(interaction, Press(row, index))
        elif interaction.type is discord.InteractionType.modal_submit and kind == "m":
            await interaction.response.defer()
            form = await self._form_of(row, index)
            fields = render.filled(form, _values(data)) if form else ()
            await self._pressed(interaction, Press(row, index, fields))

    async def _pressed(self, interaction: discord.Interaction, act: Press) -> None:
        inbound = self._inbound(interaction, act)
        opening = await self._opening(act)
        if opening is not None and interaction.guild is not None:
            thread = await self._thread_quietly(interaction, opening)
            if thread is not None:
                await self._hand_in(_at(inbound, thread.id, Command("play", opening.game)), interaction)
                await self._quietly(interaction.followup.send(f"Your game is in {thread.mention}.", ephemeral=True))
            return
        await self._hand_in(inbound, interaction)

    async def _opening(self, act: Press) -> Open | None:
        """The game that a button of the menu opens."""
        stored = await self.store.post(act.post)
        asks = decode(stored.post.body, Sent).post.asks if stored is not None else ()
        says = asks[act.index].says if 0 <= act.index < len(asks) else ""
        name, _, args = says.removeprefix("/").partition(" ")
        meant = translate(Inbound("", "", "", 0, Command(name, args))).act if says.startswith("/") else None
        return meant if isinstance(meant, Open) else None

    async def _thread_quietly(self, interaction: discord.Interaction, act: Open) -> discord.Thread | None:
        if isinstance(interaction.channel, discord.Thread):
            return interaction.channel
        return await self._thread(interaction, act)

    async def _form(self, interaction: discord.Interaction, row: str, index: int) -> None:
        try:
            form = await asyncio.wait_for(self._form_of(row, index), FORM_SECONDS)
        except TimeoutError:
            form = None
        if form is None:
            await interaction.response.defer()
            await self._pressed(interaction, Press(row, index))
            return
        await interaction.response.send_modal(render.modal(row, index, form))

    async def _form_of(self, row: str, index: int) -> Form | None:
        stored = await self.store.post(row)
        asks = decode(stored.post.body, Sent).post.asks if stored is not None else ()
        ask = asks[index] if 0 <= index < len(asks) else None
        return ask if isinstance(ask, Form) else None

    async def message(self, message: discord.Message) -> None:
        """Words: in a direct message all of them, elsewhere those that mention the bot or reply to it."""
        me = self.client.user
        self._newest[_place(message.channel.id)] = str(message.id)
        if me is None or message.author.bot or self.door is None:
            return
        private = isinstance(message.channel, discord.DMChannel)
        if not private and me not in message.mentions:
            return
        text = message.content.replace(f"<@{me.id}>", " ").replace(f"<@!{me.id}>", " ").strip()
        inbound = Inbound(
            id=f"dc:{message.id}",
            place=_place(message.channel.id),
            user=f"{self.platform}:{message.author.id}",
            at=int(message.created_at.timestamp() * 1000),
            act=Command(*_split(text)) if text.startswith("/") else Text(text),
            private=private,
            name=message.author.display_name,
        )
        await self.door.handle(inbound)
        await self.store.point(f"seen:{inbound.place}", str(message.id))

    async def catch_up(self) -> None:
        """Read again what was said in the places of running games while nobody listened; repeats change nothing."""
        for loaded in await self.store.sessions(live=True, limit=1000):
            for place in _places(loaded.snapshot):
                after = await self.store.pointed(f"seen:{place}")
                if after is None:
                    continue
                channel = self.client.get_partial_messageable(_id(place))
                try:
                    async for message in channel.history(after=discord.Object(int(after)), limit=CATCH_UP):
                        await self.message(message)
                except discord.HTTPException as problem:
                    log.info("not_caught_up", place=place, code=problem.code)

    def _inbound(self, interaction: discord.Interaction, act: Act) -> Inbound:
        channel = interaction.channel_id or 0
        return Inbound(
            id=f"dci:{interaction.id}",
            place=_place(channel),
            user=f"{self.platform}:{interaction.user.id}",
            at=int(time.time() * 1000),
            act=act,
            private=interaction.guild_id is None,
            name=interaction.user.display_name,
            origin=str(interaction.id),
            locale=str(interaction.locale),
        )

    async def _hand_in(self, inbound: Inbound, interaction: discord.Interaction) -> Answer:
        assert self.door is not None
        self._interactions[inbound.origin] = interaction
        while len(self._interactions) > KEPT:
            del self._interactions[next(iter(self._interactions))]
        return await self.door.handle(inbound)

    # --- out ----------------------------------------------------------------------------------------------------------

    async def show(self, row: Row, sent: Sent) -> str:
        if sent.private:
            return await self._privately(row, sent)
        channel = self.client.get_partial_messageable(_id(row.post.place))
        return await self._send(channel, row, sent, ping=sent.ping)

    async def _send(self, channel: discord.abc.Messageable, row: Row, sent: Sent, ping: tuple[str, ...] = ()) -> str:
        texts = render.messages(sent.post)
        users = [discord.Object(_id(user)) for user in ping if user.startswith(f"{self.platform}:")][:1]
        if users:
            texts[0] = f"<@{users[0].id}>\n{texts[0]}"
        ref = ""
        for i, text in enumerate(texts):
            last = i == len(texts) - 1
            view = render.view(row.id, sent.post.asks) if last else None
            more: dict[str, Any] = {"view": view} if view is not None else {}
            message = await self._guard(
                channel.send(
                    text,
                    nonce=sha256(f"{row.id}/{i}".encode()).hexdigest()[:25],
                    allowed_mentions=discord.AllowedMentions(
                        everyone=False, roles=False, users=users, replied_user=False
                    ),
                    **more,
                )
            )
            ref = str(message.id)
            self._newest[_place(message.channel.id)] = ref
        return ref

    async def _privately(self, row: Row, sent: Sent) -> str:
        """For one person's eyes, in their direct messages; if these are closed, a hint where everybody may read it."""
        user = discord.Object(_id(sent.user))
        try:
            channel = await self._guard(self.client.create_dm(user))
            return await self._send(channel, row, sent)
        except Gone:
            place = self.client.get_partial_messageable(_id(row.post.place))
            hint = Sent(decode(encode({"blocks": [{"type": "line", "spans": [CLOSED_DM]}]}), type(sent.post)))
            return await self._send(place, row, hint, ping=(sent.user,))

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        texts = render.messages(sent.post)
        if len(texts) != 1 or not ref.isdecimal():
            return False
        message = self.client.get_partial_messageable(_id(row.post.place)).get_partial_message(int(ref))
        none = discord.AllowedMentions.none()
        try:
            await self._guard(
                message.edit(content=texts[0], view=render.view(row.id, sent.post.asks), allowed_mentions=none)
            )
        except discord.NotFound:
            return False
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """An answer that only the one who acted can see."""
        interaction = self._interactions.get(sent.origin)
        if interaction is None or interaction.is_expired():
            return None
        texts = render.messages(sent.post)
        none = discord.AllowedMentions.none()
        try:
            for i, text in enumerate(texts):
                last = i == len(texts) - 1
                view = render.view(row.id, sent.post.asks) if last else None
                more: dict[str, Any] = {"view": view} if view is not None else {}
                await self._guard(interaction.followup.send(text, ephemeral=True, allowed_mentions=none, **more))
        except (discord.NotFound, Gone):
            return None
        return f"answer:{sent.origin}"

    async def close(self, place: str, ref: str) -> None:
        if not ref.isdecimal():
            return
        message = self.client.get_partial_messageable(_id(place)).get_partial_message(int(ref))
        try:
            await self._guard(message.edit(view=None))
        except discord.NotFound as problem:
            log.debug("buttons_gone", code=problem.code)

    def newest(self, place: str) -> str | None:
        return self._newest.get(place)

    def typing(self, place: str) -> None:
        task = asyncio.create_task(self._typing(place))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _typing(self, place: str) -> None:
        try:
            await self.client.http.send_typing(_id(place))
        except (discord.HTTPException, OSError) as problem:
            log.debug("typing_unseen", error=type(problem).__name__)

    async def _guard(self, call: Any) -> Any:
        """A call to the platform, its troubles in our words. `NotFound` passes: callers know what theirs means."""
        try:
            return await call
        except discord.RateLimited as problem:
            raise Later(problem.retry_after) from problem
        except discord.NotFound as problem:
            if problem.code in (10003, 10013):
                raise Gone(problem.text) from problem
            raise
        except discord.Forbidden as problem:
            raise Gone(problem.text) from problem
        except discord.DiscordServerError as problem:
            raise Later(1.0) from problem
        except (TimeoutError, OSError) as problem:
            raise Later(1.0) from problem

    async def _quietly(self, call: Any) -> None:
        """A courtesy to the one who acted; the game does not hang on it."""
        try:
            await call
        except (discord.HTTPException, OSError) as problem:
            log.info("courtesy_failed", error=type(problem).__name__)


class _Client(discord.Client):
    """The library's client with only the intents that need no approval; everything it hears goes to the adapter."""

    def __init__(self, adapter: Discord) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=60.0,
            guild_ready_timeout=0.5,
            chunk_guilds_at_startup=False,
        )
        self.adapter = adapter
        self._background: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        await self.adapter.sync()

    async def on_ready(self) -> None:
        log.info("discord_ready", guilds=len(self.guilds))
        await self.adapter.catch_up()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.application_command:
            await self.adapter.interaction(interaction)

    async def on_message(self, message: discord.Message) -> None:
        await self.adapter.message(message)

    async def on_error(self, event: str, /, *_: Any, **__: Any) -> None:
        log.error("discord_event_failed", event_name=event, exc_info=True)


def _place(channel: int) -> str:
    return f"{Discord.platform}:{channel}"


def _id(name: str) -> int:
    return int(name.partition(":")[2])


def _at(inbound: Inbound, thread: int, act: Act) -> Inbound:
    """The same act, done in a thread."""
    return Inbound(
        id=inbound.id,
        place=_place(thread),
        user=inbound.user,
        at=inbound.at,
        act=act,
        private=False,
        name=inbound.name,
        origin=inbound.origin,
        locale=inbound.locale,
        plain=inbound.plain,
        width=inbound.width,
    )


def _split(text: str) -> tuple[str, str]:
    name, _, args = text[1:].partition(" ")
    return name.lower(), args.strip()


def _missing(interaction: discord.Interaction) -> str:
    """The first permission that a game's thread needs and the bot does not have here."""
    have = interaction.app_permissions
    for name in ("create_public_threads", "send_messages_in_threads"):
        if not getattr(have, name):
            return name.replace("_", " ").title()
    return ""


def _values(data: dict[str, Any]) -> dict[str, list[str]]:
    """What was entered in each component of a submitted form."""
    values: dict[str, list[str]] = {}
    for outer in data.get("components", ()):
        inner = [outer["component"]] if "component" in outer else outer.get("components", ())
        for component in inner:
            entered = component.get("values", [component.get("value", "")])
            values[component["custom_id"]] = [str(value) for value in entered]
    return values


def _places(snapshot: bytes) -> list[str]:
    """Addresses on this platform in a session's snapshot."""
    table = decode(snapshot, dict[str, Any])["table"]
    return [p["address"] for p in table["places"] if p["address"].startswith(f"{Discord.platform}:")]
