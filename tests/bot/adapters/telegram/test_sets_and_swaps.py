"""Whole games of balloon and trading in a private chat, tapped and typed."""

import re

from bot.players.script import Script
from tests.bot.adapters.telegram.service import House

COUNTERS = ("[Deny] [Offer: 2 Wheat -> 1 Wood]",)
"""A trader who turns down the first offer and makes one."""


async def test_a_balloon_of_35_items_is_filled_by_tapping(house: House) -> None:
    ann, chat = house.person()
    board = await house.begins(ann, "balloon items=35 style=seed reading=seed", until="Propose a set")
    assert "The balloon can carry at most" in board.text
    await ann.presses(board, "Propose a set")
    await house.tg.until(lambda: board.labels[0].startswith("Keep: 0 chosen"), "the form")
    items = [label for label in board.labels if "worth" in label]
    assert len(items) == 35
    for label in (items[0], items[34], items[17], items[0]):
        await ann.presses(board, label)
    await house.tg.until(lambda: board.labels[0].startswith("Keep: 2 chosen"), "two items")
    names = [items[k].partition(":")[0] for k in (17, 34)]
    await ann.presses(board, "Propose a set")
    await chat.wait_for(f"You propose #1: {', '.join(names)}.")
    second = await chat.wait_for_button("Change #2")
    assert "effort" in second.text
    await ann.presses(second, "Change #2")
    await house.tg.until(lambda: second.labels[0].startswith("Keep: "), "the form")
    chosen = next(label for label in second.labels if label.startswith("✓"))
    await ann.presses(second, chosen)
    await house.tg.until(lambda: chosen not in second.labels, "one item less")
    await ann.presses(second, "Back")
    await house.tg.until(lambda: "Agree to #2" in second.labels, "the answers")
    await ann.presses(second, "Agree to #2")
    end = await chat.wait_for("You agree to the AI's")
    assert re.search(r"score is \d+", end.text)
    await house.tg.quiet()
    assert max(len(text) for text in chat.texts) < 4096
    house.tg.assert_manners()


async def test_a_balloon_by_words_alone(house: House) -> None:
    ann, chat = house.person()
    board = await house.begins(ann, "balloon items=5 style=seed reading=seed", until="Propose a set")
    light, heavy = _by_effort(board.text)
    await ann.sends(f"propose {light.lower()} z99")
    await chat.wait_for("There is no item z99.")
    await ann.sends(f"check {light}")
    await chat.wait_for("This was a check: nothing was sent.")
    await ann.sends(f"I like it light. proposal: {{{light.lower()}}}")
    await chat.wait_for(f"You propose #1: {light}.")
    await chat.wait_for_button("Agree to #2")
    await ann.sends("deal")
    await ann.presses(await chat.wait_for_button("Yes"), "Yes")
    await chat.wait_for("Deal on #2 after 3 messages.")
    assert heavy
    house.tg.assert_manners()


def _by_effort(text: str) -> tuple[str, str]:
    """The lightest and the heaviest item of an opening."""
    efforts = {name: int(effort) for name, effort in re.findall(r"\b([ABC]\d\d) +(\d+) +\d+", text)}
    assert len(efforts) == 5
    return min(efforts, key=efforts.__getitem__), max(efforts, key=efforts.__getitem__)


async def test_a_whole_game_of_trading(house: House) -> None:
    ann, chat = house.person()
    board = await house.begins(ann, "trading max_turns=4 style=seed reading=seed", until="Make an offer")
    await ann.presses(board, "Make an offer")
    await house.tg.until(lambda: any("you own" in label for label in board.labels), "the form")
    await ann.presses(board, "Back")
    await ann.sends("One for one? [Offer: 1 Wheat -> 1 Wood]")
    await chat.wait_for("Message 3 of 4 is yours.")
    await ann.sends("That is all. [Offer: 1 Wood -> 1 Wheat]")
    end = await chat.wait_for("Game over after 4 messages")
    assert "Together" in end.text or "nothing to gain together" in end.text
    await house.tg.quiet()
    house.tg.assert_manners()


CHAT = "trading max_turns=4 style=chat reading=plain"


async def test_trading_in_plain_words_loses_no_message_to_a_word_in_passing(house: House) -> None:
    house.strategies = lambda name, game: Script(COUNTERS)
    ann, chat = house.person()
    board = await house.begins(ann, CHAT, until="Make an offer")
    assert len(board.text.split("\n")) <= 14
    assert "Full rules" in board.labels
    for word in ("hm", "ja", "👍", "xyz"):
        await ann.sends(word)
        question = await chat.wait_for("It uses message 1 of 4.")
        assert (await (await ann.presses(question, "No")).answered()).startswith("Nothing was done.")
    await ann.sends("help")
    await chat.wait_for("Say what you'd swap")
    await ann.sends("would you swap 1 wheat for a wood?")
    await chat.wait_for("Is this your offer: you give 1 Wheat, you get 1 Wood")
    await ann.sends("ok, deal")
    await chat.wait_for("Your offer: you give 1 Wheat, you get 1 Wood.")
    answer = await chat.wait_for("Message 3 of 4 is yours.")
    assert "The AI offers: you get" in answer.text
    assert "To you this is" in answer.text
    await ann.sends("[Reject]")
    await chat.wait_for("GAME OVER")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_an_offer_in_a_chat_is_tapped_together_in_half_a_screen(house: House) -> None:
    house.strategies = lambda name, game: Script(COUNTERS)
    ann, chat = house.person()
    board = await house.begins(ann, CHAT, until="Make an offer")
    await ann.presses(board, "Make an offer")
    await house.tg.until(lambda: "You give" in board.labels, "the form")
    assert len(board.buttons) <= 14
    await ann.presses(board, "Back")
    await ann.sends("I give you 1 wheat for 1 wood")
    await chat.wait_for("Message 3 of 4 is yours.")
    await ann.sends("no deal")
    end = await chat.wait_for("GAME OVER")
    assert "Final Earnings: you " in end.text
    box = end.text[end.text.index("  You") :].split("\n")[1:6]
    assert max(map(len, box)) <= 32
    await house.tg.quiet()
    house.tg.assert_manners()
