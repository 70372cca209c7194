"""Several processes with one token: each hears everything, and people notice one of them."""

from collections.abc import AsyncIterator

import pytest

import bot.adapters.discord.interactions
from bot.session.manager import Manager
from bot.session.model.inbound import Answer, Inbound
from bot.session.outbox import Stored
from storage.memory import MemoryStore
from tests.bot.adapters.discord.service import House
from tests.fakes import FakeDiscord


@pytest.fixture
async def houses() -> AsyncIterator[tuple[House, House]]:
    """Two processes; people are in the first one's server."""
    async with FakeDiscord() as dc:
        with dc.patched():
            one, two = House(dc, store := MemoryStore()), House(dc, store)
            for number, house in enumerate((one, two), 1):
                await house.opens()
                await dc.changes.until(lambda n=number: len(dc.gateway.live) >= n or None, 5, lambda: "no log-in")  # type: ignore[misc]
            try:
                yield one, two
            finally:
                await one.closes()
                await two.closes()


async def test_each_press_form_and_command_is_done_once(houses: tuple[House, House]) -> None:
    house, dc = houses[0], houses[0].dc
    thread, offer = await house.begins(house.ann, "bargaining style=seed")
    for price in ("$10.00", "$11.00"):
        await house.ann.fills(await house.ann.opens(offer, "Counteroffer"), price)
        await thread.wait_for(f"You offered {price}")
        offer = await thread.wait_for_button("Accept")
    told = await house.ann.slash(thread, "private")
    await told.reply()
    await house.ann.presses(offer, "Accept")
    await thread.wait_for("GAME OVER")
    await dc.quiet()
    assert len(told.replies) == 1
    assert len(dc.threads) == 1
    assert sum("You offered" in text for text in thread.texts) == 2
    assert sum("GAME OVER" in text for text in thread.texts) == 1
    dc.assert_manners(forgive=("already been acknowledged",))


async def test_what_is_said_opens_one_thread_and_is_answered_once(houses: tuple[House, House]) -> None:
    house, dc = houses[0], houses[0].dc
    house.in_public()
    await house.says(house.ann, house.table, "/play bargaining")
    thread = await house.table.next_thread()
    await thread.wait_for_button("Accept")
    house.table.deny(dc.bot, "create_public_threads")
    await house.says(house.bob, house.table, "/play bargaining")
    await house.table.wait_for("I need the permission")
    await dc.quiet()
    assert len(dc.threads) == 1
    assert (
        len([message for message in house.table.history if message.author is dc.bot and "permission" in message.text])
        == 1
    )
    thread.delete()
    await house.ann.dm().wait_for("was deleted")
    await dc.quiet()
    assert len(house.ann.dm().texts) == 1


async def test_what_a_process_acknowledged_and_did_not_record_is_done_by_another(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, dc = houses[0], houses[0].dc
    thread, offer = await house.begins(house.ann)
    form = await house.ann.opens(offer, "Counteroffer")
    monkeypatch.setattr(bot.adapters.discord.interactions, "ELSEWHERE", 0.3)
    handle, asked = Manager.handle, 0

    async def dies(self: Manager, inbound: Inbound, post: Stored | None) -> Answer:
        nonlocal asked
        asked += 1
        return Answer("ignored") if asked == 1 else await handle(self, inbound, post)

    monkeypatch.setattr(Manager, "handle", dies)
    await house.ann.fills(form, "10")
    await thread.wait_for("You offered $10.00")
    await dc.quiet()
    assert sum("You offered" in text for text in thread.texts) == 1
    assert asked == 2
