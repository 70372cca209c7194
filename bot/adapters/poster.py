"""From the outbox to the chats: in order per place, places side by side, at least once, and noted when a post is out.

A box with a slot is edited while it is the newest message of its place and posted again otherwise. A post with buttons
takes the buttons off the posts before it, so that only what can still be pressed looks as if it could.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress

import structlog

from bot.adapters.base import Adapter, Gone, Later
from bot.outage import Outage
from bot.sessions.places import Sent
from bot.watch import Watch
from games.codec import decode
from storage.base import PostId, Row, Store, StoreError

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.25
TRIES = 5
"""A post that failed so often for no reason that the platform named is given up; it must not hold up its place."""
PATIENCE = 24 * 3_600_000
"""A platform that is out of reach is waited for this many milliseconds with one post."""
LONGEST_PAUSE = 30.0
"""Seconds between two tries of our own choosing; a platform may ask for more."""
SIGHT = 1_000
"""So many waiting posts are looked at to begin with."""
LEASE, SKEW = 3_000, 400
"""A place belongs to one process for so many milliseconds after its last sign of life, and then to who asks first.
The clocks of two processes may differ a little.
"""


class Poster:
    """Posts for the platforms in `adapters` (by the name in front of a place's colon)."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        clock: Callable[[], int],
        owner: str,
        outage: Outage | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.store, self.adapters, self.clock, self.owner = store, adapters, clock, owner
        self.watch = watch or Watch()
        self.outage = outage or Outage(store, clock)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._tries: dict[str, int] = {}
        self._since: dict[str, int] = {}
        self._out: dict[str, tuple[PostId, str]] = {}
        """The last post of each place that is out, and its reference: it goes out once, even if noting that fails."""
        self._sight = SIGHT
        self._wake = asyncio.Event()
        self._stop = asyncio.Event()

    def wake(self) -> None:
        """Something was committed: look at once."""
        self._wake.set()

    async def run(self, stop: asyncio.Event) -> None:
        """Post until `stop` is set, then finish the places that are at it."""
        self._stop = stop
        while not stop.is_set():
            self._wake.clear()
            try:
                await self.poll()
            except StoreError as problem:
                self.outage.met(problem)
                await self.outage.over(stop)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), POLL_SECONDS)
        with suppress(StoreError):
            await self.poll()
        if self._busy:
            await asyncio.wait(self._busy.values())

    async def poll(self) -> None:
        """Start posting in every place that has something to post and is not at it."""
        rows = await self.store.outbox(limit=self._sight)
        for place in dict.fromkeys(row.post.place for row in rows):
            if place not in self._busy and place.partition(":")[0] in self.adapters:
                self._busy[place] = asyncio.create_task(self._place(place))
        if len(rows) == self._sight:
            self._sight *= 2  # so many posts that have to wait, or are not ours, must not hide one that could go out

    async def _place(self, place: str) -> None:
        """A place whose pause is cut short by the end of the program stays busy, and is not written to before time."""
        pause = 0.0
        try:
            await self._drain(place)
        except Later as asked:
            pause = asked.seconds
        except StoreError as problem:
            self.outage.met(problem)
            await self.outage.over(self._stop)
            pause = POLL_SECONDS
        except Exception:
            log.exception("posting_failed", place=place)
            pause = 1.0
        if await self._rested(pause):
            del self._busy[place]

    async def _drain(self, place: str) -> None:
        lease = f"post:{place}"
        try:
            more = True
            while more:
                async with self._held(lease):
                    rows = await self.store.outbox(place)
                    for row in rows:
                        await self._post(row)
                    more = bool(rows)
            self._out.pop(place, None)
        finally:
            await self.store.release(lease, self.owner)

    @asynccontextmanager
    async def _held(self, lease: str) -> AsyncIterator[None]:
        """Keep a place while the block lasts. What is read in the block stays true there: no other process posts.

        Raises `Later` if another process has the place, and in the middle of the block if it is lost: a post that came
        late would stand behind newer ones.
        """
        asked = self.clock()
        if not await self.store.lease(lease, self.owner, asked, LEASE):
            raise Later(POLL_SECONDS)
        try:
            async with asyncio.timeout(self._left(asked)) as limit:
                renewing = asyncio.create_task(self._renew(lease, limit))
                try:
                    yield
                finally:
                    renewing.cancel()
        except TimeoutError:
            raise Later(POLL_SECONDS) from None

    async def _renew(self, lease: str, limit: asyncio.Timeout) -> None:
        while True:
            await asyncio.sleep(LEASE / 3000)
            asked = self.clock()
            with suppress(StoreError):
                mine = await self.store.lease(lease, self.owner, asked, LEASE)
                with suppress(RuntimeError):  # it has just run out
                    limit.reschedule(asyncio.get_running_loop().time() + (self._left(asked) if mine else 0))

    def _left(self, asked: int) -> float:
        """Seconds for which a lease that was asked for then is surely ours."""
        return max(0, asked + LEASE - SKEW - self.clock()) / 1000

    async def _rested(self, seconds: float) -> bool:
        """True after so many seconds; False as soon as the program ends."""
        if seconds <= 0:
            return True
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return True
        return False

    async def _post(self, row: Row) -> None:
        platform = row.post.place.partition(":")[0]
        adapter = self.adapters[platform]
        sent = decode(row.post.body, Sent)
        try:
            out, ref = self._out.get(row.post.place, ("", ""))
            if out != row.id:
                ref = await self._show(adapter, row, sent)
        except StoreError:
            raise
        except Gone as why:
            log.info("place_gone", place=row.post.place, why=str(why))
            self.watch.sent(platform, "gone")
            ref = ""
        except Later as pause:
            self.watch.sent(platform, "later")
            ref = self._put_off(row, pause)
        except Exception as trouble:
            self.watch.sent(platform, "failed")
            ref = self._failed(row, trouble)
        self._tries.pop(row.id, None)
        self._since.pop(row.id, None)
        self._out[row.post.place] = row.id, ref
        await self.store.posted(row.id, ref, self.clock())
        if ref:
            await self._retire(adapter, row, sent, ref)

    def _put_off(self, row: Row, pause: Later) -> str:
        """Try again, after longer and longer pauses. Returns only when the post is given up."""
        now = self.clock()
        if now - self._since.setdefault(row.id, now) > PATIENCE:
            log.error("post_given_up", post=row.id, because="out of reach")
            return ""
        raise Later(max(pause.seconds, self._pause(row))) from pause

    def _failed(self, row: Row, trouble: Exception) -> str:
        """The same for a failure that waiting may not mend."""
        pause = self._pause(row)
        if self._tries[row.id] < TRIES:
            log.warning("post_failed", post=row.id, exc_info=trouble)
            raise Later(pause) from trouble
        log.error("post_given_up", post=row.id, exc_info=trouble)
        return ""

    def _pause(self, row: Row) -> float:
        """Seconds until a post is tried once more; they grow with every try."""
        tries = self._tries[row.id] = self._tries.get(row.id, 0) + 1
        return float(min(0.25 * 2 ** min(tries, 10), LONGEST_PAUSE))

    async def _show(self, adapter: Adapter, row: Row, sent: Sent) -> str:
        if sent.origin:
            ref = await adapter.answer(row, sent)
            if ref is not None:
                self.watch.sent(adapter.platform, "answered")
                return ref
        if row.post.slot:
            old = await self.store.slot(row.sid, row.post.place, row.post.slot)
            stays = sent.post.keep == "edit" or (old is not None and adapter.newest(row.post.place) == old.ref)
            if old is not None and old.ref and stays and await adapter.edit(row, sent, old.ref):
                self.watch.sent(adapter.platform, "edited")
                return old.ref
        ref = await adapter.show(row, sent)
        self.watch.sent(adapter.platform, "shown")
        return ref

    async def _retire(self, adapter: Adapter, row: Row, sent: Sent, ref: str) -> None:
        """Take the buttons off the posts that this one makes old.

        What the game says replaces all buttons of its session here, and those of the front desk (the menu, a rematch).
        A question put to one person replaces the question before it: the offer above it still stands.
        """
        buttons = bool(sent.post.asks or sent.code)
        if not buttons and not sent.closes:
            return
        place = row.post.place
        board, question = (f"buttons:{row.sid}:{kind}:{place}" for kind in ("board", "question"))
        desk = f"buttons:desk:{place}"
        if sent.user:
            mine, older = (question, [question]) if sent.stakes else (desk, [desk])
        else:
            mine, older = board if sent.stakes else desk, [board, question, desk]
        for name in older:
            old = await self.store.pointed(name)
            if old is not None and old != ref:
                await self._close(adapter, place, old)
            if old is not None and name != mine:
                await self.store.point(name, None)
        await self.store.point(mine, ref if buttons else None)

    async def _close(self, adapter: Adapter, place: str, ref: str) -> None:
        for _ in range(TRIES):
            try:
                await adapter.close(place, ref)
                return
            except Later as pause:
                await self._rested(min(max(pause.seconds, 0.25), LONGEST_PAUSE))
            except Gone as why:
                log.info("buttons_left", place=place, why=str(why))
                return
        log.info("buttons_left", place=place, why="out of reach")
