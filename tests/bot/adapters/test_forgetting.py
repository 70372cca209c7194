"""Being forgotten, as people do it: asked once, with a button, on either platform."""

from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import housed as on_telegram


async def test_on_telegram_a_button_erases_and_a_new_game_is_a_fresh_start() -> None:
    async with on_telegram() as house:
        ann, chat = house.person(42, "Ann")
        await house.begins(ann)
        await ann.sends("/mydata")
        await chat.wait_for("Price bargaining, ")
        press = await ann.presses(await chat.wait_for_button("Forget me"), "Forget me")
        assert await press.answered() == ""
        await chat.wait_for("Shall I forget you?")
        board = await chat.wait_for_button("Accept")
        done = await ann.presses(await chat.wait_for_button("Erase it all"), "Erase it all")
        assert (await done.answered()).startswith("You are forgotten: 1 game is cleared of your name and words.")
        assert done.alert
        await house.tg.quiet()
        stale = await ann.presses(board, "Accept")
        assert "no longer works" in await stale.answered()
        assert await house.store.sessions("user:telegram:42") == ()
        await ann.sends("40")
        await chat.wait_for("You're not in a game right now")
        await house.begins(ann)
        await ann.sends("accept")
        await chat.wait_for("GAME OVER")
        house.tg.assert_manners()


async def test_on_discord_it_is_asked_and_answered_for_ones_own_eyes() -> None:
    async with on_discord() as house:
        ann, dc = house.ann, house.dc
        thread, _ = await house.begins(ann)
        await house.says(ann, thread, "10")
        await thread.wait_for("Round 3")
        asked = await (await ann.slash(house.table, "forget")).reply()
        assert asked.ephemeral
        assert "It cannot be undone" in asked.text
        told = await (await ann.presses(asked, "Erase it all")).wait_for("You are forgotten")
        assert told.ephemeral
        await dc.quiet()
        assert await house.store.sessions(f"user:discord:{ann.id}", live=True) == ()
        later = await (await ann.slash(thread, "status")).reply()
        assert "You're not in a game right now" in later.text
        dc.assert_manners()
