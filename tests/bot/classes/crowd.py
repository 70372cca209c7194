"""A crowd of students at the doors of one service: they arrive, and analytic players play in their place."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence

from aiohttp import ClientSession, CookieJar

from bot import keys
from bot.classes import rooms
from bot.classes.rooms import Held
from bot.session.manager import Manager
from bot.session.model.inbound import Inbound, Text
from bot.session.worker import settle
from bot.studies.participants import words_of
from tests.bot.adapters.web.screen import Screen
from tests.bot.adapters.web.service import Pages

PLAYERS = ("normal",)


async def made(pages: Pages, words: str) -> Held:
    """Return a class that a teacher makes."""
    await pages.operates(f"class new {words}")
    held = await rooms.by_code(pages.store, await pages.told(r"Class ([A-Z]{6}):"))
    assert held is not None
    return held


async def arrives(pages: Pages, code: str, after: float, took: list[float]) -> None:
    """Open the page that the picture leads to, and press its button."""
    await asyncio.sleep(after)
    began = time.perf_counter()
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser:
        async with browser.get(f"{pages.url}/join/{code}") as answer:
            form = Screen(await answer.text()).form("Join")
        async with browser.post(pages.url + form.action, data=form.fields, allow_redirects=False) as answer:
            assert answer.status == 303, answer.status
    took.append(time.perf_counter() - began)


async def misplaced(manager: Manager, held: Held, people: int) -> int:
    """Return how many students sit at no table, or at several; 0 if each has one seat in one game."""
    now = await rooms.held(manager.store, held.sid)
    assert now is not None
    users = Counter[str]()
    for loaded in await manager.store.sessions(keys.of_class(held.sid), None, 10 * people):
        session = await manager.sessions.session(loaded.head.sid)
        assert session is not None
        users.update(chair.user for chair in session.table.chairs if chair.kind == "human")
    return sum(n != 1 for n in users.values()) + abs(len(users) - people) + abs(len(now.room.seated) - people)


async def play(pages: Pages, held: Held, games: int, players: Sequence[str] = PLAYERS) -> None:
    """Have this many open games played to their ends, by these players in turn."""
    manager = pages.manager
    now = await rooms.held(manager.store, held.sid)
    assert now is not None
    for number, sid in enumerate(now.room.open_tables[:games]):
        for turn in range(60):
            session = await manager.sessions.session(sid)
            assert session is not None
            mine = next(chair for chair in session.table.chairs if chair.kind == "human")
            if session.table.phase == "over":
                break
            if mine.seat in session.turn.awaited:
                place, text = (
                    session.table.places[0].address,
                    words_of(session, mine.seat, players[number % len(players)]),
                )
                id = f"web:crowd-{sid}-{turn}"
                await manager.handle(Inbound(id, place, mine.user, manager.clock(), Text(text), realm="web"))
            await settle(manager, sid)
            await asyncio.sleep(0)
