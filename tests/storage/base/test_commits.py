"""Every store's promises about steps: whole or not at all, once, on the version that they expect."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from storage.base import Commit, Conflict, Dup, Head, Input, Job, Loaded, Ok, Outgoing, Record, Store, Taken
from storage.redis.store import RedisStore
from tests.storage.samples import clock, everything, first, given, log, say, step, texts


class TestCommit:
    async def test_there_is_no_session_before_its_first_step(self, store: Store) -> None:
        assert await store.load("s") is None
        assert await log(store) == []

    async def test_a_session_begins_and_goes_on(self, store: Store) -> None:
        jobs = (clock(50), Job("s/ai/seller", 1, 5, "ai", "offer 1"))
        assert await store.commit(first(jobs=jobs)) == Ok(1)
        head = Head("s", "bargaining", "play", 1, b"terms")
        assert await store.load("s") == Loaded(head, 1, b"at 1", jobs, over=False)
        assert await store.commit(step(1, jobs=jobs[1:])) == Ok(2)
        assert await store.load("s") == Loaded(head, 2, b"at 2", jobs[1:], over=False)

    async def test_what_one_commits_the_other_sees(self, store: Store, other: Store) -> None:
        await store.commit(first())
        assert await other.commit(step(1)) == Ok(2)
        assert await store.commit(step(1)) == Conflict(2)
        assert await store.load("s") == await other.load("s")

    async def test_a_step_lets_names_stand_for_sessions_or_for_none(self, store: Store) -> None:
        await store.point("old", "s")
        await store.commit(first(points=(("focus", "s"), ("old", None))))
        assert (await store.pointed("focus"), await store.pointed("old")) == ("s", None)

    async def test_a_step_that_comes_too_late_changes_no_name(self, store: Store) -> None:
        await store.commit(first(inputs=("a",), answer=b"first", points=(("focus", "s"),)))
        await store.point("focus", "t")
        for late in (first(inputs=("a",), points=(("focus", "s"),)), step(3, "b", points=(("focus", "s"),))):
            assert isinstance(await store.commit(late), Dup | Conflict)
        # In a cluster, names are in other shards than the session.
        apart = isinstance(store, RedisStore) and store.link.cluster
        assert await store.pointed("focus") == ("s" if apart else "t")

    async def test_every_input_of_a_step_gets_its_answer(self, store: Store) -> None:
        await store.accept(given("a"))
        await store.commit(first())
        assert await store.commit(step(1, "a", "s/ai/seller:1")) == Ok(2)
        assert (await store.accept(given("a"))).answer == b"answer 2"
        assert await store.commit(step(2, "s/ai/seller:1")) == Dup(b"answer 2")

    async def test_an_input_named_twice_in_a_step_is_consumed_once(self, store: Store) -> None:
        assert await store.commit(first(inputs=("a", "a"))) == Ok(1)

    async def test_consuming_records_what_was_never_accepted(self, store: Store) -> None:
        await store.commit(first())
        await store.commit(step(1, "s/clock/turn:1"))
        taken = await store.accept(given("s/clock/turn:1"))
        assert taken == Taken(Input("s/clock/turn:1", "", "s", 102, b""), b"answer 2", fresh=False)

    async def test_a_stale_step_is_a_conflict_and_changes_nothing(self, store: Store) -> None:
        await store.accept(given("a"))
        await store.commit(first(tags=("ann",)))
        await store.commit(step(1))
        before = await everything(store)
        rich = step(1, "a", jobs=(clock(1),), posts=(say("x"),), tags=("bob",), over=True)
        assert await store.commit(rich) == Conflict(2)
        assert await store.commit(replace(rich, expect=7)) == Conflict(2)
        assert await everything(store) == before
        assert (await store.accept(given("a"))).answer is None

    async def test_a_later_step_of_no_session_is_a_conflict(self, store: Store) -> None:
        assert await store.commit(step(3)) == Conflict(0)

    async def test_a_session_begins_once(self, store: Store) -> None:
        await store.commit(first())
        before = await everything(store)
        assert await store.commit(first(snapshot=b"other")) == Conflict(1)
        assert await everything(store) == before

    async def test_a_repeat_is_dup_and_changes_nothing(self, store: Store) -> None:
        await store.accept(given("b"))
        await store.commit(first(inputs=("a",), answer=b"old", tags=("ann",)))
        before = await everything(store)
        again = step(1, "b", "a", jobs=(clock(1),), posts=(say("x"),), tags=("bob",), over=True)
        assert await store.commit(again) == Dup(b"old")
        assert await everything(store) == before
        assert (await store.accept(given("b"))).answer is None

    async def test_dup_goes_before_conflict(self, store: Store) -> None:
        await store.commit(first(inputs=("a",), answer=b"old"))
        await store.commit(step(1))
        assert await store.commit(step(0, "a", head=first().head)) == Dup(b"old")
        assert await store.commit(step(1, "a")) == Dup(b"old")
        assert await store.commit(step(5, "a", sid="nowhere")) == Dup(b"old")

    async def test_an_id_is_used_once_whichever_session_it_goes_to(self, store: Store) -> None:
        await store.commit(first(inputs=("a",), answer=b"old"))
        assert await store.commit(first("t", inputs=("a",))) == Dup(b"old")
        assert await store.load("t") is None

    async def test_the_first_of_several_repeats_names_the_answer(self, store: Store) -> None:
        await store.commit(first(inputs=("a",), answer=b"one"))
        await store.commit(step(1, "b"))
        assert await store.commit(step(2, "c", "b", "a")) == Dup(b"answer 2")

    async def test_the_end_is_for_good_and_takes_the_jobs(self, store: Store) -> None:
        await store.commit(first(jobs=(clock(5),), posts=(say("hi"),)))
        await store.commit(step(1, over=True, jobs=(clock(6),)))
        ended = await store.load("s")
        assert ended is not None
        assert (ended.over, ended.jobs, ended.snapshot) == (True, (), b"at 2")
        assert await store.next_due() is None
        assert await store.commit(step(2, "late", jobs=(clock(7),), posts=(say("over"),))) == Ok(3)
        ended = await store.load("s")
        assert ended is not None
        assert (ended.over, ended.jobs, ended.version) == (True, (), 3)
        assert await store.due(99) == ()
        assert [version for version, _, _ in await log(store)] == [1, 2, 3]
        assert await texts(store) == ["hi", "over"]

    async def test_a_session_may_end_with_its_first_step(self, store: Store) -> None:
        await store.commit(first(over=True, jobs=(clock(5),)))
        ended = await store.load("s")
        assert ended is not None
        assert (ended.over, ended.jobs) == (True, ())
        assert [session.head.sid for session in await store.sessions(live=False)] == ["s"]

    async def test_any_bytes(self, store: Store) -> None:
        odd = bytes(range(256)) * 40
        await store.commit(
            first(snapshot=odd, answer=odd, events=(odd, b""), inputs=("a",), posts=(Outgoing("p", odd),))
        )
        loaded = await store.load("s")
        assert loaded is not None
        assert loaded.snapshot == odd
        assert [data for _, _, data in await log(store)] == [odd, b""]
        assert (await store.outbox("p"))[0].post.body == odd
        assert await store.commit(step(1, "a")) == Dup(odd)

    async def test_simultaneous_steps_have_one_winner(self, store: Store, other: Store) -> None:
        await store.commit(first())
        steps = [(store, other)[n % 2].commit(step(1, f"in {n}")) for n in range(10)]
        done = await asyncio.gather(*steps)
        assert sorted(map(str, done)) == sorted(map(str, [Ok(2), *[Conflict(2)] * 9]))


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda: step(0), id="a first step without a head"),
        pytest.param(lambda: step(1, head=first().head), id="a head in a later step"),
        pytest.param(lambda: first(head=first("t").head), id="the head of another session"),
    ],
)
def test_a_step_that_makes_no_sense_is_an_error_of_the_caller(wrong: Callable[[], Commit]) -> None:
    with pytest.raises(ValueError, match=r"^session \w+: "):
        wrong()


class TestLog:
    async def test_events_come_in_order_with_their_time(self, store: Store) -> None:
        await store.commit(first(events=(b"a", b"b"), at=5))
        await store.commit(step(1, events=(), at=6))
        await store.commit(step(2, events=(b"c",), at=7))
        expected = [Record(1, 0, 5, b"a"), Record(1, 1, 5, b"b"), Record(3, 0, 7, b"c")]
        assert [record async for record in store.events("s")] == expected

    async def test_after_leaves_out_what_is_known(self, store: Store) -> None:
        await store.commit(first(events=(b"a", b"b")))
        await store.commit(step(1))
        assert await log(store, after=1) == [(2, 0, b"event 2")]
        assert await log(store, after=2) == []

    async def test_sessions_have_logs_of_their_own(self, store: Store) -> None:
        await store.commit(first("s", events=(b"s",)))
        await store.commit(first("s1", events=(b"s1",)))
        assert await log(store, "s") == [(1, 0, b"s")]

    async def test_a_long_log_is_whole_and_may_grow_while_it_is_read(self, store: Store) -> None:
        await store.commit(first(events=tuple(b"%d" % n for n in range(300))))
        for version in range(1, 350):
            await store.commit(step(version))
        seen = []
        async for record in store.events("s"):
            if record.version == 100 and record.k == 0:
                assert await store.commit(step(350)) == Ok(351)
            seen.append((record.version, record.k))
        assert seen == [(1, k) for k in range(300)] + [(version, 0) for version in range(2, 352)]
