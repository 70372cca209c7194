"""Discord's interactions: commands, completions, buttons and forms. Each is acknowledged first and then processed.

The only thing kept of a button or a form is the id of its stored post.
"""

import asyncio
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.adapters.base import UNSTORED, Door
from bot.adapters.discord import cards, forms, operators, reading
from bot.adapters.discord.calls import first, quietly
from bot.adapters.discord.reading import PLATFORM, Button
from bot.adapters.discord.threads import NoThread, Spot, Threads, permissions
from bot.session.lobby import HUMAN
from bot.session.model.inbound import Act, Answer, Asked, Command, Inbound, Open, Operate, Press
from bot.session.model.verbs import Verb
from bot.session.outbox import Posts, StoreError
from games.core.post import Form

log = structlog.get_logger(__name__)

FORM_SECONDS = 2.0
"""Seconds that the store may take before a form. A form must be the first answer, within three seconds; with a slower
store the person is asked to press again.
"""
ELSEWHERE = 3.0
"""Seconds until this process checks whether the process that acknowledged an act also recorded it."""
FAILED = "That did not work just now. Try again in a moment."
UNFETCHED = "I could not fetch that file from Discord. Attach it once more, or write its text into the form."
NOBODY_ELSE = "Pick another person: right-click their name, then Apps. /play starts a game against the AI."
APART = "We play in direct messages here: <#{}>."
OUTDATED = (
    "I do not know this command, or not with these options: your Discord shows it as it was before an update. Reload "
    "Discord and write it once more; /help lists the commands."
)


class Interactions:
    """Handler of Discord's interactions (commands, buttons, forms) until `stop`."""

    def __init__(self, posts: Posts, door: Door, threads: Threads, stop: asyncio.Event) -> None:
        self._posts, self._door, self._threads, self._stop = posts, door, threads, stop

    async def slash(self, interaction: discord.Interaction, name: str, args: str) -> None:
        """Carry out a command of the tree. Answers go out as posts; without one, the "thinking" notice is removed."""
        act = reading.command(name, args, reading.named(interaction))
        told = await self._acknowledged(interaction, act, thinking=True)
        if told and not await self._do(interaction, act):
            await quietly(interaction.delete_original_response())

    async def invite(self, interaction: discord.Interaction, person: discord.User) -> None:
        """Open a table for two, and invite a person to it."""
        act = Open(self._door.for_two(), rest=HUMAN, tempo="chat")
        if person.bot or person.id == interaction.user.id:
            await first(interaction.response.send_message(NOBODY_ELSE, ephemeral=True))
        elif await self._acknowledged(interaction, act, thinking=True):
            await self._do(interaction, act, person)

    async def operate(self, interaction: discord.Interaction, act: Operate, files: operators.Files) -> None:
        """Carry out an operator's command. A form must be the first answer, so that check is quick."""
        if operators.wants_form(act):
            written = None
            try:
                async with asyncio.timeout(FORM_SECONDS):
                    written = await self._door.draft(reading.from_interaction(interaction, act), act)
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
            return
        if not mine:
            await self._stand_in(interaction, act)
        elif not await self._do(interaction, act):
            await quietly(interaction.delete_original_response())

    async def misunderstood(self, interaction: discord.Interaction, problem: app_commands.AppCommandError) -> None:
        """Answer a command that the tree lacks, or has with other options: the client shows an old list."""
        old = isinstance(problem, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        log.error("command_failed", exc_info=None if old else problem, error=type(problem).__name__)
        if interaction.type is discord.InteractionType.autocomplete:
            await first(interaction.response.autocomplete([]))
        elif await first(interaction.response.defer(ephemeral=True)):
            await quietly(interaction.followup.send(OUTDATED if old else FAILED, ephemeral=True))

    async def complete(
        self, interaction: discord.Interaction, option: str, typed: str, given: dict[str, str]
    ) -> list[tuple[str, str]]:
        return await self._suggestions(interaction, Asked("play", option, typed, tuple(given.items())))

    async def suggest(
        self, interaction: discord.Interaction, verb: Verb, option: str, typed: str, given: dict[str, str]
    ) -> list[tuple[str, str]]:
        return await self._suggestions(interaction, Asked(verb.name, option, typed, tuple(given.items())))

    async def _suggestions(self, interaction: discord.Interaction, asked: Asked) -> list[tuple[str, str]]:
        """Return completions for an option; none if the store is in trouble, because people can type without them."""
        if self._stop.is_set():
            return []
        try:
            return list(await self._door.suggest(reading.from_interaction(interaction, Command("help")), asked))
        except Exception as problem:
            log.warning("nothing_suggested", error=type(problem).__name__)
            return []

    async def take(self, interaction: discord.Interaction) -> None:
        """Handle presses and submitted forms. Commands are handled by the tree."""
        data: dict[str, Any] = dict(interaction.data or {})
        button = reading.button_of(data)
        if interaction.type is discord.InteractionType.component:
            await self._pressed(interaction, button)
        elif button.kind == operators.KIND:
            act = operators.submitted(str(data.get("custom_id", "")), reading.entered(data)) or button.act()
            if await self._acknowledged(interaction, act, thinking=True):
                await self._do(interaction, act)
        elif interaction.type is discord.InteractionType.modal_submit:
            names = reading.named(interaction)
            typed = {key: [reading.words(one, names) for one in few] for key, few in reading.entered(data).items()}
            await self._submitted(interaction, button, typed)

    async def _pressed(self, interaction: discord.Interaction, button: Button) -> None:
        if button.kind != "f":
            if await self._acknowledged(interaction, button.act()):
                await self._do(interaction, button.act())
            return
        try:
            async with asyncio.timeout(FORM_SECONDS):
                press = Press(button.row, button.ask)
                offered = await self._door.stands(press, f"{PLATFORM}:{interaction.user.id}")
                form = await self._form(button) if offered else None
        except Exception as problem:
            log.warning("form_not_shown", error=type(problem).__name__)
            if await first(interaction.response.defer()):
                await quietly(interaction.followup.send(FAILED, ephemeral=True))
            return
        if form is not None:
            if await first(interaction.response.send_modal(forms.modal(button.row, button.ask, form))):
                await self._door.filling(reading.from_interaction(interaction, press))
        elif await first(interaction.response.defer()):
            # Another process may have shown the form first. Only the process that acknowledges goes on.
            await self._do(interaction, button.act())

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
            await self._stand_in(interaction, act)

    async def _form(self, button: Button) -> Form | None:
        ask = await self._posts.ask(button.row, button.ask)
        return ask if isinstance(ask, Form) else None

    async def _acknowledged(self, interaction: discord.Interaction, act: Act, *, thinking: bool = False) -> bool:
        """Acknowledge an act; False if nothing is left to do. The first process does it, the others check."""
        mine = await first(interaction.response.defer(ephemeral=thinking, thinking=thinking))
        if mine is False:
            await self._stand_in(interaction, act)
        return bool(mine)

    async def _stand_in(self, interaction: discord.Interaction, act: Act) -> None:
        """Do an act that another process acknowledged, since that process may have died. If it recorded the act,
        nothing changes. An act that begins a game in a thread is not repeated: the person sees that nothing has begun
        and can repeat it.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), ELSEWHERE)
        try:
            inbound = await self._inbound(interaction, act)
            if reading.is_direct(inbound) or not await self._door.begins(inbound):
                await self._door.handle(inbound)
        except (StoreError, NoThread) as problem:
            log.debug("not_stood_in", why=str(problem))

    async def _inbound(self, interaction: discord.Interaction, act: Act) -> Inbound:
        """Return an act for the door. Raises `NoThread` if the bot can reach the person nowhere."""
        inbound = reading.from_interaction(interaction, act)
        return await self._threads.led(inbound, interaction.user) if reading.is_outside(interaction) else inbound

    async def _do(self, interaction: discord.Interaction, act: Act, guest: discord.User | None = None) -> bool:
        """Do an acknowledged act. Returns whether the person got, or will get, a private answer. `guest`: a person who
        is invited to the table that it opens.
        """
        may = interaction.app_permissions | permissions(interaction.channel)
        told = ""
        try:
            inbound = await self._inbound(interaction, act)
            answer, spot = await self._threads.enter(inbound, interaction.channel, interaction.user, may)
        except NoThread as why:
            told = str(why)
        except StoreError:
            told = UNSTORED
        except Exception:
            log.exception("act_failed")
            told = FAILED
        else:
            if guest is not None and spot is not None and answer.what != "refused":
                await self._threads.invite(spot, guest, inbound, interaction.id)
            await _disarm(interaction, answer)
            told = _where(interaction, inbound, answer, spot)
            if not told:
                return answer.replied
        return await quietly(interaction.followup.send(told, ephemeral=True))


LOOK_BACK = "review"
"""Code of the answers of a look back."""


async def _disarm(interaction: discord.Interaction, answer: Answer) -> None:
    """Remove the buttons of a message that only the person sees, once one of them counted. A look back goes on in that
    very message, and a card stays one to look back from.
    """
    source = interaction.message
    if source is not None and source.flags.ephemeral and answer.what != "refused" and answer.code != LOOK_BACK:
        view = cards.bare(cards.again(source)) if source.flags.components_v2 else None
        await quietly(interaction.edit_original_response(view=view))


def _where(interaction: discord.Interaction, inbound: Inbound, answer: Answer, spot: Spot | None) -> str:
    """Return the sentence that points to an act's game; "" if none is needed."""
    if spot is not None and answer.what != "refused" and spot.thread.id != interaction.channel_id:
        return f"Your game is in {spot.thread.mention}."
    if reading.is_outside(interaction) and not answer.replied:
        return APART.format(reading.number(inbound.place))
    return ""
