"""What every store promises (storage/base.py), promise by promise."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from storage.base import (
    Commit,
    Conflict,
    Due,
    Dup,
    Head,
    Input,
    Job,
    Loaded,
    Ok,
    Outgoing,
    Record,
    Row,
    Store,
    Taken,
)
from tests.storage.conftest import Again
from tests.storage.samples import T, U, clock, everything, first, given, log, say, step, texts


class TestInbox:
    async def test_an_input_is_recorded_once(self, store: Store) -> None:
        assert await store.accept(given("a")) == Taken(given("a"), None, fresh=True)
        assert await store.accept(given("a")) == Taken(given("a"), None, fresh=False)

    async def test_the_first_record_of_an_id_wins(self, store: Store) -> None:
        await store.accept(given("a", sid="s"))
        later = given("a", sid="t", at=99, place="there", body=b"other")
        assert await store.accept(later) == Taken(given("a", sid="s"), None, fresh=False)

    async def test_an_accepted_input_is_there_for_others_at_once(self, store: Store, other: Store) -> None:
        await store.accept(given("a"))
        assert await other.accept(given("a")) == Taken(given("a"), None, fresh=False)
        assert await other.pending(11) == (given("a"),)

    async def test_a_repeat_gets_the_answer_and_what_was_said_is_not_kept(self, store: Store) -> None:
        await store.accept(given("a"))
        await store.commit(first(inputs=("a",), answer=b"yes"))
        assert await store.accept(given("a")) == Taken(given("a", body=b""), b"yes", fresh=False)

    async def test_an_empty_answer_is_an_answer(self, store: Store) -> None:
        await store.accept(given("a"))
        await store.commit(first(inputs=("a",), answer=b""))
        assert (await store.accept(given("a"))).answer == b""
        assert await store.commit(step(1, "a")) == Dup(b"")

    async def test_pending_has_what_is_not_answered(self, store: Store) -> None:
        for id in "abc":
            await store.accept(given(id))
        await store.commit(first(inputs=("a",)))
        await store.answered(given("b"), b"no", 20)
        assert await store.pending(11) == (given("c"),)

    async def test_pending_is_of_before_a_time_and_oldest_first(self, store: Store) -> None:
        for id, at in (("a", 30), ("b", 10), ("c", 20)):
            await store.accept(given(id, at=at))
        assert [input.id for input in await store.pending(30)] == ["b", "c"]
        assert [input.id for input in await store.pending(31)] == ["b", "c", "a"]
        assert [input.id for input in await store.pending(31, limit=1)] == ["b"]

    async def test_pending_of_one_time_keeps_the_order_of_acceptance(self, store: Store) -> None:
        for id in ("tg:999", "tg:1000", "tg:998"):
            await store.accept(given(id))
        assert [input.id for input in await store.pending(11)] == ["tg:999", "tg:1000", "tg:998"]

    async def test_any_text_and_any_bytes(self, store: Store) -> None:
        odd = given('it\'s "an" id; --\n%_ö😀', place="ort:ß", body=bytes(range(256)))
        await store.accept(odd)
        assert await store.pending(11) == (odd,)


class TestAnsweringWithoutASession:
    async def test_the_answer_is_kept_and_the_posts_go_out(self, store: Store) -> None:
        await store.accept(given("a", sid=""))
        await store.answered(given("a", sid=""), b"no game", 20, (say("one"), say("two")))
        assert (await store.accept(given("a"))).answer == b"no game"
        rows = await store.outbox("here")
        assert [(row.sid, row.post) for row in rows] == [("", say("one")), ("", say("two"))]
        front = rows[0].id.removesuffix(".0.0")
        assert (front[0], rows[1].id, len(rows[0].id) <= 32) == ("~", f"{front}.0.1", True)
        await store.posted(rows[0].id, "m1", 30)
        assert await texts(store) == ["two"]
        assert await store.post(rows[0].id) == replace(rows[0], ref="m1", at=30)

    async def test_a_repeat_changes_nothing(self, store: Store) -> None:
        await store.answered(given("a"), b"first", 20, (say("one"),))
        await store.answered(given("a"), b"second", 30, (say("two"),))
        assert (await store.accept(given("a"))).answer == b"first"
        assert await texts(store) == ["one"]

    async def test_what_a_commit_answered_stays(self, store: Store) -> None:
        await store.commit(first(inputs=("a",), answer=b"first"))
        await store.answered(given("a"), b"second", 30, (say("two"),))
        assert (await store.accept(given("a"))).answer == b"first"
        assert await texts(store) == []

    async def test_no_commit_can_consume_it_any_more(self, store: Store) -> None:
        await store.answered(given("a"), b"first", 20)
        assert await store.commit(first(inputs=("a",))) == Dup(b"first")

    async def test_an_input_that_was_not_accepted_is_recorded(self, store: Store) -> None:
        await store.answered(given("a"), b"first", 20)
        assert await store.accept(given("a", sid="t")) == Taken(given("a", body=b""), b"first", fresh=False)

    async def test_inputs_do_not_share_ids_of_posts(self, store: Store) -> None:
        for id in ("a", "b"):
            await store.answered(given(id), b"", 20, (say(id),))
        rows = await store.outbox("here")
        assert [row.post.body for row in rows] == [b"a", b"b"]
        assert len({row.id for row in rows}) == 2


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
        rich = step(1, "a", jobs=(clock(1),), posts=(say("x"),), tags=("bob",), over=True, opens=(first(T),))
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
        again = step(1, "b", "a", jobs=(clock(1),), posts=(say("x"),), tags=("bob",), over=True, opens=(first(T),))
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


class TestOpening:
    """A step that opens further sessions."""

    async def test_all_of_them_begin_with_the_step(self, store: Store) -> None:
        await store.commit(first())
        second = first(T, jobs=(clock(7, sid=T),), posts=(say("t1"),), tags=("ann",), opens=(first(U),))
        assert await store.commit(step(1, posts=(say("s2"),), opens=(second,))) == Ok(2)
        assert [session.head.sid for session in await store.sessions()] == [U, T, "s"]
        assert await texts(store) == ["s2", "t1"]
        assert await store.next_due() == 7
        assert [session.head.sid for session in await store.sessions("ann")] == [T]
        assert await log(store, T) == [(1, 0, b"began")]

    async def test_a_first_step_may_open_others(self, store: Store) -> None:
        assert await store.commit(first(opens=(first(T), first(U)))) == Ok(1)
        assert {session.head.sid for session in await store.sessions()} == {"s", T, U}

    async def test_one_that_is_there_already_stops_the_whole_step(self, store: Store) -> None:
        await store.commit(first())
        await store.commit(first(T))
        await store.commit(step(1, sid=T))
        before = await everything(store)
        assert await store.commit(step(1, "a", posts=(say("x"),), opens=(first(U), first(T)))) == Conflict(2)
        assert await everything(store) == before
        assert await store.load(U) is None
        assert (await store.accept(given("a"))).fresh

    async def test_each_answers_its_own_inputs_and_the_step_goes_first(self, store: Store) -> None:
        opened = first(T, inputs=("a", "b"), answer=b"opened")
        await store.commit(first(inputs=("a",), answer=b"step", opens=(opened,)))
        assert (await store.accept(given("a"))).answer == b"step"
        assert await store.accept(given("b")) == Taken(Input("b", "", T, 1, b""), b"opened", fresh=False)

    async def test_a_repeated_input_of_an_opened_one_is_dup(self, store: Store) -> None:
        await store.answered(given("b"), b"old", 5)
        assert await store.commit(first(opens=(first(T, inputs=("b",)),))) == Dup(b"old")
        assert await store.sessions() == ()


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(step(0), id="a first step without a head"),
        pytest.param(step(1, head=first().head), id="a head in a later step"),
        pytest.param(first(head=first("t").head), id="the head of another session"),
        pytest.param(first(opens=(step(1, sid=T),)), id="an opened session that is not new"),
        pytest.param(first(opens=(first("s"),)), id="a session that opens itself"),
        pytest.param(first(opens=(first(T), first(T))), id="a session opened twice"),
        pytest.param(first(opens=(first(T, opens=(first(T),)),)), id="a session opened twice, deeper"),
        pytest.param(first(opens=(first("t"),)), id="an opened session in another shard"),
    ],
)
async def test_a_step_that_makes_no_sense_is_an_error_of_the_caller(store: Store, wrong: Commit) -> None:
    with pytest.raises(ValueError, match=r"^session \w+: "):
        await store.commit(wrong)
    assert await store.sessions() == ()


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

    async def test_the_jobs_of_others_are_left_alone(self, store: Store) -> None:
        await store.commit(first("s", jobs=(clock(5),)))
        await store.commit(first("t", jobs=(clock(6, sid="t"),)))
        await store.commit(step(1, sid="s"))
        assert await store.due(9) == (Due("t", clock(6, sid="t")),)


class TestLease:
    async def test_one_owner_at_a_time(self, store: Store, other: Store) -> None:
        assert await store.lease("s", "me", now=100, ttl=50)
        assert not await other.lease("s", "you", now=149, ttl=50)
        assert await other.lease("t", "you", now=149, ttl=50)

    async def test_it_runs_out(self, store: Store) -> None:
        await store.lease("s", "me", now=100, ttl=50)
        assert await store.lease("s", "you", now=150, ttl=50)
        assert not await store.lease("s", "me", now=151, ttl=50)

    async def test_the_holder_renews_it(self, store: Store) -> None:
        await store.lease("s", "me", now=100, ttl=50)
        assert await store.lease("s", "me", now=140, ttl=50)
        assert not await store.lease("s", "you", now=160, ttl=50)

    async def test_it_can_be_given_back_by_its_owner_only(self, store: Store) -> None:
        await store.lease("s", "me", now=100, ttl=50)
        await store.release("s", "you")
        assert not await store.lease("s", "you", now=101, ttl=50)
        await store.release("s", "me")
        assert await store.lease("s", "you", now=101, ttl=50)

    async def test_giving_back_what_nobody_has_is_fine(self, store: Store) -> None:
        await store.release("s", "me")

    async def test_a_commit_asks_for_none(self, store: Store) -> None:
        await store.lease("s", "somebody else", now=100, ttl=50)
        assert await store.commit(first()) == Ok(1)


class TestOutbox:
    async def test_posts_are_named_and_come_in_the_order_of_commits(self, store: Store) -> None:
        await store.commit(first(posts=(say("one"), say("two"))))
        await store.commit(first("t", posts=(say("three"),)))
        await store.commit(step(1, posts=(say("four"),)))
        rows = await store.outbox("here")
        assert [(row.id, row.sid) for row in rows] == [("s.1.0", "s"), ("s.1.1", "s"), ("t.1.0", "t"), ("s.2.0", "s")]
        assert await texts(store) == ["one", "two", "three", "four"]
        assert rows[0] == Row("s.1.0", "s", say("one"))

    async def test_places_are_apart(self, store: Store) -> None:
        await store.commit(first(posts=(say("a"), say("b", "there"), say("c"))))
        assert await texts(store, "here") == ["a", "c"]
        assert await texts(store, "there") == ["b"]
        assert await texts(store, "nowhere") == []
        assert sorted(await texts(store, None)) == ["a", "b", "c"]

    async def test_a_limit_keeps_the_oldest(self, store: Store) -> None:
        await store.commit(first(posts=tuple(say(text) for text in "abcd")))
        assert await texts(store, limit=3) == ["a", "b", "c"]
        assert len(await store.outbox(limit=2)) == 2

    async def test_what_is_out_leaves(self, store: Store, other: Store) -> None:
        await store.commit(first(posts=(say("a"), say("b"), say("c"))))
        await store.posted("s.1.1", "m7", 50)
        assert await texts(other) == ["a", "c"]
        assert await other.post("s.1.1") == Row("s.1.1", "s", say("b"), "m7", 50)

    async def test_what_is_given_up_leaves_too(self, store: Store) -> None:
        await store.commit(first(posts=(say("a"), say("b"))))
        await store.posted("s.1.0", "", 50)
        assert await texts(store) == ["b"]
        assert await store.post("s.1.0") == Row("s.1.0", "s", say("a"), "", 50)

    async def test_a_post_can_be_out_at_time_0(self, store: Store) -> None:
        await store.commit(first(posts=(say("a"),)))
        await store.posted("s.1.0", "m1", 0)
        assert await texts(store) == []

    async def test_what_is_settled_stays_as_it_is(self, store: Store) -> None:
        await store.commit(first(posts=(say("a"), say("b"))))
        await store.posted("s.1.0", "m1", 50)
        await store.posted("s.1.0", "m2", 60)
        await store.posted("s.1.1", "", 50)
        await store.posted("s.1.1", "m3", 60)
        assert await store.post("s.1.0") == Row("s.1.0", "s", say("a"), "m1", 50)
        assert await store.post("s.1.1") == Row("s.1.1", "s", say("b"), "", 50)

    @pytest.mark.parametrize(
        "id",
        [
            *[
                "",
                "s",
                "s.1",
                "s.1.2",
                "s.2.0",
                "s.0.0",
                "s.1.-1",
                "s.1.x",
                "s.1.0.0",
                "t.1.0",
                "S.1.0",
                ".1.0",
                "~.0.0",
            ],
            *["s.01.0", "s.1.00", "s.1.0 ", "s.¹.0", f"s.1.{10**30}", f"s.{10**30}.0"],
        ],
    )
    async def test_an_unknown_id_is_no_post(self, store: Store, id: str) -> None:
        await store.commit(first(posts=(say("a"), say("b"))))
        assert await store.post(id) is None
        await store.posted(id, "m1", 50)
        assert await texts(store) == ["a", "b"]


class TestSlots:
    async def test_a_newer_row_hides_older_ones_that_wait(self, store: Store) -> None:
        await store.commit(first(posts=(say("box 1", slot="box"), say("said"), say("box 2", slot="box"))))
        assert await texts(store) == ["said", "box 2"]
        await store.commit(step(1, posts=(say("box 3", slot="box"),)))
        assert await texts(store) == ["said", "box 3"]
        assert await texts(store, None) == ["said", "box 3"]

    async def test_hidden_rows_do_not_count_for_the_limit(self, store: Store) -> None:
        await store.commit(first(posts=(*[say(f"box {n}", slot="box") for n in range(5)], say("said"))))
        assert await texts(store, limit=2) == ["box 4", "said"]

    async def test_only_of_its_slot_place_and_session(self, store: Store) -> None:
        await store.commit(first("s", posts=(say("a", slot="box"), say("b", slot="map"), say("c", "there", "box"))))
        await store.commit(first("t", posts=(say("d", slot="box"),)))
        assert await texts(store, "here") == ["a", "b", "d"]
        assert await texts(store, "there") == ["c"]

    async def test_posting_settles_the_hidden_ones(self, store: Store) -> None:
        await store.commit(first(posts=(say("box 1", slot="box"), say("said"), say("box 2", slot="box"))))
        await store.posted("s.1.2", "m1", 50)
        assert await texts(store) == ["said"]
        assert await store.post("s.1.0") == Row("s.1.0", "s", say("box 1", slot="box"), "", 50)
        await store.posted("s.1.0", "m2", 60)
        last = await store.slot("s", "here", "box")
        assert last is not None
        assert last.ref == "m1"

    async def test_giving_up_settles_the_hidden_ones_too(self, store: Store) -> None:
        await store.commit(first(posts=(say("box 1", slot="box"), say("box 2", slot="box"))))
        await store.posted("s.1.1", "", 50)
        assert await texts(store) == []

    async def test_settling_leaves_other_slots_places_and_sessions_alone(self, store: Store) -> None:
        await store.commit(first("s", posts=(say("b", slot="map"), say("c", "there", "box"), say("e"))))
        await store.commit(first("t", posts=(say("d", slot="box"),)))
        await store.commit(step(1, posts=(say("a", slot="box"),)))
        await store.posted("s.2.0", "m1", 50)
        assert await texts(store, "here") == ["b", "e", "d"]
        assert await texts(store, "there") == ["c"]

    async def test_posting_an_older_one_leaves_the_newer_one_waiting(self, store: Store) -> None:
        await store.commit(first(posts=(say("box 1", slot="box"), say("box 2", slot="box"))))
        await store.posted("s.1.0", "m1", 50)
        assert await texts(store) == ["box 2"]
        assert await store.slot("s", "here", "box") == Row("s.1.0", "s", say("box 1", slot="box"), "m1", 50)

    async def test_posts_of_no_session_have_slots_of_their_own(self, store: Store) -> None:
        await store.commit(first(posts=(say("s", slot="box"),)))
        await store.answered(given("a"), b"", 20, (say("a", slot="box"),))
        await store.answered(given("b"), b"", 20, (say("b", slot="box"),))
        rows = await store.outbox("here")
        assert [row.post.body for row in rows] == [b"s", b"b"]
        await store.posted(rows[1].id, "m1", 30)
        assert await store.slot("", "here", "box") == replace(rows[1], ref="m1", at=30)
        assert await texts(store) == ["s"]

    async def test_slot_is_the_last_one_that_got_out(self, store: Store) -> None:
        assert await store.slot("s", "here", "box") is None
        await store.commit(first(posts=(say("box 1", slot="box"), say("said"))))
        assert await store.slot("s", "here", "box") is None
        await store.posted("s.1.0", "m1", 50)
        await store.posted("s.1.1", "m2", 51)
        await store.commit(step(1, posts=(say("box 2", slot="box"),)))
        assert await store.slot("s", "here", "box") == Row("s.1.0", "s", say("box 1", slot="box"), "m1", 50)
        await store.posted("s.2.0", "m3", 60)
        assert await store.slot("s", "here", "box") == Row("s.2.0", "s", say("box 2", slot="box"), "m3", 60)

    async def test_one_that_was_given_up_is_not_what_an_edit_would_change(self, store: Store) -> None:
        await store.commit(first(posts=(say("box 1", slot="box"),)))
        await store.posted("s.1.0", "m1", 50)
        await store.commit(step(1, posts=(say("box 2", slot="box"),)))
        await store.posted("s.2.0", "", 60)
        last = await store.slot("s", "here", "box")
        assert last is not None
        assert last.id == "s.1.0"

    async def test_other_boxes_and_posts_without_one_do_not_count(self, store: Store) -> None:
        await store.commit(first(posts=(say("a", slot="box"), say("b"))))
        await store.posted("s.1.0", "m1", 50)
        await store.posted("s.1.1", "m2", 50)
        for sid, place, slot in (("t", "here", "box"), ("s", "there", "box"), ("s", "here", "map"), ("s", "here", "")):
            assert await store.slot(sid, place, slot) is None


class TestNamesAndNumbers:
    async def test_a_name_stands_for_a_session_until_it_is_moved_or_taken_away(self, store: Store) -> None:
        assert await store.pointed("code:ABC") is None
        await store.point("code:ABC", "s")
        await store.point("code:XYZ", "t")
        assert await store.pointed("code:ABC") == "s"
        await store.point("code:ABC", "u")
        assert await store.pointed("code:ABC") == "u"
        await store.point("code:ABC", None)
        await store.point("code:ABC", None)
        assert await store.pointed("code:ABC") is None
        assert await store.pointed("code:XYZ") == "t"

    async def test_a_key_keeps_its_number(self, store: Store, other: Store) -> None:
        keys = ["ann", "bob", "ann", "cid", "bob"]
        assert [await (store, other)[n % 2].claim("study", key) for n, key in enumerate(keys)] == [0, 1, 0, 2, 1]

    async def test_counters_are_apart(self, store: Store) -> None:
        assert [await store.claim("a", "k"), await store.claim("b", "j"), await store.claim("b", "k")] == [0, 0, 1]

    async def test_simultaneous_claims_get_different_numbers(self, store: Store, other: Store) -> None:
        claims = [(store, other)[n % 2].claim("study", f"k{n}") for n in range(20)]
        assert sorted(await asyncio.gather(*claims)) == list(range(20))


class TestSessions:
    @staticmethod
    async def sids(store: Store, *args: Any, **more: Any) -> list[str]:
        return [session.head.sid for session in await store.sessions(*args, **more)]

    async def test_the_last_begun_comes_first(self, store: Store) -> None:
        for sid, at in (("b", 20), ("a", 30), ("c", 10), ("e", 20), ("d", 20)):
            await store.commit(first(sid, at=at))
        await store.commit(step(1, sid="c"))
        assert await self.sids(store) == ["a", "e", "d", "b", "c"]
        assert await self.sids(store, limit=3) == ["a", "e", "d"]

    async def test_they_are_as_load_gives_them(self, store: Store) -> None:
        await store.commit(first(jobs=(clock(5),)))
        await store.commit(step(1, jobs=(clock(6),)))
        assert await store.sessions() == (await store.load("s"),)

    async def test_running_ended_or_both(self, store: Store) -> None:
        for sid, at in (("a", 1), ("b", 2), ("c", 3)):
            await store.commit(first(sid, at=at, tags=("ann",)))
        await store.commit(step(1, sid="b", over=True))
        await store.commit(step(2, sid="b"))
        for tag in (None, "ann"):
            assert await self.sids(store, tag, live=True) == ["c", "a"]
            assert await self.sids(store, tag, live=False) == ["b"]
            assert await self.sids(store, tag) == ["c", "b", "a"]
            assert await self.sids(store, tag, limit=2) == ["c", "b"]

    async def test_a_session_stays_on_every_list_it_was_put_on(self, store: Store) -> None:
        await store.commit(first("a", at=1, tags=("ann", "game:x")))
        await store.commit(first("b", at=2, tags=("ann",)))
        await store.commit(step(1, sid="a", tags=("bob", "ann"), over=True))
        await store.commit(step(2, sid="a", tags=("late",)))
        assert await self.sids(store, "ann") == ["b", "a"]
        assert await self.sids(store, "ann", live=True) == ["b"]
        assert await self.sids(store, "bob") == ["a"]
        assert await self.sids(store, "game:x") == ["a"]
        assert await self.sids(store, "late", live=False) == ["a"]
        assert await self.sids(store, "late", live=True) == []
        assert await self.sids(store, "nobody") == []


class TestOpenAndClose:
    async def test_everything_is_still_there(self, again: Again) -> None:
        store = again()
        await store.open()
        await store.accept(given("a"))
        await store.commit(first(inputs=("b",), jobs=(clock(5),), posts=(say("hi", slot="box"),), tags=("ann",)))
        await store.posted("s.1.0", "m1", 9)
        await store.point("code", "s")
        await store.claim("study", "ann")
        before = await everything(store)
        await store.close()
        store = again()
        await store.open()
        assert await everything(store) == before
        assert await store.pending(99) == (given("a"),)
        assert await store.commit(step(1, "b")) == Dup(b"")
        assert await store.slot("s", "here", "box") == Row("s.1.0", "s", say("hi", slot="box"), "m1", 9)
        assert await store.pointed("code") == "s"
        assert await store.claim("study", "bob") == 1
        await store.close()

    async def test_opening_and_closing_twice_is_harmless(self, again: Again) -> None:
        store = again()
        await store.close()
        await store.open()
        await store.open()
        await store.commit(first())
        await store.close()
        await store.close()
        await store.open()
        assert await store.load("s") is not None
        await store.close()
