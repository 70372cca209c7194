"""Every store against the reference: whatever is done to both, in whatever order, both say the same."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from storage.base import Commit, Head, Input, Job, LeaseRequest, Ok, Outgoing, Store
from storage.memory import MemoryStore
from storage.redis.store import RedisStore
from tests.storage.conftest import BACKENDS, Backend, named
from tests.storage.samples import T as SAME

T = TypeVar("T")

SIDS = st.sampled_from(["s", "t", SAME])
"""The last one is in the shard of the first, and so may be opened by its steps, and the other way round."""
IDS = st.sampled_from(["tg:1", "tg:2", "dc:1", "s/ai/seller:1", "s/clock/x:2"])
PLACES = st.sampled_from(["here", "there"])
SLOTS = st.sampled_from(["", "", "box", "map"])
TAGS = st.lists(st.sampled_from(["ann", "bob", "late"]), max_size=2).map(tuple)
TIMES = st.integers(0, 6)
LIMITS = st.integers(1, 4) | st.just(100)
BYTES = st.binary(max_size=3)
OWNERS = st.sampled_from(["me", "you"])
NAMES = st.sampled_from(["code:A", "focus:x"])
MARKS = st.sampled_from(["", "a", "b"])
LASTS = 3_600_000
"""Milliseconds that no example takes."""
POSTS = st.lists(st.builds(Outgoing, PLACES, BYTES, SLOTS), max_size=3).map(tuple)
INPUTS = st.lists(IDS, max_size=2).map(tuple)

SHARE = {"sqlite": 2, "fakeredis": 30, "redis": 10, "cluster": 15}
"""Slower stores get fewer examples: one in this many."""


def jobs(sid: str) -> st.SearchStrategy[tuple[Job, ...]]:
    keys = st.sampled_from([f"{sid}/clock/x", f"{sid}/ai/seller", f"{sid}/ai/buyer"])
    kinds = st.sampled_from(["clock", "ai", "nudge", "onward"])
    made = st.builds(Job, keys, st.integers(1, 3), TIMES, kinds, st.sampled_from(["", "offer 1"]))
    return st.lists(made, max_size=3, unique_by=lambda job: job.key).map(tuple)


class Pair(RuleBasedStateMachine):
    """Two handles on one store, as two processes would have, and the model. Rules pick a handle at random."""

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.again = backend(Path(self.folder.name))
        self.stores = [self.again(), self.again()]
        self.model = MemoryStore()
        self.rows: set[str] = {"s.9.9"}
        for store in self.stores:
            self.run(store.open())

    def teardown(self) -> None:
        for store in self.stores:
            self.run(store.close())
        self.runner.close()
        self.folder.cleanup()

    def run(self, work: Awaitable[T]) -> T:
        async def waited() -> T:
            return await work

        return self.runner.run(waited())

    @property
    def clustered(self) -> bool:
        """True for a cluster: it sets names first, also for what turns out to change nothing."""
        return isinstance(self.stores[0], RedisStore) and self.stores[0].link.cluster

    def same(self, data: st.DataObject, ask: Callable[[Store], Awaitable[T]]) -> T:
        """Do it to both."""
        expected = self.run(ask(self.model))
        assert self.run(ask(data.draw(st.sampled_from(self.stores), "handle"))) == expected
        return expected

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Most runs are about sessions that exist."""
        self.commit(data, "s", 0)

    @rule(data=st.data(), id=IDS, place=PLACES, sid=st.just("") | SIDS, at=TIMES, body=BYTES, to=st.just("") | NAMES)
    def accept(self, data: st.DataObject, id: str, place: str, sid: str, at: int, body: bytes, to: str) -> None:
        self.same(data, lambda store: store.accept(Input(id, place, sid, at, body), to))

    @rule(data=st.data(), id=IDS, answer=BYTES, at=TIMES, posts=POSTS)
    def answered(self, data: st.DataObject, id: str, answer: bytes, at: int, posts: tuple[Outgoing, ...]) -> None:
        self.same(data, lambda store: store.answered(Input(id, "here", "", at, b""), answer, at, posts))

    @rule(data=st.data(), id=IDS)
    def attempt(self, data: st.DataObject, id: str) -> None:
        self.same(data, lambda store: store.attempt(id))

    @rule(data=st.data(), id=IDS, answer=BYTES, at=TIMES, posts=POSTS)
    def park(self, data: st.DataObject, id: str, answer: bytes, at: int, posts: tuple[Outgoing, ...]) -> None:
        self.same(data, lambda store: store.park(Input(id, "here", "", at, b""), answer, at, posts, "why"))

    @rule(data=st.data(), sid=SIDS, off=st.sampled_from([0, 0, 0, 0, -1, 1]))
    def commit(self, data: st.DataObject, sid: str, off: int) -> None:
        """A step at the right version, or at another; steps that make no sense are tried elsewhere."""
        loaded = self.run(self.model.load(sid))
        base = data.draw(st.just(loaded.mark if loaded else "") | MARKS, "base")
        step = self.step(data, sid, max(0, (loaded.version if loaded else 0) + off), base)
        done = self.same(data, lambda store: store.commit(step))
        if isinstance(done, Ok):
            self.rows |= {f"{sid}.{step.expect + 1}.{k}" for k in range(3)}

    @staticmethod
    def step(data: st.DataObject, sid: str, expect: int, base: str = "") -> Commit:
        at = data.draw(TIMES)
        return Commit(
            sid,
            expect,
            data.draw(INPUTS),
            data.draw(BYTES),
            data.draw(st.lists(BYTES, max_size=3).map(tuple)),
            data.draw(BYTES),
            at,
            data.draw(jobs(sid)),
            data.draw(POSTS),
            over=data.draw(st.sampled_from([False, False, False, True])),
            tags=data.draw(TAGS),
            head=Head(sid, "bargaining", "play", at, b"terms") if expect == 0 else None,
            base=base,
            mark=data.draw(MARKS),
        )

    @rule(data=st.data(), ref=st.sampled_from(["", "m1", "m2"]), at=TIMES)
    def posted(self, data: st.DataObject, ref: str, at: int) -> None:
        waiting = [row.id for row in self.run(self.model.outbox())]
        ids = st.sampled_from(sorted(self.rows)) | (st.sampled_from(waiting) if waiting else st.nothing())
        id = data.draw(ids, "post")
        row = self.run(self.model.post(id))
        post = data.draw(st.sampled_from([None, Outgoing("here", b"another"), row.post if row else None]), "content")
        some = st.nothing() if self.clustered else st.tuples(st.tuples(NAMES, st.none() | st.just(ref)))
        points = data.draw(st.just(()) | some, "points")
        self.same(data, lambda store: store.posted(id, ref, at, post, points))

    @rule(data=st.data(), place=PLACES, limit=LIMITS, sid=st.just("") | SIDS)
    def outbox(self, data: st.DataObject, place: str, limit: int, sid: str) -> None:
        self.rows |= {row.id for row in self.same(data, lambda store: store.outbox(place, limit, sid))}

    @rule(data=st.data(), sid=st.just("") | SIDS, place=PLACES, slot=SLOTS)
    def slot(self, data: st.DataObject, sid: str, place: str, slot: str) -> None:
        self.same(data, lambda store: store.slot(sid, place, slot))

    @rule(data=st.data(), now=TIMES, limit=LIMITS, but=st.sets(SIDS, max_size=2))
    def due(self, data: st.DataObject, now: int, limit: int, but: set[str]) -> None:
        self.same(data, lambda store: store.due(now, limit, but))

    @rule(data=st.data(), sid=SIDS, owner=OWNERS, now=TIMES, ttl=TIMES)
    def lease(self, data: st.DataObject, sid: str, owner: str, now: int, ttl: int) -> None:
        if isinstance(self.stores[0], RedisStore):
            now, ttl = 0, LASTS  # its server's clock counts
        self.same(data, lambda store: store.lease(sid, owner, now, ttl))

    @rule(data=st.data(), place=PLACES, owner=OWNERS, now=TIMES, ttl=TIMES, limit=LIMITS, sid=st.just("") | SIDS)
    def collect(self, data: st.DataObject, place: str, owner: str, now: int, ttl: int, limit: int, sid: str) -> None:
        if isinstance(self.stores[0], RedisStore):
            now, ttl = 0, LASTS  # its server's clock counts
        held = LeaseRequest(data.draw(SIDS, "name"), owner, now, ttl, data.draw(NAMES, "note"))
        self.same(data, lambda store: store.collect(place, held, limit, sid))

    @rule(data=st.data(), sid=SIDS, owner=OWNERS)
    def release(self, data: st.DataObject, sid: str, owner: str) -> None:
        self.same(data, lambda store: store.release(sid, owner))

    @rule(data=st.data(), name=NAMES, sid=SIDS | st.none())
    def point(self, data: st.DataObject, name: str, sid: str | None) -> None:
        self.same(data, lambda store: store.point(name, sid))
        self.same(data, lambda store: store.pointed(name))

    @rule(data=st.data(), key=st.sampled_from(["button", "message"]), owner=IDS)
    def claim(self, data: st.DataObject, key: str, owner: str) -> None:
        self.same(data, lambda store: store.claim(key, owner, 1 << 42))

    @rule(data=st.data(), tag=st.sampled_from([None, "ann", "bob"]), live=st.none() | st.booleans(), limit=LIMITS)
    def sessions(self, data: st.DataObject, tag: str | None, live: bool | None, limit: int) -> None:
        self.same(data, lambda store: store.sessions(tag, live, limit))

    @rule(data=st.data(), sid=SIDS, after=TIMES)
    def events(self, data: st.DataObject, sid: str, after: int) -> None:
        async def read(store: Store) -> list[Any]:
            return [record async for record in store.events(sid, after)]

        self.same(data, read)

    @rule(data=st.data(), before=TIMES, limit=LIMITS, archived=st.booleans())
    def ended(self, data: st.DataObject, before: int, limit: int, archived: bool) -> None:
        self.same(data, lambda store: store.ended(before, limit, archived))

    @rule(data=st.data(), sid=SIDS)
    def archive(self, data: st.DataObject, sid: str) -> None:
        self.same(data, lambda store: store.archive(sid))

    @rule(data=st.data(), sid=SIDS)
    def drop(self, data: st.DataObject, sid: str) -> None:
        self.same(data, lambda store: store.drop(sid))

    @rule(number=st.integers(0, 1))
    def reopen(self, number: int) -> None:
        """One of the processes ends and another one begins."""
        self.run(self.stores[number].close())
        self.stores[number] = self.again()
        self.run(self.stores[number].open())

    @invariant()
    def all_is_the_same(self) -> None:
        assert self.run(self.seen(self.stores[0])) == self.run(self.seen(self.model))

    async def seen(self, store: Store) -> object:
        """Return the store's state with the order across places, which the contract leaves open, evened out."""
        return (
            await store.sessions(),
            [await store.load(sid) for sid in ("s", "t", SAME)],
            await store.next_due(),
            await store.tally(["ann", "bob"]),
            [await store.stands(tag, live) for tag in ("ann", "bob") for live in (True, False)],
            sorted(await store.pending(9), key=lambda input: (input.at, input.place)),
            sorted(await store.outbox(), key=lambda row: row.post.place),
            await store.parked(),
            [await store.post(id) for id in sorted(self.rows)],
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", named(*(name for name in BACKENDS if name != "memory")))
def test_it_does_what_the_reference_does(name: str) -> None:
    class Here(Pair):
        def __init__(self) -> None:
            super().__init__(BACKENDS[name])

    usual = settings.get_profile(settings.get_current_profile_name())
    examples = max(1, usual.max_examples // SHARE.get(name, 1))
    run_state_machine_as_test(Here, settings=settings(usual, max_examples=examples, stateful_step_count=30))
