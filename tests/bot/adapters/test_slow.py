"""Whole games against a strategy that takes as long as it likes: every act is acknowledged before it has moved.

Both loopback servers hold the service to the platforms' own windows: an interaction on Discord dies after three
seconds, a press on Telegram loses its answer. Here the strategy is let go only when everything was acknowledged.
"""

import asyncio

from bot.players.base import Brief, Decision, Strategy
from games.core.registry import get
from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import housed as on_telegram


class Slow:
    """Decides as another does, once it is let go; one decision each time."""

    def __init__(self, other: Strategy) -> None:
        self.other = other
        self.thinking, self._go = asyncio.Event(), asyncio.Semaphore(0)

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        self.thinking.set()
        await self._go.acquire()
        return await self.other.decide(brief, deadline)

    async def moves(self) -> None:
        await self.thinking.wait()
        self.thinking.clear()
        self._go.release()


async def test_a_whole_game_on_discord_is_acknowledged_in_time_however_long_the_ai_thinks() -> None:
    async with on_discord() as house:
        ann, dc = house.ann, house.dc
        house.table.deny(dc.bot, "create_private_threads")  # so that others see the game
        slow = Slow(house.strategies("normal", get("bargaining")))
        house.strategies = lambda name, game: slow
        opened = await ann.slash(house.table, "play", game="bargaining")
        await opened.acknowledged()
        thread = await house.table.next_thread()
        await slow.thinking.wait()
        await (await ann.slash(thread, "help")).reply()
        await slow.moves()
        for price, round_ in (("10", 3), ("11", 5)):
            board = await thread.wait_for_button("Counteroffer")
            await (await ann.fills(await ann.opens(board, "Counteroffer"), price)).acknowledged()
            await slow.thinking.wait()
            assert (await (await ann.presses(board, "Accept", stale=True)).reply()).ephemeral
            assert (await (await ann.slash(thread, "rules")).reply()).ephemeral
            assert (await (await house.bob.presses(board, "Accept", stale=True)).reply()).ephemeral
            assert not any(f"Round {round_}:" in text for text in thread.texts)
            await slow.moves()
            await thread.wait_for(f"Round {round_}: The AI")
        board = await thread.wait_for_button("Accept")
        press = await ann.presses(board, "Accept")
        await press.acknowledged()
        await thread.wait_for("GAME OVER")
        await dc.quiet()
        assert len(dc.delays) >= 10
        assert max(dc.delays) < dc.ack_window
        dc.assert_manners()


async def test_a_whole_game_on_telegram_is_acknowledged_in_time_however_long_the_ai_thinks() -> None:
    async with on_telegram() as house:
        ann, chat = house.person()
        slow = Slow(house.strategies("normal", get("bargaining")))
        house.strategies = lambda name, game: slow
        await ann.starts()
        press = await ann.presses(await chat.wait_for_button("Price bargaining"), "Price bargaining")
        await press.answered()
        await slow.thinking.wait()
        await ann.sends("/help")
        await chat.wait_for("/resume")
        await slow.moves()
        for price, round_ in (("10", 3), ("11", 5)):
            board = await chat.wait_for_button("Accept")
            await ann.sends(price)
            await slow.thinking.wait()
            stale = await ann.presses(board, "Accept", stale=True)
            assert await stale.answered()
            hint = await ann.presses(board, "Counteroffer", stale=True)
            await hint.answered()
            await ann.sends("/rules")
            await chat.wait_for("Prices go from")
            assert not any(f"Round {round_}:" in text for text in chat.texts)
            await slow.moves()
            await chat.wait_for(f"Round {round_}: The AI")
        last = await ann.presses(await chat.wait_for_button("Accept"), "Accept")
        await last.answered()
        await chat.wait_for("GAME OVER")
        await house.tg.quiet()
        house.tg.assert_manners()
