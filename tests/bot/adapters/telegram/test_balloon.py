"""A whole game of balloon in a private chat, in the words that a person finds first."""

from collections.abc import AsyncIterator

import pytest

from bot.session.lobby import CHAT
from storage.memory import MemoryStore
from tests.bot.adapters.telegram.service import House
from tests.fakes import FakeTelegram


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with FakeTelegram() as tg:
        house = House(tg, MemoryStore())
        house.defaults = CHAT
        await house.opens()
        try:
            yield house
        finally:
            await house.closes()


async def test_a_balloon_in_plain_words(house: House) -> None:
    ann, chat = house.person()
    board = await house.begins(ann, "balloon", until="Pick items")
    assert len(board.text.splitlines()) <= 15
    assert "Yours so far: nothing, 0 of" in board.text
    assert "effort" not in board.text
    assert "Full rules" in board.labels
    await ann.sends("help")
    await chat.wait_for("Nothing was sent. Message 1 of 30 is still yours.")
    await ann.sends("hm")
    asked = await chat.wait_for_button("Yes")
    assert "It uses message 1 of 30." in asked.text
    await ann.presses(asked, "No")
    await ann.sends("what do you like most?")
    offer = await chat.wait_for_button("Agree to #1")
    assert "The AI proposes #1" in offer.text
    await ann.sends("sounds good")
    end = await chat.wait_for("GAME OVER")
    assert "You agree to the AI's #1." in end.text
    assert "Final Earnings: you " in end.text
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_the_items_are_picked_by_short_buttons(house: House) -> None:
    ann, chat = house.person()
    board = await house.begins(ann, "balloon items=5", until="Pick items")
    await ann.presses(board, "Pick items")
    await house.tg.until(lambda: board.labels[0].startswith("Keep: 0 chosen"), "the form")
    items = [label for label in board.labels if ", you " in label]
    assert len(items) == 5
    assert max(map(len, items)) <= 20
    await ann.presses(board, items[0])
    await house.tg.until(lambda: board.labels[0].startswith("Keep: 1 chosen"), "one item")
    await ann.presses(board, "Pick items")
    await chat.wait_for(f"You propose #1: {items[0].split()[0]}.")
    house.tg.assert_manners()
