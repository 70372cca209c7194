"""Whole games of price bargaining in chats, in plain words and in the chat look."""

import re
from collections.abc import AsyncIterator

import pytest

from bot.session.lobby import CHAT
from tests.bot.adapters.discord import service as discord
from tests.bot.adapters.telegram import service as telegram
from tests.fakes.telegram_chats import Chat
from tests.games.bargaining.test_wording import CLOSED, QUESTION, REPROMPT


@pytest.fixture
async def house() -> AsyncIterator[telegram.House]:
    async with telegram.housed() as house:
        await house.closes()
        house.defaults = CHAT
        await house.opens()
        yield house


def standing(chat: Chat) -> float:
    """Return the price that the AI named last."""
    offers = [found[1] for text in chat.texts if (found := re.search(r"(?:offers|counteroffers) \$(\d+\.\d\d)", text))]
    return float(offers[-1])


async def test_a_whole_game_in_plain_words(house: telegram.House) -> None:
    ann, chat = house.person()
    opening = await house.begins(ann)
    assert len(opening.text.splitlines()) <= 14
    assert opening.text.endswith(QUESTION)
    await ann.presses(opening, "Full rules")
    await chat.wait_for("At most 6 rounds: 3 offers each.")
    await ann.sends("maybe 41?")
    asked = await chat.wait_for("$41.00, is that your offer?")
    await ann.presses(asked, "Yes")
    await chat.wait_for("Round 2: You offered $41.00. The AI rejects.")
    await ann.sends("+2")
    await chat.wait_for("$43.00, is that your offer?")
    await ann.sends("yes")
    await chat.wait_for("Round 4: You offered $43.00. The AI rejects.")
    await ann.sends("accept 1")
    await chat.wait_for(REPROMPT)
    price = standing(chat)
    await ann.sends("ok, sounds good 👍")
    end = await chat.wait_for("GAME OVER")
    assert f"Deal at ${price:.2f} in round 5." in end.text
    assert f"Final Earnings: you ${65 - price:.2f}, the AI ${price - 40:.2f}" in end.text
    assert len(end.text.splitlines()) <= 14
    await ann.sends("hello?")
    await chat.wait_for(CLOSED)
    house.tg.assert_manners()


async def test_a_yes_to_our_question_never_takes_the_offer(house: telegram.House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    await ann.sends("around 41")
    await chat.wait_for("$41.00, is that your offer?")
    for words in ("sounds good", "agreed"):
        await ann.sends(words)
        await chat.wait_for("Please answer this first.")
    await house.tg.quiet()
    assert not any("GAME OVER" in text for text in chat.texts)
    await ann.sends("no")
    await ann.sends("I'd say 42")
    await chat.wait_for("Round 2: You offered $42.00. The AI rejects.")


async def test_a_no_leaves_the_offer_where_it_was(house: telegram.House) -> None:
    ann, chat = house.person()
    await house.begins(ann)
    await ann.sends("perfect")
    asked = await chat.wait_for("Do you accept $")
    await ann.presses(asked, "No")
    await ann.sends("10")
    await chat.wait_for("Round 2: You offered $10.00. The AI rejects.")


async def test_the_last_offer_is_rejected_after_a_question(house: telegram.House) -> None:
    ann, chat = house.person()
    final = await house.begins(ann, "bargaining rounds=1", until="Reject")
    assert "This is the final offer." in final.text
    await ann.presses(final, "Reject")
    asked = await chat.wait_for("It's the final offer")
    assert not any("GAME OVER" in text for text in chat.texts)
    await ann.presses(asked, "Yes")
    await chat.wait_for("No deal after 1 round.")


async def test_two_people_talk_and_know_each_other_by_name(house: telegram.House) -> None:
    ann, her = house.person(1, "Ann")
    bob, his = house.person(2, "Bob")
    await ann.sends("/play bargaining human")
    lobby = await her.wait_for("https://t.me/parley_bot?start=")
    link = re.search(r"\?start=(\w+)", lobby.text)
    assert link is not None
    await bob.starts(link[1])
    await his.wait_for("Ann is the buyer")
    await bob.sends("Hi Ann, it's my grandmother's")
    await her.wait_for("Bob: Hi Ann, it's my grandmother's")
    await bob.sends("60, I can't go far below")
    await her.wait_for("Round 1: Bob offered $60.00.")
    await ann.sends("60 is too much, I'd say 45")
    await his.wait_for("Last offer: $45.00 by Ann")
    await bob.sends("you have a deal")
    end = await her.wait_for("GAME OVER")
    assert "Final Earnings: you $20.00, Bob $5.00" in end.text


async def test_the_seed_is_one_word_away(house: telegram.House) -> None:
    ann, chat = house.person()
    opening = await house.begins(ann, "bargaining condition=seed")
    assert "BARGAINING STATUS" in opening.text
    await ann.sends("sounds good")
    await chat.wait_for(REPROMPT)


async def test_plain_words_count_in_a_thread() -> None:
    async with discord.housed() as house:
        await house.closes()
        house.defaults = CHAT
        await house.opens()
        thread, opening = await house.begins(house.ann)
        assert QUESTION in opening.text
        await house.says(house.ann, thread, "I'd give you 41")
        await thread.wait_for("Round 2: You offered $41.00. The AI rejects.")
        await house.says(house.ann, thread, "you have a deal")
        await thread.wait_for("GAME OVER")
