"""Discord's incoming side: log-in, registration of commands, hand-over of events. `posting` sends posts.

The bot reads only messages addressed to it: mentions and replies in servers, everything in direct messages.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from hashlib import sha256
from typing import Any, ParamSpec

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import keys
from bot.adapters.base import Door, Gone, Later
from bot.adapters.discord import commands, operators
from bot.adapters.discord.calls import guard
from bot.adapters.discord.client import Client
from bot.adapters.discord.interactions import Interactions
from bot.adapters.discord.posting import ChannelPosting
from bot.adapters.discord.reading import PLATFORM
from bot.adapters.discord.threads import Threads
from bot.adapters.discord.words import Words
from bot.runtime.errors import CannotServe
from bot.session.outbox import Posts, StoreError
from games.core.codec import encode

P = ParamSpec("P")
log = structlog.get_logger(__name__)

PAUSE = 2.0
"""Seconds between two attempts to log in."""


class Discord(ChannelPosting):
    """One bot account. `api` ends in `/api/v10`; `gateway` is used as it is. "" keeps the library's addresses.

    `plain`: players' words in the thread of their game count without a mention.
    """

    platform = PLATFORM

    def __init__(self, token: str, api: str, gateway: str, posts: Posts, *, plain: bool = False) -> None:
        if api:
            Route.BASE = api.rstrip("/")
        if gateway:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        super().__init__(posts, plain=plain)
        self._token = token
        self._listening = False
        self._serving: asyncio.Task[None] | None = None
        self._working: set[asyncio.Task[Any]] = set()

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Listen until `stop`; later posts still go out. Raises `CannotServe` for a wrong token."""
        self._listening = True
        self._threads = Threads(self, door)
        self._words = Words(self, door, self._threads, self._plain)
        self._interactions = asked = Interactions(self.posts, door, self._threads, stop)
        halt = asyncio.create_task(stop.wait())
        try:
            while True:
                self.client = Client(self, self._plain)
                self.tree = commands.tree(
                    self.client, self._held(asked.slash), asked.complete, self._held(asked.invite)
                )
                self.tree.error(self._held(asked.misunderstood))
                for command in operators.groups(self._held(asked.operate), asked.suggest):
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

    def _held(self, work: Callable[P, Awaitable[None]]) -> Callable[P, Coroutine[Any, Any, None]]:
        async def held(*args: P.args, **named: P.kwargs) -> None:
            task = asyncio.current_task()
            if not self._listening or task is None:
                return
            self._working.add(task)
            try:
                await work(*args, **named)
            finally:
                self._working.discard(task)

        return held

    async def interaction(self, interaction: discord.Interaction) -> None:
        await self._held(self._interactions.take)(interaction)

    async def message(self, message: discord.Message) -> None:
        self.noticed(message)
        await self._held(self._words.message)(message)

    async def edited(self, message: discord.Message) -> None:
        await self._held(self._words.edited)(message)

    async def thread_gone(self, thread: int) -> None:
        await self._threads.gone(thread)

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
                    await self._words.catch_up()
                    break
            except StoreError as problem:
                log.debug("not_ready", why=str(problem))
            await asyncio.sleep(PAUSE)

    async def _registered(self) -> bool:
        """Register the commands, unless they were registered last. Returns False if it must be tried again."""
        assert self.client is not None
        definition = encode([command.to_dict(self.tree) for command in self.tree.get_commands()])
        mark = sha256(definition + str(self.client.application_id).encode()).hexdigest()
        try:
            if await self.posts.noted(keys.DISCORD_COMMANDS) == mark and await self._listed():
                return True
            await guard(self.tree.sync())
        except Later:
            return False
        except (discord.HTTPException, Gone) as problem:
            log.error("commands_refused", code=getattr(problem, "code", 0))
            return True
        await self.posts.note(keys.DISCORD_COMMANDS, mark)
        return True

    async def _listed(self) -> bool:
        """Return whether Discord has commands of the same names. Raises `Later`."""
        try:
            there = await guard(self.tree.fetch_commands())
        except (discord.HTTPException, Gone):
            return False
        return {command.name for command in there} == {command.name for command in self.tree.get_commands()}
