"""Every store's promises about marks: a step is applied to the log that it was computed from, and to no other."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from storage.base import Conflict, Loaded, Ok, Store
from storage.redis.rows import base_of
from storage.redis.store import RedisStore
from storage.sqlite import file
from storage.sqlite.store import SqliteStore
from tests.storage import servers
from tests.storage.files import pragma, within
from tests.storage.samples import everything, first, log, step


async def marked(store: Store, sid: str = "s") -> tuple[int, str]:
    loaded = await store.load(sid)
    assert loaded is not None
    return loaded.version, loaded.mark


async def test_the_mark_of_the_last_commit_is_kept(store: Store, other: Store) -> None:
    assert await store.commit(first(mark="m1")) == Ok(1)
    assert await marked(other) == (1, "m1")
    assert await store.commit(step(1, base="m1", mark="m2")) == Ok(2)
    assert await marked(other) == (2, "m2")
    assert [loaded.mark for loaded in await store.sessions()] == ["m2"]


async def test_a_step_from_another_log_of_the_same_version_is_a_conflict_and_changes_nothing(store: Store) -> None:
    await store.commit(first(mark="m1"))
    before = await everything(store)
    assert await store.commit(step(1, "a", base="n1", mark="n2", over=True, tags=("bob",))) == Conflict(1, "m1")
    assert await store.commit(step(1, base="", mark="n2")) == Conflict(1, "m1")
    assert await everything(store) == before


async def test_a_conflict_of_versions_names_the_mark_too(store: Store) -> None:
    await store.commit(first(mark="m1"))
    assert await store.commit(step(4, base="m1", mark="m5")) == Conflict(1, "m1")
    assert await store.commit(step(4, sid="t", base="m1")) == Conflict(0, "")
    assert await store.commit(first(mark="n1")) == Conflict(1, "m1")


async def test_a_session_without_a_mark_goes_by_its_version(store: Store) -> None:
    await store.commit(first())
    assert await marked(store) == (1, "")
    assert await store.commit(step(1, base="whatever", mark="m2")) == Ok(2)
    assert await store.commit(step(2, base="whatever", mark="m3")) == Conflict(2, "m2")
    assert await store.commit(step(2, base="m2", mark="m3")) == Ok(3)


async def test_the_mark_follows_a_log_that_is_written_anew(store: Store) -> None:
    await store.commit(first(mark="m1"))
    await store.commit(step(1, base="m1", mark="m2", over=True))
    await store.archive("s")
    assert await store.rewrite("s", 2, [b"began", "event …".encode()], "at …".encode(), (), "n2")
    assert await marked(store) == (2, "n2")
    assert await store.commit(step(2, base="m2", mark="m3")) == Conflict(2, "n2")
    assert await store.commit(step(2, base="n2", mark="n3")) == Ok(3)
    assert [data for _, _, data in await log(store)] == [b"began", "event …".encode(), b"event 3"]


# --- what earlier versions have written -------------------------------------------------------------------------------


def test_a_file_of_the_second_data_version_goes_by_its_versions_first(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for script in file.MIGRATIONS[:2]:
            db.executescript(script)
        db.execute(f"PRAGMA application_id = {file.APPLICATION}")
        db.execute("PRAGMA user_version = 2")
        db.execute("INSERT INTO head VALUES ('s', 'bargaining', 'play', 1, x'')")
        db.execute("INSERT INTO session VALUES ('s', 1, 0, 7, x'', x'90', NULL, 0)")
        db.execute("INSERT INTO step VALUES (1, 's', 1, 7, x'91c40165', x'90')")
        db.execute("INSERT INTO lease VALUES ('post:here', 'dead', 9000000000000)")

    async def gone_on(store: SqliteStore) -> object:
        assert await marked(store) == (1, "")
        assert await store.lease("post:here", "me", 10, 50)
        assert await store.commit(step(1, base="m1", mark="m2")) == Ok(2)
        assert await store.commit(step(2, base="m1", mark="m3")) == Conflict(2, "m2")
        return await log(store)

    assert within(path, gone_on) == [(1, 0, b"e"), (2, 0, b"event 2")]
    assert pragma(path, "user_version") == len(file.MIGRATIONS)


@pytest.mark.redis
@pytest.mark.parametrize("clustered", [False, True], ids=["single", "cluster"])
async def test_redis_keys_of_an_earlier_version_go_by_their_versions_first(clustered: bool) -> None:
    store = RedisStore(servers.emptied(*servers.cluster()) if clustered else servers.emptied(servers.server()))
    await store.open()
    await store.commit(first(mark="m1"))
    assert await store.link.ask("HDEL", f"{base_of('s')}s:s", "m") == 1
    assert await marked(store) == (1, "")
    assert await store.commit(step(1, base="m1", mark="m2")) == Ok(2)
    assert await store.commit(step(2, base="m1", mark="m3")) == Conflict(2, "m2")
    await store.close()


async def test_marks_are_compared_where_two_took_the_same_version(store: Store, other: Store) -> None:
    """The store went back to version 1 behind the back of the second, which goes on from its own version 2."""
    await store.commit(first(mark="m1"))
    loaded = await other.load("s")
    assert isinstance(loaded, Loaded)
    assert await store.commit(step(1, base="m1", mark="m2")) == Ok(2)
    stale = replace(step(2), base="other 2", mark="other 3")
    assert await other.commit(stale) == Conflict(2, "m2")
