"""Recovery of a killed worker's games: how long until another one decides in each of them.

`python -m tests.bench.takeover ADDRESS SIZE` is the worker that will be killed: it begins to decide in this many games,
says so, and goes on for ever.
"""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app import calm, cut_off
from bot.players.base import Brief, Decision
from bot.session.manager import Manager
from bot.session.model.inbound import Inbound, Open
from bot.session.worker import LEASE, Worker
from tests.bench.figures import GAME, Figure, at_most, opened, side_by_side
from tests.storage.servers import Server

MODEL = "model"
"""No analytic player's name: decisions cost money, so that a process leases the session that it decides for."""
TAKES_OVER = LEASE / 1000 + 5


class Held:
    """Thinks for ever, like a model that does not answer. `begun` has the time of the first question for each seat."""

    def __init__(self) -> None:
        self.begun: dict[int, float] = {}

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        self.begun.setdefault(brief.seed, time.perf_counter())
        await asyncio.Event().wait()
        raise AssertionError

    async def all(self, size: int) -> None:
        while len(self.begun) < size:  # noqa: ASYNC110 - strategies are asked in tasks of the worker
            await asyncio.sleep(0.02)


@asynccontextmanager
async def working(address: str) -> AsyncIterator[Held]:
    """A worker at work."""
    held = Held()
    async with opened(address) as store:
        worker = Worker(Manager(store, lambda name, game: held))
        running = asyncio.create_task(worker.run(asyncio.Event()))
        try:
            yield held
        finally:
            await cut_off([running, *(task for _, task in worker._busy.values())])


async def taken_over(server: Server, size: int) -> list[Figure]:
    """A worker decides in every game, another one waits; the first is killed."""
    async with opened(server.address) as store:
        manager = Manager(store, lambda name, game: Held(), usual=MODEL)
        await side_by_side(50, [manager.handle(_opening(number)) for number in range(size)])
    victim = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.takeover", server.address, str(size), stdout=asyncio.subprocess.PIPE
    )
    assert victim.stdout is not None
    await victim.stdout.readline()
    async with working(server.address) as held:
        await asyncio.sleep(1)
        assert not held.begun
        victim.send_signal(signal.SIGKILL)
        killed = time.perf_counter()
        await victim.wait()
        await held.all(size)
    times = sorted(held.begun.values())
    what = f"{size:,} games are decided in by another worker after theirs was killed, a lease of {LEASE / 1000:g} s"
    return [
        at_most(f"{what} included", times[-1] - killed, TAKES_OVER, "s"),
        Figure("of that, from the first game to the last", f"{times[-1] - times[0]:.1f} s"),
    ]


def _opening(number: int) -> Inbound:
    return Inbound(f"k:{number}", f"bench:{number}", f"u{number}", 0, Open(GAME, seed=number, tempo="chat"))


async def _victim(address: str, size: int) -> None:
    calm()
    async with working(address) as held:
        await held.all(size)
        print("all", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_victim(sys.argv[1], int(sys.argv[2])))
