"""Bringing a friend: a code to copy, a link to pass on, and cards by inline mode where BotFather has switched it on."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.adapters.telegram.service import House, housed


@pytest.fixture
async def inline() -> AsyncIterator[House]:
    async with housed(inline=True) as house:
        yield house


async def test_a_waiting_table_has_a_code_to_copy_and_a_link_to_pass_on(house: House) -> None:
    ann, chat = house.person()
    await ann.sends("/play bargaining human")
    table = await chat.wait_for_button("Copy ")
    code = table.button("Copy ").copies
    assert table.labels[:2] == ["Send to a friend", f"Copy {code}"]
    link = table.button("Send to a friend").url or ""
    assert link.startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fparley_bot%3Fstart%3D" + code)
    bob, his = house.person(43, "Bob")
    await bob.starts(code)
    await his.wait_for_button("Make an offer")
    await house.tg.until(lambda: not any("Copy" in label for label in table.labels), "the code to go")
    house.tg.assert_manners()


async def test_a_table_is_offered_as_a_card_in_any_chat(inline: House) -> None:
    ann, chat = inline.person()
    await ann.sends("/play bargaining human")
    table = await chat.wait_for_button("Send to a friend")
    code = table.button("Send to a friend").invites
    assert code
    [card] = await (await ann.asks_inline(code)).answered()
    assert card["title"] == "Invite to Price bargaining"
    text = card["input_message_content"]["message_text"]
    assert text == "Ann invites you to play Price bargaining. One seat is free."
    [[seat]] = card["reply_markup"]["inline_keyboard"]
    assert seat["url"] == f"https://t.me/parley_bot?start={code}"
    inline.tg.assert_manners()


async def test_nobody_is_offered_the_table_of_others(inline: House) -> None:
    ann, chat = inline.person()
    bob, _ = inline.person(43, "Bob")
    await ann.sends("/play bargaining human")
    code = (await chat.wait_for_button("Copy ")).button("Copy ").copies
    asked = await bob.asks_inline(code)
    [card] = await asked.answered()
    assert code not in str(card)
    assert asked.button == {"text": "Start a game", "start_parameter": "play"}
    inline.tg.assert_manners()


async def test_an_inline_query_that_cannot_be_read_stops_nobody(inline: House) -> None:
    ann, chat = inline.person()
    inline.tg.updates.put("inline_query", {"id": 5, "from": None})
    inline.tg.updates.put("inline_query", {"id": "6", "from": ann.wire(), "query": "x" * 300, "offset": ""})
    await ann.starts()
    await chat.wait_for_button("Price bargaining")
    inline.tg.assert_manners()
