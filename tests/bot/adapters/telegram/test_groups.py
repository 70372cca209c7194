"""Groups: commands that go on in private, topics of a forum, and a group that becomes a larger one."""

import pytest

from tests.bot.adapters.telegram.service import House


@pytest.mark.parametrize("command", ["/game list", "/game new name:duel type:trading", "/audit"])
async def test_operators_commands_are_sent_to_a_private_chat(house: House, command: str) -> None:
    ann, _ = house.person()
    group = house.tg.group("Table", [ann])
    name, _, rest = command.partition(" ")
    await ann.sends(f"{name}@parley_bot {rest}".rstrip(), group)
    told = await group.wait_for("Operators' commands work in a private chat")
    assert [button.url for row in told.buttons for button in row] == ["https://t.me/parley_bot"]


async def test_a_link_to_a_configured_game_works_from_a_group(house: House) -> None:
    ann, chat = house.person()
    group = house.tg.group("Table", [ann])
    await ann.sends("/start@parley_bot trading", group)
    told = await group.wait_for_button("Play in private")
    assert told.button("Play in private").url == "https://t.me/parley_bot?start=trading"
    await ann.starts("trading")
    await chat.wait_for("Message 1 of 10 is yours.")


async def test_a_table_stands_in_the_topic_where_it_was_asked_for(house: House) -> None:
    ann, _ = house.person()
    forum = house.tg.group("Forum", [ann])
    forum.topics = {7}
    await ann.sends("/play@parley_bot bargaining style=seed human", forum, topic=7)
    table = await forum.wait_for_button("Take a free seat")
    assert table.wire["message_thread_id"] == 7
    await ann.sends("/play@parley_bot bargaining style=seed human", forum)
    await house.tg.quiet()
    assert "message_thread_id" not in forum.messages[-1].wire


async def test_a_group_that_becomes_a_larger_one_goes_on_looking_on(house: House) -> None:
    ann, _ = house.person()
    bea, hers = house.person(43, "Bea")
    group = house.tg.group("Table", [ann, bea])
    await ann.sends("/play@parley_bot bargaining style=seed human", group)
    table = await group.wait_for_button("Take a free seat")
    larger = house.tg.upgrade(group)
    link = table.button("Take a free seat").url
    assert link is not None
    code = link.partition("start=")[2]
    await ann.starts(code)
    await bea.starts(code)
    await hers.wait_for("You are the seller")
    await larger.wait_for("A buyer and a seller bargain")
    await house.tg.quiet()
    assert not await house.store.outbox()


async def test_a_private_chat_with_topics_has_a_game_in_each(house: House) -> None:
    ann, chat = house.person()
    chat.topics = {3, 4}
    await ann.sends("/settings pings off")
    await ann.sends("/play bargaining", topic=3)
    first = await chat.wait_for_button("Accept")
    await ann.sends("/play bargaining rounds=4", topic=4)
    await chat.wait_for("Round 1 of 4")
    await ann.sends("10", topic=3)
    told = await chat.wait_for("Round 3 of 6")
    assert [m.wire["message_thread_id"] for m in (first, told)] == [3, 3]
    assert not any("In your other game" in text for text in chat.texts)
    press = await ann.presses(told, "Accept")
    await press.answered()
    end = await chat.wait_for("GAME OVER")
    assert end.wire["message_thread_id"] == 3
    assert house.tg.called("sendMessage")[-1].params["disable_notification"] is True


async def test_two_tables_in_a_group_both_keep_their_buttons(house: House) -> None:
    ann, _ = house.person()
    group = house.tg.group("Table", [ann])
    await ann.sends("/play@parley_bot bargaining style=seed human", group)
    await group.wait_for_button("Take a free seat")
    await ann.sends("/play@parley_bot society human", group)
    await group.wait_for("Society: 0 of 4")
    await house.tg.quiet()
    tables = [message for message in group.messages if "seats are taken" in message.text]
    assert [message.labels for message in tables] == [["Take a free seat"]] * 2
    await ann.starts(tables[0].text[-6:])
    await house.tg.until(lambda: "Start now with AI" in tables[0].labels, "the table to know of her")
    await ann.sends("/begin")
    await group.wait_for("A buyer and a seller bargain")
    await house.tg.until(lambda: not tables[0].labels, "the way in to close")
    assert tables[1].labels == ["Take a free seat"]
