"""A study from its link to the completion code, over both chats, by buttons alone and by words alone; `parley serve` is
killed in every stage.
"""

import asyncio
import re
from pathlib import Path

from tests.e2e import test_discord, test_telegram
from tests.e2e.services import PARLEY, Service
from tests.fakes import FakeDiscord, FakeTelegram

STUDY = """
study: prices
title: A negotiation about a price
game: bargaining
settings: {opponent: easy}
participation: {places: 4}
codes: {complete: DONE4711}
stages:
  - consent
  - check: comprehension
  - game
  - survey: satisfaction_likeness
  - debrief
"""
DONE = "DONE4711"
PRESSED = ("I agree", "The buyer", "It is rejected", "The deal is made", "Accept")
AFTERWARDS = ("Slightly satisfied", "Slightly like", "Finish")
FIRST = ("I agree", "The buyer", "Accept", "Slightly satisfied", "Finish")
"""A button of the first post of each stage."""
TYPED = (
    ("Do you agree", "yes"),
    ("Who gains", "the buyer"),
    ("What happens to the first", "it is rejected"),
    ("What happens", "3"),
    ("Round 1", "I accept"),
    ("How satisfied", "slightly satisfied"),
    ("How much did you like", "4"),
    ("type /withdraw now", "ok"),
)
"""A person's typed answers, by the words that they read."""


async def opened(parley: Service) -> str:
    """Declare, freeze and open the study at the command line. Return its token."""
    (parley.folder / "prices.yaml").write_text(STUDY)
    said = ""
    for words in (("import", "prices.yaml"), ("freeze", "prices"), ("open", "prices")):
        made = await asyncio.create_subprocess_exec(
            *PARLEY, "study", *words, env=parley.env, cwd=parley.folder, stdout=asyncio.subprocess.PIPE
        )
        said = (await made.communicate())[0].decode()
        assert made.returncode == 0
    found = re.search(r"st-\w+", said)
    assert found is not None
    return found[0]


async def test_buttons_lead_from_a_link_to_one_code_whenever_the_service_is_killed(tmp_path: Path) -> None:
    async with FakeTelegram(test_telegram.TOKEN) as tg, Service(tmp_path, tg.env()) as parley:
        ann = tg.user(42, "Ann")
        chat = ann.private_chat()
        await ann.sends(f"/start {await opened(parley)}")
        assert 1 + len(PRESSED) <= 6  # taps from the link to the first move
        for label in (*PRESSED, *AFTERWARDS):
            message = await chat.wait_for_button(label)
            if label in FIRST:
                await parley.dies()
                await parley.starts()
            await ann.presses(message, label)
        await chat.wait_for(DONE)
        await tg.quiet()
        assert sum(DONE in text for text in chat.texts) == 1
        await ann.sends("/code")
        await tg.changes.until(lambda: sum(DONE in text for text in chat.texts) == 2, 30, lambda: "no code again")
        assert await parley.ends() == 0
        tg.assert_manners()
    assert "Traceback" not in parley.logs


async def test_words_lead_from_the_token_to_one_code_whenever_the_service_is_killed(tmp_path: Path) -> None:
    async with FakeDiscord(test_discord.TOKEN) as dc, Service(tmp_path, dc.env()) as parley:
        ann = dc.guild().member("Ann")
        await dc.connected(30)
        chat, starts = ann.dm(), 1
        await ann.says(chat, await opened(parley))
        for asked, words in TYPED:
            await chat.wait_for(asked)
            if asked in ("Do you agree", "Who gains", "Round 1", "How satisfied", "type /withdraw now"):
                await parley.dies()
                await parley.starts()
                starts += 1
                await test_discord.logged_in(dc, starts)
            await ann.says(chat, words)
        await chat.wait_for(DONE)
        await dc.quiet()
        assert sum(DONE in text for text in chat.texts) == 1
        assert await parley.ends() == 0
        dc.assert_manners()
    assert "Traceback" not in parley.logs
