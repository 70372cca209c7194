"""The town: its people, the screens they look at, the nodes that serve it, and the raids on them."""

import asyncio
import itertools
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Set
from functools import partial
from pathlib import Path
from random import Random

from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer, Inbound
from storage import open_store
from storage.base import Row, Store
from tests.crash import rewind, wire
from tests.crash.people import Person
from tests.crash.proxy import Proxy
from tests.crash.rest import CALM, forsaken, rest
from tests.storage.servers import Server

Raid = Callable[[], Awaitable[None]]
"""Some trouble, which adds to the town's `counts` what it has killed."""
ROOT = Path(__file__).parents[2]
RAIDS = 10
"""Times the wanted kills, after which a siege ends even if Redis has lost nothing."""
GRACE = 20.0
"""Seconds that a node may take to end when it is asked to."""


class Node:
    """One process of the program, started again whenever it has died."""

    def __init__(self, address: str, socket: str, log: Path) -> None:
        self.command = [sys.executable, "-m", "tests.crash.node", address, socket]
        self.log = log
        self.process: asyncio.subprocess.Process | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def live(self, closing: asyncio.Event) -> None:
        while not closing.is_set():
            with self.log.open("ab") as log:
                self.process = await asyncio.create_subprocess_exec(*self.command, stdout=log, stderr=log, cwd=ROOT)
            await self.process.wait()

    def signal(self, sign: signal.Signals) -> bool:
        """True if there was a process that had come up."""
        if self.process is None or self.process.returncode is not None or self.writer is None:
            return False
        self.writer = None
        self.process.send_signal(sign)
        return True


class Town:
    """Runs people against nodes over one Redis, raids them `kills` times, then waits for calm. With `forgets`, Redis
    comes back from an older dump whenever it is killed.

    After `run`, `people`, `seen` (everything that was shown, in order) and `counts` tell what happened; `answered` are
    all inputs that got an answer, `lost` those whose answers Redis lost, or may have lost, `rewinds` the lengths of
    `seen` at that time.
    """

    def __init__(
        self,
        seed: int,
        kills: int,
        *,
        nodes: int,
        people: int,
        games: tuple[str, ...],
        folder: Path,
        forgets: bool = False,
    ) -> None:
        self.chance, self.kills, self.folder = Random(seed), kills, folder
        self.people = [Person(self, f"p{n}", games) for n in range(people)]
        self.seen: list[tuple[Row, Sent]] = []
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.forgets = forgets
        self.answered: set[str] = set()
        self.lost: set[str] = set()
        self.rewinds: list[int] = []
        self._screens: dict[str, list[tuple[Row, Sent]]] = {}
        self._size = nodes
        self._nodes: list[Node] = []
        self._waiting: dict[str, list[asyncio.Future[Answer]]] = {}
        self._refs = itertools.count(1)
        self._closing = asyncio.Event()
        self._down = asyncio.Event()

    @property
    def closing(self) -> bool:
        return self._closing.is_set()

    @property
    def underway(self) -> Set[str]:
        return self._waiting.keys()

    def screen(self, place: str) -> list[tuple[Row, Sent]]:
        return self._screens.get(place, [])

    async def run(self, server: Server) -> None:
        """`server` must write every change to disk before it answers (`appendfsync always`), or have no append-only
        file if it forgets.
        """
        async with Proxy(server.port) as proxy:
            address = f"redis://127.0.0.1:{proxy.port}/0"
            await self.live(address, server.address, partial(self._raid, server, proxy))

    async def live(self, address: str, direct: str, raid: Raid) -> None:
        """Run nodes over the store at `address`; the town looks at it by `direct`. `raid` counts what it kills."""
        socket = str(self.folder / "town.sock")
        listening = await asyncio.start_unix_server(self._node, socket, limit=wire.LONGEST)
        self._nodes = [Node(address, socket, self.folder / f"node-{n}.log") for n in range(self._size)]
        living = [asyncio.create_task(node.live(self._down)) for node in self._nodes]
        store = open_store(direct)
        await store.open()
        try:
            await self._days(raid, store)
        finally:
            self._down.set()
            for node in self._nodes:
                if node.process is not None and node.process.returncode is None:
                    node.process.terminate()
            _, late = await asyncio.wait(living, timeout=GRACE)
            if late:
                self.problems.append(f"{len(late)} nodes did not end within {GRACE:g} s of being asked to")
            for node in self._nodes:
                if node.process is not None and node.process.returncode is None:
                    node.process.kill()
            await asyncio.gather(*late)
            listening.close()
            await store.close()

    async def _days(self, raid: Raid, store: Store) -> None:
        """Trouble while people play, then calm, then rest."""
        alone = len(self.people) // 2
        hosts, friends = self.people[alone::2], self.people[alone + 1 :: 2]
        lives = [person.live() for person in self.people[:alone]]
        lives += [host.host(friend) for host, friend in zip(hosts, friends, strict=False)]
        tasks = [asyncio.create_task(life) for life in lives]
        while self._besieged():
            await asyncio.sleep(self.chance.uniform(0.1, 1.2))
            await raid()
            for task in tasks:
                if task.done():
                    task.result()
        for _ in range(int(CALM * 4)):
            if any(self._moved(person) for person in self.people):
                break
            await asyncio.sleep(0.25)  # on a busy machine nobody may have come to a move that was kept
        if self.forgets:
            self.problems += await forsaken(store)
        self._closing.set()
        _, late = await asyncio.wait(tasks, timeout=CALM)
        for task in late:
            task.cancel()
        if late:
            self.problems.append(f"{len(late)} people are still in a game after {CALM:g} s of calm")
        await asyncio.gather(*(task for task in tasks if task not in late))
        self.problems += await rest(self, store)

    def _besieged(self) -> bool:
        """Return whether the trouble goes on: until `kills`, and until a Redis that forgets has lost an answer. On a
        slow machine nobody may be answered between a dump and the crash; `RAIDS` times the kills are enough for any.
        """
        killed = sum(self.counts[what] for what in ("node killed", "redis killed", "redis rewound"))
        spared = self.forgets and not self.counts["answers that Redis lost"]
        return killed < self.kills or (spared and killed < RAIDS * self.kills)

    def _moved(self, person: Person) -> bool:
        """Return whether a person was told of a move that the store has not lost since."""
        kept = (answer for id, answer in person.told.items() if id not in self.lost)
        return any(answer.what == "played" and answer.code != "quit" for answer in kept)

    async def _raid(self, server: Server, proxy: Proxy) -> None:
        redis = 40 if self.forgets else 8
        match self.chance.choices(("node", "redis", "cut", "stall", "term"), (60, redis, 16, 10, 6))[0]:
            case "node":
                self.counts["node killed"] += self.chance.choice(self._nodes).signal(signal.SIGKILL)
            case "term":
                self.counts["node asked to stop"] += self.chance.choice(self._nodes).signal(signal.SIGTERM)
            case "redis" if self.forgets:
                await rewind.rewind(self, server, proxy)
            case "redis":
                server.kill()
                await asyncio.sleep(self.chance.uniform(0, 2))
                await asyncio.to_thread(server.start)
                self.counts["redis killed"] += 1
            case "cut":
                self.counts["connections cut"] += proxy.cut()
            case "stall":
                await proxy.stall(self.chance.uniform(0.2, 3))
                self.counts["stalls"] += 1

    async def deliver(self, inbound: Inbound) -> Answer | None:
        up = [node.writer for node in self._nodes if node.writer is not None]
        if not up:
            return None
        self.counts["deliveries"] += 1
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(inbound.id, []).append(answer)
        wire.write(self.chance.choice(up), wire.Deliver(inbound))
        return await answer

    async def _node(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of a node, until it dies."""
        node = next((node for node in self._nodes if node.writer is None), None)
        if node is None:
            writer.close()
            return
        node.writer = writer
        async for message in wire.messages(reader):
            match message:
                case wire.Answered(id, answer):
                    self.answered.add(id)
                    for waiting in self._waiting.pop(id, ()):
                        if not waiting.done():
                            waiting.set_result(answer)
                case wire.Show(k, row, sent, ref):
                    self._screens.setdefault(row.post.place, []).append((row, sent))
                    self.seen.append((row, sent))
                    wire.write(writer, wire.Shown(k, ref or f"m{next(self._refs)}"))
        if node.writer is writer:
            node.writer = None
        writer.close()
