"""`python -m tests.crash.failover`: a primary dies or hangs under traffic; how long is the silence, and what is lost?

Sentinels with one primary, and a cluster of three; each with a replica, or with two where `?wait=1` has every write in
one of them before it counts. Exit 1 where that loses anything, where anything is applied twice, or where the silence
exceeds 15 seconds.
"""

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from storage import StoreError
from tests.crash.history import Verdict
from tests.crash.siege import failover
from tests.crash.town import Town
from tests.storage.servers import Server, Watched, clustered
from tests.storage.traffic import Traffic

LONGEST = 15.0
"""Seconds of silence that are allowed."""
WRITERS = 12
SIGNS = {"killed": signal.SIGKILL, "hung": signal.SIGSTOP}


class Case(NamedTuple):
    """One way to run Redis, and how its primary fails. `safe`: each write is on disk and in a replica at once."""

    kind: str
    fails: str
    safe: bool

    @property
    def name(self) -> str:
        return f"{self.kind:<9} {self.fails:<7} {'always, wait=1' if self.safe else 'everysec'}"


CASES = [Case(kind, fails, safe) for kind in ("sentinel", "cluster") for fails in SIGNS for safe in (False, True)]


def built(case: Case, patience: int) -> tuple[str, Server, Callable[[], None]]:
    """Start the servers. Returns the address, the primary that is to fail, and what ends them all."""
    options = ("--appendfsync", "always" if case.safe else "everysec", "--maxmemory-policy", "noeviction")
    replicas, wait = (2, "?wait=1") if case.safe else (1, "")
    if case.kind == "sentinel":
        town = Watched(replicas, *options, down_after=patience)
        return town.address + wait, town.servers[0], town.end
    shards = ("--cluster-node-timeout", str(patience), "--cluster-require-full-coverage", "no")
    nodes = clustered(replicas, *options, *shards)
    return nodes[0].address + wait, nodes[1], lambda: _end(nodes)


def _end(nodes: Sequence[Server]) -> None:
    for node in nodes:
        node.end()


async def failed_over(case: Case, patience: int) -> tuple[Traffic, int, int]:
    """Write, let the primary fail, write again; one that hung comes back. Returns what was lost and done twice, too."""
    address, primary, end = await asyncio.to_thread(built, case, patience)
    traffic = Traffic([f"w{n}" for n in range(WRITERS)])
    try:
        async with traffic.over(address):
            await traffic.everybody_again()
            await asyncio.sleep(2)
            primary.process.send_signal(SIGNS[case.fails])
            await traffic.everybody_again()
            if case.fails == "hung":
                primary.process.send_signal(signal.SIGCONT)
            await asyncio.sleep(3)
            await traffic.everybody_again()
        lost, twice, unknown = await traffic.found(address)
        return traffic, len({*lost, *unknown}), len(twice)
    finally:
        await asyncio.to_thread(end)


async def played(case: Case, patience: int) -> tuple[Town, Verdict]:
    """The same under people who play at two nodes of the program."""
    address, primary, end = await asyncio.to_thread(built, case, patience)
    try:
        fail = partial(primary.process.send_signal, SIGNS[case.fails])
        return await failover(address, fail, 1, nodes=2, people=8, games=("bargaining", "trading"))
    finally:
        await asyncio.to_thread(end)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.failover", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="failovers of each kind (default: 1)")
    parser.add_argument("--patience", type=int, default=3_000, help="ms until a silent server is down (default: 3000)")
    wanted = parser.parse_args()
    print(f"{'':<33}{'acknowledged':>13}{'silence s':>11}{'lost':>6}{'twice':>7}")
    logging.disable(logging.ERROR)  # that a node is away is what this is about
    good = True
    for case in CASES * wanted.rounds:
        try:
            traffic, lost, twice = asyncio.run(failed_over(case, wanted.patience))
        except (TimeoutError, StoreError) as problem:
            print(f"{case.name:<33}{type(problem).__name__}: {problem}", flush=True)
            good = False
            continue
        silence = max(traffic.silence.values())
        good &= silence <= LONGEST and not twice and not (lost and case.safe)
        print(f"{case.name:<33}{len(traffic.acknowledged):>13}{silence:>11.1f}{lost:>6}{twice:>7}", flush=True)
    for case in (case for case in CASES if case.safe):
        _, made = asyncio.run(played(case, wanted.patience))
        good &= not made.problems
        acts = made.looked["inputs"]
        print(f"{case.name:<33}{acts:>13} acts of people at two nodes, lost {len(made.lost)}, ", end="")
        print(f"twice {len(made.doubled)}, other {len(made.other)}", *made.problems[:9], sep="\n  ", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
