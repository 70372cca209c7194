"""Delivery from the outbox to the chats: in order per place, places in parallel, at least once. A sent post is marked.

A post with a slot edits its earlier message while that is the newest of its place; otherwise it is posted again. A post
with buttons removes the buttons of earlier posts, so that only valid buttons are visible.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial

import structlog
from msgspec import DecodeError

from bot import keys
from bot.adapters.base import Adapter, Gone, Later
from bot.runtime.heartbeat import Heartbeat
from bot.runtime.hooks import MetricsHooks
from bot.runtime.store_health import StoreHealth
from bot.session.model.audience import Sent
from bot.session.wording.lobby import INVITATION
from bot.session.wording.lobby import SLOT as LOBBY
from games.core.codec import decode, encode
from storage.base import Collected, LeaseRequest, Outgoing, PartlyDown, Row, Store, StoreError

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.25
TRIES = 5
"""Number of failures, without a reason named by the platform, after which a post is given up. It must not block its
place.
"""
PATIENCE = 24 * 3_600_000
"""Milliseconds that one post waits for an unreachable platform."""
LONGEST_PAUSE = 30.0
"""Maximum of seconds between two tries by our own choice; a platform may ask for more."""
MANY = 100
"""Number of posts of one place that are fetched at once."""
SIGHT = 1_000
"""Initial number of waiting posts that a poll reads."""
BOARDS = 20
"""Number of later games in a place after which the buttons of an unfinished one are forgotten."""
LEASE, SKEW = 3_000, 400
"""Milliseconds that a place belongs to one process after its last renewal, and tolerance for differing clocks. After
that, the first process to ask gets it.
"""

Live = dict[str, str] | None
"""Messages with live buttons in a place, by what they are about; None while they cannot be read. Buttons that remain
then are refused by their stakes.
"""


class Poster:
    """Worker that sends posts through `adapters` (by the name in front of a place's colon)."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        clock: Callable[[], int],
        owner: str,
        health: StoreHealth | None = None,
        metrics: MetricsHooks | None = None,
        steady: Callable[[], int] | None = None,
    ) -> None:
        self.store, self.adapters, self.clock, self.owner = store, adapters, clock, owner
        self.steady = steady or clock
        """Milliseconds on a clock that never jumps, whatever happens to the time of day."""
        self.metrics = metrics or MetricsHooks()
        self.health = health or StoreHealth(store, clock)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._tries: dict[str, int] = {}
        self._since: dict[str, int] = {}
        self._out: dict[str, tuple[Row, str]] = {}
        """The last sent post of each place, with its reference. So it goes out once, even if recording that fails."""
        self._asked: dict[str, int] = {}
        """Time at which each place's lease was last requested and granted, by a clock that never jumps (`steady`)."""
        self._fresh: dict[str, set[str]] = {}
        """Places with new commits, and the sessions concerned; "" stands for any session."""
        self._sight = SIGHT
        self._incarnation = store.incarnation
        self._due = True
        """True if it is time for a poll."""
        self._wake = asyncio.Event()
        self._stop = asyncio.Event()

    def spoken(self, sid: str, posts: Iterable[Outgoing]) -> None:
        """Send newly committed posts of a session, or of none, at once. Polls of the store find any that are missed."""
        for post in posts:
            self._fresh.setdefault(post.place, set()).add(sid)
        self._wake.set()

    def wake(self, *places: str) -> None:
        """Check these places at once, because something may have been committed for them."""
        for place in places:
            self._fresh.setdefault(place, set()).add("")
        self._wake.set()

    def recall(self) -> None:
        """Request leases afresh, because the store may have lost its last moments."""
        self._incarnation = self.store.incarnation
        self._asked.clear()
        self._tries.clear()
        self._since.clear()

    async def run(self, stop: asyncio.Event) -> None:
        """Post until `stop` is set, then finish the places in progress."""
        self._stop, self._due = stop, True
        while not stop.is_set():
            self._wake.clear()
            self._look()
            try:
                if self._due:
                    await self.poll()
                    self._poll_later()
            except PartlyDown:
                if self._due:
                    self._poll_later()  # a part went away between two reads
            except StoreError as problem:
                self.health.met(problem)
                await self.health.over(stop)
                continue
            await self._wake.wait()
        with suppress(StoreError):
            await self.poll()
        # The caller's timeout also cancels a stuck send.
        await asyncio.gather(*self._busy.values())
        await self._leave()

    def _poll_later(self) -> None:
        """Poll after the usual pause. One timer serves for all that wakes the poster until then."""
        self._due = False
        asyncio.get_running_loop().call_later(POLL_SECONDS, self._fall_due)

    def _fall_due(self) -> None:
        self._due = True
        self._wake.set()

    def _look(self) -> None:
        """Start posting in places with new commits. A place in progress checks again afterwards."""
        for place in [place for place in self._fresh if place not in self._busy]:
            if place.partition(":")[0] in self.adapters:
                self._busy[place] = asyncio.create_task(self._place(place))
            else:
                del self._fresh[place]

    async def poll(self) -> None:
        """Start posting in every place with waiting posts that is not in progress."""
        now = self.steady()
        for place in [place for place, asked in self._asked.items() if not 0 <= now - asked < LEASE - SKEW]:
            if place not in self._busy:
                del self._asked[place]
        rows = await self.store.outbox(limit=self._sight)
        for place in dict.fromkeys(row.post.place for row in rows):
            if place not in self._busy and place.partition(":")[0] in self.adapters:
                self._fresh[place] = {""}
                self._busy[place] = asyncio.create_task(self._place(place))
        if len(rows) == self._sight:
            self._sight *= 2  # that many posts may all be waiting, or not ours, and must not hide one that could go out

    async def _leave(self) -> None:
        for place, asked in self._asked.items():
            if self._left(asked):
                with suppress(StoreError):
                    await self.store.release(keys.posting(place), self.owner)

    async def _place(self, place: str) -> None:
        """Post in a place, then pause. A pause that the program's end cuts short leaves the place busy."""
        pause = 0.0
        try:
            await self._drain(place)
        except Later as asked:
            pause = asked.seconds
        except StoreError as problem:
            self.health.met(problem)
            await self.health.over(self._stop)
            pause = POLL_SECONDS
        except Exception:
            log.exception("posting_failed", place=place)
            pause = 1.0
        if await self._rested(pause):
            del self._busy[place]
            if place in self._fresh:
                self._wake.set()

    async def _drain(self, place: str) -> None:
        sids = self._fresh.pop(place, {""})
        while sids:
            sid = sids.pop()
            if not sid:
                sids.clear()
            async with self._held(place, sid) as found:
                server, live = self.store.incarnation, _live(found.note)
                for row in found.rows:
                    if self.store.incarnation != server:
                        break  # these rows may be from a past that the store has lost
                    live = await self._post(row, live)
            if len(found.rows) == MANY or self.store.incarnation != server:
                sids.add(sid)
            sids |= self._fresh.pop(place, set())
        self._out.pop(place, None)

    @asynccontextmanager
    async def _held(self, place: str, sid: str) -> AsyncIterator[Collected]:
        """Take a place's lease, read what waits there, and keep the lease while the block lasts. What was read stays
        true there, because no other process posts. Raises `Later` if another process has the place, or, within the
        block, if the lease is lost: a late post would appear after newer ones.

        The lease is kept until it runs out, since the next post most often comes from the same process.
        """
        if self._incarnation != self.store.incarnation:
            self.recall()
        asked = self.steady()
        held = LeaseRequest(keys.posting(place), self.owner, self.clock(), LEASE, keys.buttons(place))
        try:
            async with (
                asyncio.timeout(self._left(asked)) as limit,
                Heartbeat(partial(self._renew, place, limit), LEASE / 3000, LEASE / 3000),
            ):
                found = await self.store.collect(place, held, MANY, sid)
                if found is None:
                    self._asked.pop(place, None)
                    raise Later(POLL_SECONDS)
                self._asked[place] = asked
                yield found
        except TimeoutError:
            self._asked.pop(place, None)
            raise Later(POLL_SECONDS) from None

    async def _renew(self, place: str, limit: asyncio.Timeout) -> None:
        asked = self.steady()
        with suppress(StoreError):
            mine = await self.store.lease(keys.posting(place), self.owner, self.clock(), LEASE)
            if mine:
                self._asked[place] = asked
            with suppress(RuntimeError):  # it has just run out
                limit.reschedule(asyncio.get_running_loop().time() + (self._left(asked) if mine else 0))

    def _left(self, asked: int) -> float:
        """Return the seconds for which a lease requested then is surely still ours; 0 if the clock was set back."""
        gone = self.steady() - asked
        return max(0, LEASE - SKEW - gone) / 1000 if gone >= 0 else 0.0

    async def _rested(self, seconds: float) -> bool:
        """Wait. Returns True after this many seconds, or False as soon as the program ends."""
        if seconds <= 0:
            return True
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return True
        return False

    async def _post(self, row: Row, live: Live) -> Live:
        """Post a row. Return the buttons that are live then."""
        platform = row.post.place.partition(":")[0]
        adapter = self.adapters[platform]
        sent = decode(row.post.body, Sent)
        try:
            out, ref = self._out.get(row.post.place, (None, ""))
            # A store that lost its last moments gives ids out again, so the posts' contents are compared, too.
            if out is None or (out.id, out.post) != (row.id, row.post):
                ref = await self._show(adapter, row, sent)
        except StoreError:
            raise
        except Gone as why:
            log.info("place_gone", place=row.post.place, why=str(why))
            self.metrics.sent(platform, "gone")
            ref = ""
        except Later as pause:
            self.metrics.sent(platform, "later")
            ref = self._put_off(row, pause)
        except Exception as trouble:
            self.metrics.sent(platform, "failed")
            ref = self._failed(row, trouble)
        self._tries.pop(row.id, None)
        self._since.pop(row.id, None)
        self._out[row.post.place] = row, ref
        return await self._settle(adapter, row, sent, ref, live)

    def _put_off(self, row: Row, pause: Later) -> str:
        """Try again later, after longer and longer pauses. Returns only when the post is given up."""
        now = self.steady()
        if now - self._since.setdefault(row.id, now) > PATIENCE:
            log.error("post_given_up", post=row.id, because="out of reach")
            return ""
        raise Later(max(pause.seconds, self._pause(row))) from pause

    def _failed(self, row: Row, trouble: Exception) -> str:
        """Handle a failure that waiting may not fix: try again a few times. Returns only when the post is given up."""
        pause = self._pause(row)
        if self._tries[row.id] < TRIES:
            log.warning("post_failed", post=row.id, exc_info=trouble)
            raise Later(pause) from trouble
        log.error("post_given_up", post=row.id, exc_info=trouble)
        return ""

    def _pause(self, row: Row) -> float:
        """Return the seconds until a post is tried once more; they grow with every try."""
        tries = self._tries[row.id] = self._tries.get(row.id, 0) + 1
        return float(min(0.25 * 2 ** min(tries, 10), LONGEST_PAUSE))

    async def _show(self, adapter: Adapter, row: Row, sent: Sent) -> str:
        if sent.origin:
            ref = await adapter.answer(row, sent)
            if ref is not None:
                self.metrics.sent(adapter.platform, "answered")
                return ref
        if row.post.slot:
            server = self.store.incarnation
            old = await self.store.slot(row.sid, row.post.place, row.post.slot)
            if self.store.incarnation != server:
                raise Later(0)  # the row may be from a past that the store has lost
            stays = sent.post.keep == "edit" or (old is not None and adapter.newest(row.post.place) == old.ref)
            if old is not None and old.ref and stays and await adapter.edit(row, sent, old.ref):
                self.metrics.sent(adapter.platform, "edited")
                return old.ref
        ref = await adapter.show(row, sent)
        self.metrics.sent(adapter.platform, "shown")
        return ref

    async def _settle(self, adapter: Adapter, row: Row, sent: Sent, ref: str, before: Live) -> Live:
        """Record that a post is out, note its buttons, and remove those of the posts that it replaces. Return the
        buttons that are live then.
        """
        place = row.post.place
        if not ref or _leaves(sent) or before is None:
            await self.store.posted(row.id, ref, self.clock(), row.post)
            return before
        kind, replaced = _replaces(row, sent)
        live = {one: old for one, old in before.items() if one not in replaced}
        if sent.post.asks or sent.code:
            live = dict(list(live.items())[-BOARDS:]) | {kind: ref}
        noted = ((keys.buttons(place), encode(live).decode() if live else None),) if live != before else ()
        await self.store.posted(row.id, ref, self.clock(), row.post, noted)
        for old in (before[one] for one in replaced if one in before):
            if old != ref:
                await self._close(adapter, place, old)
        return live

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


def _live(note: str | None) -> Live:
    """Return the buttons that a note tells of: none if it is spoilt, since that must not hold up its place."""
    if note is None:
        return None
    try:
        return decode(note, dict[str, str]) if note else {}
    except DecodeError:
        return {}


def _leaves(sent: Sent) -> bool:
    """Return whether a post leaves all buttons in its place: it has none, or others read the place and not the post."""
    if sent.private and not sent.stakes and not sent.code:
        return True
    return not (sent.post.asks or sent.code or sent.closes)


def _replaces(row: Row, sent: Sent) -> tuple[str, tuple[str, ...]]:
    """Return the kind of a post with buttons, and the kinds whose buttons it replaces in its place.

    A game's post replaces all buttons of its session here, and those of the front desk (the menu, a rematch). A
    question to one person replaces only the question before it: the offer above it is still valid.
    """
    board, question, desk = f"{row.sid}:board", f"{row.sid}:question", "desk"
    if sent.user:
        return (question, (question,)) if sent.stakes else (desk, (desk,))
    # A waiting table belongs to a session, too, so another table in the same place keeps its buttons.
    own = sent.stakes or row.post.slot in (INVITATION, LOBBY) or (sent.code and row.sid)
    return (board if own else desk), (board, question, desk)
