"""A world from a seed: processes that come and go, people who play, then calm, until nothing moves any more."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from unittest.mock import patch

import structlog

from bot import keys
from bot.session.analyst import Analyst
from bot.session.key_erasure import left
from bot.session.manager import Manager
from bot.session.model.inbound import Act, Join
from bot.session.model.terms import TEMPI, Tempo
from storage.base import StoreError
from tests.bot.session.harness import tiny_games
from tests.sim.clock import Deadlock, VirtualLoop
from tests.sim.faults import PARTS, Weather
from tests.sim.ledger import Ledger
from tests.sim.people import CODE, Person, opening
from tests.sim.process import Blank, Process, Screens, adopt

TEMPO, CHAT = (Tempo(name, turn=30_000, phase=20_000, quiet=7_000, idle=30_000) for name in ("sim", "chat"))
TROUBLE = 60.0
"""Seconds during which things go wrong."""
PATIENCE = 900.0
"""Seconds of calm after which what still moves, or does not, is stuck."""
DECIDED = 160.0
"""Seconds within which a decision is made that is due: two that think long, and what lies between."""
LOOKS = 300
DAY = 86_400_000
MISHAPS = ("dark", "all leap", "one leaps", "one starts wrong")
"""Upsets of time: nobody serves for long; everybody's clock is set, or that of one process, which may start
with it.
"""
RARE = 0.2
"""The chance that one of these happens in a world."""
FORGETS = 0.2
"""The chance that a world's store goes back to an earlier moment, once or a few times."""
PARTED = 0.2
"""The chance that parts of a world's store are away for a while, one after the other."""
POLL = 3.0


class _Secrets:
    """Stands in for the module of that name: the same drawings for the same seed."""

    chance = Random(0)

    def token_hex(self, size: int) -> str:
        return self.chance.randbytes(size).hex()

    def randbits(self, size: int) -> int:
        return self.chance.getrandbits(size)

    def choice(self, of: str) -> str:
        return self.chance.choice(of)


SECRETS = _Secrets()
HEARD: list[str] = []


def _listen(logger: Any, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """The program swallows what fails and tries again; what it should never have met is a finding."""
    cause = event.get("exc_info")
    if event["event"] == "decision_refused":
        HEARD.append(f"a decision about a stake that held was refused: {event}")
    if cause is True:
        cause = sys.exc_info()[1]
    if isinstance(cause, Exception) and not isinstance(cause, StoreError | Blank):
        HEARD.append(f"{event['event']}: {cause!r}")
    raise structlog.DropEvent


async def _nothing_found(*_: object) -> None:
    return None


@contextmanager
def simulated() -> Iterator[None]:
    """Chance comes from the seed, words go nowhere, polls are rarer, and there is a tempo in seconds, also in chats."""
    before = structlog.get_config()
    with ExitStack() as stack:
        stack.enter_context(tiny_games())
        # A game that is opened from the menu has a chat's tempo.
        stack.enter_context(patch.dict(TEMPI, {TEMPO.name: TEMPO, "chat": CHAT}))
        drawing = ("session.router", "session.lobby", "session.timekeeper", "session.unit_of_work", "app")
        for module in drawing:
            stack.enter_context(patch(f"bot.{module}.secrets", SECRETS))
        stack.enter_context(patch("bot.session.worker.uniform", lambda low, high: SECRETS.chance.uniform(low, high)))
        # How long the machine took for a step must change nothing.
        for measure in ("perf_counter", "thread_time"):
            stack.enter_context(patch(f"bot.session.limits.{measure}", lambda: 0.0))
        for module in ("bot.session.worker", "bot.adapters.poster"):
            stack.enter_context(patch(f"{module}.POLL_SECONDS", POLL))
        # Cards and reviews are made in processes of their own, which know no simulated time.
        stack.enter_context(patch.object(Analyst, "_worked", _nothing_found))
        structlog.configure(processors=[_listen])
        try:
            yield
        finally:
            structlog.configure(**before)


@dataclass(frozen=True)
class Plan:
    """The program under test: what is planted in it. `forgets`: the chance that a world's store goes back to an earlier
    moment; `parted`: that parts of it are away; `rare`: that something happens to time. `processes`: how many serve at
    the same time (0: one or two, as the seed has it). `games`: what people play; `rests`: seconds that they wait at
    most between two acts.
    """

    manager: type[Manager] = Manager
    ledger: type[Ledger] = Ledger
    forgets: float = FORGETS
    parted: float = PARTED
    rare: float = RARE
    processes: int = 0
    games: tuple[str, ...] = ("number", "sealed", "bargaining")
    rests: tuple[float, ...] = (0.0, 0.3, 2.0, 9.0)


PLAIN = Plan()


class World:
    """Everything of one seed. `problems` are findings made on the way."""

    def __init__(self, seed: int, plan: Plan) -> None:
        self.seed, self.plan, self.chance = seed, plan, Random(seed)
        self.ledger, self.screens = plan.ledger(), Screens()
        self.weather = Weather.drawn(self.chance)
        self.thinks = self.chance.choice((0.0, 0.3, 0.8))
        self.processes: dict[int, Process] = {}
        self.people: list[Person] = []
        self.problems: list[str] = []
        self.calm = self.over = False
        self.deaths = self.slots = 0
        clocks = Random(f"clocks {seed}")
        self.mishap = clocks.choice(MISHAPS) if clocks.random() < plan.rare else ""
        self.clocks, self.leapt = clocks, 0
        self.dark = 0.0
        """Until when nobody serves."""
        self.outages: list[tuple[float, float]] = []
        self.away: int | None = None
        """The part of the store that is away."""
        self.wrong = 0
        """Milliseconds that the clock of the next process is ahead when it starts."""

    def alive(self) -> list[Process]:
        return [process for process in self.processes.values() if not process.dead and process.door is not None]

    async def live(self) -> None:
        """Trouble, then calm, then the end."""
        chance = self.chance
        drawn = chance.choice((1, 1, 2))
        self.slots = self.plan.processes or drawn
        slots = [asyncio.ensure_future(self._slot(n)) for n in range(self.slots)]
        tables = [asyncio.ensure_future(self._table(n)) for n in range(chance.choice((1, 1, 1, 2)))]
        mishap = asyncio.ensure_future(self._mishap())
        raid, forgetting = asyncio.ensure_future(self._raid()), asyncio.ensure_future(self._forgetting())
        parting = asyncio.ensure_future(self._parting())
        await asyncio.wait(tables, timeout=TROUBLE)
        self.calm = True
        raid.cancel()
        forgetting.cancel()
        parting.cancel()
        self.away = None
        self.weather = replace(self.weather, crash=0.0, lost=0.0)
        for process in self.processes.values():
            process.weather = self.weather
        overdue = asyncio.ensure_future(self._overdue())
        rest = asyncio.ensure_future(asyncio.wait(tables, timeout=PATIENCE))
        await asyncio.wait({rest, overdue}, return_when=asyncio.FIRST_COMPLETED)
        late = {table for table in tables if not table.done()}
        for _ in range(LOOKS):
            if late or overdue.done() or await self.still():
                break
            await asyncio.sleep(PATIENCE / LOOKS)
        overdue.cancel()
        rest.cancel()
        mishap.cancel()
        if late or not await self.still():
            self.problems.append("the world does not come to rest")
        self.over = True
        for process in self.processes.values():
            process.die()
        await asyncio.gather(*slots, *(table for table in tables if table.done()))
        for table in late:
            table.cancel()

    async def _overdue(self) -> None:
        """In calm weather a decision that is due is made soon, or is not needed any more. Returns when one is not."""
        clock, since = asyncio.get_running_loop().time, dict[str, float]()
        while True:
            live = await self.ledger.sessions(live=True, limit=1000)
            due = [job.input for session in live for job in session.jobs if job.kind == "ai"]
            since = {id: since.get(id, clock()) for id in due if clock() > self.dark}
            waiting = [id for id, began in since.items() if clock() - began > DECIDED]
            if waiting:
                self.problems.append(f"decisions are due and not made: {waiting}")
                return
            await asyncio.sleep(DECIDED / 8)

    async def still(self) -> bool:
        """Nothing is due, nothing to be posted, nobody waits, every game that was dealt has ended, and who is to be
        forgotten is.
        """
        store = self.ledger
        if await store.sessions(keys.FORGETTING, live=False) or (await left(store)).people:
            return False
        if await store.outbox() or await store.pending(1 << 60):
            return False
        return not any(session.jobs for session in await store.sessions(live=True, limit=1000))

    async def _table(self, number: int) -> None:
        chance = self.chance
        game = chance.choice(self.plan.games)
        friend = chance.random() < 0.5
        hall = chance.random() < 0.3
        first: Act = opening(chance, game, friend and number == 0)
        names = ["ann", "bea"] if friend and number == 0 else [f"cy{number}"]
        acts = chance.choice((2, 5, 9))
        people = [Person(self, name, "room:hall" if hall else f"room:{name}", game, self.plan.rests) for name in names]
        self.people.extend(people)
        await asyncio.gather(*(person.play(first if k == 0 else Join(CODE), acts) for k, person in enumerate(people)))

    async def _slot(self, number: int) -> None:
        """One process after the other."""
        while not self.over:
            process = Process(
                self.plan.manager,
                self.ledger,
                self.screens,
                self.chance,
                self.weather,
                self.thinks,
                lambda: self.leapt,
                lambda: self.away,
            )
            process.skew += self.wrong
            self.wrong = 0
            self.processes[number] = process
            await process.ended.wait()
            self.deaths += not self.over
            await asyncio.sleep(self.chance.uniform(0.2, 4))
            await asyncio.sleep(max(0.0, self.dark - asyncio.get_running_loop().time()))

    async def _mishap(self) -> None:
        """Upset time in this world, while other things go wrong, too."""
        if not self.mishap:
            return
        await asyncio.sleep(self.clocks.uniform(5, 50))
        if self.mishap == "dark":
            now = asyncio.get_running_loop().time()
            self.dark = now + self.clocks.uniform(60, 200)
            self.outages.append((now, self.dark))
            for process in self.processes.values():
                process.die()
        elif self.mishap == "all leap":
            self.leapt += self.clocks.choice((-DAY, DAY))
        elif self.mishap == "one starts wrong":
            self.wrong = self.clocks.choice((-DAY, DAY))
        elif self.processes:
            self.clocks.choice(list(self.processes.values())).skew += self.clocks.choice((-DAY, DAY))

    async def _raid(self) -> None:
        """Kill, or ask to stop, whatever it is doing just now."""
        every = self.chance.choice((5.0, 15.0, 60.0))
        while True:
            await asyncio.sleep(self.chance.uniform(0, 2 * every))
            for process in self.alive()[:1]:
                if self.chance.random() < 0.7:
                    process.die()
                else:
                    process.stop.set()

    async def _forgetting(self) -> None:
        """The store forgets its last commits, whatever the processes remember. Drawn apart, so that the other worlds
        are the same with and without this.
        """
        chance = Random(f"forgetting {self.seed}")
        if chance.random() >= self.plan.forgets:
            return
        for _ in range(chance.choice((2, 5, 9))):
            await asyncio.sleep(chance.uniform(0, 4))
            moment = self.ledger.moment()
            await asyncio.sleep(chance.expovariate(1 / 2))
            self.ledger.go_back(moment, restarted=chance.random() < 0.3)

    async def _parting(self) -> None:
        """Parts of the store are away for a while, one after the other. Drawn apart, as above."""
        chance = Random(f"parting {self.seed}")
        while chance.random() < self.plan.parted:
            await asyncio.sleep(chance.uniform(0, 20))
            self.away = chance.randrange(PARTS)
            await asyncio.sleep(chance.choice((1, 10, 50)) * chance.random())
            self.away = None


def history(seed: int, plan: Plan = PLAIN) -> World:
    """The world of a seed after it has come to rest, within `simulated()`."""
    SECRETS.chance = Random(f"secrets {seed}")
    HEARD.clear()
    loop = VirtualLoop(adopt)
    world = World(seed, plan)
    try:
        loop.run_until_complete(world.live())
    except Deadlock:
        world.problems.append("the world stands still, or spins")
    finally:
        loop.close()
    world.problems.extend(HEARD)
    return world


__all__ = ["PLAIN", "Plan", "World", "history", "simulated"]
