"""Whole games of balloon and trading in a thread, with forms that only their player sees."""

import re

from tests.bot.adapters.discord.service import House

WORTH = r"\b([ABC]\d\d) +(\d+) +(\d+)"


async def test_a_balloon_of_35_items_is_filled_from_two_menus(house: House) -> None:
    house.in_public()
    ann, dc = house.ann, house.dc
    thread, board = await house.begins(ann, "balloon items=35 style=seed reading=seed", until="My private info")
    assert not re.search(r"\d+ \d+ \|", board.text), "worths stand in a thread that others read"
    sheet = await (await ann.presses(board, "My private info")).reply()
    assert sheet.ephemeral
    worths = {name: (int(effort), int(worth)) for name, effort, worth in re.findall(WORTH, sheet.text)}
    assert len(worths) == 35
    form = await ann.opens(sheet, "Propose a set")
    assert form.labels == ["Keep (1 of 2)", "Keep (2 of 2)"]
    names = re.findall(r"\b[ABC]\d\d\b", sheet.text)
    order = names[::2] + names[1::2]
    await ann.fills(form, [order[0], order[24]], [order[34]])
    said = await thread.wait_for("#1")
    effort = sum(worths[name][0] for name in (order[0], order[24], order[34]))
    assert f"{order[0]}, {order[24]}, {order[34]}." in said.text
    assert f"3 items, effort {effort} of" in said.text
    await dc.quiet()
    answer = await thread.wait_for_button("Agree to #2")
    await house.says(ann, thread, f"check {order[0].lower()}")
    await dc.quiet()
    weighed = f"effort {worths[order[0]][0]} of"
    assert "nothing was sent" in ann.dm().texts[-1]
    assert weighed in ann.dm().texts[-1]
    assert not any(f"1 item, {weighed}" in text for text in thread.texts)
    await ann.presses(answer, "Agree to #2")
    end = await thread.wait_for("score is")
    assert "Deal on #" in end.text
    await dc.quiet()
    assert answer.labels == []
    dc.assert_manners()


async def test_a_whole_game_of_trading(house: House) -> None:
    house.in_public()
    ann, dc = house.ann, house.dc
    thread, board = await house.begins(ann, "trading max_turns=4", until="My private info")
    sheet = await (await ann.presses(board, "My private info")).reply()
    form = await ann.opens(sheet, "Make an offer")
    await ann.fills(form, "1 Wheat", "1 Wood")
    await thread.wait_for("Message 3 of 4")
    await house.says(ann, thread, "That is all. [Offer: 1 Wood -> 1 Wheat]")
    end = await thread.wait_for("GAME OVER")
    assert "Final Earnings: you " in end.text
    await dc.quiet()
    dc.assert_manners()


async def test_trading_in_plain_words_from_a_form_of_two_fields(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, board = await house.begins(ann, "trading max_turns=4 style=chat reading=plain", until="Make an offer")
    form = await ann.opens(board, "Make an offer")
    assert form.labels == ["You give", "You get"]
    await ann.fills(form, "one wheat", "a wood")
    await thread.wait_for("Your offer: you give 1 Wheat, you get 1 Wood.")
    answer = await thread.wait_for("Message 3 of 4")
    assert "The AI offers: you get" in answer.text
    await house.says(ann, thread, "hm")
    question = await thread.wait_for_button("No")
    assert "Say this to the AI? It uses message 3 of 4. The AI's offer then lapses." in question.text
    await (await ann.presses(question, "No")).reply()
    await house.says(ann, thread, "no thanks")
    end = await thread.wait_for("GAME OVER")
    assert "Final Earnings: you 0, the AI 0." in end.text
    await dc.quiet()
    dc.assert_manners()
