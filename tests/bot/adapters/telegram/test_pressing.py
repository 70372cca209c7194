"""Buttons: stale, strange, doubled and forged ones, and whole forms by tapping."""

import pytest

from tests.bot.adapters.telegram.service import House
from tests.fakes.telegram_chats import Chat, Message, User


async def opened_form(house: House) -> tuple[User, Chat, Message]:
    """A person, their chat, and the message in which a form with 35 options is open."""
    ann, chat = house.person()
    await ann.sends("/play picking")
    board = await chat.wait_for_button("Guess the sum")
    await ann.presses(board, "Guess the sum")
    await house.tg.until(lambda: "No 35" in board.labels, "the form")
    return ann, chat, board


async def test_a_stale_button_changes_nothing_and_says_so(house: House) -> None:
    ann, chat = house.person()
    old = await house.begins(ann)
    await ann.sends("10")
    await chat.wait_for("Round 3")
    press = await ann.presses(old, "Accept", stale=True)
    words = await press.answered()
    assert press.alert
    assert "offer" in words
    assert not any("GAME OVER" in text for text in chat.texts)
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_the_buttons_of_a_copy_that_was_posted_twice_go_when_they_are_pressed_too_late(house: House) -> None:
    ann, chat = house.person()
    house.tg.fail("sendMessage", status=500, applied=True)
    await ann.sends("/play bargaining")
    await house.tg.until(lambda: len(chat.messages) == 2, "the opening, twice")
    await ann.sends("10")
    await chat.wait_for("Round 3")
    await house.tg.quiet()
    copy, first, newest = chat.messages
    assert [bool(message.labels) for message in (copy, first, newest)] == [True, False, True]
    press = await ann.presses(copy, "Accept")
    assert await press.answered()
    await house.tg.until(lambda: not copy.labels, "its buttons to go")
    assert newest.labels


async def test_three_presses_count_once_and_each_is_answered(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    presses = [await ann.presses(offer, "Accept") for _ in range(3)]
    words = [await press.answered() for press in presses]
    assert words[0] == ""
    assert all(words[1:])
    await house.tg.quiet()
    assert sum("GAME OVER" in text for text in chat.texts) == 1
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_a_menu_pressed_three_times_opens_one_game(house: House) -> None:
    ann, chat = house.person()
    await ann.starts()
    menu = await chat.wait_for_button("Price bargaining")
    for press in [await ann.presses(menu, "Price bargaining") for _ in range(3)]:
        await press.answered()
    await house.tg.quiet()
    assert sum("Round 1: The AI offers" in text for text in chat.texts) == 1
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_a_strangers_forged_press_is_refused_and_shows_nothing(house: House) -> None:
    ann, her = house.person(1, "Ann")
    mallory, his = house.person(2, "Mallory")
    await ann.sends("/play picking")
    board = await her.wait_for_button("Guess the sum")
    await mallory.starts()
    menu = await his.next_message()
    for label in ("Guess the sum", "Walk away"):
        press = await mallory.forges(menu, board.button(label).data or "")
        assert "not your game" in await press.answered()
    opened = await mallory.forges(menu, f"{board.button('Guess the sum').data}:0:3!")
    assert "not your game" in await opened.answered()
    assert not any("No 1" in label for label in menu.labels)
    assert not any("Nobody hit" in text for text in her.texts)


async def test_junk_from_a_tampered_client_is_answered_kindly(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    row = (offer.button("Accept").data or "").partition(":")[0]
    for data in ("any:data", f"{row}:99", f"{row}:-1", row, f"{row}:0:zz:ok", ":::::", "\u0661:\u0661", "x" * 64):
        press = await ann.forges(offer, data)
        await press.answered()
    await house.tg.quiet()
    assert "Round 1" in chat.last.text or "GAME OVER" in chat.last.text
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_a_message_deleted_by_the_person_makes_no_trouble(house: House) -> None:
    ann, chat = house.person()
    offer = await house.begins(ann)
    await ann.deletes(offer)
    await ann.sends("10")
    await chat.wait_for("Round 3")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_a_form_of_thirty_five_is_filled_in_by_tapping_its_own_message(house: House) -> None:
    ann, chat = house.person()
    await ann.sends("/play picking")
    board = await chat.wait_for_button("Guess the sum")
    sent = len(chat.messages)
    await ann.presses(board, "Guess the sum")
    await house.tg.until(lambda: "No 35" in board.labels, "the form")
    assert board.labels[0] == "Pick: 1 chosen, 1 of 100"
    for label in ("No 1", "No 33", "No 35"):
        press = await ann.presses(board, label if label != "No 1" else "✓ No 1")
        assert await press.answered() == ""
        await house.tg.quiet(0.1)
    assert board.labels[0] == "Pick: 2 chosen, 68 of 100"
    assert {"✓ No 33", "✓ No 35"} <= set(board.labels)
    assert len(chat.messages) == sent
    await ann.presses(board, "Guess the sum")
    await chat.wait_for("68 by you")
    await house.tg.quiet()
    assert board.labels == []
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_quick_taps_on_an_old_keyboard_all_count_and_back_forgets_them(house: House) -> None:
    ann, _, board = await opened_form(house)
    for label in ("No 30", "No 31", "No 32", "No 31"):  # the keyboard has not changed in between
        await ann.presses(board, label)
    await house.tg.until(lambda: board.labels[0] == "Pick: 3 chosen, 63 of 100", "30 and 32 beside 1")
    await ann.presses(board, "Back")
    await house.tg.until(lambda: board.labels == ["Guess the sum…", "Walk away"], "the buttons before")
    await ann.presses(board, "Guess the sum")
    await house.tg.until(lambda: board.labels[0] == "Pick: 1 chosen, 1 of 100", "a fresh form")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_an_open_form_outlives_a_restart(house: House) -> None:
    ann, chat, board = await opened_form(house)
    await ann.presses(board, "No 20")
    await house.tg.until(lambda: "✓ No 20" in board.labels, "the first tap")
    await house.closes()
    await house.opens()
    await ann.presses(board, "No 30")
    await house.tg.until(lambda: "✓ No 30" in board.labels, "the second tap")
    await ann.presses(board, "Guess the sum")
    await chat.wait_for("51 by you")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_a_tap_delivered_twice_toggles_once(house: House) -> None:
    ann, _, board = await opened_form(house)
    await ann.presses(board, "No 20")
    house.tg.redeliver()
    await house.tg.quiet()
    assert "✓ No 20" in board.labels


async def test_a_price_typed_after_counteroffer_goes_to_the_game_of_that_button(house: House) -> None:
    ann, chat = house.person()
    first = await house.begins(ann)
    await house.begins(ann, "bargaining rounds=4", until="Accept")
    await house.tg.quiet()
    press = await ann.presses(first, "Counteroffer")
    assert await press.answered() == ""
    await ann.sends("10")
    await chat.wait_for("Round 3 of 6")
    assert not any("Round 3 of 4" in text for text in chat.texts)
    house.tg.assert_manners()


async def test_a_reply_goes_to_the_game_of_the_message_replied_to(house: House) -> None:
    ann, chat = house.person()
    first = await house.begins(ann)
    await house.begins(ann, "bargaining rounds=4", until="Accept")
    await house.tg.quiet()
    await ann.sends("10", reply_to=first)
    await chat.wait_for("Round 3 of 6")
    assert not any("Round 3 of 4" in text for text in chat.texts)


async def test_no_press_waits_for_its_words_behind_posts_that_are_held_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.adapters.telegram.pressing.SPINS", 0.05)
    ann, chat = house.person()
    offer = await house.begins(ann)
    await house.tg.quiet()
    house.tg.fail("sendMessage", status=429, retry_after=2, times=1)
    presses = [await ann.presses(offer, "Accept", stale=True) for _ in range(3)]
    for press in presses:
        await press.answered()
    assert not any("GAME OVER" in text for text in chat.texts)
    await chat.wait_for("GAME OVER")
    await house.tg.quiet()
    assert sum("GAME OVER" in text for text in chat.texts) == 1
    assert not house.tg.breaches()


async def test_a_post_of_the_game_that_words_do_not_go_to_says_which_it_is(house: House) -> None:
    ann, chat = house.person()
    bea, hers = house.person(43, "Bea")
    await ann.sends("/play bargaining human")
    code = (await chat.wait_for("Give this code")).text.partition("to the person who should play: ")[2][:6]
    await bea.starts(code)
    await hers.wait_for("You're the seller")
    await ann.sends("/play trading")
    await chat.wait_for("Message 1 of 10 is yours.")
    await bea.sends("50")
    offer = await chat.wait_for("offered $50.00.")
    assert offer.text.startswith("In your other game, Price bargaining:\n")
    assert not any("In your other game" in text for text in hers.texts)
    await (await ann.presses(offer, "Counteroffer")).answered()
    await ann.sends("45")
    own = await chat.wait_for("Round 2: You offered $45.00.")
    assert "In your other game" not in own.text


async def test_the_question_about_being_forgotten_loses_its_buttons_with_the_answer(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    await ann.sends("/forget")
    question = await chat.wait_for_button("Keep it")
    press = await ann.presses(question, "Keep it")
    assert await press.answered() == "Nothing was erased."
    await house.tg.until(lambda: not question.labels, "the buttons to go")
    await ann.sends("yes")
    await chat.wait_for("You accept.")
    house.tg.assert_manners()
