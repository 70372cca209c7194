"""A whole game of balloon in a thread, in the words that a person finds first."""

from tests.bot.adapters.discord.service import House


async def test_a_balloon_in_plain_words(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, board = await house.begins(ann, "balloon style=chat reading=plain", until="Pick items")
    assert "Yours so far: nothing, 0 of" in board.text
    assert "effort" not in board.text
    await house.says(ann, thread, "what do you like most?")
    offer = await thread.wait_for_button("Agree to #1")
    assert "The AI proposes #1" in offer.text
    await house.says(ann, thread, "maybe ok")
    asked = await thread.wait_for_button("Yes")
    assert "Do you agree to #1" in asked.text
    await ann.presses(asked, "Yes")
    end = await thread.wait_for("GAME OVER")
    assert "Final Earnings: you " in end.text
    await dc.quiet()
    dc.assert_manners()
