"""After /forget the store's files hold neither the number nor the name nor the words, and no key names the person."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.players import find
from bot.players.llm.budget import Budget, Limits
from bot.session import key_erasure
from bot.session.manager import Manager
from bot.session.model.inbound import Inbound, Open, Text
from bot.session.outbox import Posts
from bot.session.timekeeper import milliseconds
from bot.session.worker import settle
from games.core.codec import encode
from storage.base import Input, Store, aside_id
from storage.redis.store import RedisStore
from storage.sqlite.store import SqliteStore
from tests.fakes import FakeTelegram
from tests.storage.servers import Server, told, until

NUMBER, NAME, WORDS = 111222333, "Annabelle Quux", "my grandmother sells pickles"
TRACES = (str(NUMBER).encode(), NAME.encode(), WORDS.encode(), b"Annabelle")
PROMISED = 10 * 60_000
"""Milliseconds within which /mydata promises it."""


class Clock:
    """The real time, and so much more."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return milliseconds() + self.ahead


@asynccontextmanager
async def serving(store: Store, clock: Clock) -> AsyncIterator[tuple[FakeTelegram, Manager]]:
    """One process that serves Telegram over a store."""
    async with FakeTelegram() as tg:
        manager, stop = Manager(store, find, clock), asyncio.Event()
        running = asyncio.create_task(run(manager, [Telegram(tg.token, tg.url, Posts(store))], stop, patience=3))
        try:
            yield tg, manager
        finally:
            stop.set()
            await running


async def passes(manager: Manager) -> None:
    """Do the worker's work of every few seconds."""
    await manager.erasure.eraser.stop()
    await manager.recover(0)
    await manager.erasure.eraser.stop()
    await manager.erasure.eraser.go_on(manager.clock())


async def forgets(tg: FakeTelegram, manager: Manager, clock: Clock) -> None:
    """Somebody plays, talks, leaves a setting, a form and a menu behind, and wants to be forgotten."""
    await Budget(Limits(user=100), store=manager.store).reserve((f"user:telegram:{NUMBER}",), 10)
    ann, other = tg.user(NUMBER, NAME), tg.user(444555666, "Bob")
    chat, his = ann.private_chat(), other.private_chat()
    await other.sends("/play bargaining")
    await his.wait_for_button("Accept")
    await ann.starts()
    await ann.presses(await chat.wait_for_button("Price bargaining"), "Price bargaining")
    await chat.wait_for_button("Accept")
    await ann.sends(f"I offer $44: {WORDS}")
    await chat.wait_for("Round 3")
    await ann.sends("/settings plain on")
    await chat.wait_for("plain text without boxes: on")
    await ann.sends("/mydata")
    await chat.wait_for("What is kept about you")
    await ann.sends("/forget")
    pressed = await ann.presses(await chat.wait_for_button("Erase it all"), "Erase it all")
    assert "You are forgotten" in await pressed.answered()
    await tg.quiet()
    for _ in range(PROMISED // 30_000):
        clock.ahead += 30_000
        await passes(manager)


def files_of(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def found(files: list[Path]) -> list[tuple[str, bytes, int]]:
    hits = [(file.name, trace, file.read_bytes().count(trace)) for file in files for trace in TRACES]
    return [hit for hit in hits if hit[2]]


async def test_sqlite_s_file_and_log_hold_nothing_of_them_while_the_service_runs(tmp_path: Path) -> None:
    store, clock = SqliteStore(str(tmp_path / "parley.db")), Clock()
    await store.open()
    async with serving(store, clock) as (tg, manager):
        await forgets(tg, manager, clock)
        assert found(files_of(tmp_path)) == []
        assert await store.names("telegram:444555666") != ()
    await store.close()
    assert found(files_of(tmp_path)) == []


async def test_another_process_that_reads_holds_it_up_and_it_is_said(tmp_path: Path) -> None:
    store, other = (SqliteStore(str(tmp_path / "parley.db")) for _ in range(2))
    for one in (store, other):
        await one.open()
    await store.point("a", "b")
    assert other._db is not None
    reading = other._db.execute("SELECT * FROM name UNION ALL SELECT 'x', 'y'")
    reading.fetchone()
    await store.point("a", "c")
    store._checkpoints.patience = 0.1
    assert "another program reads the file" in await store.scrub()
    reading.fetchall()
    assert await store.scrub() == ""
    for one in (store, other):
        await one.close()


@pytest.fixture
def server() -> Iterator[Callable[..., Server]]:
    made: list[Server] = []

    def one(*options: str) -> Server:
        made.append(Server(*options))
        return made[-1]

    yield one
    for one_ in made:
        one_.end()


@pytest.mark.redis
@pytest.mark.parametrize("save", ["", "3600 1"])
async def test_redis_s_files_and_keys_hold_nothing_of_them(server: Callable[..., Server], save: str) -> None:
    redis = server("--save", save, "--aof-use-rdb-preamble", "no", "--rdbcompression", "no")
    store, clock = RedisStore(redis.address), Clock()
    await store.open()
    if save:
        told(redis, "SAVE")
    async with serving(store, clock) as (tg, manager):
        await forgets(tg, manager, clock)
        assert await store.names("telegram:444555666") != ()
        until(lambda: not any(redis.client.info("persistence")[key] for key in BUSY))
        keys = [key for key in redis.client.scan_iter(count=1000) if any(trace in key for trace in TRACES)]
        assert keys == []
        if save:
            told(redis, "SAVE")
        assert found(files_of(Path(redis.folder.name))) == []
        values = [redis.client.dump(key) or b"" for key in redis.client.scan_iter(count=1000)]
        assert [value for value in values if any(trace in value for trace in TRACES)] == []
    await store.close()


BUSY = ("aof_rewrite_in_progress", "aof_rewrite_scheduled", "rdb_bgsave_in_progress")


@pytest.mark.redis
async def test_a_server_that_forbids_it_is_named_in_mydata(server: Callable[..., Server]) -> None:
    redis = server()
    told(redis, "ACL", "SETUSER", "parley", "on", ">word", "~*", "+@all", "-bgrewriteaof", "-config")
    store, clock = RedisStore(redis.address.replace("//", "//parley:word@")), Clock()
    await store.open()
    async with serving(store, clock) as (tg, manager):
        await forgets(tg, manager, clock)
        assert "does not let Parley rewrite its append-only file" in (await key_erasure.left(store)).remains
        bob = tg.user(444555666, "Bob")
        await bob.sends("/mydata")
        told_ = await bob.private_chat().wait_for("What I could not do the last time")
        assert "until the server rewrites it by itself" in told_.text
        assert "word@" not in told_.text
    await store.close()


async def test_what_comes_after_the_farewell_is_somebody_new_s_and_stays(tmp_path: Path) -> None:
    store, clock = SqliteStore(str(tmp_path / "parley.db")), Clock()
    await store.open()
    async with serving(store, clock) as (tg, manager):
        ann = tg.user(NUMBER, NAME)
        chat = ann.private_chat()
        await ann.sends("/forget yes")
        await chat.wait_for("You are forgotten")
        await ann.sends("/settings plain on")
        await chat.wait_for("plain text without boxes: on")
        await ann.starts()
        menu = await chat.wait_for_button("Price bargaining")
        for _ in range(5):
            clock.ahead += 30_000
            await passes(manager)
        assert await store.names(f"prefs:telegram:{NUMBER}") != ()
        await ann.presses(menu, "Price bargaining")
        await chat.wait_for_button("Accept")
    await store.close()


async def sent_and_forgotten(tg: FakeTelegram, manager: Manager, clock: Clock) -> None:
    """Somebody plays, and wants to be forgotten while something of theirs has no answer: its first try failed."""
    ann = tg.user(NUMBER, NAME)
    chat, me = ann.private_chat(), f"telegram:{NUMBER}"
    await ann.sends("/play bargaining")
    await chat.wait_for_button("Accept")
    words = Inbound("tg:unanswered", me, me, milliseconds() - 1_000, Text(WORDS), name=NAME)
    await manager.store.accept(Input(words.id, me, "", words.at, encode(words)))
    await ann.sends("/forget yes")
    await chat.wait_for("You are forgotten")
    await tg.quiet()
    for _ in range(3):
        clock.ahead += 15_000
        await passes(manager)
    heard = len(chat.history)
    await manager.recover(key_erasure.EVER)
    await tg.quiet()
    for _ in range(PROMISED // 30_000):
        clock.ahead += 30_000
        await passes(manager)
    assert len(chat.history) == heard
    assert await manager.store.pending(key_erasure.EVER) == ()


async def test_what_they_had_sent_before_and_nobody_answered_comes_back_no_more(tmp_path: Path) -> None:
    store, clock = SqliteStore(str(tmp_path / "parley.db")), Clock()
    await store.open()
    async with serving(store, clock) as (tg, manager):
        await sent_and_forgotten(tg, manager, clock)
        assert found(files_of(tmp_path)) == []
    await store.close()


@pytest.mark.redis
async def test_nor_does_it_on_redis(server: Callable[..., Server]) -> None:
    redis = server("--save", "", "--aof-use-rdb-preamble", "no")
    store, clock = RedisStore(redis.address), Clock()
    await store.open()
    async with serving(store, clock) as (tg, manager):
        await sent_and_forgotten(tg, manager, clock)
        keys = list(redis.client.scan_iter(count=1000))
        assert [key for key in keys if any(trace in key for trace in TRACES)] == []
        values = [redis.client.dump(key) or b"" for key in keys]
        assert [value for value in values if any(trace in value for trace in TRACES)] == []
        until(lambda: not any(redis.client.info("persistence")[key] for key in BUSY))
        assert found(files_of(Path(redis.folder.name))) == []
    await store.close()


async def test_what_another_process_took_just_then_has_no_answer_that_is_posted(tmp_path: Path) -> None:
    store, clock, me = SqliteStore(str(tmp_path / "parley.db")), Clock(), f"telegram:{NUMBER}"
    await store.open()
    manager = Manager(store, find, clock)
    asked, before, after = clock(), clock() - 1, clock() + 1
    await manager.erasure.forget(me, me, aside_id("tg:wish", 0), asked)
    for id, at in (("tg:wish", asked), ("tg:before", before), ("tg:after", after)):
        await store.accept(Input(id, me, "", at, encode(Inbound(id, me, me, at, Text(WORDS), name=NAME))))
    await manager.erasure.eraser.go_on(clock())
    assert {row.id for row in await store.pending(key_erasure.EVER)} == {"tg:wish", "tg:after"}
    assert await store.outbox() == ()
    await store.close()


async def test_a_post_of_a_game_that_goes_out_late_leaves_no_trace(tmp_path: Path) -> None:
    store, clock, me = SqliteStore(str(tmp_path / "parley.db")), Clock(), f"telegram:{NUMBER}"
    await store.open()
    manager = Manager(store, find, clock)
    opened = Inbound("tg:1", me, me, clock(), Open("bargaining", seed=1, tempo="chat"), name=NAME)
    await settle(manager, (await manager.handle(opened)).sid)
    late = await store.outbox()
    await manager.erasure.forget(me, me, last="~gone.0.0", sent=clock())
    for _ in range(10):
        clock.ahead += 15_000
        await passes(manager)
    assert (await key_erasure.left(store)).people == ()
    assert late != ()
    await store.lease(f"post:{me}", "a poster", clock(), 3_000)  # as a poster does that sends them now
    for row in await store.outbox():
        await store.posted(row.id, "m", clock())
    await store.point(f"buttons:{me}", "m")
    for _ in range(PROMISED // 30_000):
        clock.ahead += 30_000
        await passes(manager)
    assert await store.names(me) == ()
    assert found(files_of(tmp_path)) == []
    await store.close()


async def test_a_flood_of_erasures_scrubs_the_files_once_in_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, clock, scrubs = SqliteStore(str(tmp_path / "parley.db")), Clock(), []

    async def scrub() -> str:
        scrubs.append(clock())
        return ""

    monkeypatch.setattr(store, "scrub", scrub)
    await store.open()
    manager = Manager(store, find, clock)
    for n in range(20):
        await manager.erasure.forget(f"telegram:{n}", f"telegram:{n}", f"~{n}.0.0")
        clock.ahead += 15_000
        await passes(manager)
    assert len(scrubs) <= 2
    await store.close()
