"""A process that plays until it is killed: accepts inputs, commits them, and says so only once the store has.

`python -m tests.storage.writer ADDRESS NAME ROUND` writes lines `accepted ID` and `committed ID` to its output.
"""

import asyncio
import itertools
import os
import sys
from collections.abc import Sequence

from storage import Store, open_store
from storage.base import Commit, Conflict, Dup, Head, Input, Ok, Outgoing

SIDS = ("s0", "s1", "s2")


async def apply(store: Store, sid: str, id: str) -> Ok | Dup:
    """One input becomes one event, one post and one more in the snapshot, however many others are at it."""
    while True:
        loaded = await store.load(sid)
        version, count = (loaded.version, int(loaded.snapshot)) if loaded else (0, 0)
        step = Commit(
            sid,
            version,
            (id,),
            id.encode(),
            (id.encode(),),
            b"%d" % (count + 1),
            version,
            posts=(Outgoing(f"place of {sid}", id.encode()),),
            head=None if loaded else Head(sid, "bargaining", "play", 0, b""),
        )
        done = await store.commit(step)
        if not isinstance(done, Conflict):
            return done
        await asyncio.sleep(0)


def say(*words: str) -> None:
    os.write(1, " ".join(words).encode() + b"\n")


async def recover(store: Store, name: str) -> None:
    """Commit what an earlier process of this name accepted and did not live to commit."""
    for input in await store.pending(1 << 40, 1000):
        if input.id.startswith(f"{name}:"):
            await apply(store, input.sid, input.id)
            say("committed", input.id)


async def play(address: str, name: str, round: str) -> None:
    store = open_store(address)
    await store.open()
    await recover(store, name)
    for n in itertools.count():
        sid, id = SIDS[n % len(SIDS)], f"{name}:{round}:{n}"
        await store.accept(Input(id, f"place of {sid}", sid, n, b"hello"))
        say("accepted", id)
        await apply(store, sid, id)
        say("committed", id)


def main(arguments: Sequence[str]) -> None:
    address, name, round = arguments
    asyncio.run(play(address, name, round))


if __name__ == "__main__":
    main(sys.argv[1:])
