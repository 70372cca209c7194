"""Metrics: an operator's view of the service from outside; nobody's words are in it."""

import asyncio
import re
from collections.abc import Iterator

import aiohttp
import pytest

from bot import app
from bot.players import find
from bot.runtime.health import pages
from bot.runtime.metrics import Metrics, word
from bot.runtime.store_health import StoreHealth
from bot.session.manager import Manager
from bot.session.model.inbound import Open, Text
from storage.base import Job, StoreError
from storage.memory import MemoryStore
from tests.bot.players.llm.seated import canned
from tests.bot.runtime.test_store_health import Room as Hall
from tests.bot.runtime.test_store_health import until
from tests.bot.session.harness import Room, tiny_games
from tests.storage.samples import first, given


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with tiny_games():
        yield


class Watched(Room):
    def __init__(self) -> None:
        super().__init__(MemoryStore())
        self.metrics = Metrics(self.store, lambda: self.now)
        self.manager.sessions.metrics = self.metrics

    async def figures(self) -> dict[str, float]:
        return figures((await self.metrics.page()).decode())


def figures(page: str) -> dict[str, float]:
    rows = (line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in rows}


async def test_games_are_counted_from_their_beginning_to_their_end() -> None:
    room = Watched()
    await room.open("bargaining")
    await room.open("bargaining", "bob", seed=2)
    now = await room.figures()
    assert now['parley_sessions_live{game="bargaining"}'] == 2
    assert now['parley_sessions_live{game="trading"}'] == 0
    assert now['parley_sessions_opened_total{game="bargaining"}'] == 2
    await room.say("ann", "accept")
    now = await room.figures()
    assert now['parley_sessions_live{game="bargaining"}'] == 1
    assert now['parley_sessions_ended_total{end="deal",game="bargaining"}'] == 1


async def test_turns_reprompts_and_decisions_are_counted() -> None:
    room = Watched()
    await room.open("bargaining")
    await room.say("ann", "44")
    await room.say("ann", "a hundred and nine")
    now = await room.figures()
    assert now['parley_turn_seconds_count{answer="played",game="bargaining"}'] == 1
    refused = [name for name in now if name.startswith("parley_reprompts_total")]
    assert len(refused) == 1
    assert now['parley_strategy_seconds_count{game="bargaining",strategy="normal"}'] == 2
    assert not any(name.startswith("parley_strategy_fallbacks_total") for name in now)


async def test_a_player_that_fails_is_a_fallback() -> None:
    room = Watched()
    room.metrics.decided("bargaining", "llm", "normal", 3.0)
    room.metrics.decided("bargaining", "llm", "llm:claude", 3.0)
    assert (await room.figures())['parley_strategy_fallbacks_total{game="bargaining",strategy="llm"}'] == 1


async def test_tokens_of_a_model_are_counted() -> None:
    room = Watched()
    house, _ = canned('{"reason": "Well.", "action": "offer", "price": 55}')
    room.manager.sessions.strategies = lambda name, game: house.player()
    await room.open("bargaining")
    await room.say("ann", "44")
    now = await room.figures()
    assert now['parley_llm_tokens_total{game="bargaining",kind="input_tokens"}'] == 20
    assert now['parley_llm_tokens_total{game="bargaining",kind="output_tokens"}'] == 10


async def test_what_waits_and_what_is_late_is_shown() -> None:
    room = Watched()
    await room.store.commit(first("s", jobs=(Job("s/clock/x", 1, room.now - 1500, "clock"),)))
    await room.store.accept(given("tg:1"))
    now = await room.figures()
    assert now["parley_timer_lag_seconds"] == 1.5
    assert now["parley_inputs_waiting"] == 1
    assert now["parley_posts_waiting"] == 0


class Away(MemoryStore):
    async def next_due(self) -> int | None:
        raise StoreError("gone")


async def test_a_store_that_is_away_is_shown_as_down() -> None:
    metrics = Metrics(Away(), lambda: 0)
    assert figures((await metrics.page()).decode())["parley_store_up"] == 0


async def test_the_page_has_what_a_whole_game_leaves_and_nobodys_words() -> None:
    store = MemoryStore()
    manager, health, hall, stop = Manager(store, find), StoreHealth(store), Hall(), asyncio.Event()
    metrics = manager.sessions.metrics = Metrics(store, manager.clock, health)
    running = asyncio.create_task(app.run(manager, [hall], stop, health=health))
    async with pages("127.0.0.1:0", store, ["chat"], health, metrics) as port:
        await until(lambda: hall.door is not None)
        await hall.act(Open("bargaining", seed=3))
        await hall.sees("Round 1")
        await hall.act(Text("zanzibar"))
        await hall.act(Text("how about 44"))
        await hall.sees("Round 3")
        await hall.act(Text("accept"))
        await hall.sees("GAME OVER")
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
            page = await answer.text()
    stop.set()
    await running
    now = figures(page)
    assert now["parley_store_up"] == 1
    assert now['parley_posts_total{platform="chat",status="shown"}'] >= 3
    assert now['parley_job_late_seconds_count{kind="ai"}'] >= 1
    assert now["process_resident_memory_bytes"] > 0
    assert "zanzibar" not in page
    assert not re.search(r"chat:\d", page)


@pytest.mark.parametrize(("name", "shown"), [("too_fast", "too_fast"), ("I'd say 44", "other"), ("", "other")])
def test_a_label_is_a_word_of_ours(name: str, shown: str) -> None:
    assert word(name) == shown
