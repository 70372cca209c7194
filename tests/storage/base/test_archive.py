"""Nothing grows for ever: what has ended moves to the archive, is read as before, and may be dropped."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.base import Dup, Ok, Outgoing, Store, Tally
from storage.memory import MemoryStore
from storage.redis.store import RedisStore
from storage.sqlite.store import SqliteStore
from tests.storage import servers
from tests.storage.samples import first, given, log, say, step


async def _over(store: Store, sid: str = "s") -> None:
    """A session of three steps that has ended at 103, with its posts out."""
    await store.commit(first(sid, tags=("ann",), posts=(say("one"), say("box", slot="box"))))
    await store.accept(given(f"tg:{sid}", sid))
    await store.commit(step(1, f"tg:{sid}", sid=sid))
    await store.commit(step(2, sid=sid, over=True, posts=(say("end"),)))
    for row in await store.outbox():
        await store.posted(row.id, f"m{row.id}", 5)


async def test_an_archived_session_is_read_as_before(store: Store) -> None:
    await _over(store)
    before = await store.load("s"), await log(store), await store.sessions("ann", live=False), await log(store, after=1)
    assert await store.ended(103) == ()
    assert await store.ended(104) == ("s",)
    assert await store.archive("s")
    assert not await store.archive("s")
    assert (await store.ended(104), await store.ended(104, archived=True)) == ((), ("s",))
    after = await store.load("s"), await log(store), await store.sessions("ann", live=False), await log(store, after=1)
    assert before == after


async def test_its_posts_are_gone_and_its_ids_stay_used(store: Store) -> None:
    await _over(store)
    await store.archive("s")
    assert await store.post("s.1.0") is None
    assert await store.slot("s", "here", "box") is None
    assert not (await store.accept(given("tg:s"))).fresh
    assert await store.commit(step(3, "tg:s")) == Dup(b"answer 2")


async def test_what_is_written_anew_keeps_its_versions_and_times_and_leaves_a_list(store: Store, other: Store) -> None:
    await _over(store)
    before = await log(store)
    blank = [b"blank %d" % k for k in range(len(before))]
    assert not await store.rewrite("s", 3, blank, b"clean", ("ann",))  # it is not in the archive
    await store.archive("s")
    assert not await store.rewrite("s", 2, blank, b"clean", ("ann",))
    assert not await store.rewrite("s", 3, blank[1:], b"clean", ("ann",))
    assert not await store.rewrite("t", 3, blank, b"clean", ("ann",))
    assert await log(other) == before
    assert len(await other.sessions("ann")) == 1
    for _ in range(2):
        assert await store.rewrite("s", 3, blank, b"clean", ("ann", "nobody"))
        assert await log(other) == [(version, k, data) for (version, k, _), data in zip(before, blank, strict=True)]
        loaded = await other.load("s")
        assert loaded is not None
        assert (loaded.version, loaded.snapshot, loaded.over) == (3, b"clean", True)
        assert await other.sessions("ann") == ()
        assert [one.head.sid for one in await other.sessions()] == ["s"]
    assert await store.drop("s")


async def test_a_commit_takes_it_out_of_the_archive_with_its_whole_log(store: Store, other: Store) -> None:
    await _over(store)
    await store.archive("s")
    whole = await log(other)
    assert await other.commit(step(3, posts=(say("late"),))) == Ok(4)
    assert await log(store) == [*whole, (4, 0, b"event 4")]
    assert [row.id for row in await store.outbox()] == ["s.4.0"]
    assert not await store.archive("s")  # as a post waits
    await store.posted("s.4.0", "m", 6)
    assert await store.archive("s")
    assert await log(store) == [*whole, (4, 0, b"event 4")]
    assert await log(store, after=2) == [*whole[2:], (4, 0, b"event 4")]


async def test_what_runs_or_has_something_to_say_stays(store: Store) -> None:
    await store.commit(first("s", posts=(say("one"),)))
    assert not await store.archive("s")
    assert not await store.drop("s")
    await store.commit(step(1, over=True))
    assert not await store.archive("s")
    assert not await store.drop("s")
    assert not await store.archive("nobody")
    assert not await store.drop("nobody")


@pytest.mark.parametrize("archived", [True, False])
async def test_a_dropped_session_was_never_there(store: Store, archived: bool) -> None:
    await _over(store, "s")
    await _over(store, "t")
    if archived:
        await store.archive("s")
    assert await store.drop("s")
    assert not await store.drop("s")
    assert await store.load("s") is None
    assert await log(store) == []
    assert await store.ended(1000) + await store.ended(1000, archived=True) == ("t",)
    assert [loaded.head.sid for loaded in await store.sessions("ann")] == ["t"]
    assert [loaded.head.sid for loaded in await store.sessions()] == ["t"]
    assert await store.commit(first("s")) == Ok(1)


async def test_the_oldest_go_first(store: Store) -> None:
    for sid, at in (("s", 30), ("t", 10), ("u", 20)):
        await store.commit(first(sid))
        await store.commit(step(1, sid=sid, over=True, at=at))
    assert await store.ended(25) == ("t", "u")
    assert await store.ended(100, limit=2) == ("t", "u")


async def test_what_is_under_way_is_counted(store: Store) -> None:
    assert await store.tally(["ann"]) == Tally((0,), 0, 0)
    await store.commit(first("s", tags=("ann",), posts=(say("old", slot="box"), say("new", slot="box"), say("three"))))
    await store.commit(first("t", tags=("ann", "bob")))
    await store.commit(step(1, sid="t", over=True))
    await store.accept(given("tg:1"))
    await store.answered(given("tg:2"), b"", 1, (Outgoing("there", b"", "menu"), Outgoing("there", b"", "menu")))
    assert await store.tally(["ann", "bob", "cid"]) == Tally((1, 0, 0), 1, 3)


# --- what concerns no session -----------------------------------------------------------------------------------------


@pytest.fixture(params=["memory", "sqlite"])
async def small(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    store: Store = MemoryStore() if request.param == "memory" else SqliteStore(str(tmp_path / "parley.db"))
    await store.open()
    return store


async def test_what_nobody_asks_for_any_more_is_forgotten(small: Store) -> None:
    await small.accept(given("tg:pending", at=1))
    await small.answered(given("tg:old", "", at=5), b"", 5, (say("menu"),))
    await small.answered(given("tg:waits", "", at=5), b"", 5, (say("waits"),))
    await small.answered(given("tg:new", "", at=50), b"", 50, (say("new"),))
    await small.park(given("tg:parked", "", at=5), b"", 6, (), "why")
    await small.park(given("tg:failed", "", at=50), b"", 51, (), "why")
    menu, _, new = await small.outbox()
    await small.posted(menu.id, "m1", 6)
    await small.posted(new.id, "m2", 51)
    await small.lease("post:here", "me", 1, 10)
    await small.claim("button", "tg:old", 20)
    await small.claim("later", "ann", 50)
    assert await small.tidy(40)
    assert await small.tidy(40) == 0
    assert [input.id for input in await small.pending(100)] == ["tg:pending"]
    assert (await small.accept(given("tg:old"))).fresh
    assert not (await small.accept(given("tg:new"))).fresh
    assert [one.id for one in await small.parked()] == ["tg:failed"]
    assert await small.post(menu.id) is None
    assert await small.post(new.id) is not None
    assert [row.post.body for row in await small.outbox()] == [b"waits"]
    assert await small.claim("button", "another", 50)
    assert not await small.claim("later", "bob", 50)
    await small.close()


async def test_the_file_does_not_grow_by_games_that_were_dropped(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "parley.db"))
    await store.open()

    async def played(number: int) -> None:
        await _over(store, f"s{number}")
        await store.archive(f"s{number}")
        await store.drop(f"s{number}")
        await store.tidy(1000)

    for number in range(3):
        await played(number)
    await store.close()
    with closing(sqlite3.connect(store.path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables} == dict.fromkeys(
            tables, 0
        )


@pytest.mark.redis
async def test_redis_is_left_with_nothing_but_what_expires() -> None:
    server = servers.server()
    store = RedisStore(servers.emptied(server))
    await store.open()
    await _over(store)
    await store.answered(given("tg:menu", ""), b"", 5, (say("menu", slot="menu"),))
    (row,) = await store.outbox()
    await store.posted(row.id, "m", 6)
    await store.claim("button", "tg:menu", 1 << 42)
    await store.park(given("tg:parked", ""), b"", 7, (), "why")
    await store.lease("s", "me", 0, 10)
    await store.archive("s")
    await store.drop("s")
    for_ever = {key for key in server.client.scan_iter() if server.client.ttl(key) == -1}
    kinds = {key.partition(b":")[2].partition(b":")[2] for key in for_ever}
    assert kinds == {b"layout", b"tick", b"w:"}
    await store.close()
