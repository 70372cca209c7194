"""Many people in browsers: `parley serve` in a process of its own, and this one as everybody's browser.

Times run from the press to the answer on the page. Half of the browsers run scripts and hold a stream; the others wait
for the page that follows. The AI is an analytic player, so all of the time is ours.
"""

import asyncio
import os
import re
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple

from aiohttp import ClientError, ClientSession, DummyCookieJar, TCPConnector
from msgspec import Struct

from bot.players import find
from bot.session.manager import Manager
from bot.studies import parts
from storage.base import Store
from storage.sqlite.store import SqliteStore
from tests.bench.figures import Figure, at_most
from tests.bench.visitor import Lost, Visitor
from tests.e2e.services import PARLEY, Service
from tests.fakes.loopback import Loopback

ARRIVALS, WITHIN, STAYS = 500, 10.0, 60.0
"""People who open a study's link, the seconds in which they do, and the seconds for which they go on."""
GAMES, PACE, COUNTED = 2_000, (20.0, 40.0), 60.0
"""People who play, the seconds between a person's acts, and the seconds that are measured."""
HELD, BESIDE = 1_000, 100
"""Streams that are held open by people who do nothing, and people who play beside them at a brisk pace."""
BRISK = 2.0, 6.0
FLOOD, FLOODS = 20.0, 60.0
"""Requests a second of one address, and for how many seconds."""
STUDY = """
study: cells
title: Agreeing on a price
game: bargaining
settings: {buyer_value: "65", seller_cost: "40", seat: buyer, opponent: "{ai}", rounds: "{length}", style: chat}
factors:
  ai: [easy, normal]
  length: ["6", "8", "10"]
participation: {places: 6000}
stages: [consent, game, debrief]
"""
PRICES = ("41", "how about 42", "43", "44.50", "45")


class Visits(Struct, frozen=True):
    figures: list[Figure]


class Times:
    """Seconds of one kind of act, while they are counted, and the acts that were lost."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.lost: list[str] = []
        self.counting = True

    async def count(self, act: Awaitable[float]) -> bool:
        try:
            seconds = await act
        except (Lost, TimeoutError, ClientError) as problem:
            self.lost.append(f"{type(problem).__name__}: {problem}"[:120])
            return False
        if self.counting:
            self.seconds.append(seconds)
        return True

    def at(self, share: float) -> float:
        """Return the milliseconds that so large a part of the acts took at most."""
        return 1e3 * quantiles(self.seconds, n=100)[round(100 * share) - 1] if len(self.seconds) > 1 else -1.0


class Busy(NamedTuple):
    """Seconds: the clock, processor time used, and time in which the service was ready and others had the processor."""

    at: float
    used: float
    waited: float


class Place:
    """The service, and what makes visitors of it."""

    def __init__(self, service: Service, http: ClientSession, url: str) -> None:
        self.service, self.http, self.url = service, http, url
        self._number = 0
        self.visitors: list[Visitor] = []

    def visitor(self, *, scripts: bool | None = None, address: str = "") -> Visitor:
        self._number += 1
        chosen = self._number % 2 == 0 if scripts is None else scripts
        made = Visitor(self.http, self.url, self._number, scripts=chosen, address=address)
        self.visitors.append(made)
        return made

    def busy(self) -> "Busy":
        """Return what the service has used of its processor up to now."""
        stat = Path(f"/proc/{self.service.pid}/stat").read_text().rpartition(")")[2].split()
        used = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
        return Busy(perf_counter(), used, int(Path(f"/proc/{self.service.pid}/schedstat").read_text().split()[1]) / 1e9)

    def since(self, was: "Busy", acts: int = 0) -> Figure:
        """Return how much of a processor the service used, for each act too, and how long it waited for one."""
        now = self.busy()
        wall, used, waited = (after - before for after, before in zip(now, was, strict=True))
        figure = f"{used / wall:.0%} of a core" + (f", {1e3 * used / acts:.1f} ms an act" if acts else "")
        return Figure("… processor of the service", f"{figure}; waited for one {waited / wall:.0%} of the time")


@asynccontextmanager
async def serving(folder: str, **more: str) -> AsyncIterator[Place]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, hard) if hard > 0 else 65_536, hard))
    address = f"127.0.0.1:{Loopback.free_port()}"
    env = {"PARLEY_WEB": address, "PARLEY_WEB_PLAY": "on", "PARLEY_LOG_LEVEL": "info", **more}
    async with (
        Service(Path(folder), env) as service,
        ClientSession(connector=TCPConnector(limit=0), cookie_jar=DummyCookieJar(), read_bufsize=1 << 18) as http,
    ):
        await service.until("listening")
        place = Place(service, http, f"http://{address}")
        yield place
        await asyncio.gather(*(visitor.leaves() for visitor in place.visitors))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def measure(arrivals: int = ARRIVALS, games: int = GAMES, held: int = HELD) -> Visits:
    measures: dict[str, Callable[[Place], Awaitable[list[Figure]]]] = {
        "people arrive": partial(arriving, people=arrivals),
        "people play": partial(playing, people=games),
        "streams are held": partial(holding, held=held),
        "an address floods": flooding,
    }
    found: list[Figure] = []
    for name, part in measures.items():
        print(f"pages: {name} …", file=sys.stderr)
        found += asyncio.run(_alone(part))
    return Visits(found)


async def _alone(part: Callable[[Place], Awaitable[list[Figure]]]) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="parley-visits-") as folder:
        async with serving(folder) as place:
            figures = await part(place)
    return figures


async def arriving(place: Place, people: int, scale: float = 1.0) -> list[Figure]:
    """People open a study's link within seconds, and take part. `scale` shortens all times, here and below."""
    first, begin, press = Times(), Times(), Times()
    token = await _opened(place.service)
    until = perf_counter() + scale * STAYS

    async def person(visitor: Visitor, delay: float) -> None:
        await asyncio.sleep(delay)
        path = f"/s/{token}"
        if not await first.count(visitor.opens(path)):
            return
        await asyncio.sleep(visitor.chance.uniform(1, 3) * scale)
        if not await begin.count(visitor.begins(path)):
            return
        for turn in range(1 << 30):
            await asyncio.sleep(visitor.chance.uniform(4, 12) * scale)
            if perf_counter() > until or visitor.over:
                break
            label = "Accept" if turn > 3 else "" if turn else "I agree"
            if not await press.count(visitor.acts(PRICES, label)):
                break
        await visitor.leaves()

    busy = place.busy()
    await asyncio.gather(*(person(place.visitor(), n * scale * WITHIN / people) for n in range(people)))
    used = place.since(busy, len(press.seconds))
    store = SqliteStore(str(place.service.folder / "parley.db"))
    await store.open()
    try:
        wrong, spread = await _misplaced(store, len(begin.seconds))
    finally:
        await store.close()
    what = f"{people} arrive in {scale * WITHIN:g} s for a study of six cells"
    return [
        at_most(f"{what}: first page, p95", first.at(0.95), 2_000, "ms"),
        at_most("… its button pressed, until the first stage, p95", begin.at(0.95), 2_000, "ms"),
        at_most(f"… {len(press.seconds)} presses and messages, p95", press.at(0.95), 300, "ms"),
        Figure("… p50 and longest", f"{press.at(0.5):.0f} and {1e3 * max(press.seconds, default=0):.0f} ms"),
        at_most("… people in a wrong cell, twice or nowhere", wrong, 0, "", 0),
        at_most("… largest cell less the smallest", spread, 6, "", 0),
        *_lost(first, begin, press),
        used,
    ]


async def playing(place: Place, people: int, scale: float = 1.0) -> list[Figure]:
    """People play at their own pace."""
    times = Times()
    times.counting = False
    crowd = _crowd(place, times, people, (PACE[0] * scale, PACE[1] * scale), spread=PACE[1] * scale)
    await asyncio.sleep(1.5 * PACE[1] * scale)
    return await _counted(place, times, crowd, COUNTED * scale, f"{people} games at people's pace", 100)


async def holding(place: Place, held: int, scale: float = 1.0) -> list[Figure]:
    """Streams are held open by people who do nothing, while others play."""
    idle = [place.visitor(scripts=True) for _ in range(held)]
    for some in (idle[n : n + 20] for n in range(0, held, 20)):
        await asyncio.gather(*(_sits(visitor) for visitor in some))
    busy = place.busy()
    await asyncio.sleep(10 * scale)
    used = place.since(busy)
    times = Times()
    crowd = _crowd(place, times, BESIDE, (BRISK[0] * scale, BRISK[1] * scale), spread=BRISK[1] * scale)
    what = f"{BESIDE} people beside {held} streams"
    figures = await _counted(place, times, crowd, COUNTED / 2 * scale, what, 100)
    return [Figure(f"{held} streams held open, nobody acts", ""), used, *figures]


async def flooding(place: Place, scale: float = 1.0) -> list[Figure]:
    """One address asks and guesses as fast as it may, while others play."""
    answered = Times()
    times = Times()
    crowd = _crowd(place, times, BESIDE, (BRISK[0] * scale, BRISK[1] * scale), spread=BRISK[1] * scale)
    await asyncio.sleep(10 * scale)
    quiet, times.seconds = list(times.seconds), []
    eve = place.visitor(scripts=False, address="192.0.2.1")

    async def ask(number: int) -> float:
        began = perf_counter()
        code = "".join(chr(65 + int(digit)) for digit in f"{number:06d}")
        await eve.get(("/", "/play/society", f"/join/{code}", "/s/st-0123456789ab")[number % 4])
        return perf_counter() - began

    asking = []
    for number in range(round(FLOOD * FLOODS * scale)):
        asking.append(asyncio.create_task(answered.count(ask(number))))
        await asyncio.sleep(1 / FLOOD)
    await asyncio.gather(*asking)
    what = f"{BESIDE} people, one address asks {FLOOD:g} times a second"
    figures = await _counted(place, times, crowd, 0, what, 100)
    before = Times()
    before.seconds = quiet
    return [Figure(f"{BESIDE} people, nobody floods: p99", f"{before.at(0.99):.1f} ms"), *figures]


async def _sits(visitor: Visitor) -> None:
    await visitor.opens("/play/bargaining")
    await visitor.begins("/play/bargaining")


def _crowd(
    place: Place, times: Times, people: int, pace: tuple[float, float], spread: float
) -> "list[asyncio.Task[None]]":
    """Let people come one after another, and play one game after another."""

    async def person(number: int) -> None:
        visitor = place.visitor()
        await asyncio.sleep(spread * number / people)
        if not await Times().count(visitor.opens("/play/bargaining")):
            times.lost.append("came")
            return
        await visitor.begins("/play/bargaining")
        for turn in range(1 << 30):
            await asyncio.sleep(visitor.chance.uniform(*pace))
            label = "Rematch" if visitor.over else "Accept" if turn % 3 == 2 else ""
            visitor.over = False
            if not await times.count(visitor.acts(PRICES, label)):
                break

    return [asyncio.create_task(person(number)) for number in range(people)]


async def _counted(
    place: Place, times: Times, crowd: "Iterable[asyncio.Task[None]]", seconds: float, what: str, limit: float
) -> list[Figure]:
    crowd = list(crowd)
    times.counting = True
    busy, before = place.busy(), len(times.seconds)
    await asyncio.sleep(seconds)
    used = place.since(busy, len(times.seconds) - before)
    times.counting = False
    for task in crowd:
        task.cancel()
    ends = await asyncio.gather(*crowd, return_exceptions=True)
    times.lost += [repr(end) for end in ends if isinstance(end, Exception)]
    figures = [
        Figure(f"{what}: acts, p50", f"{times.at(0.5):.1f} ms of {len(times.seconds):,}"),
        at_most("… p99", times.at(0.99), limit, "ms"),
        *_lost(times),
    ]
    return [*figures, used] if seconds else figures


def _lost(*several: Times) -> list[Figure]:
    lost = [one for times in several for one in times.lost]
    return [at_most(f"… lost {', '.join(sorted(set(lost))[:2])}".strip(), len(lost), 0, "", 0)]


async def _opened(service: Service) -> str:
    """Declare, freeze and open the study at the command line. Return its token."""
    (service.folder / "cells.yaml").write_text(STUDY)
    said = ""
    for words in (("import", "cells.yaml"), ("freeze", "cells"), ("open", "cells")):
        made = await asyncio.create_subprocess_exec(
            *PARLEY, "study", *words, env=service.env, cwd=service.folder, stdout=asyncio.subprocess.PIPE
        )
        said = (await made.communicate())[0].decode()
    found = re.search(r"st-\w+", said)
    assert found is not None, said
    return found[0]


async def _misplaced(store: Store, people: int) -> tuple[int, int]:
    """Return how many people play in another cell than they were given, in a slot of somebody else, or take part
    twice or not at all; and how uneven the cells are.
    """
    manager, cells, slots, found, wrong = Manager(store, find), Counter[str](), Counter[int](), 0, 0
    async for held in parts.all_of(store, "terminal", "cells"):
        part, found = held.part, found + 1
        if not part.condition:
            continue
        cells[part.condition] += 1
        slots[part.slot] += 1
        games = [visit.sid for visit in part.visits if visit.stage == "game"]
        session = await manager.sessions.session(games[0]) if len(games) == 1 else None
        if session is None:
            wrong += 1
            continue
        player = next(chair.strategy for chair in session.table.chairs if chair.kind == "ai")
        wrong += {player, str(session.config.rounds)} != {level.partition("=")[2] for level in part.condition.split()}
    twice = sum(number - 1 for number in slots.values())
    return wrong + twice + abs(found - people), max(cells.values(), default=0) - min(cells.values(), default=0)
