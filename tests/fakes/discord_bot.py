"""A small bot on the real discord.py, with one of everything an adapter does: what the tests of the fake run."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands

from tests.fakes.discord import FakeDiscord

GAMES = ["bargaining", "balloon", "trading"]


class Counter(discord.ui.Modal, title="Counteroffer"):
    price: discord.ui.Label[Any] = discord.ui.Label(
        text="Your price", component=discord.ui.TextInput(custom_id="price", max_length=10)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.price.component, discord.ui.TextInput)
        await interaction.response.send_message(f"You offered {self.price.component.value}.")


class Accept(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"a:(?P<price>\d+)"):
    """Survives restarts: the price travels in the custom id."""

    def __init__(self, price: int) -> None:
        super().__init__(discord.ui.Button(label=f"Accept ${price}", custom_id=f"a:{price}"))
        self.price = price

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> "Accept":
        return cls(int(match["price"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=f"Deal at ${self.price}", view=None)


class Offer(discord.ui.View):
    def __init__(self, price: int) -> None:
        super().__init__(timeout=None)
        self.add_item(Accept(price))

    @discord.ui.button(label="Counteroffer…", custom_id="counter")
    async def counter(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(Counter())

    @discord.ui.select(
        placeholder="Pick items", custom_id="pick", options=[discord.SelectOption(label=g) for g in GAMES]
    )
    async def pick(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.send_message(f"Picked {', '.join(select.values)}", ephemeral=True)


class Bot(discord.Client):
    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        wanted = intents or discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        options = {"guild_ready_timeout": 0.05, "allowed_mentions": discord.AllowedMentions.none(), **options}
        super().__init__(intents=wanted, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.problems: list[BaseException] = []
        add_commands(self.tree)
        self.tree.error(self.on_problem)

    async def on_problem(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        self.problems.append(error)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library waits five seconds before it identifies again; one bot alone need not."""

    async def setup_hook(self) -> None:
        self.add_view(Offer(1))
        self.add_dynamic_items(Accept)
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message)
            if message.content.endswith("echo"):
                await message.channel.send(f"Echo to {message.author.mention}")


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="Start a game")
    @app_commands.describe(game="Which game")
    async def play(interaction: discord.Interaction, game: str = "bargaining") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.create_thread(name=game, type=discord.ChannelType.public_thread)
        await thread.send("Round 1: The AI offers $55.", view=Offer(55))
        await interaction.followup.send(f"Your table: {thread.mention}")

    group = app_commands.Group(
        name="game", description="For operators", default_permissions=discord.Permissions(manage_guild=True)
    )

    @group.command(name="open", description="Open a game")
    @app_commands.describe(name="Of the game")
    async def open_game(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"Opened {name}", ephemeral=True)

    @open_game.autocomplete("name")
    async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=game, value=game) for game in GAMES if current in game]

    tree.add_command(group)

    @tree.command(description="Never answers")
    async def silent(interaction: discord.Interaction) -> None:
        pass


@asynccontextmanager
async def running(dc: FakeDiscord, bot: Bot | None = None) -> AsyncIterator[Bot]:
    """A bot that is logged in and knows its servers."""
    with dc.patched():
        bot = bot or Bot()
        task = asyncio.create_task(bot.start(dc.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        try:
            await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                await task
            yield bot
        finally:
            ready.cancel()
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)
