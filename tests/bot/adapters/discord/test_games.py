"""Whole games on Discord, as people see them."""

import re

from tests.bot.adapters.discord.house import House


async def test_a_game_by_buttons_forms_and_words_in_a_thread_of_its_own(house: House) -> None:
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
    assert [label.partition(" ")[0] for label in offer.labels] == ["Accept", "Counteroffer…", "My"]

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
    assert re.search(r"Human: \$\d+\.\d\d", end.text)
    assert [label for message in thread.messages for label in message.labels] == ["Rematch", "Swap seats"]
    await ann.presses(end, "Swap seats")
    again = await thread.wait_for_button("Make an offer")
    assert "You are the **seller**" in again.text
    dc.assert_manners()
