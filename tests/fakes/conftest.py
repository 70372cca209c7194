"""A server with a channel and a person, and the real library's HTTP client, for the tests of the fake Discord."""

from collections.abc import AsyncIterator

import discord
import pytest

from tests.fakes import FakeDiscord
from tests.fakes.discord_bodies import Rest
from tests.fakes.discord_interactions import Interaction
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel, Guild


@pytest.fixture
async def dc() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as fake:
        yield fake


@pytest.fixture
async def rest(dc: FakeDiscord) -> AsyncIterator[Rest]:
    with dc.patched():
        client = discord.Client(intents=discord.Intents.none())
        await client.login(dc.token)
        yield Rest(client)
        await client.close()


@pytest.fixture
def guild(dc: FakeDiscord) -> Guild:
    return dc.guild()


@pytest.fixture
def table(guild: Guild) -> Channel:
    return guild.channel("table")


@pytest.fixture
def ann(guild: Guild) -> Person:
    return guild.member("Ann", id=77)


@pytest.fixture
async def act(dc: FakeDiscord, rest: Rest, table: Channel, ann: Person) -> Interaction:
    """A slash command on its way."""
    await rest("PUT", f"/applications/{dc.bot.id}/commands", [{"name": "play", "description": "Start"}])
    return await ann.slash(table, "play")
