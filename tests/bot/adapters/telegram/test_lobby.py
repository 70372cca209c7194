"""The ways into a game and out of it, as somebody meets them on a phone."""

import re

import pytest

from bot import keys
from tests.bot.adapters.telegram.service import House
from tests.fakes.telegram_chats import Chat
from tests.games.bargaining.test_wording import CLOSED, REPROMPT

MENU = "Pick a game:"


async def answered(house: House, chat: Chat, before: int) -> list[str]:
    """Return what the bot has said since there were this many messages."""
    await house.tg.quiet()
    return [message.text for message in chat.messages[before:] if message.from_bot]


@pytest.mark.parametrize("words", ["quit", "bye", "Stop.", "leave", "I'm out", "ok, goodbye!"])
async def test_who_says_goodbye_is_asked_first_and_leaves_by_the_button(house: House, words: str) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    await ann.sends(words)
    asked = await chat.wait_for_button("Leave")
    assert asked.text.startswith("Do you want to leave this game")
    assert not any("GAME OVER" in text for text in chat.texts)
    await ann.presses(asked, "Leave")
    await chat.wait_for("GAME OVER")
    house.tg.assert_manners()


async def test_who_stays_plays_on_where_they_were(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    await ann.sends("bye")
    await ann.presses(await chat.wait_for_button("Stay"), "Stay")
    await ann.sends("44")
    await chat.wait_for("Round 2: You offered $44.00.")
    assert REPROMPT not in chat.texts


async def test_a_goodbye_while_the_other_person_thinks_is_asked_about_too(house: House) -> None:
    ann, chat = house.person()
    bob, his = house.person(43, "Bob")
    await ann.sends("/play bargaining human")
    await bob.starts((await chat.wait_for_button("Copy ")).button("Copy ").copies or "")
    await his.wait_for_button("Make an offer")
    await ann.sends("quit")
    await ann.presses(await chat.wait_for_button("Leave"), "Leave")
    await his.wait_for("GAME OVER")


async def test_two_presses_lead_from_the_menu_to_a_code_for_a_friend(house: House) -> None:
    ann, chat = house.person()
    bob, his = house.person(43, "Bob")
    await ann.starts()
    await ann.presses(await chat.wait_for_button("Play with a friend"), "Play with a friend")
    games = await chat.wait_for("Which game do you want to play with your friend?")
    await ann.presses(games, "Price bargaining")
    table = await chat.wait_for_button("Send to a friend")
    await bob.starts(table.button("Copy ").copies or "")
    await his.wait_for_button("Make an offer")
    house.tg.assert_manners()


async def test_the_same_is_said_in_words_and_in_a_group(house: House) -> None:
    ann, chat = house.person()
    await ann.sends("play with a friend")
    await chat.wait_for("Which game do you want to play with your friend?")
    await ann.sends("/play friend")
    await house.tg.until(lambda: sum("Which game do you want" in text for text in chat.texts) == 2, "the same games")


async def test_a_remark_after_a_game_gets_one_line_and_a_wish_the_menu(house: House) -> None:
    ann, chat = house.person()
    await ann.presses(await house.begins(ann), "Accept")
    await chat.wait_for("GAME OVER")
    for words in ("thanks", "lol", "ok"):
        before = len(chat.messages)
        await ann.sends(words)
        assert await answered(house, chat, before) == [CLOSED]
    await ann.sends("another one")
    menu = await chat.wait_for(MENU)
    assert {"Play with a friend", "I have a code"} <= set(menu.labels)
    await ann.sends("Trading")
    await chat.wait_for("Message 1 of 10")


async def test_where_no_game_answers_a_remark_gets_one_line_with_two_buttons(house: House) -> None:
    ann, chat = house.person()
    await ann.presses(await house.begins(ann), "Accept")
    await chat.wait_for("GAME OVER")
    await house.tg.quiet()
    await house.store.point(keys.focus("telegram:42", "telegram:42"), None)
    await ann.sends("thanks!")
    line = await chat.wait_for_button("Pick a game")
    assert (line.text, line.labels) == ("You're not in a game right now.", ["Pick a game", "Play again"])
    await ann.presses(line, "Play again")
    await chat.wait_for_button("Accept")
    assert not any(MENU in text for text in chat.texts)


@pytest.mark.parametrize("payload", ["QWERTY", "play-poker", "poker_night_7"])
async def test_a_link_that_leads_nowhere_is_answered_with_a_way_in(house: House, payload: str) -> None:
    ann, chat = house.person()
    await ann.starts(payload)
    told = await chat.wait_for_button("Pick a game")
    assert re.match(r"No open game has that code\. It may have expired|There is no game called", told.text)
    await ann.presses(told, "Pick a game")
    await chat.wait_for(MENU)
    house.tg.assert_manners()


async def test_who_comes_too_late_for_a_seat_is_offered_a_game(house: House) -> None:
    ann, chat = house.person()
    await ann.sends("/play bargaining human")
    code = (await chat.wait_for_button("Copy ")).button("Copy ").copies or ""
    for number, name, told in ((43, "Bob", "Make an offer"), (44, "Cyd", "Pick a game")):
        guest, theirs = house.person(number, name)
        await guest.starts(code)
        found = await theirs.wait_for_button(told)
    assert "has all its players" in found.text


async def test_words_that_two_games_could_take_go_to_the_one_that_is_pressed(house: House) -> None:
    ann, chat = house.person()
    bob, his = house.person(43, "Bob")
    await ann.sends("/play bargaining human")
    await bob.starts((await chat.wait_for_button("Copy ")).button("Copy ").copies or "")
    await his.wait_for_button("Make an offer")
    await house.begins(ann, "bargaining rounds=4", until="Accept")
    await bob.sends("50")
    await chat.wait_for("In your other game, Price bargaining:")
    await ann.sends("ok")
    asked = await chat.wait_for("Which of your games is this for?")
    assert asked.labels == ["Price bargaining", "Price bargaining with Bob"]
    await ann.presses(asked, "Price bargaining with Bob")
    await his.wait_for("Deal at $50.00")
    await house.tg.quiet()
    assert sum("GAME OVER" in text for text in chat.texts) == 1
    house.tg.assert_manners()


async def test_a_level_is_said_in_any_order_and_a_rematch_keeps_it(house: House) -> None:
    ann, chat = house.person()
    for words in ("hard bargaining", "bargaining seller HARD", "bargaining opponent=hard"):
        first = await house.begins(ann, words, until="Easier AI")
        assert "Harder AI" not in first.labels
        await house.tg.quiet()
    await ann.sends("/quit")
    await ann.presses(await chat.wait_for_button("Leave"), "Leave")
    await ann.presses(await chat.wait_for_button("Rematch"), "Rematch")
    again = await chat.wait_for_button("Easier AI")
    assert "Harder AI" not in again.labels


async def test_another_level_before_the_first_move_begins_the_game_anew_and_earns_nothing(house: House) -> None:
    ann, chat = house.person()
    await ann.starts()
    await ann.presses(await chat.wait_for_button("Price bargaining"), "Price bargaining")
    opening = await chat.wait_for_button("Harder AI")
    sent = len(chat.messages)
    await ann.presses(opening, "Easier AI")
    await chat.wait_for("All right, easy it is: a new game.")
    easy = await chat.wait_for("At $")
    await house.tg.quiet()
    assert len(chat.messages) == sent + 2
    assert opening.labels == []
    late = await ann.presses(opening, "Harder AI", stale=True)
    assert "no longer works" in await late.answered()
    await ann.sends("44")
    moved = await chat.wait_for("Round 3")
    assert not any("AI" in label for label in moved.labels)
    assert easy.text
    await ann.sends("/stats")
    await chat.wait_for("No finished games yet")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("bargaining opponent=brutal", "Price bargaining has no opponent 'brutal'; choose easy, normal or hard."),
        ("bargaining brutal", "Its opponents are easy, normal and hard."),
    ],
)
async def test_an_unknown_level_is_told_which_there_are(house: House, words: str, told: str) -> None:
    ann, chat = house.person()
    await ann.sends(f"/play {words}")
    await chat.wait_for(told)


@pytest.mark.parametrize("words", ["bargaining condition=seed", "bargaining human"])
async def test_studies_and_people_are_offered_no_other_opponent(house: House, words: str) -> None:
    ann, chat = house.person()
    await ann.sends(f"/play {words}")
    await house.tg.until(lambda: any(message.labels for message in chat.messages), "buttons")
    assert not any("er AI" in label for message in chat.messages for label in message.labels)
