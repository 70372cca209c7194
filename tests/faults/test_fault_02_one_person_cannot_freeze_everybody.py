"""A flood of one person, within the limits, delays nobody else; and what they said themselves stays in order."""

import asyncio
from typing import Any

import pytest
from msgspec import Struct

from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.players import find
from bot.session.limits import BUDGET, SHARE, Turns
from bot.session.manager import Manager
from bot.session.model.inbound import Answer, Inbound, Open, Text
from bot.session.model.intent import Request
from bot.session.outbox import Posts
from storage.base import Input, Store
from storage.memory import MemoryStore
from storage.sqlite.store import SqliteStore
from tests.fakes import FakeTelegram

FLOOD = 60
COST = 0.02
"""Seconds of the loop that reading one hostile text takes."""


class Clock(Struct):
    """The loop's time, moved by work and by pauses alone."""

    now: float = 0.0

    async def pause(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


class Costly(Manager):
    """Reading takes its time on a clock that nothing else moves. `served` has who was answered, in order."""

    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__(store, find, lambda: 1_000_000 + int(clock.now * 1000))
        self.virtual, self.served = clock, list[str]()
        self.turns = Turns(lambda: clock.now, lambda: clock.now, clock.pause)

    async def _answer(self, row: Input, request: Request) -> Answer:
        self.virtual.now += COST
        answer = await super()._answer(row, request)
        self.served.append(row.id)
        return answer


def _said(user: str, number: int, act: Any) -> Inbound:
    return Inbound(f"{user}:{number}", f"room:{user}", user, 1_000_000, act)


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
async def test_somebody_else_is_answered_after_a_few_inputs_of_the_flood(kind: str, tmp_path: Any) -> None:
    store: Store = MemoryStore() if kind == "memory" else SqliteStore(str(tmp_path / "parley.db"))
    await store.open()
    clock = Clock()
    manager = Costly(store, clock)
    for user in ("ann", "bob"):
        await manager.handle(_said(user, 0, Open("number", seed=1, tempo="chat")))
    flood = [asyncio.create_task(manager.handle(_said("ann", k, Text("?" * 4_096)))) for k in range(1, FLOOD + 1)]
    before = len(manager.served)
    await asyncio.create_task(manager.handle(_said("bob", 1, Text("guess 30"))))
    ahead = manager.served.index("bob:1") - before
    # The budget is refilled while it is used.
    assert ahead <= BUDGET / (1 - SHARE) / COST + 1
    await asyncio.gather(*flood)
    assert [id for id in manager.served if id.startswith("ann")] == [f"ann:{k}" for k in range(FLOOD + 1)]
    await store.close()


class Held(Manager):
    """Player that does not answer one person before the test lets it."""

    async def _answer(self, row: Input, request: Request) -> Answer:
        inbound = request
        if inbound.user == "telegram:42":
            self.heard.append(inbound.act.text if isinstance(inbound.act, Text) else "")
            await self.gate.wait()
        return await super()._answer(row, request)

    def __init__(self, store: Store) -> None:
        super().__init__(store, find)
        self.gate, self.heard = asyncio.Event(), list[str]()


async def test_the_next_updates_are_taken_while_one_chat_waits_for_its_turn() -> None:
    async with FakeTelegram() as tg:
        ann, bob = tg.user(42, "Ann"), tg.user(43, "Bob")
        store = MemoryStore()
        manager, stop = Held(store), asyncio.Event()
        running = asyncio.create_task(run(manager, [Telegram(tg.token, tg.url, Posts(store))], stop, patience=3))
        for text in ("one", "two"):
            await ann.sends(text)
        await tg.until(lambda: manager.heard or None, "Ann's first words")
        await bob.starts()
        await bob.private_chat().wait_for_button("Price bargaining")
        await ann.sends("three")
        await bob.starts()

        def menus() -> bool | None:
            return sum("Pick a game" in text for text in bob.private_chat().texts) == 2 or None

        await tg.until(menus, "the second menu")
        assert manager.heard == ["one"]
        manager.gate.set()
        await tg.until(lambda: len(manager.heard) == 3 or None, "all that Ann said")
        await tg.quiet()
        stop.set()
        await running
    assert manager.heard == ["one", "two", "three"]
