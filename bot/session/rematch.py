"""Rematches: who asks, who is invited, which seat."""

from collections.abc import AsyncIterator, Awaitable, Callable

from msgspec.structs import replace

from bot import keys
from bot.session.lobby import HUMAN
from bot.session.model.inbound import Inbound, Join
from bot.session.model.session import Session, known
from storage.base import Store

Apart = Callable[[str, tuple[str, ...]], Awaitable[bool]]
"""Tells whether a block keeps a person from some of these people, either way."""


async def last_of(store: Store, user: str) -> Session | None:
    """Return a person's last game that has ended."""
    return await known(store, next(iter(await store.sessions(keys.played_by(user), live=False, limit=1)), None))


async def running(store: Store, user: str, place: str = "") -> AsyncIterator[Session]:
    """Yield a person's unfinished games in a place, or anywhere, the last begun first."""
    for loaded in await store.sessions(keys.played_by(user), live=True):
        session = await known(store, loaded)
        if session is None or session.table.phase == "over" or not session.table.seats_of(user):
            continue
        if not place or any(one.address == place for one in session.table.places):
            yield session


async def on(store: Store, user: str, place: str, playing: bool = False) -> Session | None:
    """Return a person's game in a place: one that awaits them, else in play, else (not `playing`) a waiting table."""
    found: dict[str, Session] = {}
    async for session in running(store, user, place):
        mine = session.table.seats_of(user)
        if session.table.phase == "lobby":
            found.setdefault("lobby", session)
        elif not any(session.table.chair(seat).gone for seat in mine):
            found.setdefault("awaited" if session.turn.awaited & set(mine) else "played", session)
    kinds = ("awaited", "played") if playing else ("awaited", "played", "lobby")
    return next((found[kind] for kind in kinds if kind in found), None)


async def wanted(store: Store, inbound: Inbound) -> str:
    """Return the code of the table that a plain yes joins: invited here, and nothing awaits their words; else ""."""
    code = await store.pointed(keys.invited(inbound.place))
    if code is None:
        return ""
    heard = await store.pointed(inbound.focus)
    playing = await store.load(heard) if heard is not None else None
    table = await _coded(store, code) if playing is None or playing.over else None
    return code if table is not None and _has_room(table, inbound.user) else ""


async def stale(store: Store, place: str) -> bool:
    """Return whether the last invitation to a place leads to a table that no longer waits for players."""
    code = await store.pointed(keys.invited(place))
    table = await _coded(store, code) if code is not None else None
    return code is not None and (table is None or table.table.phase != "lobby")


async def waiting(store: Store, last: Session, user: str, apart: Apart) -> str:
    """Return the code of a table that a former partner opened to play the same game again; "" if there is none that
    the person can join. One of somebody whom a block keeps `apart` from them is none: it would show the block.
    """
    played = _people(last)
    for other in played - {user}:
        for loaded in await store.sessions(keys.played_by(other), live=True):
            table = await known(store, loaded)
            if table is None or not (_again(table, last) and _has_room(table, user) and _people(table) <= played):
                continue
            if not await apart(user, tuple(_people(table))):
                return table.terms.code
    return ""


async def seated(store: Store, user: str, join: Join) -> Join:
    """Return a join with the seat that the person had when they last played with these people, if it is free."""
    table = await _coded(store, join.code) if not join.seat else None
    last = await last_of(store, user) if table is not None else None
    if table is None or last is None or table.game.name != last.game.name or not _people(table) & _people(last):
        return join
    free = {chair.seat for chair in table.table.chairs if chair.kind == "open"}
    return replace(join, seat=next((seat for seat in last.table.seats_of(user) if seat in free), ""))


async def lonely(store: Store, user: str, joined: Session) -> tuple[str, ...]:
    """Return the person's own tables that only waited for the partners whom they have now joined elsewhere."""
    last = await last_of(store, user)
    if last is None or not (_people(last) & _people(joined)) - {user}:
        return ()
    own = [await known(store, loaded) for loaded in await store.sessions(keys.played_by(user), live=True)]
    return tuple(table.sid for table in own if table is not None and _again(table, last) and _people(table) == {user})


async def _coded(store: Store, code: str) -> Session | None:
    sid = await store.pointed(keys.code(code))
    return await known(store, await store.load(sid)) if sid is not None else None


def _people(session: Session) -> set[str]:
    return {chair.user for chair in session.table.chairs if chair.kind == HUMAN}


def _again(table: Session, last: Session) -> bool:
    """Return whether a table waits for players of the same game as last time, set up in the same way."""
    return table.table.phase == "lobby" and (table.terms.game, table.terms.overrides, table.terms.setup) == (
        last.terms.game,
        last.terms.overrides,
        last.terms.setup,
    )


def _has_room(table: Session, user: str) -> bool:
    free = any(chair.kind == "open" for chair in table.table.chairs)
    return table.table.phase == "lobby" and free and not table.table.seats_of(user)
