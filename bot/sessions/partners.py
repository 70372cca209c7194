"""Rematches: who asks, who is invited, which seat."""

from collections.abc import AsyncIterator

from msgspec.structs import replace

from bot.sessions.inbound import Inbound, Join
from bot.sessions.lobby import HUMAN, invited
from bot.sessions.session import Session, known
from storage.base import Loaded, Store


async def last_of(store: Store, user: str) -> Session | None:
    """The last game of somebody's that has ended."""
    return await _known(store, next(iter(await store.sessions(f"user:{user}", live=False, limit=1)), None))


async def running(store: Store, user: str, place: str = "") -> AsyncIterator[Session]:
    """Yield somebody's games in a place, or anywhere, that are not over, the last begun first."""
    for loaded in await store.sessions(f"user:{user}", live=True):
        session = await known(store, loaded)
        if session is None or not session.table.seats_of(user):
            continue
        if not place or any(one.address == place for one in session.table.places):
            yield session


async def on(store: Store, user: str, place: str, playing: bool = False) -> Session | None:
    """Return somebody's game that is on in a place: one that waits for their move, else one that is played, else,
    unless it must be `playing`, one that waits for players. Of several the last begun.
    """
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
    """The code of the table to which a plain yes leads: somebody was asked to it here, and no game that they play
    waits for their words. "" if there is none.
    """
    code = await store.pointed(invited(inbound.place))
    if code is None:
        return ""
    heard = await store.pointed(inbound.focus)
    playing = await store.load(heard) if heard is not None else None
    table = await _coded(store, code) if playing is None or playing.over else None
    return code if table is not None and _has_room(table, inbound.user) else ""


async def stale(store: Store, place: str) -> bool:
    """Whether the last invitation to a place leads to a table that waits for nobody any more."""
    code = await store.pointed(invited(place))
    table = await _coded(store, code) if code is not None else None
    return code is not None and (table is None or table.table.phase != "lobby")


async def waiting(store: Store, last: Session, user: str) -> str:
    """The code of the table at which one of those who played a game with somebody waits for the rest of them, to play
    it again; "" if none does.
    """
    played = _people(last)
    for other in played - {user}:
        for loaded in await store.sessions(f"user:{other}", live=True):
            table = await known(store, loaded)
            if table is not None and _again(table, last) and _has_room(table, user) and _people(table) <= played:
                return table.terms.code
    return ""


async def seated(store: Store, inbound: Inbound) -> Inbound:
    """Who joins those they played with last takes the seat that they had there, if it is free."""
    act = inbound.act
    if not isinstance(act, Join) or act.seat:
        return inbound
    table = await _coded(store, act.code)
    last = await last_of(store, inbound.user) if table is not None else None
    if table is None or last is None or table.game.name != last.game.name or not _people(table) & _people(last):
        return inbound
    free = {chair.seat for chair in table.table.chairs if chair.kind == "open"}
    seat = next((seat for seat in last.table.seats_of(inbound.user) if seat in free), "")
    return replace(inbound, act=Join(act.code, seat))


async def lonely(store: Store, user: str, joined: Session) -> tuple[str, ...]:
    """Tables at which somebody waits alone for those whom they have joined elsewhere now, to play their last game
    again.
    """
    last = await last_of(store, user)
    if last is None or not (_people(last) & _people(joined)) - {user}:
        return ()
    own = [await known(store, loaded) for loaded in await store.sessions(f"user:{user}", live=True)]
    return tuple(table.sid for table in own if table is not None and _again(table, last) and _people(table) == {user})


async def _coded(store: Store, code: str) -> Session | None:
    """The session that a join code stands for."""
    sid = await store.pointed(f"code:{code.strip().upper()}")
    return await _known(store, await store.load(sid) if sid is not None else None)


async def _known(store: Store, loaded: Loaded | None) -> Session | None:
    return await known(store, loaded) if loaded is not None else None


def _people(session: Session) -> set[str]:
    return {chair.user for chair in session.table.chairs if chair.kind == HUMAN}


def _again(table: Session, last: Session) -> bool:
    """Whether a table waits for people to play the same game as last, set up in the same way."""
    return table.table.phase == "lobby" and (table.terms.game, table.terms.wrote, table.terms.setup) == (
        last.terms.game,
        last.terms.wrote,
        last.terms.setup,
    )


def _has_room(table: Session, user: str) -> bool:
    """Whether somebody could sit down at a table."""
    free = any(chair.kind == "open" for chair in table.table.chairs)
    return table.table.phase == "lobby" and free and not table.table.seats_of(user)
