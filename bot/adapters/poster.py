"""From the outbox to the chats: in order per place, places side by side, at least once, and noted when a post is out.

A box with a slot is edited while it is the newest message of its place and posted again otherwise. A post with buttons
takes the buttons off the post before it, so that only what can still be pressed looks as if it could.
"""

import asyncio
from collections.abc import Callable, Mapping

import structlog

from bot.adapters.base import Adapter, Gone, Later
from bot.sessions.places import Sent
from games.codec import decode
from storage.base import Row, Store

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.25
TRIES = 8
"""A post that failed this often in a row is given up, so that it does not hold up its place for ever."""
LEASE = 120_000


class Poster:
    """Posts for the platforms in `adapters` (by the name in front of a place's colon)."""

    def __init__(self, store: Store, adapters: Mapping[str, Adapter], clock: Callable[[], int], owner: str) -> None:
        self.store, self.adapters, self.clock, self.owner = store, adapters, clock, owner
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._tries: dict[str, int] = {}
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Something was committed: look at once."""
        self._wake.set()

    async def run(self, stop: asyncio.Event) -> None:
        """Post until `stop` is set, then finish the places that are at it."""
        while not stop.is_set():
            self._wake.clear()
            await self.poll()
            waiting = [asyncio.create_task(stop.wait()), asyncio.create_task(self._wake.wait())]
            await asyncio.wait(waiting, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:
                task.cancel()
        await self.poll()
        if self._busy:
            await asyncio.wait(self._busy.values())

    async def poll(self) -> None:
        """Start posting in every place that has something to post and is not at it."""
        for row in await self.store.outbox(limit=1000):
            place = row.post.place
            if place not in self._busy and place.partition(":")[0] in self.adapters:
                self._busy[place] = asyncio.create_task(self._place(place))

    async def _place(self, place: str) -> None:
        try:
            if not await self.store.lease(f"post:{place}", self.owner, self.clock(), LEASE):
                return
            while rows := await self.store.outbox(place):
                for row in rows:
                    await self._post(row)
        except Later as pause:
            await asyncio.sleep(min(pause.seconds, 60))
        except Exception:
            log.exception("posting_failed", place=place)
            await asyncio.sleep(POLL_SECONDS)
        finally:
            del self._busy[place]

    async def _post(self, row: Row) -> None:
        adapter = self.adapters[row.post.place.partition(":")[0]]
        sent = decode(row.post.body, Sent)
        try:
            ref = await self._show(adapter, row, sent)
        except Gone as why:
            log.info("place_gone", place=row.post.place, why=str(why))
            ref = ""
        except Exception as trouble:
            tries = self._tries[row.id] = self._tries.get(row.id, 0) + 1
            if tries < TRIES:
                if isinstance(trouble, Later):
                    raise
                log.warning("post_failed", post=row.id, error=type(trouble).__name__)
                raise Later(0.25 * 2**tries) from trouble
            log.error("post_given_up", post=row.id, error=type(trouble).__name__)
            ref = ""
        self._tries.pop(row.id, None)
        await self.store.posted(row.id, ref, self.clock())
        if ref:
            await self._close_older(adapter, row, sent, ref)

    async def _show(self, adapter: Adapter, row: Row, sent: Sent) -> str:
        if sent.origin:
            ref = await adapter.answer(row, sent)
            if ref is not None:
                return ref
        if row.post.slot:
            old = await self.store.slot(row.sid, row.post.place, row.post.slot)
            stays = sent.post.keep == "edit" or (old is not None and adapter.newest(row.post.place) == old.ref)
            if old is not None and old.ref and stays and await adapter.edit(row, sent, old.ref):
                return old.ref
        return await adapter.show(row, sent)

    async def _close_older(self, adapter: Adapter, row: Row, sent: Sent, ref: str) -> None:
        """The newest post with buttons is the only one of its session and place that keeps them."""
        if not sent.post.asks and not sent.closes:
            return
        name = f"buttons:{row.sid}:{row.post.place}"
        older = await self.store.pointed(name)
        if older and older != ref:
            try:
                await adapter.close(row.post.place, older)
            except (Later, Gone) as why:
                log.info("buttons_left", place=row.post.place, why=str(why))
        await self.store.point(name, ref if sent.post.asks else None)
