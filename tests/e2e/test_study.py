"""A study from its link to the completion code, over both chats, by buttons alone and by words alone; `parley serve` is
killed in every stage.
"""

import asyncio
import re
from pathlib import Path

from tests.e2e.services import PARLEY, Service
from tests.fakes import FakeDiscord, FakeTelegram
from tests.fakes.discord_world import Channel
from tests.fakes.telegram_chats import Chat

TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"
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
PRESSED = ("I agree", "The buyer", "It is rejected", "The deal is made", "Accept", "Slightly", "Finish")
TYPED = {
    "I agree": "yes",
    "The buyer": "the buyer",
    "It is rejected": "it is rejected",
    "The deal is made": "3",
    "Accept": "I accept",
    "Extremely dissatisfied": "slightly satisfied",
    "Extremely dislike": "4",
    "Finish": "ok",
}
DONE = "Your completion code: DONE4711"
STAGES = ("I agree", "The buyer", "Accept", "Extremely dissatisfied", "Finish")
"""A button of the first post of each stage."""


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
    async with FakeTelegram(TOKEN) as tg, Service(tmp_path, tg.env()) as parley:
        ann = tg.user(42, "Ann")
        chat = ann.private_chat()
        await ann.sends(f"/start {await opened(parley)}")
        taps = 1
        for label in ("I agree", "The buyer", "It is rejected", "The deal is made", "Accept"):
            message = await chat.wait_for_button(label)
            if label in STAGES:
                await parley.dies()
                await parley.starts()
            await ann.presses(message, label)
            taps += 1
        assert taps <= 6
        for label in ("Slightly satisfied", "Slightly like", "Finish"):
            message = await chat.wait_for_button(label)
            if label != "Slightly like":
                await parley.dies()
                await parley.starts()
            await ann.presses(message, label)
        await chat.wait_for(DONE)
        await tg.quiet()
        assert _codes(chat) == 1
        await ann.sends("/code")
        await chat.wait_for("DONE4711", count=2)
        assert await parley.ends() == 0
        tg.assert_manners()
    assert "Traceback" not in parley.logs
