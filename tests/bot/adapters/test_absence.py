"""Three slow people at a society, two on Discord and one on Telegram: reminders, a seat given back, a pause, an end."""

import asyncio
import re
from unittest.mock import patch

from bot.session.wording import absence
from tests.bot.adapters.discord.test_tables import code_in
from tests.bot.adapters.test_society import EVER, Clock, served
from tests.fakes import FakeDiscord, FakeTelegram

MINUTE, DAY = 61_000, 24 * 3_600_000
READ = 5_100
"""Milliseconds that AI seats leave people to read."""


async def test_a_table_across_platforms_waits_for_slow_people() -> None:
    clock = Clock()
    async with FakeDiscord() as dc, FakeTelegram() as tg:
        guild = dc.guild()
        hall, ann, bob = guild.channel("table"), guild.member("Ann"), guild.member("Bob")
        cyd = tg.user(3, "Cyd")
        chat = cyd.private_chat()

        async def passes(ms: int) -> None:
            await dc.quiet()
            await tg.quiet()
            clock.ahead += ms
            await asyncio.sleep(0.6)
            await dc.quiet()
            await tg.quiet()

        with dc.patched(), patch("bot.session.timekeeper.GAP", EVER):
            async with served(dc, tg, clock):
                await ann.slash(hall, "play", game="society human steps=2")
                thread = await hall.next_thread()
                lobby = await thread.wait_for_button("Take a free seat")
                await bob.presses(lobby, "Take a free seat")
                await cyd.sends(f"/join {code_in(lobby.text)}")
                full = await thread.wait_for("3 of 4 seats are taken")
                seats = {who: seat.replace(" ", "_") for seat, who in re.findall(r"(\w+ \d): (Ann|Bob|Cyd)", full.text)}
                await ann.presses(full, "Start now")
                await thread.wait_for("Step 1 of")

                # An open form on either platform and a few words: everybody is there, nobody has missed anything.
                board = await chat.wait_for_button("Invite")
                await cyd.presses(board, "Invite")
                await tg.until(lambda: "Back" in board.labels, "the form")
                await ann.opens(await ann.dm().wait_for_button("Invite"), "Invite")
                await bob.says(thread, f"{dc.bot_mention} let me think")
                await dc.quiet()
                await passes(2 * MINUTE)
                assert not any("deadline" in text for text in (*chat.texts, *thread.texts, *ann.dm().texts))

                # Cyd and Bob are away: each is reminded in private. Bob answers, and stays; an AI plays for Cyd.
                await ann.says(thread, f"{dc.bot_mention} pass")
                await passes(MINUTE)
                await chat.wait_for(absence.WARNED[0])
                reminded = await bob.dm().wait_for(absence.WARNED[0])
                assert (await (await bob.presses(reminded, "I'm here")).reply()).text == absence.STAYS
                await ann.says(thread, f"{dc.bot_mention} pass")
                await passes(MINUTE)
                taken = await chat.wait_for("You have missed 2 deadlines, so an AI plays for you.")
                await thread.wait_for("Cyd has missed 2 deadlines. An AI plays that seat until they are back.")

                # The seat is given back at a press, with one post that says where the game stands.
                heard = len(chat.texts)
                await cyd.presses(taken, "I'm here")
                await thread.wait_for("Cyd is back.")
                await tg.quiet()
                (back,) = chat.texts[heard:]
                assert back.startswith("You have your seat again.")
                assert "Round" in back or "Step" in back
                await cyd.sends("pass")
                await chat.wait_for(re.compile("Noted: pass|Replaced: pass|You say nothing"))

                # Bob leaves on Discord, and takes the seat again with /resume.
                asked = await (await bob.slash(thread, "quit")).reply()
                await bob.presses(asked, "Leave")
                await thread.wait_for("Bob has left. An AI plays that seat.")
                await bob.slash(thread, "resume")
                await thread.wait_for("Bob is back.")
                assert any("Plans" in label for label in (await bob.dm().wait_for("You have your seat again.")).labels)
                await chat.wait_for("Bob is back.")

                # Everybody is away: the game pauses, whatever time passes, and goes on when one of them acts.
                for _ in range(3):
                    await passes(MINUTE)
                resting = await thread.wait_for("the game is paused")
                await chat.wait_for("the game is paused")
                await passes(DAY // 2)
                await ann.presses(resting, "Go on")
                await chat.wait_for("Ann is here, so the game goes on.")

                # Nobody comes back: it ends, and each place gets one summary.
                for _ in range(3):
                    await passes(2 * MINUTE)
                heard, read = len(chat.texts), len(thread.texts)
                await passes(DAY)
                await chat.wait_for("Nobody came back for 24 hours, so this game has ended.")
                await thread.wait_for("Nobody came back for 24 hours, so this game has ended.")
                await dc.quiet()
                await tg.quiet()
                assert (len(chat.texts), len(thread.texts)) == (heard + 1, read + 1)
        assert set(seats) == {"Ann", "Bob", "Cyd"}
        dc.assert_manners()
        tg.assert_manners()
