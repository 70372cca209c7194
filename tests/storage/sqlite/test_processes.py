"""Several processes on one SQLite file: killed at any moment, begun at the same moment."""

import asyncio
import random
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import closing
from pathlib import Path

from storage.sqlite.store import SqliteStore
from tests.storage.samples import log
from tests.storage.writer import SIDS, recover

ROOT = Path(__file__).parents[3]
ROUNDS, NAMES = 4, ("ann", "bob")


async def started(path: Path, name: str, round: int) -> Process:
    arguments = ("-m", "tests.storage.writer", f"sqlite:///{path}", name, str(round))
    return await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdout=PIPE)


async def killed_after(process: Process, lines: int) -> list[str]:
    """Return what it said before it was killed, which is at any point of its work after this many lines."""
    assert process.stdout is not None
    said = [await process.stdout.readline() for _ in range(lines)]
    process.kill()
    rest = await process.stdout.read()
    assert await process.wait() == -signal.SIGKILL
    return b"".join([*said, rest]).decode().splitlines()


async def test_processes_that_are_killed_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    path, chance = tmp_path / "parley.db", random.Random(7)
    said: list[str] = []
    for round in range(ROUNDS):
        processes = [await started(path, name, round) for name in NAMES]
        kills = [killed_after(process, chance.randrange(1, 1000)) for process in processes]
        for lines in await asyncio.gather(*kills):
            said += lines
    accepted, committed = ({line.split()[1] for line in said if line.startswith(word)} for word in ("acc", "comm"))
    assert committed

    store = SqliteStore(str(path))
    await store.open()
    for name in NAMES:
        await recover(store, name)
    assert await store.pending(1 << 40) == ()
    applied: list[str] = []
    for sid in SIDS:
        loaded = await store.load(sid)
        assert loaded is not None
        events = await log(store, sid)
        assert [(version, k) for version, k, _ in events] == [(n + 1, 0) for n in range(loaded.version)]
        assert int(loaded.snapshot) == loaded.version
        posts = await store.outbox(f"place of {sid}", 100_000)
        assert [row.post.body for row in posts] == [data for _, _, data in events]
        applied += [data.decode() for _, _, data in events]
    await store.close()
    assert len(applied) == len(set(applied))
    assert accepted | committed <= set(applied)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_processes_may_make_the_file_at_the_same_moment(tmp_path: Path) -> None:
    path = tmp_path / "new" / "parley.db"
    processes = await asyncio.gather(*(started(path, name, 0) for name in ("ann", "bob", "cid", "dan")))
    for lines in await asyncio.gather(*(killed_after(process, 2) for process in processes)):
        assert lines[0].startswith("accepted")
