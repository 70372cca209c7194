"""Every store's promises about posts: in order until they are out, and of a box only the newest."""

import pytest
from msgspec.structs import replace

from storage.base import Collected, LeaseRequest, Row, Store
from tests.storage.base.test_jobs import LONG, milliseconds
from tests.storage.samples import first, given, say, step, texts


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

    async def test_the_sessions_of_a_place_are_apart(self, store: Store) -> None:
        await store.commit(first("s", posts=(say("a"), say("b", "there"), say("old", slot="box"))))
        await store.commit(first("s.1", posts=(say("c"),)))
        await store.answered(given("x"), b"no", 20, (say("d"),))
        await store.commit(step(1, posts=(say("new", slot="box"), say("e"))))
        mine = [row.post.body.decode() for row in await store.outbox("here", sid="s")]
        assert mine == ["a", "new", "e"]
        assert [row.post.body for row in await store.outbox("here", 2, "s")] == [b"a", b"new"]
        assert [row.post.body for row in await store.outbox("here", sid="s.1")] == [b"c"]
        assert await store.outbox("here", sid="other") == ()

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


async def test_names_get_their_values_when_a_post_is_out(store: Store) -> None:
    await store.commit(first(posts=(say("a"), say("b"))))
    one, two = await store.outbox()
    await store.point("old", "there")
    await store.posted(one.id, "m1", 10, one.post, (("new", "m1"), ("old", None)))
    assert [await store.pointed("new"), await store.pointed("old")] == ["m1", None]
    await store.posted(two.id, "m2", 11, None, (("new", "m2"),))
    assert await store.pointed("new") == "m2"


async def test_of_two_who_collect_in_a_place_the_first_gets_what_waits(store: Store, other: Store) -> None:
    """The first may come again, for a session or for all, while the other waits for the end of the lease."""
    await store.commit(first(posts=(say("a"), say("b", "there"))))
    await store.commit(first("t", posts=(say("c"),)))
    await store.point("note", "m7")
    mine, yours = (LeaseRequest("post:here", owner, milliseconds(), LONG, "note") for owner in ("me", "you"))
    rows = await store.outbox("here")
    assert await store.collect("here", mine, 9, "t") == Collected((rows[1],), "m7")
    assert await other.collect("here", yours, 9, "t") is None
    assert await other.collect("here", yours) is None
    assert not await other.lease("post:here", "you", milliseconds(), LONG)
    await store.point("note", None)
    assert await store.collect("here", mine) == Collected(rows, "")
    assert await store.collect("here", mine, 1) == Collected(rows[:1], "")
    await store.release("post:here", "me")
    assert await other.collect("here", yours, 9, "s") == Collected(rows[:1], "")


async def test_what_went_out_settles_no_other_post_of_its_id(store: Store) -> None:
    """A store that lost its last moments gives ids out again."""
    await store.commit(first(posts=(say("new"),)))
    (row,) = await store.outbox()
    await store.posted(row.id, "m1", 10, say("lost"))
    assert await texts(store) == ["new"]
    await store.posted(row.id, "m2", 11, row.post)
    assert await texts(store) == []
    assert (await store.post(row.id)) == replace(row, ref="m2", at=11)
