"""A table of four, with people from both platforms and an AI for who does not come."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from bot.adapters.base import Adapter
from bot.adapters.discord.adapter import Discord
from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.players import find
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.outbox import Posts
from games.core.post import says
from storage.base import Outgoing, Row
from storage.memory import MemoryStore
from tests.bot.session.harness import tiny_games
from tests.fakes import FakeDiscord, FakeTelegram

CODE = re.compile(r": ([A-Z]{6})$", re.MULTILINE)
LINK = re.compile(r"\?start=([A-Z]{6})")


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with tiny_games():
        yield


@asynccontextmanager
async def both() -> AsyncIterator[tuple[FakeDiscord, FakeTelegram, MemoryStore]]:
    """One process that serves both platforms."""
    async with FakeDiscord() as dc, FakeTelegram() as tg:
        with dc.patched():
            store, stop = MemoryStore(), asyncio.Event()
            discord = Discord(dc.token, dc.api_url, dc.gateway_url, Posts(store))
            adapters: list[Adapter] = [discord, Telegram(tg.token, tg.url, Posts(store))]
            running = asyncio.create_task(run(Manager(store, find), adapters, stop, patience=3))
            await dc.commands_ready("play")
            try:
                yield dc, tg, store
            finally:
                stop.set()
                await running
            dc.assert_manners()
            tg.assert_manners()


async def test_a_thread_fills_up_from_two_platforms_and_starts_with_an_ai_in_the_last_seat() -> None:
    async with both() as (dc, tg, _):
        guild = dc.guild()
        hall, ann, bob = guild.channel("hall"), guild.member("Ann"), guild.member("Bob")
        await ann.slash(hall, "play", game="rounds rounds=2 human")
        thread = await hall.next_thread()
        lobby = await thread.wait_for_button("Take a free seat")
        assert "1 of 4 seats are taken" in lobby.text
        await bob.presses(lobby, "Take a free seat")
        await thread.wait_for("2 of 4 seats are taken")
        code = CODE.search(lobby.text)
        assert code is not None
        cyd = tg.user(3, "Cyd")
        hers = cyd.private_chat()
        await cyd.sends(f"/join {code[1]}")
        await hers.wait_for("3 of 4 seats are taken")
        await thread.wait_for("player 2: Cyd")
        await dc.quiet()
        assert len([m for m in thread.messages if "seats are taken" in m.text]) == 1
        stranger = guild.member("Dan")
        await (await stranger.presses(lobby, "Start now")).reply()
        await ann.presses(lobby, "Start now")
        await hers.wait_for_button("Give 5")
        await thread.wait_for("player 3: AI")
        secret = await ann.dm().wait_for("Your purse")
        number = re.search(r"Your purse: \d{4}", secret.text)
        assert number is not None
        assert dc.audience(number[0]) == {"Ann"}
        assert tg.audience(number[0]) == set()
        for round_ in (1, 2):
            await ann.presses(await ann.dm().wait_for_button("Give 10"), "Give 10")
            await bob.says(bob.dm(), "7")
            await cyd.presses(await hers.wait_for_button("Give 5"), "Give 5")
            await thread.wait_for(f"Round {round_}: 27 were given")
            await hers.wait_for(f"Round {round_}: 27 were given")
            await dc.quiet()
            await tg.quiet()
        await thread.wait_for("The game is over")
        public = "\n".join(thread.texts)
        assert "Your gift" not in public
        assert "Your purse" not in public


async def test_a_telegram_group_looks_on_while_its_members_play_in_private() -> None:
    async with both() as (_dc, tg, _):
        ann, bob = tg.user(1, "Ann"), tg.user(2, "Bob")
        group = tg.group("Friends", [ann, bob])
        await ann.sends("/play@parley_bot rounds rounds=1 human", group)
        lobby = await group.next_message()
        assert "0 of 4 seats are taken" in lobby.text
        [[seat]] = lobby.buttons
        link = LINK.search(seat.url or "")
        assert link is not None
        await ann.starts(link[1])
        await ann.private_chat().wait_for("1 of 4 seats are taken")
        await bob.starts(link[1])
        await group.wait_for("player 1: Bob")
        await bob.presses(await group.wait_for_button("Start now"), "Start now")
        for person in (ann, bob):
            await person.presses(await person.private_chat().wait_for_button("Give 10"), "Give 10")
        await group.wait_for("Round 1: 30 were given")
        await group.wait_for("The game is over")
        await tg.quiet()
        assert not any(message.labels for message in group.messages)
        assert not any("Your " in text for text in group.texts)


async def test_a_group_that_asks_for_a_game_that_there_is_not_is_told_which_there_are() -> None:
    async with both() as (_dc, tg, _):
        ann = tg.user(1, "Ann")
        group = tg.group("Friends", [ann])
        await ann.sends("/play@parley_bot nonsense human", group)
        refused = await group.next_message()
        assert "bargaining" in refused.text
        assert ann.private_chat().messages == []


async def test_what_a_seat_knows_is_never_said_in_a_group() -> None:
    async with FakeTelegram() as tg:
        ann = tg.user(1, "Ann")
        group = tg.group("Friends", [ann])
        await ann.sends("/play@parley_bot", group)
        adapter = Telegram(tg.token, tg.url, Posts(MemoryStore()))
        await adapter.bot.initialize()
        secret = Sent(says("Your purse: 1234."), viewer="player_0", private=True, user="telegram:1")
        await adapter.show(Row("s.1.0", "s", Outgoing(f"telegram:{group.id}", b"")), secret)
        await adapter.shutdown()
        assert tg.audience("1234") == set()
        assert group.last.labels == ["Play in private"]


async def test_a_whole_bargaining_game_between_a_thread_and_a_private_chat() -> None:
    async with both() as (dc, tg, _):
        guild = dc.guild()
        hall, ann, bob = guild.channel("hall"), guild.member("Ann"), tg.user(2, "Bob")
        chat = bob.private_chat()
        await ann.slash(hall, "play", game="bargaining", friend=True)
        thread = await hall.next_thread()
        code = CODE.search((await thread.wait_for_button("Take a free seat")).text)
        assert code is not None
        await bob.sends(f"/join {code[1]}")
        await chat.wait_for("You are the seller")
        await bob.sends("60")
        await thread.wait_for("$60.00")
        form = await ann.opens(await thread.wait_for_button("Counteroffer"), "Counteroffer")
        await ann.fills(form, "45")
        offer = await chat.wait_for_button("Accept $45.00")
        await ann.says(thread, f"{dc.bot_mention} accept")
        press = await bob.presses(offer, "Accept $45.00")
        assert await press.answered() == ""
        for place in (thread, chat):
            end = await place.wait_for("GAME OVER")
            assert "$45.00" in "\n".join(place.texts)
            assert "$20.00" in end.text
            assert "$5.00" in end.text


async def test_whose_direct_messages_are_closed_is_told_once_where_to_look() -> None:
    async with both() as (dc, _tg, _):
        guild = dc.guild()
        hall, ann = guild.channel("hall"), guild.member("Ann")
        ann.dms_open = False
        await ann.slash(hall, "play", game="rounds human rounds=3")
        thread = await hall.next_thread()
        await ann.presses(await thread.wait_for_button("Start now"), "Start now")
        await thread.wait_for("Your direct messages are closed: press the button or type /private")
        for round_ in (1, 2, 3):
            board = await thread.wait_for_button("My private info") if round_ < 4 else None
            assert board is not None
            sheet = await (await ann.presses(board, "My private info")).reply()
            assert sheet.ephemeral
            assert "Your purse" in sheet.text
            await ann.presses(sheet, "Give 10")
            await thread.wait_for(f"Round {round_}: 25 were given")
            await dc.quiet()
        assert len([text for text in thread.texts if "messages are closed" in text]) == 1
