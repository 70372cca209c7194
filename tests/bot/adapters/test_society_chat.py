"""The society as people meet it in a chat: everybody by name, plain words, and who one is on every platform."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.adapters.base import Adapter
from bot.adapters.discord.adapter import Discord
from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.players import find
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.outbox import Posts
from storage.memory import MemoryStore
from tests.bot.adapters.discord.test_tables import code_in
from tests.fakes import FakeDiscord, FakeTelegram
from tests.fakes.telegram_chats import Chat, User

SEAT = re.compile(r"(?:carpenter|miner)_\d")


@asynccontextmanager
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as tg:
        store, stop = MemoryStore(), asyncio.Event()
        adapters: list[Adapter] = [Telegram(tg.token, tg.url, Posts(store))]
        running = asyncio.create_task(run(Manager(store, find, defaults=CHAT), adapters, stop, patience=3))
        await tg.wait_called("getUpdates")
        yield tg
        stop.set()
        await running


async def two(tg: FakeTelegram) -> tuple[User, Chat, User, Chat]:
    """Ann and Gina at the first step of a game with two AIs."""
    ann, gina = tg.user(1, "Ann"), tg.user(2, "Gina")
    chat = ann.private_chat()
    await ann.sends("/play society human")
    code = code_in((await chat.wait_for("seats are taken")).text)
    await gina.sends(f"/join {code}")
    await chat.wait_for("2 of 4 seats are taken")
    await ann.sends("/begin")
    await chat.wait_for("Step 1 of 8")
    return ann, chat, gina, gina.private_chat()


async def test_two_people_agree_by_name_and_in_plain_words() -> None:
    async with telegram() as tg:
        ann, hers, gina, chat = await two(tg)
        opened = await hers.wait_for("Step 1 of 8")
        assert opened.text.splitlines()[0] == "You are carpenter 0, Ann."
        assert "With you: Gina (carpenter); AIs: miner 0 and miner 1." in opened.text
        await ann.sends("I'll give Gina 60")
        await hers.wait_for("Invite Gina (carpenter): you 40 %, Gina 60 %?")
        await ann.sends("yes")
        await hers.wait_for("Noted: invite Gina (carpenter)")
        await gina.sends("nothing this step")
        offered = await chat.wait_for(re.compile(r"Ann(?: \(carpenter\))? offers you 60 %"))
        assert offered.labels
        assert not any(SEAT.search(label) for label in offered.labels)
        await gina.sends("ok deal with Ann")
        await chat.wait_for("Noted: accept the offer of Ann")
        await ann.sends("pass")
        deal = await hers.wait_for("Deal: you and Gina (carpenter).")
        assert "Shares: you 40 %, Gina 60 %." in deal.text
        assert not any(SEAT.search(text) for text in (*hers.texts[2:], *chat.texts[2:]) if "Step" in text)


async def test_a_game_among_ais_is_one_message_a_step_and_one_at_the_end() -> None:
    async with telegram() as tg:
        ann = tg.user(1, "Ann")
        chat = ann.private_chat()
        await ann.sends("/play society steps=1")
        await chat.wait_for("Step 1 of 1")
        await ann.sends("nothing this step")
        await chat.wait_for("Round 1 of 10")
        for number in range(2, 11):
            await ann.sends("do what you suggest" if number == 2 else "same again")
            await chat.wait_for(f"Round {number} of 10")
        await ann.sends("keep going")
        ended = await chat.wait_for("GAME OVER")
        await tg.quiet()
        assert "Final Earnings" in ended.text
        assert chat.texts[-1] == ended.text
        mine = [text for text in chat.texts if re.search(r"(?:Step|Round) \d+ of", text)]
        assert len(mine) == 11


async def test_on_discord_everybody_learns_who_they_are() -> None:
    async with FakeDiscord() as dc:
        guild = dc.guild()
        hall, ann, bob = guild.channel("table"), guild.member("Ann"), guild.member("Bob")
        with dc.patched():
            store, stop = MemoryStore(), asyncio.Event()
            adapters: list[Adapter] = [Discord(dc.token, dc.api_url, dc.gateway_url, Posts(store))]
            running = asyncio.create_task(run(Manager(store, find, defaults=CHAT), adapters, stop, patience=3))
            await dc.commands_ready("play")
            await ann.slash(hall, "play", game="society human")
            thread = await hall.next_thread()
            await bob.presses(await thread.wait_for_button("Take a free seat"), "Take a free seat")
            await ann.presses(await thread.wait_for("2 of 4 seats are taken"), "Start now")
            opened = await thread.wait_for("Step 1 of 8")
            assert "Ann (carpenter) and Bob (carpenter); AIs: miner 0 and miner 1." in opened.text
            for person, seat in ((ann, "carpenter 0"), (bob, "carpenter 1")):
                told = await person.dm().wait_for("Step 1 of 8")
                assert f"You are **{seat}**, {'Ann' if person is ann else 'Bob'}." in told.text
                assert "Worth to you: wood 1, stone 1, hammer 5" in told.text
            stop.set()
            await running
