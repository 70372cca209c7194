"""Operators' commands for Discord: a group for each, with completed options, and forms for long texts.

They are made from the table of commands; their effects are not known here. Discord shows them only to people with a
certain permission, but that only hides them. The right to use a command is checked again each time.
"""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.session.model.inbound import Operate
from bot.session.model.verbs import GROUPS, Opt, Verb, find, of_group
from games.core.documents import LONGEST
from games.core.phrases import short

Files = dict[str, discord.Attachment]
"""Files that came with a command, by option. They are read once the command is acknowledged."""
RunVerb = Callable[[discord.Interaction, Operate, Files], Awaitable[None]]
"""Function that carries out a command."""
Suggest = Callable[[discord.Interaction, Verb, str, str, dict[str, str]], Awaitable[list[tuple[str, str]]]]
"""Function that returns labels and values for an option. It gets the command, the option, the typed text and the other
options.
"""

NEEDED = discord.Permissions(manage_guild=True)
"""The permission that lets people see the commands, until an admin changes that in the server's settings."""
SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
INSTALLED = app_commands.AppInstallationType(guild=True, user=False)
KIND = "o"
"""The kind of our forms; the command and the game's name follow it."""
FIELD = "text"


class Startable(app_commands.Transformer):
    """A channel where games can start: one for texts or for announcements. Discord offers no others."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.text, discord.ChannelType.news]

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> Any:
        return value


KINDS: dict[str, Any] = {
    "user": discord.User,
    "channel": Startable,
    "file": discord.Attachment,
}
"""Types of options that Discord itself lets people pick."""
MOST = 25
LABEL = 100


def groups(run: RunVerb, suggest: Suggest) -> list[app_commands.Group | app_commands.Command[Any, ..., None]]:
    """Return all operators' commands, ready for the tree."""
    made: list[app_commands.Group | app_commands.Command[Any, ..., None]] = []
    for name, about in GROUPS.items():
        verbs = of_group(name)
        if [verb.name for verb in verbs] == [name]:
            single = _command(verbs[0], run, suggest)
            single.default_permissions, single.allowed_contexts, single.allowed_installs = NEEDED, SERVERS, INSTALLED
            made.append(single)
            continue
        group = app_commands.Group(
            name=name,
            description=about,
            default_permissions=NEEDED,
            allowed_contexts=SERVERS,
            allowed_installs=INSTALLED,
        )
        for verb in verbs:
            group.add_command(_command(verb, run, suggest))
        made.append(group)
    return made


def _command(verb: Verb, run: RunVerb, suggest: Suggest) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction, **given: Any) -> None:
        files = {key: value for key, value in given.items() if isinstance(value, discord.Attachment)}
        texts = {key: str(getattr(value, "id", value)) for key, value in given.items() if value is not None}
        await run(interaction, Operate(verb.name, tuple(texts.items())), files)

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    options = sorted(verb.options, key=lambda option: not option.needed)
    signature = inspect.Signature([first, *map(_parameter, options)])
    callback.__signature__ = signature  # type: ignore[attr-defined]
    described = app_commands.describe(**{option.key: short(option.about, LABEL) for option in options})(callback)
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=verb.name.rpartition(" ")[2], description=short(verb.about, LABEL), callback=described
    )
    for option in options:
        if option.kind not in KINDS and (option.kind != "text" or option.choices):
            made.autocomplete(option.key)(_completer(verb, option, suggest))
    return made


def _parameter(option: Opt) -> inspect.Parameter:
    kind: Any = KINDS.get(option.kind, str)
    default = inspect.Parameter.empty if option.needed else None
    annotation = kind if option.needed else kind | None
    return inspect.Parameter(option.key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _completer(verb: Verb, option: Opt, suggest: Suggest) -> Any:
    async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        others = {key: str(value) for key, value in vars(interaction.namespace).items() if key != option.key}
        found = await suggest(interaction, verb, option.key, typed, others)
        # A shortened value would be a different value.
        fit = [pair for pair in found if pair[1] and len(pair[1]) <= LABEL]
        return [app_commands.Choice(name=short(label, LABEL), value=value) for label, value in fit[:MOST]]

    return complete


async def with_files(act: Operate, files: Files) -> Operate:
    """Return the command with the texts of its files. Raises the library's error if a file cannot be fetched."""
    texts = {key: await _read(file) for key, file in files.items()}
    return Operate(act.verb, tuple((key, texts.get(key, text)) for key, text in act.given))


async def _read(file: discord.Attachment) -> str:
    """Return a file's text. An oversized file is not fetched; a text that is too long replaces it, so that the refusal
    is the same.
    """
    return (await file.read()).decode(errors="replace") if file.size <= LONGEST else "?" * (LONGEST + 1)


def wants_form(act: Operate) -> bool:
    """Return whether a command is better answered with a form, because its long text is missing."""
    given = dict(act.given)
    if act.verb == "game config":
        return "name" in given and not {"key", "value", "settings"} & set(given)
    return act.verb == "game import" and not {"text", "file"} & set(given)


def form(act: Operate, written: str) -> discord.ui.Modal:
    """Return a form for the long text of a command, filled with the existing text."""
    name = dict(act.given).get("name", "")
    config = act.verb == "game config"
    made = discord.ui.Modal(
        title=short(f"Settings of {name}" if config else "Import a game", 45),
        custom_id=f"{KIND}:{act.verb}:{name}"[:LABEL],
        timeout=None,
    )
    label = "One setting a line: key=value" if config else "What an export said (YAML or JSON)"
    text: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
        custom_id=FIELD, style=discord.TextStyle.paragraph, max_length=4000, default=written[:4000] or None
    )
    made.add_item(discord.ui.Label(text=label, component=text))
    made.stop()
    return made


def submitted(custom_id: str, entered: dict[str, list[str]]) -> Operate | None:
    """Return the command that a submitted form stands for; None if the form is not ours."""
    kind, _, rest = custom_id.partition(":")
    verb, _, name = rest.partition(":")
    if kind != KIND or find(verb) is None:
        return None
    text = "\n".join(entered.get(FIELD, ()))
    given = (("settings" if verb == "game config" else "text", text),)
    return Operate(verb, (("name", name), *given) if name else given)
