"""Looking back at a game in the chats: one message that changes, a card at a press, and what others see of it."""

from collections.abc import Iterator

import pytest

from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import House as OnTelegram
from tests.bot.adapters.telegram.service import housed as on_telegram
from tests.bot.session.harness import tiny_games
from tests.fakes.discord_messages import Message
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel
from tests.fakes.telegram_chats import Chat, User


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with tiny_games("looked"):
        yield


# --- Telegram ---------------------------------------------------------------------------------------------------------


async def ended_on_telegram(house: OnTelegram) -> tuple[User, Chat]:
    """A game that Ann ended after one guess away from the middle."""
    ann, chat = house.person()
    await house.begins(ann, "looked", until="Walk away")
    await ann.sends("1")
    await chat.wait_for("1 by you")
    await ann.sends("/quit")
    await ann.presses(await chat.wait_for_button("Leave"), "Leave")
    await chat.wait_for_button("How it went")
    return ann, chat


async def test_on_telegram_a_look_back_is_one_message_that_changes_and_outlives_a_restart() -> None:
    async with on_telegram() as house:
        ann, chat = await ended_on_telegram(house)
        await house.tg.quiet()
        before = len(chat.messages)
        await ann.presses(await chat.wait_for_button("How it went"), "How it went")
        press = await ann.presses(await chat.wait_for_button("What could be better"), "What could be better")
        assert await press.answered() == ""
        moment = await chat.wait_for_button("Show me")
        assert moment.labels == ["guess 1", "guess 50", "Show me"]
        await house.tg.quiet()
        assert len(chat.messages) == before + 2
        await house.closes()
        await house.opens()
        await ann.presses(moment, "guess 1")
        again = await chat.wait_for_button("Try again")
        assert again is moment
        await ann.presses(moment, "Try again")
        await chat.wait_for_button("guess 50")
        for _ in range(2):
            await ann.presses(moment, "Show me", stale=True)
        await chat.wait_for("Better: guess 50.")
        await house.tg.quiet()
        assert moment.text.startswith("Guess 1")
        assert len(chat.messages) == before + 2
        assert [message for message in chat.messages if message.labels] == [moment]
        house.tg.assert_manners()


async def test_on_telegram_a_choice_can_be_typed_and_the_closing_sentence_stays() -> None:
    async with on_telegram() as house:
        ann, chat = await ended_on_telegram(house)
        await ann.sends("/review")
        await chat.wait_for_button("Show me")
        await ann.sends("hello")
        await chat.wait_for("The game is over.")
        await ann.sends("guess 50")
        await chat.wait_for("Right: guess 50.")
        await ann.sends("/progress")
        await chat.wait_for("on average, over 1 game")
        house.tg.assert_manners()


async def test_on_telegram_a_shared_card_can_be_forwarded() -> None:
    async with on_telegram() as house:
        ann, chat = await ended_on_telegram(house)
        await ann.presses(await chat.wait_for_button("How it went"), "How it went")
        await ann.presses(await chat.wait_for_button("Share"), "Share")
        shared = await chat.wait_for("played with Parley")
        await house.tg.quiet()
        assert shared.labels == []
        assert "Your card" not in shared.text
        house.tg.assert_manners()


# --- Discord ----------------------------------------------------------------------------------------------------------


async def walks(who: Person, thread: Channel) -> Message:
    asked = await who.presses(await thread.wait_for_button("Walk away"), "Walk away")
    await who.presses(await asked.reply(), "Yes")
    return await thread.wait_for_button("How it went")


async def test_on_discord_a_look_back_in_a_private_thread_is_one_message() -> None:
    async with on_discord() as house:
        ann = house.ann
        thread, _ = await house.begins(ann, "looked", until="Walk away")
        await house.says(ann, thread, "1")
        await thread.wait_for("by guesser_1")
        await house.dc.quiet()
        await ann.presses(await walks(ann, thread), "How it went")
        await ann.presses(await thread.wait_for_button("What could be better"), "What could be better")
        moment = await thread.wait_for_button("Show me")
        await house.dc.quiet()
        before = len(thread.messages)
        await ann.presses(moment, "guess 1")
        await thread.wait_for_button("Try again")
        await ann.presses(moment, "Show me")
        await thread.wait_for("Better: guess 50.")
        await house.dc.quiet()
        assert len(thread.messages) == before
        assert moment.text.count("Guess 1") == 1
        house.dc.assert_manners()


async def test_on_discord_two_people_look_back_alone_and_keep_the_buttons_of_the_end() -> None:
    async with on_discord() as house:
        ann, bob, cyd = house.ann, house.bob, house.guild.member("Cyd")
        thread, lobby = await house.begins(ann, "looked guesser_0 human", until="Take a free seat")
        await bob.presses(lobby, "Take a free seat")
        await thread.wait_for_button("Walk away")
        await house.says(ann, thread, "1")
        await thread.wait_for("1 by")
        await house.says(bob, thread, "2")
        await thread.wait_for("2 by")
        await house.dc.quiet()
        end = await walks(ann, thread)
        for who, guess in ((ann, "1"), (bob, "2")):
            card = await (await who.presses(end, "How it went")).reply()
            assert card.ephemeral
            moment = await (await who.presses(card, "What could be better")).reply()
            assert moment.ephemeral
            before = len(thread.messages)
            await who.presses(moment, f"guess {guess}")
            await house.dc.quiet()
            assert moment.labels == ["Try again", "Show me"]
            await who.presses(moment, "Show me")
            await house.dc.quiet()
            assert f"you guessed {guess}." in moment.text
            assert moment.labels == ["Rematch"]
            assert len(thread.messages) == before, "one answer that changes"
            assert card.labels == ["What could be better", "Rematch", "Share"]
        stranger = await (await cyd.presses(end, "How it went")).reply()
        assert stranger.ephemeral
        assert "not your game" in stranger.text
        await house.dc.quiet()
        assert end.labels == ["Rematch", "Play the other side", "How it went"]
        assert not any("you guessed" in message.text for message in thread.messages if not message.ephemeral)
        house.dc.assert_manners()


async def test_on_discord_a_shared_card_stands_in_the_thread() -> None:
    async with on_discord() as house:
        ann, bob = house.ann, house.bob
        thread, lobby = await house.begins(ann, "looked guesser_0 human", until="Take a free seat")
        await bob.presses(lobby, "Take a free seat")
        end = await walks(ann, thread)
        card = await (await ann.presses(end, "How it went")).reply()
        await ann.presses(card, "Share")
        shared = await thread.wait_for("played with Parley")
        assert not shared.ephemeral
        assert "Your card" not in shared.text
        house.dc.assert_manners()


async def test_on_discord_the_commands_are_there() -> None:
    async with on_discord() as house:
        assert {"/card", "/review", "/progress", "/hint"} <= set(house.ann.commands(house.table))
        thread, _ = await house.begins(house.ann, "looked", until="Walk away")
        await house.ann.slash(thread, "hint")
        await thread.wait_for("The middle halves")
        house.dc.assert_manners()
