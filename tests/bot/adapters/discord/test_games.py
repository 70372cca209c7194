"""Whole games on Discord, as people see them."""

import re

from games.core.registry import get
from tests.bot.adapters.discord.service import House
from tests.bot.adapters.telegram.service import Thinker


async def test_a_game_by_buttons_forms_and_words_in_a_thread_of_its_own(house: House) -> None:
    house.in_public()
    ann, bob, dc = house.ann, house.bob, house.dc
    asked = await ann.slash(house.table, "play", game="bargaining")
    assert await asked.acknowledged() == 5
    thread = await house.table.next_thread()
    told = await asked.reply()
    assert told.ephemeral
    assert thread.mention in told.text
    offer = await thread.wait_for_button("Accept")
    assert "$65.00" in offer.text
    assert "Round 1: The AI offers $" in offer.text
    assert [label.partition(" ")[0] for label in offer.labels] == [
        "Accept", "Counteroffer…", "My", "Full", "Easier", "Harder",
    ]  # fmt: skip

    assert offer in ann.pings

    stranger = await bob.presses(offer, "Accept")
    assert "not your game" in (await stranger.reply()).text
    stranger = await bob.presses(offer, "Counteroffer")
    assert (await stranger.reply()).ephemeral
    await bob.says(thread, "10")
    await house.says(bob, thread, "accept")

    sheet = await (await ann.presses(offer, "My private info")).reply()
    assert sheet.ephemeral
    assert "$65.00" in sheet.text

    form = await ann.opens(offer, "Counteroffer")
    assert form.labels == ["Your price (0 to 100)"]
    await ann.fills(form, "10")
    second = await thread.wait_for("Round 3")
    assert "Round 2: You offered $10.00. The AI rejects." in second.text
    await dc.quiet()
    assert offer.labels == []

    await house.says(ann, thread, "I'd give you 11.50")
    third = await thread.wait_for("Round 5")
    assert "You offered $11.50" in third.text
    stale = await ann.presses(second, "Accept", stale=True)
    assert "offer has changed" in (await stale.reply()).text
    presses = [await ann.presses(third, "Accept") for _ in range(3)]
    end = await thread.wait_for("GAME OVER")
    for press in presses:
        assert await press.acknowledged() == 6
    await dc.quiet()
    assert sum("GAME OVER" in text for text in thread.texts) == 1
    assert re.search(r"\$\d+\.\d\d\W*, the AI \$\d+\.\d\d", end.text)
    assert [label for message in thread.messages for label in message.labels] == [
        "Rematch",
        "Play the other side",
        "How it went",
    ]
    await ann.presses(end, "Play the other side")
    again = await thread.wait_for_button("Make an offer")
    assert "You're the **seller**" in again.text
    dc.assert_manners()


async def test_while_the_ai_thinks_everything_is_acknowledged_and_typing_is_shown(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann)
    thinker = Thinker(house.strategies("normal", get("bargaining")))
    house.strategies = lambda name, game: thinker
    await ann.fills(await ann.opens(offer, "Counteroffer"), "10")
    await thinker.begun.wait()
    stale = await ann.presses(offer, "Accept", stale=True)
    assert (await stale.reply()).ephemeral
    await house.says(ann, thread, "20")
    await (await ann.slash(thread, "rules")).reply()
    await dc.changes.until(lambda: thread.typed or None, 5, lambda: "no typing")
    thinker.may.set()
    await thread.wait_for("Round 3")
    await dc.quiet()
    assert max(dc.delays) < 3
    dc.assert_manners()


async def test_a_game_asked_for_in_words_and_pings_that_can_be_switched_off(house: House) -> None:
    ann, dc = house.ann, house.dc
    box = await (await ann.slash(house.table, "settings", setting="pings off")).reply()
    assert "a ping when it is your turn: off" in box.text
    await house.says(ann, house.table, "/play bargaining")
    thread = await house.table.next_thread()
    await thread.wait_for_button("Accept")
    await house.says(ann, thread, "10")
    await thread.wait_for("Round 3")
    assert ann.pings == []
    assert all("Round" not in text for text in house.table.texts)
    dc.assert_manners()
