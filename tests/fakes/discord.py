"""A strict Discord on a loopback port: REST and gateway for the bot, and people for the tests. See README.md."""

import contextlib
import time
from collections import deque
from collections.abc import Iterator
from fnmatch import fnmatchcase
from inspect import isawaitable
from typing import Any

from aiohttp import web

from tests.fakes.discord_app import Application
from tests.fakes.discord_commands import CommandBook
from tests.fakes.discord_errors import DiscordError
from tests.fakes.discord_gateway import Gateway
from tests.fakes.discord_interactions import Interaction
from tests.fakes.discord_messages import Account, Message
from tests.fakes.discord_people import Person
from tests.fakes.discord_permissions import Ids
from tests.fakes.discord_rest import Rest
from tests.fakes.discord_routes import Ask, Routes, answer, params, read
from tests.fakes.discord_world import DM, Channel, Guild
from tests.fakes.loopback import PATIENCE, Call, Fault, Json, Loopback, Upload

API = "/api/v10"
# Errors a well-behaved bot meets: things that are gone, closed or forbidden to it.
NORMAL_LIFE = {10003, 10004, 10007, 10008, 10013, 10062, 50001, 50007, 50013, 50027, 50083}


class FakeDiscord(Loopback):
    """`async with FakeDiscord() as dc`: the bot talks to `dc.api_url` and `dc.gateway_url`, people are in `dc.guild()`.

    `privileged` names the intents switched on for the application: message_content, members, presences.
    """

    ack_window = 3.0  # seconds until an interaction that nobody answered is dead
    token_window = 900.0  # seconds in which an answered interaction takes follow-ups
    nonce_window = 180.0  # seconds in which an enforced nonce finds the first message

    def __init__(
        self,
        token: str = "discord-test-token",
        *,
        name: str = "Parley",
        privileged: tuple[str, ...] = (),
        heartbeat_ms: int = 41_250,
        port: int = 0,
    ) -> None:
        super().__init__(port)
        self.token = token
        self.privileged = privileged
        self.names_channels = True
        """Let interactions tell more of their channel than its number, or not: Discord promises only the number."""
        self.heartbeat_ms = heartbeat_ms
        self.ids = Ids()
        self.bot = Account(self.ids.new(), name, bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.people: dict[int, Person] = {}
        self.interactions: dict[int, Interaction] = {}
        self.uploads: dict[str, Upload] = {}
        self.gateway = Gateway(self)
        self.commands = CommandBook(self)
        self.rest = Rest(self)
        self._limits: list[tuple[str, int, float, deque[float]]] = []
        self._routes = Routes(self.rest, Application(self))

    # -------------------------------------------------------------------------------------------- addresses

    @property
    def api_url(self) -> str:
        return f"{self.url}{API}"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    def env(self) -> dict[str, str]:
        """The environment that sends `parley serve` here."""
        return {
            "PARLEY_DISCORD_TOKEN": self.token,
            "PARLEY_DISCORD_API": self.api_url,
            "PARLEY_DISCORD_GATEWAY": self.gateway_url,
        }

    @contextlib.contextmanager
    def patched(self) -> Iterator[None]:
        """Send every discord.py client of this process here; the library's addresses come back afterwards."""
        import yarl
        from discord.gateway import DiscordWebSocket
        from discord.http import Route

        before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self.api_url, yarl.URL(self.gateway_url)
        try:
            yield
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before

    # --------------------------------------------------------------------------------------------- for the tests

    def guild(self, name: str = "Negotiators") -> Guild:
        """A new server that has the bot in it."""
        guild = Guild(self, name)
        guild.add(self.bot)
        self.guilds[guild.id] = guild
        self.gateway.guild_event("GUILD_CREATE", guild)
        return guild

    def person(self, name: str, *, id: int | None = None, locale: str = "en-US") -> Person:
        """A new person, not yet in any server."""
        person = Person(self, id or self.ids.new(), name, locale)
        self.people[person.id] = person
        return person

    def direct(self, person: Person) -> Channel:
        """The direct chat of the bot with this person."""
        for channel in self.channels.values():
            if channel.person is person:
                return channel
        channel = Channel(self, DM, person.name)
        channel.person = person
        self.channels[channel.id] = channel
        return channel

    def foreign(self, name: str = "Elsewhere") -> Guild:
        """A new server that the bot is not in. Those who added the bot to their account may use it there."""
        guild = Guild(self, name)
        self.guilds[guild.id] = guild
        return guild

    def among(self, *people: Person) -> Channel:
        """A direct chat of people, without the bot."""
        channel = Channel(self, DM, " and ".join(person.name for person in people))
        channel.people = people
        self.channels[channel.id] = channel
        return channel

    @property
    def bot_mention(self) -> str:
        return f"<@{self.bot.id}>"

    @property
    def threads(self) -> dict[int, Channel]:
        return {number: channel for number, channel in self.channels.items() if channel.is_thread}

    async def connected(self, timeout: float = PATIENCE) -> None:
        """Wait until the bot is on the gateway."""
        await self.changes.until(lambda: self.gateway.live or None, timeout, lambda: f"no log-in:\n{self._log()}")

    async def commands_ready(self, *names: str, timeout: float = PATIENCE) -> None:
        """Wait until commands of these names are registered, globally or in a server."""

        def look() -> bool:
            known = {name for book in self.commands.scopes.values() for name in book}
            return known >= set(names)

        await self.changes.until(look, timeout, lambda: f"no commands {names}:\n{self._log()}")

    def audience(self, text: str) -> set[str]:
        """Names of the people on whose screens `text` stands: the check for leaked secrets."""
        return {person.name for person in self.people.values() if any(text in seen.text for seen in person.sees())}

    @property
    def delays(self) -> list[float]:
        """Seconds from each interaction to its first answer, oldest first."""
        return [interaction.delay for interaction in self.interactions.values() if interaction.delay is not None]

    def limit(self, name: str, times: int, per: float) -> None:
        """From now on at most `times` requests of this name (shell wildcards) within `per` seconds; then 429."""
        self._limits.append((name, times, per, deque()))

    def breaches(self) -> list[str]:
        """Interactions not answered in time, open mention rules, pings of many, refused requests, doubled commands."""
        late = [
            f"{act.what} of {act.user.name} was "
            + (f"answered after {act.too_late:.1f} s" if act.too_late else "never answered")
            for act in self.interactions.values()
            if act.ack is None and not act.dead
        ]
        refused = [
            f"refused: {call.name}: {call.answer.get('message')} {call.answer.get('errors') or ''}".strip()
            for call in self.calls
            if call.status is not None and 400 <= call.status < 500 and call.status != 429
            if isinstance(call.answer, dict) and call.answer.get("code") not in NORMAL_LIFE
        ]
        doubled = [f"/{name} is registered globally and in a server" for name in self.commands.doubled()]
        posted = [message for channel in self.channels.values() for message in channel.history]
        mentions = [breach for message in posted for breach in _mention_breaches(message)]
        return [*self.rudeness, *late, *refused, *doubled, *mentions]

    # ------------------------------------------------------------------------------------------- what happens

    def start(self, interaction: Interaction) -> None:
        self.interactions[interaction.id] = interaction
        self.gateway.interaction(interaction.wire())
        self.changes.notify()

    def post(self, message: Message) -> Message:
        channel = message.channel
        if channel.is_thread and channel.guild is not None:
            newcomers = [message.author, *message.pinged]
            channel.joined.update(who.id for who in newcomers if who.id in channel.guild.members)
        channel.history.append(message)
        self.gateway.message("MESSAGE_CREATE", message)
        self.changes.notify()
        return message

    def edit(self, message: Message, body: Json, files: list[Upload] | None = None, *, filling: bool = False) -> None:
        """Change a message; `filling` gives a deferred answer its words, which is no edit to people."""
        message.change(body)
        message.attach(body, files or [])
        if not filling:
            message.edited_at = time.time()
        self.gateway.message("MESSAGE_UPDATE", message)
        self.changes.notify()

    def delete(self, message: Message) -> None:
        message.deleted = True
        self.gateway.message("MESSAGE_DELETE", message)
        self.changes.notify()

    def share_a_guild(self, person: Person) -> bool:
        return any(person.id in guild.members and self.bot.id in guild.members for guild in self.guilds.values())

    def bot_wire(self) -> Json:
        return {**self.bot.wire(), "verified": True, "mfa_enabled": True, "locale": "en-US", "flags": 0, "email": None}

    @property
    def application_flags(self) -> int:
        limited = {"presences": 1 << 13, "members": 1 << 15, "message_content": 1 << 19}
        return sum(limited[name] for name in self.privileged)

    # ---------------------------------------------------------------------------------------------------- HTTP

    def routes(self, app: web.Application) -> None:
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/attachments/{channel}/{number}/{name}", self._file)
        app.router.add_route("*", API + "/{path:.*}", self._serve)

    async def down(self) -> None:
        self.gateway.cut()
        await super().down()

    async def _file(self, request: web.Request) -> web.StreamResponse:
        upload = self.uploads.get(request.match_info["number"])
        return web.Response(body=upload.data) if upload else web.Response(status=404)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        query = dict(request.query)
        name = f"{request.method} /{request.match_info['path']}"
        try:
            body, files = await read(request)
        except DiscordError as error:
            return answer(error.status, error.body())
        call = Call(name, params(body, query, files), time.monotonic())

        async def apply() -> web.StreamResponse:
            try:
                by_token = name.split("/")[1] in ("interactions", "webhooks")
                if not by_token and request.headers.get("Authorization") != f"Bot {self.token}":
                    raise DiscordError(401, 0, "401: Unauthorized")
                self._pace(name)
                method, path = self._routes.find(name)
                result: Any = method(Ask(path, query, body, files))
                call.answer = await result if isawaitable(result) else result
            except DiscordError as error:
                call.answer = error.body()
                return answer(error.status, call.answer)
            except TooFast as flood:
                return too_fast(flood.wait)
            return answer(200, call.answer)

        return await self.through_faults(request, call, apply)

    def _pace(self, name: str) -> None:
        now = time.monotonic()
        for pattern, times, per, sent in self._limits:
            if fnmatchcase(name, pattern):
                while sent and sent[0] <= now - per:
                    sent.popleft()
                if len(sent) >= times:
                    raise TooFast(round(sent[0] + per - now, 3))
                sent.append(now)

    def error(self, fault: Fault, call: Call) -> web.StreamResponse:
        status = fault.status or 500
        if status == 429:
            return too_fast(fault.retry_after or 1.0, **fault.detail)
        return answer(status, {"message": f"{status}: injected", "code": 0, **fault.detail})


class TooFast(Exception):
    """More requests than `FakeDiscord.limit` allows; `wait` seconds until the next may come."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


def too_fast(wait: float, **detail: Any) -> web.StreamResponse:
    """A 429 as the platform's own edge sends it; without `Via` the client would take it for a ban."""
    body = {"message": "You are being rate limited.", "retry_after": wait, "global": False, **detail}
    return answer(429, body, **{"Via": "1.1 loopback", "Retry-After": str(wait)})


def _mention_breaches(message: Message) -> Iterator[str]:
    if not message.from_bot or message.loading or message.kind in (18, 21):
        return
    rules = message.allowed_mentions
    if rules is None:
        yield f"no allowed_mentions: {message.text!r}"
        return
    if rules.get("parse") or rules.get("roles"):
        yield f"allowed_mentions may ping more than players, {rules}: {message.text!r}"
    if len(rules.get("users") or ()) > 1:
        yield f"pings {len(rules['users'])} people: {message.text!r}"
