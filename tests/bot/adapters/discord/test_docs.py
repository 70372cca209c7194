"""The conversation in docs/discord.md is what a person really sees."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.session.model import receipt
from tests.bot.adapters.discord.service import House
from tests.fakes.discord_interactions import Interaction
from tests.fakes.discord_world import Channel
from tests.fakes.transcript import Seen, transcript

PAGE = Path(__file__).parents[4] / "docs" / "discord.md"
PLACE = re.compile(r"(<!-- transcript: \S+ -->\n```text\n)(.*?)(```)", re.DOTALL)


class Diary:
    """A thread as it was when it was lived through: with the buttons of the moment, and with what was done."""

    def __init__(self, house: House, thread: Channel) -> None:
        self.house, self.thread = house, thread
        self._seen: list[Seen] = []
        self._screen: list[Seen] = []

    async def note(self, did: str = "", answer: str = "") -> None:
        """Write down what has appeared or changed since, after what was done. Buttons that go are no news."""
        if answer:
            await self.thread.wait_for(answer)
        await self.house.dc.quiet()
        if did:
            self._seen.append(Seen("Ann", did, mine=True))
        now = self.house.ann.sees(self.thread)
        before = [seen.text for seen in self._screen]
        self._seen.extend(
            replace(seen, edited=False)
            for n, seen in enumerate(now)
            if not seen.mine and (n >= len(before) or (before[n] != seen.text and seen.rows))
        )
        self._screen = now

    async def answered(self, did: str, act: Interaction) -> None:
        await act.reply()
        await self.note(did)

    def read(self) -> str:
        return transcript(self._seen, width=90)


async def test_the_conversation_on_the_page_is_real(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of words, `PARLEY_REWRITE=1 pytest` on this file puts the new ones on the page."""
    monkeypatch.setattr(receipt, "deal_seed", lambda root: 7)
    monkeypatch.setattr(receipt, "opponent_seed", lambda terms: terms.seed)
    ann = house.ann
    thread, first = await house.begins(ann)
    diary = Diary(house, thread)
    await diary.note()
    await ann.fills(await ann.opens(first, "Counteroffer"), "44")
    await diary.note("(presses Counteroffer…, enters 44)", "Round 3")
    stale = await ann.presses(first, "Accept $54", stale=True)
    await diary.answered("(presses Accept $54.00, which was on its way)", stale)
    await ann.says(thread, "45")
    await diary.note("45", "I can't read that")
    await house.says(ann, thread, "how about 47.50?")
    await diary.note("@Parley how about 47.50?", "Round 5")
    await diary.answered("/private", await ann.slash(thread, "private"))
    await ann.presses(await thread.wait_for_button("Accept"), "Accept")
    await diary.note("(presses Accept)", "GAME OVER")
    real = diary.read() + "\n"
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("PARLEY_REWRITE"):
        page = PLACE.sub(lambda found: found[1] + real + found[3], page)
        PAGE.write_text(page, encoding="utf-8")
    shown = PLACE.search(page)
    assert shown is not None
    assert shown[2] == real
