"""The file of the SQLite store: where it may be, whose it may be, and which version it has."""

import os
import re
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from storage.base import Ok
from storage.sqlite import file as sqlite_file
from storage.sqlite.store import SqliteStore
from tests.storage.files import pragma, refusal, within
from tests.storage.samples import everything, first, log, say

NEWEST = len(sqlite_file.MIGRATIONS)


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(str(path))
    await store.open()
    yield store
    await store.close()


class TestPlace:
    def test_missing_folders_are_made(self, tmp_path: Path) -> None:
        path = tmp_path / "a" / "b" / "parley.db"
        within(path, everything)
        assert path.is_file()
        assert path.parent.stat().st_mode & 0o777 == 0o700

    async def test_only_this_user_reads_it(self, store: SqliteStore, path: Path) -> None:
        await store.commit(first())
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
        assert modes == {"parley.db": 0o600, "parley.db-wal": 0o600, "parley.db-shm": 0o600}

    def test_permissions_that_somebody_chose_stay(self, path: Path) -> None:
        path.touch(mode=0o640)
        path.chmod(0o640)
        within(path, everything)
        assert path.stat().st_mode & 0o777 == 0o640

    def test_closing_leaves_one_file(self, path: Path) -> None:
        within(path, lambda store: store.commit(first()))
        assert list(path.parent.iterdir()) == [path]

    def test_a_link_is_followed(self, tmp_path: Path) -> None:
        file, link = tmp_path / "real" / "parley.db", tmp_path / "parley.db"
        file.parent.mkdir()
        within(file, lambda store: store.commit(first()))
        link.symlink_to(file)
        assert within(link, everything) == within(file, everything)

    def test_a_folder_is_refused_with_what_to_write(self, tmp_path: Path) -> None:
        assert refusal(tmp_path) == (
            f"{tmp_path} is a folder. Name a file in it: PARLEY_STORE=sqlite:///{tmp_path}/parley.db."
        )

    def test_what_is_no_file_is_refused(self, path: Path) -> None:
        os.mkfifo(path)
        assert refusal(path) == f"{path} is not a file. Name a file in PARLEY_STORE."

    def test_a_folder_that_cannot_be_made_is_refused(self, path: Path) -> None:
        path.write_text("")
        below = path / "deeper" / "parley.db"
        assert refusal(below) == (
            f"{below} cannot be made (Not a directory). Change that, or name another file in PARLEY_STORE."
        )

    @pytest.mark.parametrize(
        ("file", "folder", "says"),
        [
            (0o400, 0o755, "cannot be written. Let this user write the file and into its folder"),
            (0o600, 0o555, "cannot be written. Let this user write the file and into its folder"),
            (None, 0o555, "cannot be made (Permission denied). Change that"),
            (0o600, 0o000, "cannot be made (Permission denied). Change that"),
        ],
    )
    def test_missing_permissions_are_named(self, humble: Path, file: int | None, folder: int, says: str) -> None:
        path = humble / "parley.db"
        if file is not None:
            path.touch()
            path.chmod(file)
        humble.chmod(folder)
        try:
            sentence = refusal(path)
        finally:
            humble.chmod(0o755)
        assert sentence == f"{path} {says}, or name another file in PARLEY_STORE."

    @pytest.fixture
    def humble(self) -> Iterator[Path]:
        """A folder of a user whom permissions bind, and to be that user."""
        nobody = 65534
        user = os.geteuid()
        with TemporaryDirectory() as folder:
            if user == 0:
                os.chown(folder, nobody, nobody)
                os.seteuid(nobody)
            try:
                yield Path(folder)
            finally:
                os.seteuid(user)

    @pytest.mark.parametrize(
        ("mounts", "kind"),
        [
            ("/dev/sda / ext4 rw 0 0\n", "ext4"),
            ("/dev/sda / ext4 rw 0 0\nhost:/home {0} nfs4 rw 0 0\n", "nfs4"),
            ("host:/home {0} nfs4 rw 0 0\n/dev/sda / ext4 rw 0 0\n", "nfs4"),
            ("host:/home {0} nfs4 rw 0 0\ntmpfs {0} tmpfs rw 0 0\n", "tmpfs"),
            ("/dev/sda / ext4 rw 0 0\nhost:/home {0}x nfs4 rw 0 0\n", "ext4"),
            ("", ""),
        ],
    )
    def test_the_closest_and_latest_mount_counts(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounts: str, kind: str
    ) -> None:
        folder = tmp_path / "my data"
        (folder / "below").mkdir(parents=True)
        table = tmp_path / "mounts"
        table.write_text(mounts.format(str(folder).replace(" ", r"\040")))
        monkeypatch.setattr(sqlite_file, "MOUNTS", table)
        assert sqlite_file.file_system(folder / "below") == kind

    def test_a_network_file_system_is_refused(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        table = path.with_name("mounts")
        table.write_text(f"host:/home {path.parent} nfs rw 0 0\n")
        monkeypatch.setattr(sqlite_file, "MOUNTS", table)
        assert refusal(path) == (
            f"{path} is on a network file system (nfs), where SQLite can lose data. "
            "Name a file on a local disk in PARLEY_STORE."
        )
        assert not path.exists()

    def test_a_machine_that_does_not_tell_its_mounts_is_trusted(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sqlite_file, "MOUNTS", path.with_name("no such file"))
        within(path, everything)


class TestOwnership:
    def test_a_file_is_marked_as_ours(self, store: SqliteStore, path: Path) -> None:
        assert pragma(path, "application_id") == sqlite_file.APPLICATION
        assert pragma(path, "user_version") == len(sqlite_file.MIGRATIONS)

    @pytest.mark.parametrize(
        "foreign", ["CREATE TABLE theirs (x)", "PRAGMA application_id = 7", "PRAGMA user_version = 3"]
    )
    def test_a_database_of_another_program_is_left_untouched(self, path: Path, foreign: str) -> None:
        with closing(sqlite3.connect(path)) as db:
            db.execute(foreign)
        before = path.read_bytes()
        assert refusal(path) == f"{path} belongs to another program. Name a file of its own in PARLEY_STORE."
        assert path.read_bytes() == before
        assert list(path.parent.iterdir()) == [path]

    @pytest.mark.parametrize("content", [b"x\n", b"a letter to ann\n" * 300])
    def test_what_is_no_database_is_left_untouched(self, path: Path, content: bytes) -> None:
        path.write_bytes(content)
        assert refusal(path) == f"{path} is not a database. Name another file in PARLEY_STORE."
        assert path.read_bytes() == content

    def test_an_empty_file_becomes_ours(self, path: Path) -> None:
        path.touch()
        assert within(path, lambda store: store.commit(first())) == Ok(1)

    @pytest.mark.parametrize("attempt", range(10))
    def test_many_may_make_the_file_at_the_same_moment(self, path: Path, attempt: int) -> None:
        ready = threading.Barrier(6)

        def make(n: int) -> object:
            ready.wait()
            return within(path, lambda store: store.claim("made", str(n), 1))

        with ThreadPoolExecutor(6) as threads:
            assert sorted(map(str, threads.map(make, range(6)))) == ["False"] * 5 + ["True"]

    async def test_claims_that_an_earlier_version_numbered_are_kept(self, store: SqliteStore, path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            db.executemany("INSERT INTO claim VALUES ('button', ?, ?, 9)", [("ann", 0), ("bob", 1)])
            db.commit()
        assert [await store.claim("button", owner, 9) for owner in ("bob", "ann", "cid")] == [False, True, False]

    def test_a_damaged_file_is_said_to_be_damaged(self, path: Path) -> None:
        within(path, lambda store: store.commit(first()))
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + b"\x55" * (len(whole) - 4096))
        assert re.fullmatch(
            f"{path} is damaged .*\\. Restore it from a backup, or name another file in PARLEY_STORE\\.", refusal(path)
        )


class TestDataVersion:
    """An older file is brought forward, a newer one refused."""

    ADDED = "ALTER TABLE session ADD COLUMN note TEXT NOT NULL DEFAULT 'none'"

    @staticmethod
    def made(path: Path) -> object:
        within(path, lambda store: store.commit(first(inputs=("a",), posts=(say("hi"),))))
        return within(path, everything)

    def test_an_older_file_is_brought_forward(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        before = self.made(path)
        more = ("CREATE TABLE extra (x); INSERT INTO extra VALUES (1)", self.ADDED)
        monkeypatch.setattr(sqlite_file, "MIGRATIONS", sqlite_file.MIGRATIONS + more)
        assert within(path, everything) == before
        assert pragma(path, "user_version") == NEWEST + 2
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT note, (SELECT count(*) FROM extra) FROM session").fetchall() == [("none", 1)]

    def test_a_file_of_the_first_data_version_is_brought_forward(self, path: Path) -> None:
        """With a game that had ended in it, which may move to the archive now."""
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.executescript(sqlite_file.MIGRATIONS[0])
            db.execute(f"PRAGMA application_id = {sqlite_file.APPLICATION}")
            db.execute("PRAGMA user_version = 1")
            db.execute("INSERT INTO head VALUES ('s', 'bargaining', 'play', 1, x'')")
            db.execute("INSERT INTO session VALUES ('s', 1, 1, 7, x'', x'90', NULL)")
            db.execute("INSERT INTO step VALUES (1, 's', 1, 7, x'91c40165', x'90')")

        async def archived(store: SqliteStore) -> object:
            assert await store.ended(8) == ("s",)
            assert await store.archive("s")
            return await log(store)

        assert within(path, archived) == [(1, 0, b"e")]

    def test_a_migration_that_fails_leaves_the_file_as_it_was(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = self.made(path)
        with monkeypatch.context() as patch:
            patch.setattr(sqlite_file, "MIGRATIONS", (*sqlite_file.MIGRATIONS, f"{self.ADDED}; DROP TABLE missing"))
            assert "no such table: missing" in refusal(path)
        assert pragma(path, "user_version") == NEWEST
        assert within(path, everything) == before

    def test_a_newer_file_is_refused_and_left_untouched(self, path: Path) -> None:
        self.made(path)
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA user_version = 9")
        before = path.read_bytes()
        assert refusal(path) == (
            f"{path} was written by a newer Parley (data version 9; this one knows up to {NEWEST}). "
            "Use that Parley, or name another file in PARLEY_STORE."
        )
        assert path.read_bytes() == before
