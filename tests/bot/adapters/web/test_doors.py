"""A browser against a chat: the code of one opens a seat for the other, and both play the same game to its end."""

import pytest

from bot.adapters.discord.adapter import Discord
from bot.adapters.telegram.adapter import Telegram
from bot.session.outbox import Posts
from tests.bot.adapters.discord.test_tables import code_in
from tests.bot.adapters.web.play import dealt, person
from tests.bot.adapters.web.service import served
from tests.chromium import chromium
from tests.fakes import FakeDiscord, FakeTelegram

pytestmark = pytest.mark.browser


async def test_a_telegram_code_opens_a_page() -> None:
    with dealt():
        await _telegram_against_browser()


async def _telegram_against_browser() -> None:
    async with (
        FakeTelegram() as tg,
        served(beside=lambda store: [Telegram(tg.token, tg.url, Posts(store))]) as pages,
        chromium() as browser,
        person(browser, pages) as ann,
    ):
        bob = tg.user(7, "Bob")
        chat = bob.private_chat()
        await bob.sends("/play dealornodeal human")
        lobby = await chat.wait_for("Give this code")
        await ann.page.goto(f"{pages.url}/join/{code_in(lobby.text)}")
        await ann.page.get_by_role("button", name="Join").click()
        await ann.sees("On the table")
        await chat.wait_for("On the table")
        await bob.sends("i take the hats, you can have the rest")
        await ann.sees("i take the hats")
        await ann.button("Deal").click()
        card = await chat.wait_for_button("Confirm")
        await bob.presses(card, "Confirm")
        await ann.button("Confirm").click()
        await ann.sees("GAME OVER")
        await chat.wait_for("GAME OVER")


async def test_a_code_from_a_page_opens_a_seat_on_discord() -> None:
    async with FakeDiscord() as dc:
        with dc.patched():
            async with (
                served(beside=lambda store: [Discord(dc.token, dc.api_url, dc.gateway_url, Posts(store))]) as pages,
                chromium() as browser,
                person(browser, pages, "desk") as ann,
            ):
                await dc.commands_ready("play")
                guild = dc.guild()
                hall, bob = guild.channel("table"), guild.member("Bob")
                await ann.page.goto(f"{pages.url}/play/bargaining")
                await ann.page.get_by_label("A friend, by a link").check()
                await ann.page.get_by_role("button", name="Play").click()
                link = await ann.page.get_by_label("Or send this link").input_value()
                await bob.slash(hall, "join", code=link.rpartition("/")[2])
                thread = await hall.next_thread()
                await ann.sees("Bob makes the first offer")
                await bob.says(thread, f"{dc.bot_mention} 60")
                await ann.sees("Bob offered $60.00")
                await ann.page.get_by_label("Your price").fill("48")
                await ann.button("Counteroffer").click()
                offer = await thread.wait_for_button("Accept $48.00")
                await bob.presses(offer, "Accept $48.00")
                await thread.wait_for("GAME OVER")
                await ann.sees("GAME OVER")
