"""A page of the SQLite file is overwritten under a running process: a sentence, nothing half-done, others go on."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.session.model.inbound import Open
from bot.session.model.session import Session, fold, gather
from bot.session.model.terms import Terms
from games.core.codec import decode
from storage.base import StoreError
from storage.sqlite.store import SqliteStore
from tests.bot.session.harness import Room

PAGE = 4096


async def played(path: Path) -> tuple[SqliteStore, Room, list[str]]:
    """A store with a few dozen games, all of it in the file."""
    store = SqliteStore(str(path))
    await store.open()
    room = Room(store)
    sids = []
    for n in range(30):
        answer = await room.act(f"guest{n}", Open("bargaining", seed=n, tempo="chat"))
        sids.append(answer.sid)
        await room.say(f"guest{n}", "I offer $44")
    await store.scrub()
    return store, room, sids


def overwrite(path: Path, page: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(data)


@pytest.mark.parametrize("seed", range(6))
async def test_a_page_of_noise_leaves_a_sentence_and_nothing_half_done(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "parley.db"
    store, room, sids = await played(path)
    chance = random.Random(seed)
    pages = path.stat().st_size // PAGE
    for page in chance.sample(range(1, pages), 3):
        overwrite(path, page, chance.randbytes(PAGE))
    assert store._db is not None
    store._db.execute("PRAGMA shrink_memory")  # what is cached would hide it
    said: list[str] = []
    for n in range(len(sids)):
        room.manager = room.process()
        with noting(said):
            assert (await room.act(f"guest{n}", Open("number", seed=1))).what == "opened"
    for sid in sids:
        with noting(said):
            await replays(store, sid)
    await store.close()
    fresh = SqliteStore(str(path))
    with noting(said):
        await fresh.open()
        await fresh.close()
    assert all("is damaged" in sentence and "Restore it from a backup" in sentence for sentence in said)


@contextmanager
def noting(said: list[str]) -> Iterator[None]:
    """Note what the store says that cannot be used; anything else that is raised is a fault."""
    try:
        yield
    except StoreError as problem:
        said.append(str(problem))


async def replays(store: SqliteStore, sid: str) -> None:
    """A session that can be read leads where its log says."""
    loaded = await store.load(sid)
    if loaded is not None:
        records = await gather(store.events(sid))
        fold(Session.fresh(sid, decode(loaded.head.body, Terms)), records)


async def test_other_sessions_go_on_where_one_table_s_page_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "parley.db"
    store, room, sids = await played(path)
    with sqlite3.connect(path) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'archive'").fetchone()
    overwrite(path, root - 1, b"\xff" * PAGE)
    assert (await room.say("guest3", "I offer $45")).sid == sids[3]
    for _ in range(2):
        await room.command("guest4", "quit")
    assert (await room.session(sids[4])).table.phase == "over"
    with pytest.raises(StoreError, match=r"is damaged .* Restore it from a backup"):
        await store.archive(sids[4])
    assert (await room.session(sids[4])).result() is not None
    assert (await room.say("guest5", "I offer $45")).sid == sids[5]
    await store.close()
