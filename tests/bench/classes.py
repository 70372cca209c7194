"""A class by its doors: students in browsers arrive together, students on one Discord server press one button.

The service and all students run in one process on loopback, so that process is charged for both. Discord lets a bot
send 50 requests a second (its page "Rate Limits"); the time of the service is compared with what its requests would
take at that pace.
"""

import asyncio
import time
from collections import Counter
from statistics import quantiles

from aiohttp import ClientSession
from msgspec import Struct

from bot import keys
from bot.adapters.web.house import Terms
from bot.classes import rooms
from bot.classes.rooms import Held
from bot.session.manager import Manager
from tests.bench.figures import Figure, at_least, at_most
from tests.bot.adapters.discord.service import housed
from tests.bot.adapters.web.service import Pages, served
from tests.bot.classes.crowd import arrives, made, misplaced, play

BROWSERS, CHATTERS, PLAYED = 500, 200, 200
"""Students in browsers, students on Discord, and games that the review looks back at."""
ARRIVE = 10.0
"""Seconds within which the browsers arrive."""
A_SECOND = 50
"""Requests of a bot to Discord in a second."""
WAITING = 600.0


class Classes(Struct, frozen=True):
    game: str
    figures: tuple[Figure, ...]


def measure(
    game: str, browsers: int = BROWSERS, chatters: int = CHATTERS, played: int = PLAYED, arrive: float = ARRIVE
) -> Classes:
    figures = asyncio.run(_in_browsers(game, browsers, played, arrive)) + asyncio.run(_in_chat(game, chatters))
    return Classes(game, tuple(figures))


async def _in_browsers(game: str, people: int, played: int, arrive: float) -> list[Figure]:
    async with served(terms=Terms(secret="bench")) as pages:
        held = await made(pages, f"{game} minutes:60")
        took: list[float] = []
        began = time.perf_counter()
        await asyncio.gather(*(arrives(pages, held.room.code, n * arrive / people, took) for n in range(people)))
        arrived = time.perf_counter() - began
        figures = [
            at_most(f"{people} browsers: seat after the first page, 95 of 100", _share(took), 4, "s"),
            Figure("all seated after", f"{arrived:.1f} s", f"they came within {arrive:g} s"),
            at_most(
                f"{people} students at a wrong table, twice or nowhere",
                await misplaced(pages.manager, held, people),
                0,
                "",
                0,
            ),
        ]
        await pages.operates("class start")
        dealt = time.perf_counter()
        await _until(lambda: _phases(pages.manager, held), {"play": people})
        figures.append(Figure(f"{people} games begun", f"{time.perf_counter() - dealt:.1f} s after the start"))
        figures.append(at_most("board shows an ended game", await _seen(pages, held), 2, "s"))
        await play(pages, held, played)
        ended = time.perf_counter()
        await pages.operates("class end")
        await _until(lambda: _reviewed(pages.manager, held), True)
        figures.append(at_most(f"review of {people} games", time.perf_counter() - ended, 30, "s"))
        return figures


async def _phases(manager: Manager, held: Held) -> dict[str, int]:
    now = await rooms.held(manager.store, held.sid)
    assert now is not None
    tables = [await manager.sessions.current(sid) for sid in now.room.tables]
    return dict(Counter(session.table.phase for session in tables if session is not None))


async def _reviewed(manager: Manager, held: Held) -> bool:
    now = await rooms.held(manager.store, held.sid)
    return now is not None and now.room.review is not None


async def _seen(pages: Pages, held: Held) -> float:
    """Return the seconds from the end of a game to its place on an open board."""
    async with ClientSession() as watcher, watcher.get(f"{pages.url}/board/{held.room.token}/events") as stream:
        await stream.content.readany()
        await play(pages, held, 1)
        began, heard = time.perf_counter(), b""
        while b"<dt>Finished</dt><dd>1</dd>" not in heard:
            heard += await stream.content.readany()
        return time.perf_counter() - began


async def _in_chat(game: str, people: int) -> list[Figure]:
    """Let all students press one button on a server, and wait until each has read their first line."""
    async with housed() as house:
        olga = house.guild.member("Olga", permissions=["manage_guild"])
        students = [house.guild.member(f"S{n}") for n in range(people)]
        await olga.slash(house.table, "class new", type=game, minutes="60")
        announced = await house.table.wait_for_button("Join")
        calls, began = len(house.dc.calls), time.perf_counter()
        await asyncio.gather(*(student.presses(announced, "Join") for student in students))
        [held] = [found for found in await _classes(house.manager) if found is not None]
        await _until(lambda: _posted(house.manager, held), people)
        took = time.perf_counter() - began
        requests = len(house.dc.calls) - calls
        least = requests / A_SECOND
        return [
            Figure(f"{people} students on one Discord server", f"{took:.1f} s, {requests} requests"),
            at_most("time as a part of what 50 requests a second allow", took / least, 1.2, ""),
            at_least(
                "students with a game", len((await rooms.held(house.store, held.sid) or held).room.seated), people
            ),
        ]


async def _classes(manager: Manager) -> list[Held | None]:
    found = await manager.store.sessions(None, None, 10_000)
    return [await rooms.held(manager.store, one.head.sid) for one in found if one.head.sid.startswith(keys.CLASSROOM)]


async def _posted(manager: Manager, held: Held) -> int:
    """Return how many students' games have no post that waits."""
    waiting = {row.sid for row in await manager.store.outbox(None, 100_000)}
    now = await rooms.held(manager.store, held.sid)
    return 0 if now is None else sum(sid not in waiting for sid in now.room.tables)


async def _until(look: object, wanted: object) -> None:
    assert callable(look)
    async with asyncio.timeout(WAITING):
        while await look() != wanted:  # noqa: ASYNC110 - what is waited for is in the store
            await asyncio.sleep(0.1)


def _share(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
