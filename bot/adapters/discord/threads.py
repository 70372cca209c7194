"""Threads of games: a public thread for each, under the text channel where the game was requested."""

import discord
import structlog
from msgspec import DecodeError, Struct

from bot import keys
from bot.adapters.discord.calls import quietly
from bot.adapters.discord.reading import is_ours
from bot.session.model.inbound import Inbound, Join, Open, Operate
from bot.session.model.table import Table
from bot.session.model.terms import Terms
from games.core.codec import decode
from games.core.draw import config_of, recipe_of
from games.core.registry import UnknownGame, get, names
from storage.base import Loaded, Store

log = structlog.get_logger(__name__)

NEEDED = ("view_channel", "create_public_threads", "send_messages_in_threads")
NAME = 100
"""Characters of a thread's name."""


DELETED = "The thread of your game ({}) was deleted. The game stands where it was: /resume here goes on with it."
WAITS = (
    "The thread of your table ({}) was deleted. The table still waits: whoever writes me /join {} takes a free seat. "
    "/resume here goes on with it."
)
"""Notices of a deleted thread to each player there, in a direct message: for a running game, and for a table that waits
for others.
"""


class NoThread(Exception):
    """Error: a game cannot have a thread here. The text explains it to the person who asked."""


class _Snapshot(Struct):
    table: Table


def table_of(loaded: Loaded) -> Table:
    """Return the table of a stored session, whatever rules its game has; an empty table if it was stored in another
    shape.
    """
    try:
        return decode(loaded.snapshot, _Snapshot).table
    except DecodeError:
        return Table()


def players_at(table: Table, place: str) -> tuple[str, ...]:
    """Return the users of this platform who follow a game in a place. Players who left are included only when it is
    over.
    """
    here = {seat for seat, home in table.homes if home == place}
    people = (chair for chair in table.chairs if chair.kind == "human" and chair.seat in here)
    return tuple(c.user for c in people if is_ours(c.user) and not (c.gone and table.phase == "play"))


def code_of(loaded: Loaded) -> str:
    """Return the join code of a stored session."""
    return decode(loaded.head.body, Terms).code


async def open_lobby(store: Store, code: str, user: str) -> tuple[str, Table] | None:
    """Return the game's title and the table of a join code, if there is a seat for this user."""
    sid = await store.pointed(keys.code(code))
    loaded = await store.load(sid) if sid else None
    if loaded is None or loaded.head.game not in names():
        return None
    table = table_of(loaded)
    return (get(loaded.head.game).title, table) if table.phase == "lobby" and not table.seats_of(user) else None


async def crowded(store: Store, inbound: Inbound) -> bool:
    """Return whether an act may lead to a table of more than two. There, private information is better sent to people
    than left for them to request.
    """
    match inbound.act:
        case Join(code):
            lobby = await open_lobby(store, code, inbound.user)
            return lobby is not None and len(lobby[1].chairs) > 2
        case Open(name, wrote):
            try:
                game = get(name)
                return len(game.seats(config_of(game, recipe_of(game, dict(wrote)), 0, 0))) > 2
            except (UnknownGame, ValueError):
                return False
    return isinstance(inbound.act, Operate)


def permissions(channel: object) -> discord.Permissions:
    """Return the bot's permissions in a channel, as the library's copy of the server tells; none if it is unknown."""
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if isinstance(channel, discord.abc.GuildChannel) and channel.guild.me is not None:
        return channel.permissions_for(channel.guild.me)
    return discord.Permissions.none()


async def begin(channel: object, name: str, user: discord.abc.Snowflake, may: discord.Permissions) -> discord.Thread:
    """Return a new thread with this person in it. Raises `NoThread`.

    `may` only serves to name missing permissions. Discord itself decides when the thread is requested.
    """
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise NoThread("Games start in a text channel, or in a direct message to me.")
    # Public threads of an announcement channel have a type of their own.
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    missing = [] if may.administrator or not may.value else [need for need in NEEDED if not getattr(may, need)]
    try:
        thread = await channel.create_thread(name=name[:NAME], type=kind)
    except discord.Forbidden:
        raise NoThread(_needs(missing or NEEDED)) from None
    except (discord.HTTPException, OSError) as problem:
        log.warning("no_thread", error=type(problem).__name__, code=getattr(problem, "code", 0))
        raise NoThread("Discord did not let me open a thread just now. Try again in a moment.") from None
    if not await quietly(thread.add_user(user)) and missing:
        # Adding a person takes the same permission as writing there, and an empty thread helps nobody.
        await put_away(thread)
        raise NoThread(_needs(missing))
    return thread


async def put_away(thread: discord.Thread) -> None:
    """Remove a thread in which nothing has begun. Deleting takes a permission; archiving takes none."""
    await quietly(thread.delete()) or await quietly(thread.edit(archived=True))


def _needs(names: tuple[str, ...] | list[str]) -> str:
    told = [name.replace("_", " ").title() for name in names]
    what = f"permission {told[0]}" if len(told) == 1 else f"permissions {', '.join(told[:-1])} and {told[-1]}"
    return f"To open a thread for the game I need the {what} in this channel. Ask an admin for it."
