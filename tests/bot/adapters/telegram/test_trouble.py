"""Daily trouble on Telegram: storms, outages, repeats, blocks, and messages without words."""

import asyncio
import re
from typing import Any

import pytest

from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.players import find
from bot.runtime.errors import CannotServe
from bot.session.manager import Manager
from bot.session.outbox import Posts
from games.core.registry import get
from storage.memory import MemoryStore
from tests.bot.adapters.telegram.service import House, Thinker
from tests.fakes import FakeTelegram

STICKER: dict[str, Any] = {
    "file_id": "s", "file_unique_id": "s", "width": 1, "height": 1, "is_animated": False, "is_video": False,
    "type": "regular",
}  # fmt: skip


async def test_an_update_delivered_twice_is_played_once(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    await ann.sends("10")
    await chat.wait_for("Round 3")
    house.tg.redeliver()
    await house.tg.quiet()
    assert sum("You offered $10.00" in text for text in chat.texts) == 1
    assert not any("Round 5" in text for text in chat.texts)


async def test_a_storm_of_429_loses_nothing_and_is_waited_out(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    house.tg.fail("sendMessage", status=429, retry_after=1, times=2)
    await ann.sends("10")
    await chat.wait_for("Round 3")
    assert sum("You offered $10.00" in text for text in chat.texts) == 1
    house.tg.assert_manners()


async def test_a_storm_of_500_loses_nothing(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    for method in ("sendMessage", "answerCallbackQuery", "getUpdates", "editMessage*"):
        house.tg.fail(method, status=500, times=2)
    press = await ann.presses(offer, "Accept")
    await chat.wait_for("GAME OVER")
    assert await press.answered() == ""
    await house.tg.until(lambda: not offer.labels, "the buttons to go")


async def test_an_outage_of_the_platform_is_sat_out(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    await house.tg.down()
    await ann.sends("10")
    await house.tg.up()
    await chat.wait_for("Round 3")


async def test_a_refused_markup_is_sent_plainly(house: House) -> None:
    ann, _chat = house.person()
    house.tg.fail(
        "sendMessage",
        status=400,
        description="Bad Request: can't parse entities: unsupported start tag",
        when=lambda params: params.get("parse_mode") == "HTML",
    )
    offer = await house.begins(ann)
    assert "Round 1: The AI offers" in offer.text


async def test_somebody_who_blocked_us_is_left_alone_and_served_again(house: House) -> None:
    ann, chat = house.person()
    thinker = Thinker(house.strategies("normal", get("bargaining")))
    await house.begins(ann)
    house.strategies = lambda name, game: thinker
    await ann.sends("10")
    await thinker.begun.wait()
    await ann.blocks()
    before = len(house.tg.called("send*"))
    thinker.may.set()
    await house.tg.until(lambda: len(house.tg.called("sendMessage")) > before, "a try")
    await house.tg.quiet()
    assert len(house.tg.called("send*")) <= before + 3
    await ann.starts()
    await ann.presses(await chat.wait_for_button("Go on: "), "Go on: ")
    await chat.wait_for("Round 3 of 6")
    house.tg.assert_manners()


async def test_typing_is_shown_while_the_ai_thinks(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    thinker = Thinker(house.strategies("normal", get("bargaining")))
    house.strategies = lambda name, game: thinker
    await ann.sends("10")
    await house.tg.until(lambda: chat.actions, "typing")
    await ann.sends("20")
    thinker.may.set()
    await chat.wait_for("Round 3")
    await house.tg.quiet()
    assert not any("You offered $20.00" in text for text in chat.texts) or "Round 5" in chat.last.text


async def test_edits_change_nothing_and_pictures_are_no_offers(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    mine = await ann.sends("10")
    await chat.wait_for("Round 3")
    await ann.edits(mine, "accept")
    await chat.wait_for("Edits do not count. Send a new message.")
    await ann.deletes(mine)
    await ann.sends_other("sticker", **STICKER)
    await chat.wait_for("I only read what you type yourself")
    await house.tg.quiet()
    assert "Round 3" in chat.messages[-3].text
    assert not any("GAME OVER" in text for text in chat.texts)


async def test_words_that_are_passed_on_are_no_move(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    bob = house.tg.user(43, "Bob")
    await ann.forwards("accept", bob)
    await chat.wait_for("I only read what you type yourself")
    await house.tg.quiet()
    assert not any("GAME OVER" in text for text in chat.texts)


async def test_edits_without_a_game_are_nobodys_affair(house: House) -> None:
    ann, chat = house.person()
    mine = await ann.sends("/help")
    await chat.next_message()
    await ann.edits(mine, "/hello")
    await house.tg.quiet()
    assert len(chat.messages) == 1
    group = house.tg.group("Table", [ann])
    await ann.edits(await ann.sends("/play@parley_bot bargaining", group), "/play@parley_bot trading")
    await house.tg.quiet()
    assert len(group.messages) == 1


async def test_a_group_is_sent_home_with_a_button_and_nothing_is_played_there(house: House) -> None:
    ann, chat = house.person()
    group = house.tg.group("Table", [ann])
    await ann.sends("/play@parley_bot bargaining", group)
    home = await group.next_message()
    [[button]] = home.buttons
    assert button.url == "https://t.me/parley_bot?start=play-bargaining"
    await ann.sends("/weather@other_bot", group)
    await ann.sends("45", group, reply_to=home)
    await house.tg.quiet()
    assert len(group.messages) == 1
    await ann.starts("play-bargaining")
    await chat.wait_for_button("Accept")
    house.tg.assert_manners()


async def test_hostile_names_and_words_are_only_names_and_words(house: House) -> None:
    name = "</b><a href='tg://x'>AI</a>\u202e"
    ann, her = house.person(1, name)
    bob, his = house.person(2, "Bob")
    await ann.sends("/play number guesser_0 human")
    lobby = await her.wait_for("start=")
    code = re.search(r"start=(\w+)", lobby.text)
    assert code is not None
    await bob.starts(code[1])
    await her.wait_for_button("Guess")
    words = "<pre>&lt;b&gt; & </pre> <tg-spoiler>x"
    await ann.sends(words)
    said = await his.wait_for(words)
    assert not any(entity["type"] in ("pre", "spoiler") for entity in said.entities)
    await ann.sends("&" * 4096)
    await house.tg.until(lambda: sum(text.count("&") for text in his.texts) >= 4096, "every one of them")
    house.tg.assert_manners()


async def test_words_of_many_messages_come_whole(house: House) -> None:
    ann, her = house.person(1, "Ann")
    bob, his = house.person(2, "Bob")
    await ann.sends("/play number guesser_0 human")
    code = re.search(r"start=(\w+)", (await her.wait_for("start=")).text)
    assert code is not None
    await bob.starts(code[1])
    await her.wait_for_button("Guess")
    await ann.sends("word " * 819)
    await his.wait_for("word word")
    await house.tg.quiet()
    assert sum(text.count("word") for text in his.texts) == 819


async def test_people_are_not_written_to_first_and_updates_are_never_dropped(house: House) -> None:
    ann, chat = house.person()
    await house.closes()
    await ann.starts()
    await house.opens()
    await chat.wait_for_button("Price bargaining")
    house.tg.assert_manners()


async def test_a_wrong_token_ends_the_program_with_a_sentence() -> None:
    async with FakeTelegram(token="700:RIGHT") as tg:
        store = MemoryStore()
        adapter = Telegram("700:WRONG", tg.url, Posts(store))
        with pytest.raises(CannotServe, match="PARLEY_TELEGRAM_TOKEN"):
            await run(Manager(store, find), [adapter], asyncio.Event(), patience=3)


async def test_what_is_struck_through_binds_nobody(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    struck = {"text": "accept", "entities": [{"type": "strikethrough", "offset": 0, "length": 6}]}
    house.tg.post(chat, ann.wire(), struck)
    await chat.wait_for("That's not a valid response.")
    assert not any("GAME OVER" in text for text in chat.texts)
