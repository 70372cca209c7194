"""Discord in and out: interactions and messages become acts, posts become messages.

Every interaction is acknowledged first and processed afterwards. The only thing kept of a button or a form is the id of
its stored post. The bot reads only messages addressed to it: mentions and replies in servers, everything in direct
messages.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import aiohttp
import discord
import structlog
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from msgspec.structs import replace

from bot import keys
from bot.adapters.base import Door, Gone, Later
from bot.adapters.discord import commands, forms, operators, reading, threads
from bot.adapters.discord.calls import first, guard, quietly
from bot.adapters.discord.client import Client
from bot.adapters.discord.placing import Placing, Spot
from bot.adapters.discord.posting import QUIET
from bot.adapters.discord.reading import PLATFORM, Button
from bot.adapters.discord.threads import NoThread
from bot.runtime.errors import CannotServe
from bot.session.model.inbound import Act, Answer, Asked, Command, Inbound, Operate, Press, Text
from bot.session.model.naming import clean
from bot.session.model.verbs import Verb
from bot.session.router import EDITED
from bot.session.wording import messages
from games.core.codec import encode
from games.core.post import Form
from storage.base import Store, StoreError

log = structlog.get_logger(__name__)

FORM_SECONDS = 2.0
"""Seconds that the store may take before a form. A form must be the first answer, within three seconds; with a slower
store the person is asked to press again.
"""
CATCH_UP = 200
"""Number of messages that are read again in a place after a gap."""
PAUSE = 2.0
"""Seconds between two attempts to log in."""
FAILED = "That did not work just now. Try again in a moment."
ELSEWHERE = 3.0
"""Seconds until this process checks whether the process that acknowledged an act also recorded it."""
ROLE = "You mentioned my role, which I can't read. Mention {} instead."
UNFETCHED = "I could not fetch that file from Discord. Attach it once more, or write its text into the form."
OUTDATED = (
    "I do not know this command, or not with these options: your Discord shows it as it was before an update. Reload "
    "Discord and write it once more; /help lists what there is."
)
UNSTORED = "I can't save moves right now. Check back and repeat yours if nothing changed."


class Discord(Placing):
    """One bot account. `api` ends in `/api/v10`; `gateway` is used as it is. "" keeps the library's addresses.

    `plain`: players' words in the thread of their game count without a mention.
    """

    platform = PLATFORM

    def __init__(self, token: str, api: str, gateway: str, store: Store, *, plain: bool = False) -> None:
        if api:
            Route.BASE = api.rstrip("/")
        if gateway:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        super().__init__(store)
        self._token, self._plain = token, plain
        self._listening = False
        self._halt: asyncio.Future[Any] | None = None
        self._serving: asyncio.Task[None] | None = None
        self._working: set[asyncio.Task[Any]] = set()

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Listen until `stop`; later posts still go out. Raises `CannotServe` for a wrong token."""
        self._door, self._listening = door, True
        self._halt = halt = asyncio.create_task(stop.wait())
        try:
            while True:
                self.client = Client(self, self._plain)
                self.tree = commands.tree(self.client, self._slash, self._games)
                self.tree.error(self._misunderstood)
                for command in operators.groups(self._operate, self._suggest):
                    self.tree.add_command(command)
                self._serving = asyncio.create_task(self.client.start(self._token))
                await asyncio.wait({self._serving, halt}, return_when=asyncio.FIRST_COMPLETED)
                if stop.is_set():
                    break
                self._fail(self._serving.exception())
                await self.shutdown()
                await asyncio.wait({halt}, timeout=PAUSE)
                if stop.is_set():
                    break
        finally:
            halt.cancel()
            self._listening = False
        if self._working:
            await asyncio.wait(self._working)

    def _fail(self, problem: BaseException | None) -> None:
        match problem:
            case discord.LoginFailure():
                raise CannotServe("PARLEY_DISCORD_TOKEN must be the token of your bot in Discord's developer portal.")
            case discord.PrivilegedIntentsRequired():
                raise CannotServe(
                    "PARLEY_DISCORD_WORDS=all needs the message content intent: switch it on for your bot in Discord's "
                    "developer portal (Bot, Privileged Gateway Intents), or leave the setting out."
                )
            case discord.ConnectionClosed() | discord.DiscordException() | aiohttp.ClientError() | OSError() | None:
                log.warning("discord_trouble", error=type(problem).__name__)
            case _:
                raise problem

    async def shutdown(self) -> None:
        self._up.clear()
        if self.client is not None:
            await self.client.close()
        if self._serving is not None:
            await asyncio.gather(self._serving, return_exceptions=True)

    async def logged_in(self) -> None:
        self._up.set()

    async def ready(self) -> None:
        while self._listening:
            try:
                if await self._registered():
                    await self._catch_up()
                    break
            except StoreError as problem:
                log.debug("not_ready", why=str(problem))
            await asyncio.sleep(PAUSE)

    async def _registered(self) -> bool:
        """Register the commands, unless Discord still has those registered last. Returns False if it must be tried
        again.
        """
        assert self.client is not None
        definition = encode([command.to_dict(self.tree) for command in self.tree.get_commands()])
        mark = sha256(definition + str(self.client.application_id).encode()).hexdigest()
        try:
            if await self.store.pointed(keys.DISCORD_COMMANDS) == mark and await self._listed():
                return True
            await guard(self.tree.sync())
        except Later:
            return False
        except (discord.HTTPException, Gone) as problem:
            log.error("commands_refused", code=getattr(problem, "code", 0))
            return True
        await self.store.point(keys.DISCORD_COMMANDS, mark)
        return True

    async def _listed(self) -> bool:
        """Return whether Discord has commands of the same names. Raises `Later`."""
        try:
            there = await guard(self.tree.fetch_commands())
        except (discord.HTTPException, Gone):
            return False
        return {command.name for command in there} == {command.name for command in self.tree.get_commands()}

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Mark the current task as work to be finished before the program ends."""
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            yield
        finally:
            self._working.discard(task)

    # --- interactions -------------------------------------------------------------------------------------------------

    async def _slash(self, interaction: discord.Interaction, name: str, args: str) -> None:
        """Carry out a command of the tree. Answers go out as posts; without one, the "thinking" notice is removed."""
        with self._at_work():
            if not self._listening:
                return
            told = await self._acknowledged(interaction, Command(name, args), thinking=True)
            if told and not await self._do(interaction, Command(name, args)):
                await quietly(interaction.delete_original_response())

    async def _misunderstood(self, interaction: discord.Interaction, problem: app_commands.AppCommandError) -> None:
        """Answer a command that is not in the tree, or has other options there: the person's client shows an
        old list.
        """
        old = isinstance(problem, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        log.error("command_failed", exc_info=None if old else problem, error=type(problem).__name__)
        if not self._listening:
            return
        if interaction.type is discord.InteractionType.autocomplete:
            await first(interaction.response.autocomplete([]))
        elif await first(interaction.response.defer(ephemeral=True)):
            await quietly(interaction.followup.send(OUTDATED if old else FAILED, ephemeral=True))

    async def _acknowledged(self, interaction: discord.Interaction, act: Act, *, thinking: bool = False) -> bool:
        """Acknowledge an act; False if nothing is left to do. All processes over one store receive it. The first does
        it; the others check whether it was done.
        """
        inbound = self._inbound(interaction, act)
        mine = await first(interaction.response.defer(ephemeral=thinking, thinking=thinking))
        if mine is False:
            await self._stand_in(inbound)
        return bool(mine)

    async def _stand_in(self, inbound: Inbound) -> None:
        """Do an act that another process acknowledged, since that process may have died. If it recorded the act,
        nothing changes. An act that begins a game in a thread is not repeated: the person sees that nothing has begun
        and can repeat it.
        """
        if self._halt is not None:
            await asyncio.wait({self._halt}, timeout=ELSEWHERE)
        try:
            if not await self._needs_thread(inbound):
                await self._hand_in(inbound)
        except StoreError as problem:
            log.debug("not_stood_in", why=str(problem))

    async def _games(self, interaction: discord.Interaction, typed: str) -> list[tuple[str, str]]:
        return await self._suggestions(interaction, Asked("play", "game", typed))

    async def _suggest(
        self, interaction: discord.Interaction, verb: Verb, option: str, typed: str, given: dict[str, str]
    ) -> list[tuple[str, str]]:
        return await self._suggestions(interaction, Asked(verb.name, option, typed, tuple(given.items())))

    async def _suggestions(self, interaction: discord.Interaction, asked: Asked) -> list[tuple[str, str]]:
        """Return completions for an option; none if the store is in trouble, because people can type without them."""
        if self._door is None or not self._listening:
            return []
        try:
            return list(await self._door.suggest(self._inbound(interaction, Command("help")), asked))
        except Exception as problem:
            log.warning("nothing_suggested", error=type(problem).__name__)
            return []

    async def _operate(self, interaction: discord.Interaction, act: Operate, files: operators.Files) -> None:
        """Carry out an operator's command. A form must be the first answer, so the check whether one is due
        is quick.
        """
        with self._at_work():
            if not self._listening or self._door is None:
                return
            if operators.wants_form(act):
                written = None
                try:
                    async with asyncio.timeout(FORM_SECONDS):
                        written = await self._door.draft(self._inbound(interaction, act), act)
                except Exception as problem:
                    log.warning("form_not_shown", error=type(problem).__name__)
                if written is not None:
                    await first(interaction.response.send_modal(operators.form(act, written)))
                    return
            mine = await first(interaction.response.defer(ephemeral=True, thinking=True))
            if mine is None:
                return
            try:
                act = await operators.with_files(act, files)
            except (discord.DiscordException, OSError, aiohttp.ClientError) as problem:
                log.info("file_not_fetched", error=type(problem).__name__)
                if mine:
                    await quietly(interaction.followup.send(UNFETCHED, ephemeral=True))
            else:
                await self._done(interaction, act, mine)

    async def _done(self, interaction: discord.Interaction, act: Act, mine: bool) -> None:
        """Do a command that this process acknowledged, or make sure that the process which acknowledged it
        has done it.
        """
        if not mine:
            await self._stand_in(self._inbound(interaction, act))
        elif not await self._do(interaction, act):
            await quietly(interaction.delete_original_response())

    async def interaction(self, interaction: discord.Interaction) -> None:
        """Handle presses and submitted forms. Commands are handled by the tree."""
        data: dict[str, Any] = dict(interaction.data or {})
        button = reading.button_of(data)
        with self._at_work():
            if not self._listening:
                return
            if interaction.type is discord.InteractionType.component:
                await self._pressed(interaction, button)
            elif button.kind == operators.KIND:
                act = operators.submitted(str(data.get("custom_id", "")), reading.entered(data)) or button.act()
                if await self._acknowledged(interaction, act, thinking=True):
                    await self._do(interaction, act)
            elif interaction.type is discord.InteractionType.modal_submit:
                await self._submitted(interaction, button, reading.entered(data))

    async def _submitted(self, interaction: discord.Interaction, button: Button, entered: dict[str, Any]) -> None:
        mine = await first(interaction.response.defer())
        if mine is None:
            return
        try:
            form = await self._form(button)
        except StoreError:
            if mine:
                await quietly(interaction.followup.send(UNSTORED, ephemeral=True))
            return
        act = button.act(forms.filled(form, entered) if form else ())
        if mine:
            await self._do(interaction, act)
        else:
            await self._stand_in(self._inbound(interaction, act))

    async def _pressed(self, interaction: discord.Interaction, button: Button) -> None:
        if button.kind != "f":
            if await self._acknowledged(interaction, button.act()):
                await self._do(interaction, button.act())
            return
        try:
            async with asyncio.timeout(FORM_SECONDS):
                offered = await self._still_offered(button, f"{PLATFORM}:{interaction.user.id}")
                form = await self._form(button) if offered else None
        except Exception as problem:
            log.warning("form_not_shown", error=type(problem).__name__)
            if await first(interaction.response.defer()):
                await quietly(interaction.followup.send(FAILED, ephemeral=True))
            return
        if form is not None:
            await first(interaction.response.send_modal(forms.modal(button.row, button.ask, form)))
        elif await first(interaction.response.defer()):
            # Another process may have shown the form first. Only the process that acknowledges goes on.
            await self._do(interaction, button.act())

    async def _still_offered(self, button: Button, user: str) -> bool:
        """Return whether this person may fill in a form. If not, the game answers the press."""
        assert self._door is not None
        return await self._door.stands(Press(button.row, button.ask), user)

    async def _form(self, button: Button) -> Form | None:
        ask = await self._ask(button)
        return ask if isinstance(ask, Form) else None

    async def _do(self, interaction: discord.Interaction, act: Act) -> bool:
        """Do an acknowledged act. Returns whether the person got, or will get, a private answer."""
        inbound = self._inbound(interaction, act)
        channel = interaction.channel
        may = interaction.app_permissions | threads.permissions(channel)
        try:
            spot = await self._thread(inbound, channel, interaction.user, may)
        except NoThread as why:
            return await quietly(interaction.followup.send(str(why), ephemeral=True))
        except StoreError:
            return await quietly(interaction.followup.send(UNSTORED, ephemeral=True))
        except Exception:
            log.exception("act_failed")
            return await quietly(interaction.followup.send(FAILED, ephemeral=True))
        if spot is not None:
            inbound = replace(
                inbound, place=reading.place(spot.thread.id), direct=await self._direct(inbound, interaction.user)
            )
        try:
            answer = await self._begun(inbound, spot)
        except StoreError:
            return await quietly(interaction.followup.send(UNSTORED, ephemeral=True))
        except Exception:
            log.exception("act_failed")
            return await quietly(interaction.followup.send(FAILED, ephemeral=True))
        source = interaction.message
        if source is not None and source.flags.ephemeral and answer.what != "refused":
            await quietly(interaction.edit_original_response(view=None))
        if spot is None or answer.what == "refused" or spot.thread.id == interaction.channel_id:
            return answer.replied
        return await quietly(interaction.followup.send(f"Your game is in {spot.thread.mention}.", ephemeral=True))

    def _inbound(self, interaction: discord.Interaction, act: Act) -> Inbound:
        rights = interaction.permissions
        return Inbound(
            id=f"dci:{interaction.id}",
            place=reading.place(interaction.channel_id or 0),
            user=f"{PLATFORM}:{interaction.user.id}",
            at=time.time_ns() // 1_000_000,
            act=act,
            private=interaction.guild_id is None,
            name=clean(interaction.user.display_name),
            origin=f"{interaction.id}:{interaction.token}",
            locale=str(interaction.locale),
            realm=reading.realm(interaction.guild_id),
            admin=interaction.guild_id is not None and (rights.administrator or rights.manage_guild),
            channel=reading.channel(interaction.channel, interaction.channel_id),
        )

    async def _begun(self, inbound: Inbound, spot: Spot | None) -> Answer:
        """Hand an act to the door. If it is refused, a thread that was opened for it is removed."""
        answer = await self._hand_in(inbound)
        if spot is not None and spot.new and answer.what == "refused":
            await threads.put_away(spot.thread)
        return answer

    async def _hand_in(self, inbound: Inbound) -> Answer:
        """Hand an act to the door, which takes each person's acts in order, and different people's in parallel."""
        assert self._door is not None
        return await self._door.handle(inbound)

    # --- words --------------------------------------------------------------------------------------------------------

    async def message(self, message: discord.Message) -> None:
        """Handle words: all in a direct message, elsewhere those that mention the bot or reply to it."""
        assert self.client is not None
        self.noticed(message)
        me = self.client.user
        private = isinstance(message.channel, discord.DMChannel)
        if me is None or not self._listening or message.author.bot or not reading.is_words(message):
            return
        if not private and not reading.mentions(message, me.id) and not await self._plays_here(message):
            if reading.to_its_role(message, me.id):
                await self._reply(message, ROLE.format(me.mention))
            return
        with self._at_work():
            try:
                await self._said(message, reading.act_of(message, me.id), private)
            except StoreError:
                await self._reply(message, UNSTORED)

    async def _reply(self, message: discord.Message, words: str) -> None:
        """Reply to a message once. By its nonce, Discord recognises a repeat, even from another process."""
        await quietly(message.channel.send(words, nonce=message.id, allowed_mentions=QUIET))

    async def edited(self, message: discord.Message) -> None:
        """Tell a person who edited a message, once for each message, that the original words count."""
        assert self.client is not None
        me, private = self.client.user, isinstance(message.channel, discord.DMChannel)
        if me is None or not self._listening or message.author.bot or not reading.is_words(message):
            return
        if private or reading.mentions(message, me.id) or await self._plays_here(message):
            with self._at_work(), suppress(StoreError):
                inbound = self._written(message, Command(EDITED), private)
                await self._hand_in(replace(inbound, id=f"{inbound.id}:edit"))

    async def _plays_here(self, message: discord.Message) -> bool:
        """Return whether words count here without a mention: those of a player in the thread of their game."""
        if not self._plain or not isinstance(message.channel, discord.Thread) or not message.content:
            return False
        seat = keys.focus(reading.place(message.channel.id), f"{PLATFORM}:{message.author.id}")
        return await self.store.pointed(seat) is not None

    def _written(self, message: discord.Message, act: Command | Text, private: bool) -> Inbound:
        who = message.author
        rights = who.guild_permissions if isinstance(who, discord.Member) else discord.Permissions.none()
        return Inbound(
            id=f"dc:{message.id}",
            place=reading.place(message.channel.id),
            user=f"{PLATFORM}:{message.author.id}",
            at=time.time_ns() // 1_000_000,
            act=act,
            private=private,
            name=clean(message.author.display_name),
            realm=reading.realm(message.guild.id if message.guild is not None else None),
            admin=rights.administrator or rights.manage_guild,
            channel=reading.channel(message.channel, message.channel.id),
        )

    async def _said(self, message: discord.Message, act: Command | Text, private: bool) -> None:
        inbound = self._written(message, act, private)
        heard = inbound.place
        try:
            may = threads.permissions(message.channel)
            spot = await self._thread(inbound, message.channel, message.author, may)
        except NoThread as why:
            if str(why):
                await self._reply(message, str(why))
            return
        if spot is not None:
            inbound = replace(
                inbound, place=reading.place(spot.thread.id), direct=await self._direct(inbound, message.author)
            )
        answer = await self._begun(inbound, spot)
        if (answer.what, answer.code) == ("ignored", "no_game"):
            await self._reply(message, messages.NO_GAME)  # the message mentions the bot, so it gets an answer
        await self.store.point(keys.seen(heard), str(message.id))

    async def _catch_up(self) -> None:
        """Read messages that came in the places of running games while the bot was away; repeats change nothing."""
        for loaded in await self.store.sessions(live=True, limit=1000):
            for place in threads.table_of(loaded).places:
                if not reading.is_ours(place.address):
                    continue
                seen = await self.store.pointed(keys.seen(place.address))
                begun = discord.utils.time_snowflake(datetime.fromtimestamp(loaded.head.at / 1000, UTC))
                channel = await self.channel(reading.number(place.address))
                if not isinstance(channel, discord.abc.Messageable):
                    continue
                try:
                    async for message in channel.history(after=discord.Object(int(seen or begun)), limit=CATCH_UP):
                        await self.message(message)
                except (discord.HTTPException, OSError) as problem:
                    log.info("not_caught_up", place=place.address, code=getattr(problem, "code", 0))
