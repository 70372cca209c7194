"""Descriptions of the players' slash commands for Discord. The front desk carries them out."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.session.router import COMMANDS
from games.core.phrases import short

Run = Callable[[discord.Interaction, str, str], Awaitable[None]]
"""Function that carries out a command: gets the interaction, the command's name, its words."""

Complete = Callable[[discord.Interaction, str, str, dict[str, str]], Awaitable[list[tuple[str, str]]]]
"""Function that completes an option of /play: returns labels and values for its name, the typed text, and the other
options.
"""

Invite = Callable[[discord.Interaction, discord.User], Awaitable[None]]
"""Function that opens a table for two and invites a person to it."""

WORDS = {
    "join": ("code", "The six letters that your friend was given", True),
    "offer": ("offer", "Your offer, such as 44", True),
    "say": ("text", "What you want to say at the table", True),
    "rematch": ("how", "swap, to change seats", False),
    "mute": ("who", "Their name at the table, if there are several", False),
    "block": ("who", "Their name at the table, if there are several", False),
    "report": ("what", "Who, if there are several, and what happened", True),
    "settings": ("setting", "Such as plain on, or pings off", False),
}
"""Commands that take words: the option's name, its meaning, and whether it is required."""

CHOICES = {"rematch": ("swap",)}
"""The allowed words of commands that take only certain ones."""

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
AMONG_PEOPLE = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=True)
INSTALLED = app_commands.AppInstallationType(guild=True, user=True)
"""People may add the bot to their account, too, and use it on servers and in chats that it is no member of."""
NEGOTIATE = "Negotiate with…"
"""Entry in the menu of a person."""


def tree(client: discord.Client, run: Run, complete: Complete, invite: Invite) -> app_commands.CommandTree:
    """Return all commands of the players, ready to be synchronised."""
    made = app_commands.CommandTree(client, allowed_contexts=EVERYWHERE, allowed_installs=INSTALLED)
    for name, about in COMMANDS.items():
        made.add_command(_play(run, complete) if name == "play" else _command(name, about, run))
    made.add_command(_negotiate(invite))
    return made


def _negotiate(invite: Invite) -> app_commands.ContextMenu:
    async def negotiate(interaction: discord.Interaction, person: discord.User) -> None:
        await invite(interaction, person)

    made = app_commands.ContextMenu(name=NEGOTIATE, callback=negotiate)
    made.allowed_contexts, made.allowed_installs = AMONG_PEOPLE, INSTALLED
    return made


def _play(run: Run, complete: Complete) -> app_commands.Command[Any, ..., None]:
    async def play(interaction: discord.Interaction, game: str = "", opponent: str = "", friend: bool = False) -> None:
        level = f"opponent={'_'.join(opponent.split())}" if game and opponent and not friend else ""
        await run(interaction, "play", " ".join(filter(None, (game, level, "human" if friend else ""))))

    play = app_commands.describe(
        game="Pick one, or leave it out to see them all; settings may follow, such as: rounds=4",
        opponent="How hard the AI is to negotiate with; normal if you leave it out",
        friend="Leave a seat free for a friend instead of playing against the AI",
    )(play)
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="play", description=COMMANDS["play"], callback=play
    )

    async def listed(interaction: discord.Interaction, option: str, typed: str) -> list[app_commands.Choice[str]]:
        given = {key: str(value) for key, value in vars(interaction.namespace).items() if value}
        found = await complete(interaction, option, typed, given)
        return [app_commands.Choice(name=short(title, 100), value=name) for title, name in found[:25]]

    @made.autocomplete("game")
    async def games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await listed(interaction, "game", typed)

    @made.autocomplete("opponent")
    async def opponents(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await listed(interaction, "opponent", typed)

    return made


def _command(name: str, about: str, run: Run) -> app_commands.Command[Any, ..., None]:
    if name not in WORDS:

        async def bare(interaction: discord.Interaction) -> None:
            await run(interaction, name, "")

        return app_commands.Command(name=name, description=about, callback=bare)
    option, meaning, needed = WORDS[name]
    if needed:

        async def with_words(interaction: discord.Interaction, words: str) -> None:
            await run(interaction, name, words)

        callback = with_words
    else:

        async def perhaps_words(interaction: discord.Interaction, words: str = "") -> None:
            await run(interaction, name, words)

        callback = perhaps_words
    if name in CHOICES:
        listed = [app_commands.Choice(name=value, value=value) for value in CHOICES[name]]
        callback = app_commands.choices(words=listed)(callback)
    callback = app_commands.describe(words=meaning)(app_commands.rename(words=option)(callback))
    return app_commands.Command(name=name, description=about, callback=callback)
