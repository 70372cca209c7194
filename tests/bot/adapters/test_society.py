"""A hard society of eight across both platforms: two people on Discord, one on Telegram, five AI seats."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import patch

from bot.adapters.base import Adapter
from bot.adapters.discord.adapter import Discord
from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.players import find
from bot.session.manager import Manager
from bot.session.outbox import Posts
from bot.session.timekeeper import milliseconds
from storage.memory import MemoryStore
from tests.bot.adapters.discord.test_tables import code_in
from tests.fakes import FakeDiscord, FakeTelegram

GAME = "society human difficulty=hard"
STEPS, ROUNDS = 12, 20
MINUTE = 61_000
EVER = 1 << 40
BRISK = 50
"""Milliseconds between posts of AI seats, so that a whole game takes a quarter of a minute; the pace itself is held by
tests/bot/session/test_absence.py.
"""


class Clock:
    """The time of the day, which can be moved on. What serves takes it for time that passed, and not for a leap.

    `speed`: how fast it goes; the pauses that people and AIs leave each other are then as many times shorter.
    """

    def __init__(self, speed: int = 1) -> None:
        self.ahead, self.speed, self._began = 0, speed, milliseconds()

    def __call__(self) -> int:
        return self._began + (milliseconds() - self._began) * self.speed + self.ahead


@asynccontextmanager
async def served(dc: FakeDiscord, tg: FakeTelegram, clock: Clock) -> AsyncIterator[None]:
    store, stop = MemoryStore(), asyncio.Event()
    adapters: list[Adapter] = [
        Discord(dc.token, dc.api_url, dc.gateway_url, Posts(store)),
        Telegram(tg.token, tg.url, Posts(store)),
    ]
    running = asyncio.create_task(run(Manager(store, find, clock), adapters, stop, patience=3))
    await dc.commands_ready("play")
    try:
        yield
    finally:
        stop.set()
        await running


async def test_eight_seats_on_two_platforms_bargain_and_play_to_the_end_while_one_person_is_away() -> None:
    clock = Clock()
    async with FakeDiscord() as dc, FakeTelegram() as tg:
        guild = dc.guild()
        hall, ann, bob = guild.channel("table"), guild.member("Ann"), guild.member("Bob")
        cyd = tg.user(3, "Cyd")
        chat = cyd.private_chat()
        with dc.patched(), patch("bot.session.timekeeper.GAP", EVER), patch("bot.session.unit_of_work.PACE", BRISK):
            async with served(dc, tg, clock):
                await ann.slash(hall, "play", game=GAME)
                thread = await hall.next_thread()
                lobby = await thread.wait_for_button("Take a free seat")
                await bob.presses(lobby, "Take a free seat")
                await cyd.sends(f"/join {code_in(lobby.text)}")
                full = await thread.wait_for("3 of 8 seats are taken")
                seats = {who: seat.replace(" ", "_") for seat, who in re.findall(r"(\w+ \d): (Ann|Bob|Cyd)", full.text)}
                await ann.presses(full, "Start now")
                await thread.wait_for(f"Step 1 of {STEPS}")

                async def all_send(words: str, until: str) -> str:
                    for person in (ann, bob):
                        await person.says(thread, f"{dc.bot_mention} {words}")
                    await cyd.sends(words)
                    await chat.wait_for(re.compile(until))
                    return (await thread.wait_for(re.compile(until))).text

                # A deal across the platforms: offered by words on Discord, taken by a button on Telegram.
                await ann.says(thread, f"{dc.bot_mention} propose {seats['Cyd']} 60/40")
                await bob.says(thread, f"{dc.bot_mention} pass")
                await cyd.sends("hello, everybody")
                await chat.wait_for("Everyone heard you.")
                await cyd.sends("pass")
                offered = await chat.wait_for_button(f"Accept {seats['Ann']}")
                await thread.wait_for(f"Step 2 of {STEPS}")
                await cyd.presses(offered, f"Accept {seats['Ann']}")
                for person in (ann, bob):
                    await person.says(thread, f"{dc.bot_mention} pass")
                told = (await thread.wait_for(f"Step 3 of {STEPS}")).text
                assert f"Deal: {seats['Cyd']} and {seats['Ann']}" in told
                step = 3
                while f"Round 1 of {ROUNDS}" not in told:
                    step += 1
                    told = await all_send("pass", rf"Step {step} of {STEPS}|Round 1 of {ROUNDS}\b")
                shared = next(t for t in told.splitlines() if t.startswith("Coalition ") and seats["Ann"] in t)
                assert seats["Cyd"] in shared

                # Plans are sent where nobody else reads them.
                await ann.says(ann.dm(), "gather 7 wood / wait 7")
                await ann.dm().wait_for("Noted: GATHER 7 WOOD / WAIT 7")
                await bob.says(bob.dm(), "gather 8 wood / wait 8")
                await bob.dm().wait_for("Noted: GATHER 8 WOOD / WAIT 8")
                await cyd.sends("gather 2 wood / wait 9")
                await thread.wait_for(f"Round 2 of {ROUNDS}")

                # Cyd is gone: the others wait for two deadlines, and then for nobody. Ann fills in her plans meanwhile;
                # the first deadline passes over it, and they count for the next round.
                form = await ann.opens(await ann.dm().wait_for(f"Round 2 of {ROUNDS}"), "Plans…")
                await bob.says(thread, f"{dc.bot_mention} pass")
                await dc.quiet()
                clock.ahead += MINUTE
                await thread.wait_for(f"Round 3 of {ROUNDS}")
                await ann.fills(form, "GATHER 5 STONE", "EXPLORE MAP", "-", "-", "-")
                await ann.dm().wait_for("Noted: GATHER 5 STONE / EXPLORE MAP.")
                await bob.says(thread, f"{dc.bot_mention} pass")
                await dc.quiet()
                clock.ahead += MINUTE
                await thread.wait_for(f"Round 4 of {ROUNDS}")
                await thread.wait_for("An AI plays that seat until they are back.")
                for person in (ann, bob):
                    await person.says(thread, f"{dc.bot_mention} pass")
                await thread.wait_for(f"Round 5 of {ROUNDS}")
                await cyd.sends("explore")
                await thread.wait_for("is back")

                for number in range(6, ROUNDS + 1):
                    await all_send("pass", f"Round {number} of {ROUNDS}")
                await all_send("pass", "Game over. Together")
                await dc.quiet()
                await tg.quiet()

        ended = await thread.wait_for("Game over. Together")
        total = re.search(r"Together (\d+) credits", ended.text)
        assert total is not None
        assert 0 < int(total[1]) <= 940

        # Waiting is in no suggestion, which everybody gets: gathering may be.
        assert dc.audience("WAIT 7") == {"Ann"}
        assert dc.audience("WAIT 8") == {"Bob"}
        assert not any("WAIT 7" in text or "WAIT 8" in text for text in chat.texts)
        assert any("WAIT 9" in text for text in chat.texts)
        assert not any("wait 9" in text.lower() for text in (*thread.texts, *ann.dm().texts, *bob.dm().texts))
        for place, seat in ((ann.dm(), seats["Ann"]), (bob.dm(), seats["Bob"])):
            maps = {str(a["description"]) for message in place.messages for a in message.attachments}
            assert maps
            assert all(text.startswith(f"The map round {seat}: ") for text in maps)
        assert not any(message.attachments or "Near: " in message.text for message in thread.messages)
        dc.assert_manners()
        tg.assert_manners()
