"""The composition root: parts run side by side, stop together, and leave nothing hanging."""

import asyncio
from collections.abc import Iterator

import pytest

from bot import app
from bot.adapters.base import Door
from bot.players import find
from bot.runtime.errors import CannotServe
from bot.runtime.settings import Settings
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Inbound, Open
from bot.session.outbox import Posts
from games.core.post import plain
from storage.base import Row
from storage.memory import MemoryStore
from tests.bot.platforms import Silent
from tests.bot.session.harness import tiny_games


class Chat(Silent):
    """A platform on which one person opens a game and reads what comes."""

    platform = "chat"

    def __init__(self, acts: tuple[Open, ...] = (), fails: bool = False, hangs: bool = False) -> None:
        self.acts, self.fails, self.hangs = acts, fails, hangs
        self.shown: list[str] = []
        self.seen = asyncio.Event()
        self.closed = False

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        for number, act in enumerate(self.acts):
            await door.handle(Inbound(f"chat:{number}", "chat:1", "chat:1", 0, act))
        if self.fails:
            raise RuntimeError("no more chat")
        if self.hangs:
            await asyncio.Event().wait()
        await stop.wait()

    async def show(self, row: Row, sent: Sent) -> str:
        self.shown.append(plain(sent.post))
        self.seen.set()
        return row.id

    async def shutdown(self) -> None:
        self.closed = True
        if self.hangs:
            await asyncio.Event().wait()


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with tiny_games():
        yield


@pytest.fixture
def manager() -> Manager:
    return Manager(MemoryStore(), find)


async def test_what_is_said_on_a_platform_is_answered_there(manager: Manager) -> None:
    chat, stop = Chat((Open("sealed", seed=3),)), asyncio.Event()
    running = asyncio.create_task(app.run(manager, [chat], stop))
    await chat.seen.wait()
    stop.set()
    await running
    assert "The item is worth $22.96 to you." in chat.shown
    assert chat.closed


async def test_a_part_that_fails_stops_the_others_and_is_told(manager: Manager) -> None:
    one, other = Chat(fails=True), Chat()
    other.platform = "other"
    with pytest.raises(RuntimeError, match="no more chat"):
        await app.run(manager, [one, other], asyncio.Event())
    assert other.closed


async def test_what_does_not_stop_by_itself_is_cut_off(manager: Manager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CLOSE_SECONDS", 0.01)
    chat, stop = Chat(hangs=True), asyncio.Event()
    stop.set()
    await app.run(manager, [chat], stop, patience=0.01)
    assert chat.closed


async def test_without_a_token_there_is_nothing_to_serve() -> None:
    with pytest.raises(CannotServe, match="PARLEY_TELEGRAM_TOKEN, PARLEY_DISCORD_TOKEN or PARLEY_WEB"):
        await app.serve(Settings(store="memory:", telegram_token=None, discord_token=None))


async def test_addresses_that_stand_in_each_others_way_are_told_before_anything_is_opened() -> None:
    with pytest.raises(CannotServe, match=r"^PARLEY_HTTP=.+ and PARLEY_WEB=.+ name one port by two hosts"):
        await app.serve(Settings(store="memory:", http="0.0.0.0:8080", web="127.0.0.1:8080"))


async def test_a_platform_whose_library_is_missing_names_its_extra() -> None:
    def missing(*_: object) -> Chat:
        raise ImportError

    with pytest.raises(CannotServe, match=r"pip install 'parley\[discord\]'"):
        app.Platform("discord", "discord_token", missing).adapter(Settings(store="memory:"), Posts(MemoryStore()))
