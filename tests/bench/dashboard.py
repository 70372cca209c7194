"""The operators' dashboard over a store with many sessions: how long its pages take, and when a change is seen.

The sessions are real ones, made by people who play: most have ended, some wait for somebody; beside them a small study.
Pages are asked over HTTP, as a browser without scripts asks, from the process that serves them.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec import Struct

from storage import open_store
from storage.base import Store
from tests.bot.adapters.web.realm import Town
from tests.bot.adapters.web.service import Pages, served
from tests.storage.servers import Server

BACKENDS = ("memory", "sqlite", "redis")
SESSIONS, RUNNING, PEOPLE = 10_000, 1_000, 20
"""Sessions of the game, those of them that run, and participants of the study."""
LOOKS = 41
PATHS = ("", "/sessions", "/sessions?state=ended&page=100", "/study/price", "/game/lab", "/people", "/audit", "/health")
CHANGES = 5
ACTIVE = re.compile(r"<dt>Active</dt><dd>([\d\u202f]+)")
LINK = r"http://\S+(/dashboard/enter/[\w.-]+)"


class Dashboard(Struct, frozen=True):
    """Milliseconds of each page, in the median and of the slowest twentieth; the first page after the start, and
    until all was read; a change until a page shows it (median).
    """

    game: str
    sessions: int
    running: int
    pages: dict[str, tuple[float, float]]
    first: float
    read: float
    seen: float


@asynccontextmanager
async def stored(backend: str) -> AsyncIterator[Store]:
    with TemporaryDirectory() as folder:
        server = Server() if backend == "redis" else None
        addresses = {"sqlite": f"sqlite:///{Path(folder, 'parley.db')}", "redis": server.address if server else ""}
        store = open_store(addresses.get(backend, "memory:"))
        await store.open()
        try:
            yield store
        finally:
            await store.close()
            if server is not None:
                server.end()


def measure(
    backend: str, sessions: int = SESSIONS, running: int = RUNNING, people: int = PEOPLE, looks: int = LOOKS
) -> Dashboard:
    return asyncio.run(_measured(backend, sessions, running, people, looks))


async def _measured(backend: str, sessions: int, running: int, people: int, looks: int) -> Dashboard:
    async with stored(backend) as store:
        town = Town(store)
        await town.game()
        for number in range(sessions):
            await town.plays(number, ends=number < sessions - running)
            if number % 100 == 0:
                await town.out()
        await town.reports()
        await town.study(people)
        await town.out()
        async with served(store) as pages:
            await pages.operates("dashboard")
            ann = pages.browser()
            await ann.opens(await pages.told(LINK))
            began = perf_counter()
            await ann.presses("Sign in")
            first = 1000 * (perf_counter() - began)
            while "Still reading" in ann.screen.html:
                await asyncio.sleep(0.1)
                await ann.opens("/dashboard")
            read = 1000 * (perf_counter() - began)
            times: dict[str, list[float]] = {path: [] for path in PATHS}
            for _ in range(looks):
                for path in PATHS:
                    began = perf_counter()
                    async with ann.session.get(f"{pages.url}/dashboard{path}") as answer:
                        assert answer.status == 200
                        await answer.read()
                    times[path].append(1000 * (perf_counter() - began))
                await asyncio.sleep(0.05)
            figures = {path: (median(found), quantiles(found, n=20)[-1]) for path, found in times.items()}
            return Dashboard(backend, sessions, running, figures, first, read, await _seen(pages, town, looks))


async def _seen(pages: Pages, town: Town, looks: int) -> float:
    """Return the milliseconds until a stream tells that a session has begun, by another process's act."""
    ann, found = pages.browsers[0], list[float]()
    async with ann.session.get(f"{pages.url}/dashboard/game/lab/events") as stream:

        async def told(but: str = "") -> str:
            buffer = ""
            while not (counts := [n for n in ACTIVE.findall(buffer) if n != but]):
                buffer += (await stream.content.readany()).decode()
            return str(counts[-1])

        count = await told()
        for number in range(min(CHANGES, looks)):
            await town.plays(10_000_000 + number, ends=False)
            began = perf_counter()
            count = await told(but=count)
            found.append(1000 * (perf_counter() - began))
    return median(found)
