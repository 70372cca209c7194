"""Features of Telegram beyond text: colours, effects, reactions and forced replies; and the way without them."""

import pytest

from tests.bot.adapters.telegram.service import House
from tests.fakes.loopback import Json
from tests.fakes.telegram_chats import Chat, User

PARTY = "5046509860389126442"


async def two(house: House, game: str) -> tuple[User, Chat, User, Chat]:
    """Two people who play each other."""
    ann, hers = house.person(1, "Ann")
    bob, his = house.person(2, "Bob")
    await ann.sends(f"/play {game} human")
    await bob.starts((await hers.wait_for_button("Copy ")).button("Copy ").copies)
    await house.tg.quiet()
    return ann, hers, bob, his


async def test_buttons_say_by_their_colour_where_they_lead(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    assert [(button.label[:7], button.style) for row in offer.buttons for button in row] == [
        ("Accept ", "success"),
        ("Counter", ""),
        ("Full ru", ""),
        ("Easier ", ""),
        ("Harder ", ""),
    ]
    await ann.sends("/quit")
    assert (await chat.wait_for_button("Leave")).button("Leave").style == "danger"


async def test_a_deal_is_celebrated_and_a_game_without_one_is_not(house: House) -> None:
    ann, chat = house.person()
    await ann.presses(await house.begins(ann), "Accept")
    assert (await chat.wait_for("GAME OVER")).wire["effect_id"] == PARTY
    await house.begins(ann)
    await ann.sends("/quit")
    await ann.presses(await chat.wait_for_button("Leave"), "Leave")
    await house.tg.quiet()
    assert [message.wire.get("effect_id") for message in chat.messages].count(PARTY) == 1
    assert not any(call.params.get("message_effect_id") for call in house.tg.called("sendMessage")[-2:])
    house.tg.assert_manners()


async def test_who_reads_plain_text_gets_no_effect(house: House) -> None:
    ann, chat = house.person()
    await ann.sends("/settings plain on")
    await house.tg.quiet()
    await ann.presses(await house.begins(ann), "Accept")
    assert "effect_id" not in (await chat.wait_for("Final Earnings")).wire


def newer(params: Json) -> bool:
    """A request that a server of an earlier version does not know."""
    return bool(params.get("message_effect_id")) or "style" in str(params.get("reply_markup"))


async def test_a_server_that_knows_nothing_of_it_gets_the_same_words_and_buttons(house: House) -> None:
    house.tg.fail("sendMessage", status=400, times=99, when=newer)
    ann, chat = house.person()
    offer = await house.begins(ann, "bargaining style=seed")
    assert {button.style for row in offer.buttons for button in row} == {""}
    await ann.presses(offer, "Accept")
    end = await chat.wait_for("GAME OVER")
    assert any(entity["type"] == "pre" for entity in end.entities)
    assert end.labels == ["Rematch", "Play the other side", "How it went"]


async def test_a_counteroffer_is_asked_for_and_the_reply_is_the_price(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    await ann.presses(offer, "Counteroffer")
    asked = await chat.wait_for("Reply with it")
    assert asked.text == "Your price (0 to 100)? Reply with it, or write it like any message."
    assert chat.prompt is not None
    assert chat.prompt["input_field_placeholder"] == "Your price (0 to 100)"
    assert offer.labels
    await ann.replies("45")
    await chat.wait_for("You offered $45.00")
    house.tg.assert_manners()


async def test_a_counteroffer_pressed_again_asks_once_and_needs_no_reply(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    for _ in range(3):
        await ann.presses(offer, "Counteroffer")
    await house.tg.quiet()
    assert sum("Reply with it" in message.text for message in chat.messages if message.on_board) == 1
    await ann.sends("45")
    await chat.wait_for("You offered $45.00")
    house.tg.assert_manners()


async def test_a_price_given_in_reply_goes_to_the_game_that_asked(house: House) -> None:
    ann, chat = house.person()
    first = await house.begins(ann)
    await ann.sends("/play bargaining rounds=4")
    await chat.wait_for("Round 1 of 4")
    await (await ann.presses(first, "Counteroffer")).answered()
    await chat.wait_for("Reply with it")
    await ann.replies("10")
    await chat.wait_for("Round 3 of 6")


async def test_a_reply_to_the_question_of_a_form_is_what_the_form_stands_for(house: House) -> None:
    ann, chat = house.person()
    await ann.sends("/play sealed")
    board = await chat.wait_for_button("Bid")
    await ann.presses(board, "Bid")
    await house.tg.until(lambda: chat.prompt, "a question")
    await ann.replies("20")
    await chat.wait_for("Your bid: $20.00.")
    house.tg.assert_manners()


async def test_a_message_that_needs_no_answer_is_marked_as_seen(house: House) -> None:
    ann, hers, bob, his = await two(house, "trading style=seed reading=seed")
    said = await ann.sends("hello, what do you need?")
    await his.wait_for("hello, what do you need?")
    await house.tg.until(lambda: said.reactions == ["👀"], "a mark")
    assert not any("is sent" in text for text in hers.texts)
    await bob.sends("wood")
    await hers.wait_for("Bob: wood")
    house.tg.assert_manners()


@pytest.mark.parametrize("status", [400, 404])
async def test_where_messages_cannot_be_marked_words_say_it(house: House, status: int) -> None:
    house.tg.fail("setMessageReaction", status=status)
    ann, hers, _, _ = await two(house, "trading style=seed reading=seed")
    await ann.sends("hello, what do you need?")
    await hers.wait_for("Message 1 of 10 is sent.")
