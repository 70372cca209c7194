"""Places of games: the thread for an act, private places of players, and deleted threads."""

import secrets
from hashlib import sha256
from typing import NamedTuple

import aiohttp
import discord
import structlog
from msgspec.structs import replace

from bot import keys
from bot.adapters.base import Door
from bot.adapters.discord import reading, threads
from bot.adapters.discord.calls import quietly
from bot.adapters.discord.posting import NONCE, QUIET, Posting
from bot.adapters.discord.reading import Button
from bot.adapters.discord.threads import NoThread
from bot.session import rematch
from bot.session.directory import MOMENT
from bot.session.model.audience import Sent
from bot.session.model.inbound import Act, Command, Inbound, Join, Open, Operate, Press
from bot.session.outbox import tagged
from bot.session.router import translate
from games.core.codec import decode
from games.core.registry import get
from storage.base import Store

log = structlog.get_logger(__name__)


class Spot(NamedTuple):
    """The thread of a game, and whether it was just opened for it."""

    thread: discord.Thread
    new: bool = True


class Placing(Posting):
    """Part of the adapter that finds a place for each game."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._door: Door | None = None
        self._name = secrets.token_hex(4)

    async def _ask(self, button: Button) -> object:
        stored = await tagged(self.store, button.row)
        asks = decode(stored.post.body, Sent).post.asks if stored is not None else ()
        return asks[button.ask] if 0 <= button.ask < len(asks) else None

    async def _thread(
        self, inbound: Inbound, channel: object, user: discord.abc.Snowflake, may: discord.Permissions
    ) -> Spot | None:
        """Return the thread where an act in a server begins or joins a game; None for all other acts. Raises
        `NoThread`.
        """
        if inbound.private:
            return None
        meant = await self._meant(inbound)
        if not inbound.origin and _begins(meant.act) and not await self._ours(inbound):
            raise NoThread("")
        match meant.act:
            case Open() | Operate() if (title := await self._title(meant)) is not None:
                if not await self._first(inbound):
                    raise NoThread("That game is open already: look for its thread.")
                return Spot(await threads.begin(channel, f"{title} · {inbound.name}", user, may))
            case Command("rematch") if not isinstance(channel, discord.Thread):
                last = await rematch.last_of(self.store, inbound.user)
                if last is None:
                    return None
                if code := await rematch.waiting(self.store, last, inbound.user):
                    return await self._thread(replace(inbound, act=Join(code)), channel, user, may)
                return Spot(await threads.begin(channel, f"{last.game.title} · {inbound.name}", user, may))
            case Join(code):
                lobby = await threads.open_lobby(self.store, code, inbound.user)
                if lobby is None:
                    return None
                title, table = lobby
                here = getattr(getattr(channel, "guild", None), "id", None)
                for place in table.places:
                    if reading.is_ours(place.address):
                        found = await self.channel(reading.number(place.address))
                        if isinstance(found, discord.Thread) and found.guild.id == here:
                            await quietly(found.add_user(user))
                            return Spot(found, new=False)
                if isinstance(inbound.act, Press) and isinstance(channel, discord.Thread):
                    return None  # They pressed a rematch in the thread where they have played, so they play on there.
                return Spot(await threads.begin(channel, f"{title} · {inbound.name}", user, may))
        return None

    async def _needs_thread(self, inbound: Inbound) -> bool:
        return not inbound.private and _begins((await self._meant(inbound)).act)

    async def _ours(self, inbound: Inbound) -> bool:
        """Return whether this process opens the thread for a message. Every process over one store receives the
        message, and only one may.
        """
        said = keys.answers_message(inbound.id)
        return await self.store.claim(said, self._name, inbound.at + 2 * MOMENT)

    async def _direct(self, inbound: Inbound, user: discord.abc.Snowflake) -> str:
        """Return the place that only this person reads, for a table of many; "" if there is none or it is not needed.
        It may turn out later that they accept no messages there.
        """
        assert self.client is not None
        if not await threads.crowded(self.store, await self._meant(inbound)):
            return ""
        try:
            return reading.place((await self.client.create_dm(user)).id)
        except (discord.DiscordException, OSError, aiohttp.ClientError) as problem:
            log.info("no_direct", error=type(problem).__name__)
            return ""

    async def _title(self, inbound: Inbound) -> str | None:
        return await self._door.title(inbound) if self._door is not None else None

    async def _meant(self, inbound: Inbound) -> Inbound:
        """Return the act that a command stands for, whether typed or behind a button."""
        act = inbound.act
        if isinstance(act, Press):
            says = getattr(await self._ask(Button("p", act.post, act.index)), "says", "")
            if not says.startswith("/"):
                return inbound
            name, _, args = says[1:].partition(" ")
            act = Command(name, args)
        return translate(replace(inbound, act=act))

    async def _first(self, inbound: Inbound) -> bool:
        """Return whether this press may open a thread. Repeated quick presses of a button that opens a game open only
        one.
        """
        act = inbound.act
        if not isinstance(act, Press):
            return True
        button = keys.opens_thread(act.post, act.index, inbound.user, inbound.at // MOMENT)
        return await self.store.claim(button, inbound.id, inbound.at + 2 * MOMENT)

    async def thread_gone(self, thread: int) -> None:
        """Handle a deleted thread. Its games stay. Each player there is told once that they can go on elsewhere."""
        place = reading.place(thread)
        for loaded in await self.store.sessions(live=True, limit=1000):
            table = threads.table_of(loaded)
            if not any(known.address == place for known in table.places):
                continue
            log.info("thread_deleted", session=loaded.head.sid)
            title = get(loaded.head.game).title
            told = threads.DELETED.format(title)
            if table.phase == "lobby":
                told = threads.WAITS.format(title, threads.code_of(loaded))
            for user in threads.players_at(table, place):
                await self._tell(reading.number(user), told, f"{loaded.head.sid}/{thread}/{user}")

    async def _tell(self, user: int, text: str, about: str) -> None:
        """Tell a person something in a direct message, once. Every process over one store receives the event; the nonce
        removes the repeats. Failures are ignored.
        """
        assert self.client is not None
        try:
            direct = await self.client.create_dm(discord.Object(user))
        except (discord.DiscordException, OSError, aiohttp.ClientError):
            return
        nonce = sha256(about.encode()).hexdigest()[:NONCE]
        await quietly(direct.send(text, nonce=nonce, allowed_mentions=QUIET))


def _begins(act: Act) -> bool:
    """Return whether an act may open a thread in a server."""
    return isinstance(act, Open | Join | Operate) or (isinstance(act, Command) and act.name == "rematch")
