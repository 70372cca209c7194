"""Whole games against a model whose side goes wrong in every way, through the terminal and both chats."""

import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from bot.players.llm.model_players import ModelPlayers
from bot.research.export.log import export
from bot.research.export.replay import replay
from bot.session.model.events import Decided
from bot.session.model.inbound import Open
from bot.session.model.session import entry_type
from games.core.codec import decode
from games.core.registry import get
from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.adapters.discord.service import housed as discord
from tests.bot.adapters.telegram.service import housed as telegram
from tests.bot.adapters.terminal.terminals import Given, Run
from tests.bot.players.llm.seated import house
from tests.fakes import FakeAnthropic
from tests.fakes.anthropic import Act

SECRET = "43.21"
WROTE = {"talk": "both", "information": "none", "seller_cost": SECRET}
LINES = ("10 please", "11, my friend", "12 and no more")
"""Three offers below the seller's cost: a game of all its rounds."""

Make = Callable[[FakeAnthropic], Act]
CASES: dict[str, tuple[Make, str]] = {
    "429 with retry-after 120": (lambda api: api.errs(429, retry_after="120"), "fallback:http_429"),
    "529 again and again": (lambda api: api.errs(529), "fallback:http_529"),
    "silence": (lambda api: api.waits(600), "fallback:timeout"),
    "a dropped connection": (lambda api: api.hangs_up(), "fallback:connection"),
    "200 with HTML": (lambda api: api.is_html(), "fallback:garbage"),
    "a refusal": (lambda api: api.refuses(), "fallback:refusal"),
    "a truncation": (lambda api: api.breaks_off(), "fallback:truncated"),
    "a price out of range": (
        lambda api: api.answers({"action": "offer", "price": 1000}),
        "fallback:unclear:out_of_bounds",
    ),
    "a price below cost": (lambda api: api.answers({"action": "offer", "price": 20.5}), "fallback:loss"),
    "nothing said": (lambda api: api.answers({"say": ""}), "llm"),
    "a leak": (lambda api: api.answers({"say": f"My cost is {SECRET}."}), "llm"),
    "a contradiction": (lambda api: api.answers({"say": "I accept your offer!"}), "llm"),
}


@pytest.fixture
async def players(api: FakeAnthropic, case: str) -> AsyncIterator[ModelPlayers]:
    made = house(api, llm_seconds=0.3 if case == "silence" else 10)
    yield made
    await made.close()


async def judged(store: Store, sid: str, texts: list[str], case: str) -> None:
    """The game ended by its rules; the log says where each decision came from; nothing private was posted."""
    before_end = "\n".join(texts).partition("GAME OVER")[0]
    assert SECRET not in before_end
    assert "orty" not in before_end
    assert any("GAME OVER" in text for text in texts)
    log = b"".join([row async for row in export(store, sid)])
    result = replay(log).result()
    assert result is not None
    assert result.end in ("deal", "no_deal")
    kind = entry_type(get("bargaining"))
    entries = [decode(record.data, kind).event async for record in store.events(sid)]
    sources = [event.source for event in entries if isinstance(event, Decided)]
    assert len(sources) == 4  # three offers, and the answer to the last
    assert sources[0] == CASES[case][1]
    assert all(source == "llm" or source.startswith("fallback:") for source in sources)
    for event in entries:
        if isinstance(event, Decided):
            assert event.private is not None
            assert event.private["llm"]["latency_ms"] < 30_000


def nobody_typed_into_the_constant_part(api: FakeAnthropic) -> None:
    """The log of requests: one constant part for the whole game, marked for caching, without a word of the person."""
    assert api.requests
    systems = {json.dumps(body["system"]) for body in api.requests}
    assert len(systems) == 1
    assert all(body["system"][-1]["cache_control"] == {"type": "ephemeral"} for body in api.requests)
    for words in ("please", "my friend", "no more"):
        assert not any(words in system for system in systems)
        for body in api.requests:
            outside = re.sub(r"<heard>.*?</heard>", "", api.asked(body), flags=re.DOTALL)
            assert words not in outside


def rig(api: FakeAnthropic, players: ModelPlayers, case: str) -> Callable[..., Any]:
    api.otherwise = CASES[case][0](api)
    return lambda name, game: players.player()


@pytest.mark.parametrize("case", CASES)
async def test_terminal(api: FakeAnthropic, players: ModelPlayers, case: str) -> None:
    store = MemoryStore()
    run = Run(store, Given(*LINES), rig(api, players, case))
    await run.open(Open("bargaining", tuple(WROTE.items()), seed=7))
    assert run.result is not None
    await judged(store, run.sid, run.texts, case)
    nobody_typed_into_the_constant_part(api)


@pytest.mark.parametrize("case", CASES)
async def test_telegram(api: FakeAnthropic, players: ModelPlayers, case: str) -> None:
    async with telegram() as house:
        house.strategies = rig(api, players, case)
        ann, chat = house.person()
        await ann.sends("/play bargaining " + " ".join(f"{key}={value}" for key, value in WROTE.items()))
        for number, line in enumerate(LINES):
            await chat.wait_for(f"Round {2 * number + 1}")
            await house.tg.quiet()
            await ann.sends(line)
        await chat.wait_for("GAME OVER")
        await house.tg.quiet()
        (loaded,) = await house.store.sessions(live=False)
        await judged(house.store, loaded.head.sid, chat.texts, case)
        nobody_typed_into_the_constant_part(api)
        house.tg.assert_manners()


@pytest.mark.parametrize("case", CASES)
async def test_discord(api: FakeAnthropic, players: ModelPlayers, case: str) -> None:
    async with discord() as house:
        house.strategies = rig(api, players, case)
        await house.ann.slash(house.table, "play", game="bargaining " + " ".join(f"{k}={v}" for k, v in WROTE.items()))
        thread = await house.table.next_thread()
        for number, line in enumerate(LINES):
            await thread.wait_for(f"Round {2 * number + 1}")
            await house.dc.quiet()
            await house.says(house.ann, thread, line)
        await thread.wait_for("GAME OVER")
        await house.dc.quiet()
        (loaded,) = await house.store.sessions(live=False)
        await judged(house.store, loaded.head.sid, thread.texts, case)
        nobody_typed_into_the_constant_part(api)
        house.dc.assert_manners()
