"""Maps on the way to people: a picture in their private place, every round, and none where others read."""

import pytest

from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import housed as on_telegram

PNG = b"\x89PNG"
PLANS = "gather 3 wood / gather 3 stone / craft hammer / dump hammer"


async def test_on_telegram_a_round_is_one_picture_with_the_words_under_it() -> None:
    async with on_telegram() as house:
        ann, chat = house.person()
        await ann.sends("/play society game=social")
        first = await chat.wait_for_button("Plans")
        await ann.sends(PLANS)
        second = await chat.wait_for("Round 2 of 20")
        for message in (first, second):
            [upload] = message.uploads
            assert upload.data.startswith(PNG)
            assert "Near: " in message.text
            assert "@ you" not in message.text
        assert "Round 1 is over." in second.text
        assert "Plans…" in second.labels
        house.tg.assert_manners()


@pytest.mark.parametrize(("status", "times"), [(404, 99), (500, 1)])
async def test_on_telegram_a_map_that_is_no_picture_is_drawn_in_columns(status: int, times: int) -> None:
    async with on_telegram() as house:
        ann, chat = house.person()
        house.tg.fail("sendPhoto", status=status, times=times)
        await ann.sends("/play society game=social")
        first = await chat.wait_for_button("Plans")
        assert not first.uploads
        assert "@ you" in first.text
        await ann.sends(PLANS)
        second = await chat.wait_for("Round 2 of 20")
        assert bool(second.uploads) == (status == 500), "a passing trouble costs one picture"


async def test_on_discord_the_map_is_told_in_private_and_the_thread_has_none() -> None:
    async with on_discord() as house:
        house.in_public()
        thread, _ = await house.begins(house.ann, "society", until="Invite")
        mine = house.ann.dm()
        while not any("Round 1 of 10" in text for text in thread.texts):
            await house.says(house.ann, thread, "pass")
            await house.dc.quiet()
        await house.says(house.ann, thread, "explore")
        second = await mine.wait_for("Round 2 of 10")
        [upload] = second.uploads
        assert upload.data.startswith(PNG)
        assert str(second.attachments[0]["description"]).startswith("The map round you: ")
        assert "Your own items are worth" in second.text
        assert "@ you" not in second.text, "the map hangs there as a picture and need not stand in columns too"
        await house.dc.quiet()
        assert not any(message.uploads or "Near: " in message.text for message in thread.messages)
        press = await house.ann.presses(await thread.wait_for_button("My private info"), "My private info")
        [hers] = (await press.reply()).uploads
        assert hers.data.startswith(PNG)
        house.dc.assert_manners()
