"""A store that goes away ends nothing: everybody waits, says so once, and goes on when it is back."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot import app
from bot.adapters import poster as posting
from bot.adapters.base import Door
from bot.adapters.poster import Poster
from bot.adapters.telegram import adapter as telegram
from bot.players import find
from bot.runtime import store_health
from bot.runtime.health import pages
from bot.runtime.store_health import StoreHealth
from bot.session import worker
from bot.session.manager import Manager
from bot.session.model.audience import Sent, outgoing
from bot.session.model.inbound import Act, Answer, Inbound, Open, Text
from games.core.post import plain, says
from storage.base import Input, Outgoing, PartlyDown, Points, PostId, Row, Store, StoreError, Taken
from storage.memory import MemoryStore
from storage.redis.store import RedisStore
from storage.sqlite.store import SqliteStore
from tests.bot.adapters.discord import service as discord_service
from tests.bot.adapters.telegram import service as telegram_service
from tests.bot.runtime.test_health import _ask
from tests.bot.test_app import Chat
from tests.storage.servers import Server


@pytest.fixture(autouse=True)
def _brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_health, "LONGEST_PAUSE", 0.25)
    monkeypatch.setattr(worker, "UNSTORED", 50)
    monkeypatch.setattr(telegram, "PAUSE", 0.02)


class Room(Chat):
    """A platform whose one person acts when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.door: Door | None = None
        self._acts = 0

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        self.door = door
        await stop.wait()

    async def act(self, act: Act) -> Answer:
        assert self.door is not None
        self._acts += 1
        return await self.door.handle(Inbound(f"chat:{self._acts}", "chat:1", "chat:1", 1, act))

    async def sees(self, words: str) -> None:
        await until(lambda: any(words in text for text in self.shown))


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running(store: Store) -> AsyncIterator[tuple[Room, StoreHealth]]:
    room, stop, watch = Room(), asyncio.Event(), StoreHealth(store)
    whole = asyncio.create_task(app.run(Manager(store, find), [room], stop, health=watch))
    try:
        await until(lambda: room.door is not None)
        yield room, watch
    finally:
        stop.set()
        await whole


@pytest.mark.redis
async def test_a_redis_that_is_killed_is_waited_for() -> None:
    server = Server()
    store = RedisStore(server.address)
    await store.open()
    async with running(store) as (room, watch), pages("127.0.0.1:0", store, ["chat"], watch) as port:
        await room.act(Open("bargaining", seed=3))
        await room.sees("Round 1")
        with capture_logs() as logs:
            server.kill()
            await until(lambda: watch.problem)
            with pytest.raises(StoreError, match="cannot be reached"):
                await room.act(Text("44"))
            status, told = await _ask(port, "/readyz")
            assert (status, told["ready"]) == (503, False)
            server.start()
            await until(lambda: not watch.problem)
            await room.act(Text("44"))
            await room.sees("Round 3")
        assert (await _ask(port, "/readyz"))[0] == 200
    assert [log["event"] for log in logs].count("store_lost") == 1
    assert not [log for log in logs if log["event"] in ("job_failed", "posting_failed", "recovery_failed")]
    await store.close()
    server.end()


async def _sqlite(tmp_path: Path) -> tuple[SqliteStore, Callable[[bool], None]]:
    """A store, and a switch that makes its disk one that cannot be written."""
    store = SqliteStore(str(tmp_path / "parley.db"))
    await store.open()

    def broken(on: bool) -> None:
        assert store._db is not None
        store._db.execute(f"PRAGMA query_only = {int(on)}")

    return store, broken


async def test_a_disk_that_cannot_be_written_is_waited_for(tmp_path: Path) -> None:
    store, broken = await _sqlite(tmp_path)
    async with running(store) as (room, watch), pages("127.0.0.1:0", store, ["chat"], watch) as port:
        await room.act(Open("bargaining", seed=3))
        await room.sees("Round 1")
        broken(True)
        with pytest.raises(StoreError, match="cannot be written"):
            await room.act(Text("44"))
        assert (await _ask(port, "/readyz"))[0] == 503  # though it can be read
        broken(False)
        await until(lambda: not watch.problem)
        await room.act(Text("44"))
        await room.sees("Round 3")
    await store.close()


async def test_what_was_accepted_before_the_outage_is_done_after_it(tmp_path: Path) -> None:
    """And at once: nobody waits for the look at what other processes left behind."""
    store, broken = await _sqlite(tmp_path)
    async with running(store) as (room, watch):
        await room.act(Open("bargaining", seed=3))
        await room.sees("Round 1")
        kept, commit = [], store.commit

        async def fails(step: object) -> object:
            kept.append(step)
            store.commit = commit  # type: ignore[method-assign]
            broken(True)
            raise StoreError("gone")

        store.commit = fails  # type: ignore[method-assign, assignment]
        with pytest.raises(StoreError):
            await room.act(Text("44"))
        assert len(await store.pending(1 << 60)) == 1
        broken(False)
        await until(lambda: not watch.problem)
        await room.sees("You offered $44.00")
    await store.close()


class Forgetful(MemoryStore):
    """Loses the connection when it is told that a post is out, and when it is asked for the box before."""

    def __init__(self) -> None:
        super().__init__()
        self.down = 7

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None, points: Points = ()) -> None:
        self._lose()
        await super().posted(id, ref, at, post, points)

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        self._lose()
        return await super().slot(sid, place, slot)

    def _lose(self) -> None:
        self.down -= 1
        if self.down >= 0:
            raise StoreError("the line is down")


@pytest.mark.parametrize("slot", ["", "box"])
async def test_a_post_outlives_the_outage_and_goes_out_once(slot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(store_health, "FIRST_PAUSE", 0.01)
    store, chat, stop = Forgetful(), Chat(), asyncio.Event()
    post = outgoing("chat:1", Sent(says("hello")))
    await store.answered(Input("in:1", "chat:1", "", 0, b""), b"", 0, (type(post)(post.place, post.body, slot),))
    poster = Poster(store, {"chat": chat}, lambda: 0, "me")
    work = asyncio.create_task(poster.run(stop))
    await until(lambda: store.down < 0 and chat.shown)
    stop.set()
    await work
    assert not await store.outbox()
    assert chat.shown == [plain(says("hello"))]


async def test_telegram_keeps_what_is_said_during_an_outage(tmp_path: Path) -> None:
    store, broken = await _sqlite(tmp_path)
    async with telegram_service.housed(store) as house:
        ann, chat = house.person()
        await house.begins(ann)
        broken(True)
        await ann.sends("10")
        polls = len(house.tg.called("getUpdates"))
        await house.tg.wait_called("getUpdates", count=polls + 2 * telegram.TRIES)
        broken(False)
        await chat.wait_for("Round 3")
        assert sum("You offered $10.00" in text for text in chat.texts) == 1
        house.tg.assert_manners()
    await store.close()


class Parted(MemoryStore):
    """While `away` is set, the records of one person's messages are in a part that is away."""

    def __init__(self, place: str = "") -> None:
        super().__init__()
        self.away = place

    async def accept(self, input: Input, to: str = "") -> Taken:
        if self.away and input.place == self.away:
            raise PartlyDown("The part of it is away; the others go on.")
        return await super().accept(input, to)


async def test_a_part_of_the_store_that_is_away_is_no_outage() -> None:
    store = Parted("chat:1")
    async with running(store) as (room, watch):
        with capture_logs() as logs, pytest.raises(PartlyDown):
            await room.act(Open("bargaining", seed=3))
        assert (watch.problem, logs) == ("", [])
        store.away = ""
        await room.act(Open("bargaining", seed=3))
        await room.sees("Round 1")


async def test_telegram_serves_others_while_one_persons_part_is_away_and_tells_that_one_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Parted()
    monkeypatch.setattr(telegram, "HELD", 0.3)
    async with telegram_service.housed(store) as house:
        (ann, hers), (bob, his) = house.person(), house.person(43, "Bob")
        await house.begins(ann)
        await house.begins(bob)
        store.away = f"telegram:{ann.id}"
        await ann.sends("10")
        await bob.sends("11")
        await his.wait_for("You offered $11.00")
        await hers.wait_for("I can't save moves right now")
        store.away = ""
        await ann.sends("12")
        await hers.wait_for("You offered $12.00")
        assert sum("I can't save moves" in text for text in hers.texts) == 1
        assert not any("You offered $10.00" in text for text in hers.texts)
        house.tg.assert_manners()


async def test_discord_says_that_nothing_can_be_noted(tmp_path: Path) -> None:
    store, broken = await _sqlite(tmp_path)
    async with discord_service.housed(store) as house:
        thread, offer = await house.begins(house.ann)
        broken(True)
        told = await (await house.ann.presses(offer, "Accept")).reply()
        assert told.ephemeral
        assert "can't save moves right now" in told.text
        await house.says(house.ann, thread, "10")
        await thread.wait_for("can't save moves right now")
        broken(False)
        await house.says(house.ann, thread, "10")
        await thread.wait_for("Round 3")
        house.dc.assert_manners()
    await store.close()
