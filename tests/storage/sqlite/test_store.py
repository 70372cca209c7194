"""The SQLite store at work: when others lock it, when a transaction fails, and when its log grows."""

import asyncio
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.base import Ok, StoreError
from storage.sqlite import checkpoint
from storage.sqlite import connection as sqlite
from storage.sqlite.store import SqliteStore
from tests.storage.files import size
from tests.storage.samples import everything, first, given, log, say, step


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(str(path))
    await store.open()
    yield store
    await store.close()


class TestLocked:
    """Another program holds the file."""

    @pytest.fixture(autouse=True)
    def impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite, "BUSY_MS", 1)
        monkeypatch.setattr(sqlite, "PAUSE_SECONDS", 0.001)

    @pytest.fixture
    def holder(self, path: Path, store: SqliteStore) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            yield db

    async def test_the_loop_runs_on_until_it_is_free(self, store: SqliteStore, holder: sqlite3.Connection) -> None:
        work = asyncio.create_task(store.commit(first()))
        while store._db is not None and not work.done():
            await asyncio.sleep(0.005)
            if holder.in_transaction:
                assert not work.done()
                assert await store.load("s") is None, "readers do not wait for writers"
                holder.execute("ROLLBACK")
        assert await work == Ok(1)

    async def test_held_too_long_it_is_a_sentence(
        self, store: SqliteStore, path: Path, holder: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sqlite, "PATIENCE", 3)
        says = f"{path} is locked by another program. Close that program and try again."
        for work in (store.commit(first()), store.accept(given("a")), store.claim("c", "k", 1), store.point("n", "s")):
            with pytest.raises(StoreError) as refused:
                await work
            assert str(refused.value) == says
        holder.execute("ROLLBACK")
        assert await store.sessions() == ()
        assert await store.commit(first()) == Ok(1)

    async def test_it_opens_when_it_is_free(self, path: Path, holder: sqlite3.Connection) -> None:
        late = SqliteStore(str(path))
        opening = asyncio.create_task(late.open())
        await asyncio.sleep(0.02)
        assert not opening.done()
        holder.execute("ROLLBACK")
        await opening
        await late.close()


class TestTransactions:
    async def test_a_store_that_is_not_open_says_so(self, path: Path) -> None:
        store = SqliteStore(str(path))
        for work in (store.load("s"), store.commit(first()), store.accept(given("a"))):
            with pytest.raises(StoreError, match=f"The store {path} is not open."):
                await work

    async def test_a_suspended_reader_of_a_log_holds_nothing(self, store: SqliteStore, path: Path) -> None:
        await store.commit(first(events=(b"a", b"b")))
        reader = store.events("s")
        await anext(reader)
        await store.commit(step(1))
        with closing(sqlite3.connect(path)) as db:
            busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert not busy
        assert [record.data async for record in reader] == [b"b", b"event 2"]

    async def test_a_step_that_fails_half_way_leaves_no_trace(self, store: SqliteStore) -> None:
        await store.commit(first())
        before = await everything(store)
        wrong = step(1, "a", posts=(say("fine"), say("not", place=None)))  # type: ignore[arg-type]
        with pytest.raises(StoreError, match="NOT NULL"):
            await store.commit(wrong)
        assert await everything(store) == before
        assert (await store.accept(given("a"))).fresh
        assert await store.commit(step(1)) == Ok(2)

    async def test_a_full_disk_is_a_sentence_and_leaves_no_trace(self, store: SqliteStore, path: Path) -> None:
        await store.commit(first())
        before = await everything(store)
        assert store._db is not None
        (pages,) = store._db.execute("PRAGMA page_count").fetchone()
        store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreError, match=f"There is no space left for {path}. Free some and try again."):
            await store.commit(step(1, snapshot=b"x" * 100_000))
        assert await everything(store) == before
        assert await store.commit(step(1)) == Ok(2)

    async def test_a_store_belongs_to_its_thread(self, store: SqliteStore) -> None:
        said: list[str] = []

        def elsewhere() -> None:
            try:
                asyncio.run(store.load("s"))
            except StoreError as problem:
                said.append(str(problem))

        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        assert len(said) == 1
        assert said[0].startswith(f"The store {store.path} was used in a way that no mending of the file can help: ")
        assert await store.load("s") is None

    async def test_two_stores_of_one_process_keep_each_other_s_locks(self, store: SqliteStore, path: Path) -> None:
        """Closing one must not drop the locks of the other, as closing a plain file handle would."""
        second = SqliteStore(str(path))
        await second.open()
        assert store._db is not None
        store._db.execute("BEGIN IMMEDIATE")
        await second.close()
        script = f"import sqlite3; sqlite3.connect({str(path)!r}, timeout=0).execute('BEGIN IMMEDIATE')"
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        _, complaint = await child.communicate()
        store._db.execute("ROLLBACK")
        assert b"database is locked" in complaint


class TestCheckpoints:
    async def test_the_log_is_moved_beside_the_loop(
        self, store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(checkpoint, "WRITES", 20)
        made = size(path)
        await store.commit(first())
        for version in range(1, 60):
            await store.commit(step(version, snapshot=b"x" * 3000))
        store._checkpoints.close()
        assert size(path) > made
        assert len(await log(store)) == 60

    async def test_one_that_fails_is_no_trouble(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(checkpoint, "WRITES", 1)
        store = SqliteStore(str(path))
        store._checkpoints.path = path.parent
        await store.open()
        for n in range(5):
            await store.commit(first(f"s{n}"))
        assert len(await store.sessions()) == 5
        await store.close()
