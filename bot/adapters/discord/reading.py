"""Discord's events as acts: ids of buttons and forms, entered values, words with their mentions."""

import re
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import discord

from bot.session.model.inbound import Act, Command, Inbound, Join, Press, Text
from bot.session.model.naming import clean
from bot.session.model.verbs import GROUPS

PLATFORM = "discord"
ARTEFACT = re.compile(r"<(?:[@#][!&]?\d++|a?:\w++:\d++|t:-?\d++(?::\w)?|id:\w++|/[\w-]++(?: [\w-]++){0,2}:\d++)>")
"""Discord's marks within words: mentions, channels, custom emoji, timestamps, commands. Their numbers mean nothing in a
game.
"""
_PERSON = re.compile(r"<@!?(\d{1,20})>")
JOIN = "j"
"""The kind of a button that takes a seat; the join code follows it."""


class Button(NamedTuple):
    """A button, or a form that was opened by one. `row` is the stored post, `ask` the index in it."""

    kind: str
    row: str
    ask: int

    def act(self, fields: tuple[tuple[str, str], ...] = ()) -> Act:
        return Join(self.row) if self.kind == JOIN else Press(self.row, self.ask, fields)


def button_of(data: dict[str, Any]) -> Button:
    """Return the button that a custom id stands for. A malformed id gives a button of no post."""
    kind, _, rest = str(data.get("custom_id", "")).partition(":")
    if kind == JOIN:
        return Button(kind, rest, -1)
    row, _, number = rest.rpartition(":")
    return Button(kind, row, int(number) if number.isdecimal() else -1)


def button_id(kind: Literal["press", "form", "modal"], row: str, index: int) -> str:
    return f"{kind[0]}:{row}:{index}"


def entered(data: dict[str, Any]) -> dict[str, list[str]]:
    """Return the values that were entered in each component of a submitted form."""
    values: dict[str, list[str]] = {}
    for outer in data.get("components") or ():
        for component in [outer["component"]] if "component" in outer else outer.get("components") or ():
            found = component.get("values", [component.get("value") or ""])
            values[component.get("custom_id", "")] = [str(value) for value in found]
    return values


def is_words(message: discord.Message) -> bool:
    """Return whether a person wrote the message; notices of a thread or a pin do not count."""
    return message.type in (discord.MessageType.default, discord.MessageType.reply)


def mentions(message: discord.Message, me: int) -> bool:
    """Return whether a message is addressed to the bot: by a mention, or as a reply with one."""
    return any(user.id == me for user in message.mentions) or f"<@{me}>" in message.content


def to_its_role(message: discord.Message, me: int) -> bool:
    """Return whether a message is addressed to the bot's role, which looks like the bot in the list of names."""
    return any(role.tags is not None and role.tags.bot_id == me for role in message.role_mentions)


def words(text: str, names: Mapping[int, str] = MappingProxyType({})) -> str:
    """Return the typed text of a message, an option or a form: people by their names, and no other marks of Discord's.
    Two spaces stay, so that nothing is glued together.
    """
    if "<" not in text:
        return text
    named = _PERSON.sub(lambda mark: names.get(int(mark[1]), mark[0]), text) if names else text
    return ARTEFACT.sub("  ", named)


def named(interaction: discord.Interaction) -> dict[int, str]:
    """Return the names of the people whom an option or a form mentions, by their ids."""
    data: dict[str, Any] = dict(interaction.data or {})
    found = data.get("resolved") or {}
    members = found.get("members") or {}
    return {
        int(id): str(members.get(id, {}).get("nick") or user.get("global_name") or user.get("username") or "")
        for id, user in (found.get("users") or {}).items()
    }


def act_of(message: discord.Message, me: int) -> Command | Text:
    """Return the words of a message, without the mention of the bot, with the names of other people."""
    text = message.content
    for mark in (f"<@{me}>", f"<@!{me}>"):
        text = text.replace(mark, " ")
    text, names = text.strip(), {other.id: other.display_name for other in message.mentions}
    if not text.startswith("/"):
        return Text(words(text, names).strip())
    name, _, args = text[1:].partition(" ")
    return command(name.lower(), args, names)


def command(name: str, args: str, names: Mapping[int, str] = MappingProxyType({})) -> Command:
    """Return a command with its words; operators' texts stay as they are."""
    return Command(name, (args if name in GROUPS else words(args, names)).strip())


def _apart(interaction: discord.Interaction) -> str:
    """Return the mark of a press under a message that only the presser sees: it can be changed by this very press."""
    message = interaction.message
    return f"/{message.id}" if message is not None and message.flags.ephemeral else ""


def from_interaction(interaction: discord.Interaction, act: Act) -> Inbound:
    """Return the act of a command, a button or a form for the door."""
    rights = interaction.permissions
    return Inbound(
        id=f"dci:{interaction.id}",
        place=place(interaction.channel_id or 0),
        user=f"{PLATFORM}:{interaction.user.id}",
        at=time.time_ns() // 1_000_000,
        act=act,
        private=interaction.guild_id is None or is_alone(interaction.channel),
        name=clean(interaction.user.display_name),
        origin=f"{interaction.id}{_apart(interaction)}:{interaction.token}",
        locale=str(interaction.locale),
        realm=_realm(interaction.guild_id),
        admin=interaction.guild_id is not None and (rights.administrator or rights.manage_guild),
        channel=_channel(interaction.channel, interaction.channel_id),
    )


def is_outside(interaction: discord.Interaction) -> bool:
    """Return whether an act was done where the bot is no member: there it can answer, but not write by itself."""
    unknown = interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is None
    return unknown or bool(interaction.context.private_channel)


def from_message(message: discord.Message, act: Command | Text) -> Inbound:
    """Return the act of a message for the door."""
    who = message.author
    rights = who.guild_permissions if isinstance(who, discord.Member) else discord.Permissions.none()
    return Inbound(
        id=f"dc:{message.id}",
        place=place(message.channel.id),
        user=f"{PLATFORM}:{who.id}",
        at=time.time_ns() // 1_000_000,
        act=act,
        private=is_private(message) or is_alone(message.channel),
        name=clean(who.display_name),
        realm=_realm(message.guild.id if message.guild is not None else None),
        admin=rights.administrator or rights.manage_guild,
        channel=_channel(message.channel, message.channel.id),
    )


def is_private(message: discord.Message) -> bool:
    return isinstance(message.channel, discord.DMChannel)


def is_alone(channel: object) -> bool:
    """Return whether a channel is a private thread of ours: one person plays there against AIs."""
    if not isinstance(channel, discord.Thread) or channel.type is not discord.ChannelType.private_thread:
        return False
    return channel.owner_id == channel.guild.me.id


def is_direct(inbound: Inbound) -> bool:
    """Return whether an act was done in direct messages."""
    return inbound.realm == PLATFORM


def _realm(guild: int | None) -> str:
    """Return the realm of operators: a server. All direct messages share one realm."""
    return f"{PLATFORM}:{guild}" if guild is not None else PLATFORM


def _channel(here: object, number: int | None) -> str:
    return str(here.parent_id if isinstance(here, discord.Thread) else number or "")


def is_ours(name: str) -> bool:
    """Return whether a place or a user is of this platform."""
    return name.startswith(f"{PLATFORM}:")


def place(channel: int) -> str:
    return f"{PLATFORM}:{channel}"


def number(name: str) -> int:
    """Return the platform's number in the name of a place or a user."""
    return int(name.partition(":")[2])
