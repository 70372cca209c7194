"""Words on Discord: which ones count, how people come to play in direct messages, and what is caught up with."""

import re

import pytest

from bot.runtime.errors import CannotServe
from tests.bot.adapters.discord.service import House
from tests.bot.adapters.discord.test_tables import code_in


async def test_with_the_intent_what_players_write_in_their_own_thread_counts(house: House) -> None:
    house.in_public()
    ann, bob, dc = house.ann, house.bob, house.dc
    await house.closes()
    dc.privileged = ("message_content",)
    house.plain = True
    await house.opens()
    thread, _ = await house.begins(ann)
    await bob.says(thread, "11")
    await ann.says(house.table, "12")
    await ann.says(thread, "10")
    await thread.wait_for("Round 3")
    await dc.quiet()
    assert not any(f"offered ${price}.00" in text for text in thread.texts for price in (11, 12))
    assert [message for message in house.table.messages if message.from_bot] == []
    dc.assert_manners()


async def test_without_it_they_must_be_addressed_to_the_bot(house: House) -> None:
    thread, _ = await house.begins(house.ann)
    await house.ann.says(thread, "10")
    await house.dc.quiet()
    assert not any("offered $10.00" in text for text in thread.texts)


async def test_words_that_are_changed_do_not_count_and_who_changes_them_is_told_once(house: House) -> None:
    house.in_public()
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, _ = await house.begins(ann)
    mine = await ann.says(thread, f"{dc.bot_mention} 10")
    await thread.wait_for("Round 3")
    await ann.edits(mine, f"{dc.bot_mention} 20")
    await thread.wait_for("Edits do not count. Send a new message.")
    await ann.edits(mine, f"{dc.bot_mention} accept")
    for place in (thread, house.table):
        await bob.edits(await bob.says(place, "hm"), "hm, hm")
    await dc.quiet()
    texts = thread.texts
    assert sum("Edits do not count" in text for text in texts) == 1
    assert not any("You offered $20.00" in text or "GAME OVER" in text for text in texts)
    assert [message for message in house.table.messages if message.from_bot] == []
    dc.assert_manners()


async def test_who_addresses_the_bot_without_a_game_is_told_how_to_start_one(house: House) -> None:
    house.in_public()
    thread, _ = await house.begins(house.ann)
    for place in (house.table, thread):
        await house.says(house.bob, place, "I'd give you 41")
        told = await place.wait_for("You're not in a game right now. /play starts one.")
        assert told not in house.bob.pings
    await house.dc.quiet()
    assert not any("$41.00" in text for text in thread.texts)
    house.dc.assert_manners()


async def test_what_an_option_or_a_form_holds_is_cleaned_like_typed_words(house: House) -> None:
    ann, bob = house.ann, house.bob
    thread, lobby = await house.begins(ann, "bargaining human", until="Take a free seat")
    await bob.presses(lobby, "Take a free seat")
    await thread.wait_for_button("Make an offer")
    await bob.slash(thread, "say", text=f"60, dear {ann.mention} <:coin45:123>, well?")
    assert "dear Ann , well?" in " ".join((await thread.wait_for("dear Ann")).text.split())
    told = await (await ann.slash(thread, "report", what=f"{bob.mention} <:rage:9> called me names")).reply()
    assert "about Bob" in told.text


async def test_a_setting_that_needs_what_is_switched_off_ends_in_a_sentence(house: House) -> None:
    await house.closes()
    house.plain = True
    with pytest.raises(CannotServe, match="message content intent"):
        await house.fails()


async def test_a_friend_joins_from_a_direct_message_and_plays_there(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, lobby = await house.begins(ann, "number guesser_0 human", until="Take a free seat")
    chat = bob.dm()
    await bob.says(chat, f"/join {code_in(lobby.text)}")
    await chat.wait_for("Your number is")
    await house.says(ann, thread, "1: from the thread")
    await chat.wait_for("from the thread")
    await bob.says(chat, "100: from the chat")
    await thread.wait_for("from the chat")
    secret = re.search(r"Your number is \d+", "\n".join(chat.texts))
    assert secret is not None
    assert dc.audience(secret[0]) == {"Bob"}
    assert len(house.table.threads) == 1
    dc.assert_manners()


async def test_what_was_said_in_a_direct_message_during_a_gap_is_read_after_it(house: House) -> None:
    ann, dc = house.ann, house.dc
    chat = ann.dm()
    await ann.says(chat, "/play bargaining")
    await chat.wait_for_button("Accept")
    dc.gateway.drop()
    dc.gateway.forget()
    await ann.says(chat, "10")
    await chat.wait_for("Round 3", timeout=15)
    await dc.quiet()
    assert sum("You offered $10.00" in text for text in chat.texts) == 1
    dc.assert_manners()


async def test_a_game_whose_thread_was_deleted_goes_on_in_a_direct_message(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann)
    form = await ann.opens(offer, "Counteroffer")
    thread.delete()
    chat = ann.dm()
    await chat.wait_for("The thread of your game (Price bargaining) was deleted. The game is unchanged")
    await ann.fills(form, "10")
    await dc.quiet()
    await ann.says(chat, "/resume")
    board = await chat.wait_for_button("Accept")
    assert "Round 3 of 6" in board.text
    await ann.says(chat, "11")
    await chat.wait_for("You offered $11.00")
    await ann.presses(await chat.wait_for_button("Accept"), "Accept")
    await chat.wait_for("GAME OVER")
    dc.assert_manners()


async def test_who_mentions_the_role_of_the_bot_is_told_whom_to_mention(house: House) -> None:
    ann, dc = house.ann, house.dc
    await house.closes()
    role = house.guild.role_of(dc.bot)
    await house.opens()
    thread, _ = await house.begins(ann)
    for place in (thread, house.table):
        before = len(place.messages)
        await ann.says(place, f"<@&{role.id}> 44")
        told = await place.wait_for("You mentioned my role")
        assert dc.bot_mention in told.text
        await dc.quiet()
        assert len(place.messages) == before + 1
    await house.says(ann, thread, "44")
    await thread.wait_for("You offered $44.00")
    dc.assert_manners()


async def test_words_that_come_without_their_content_are_answered_once_a_game(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, lobby = await house.begins(ann, "bargaining human", until="Take a free seat")
    await bob.presses(lobby, "Take a free seat")
    await thread.wait_for_button("Make an offer")
    for who in (ann, bob):
        for words in ("45", "hello", "I'd give you 41"):
            await who.says(thread, words)
        hint = await thread.wait_for("I can't read that.")
        assert hint.text == f"I can't read that. Mention {dc.bot_mention}, use /say, or press a button."
    await house.guild.member("Cyd").says(thread, "me too")
    await ann.says(house.table, "45")
    await dc.quiet()
    assert sum("I can't read that" in text for text in thread.texts) == 2
    assert not any("offered" in text.replace("first offer", "") for text in thread.texts)
    assert house.table.messages == []
    await house.closes()
    await house.opens()
    await ann.says(thread, "still 45")
    await dc.quiet()
    assert sum("I can't read that" in text for text in thread.texts) == 2
    dc.assert_manners()


@pytest.mark.parametrize("plain", [True, False])
async def test_a_thread_says_at_the_start_how_to_write_in_it(house: House, plain: bool) -> None:
    if plain:
        await house.closes()
        house.dc.privileged, house.plain = ("message_content",), True
        await house.opens()
    thread, first = await house.begins(house.ann)
    assert ("To write something here, mention" in first.text) == (not plain)
    await house.says(house.ann, thread, "10")
    assert "To write something here" not in (await thread.wait_for("Round 3")).text
    await house.ann.says(house.ann.dm(), "/play bargaining")
    assert "To write something here" not in (await house.ann.dm().wait_for_button("Accept")).text
    house.dc.assert_manners()
