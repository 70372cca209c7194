"""Every store's promises about inputs: recorded once, answered once."""

from msgspec.structs import replace

from storage.base import Dup, Parked, Store, Taken
from tests.storage.samples import first, given, say, step, texts


class TestInbox:
    async def test_an_input_is_recorded_once(self, store: Store) -> None:
        assert await store.accept(given("a")) == Taken(given("a"), None, fresh=True)
        assert await store.accept(given("a")) == Taken(given("a"), None, fresh=False)

    async def test_the_first_record_of_an_id_wins(self, store: Store) -> None:
        await store.accept(given("a", sid="s"))
        later = given("a", sid="t", at=99, place="there", body=b"other")
        assert await store.accept(later) == Taken(given("a", sid="s"), None, fresh=False)

    async def test_an_input_goes_to_the_session_that_a_name_stands_for(self, store: Store) -> None:
        await store.point("focus", "s")
        assert await store.accept(given("a", sid=""), "focus") == Taken(given("a", sid="s"), None, fresh=True)
        assert await store.pending(11) == (given("a", sid="s"),)

    async def test_where_it_went_first_it_stays_whatever_the_name_stands_for_later(self, store: Store) -> None:
        await store.point("focus", "s")
        await store.accept(given("a", sid=""), "focus")
        await store.point("focus", "t")
        assert await store.accept(given("a", sid=""), "focus") == Taken(given("a", sid="s"), None, fresh=False)

    async def test_one_that_names_its_session_or_an_unknown_name_stays_as_it_is(self, store: Store) -> None:
        await store.point("focus", "t")
        assert (await store.accept(given("a", sid="s"), "focus")).input == given("a", sid="s")
        assert (await store.accept(given("b", sid=""), "nobody")).input == given("b", sid="")

    async def test_an_accepted_input_is_there_for_others_at_once(self, store: Store, other: Store) -> None:
        await store.accept(given("a"))
        assert await other.accept(given("a")) == Taken(given("a"), None, fresh=False)
        assert await other.pending(11) == (given("a"),)

    async def test_a_repeat_gets_the_answer_and_what_was_said_is_not_kept(self, store: Store) -> None:
        await store.accept(given("a"))
        await store.commit(first(inputs=("a",), answer=b"yes"))
        assert await store.accept(given("a")) == Taken(given("a", place="", body=b""), b"yes", fresh=False)

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
        assert await store.answered(given("a"), b"first", 20, (say("one"),)) == b"first"
        assert await store.answered(given("a"), b"second", 30, (say("two"),)) == b"first"
        assert (await store.accept(given("a"))).answer == b"first"
        assert await texts(store) == ["one"]

    async def test_what_a_commit_answered_stays(self, store: Store) -> None:
        await store.commit(first(inputs=("a",), answer=b"first"))
        assert await store.answered(given("a"), b"second", 30, (say("two"),)) == b"first"
        assert (await store.accept(given("a"))).answer == b"first"
        assert await texts(store) == []

    async def test_no_commit_can_consume_it_any_more(self, store: Store) -> None:
        await store.answered(given("a"), b"first", 20)
        assert await store.commit(first(inputs=("a",))) == Dup(b"first")

    async def test_an_input_that_was_not_accepted_is_recorded(self, store: Store) -> None:
        await store.answered(given("a"), b"first", 20)
        assert await store.accept(given("a", sid="t")) == Taken(given("a", place="", body=b""), b"first", fresh=False)

    async def test_inputs_do_not_share_ids_of_posts(self, store: Store) -> None:
        for id in ("a", "b"):
            await store.answered(given(id), b"", 20, (say(id),))
        rows = await store.outbox("here")
        assert [row.post.body for row in rows] == [b"a", b"b"]
        assert len({row.id for row in rows}) == 2


class TestTrying:
    async def test_the_try_after_the_acceptance_counts_as_the_first(self, store: Store) -> None:
        await store.accept(given("a"))
        assert [await store.attempt("a") for _ in range(3)] == [2, 3, 4]

    async def test_each_input_is_counted_by_itself_and_by_all_processes_together(
        self, store: Store, other: Store
    ) -> None:
        for id in ("a", "b"):
            await store.accept(given(id))
        assert [await store.attempt("a"), await other.attempt("a"), await other.attempt("b")] == [2, 3, 2]
        assert await other.accept(given("a")) == Taken(given("a"), None, fresh=False)

    async def test_what_is_answered_or_unknown_is_not_counted(self, store: Store) -> None:
        await store.accept(given("a"))
        await store.attempt("a")
        await store.commit(first(inputs=("a",)))
        assert [await store.attempt("a"), await store.attempt("never")] == [0, 0]

    async def test_a_parked_input_has_its_answer_and_its_posts_and_is_listed(self, store: Store, other: Store) -> None:
        await store.accept(given("a", sid=""))
        assert await store.park(given("a", sid=""), b"sorry", 20, (say("sorry"),), "KeyError") == b"sorry"
        assert await other.accept(given("a")) == Taken(given("a", "", place="", body=b""), b"sorry", fresh=False)
        assert await store.pending(99) == ()
        assert await texts(store) == ["sorry"]
        assert await other.parked() == (Parked("a", "", 20, "KeyError"),)

    async def test_no_commit_can_consume_it_any_more_and_it_is_parked_once(self, store: Store) -> None:
        await store.accept(given("a"))
        await store.park(given("a"), b"sorry", 20, (), "KeyError")
        assert await store.park(given("a"), b"again", 30, (say("again"),), "LookupError") == b"sorry"
        assert await store.commit(first(inputs=("a",))) == Dup(b"sorry")
        assert await store.parked() == (Parked("a", "s", 20, "KeyError"),)
        assert await texts(store) == []

    async def test_what_has_its_answer_is_not_parked(self, store: Store) -> None:
        await store.accept(given("a"))
        await store.commit(first(inputs=("a",), answer=b"done"))
        assert await store.park(given("a"), b"sorry", 20, (say("sorry"),), "KeyError") == b"done"
        assert await store.parked() == ()
        assert await texts(store) == []

    async def test_one_that_was_not_accepted_is_recorded_and_parked(self, store: Store) -> None:
        await store.park(given("a"), b"sorry", 20, (), "why")
        assert (await store.accept(given("a"))).answer == b"sorry"
        assert await store.parked() == (Parked("a", "s", 20, "why"),)

    async def test_the_last_parked_come_first(self, store: Store) -> None:
        for id, at in (("a", 30), ("b", 10), ("c", 20), ("d", 20)):
            await store.park(given(id), b"", at, (), "why")
        assert [one.id for one in await store.parked()] == ["a", "d", "c", "b"]
        assert [one.id for one in await store.parked(limit=2)] == ["a", "d"]
