"""Writers straight on a store that never give up: what was acknowledged, how long there was silence, what is lost."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence

from storage import Store, StoreError, open_store
from storage.base import Input
from tests.storage.samples import log
from tests.storage.writer import apply

BREATH = 0.02
"""Seconds between two acts of one writer, and before one that failed is tried again."""
PATIENT = 60.0
"""Seconds for every writer to be acknowledged once more."""


class Traffic:
    """One writer for each session, over two stores of their own as two processes would have them."""

    def __init__(self, sids: Sequence[str]) -> None:
        self.sids = sids
        self.acknowledged: list[str] = []
        self.last = dict.fromkeys(sids, time.monotonic())
        self.silence = dict.fromkeys(sids, 0.0)
        """The longest time of each session without an acknowledged commit, in seconds."""

    @contextlib.asynccontextmanager
    async def over(self, address: str) -> AsyncIterator["Traffic"]:
        """Write while the block lasts, then until each writer has what it is at acknowledged."""
        stores = [open_store(address) for _ in range(2)]
        for store in stores:
            await store.open()
        self._stop = asyncio.Event()
        self.last = dict.fromkeys(self.sids, time.monotonic())
        writers = [asyncio.create_task(self._write(stores[n % 2], sid)) for n, sid in enumerate(self.sids)]
        try:
            yield self
            self._stop.set()
            async with asyncio.timeout(PATIENT):
                await asyncio.gather(*writers)
        finally:
            for writer in writers:
                writer.cancel()
            await asyncio.gather(*writers, return_exceptions=True)
            for store in stores:
                await store.close()

    async def _write(self, store: Store, sid: str) -> None:
        number = 0
        while not self._stop.is_set():
            number += 1
            id = f"in:{sid}:{number}"
            while True:
                with contextlib.suppress(StoreError):
                    await store.accept(Input(id, f"place of {sid}", sid, number, b"hello"))
                    await apply(store, sid, id)
                    break
                await asyncio.sleep(BREATH)
            self.acknowledged.append(id)
            now = time.monotonic()
            self.silence[sid] = max(self.silence[sid], now - self.last[sid])
            self.last[sid] = now
            await asyncio.sleep(BREATH)

    async def everybody_again(self) -> None:
        """Wait until each writer has been acknowledged after now. Raises `TimeoutError`."""
        now = time.monotonic()
        async with asyncio.timeout(PATIENT):
            while min(self.last.values()) < now:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def found(self, address: str) -> tuple[list[str], list[str], list[str]]:
        """Return what was acknowledged and is not in a log, what is there twice, and what the inbox does not know."""
        store = open_store(address)
        await store.open()
        try:
            applied = [data.decode() for sid in self.sids for _, _, data in await log(store, sid)]
            unknown = []
            for id in self.acknowledged:
                taken = await store.accept(Input(id, "", "", 0, b""))
                if taken.answer is None:
                    unknown.append(id)
        finally:
            await store.close()
        there = set(applied)
        lost = [id for id in self.acknowledged if id not in there]
        return lost, [id for id in there if applied.count(id) > 1], unknown
