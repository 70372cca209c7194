"""Every store's promises about jobs and leases on them."""

import asyncio
import time

from storage.base import Due, Job, Ok, Store
from tests.storage.samples import clock, first, step

SHORT, LONG = 50, 60_000
"""Lengths of leases, in milliseconds: one that is waited for, and one that outlasts any test."""


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class TestJobs:
    async def test_due_are_those_whose_time_has_come_earliest_first(self, store: Store) -> None:
        await store.commit(first("s", jobs=(clock(30), clock(10, "clock/idle"))))
        await store.commit(first("t", jobs=(clock(20, sid="t"),)))
        assert await store.next_due() == 10
        assert [due.job.due for due in await store.due(9)] == []
        assert [due.job.due for due in await store.due(10)] == [10]
        assert [(due.sid, due.job.due) for due in await store.due(30)] == [("s", 10), ("t", 20), ("s", 30)]

    async def test_a_limit_keeps_the_earliest(self, store: Store) -> None:
        await store.commit(first("s", jobs=(clock(10), clock(20, "clock/idle"), clock(40, "clock/phase"))))
        await store.commit(first("t", jobs=(clock(30, sid="t"),)))
        await store.commit(first("u", jobs=(clock(15, sid="u"), clock(35, "clock/idle", sid="u"))))
        for limit in range(1, 7):
            assert [due.job.due for due in await store.due(99, limit)] == [10, 15, 20, 30, 35, 40][:limit]

    async def test_of_one_time_they_come_by_session_and_key(self, store: Store) -> None:
        await store.commit(first("t", jobs=(clock(5, "b", sid="t"), clock(5, "a", sid="t"))))
        await store.commit(first("s", jobs=(clock(5, "z"),)))
        assert [due.job.key for due in await store.due(5)] == ["s/z", "t/a", "t/b"]
        assert [due.job.key for due in await store.due(5, limit=2)] == ["s/z", "t/a"]

    async def test_they_stay_until_a_commit_replaces_them(self, store: Store) -> None:
        job = Job("s/ai/seller", 3, 5, "ai", "offer 3")
        await store.commit(first(jobs=(job,)))
        assert await store.due(5) == await store.due(5) == (Due("s", job),)
        await store.commit(step(1, jobs=(job, clock(9))))
        assert await store.due(9) == (Due("s", job), Due("s", clock(9)))
        await store.commit(step(2))
        assert await store.due(99) == ()
        assert await store.next_due() is None

    async def test_sessions_that_are_not_asked_for_hide_no_others(self, store: Store) -> None:
        for number, sid in enumerate("stuv"):
            await store.commit(first(sid, jobs=(clock(number, sid=sid), clock(9, "clock/idle", sid=sid))))
        assert [due.sid for due in await store.due(8, but={"s", "u", "unknown"})] == ["t", "v"]
        assert [due.sid for due in await store.due(8, limit=1, but=["s"])] == ["t"]
        assert await store.due(99, but=("s", "t", "u", "v")) == ()

    async def test_the_jobs_of_others_are_left_alone(self, store: Store) -> None:
        await store.commit(first("s", jobs=(clock(5),)))
        await store.commit(first("t", jobs=(clock(6, sid="t"),)))
        await store.commit(step(1, sid="s"))
        assert await store.due(9) == (Due("t", clock(6, sid="t")),)


class TestLease:
    async def test_one_owner_at_a_time(self, store: Store, other: Store) -> None:
        assert await store.lease("s", "me", milliseconds(), LONG)
        assert not await other.lease("s", "you", milliseconds(), LONG)
        assert await other.lease("t", "you", milliseconds(), LONG)

    async def test_it_runs_out(self, store: Store, other: Store) -> None:
        await store.lease("s", "me", milliseconds(), SHORT)
        await asyncio.sleep(2 * SHORT / 1000)
        assert await other.lease("s", "you", milliseconds(), LONG)
        assert not await store.lease("s", "me", milliseconds(), LONG)

    async def test_the_holder_renews_it(self, store: Store) -> None:
        await store.lease("s", "me", milliseconds(), SHORT)
        assert await store.lease("s", "me", milliseconds(), LONG)
        await asyncio.sleep(2 * SHORT / 1000)
        assert not await store.lease("s", "you", milliseconds(), LONG)

    async def test_a_longer_one_is_not_shortened_by_who_asks_for_less(self, store: Store) -> None:
        await store.lease("s", "me", milliseconds(), LONG)
        assert not await store.lease("s", "you", milliseconds(), SHORT)

    async def test_it_can_be_given_back_by_its_owner_only(self, store: Store) -> None:
        await store.lease("s", "me", milliseconds(), LONG)
        await store.release("s", "you")
        assert not await store.lease("s", "you", milliseconds(), LONG)
        await store.release("s", "me")
        assert await store.lease("s", "you", milliseconds(), LONG)

    async def test_giving_back_what_nobody_has_is_fine(self, store: Store) -> None:
        await store.release("s", "me")

    async def test_a_commit_asks_for_none(self, store: Store) -> None:
        await store.lease("s", "somebody else", milliseconds(), LONG)
        assert await store.commit(first()) == Ok(1)
