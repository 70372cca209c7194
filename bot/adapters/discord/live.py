"""Trial of Discord's features with a real token, for `parley doctor --live`: what the server takes or refuses.

Forms cannot be tried without a person's press. The messages stay in the channel for a look.
"""

import io
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal

import discord
from PIL import Image

from bot.adapters.base import Tried
from bot.adapters.discord.client import INTENTS

NO_CHANNEL = "Not tried: name a text channel, as in --live discord:81384788765712384."
INSTALL = "Switch on User Install under Installation in the developer portal, and people can use it everywhere."
NAME, PICTURE, GREEN = "A trial of Parley", "trial.png", 0x2E7D5B
Kind = Literal[discord.ChannelType.private_thread, discord.ChannelType.public_thread]


async def trial(token: str, api: str, channel: int | None) -> AsyncIterator[Tried]:
    """Yield the outcome of each feature, in a channel if one is given."""
    http, before = discord.http, discord.http.Route.BASE
    http.Route.BASE = api.rstrip("/")
    client = discord.Client(intents=INTENTS, allowed_mentions=discord.AllowedMentions.none())
    try:
        await client.login(token)
        yield Tried("token", True, f"The bot is {client.user}.")
        yield await _installs(client)
        if channel is None:
            yield Tried("messages", None, NO_CHANNEL)
        else:
            async for tried in _channel(client, channel):
                yield tried
    finally:
        http.Route.BASE = before
        await client.close()


async def _installs(client: discord.Client) -> Tried:
    """Return whether people can install the bot for themselves."""
    try:
        app = await client.application_info()
    except discord.HTTPException as problem:
        return Tried("user install", False, _refused(problem))
    works = app.user_integration_config is not None
    return Tried("user install", works, "" if works else INSTALL)


async def _channel(client: discord.Client, number: int) -> AsyncIterator[Tried]:
    found: list[discord.TextChannel] = []

    async def look() -> None:
        channel = await client.fetch_channel(number)
        if not isinstance(channel, discord.TextChannel):
            raise _NotText
        found.append(channel)

    first = await _try("channel", look)
    yield first
    if not first.works:
        return
    threads: list[discord.Thread] = []

    async def begin(kind: Kind) -> None:
        threads.append(await found[0].create_thread(name=NAME, type=kind))

    yield await _try("private threads", lambda: begin(discord.ChannelType.private_thread))
    yield await _try("public threads", lambda: begin(discord.ChannelType.public_thread))
    if threads:
        yield await _try("cards", lambda: threads[-1].send(view=_card()))
        yield await _try("pictures in cards", lambda: threads[-1].send(view=_card(PICTURE), file=_file()))


class _NotText(Exception):
    """Error: the number is that of something else than a text channel."""


def _file() -> discord.File:
    png = io.BytesIO()
    Image.new("RGB", (64, 64), "#2E7D5B").save(png, "PNG")
    png.seek(0)
    return discord.File(png, PICTURE)


def _card(picture: str = "") -> discord.ui.LayoutView:
    """Return a card as games use it: a heading, words, buttons in three colours, and a picture if one is named."""
    styles = discord.ButtonStyle
    colours = {"Go": styles.success, "Stop": styles.danger, "Plain": styles.secondary}
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    for label, style in colours.items():
        row.add_item(discord.ui.Button(label=label, style=style, custom_id=f"trial:{label}"))
    box: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=GREEN)
    box.add_item(discord.ui.TextDisplay("-# A trial\n**Green**, red and grey buttons stand below, in a frame."))
    if picture:
        box.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture}")))
    card = discord.ui.LayoutView(timeout=None)
    card.add_item(box.add_item(row))
    return card


async def _try(name: str, call: Callable[[], Awaitable[object]]) -> Tried:
    try:
        await call()
    except discord.HTTPException as problem:
        return Tried(name, False, _refused(problem))
    except _NotText:
        return Tried(name, False, "That is no text channel of a server.")
    return Tried(name, True, "")


def _refused(problem: discord.HTTPException) -> str:
    return f"Discord refuses it: {problem.text or problem.status}"
