"""Whole games on Telegram, as people see them."""

import re

import pytest

from bot.session.model.session import Session, restore
from games.core.contract import Seat
from games.core.post import Voice, plain
from tests.bot.adapters.telegram.service import House
from tests.fakes.telegram_chats import Chat

GAME = "Price bargaining"
FIXED = "That's not a valid response. Please type 'accept' or enter a counteroffer between $0.00 and $100.00."
CLOSING = "The game is complete. You do not need to do anything else. Thank you for participating!"


def buttons(chat: Chat) -> list[str]:
    return [label for message in chat.messages for label in message.labels]


async def test_a_stranger_makes_the_first_move_within_two_messages_and_plays_to_the_end(house: House) -> None:
    ann, chat = house.person()
    await ann.starts()
    menu = await chat.next_message()
    press = await ann.presses(menu, GAME)
    opening = await chat.next_message()
    assert await press.answered() == ""
    assert "$65.00" in opening.text
    assert "Round 1: The AI offers $" in opening.text
    await ann.sends("how about 44")
    answer = await chat.next_message()
    assert answer.text.startswith("Round 2: You offered $44.00. The AI rejects.\nRound 3: The AI counteroffers $")
    await ann.sends("what is the weather like")
    assert (await chat.next_message()).text == FIXED
    await ann.sends("accept")
    end = await chat.next_message()
    assert "GAME OVER" in end.text
    assert re.search(r"Final Earnings: you \$\d+\.\d\d, the AI \$\d+\.\d\d", end.text)
    await ann.sends("hello?")
    assert (await chat.next_message()).text == CLOSING
    await house.tg.quiet()
    assert buttons(chat) == ["Rematch", "Play the other side", "How it went"]
    house.tg.assert_manners()


async def test_a_game_in_buttons_and_a_rematch_with_seats_swapped(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    press = await ann.presses(offer, "Accept")
    assert await press.answered() == ""
    end = await chat.wait_for("GAME OVER")
    await ann.presses(end, "Play the other side")
    opening = await chat.wait_for("You're the seller")
    assert opening is not end
    await house.tg.quiet()
    assert end.labels == []
    assert offer.labels == []
    house.tg.assert_manners()


async def test_only_the_newest_offer_has_buttons(house: House) -> None:
    ann, chat = house.person()
    first = await house.begins(ann)
    await ann.sends("10")
    await chat.wait_for("Round 3")
    await house.tg.quiet()
    assert first.labels == []
    assert sum("Accept" in label for label in buttons(chat)) == 1


async def test_a_counteroffer_button_asks_for_the_price_once(house: House) -> None:
    ann, chat = house.person()
    press = await ann.presses(await house.begins(ann), "Counteroffer")
    assert await press.answered() == ""
    await chat.wait_for("Your price (0 to 100)? Reply with it, or write it like any message.")
    assert not press.alert


async def test_two_people_play_each_other_in_two_chats_by_a_link(house: House) -> None:
    ann, her = house.person(1, "Ann")
    bob, his = house.person(2, "Bob")
    await ann.sends("/play number guesser_0 human")
    lobby = await her.wait_for("https://t.me/parley_bot?start=")
    link = re.search(r"https://t\.me/parley_bot\?start=(\w+)", lobby.text)
    assert link is not None
    assert link[1] in lobby.text.replace(link[0], "")
    await bob.starts(link[1])
    await her.wait_for_button("Guess")
    for turn, (who, number) in enumerate([(ann, 1), (bob, 100), (ann, 2), (bob, 99)]):
        await who.sends(f"{number}: move {turn}")
        for chat in (her, his):
            await chat.wait_for(f"move {turn}")
    mine = next(re.search(r"Your number is (\d+)", text) for text in her.texts if "Your number" in text)
    assert mine is not None
    assert house.tg.audience(mine[0]) == {"Ann"}
    await house.tg.quiet()
    assert not any("Walk away" in label for label in buttons(his))
    await bob.starts(link[1])
    await his.wait_for("You're already at that table")
    cyd, third = house.person(3, "Cyd")
    await cyd.starts(link[1])
    await third.wait_for("has all its players already")
    house.tg.assert_manners()


@pytest.mark.parametrize("game", ["bargaining condition=none", "trading", "dealornodeal"])
async def test_what_only_one_player_knows_stands_in_no_other_chat(house: House, game: str) -> None:
    ann, her = house.person(1, "Ann")
    bob, _ = house.person(2, "Bob")
    await ann.sends(f"/play {game} human")
    code = re.search(r"start=(\w+)", (await her.wait_for("start=")).text)
    assert code is not None
    await bob.starts(code[1])
    for person in (ann, bob):
        await house.tg.quiet(0.1)
        await person.sends("/private")
        await person.sends("/rules")
        await person.sends("/status")
    await house.tg.quiet()
    [loaded] = await house.store.sessions()
    session = restore(loaded)
    assert session is not None
    first, second = (_sheet(session, chair.seat) for chair in session.table.chairs)
    assert first - second
    assert all(house.tg.audience(secret) == {"Ann"} for secret in first - second)
    assert all(house.tg.audience(secret) == {"Bob"} for secret in second - first)
    house.tg.assert_manners()


def _sheet(session: Session, seat: Seat) -> set[str]:
    sheet = session.game.sheet(session.game.view(session.state, seat), Voice(you=seat, cast=session.table.cast))
    return {line for line in plain(sheet).splitlines() if any(char.isdigit() for char in line)}


async def test_two_games_at_once_in_two_chats_do_not_meet(house: House) -> None:
    ann, her = house.person(1, "Ann")
    bob, his = house.person(2, "Bob")
    await house.begins(ann)
    await house.begins(bob)
    await ann.sends("11.11")
    await bob.sends("22.22")
    await her.wait_for("You offered $11.11")
    await his.wait_for("You offered $22.22")
    assert house.tg.audience("$11.11") == {"Ann"}
    assert house.tg.audience("$22.22") == {"Bob"}


async def test_a_settings_box_plain_text_and_statistics(house: House) -> None:
    ann, chat = house.person()
    await ann.sends("/settings")
    box = await chat.wait_for_button("Plain text")
    press = await ann.presses(box, "Plain text")
    assert await press.answered() == ""
    await chat.wait_for_button("Boxes")
    opening = await house.begins(ann)
    assert not re.search("[━═║]", opening.text)
    assert "Round 1 of 6" in opening.text
    await ann.sends("accept")
    await chat.wait_for("Final Earnings")
    await ann.sends("/stats")
    await chat.wait_for("1 played, 1 deal,")
    house.tg.assert_manners()


async def test_quitting_asks_once_and_staying_leaves_the_offer_its_buttons(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    await ann.sends("/quit")
    press = await ann.presses(await chat.wait_for_button("Stay"), "Stay")
    assert await press.answered() == "You stay. The game goes on where it was."
    assert any("Accept" in label for label in offer.labels)
    await ann.sends("/quit")
    await ann.presses(await chat.wait_for_button("Leave"), "Leave")
    await house.tg.quiet()
    assert not any("Accept" in label for label in buttons(chat))
    house.tg.assert_manners()


async def test_an_invitation_keeps_its_button_while_another_game_is_played(house: House) -> None:
    ann, hers = house.person()
    bob, his = house.person(43, "Bob")
    await ann.sends("/play bargaining human")
    code = re.search(r"[A-Z]{6}", (await hers.wait_for("Give this code")).text)
    assert code is not None
    await bob.sends(f"/join {code[0]}")
    await his.wait_for_button("Make an offer")
    await bob.sends("60")
    await ann.presses(await hers.wait_for_button("Accept"), "Accept")
    await his.wait_for("GAME OVER")
    await house.begins(bob)
    await ann.presses(await hers.wait_for_button("Rematch"), "Rematch")
    asked = await his.wait_for_button("Join")
    waiting = await hers.wait_for("They only have to press Join.")
    assert "code" not in waiting.text
    assert waiting.labels == ["Start now with AI"]
    assert asked.button("Join").style == "success"
    assert asked.text.startswith("Ann wants to play Price bargaining again.\nPress Join, or write /join ")
    await bob.sends("20")
    await his.wait_for("Round 3")
    await house.tg.quiet()
    await bob.presses(asked, "Join")
    await hers.wait_for("the table is full")
    await house.tg.quiet()
    assert asked.labels == []
    house.tg.assert_manners()


async def test_who_is_told_no_gets_the_code_for_somebody_else(house: House) -> None:
    ann, hers = house.person()
    bob, his = house.person(43, "Bob")
    await ann.sends("/play number guesser_0 human")
    await bob.starts((await hers.wait_for_button("Copy ")).button("Copy ").copies)
    await bob.presses(await his.wait_for_button("Walk away"), "Walk away")
    await bob.presses(await his.wait_for_button("Yes"), "Yes")
    await ann.presses(await hers.wait_for_button("Rematch"), "Rematch")
    await hers.wait_for("They only have to press Join.")
    await bob.presses(await his.wait_for_button("Not now"), "Not now")
    await hers.wait_for("Bob can't play right now.")
    table = await hers.wait_for("Give this code to the person who should play: ")
    assert table.button("Copy ").copies in table.text


async def test_a_resumed_game_has_buttons_that_work(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    await ann.sends("/resume")
    await house.tg.quiet()
    assert "Round 1 of 6" in chat.last.text
    await ann.starts()
    await ann.presses(await chat.wait_for_button("Go on: "), "Go on: ")
    await house.tg.quiet()
    await ann.presses(chat.last, "Accept")
    await chat.wait_for("GAME OVER")
    house.tg.assert_manners()


async def test_the_menu_of_commands_lists_what_players_may_use(house: House) -> None:
    ann, _ = house.person()
    await house.tg.wait_called("setMyCommands", count=2)
    await house.tg.quiet()
    assert {"play", "join", "rules", "help", "resume", "settings"} <= set(ann.menu())
    group = house.tg.group("Table", [ann])
    assert set(ann.menu(group)) == {"play"}


async def test_a_menu_is_set_whatever_becomes_of_another(house: House) -> None:
    ann, _ = house.person()
    await house.tg.wait_called("setMyCommands", count=2)
    await house.closes()
    house.tg.fail(
        "setMyCommands", status=400, when=lambda params: "scope" not in params or "default" in params["scope"]
    )
    house.tg.fail("getMyCommands", status=500, times=99)
    await house.opens()
    await house.tg.wait_called("setMyCommands", count=4)
    await house.tg.quiet()
    assert {"play", "help"} <= set(ann.menu())


async def test_who_wants_no_pings_is_written_to_without_a_sound(house: House) -> None:
    ann, _ = house.person()
    await house.begins(ann)
    assert not any(call.params.get("disable_notification") for call in house.tg.called("sendMessage"))
    await ann.sends("/settings pings off")
    await house.tg.quiet()
    before = len(house.tg.called("sendMessage"))
    await ann.sends("10")
    await ann.private_chat().wait_for("Round 3")
    assert all(call.params.get("disable_notification") for call in house.tg.called("sendMessage")[before:])


async def test_while_the_ai_waits_for_the_rest_of_what_is_said_it_shows_that_it_is_there(house: House) -> None:
    ann, chat = house.person()
    await ann.sends("/play dealornodeal")
    await chat.wait_for("Talk it out")
    await house.tg.quiet()
    chat.actions.clear()
    await ann.sends("i'd like the balls, you can have the rest")
    await chat.wait_for("I read that as an offer")
    await house.tg.until(lambda: chat.actions, "typing")
    assert not any(text.startswith("AI:") for text in chat.texts)
