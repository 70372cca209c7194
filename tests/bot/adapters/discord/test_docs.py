"""The conversation in docs/discord.md is what a person really sees."""

import os
import re
from pathlib import Path

import pytest

from tests.bot.adapters.discord.service import House
from tests.fakes.discord_interactions import Interaction
from tests.fakes.discord_world import Channel
from tests.fakes.transcript import Seen, transcript

PAGE = Path(__file__).parents[4] / "docs" / "discord.md"
PLACE = re.compile(r"(<!-- transcript: \S+ -->\n```text\n)(.*?)(```)", re.DOTALL)
BOX = re.compile(r"\n( *)╔.*?╝", re.DOTALL)


class Diary:
    """A thread as it was when it was lived through: with the buttons of the moment, and with what was done."""

    def __init__(self, house: House, thread: Channel) -> None:
        self.house, self.thread = house, thread
        self._seen: list[Seen] = []
        self._lines = 0

    async def note(self, did: str = "", answer: str = "") -> None:
        """Write down what has appeared since, after what was done."""
        if answer:
            await self.thread.wait_for(answer)
        await self.house.dc.quiet()
        if did:
            self._seen.append(Seen("Ann", did, mine=True))
        now = self.house.ann.sees(self.thread)
        self._seen.extend(seen for seen in now[self._lines :] if not seen.mine)
        self._lines = len(now)

    async def answered(self, did: str, act: Interaction) -> None:
        await act.reply()
        await self.note(did)

    def read(self) -> str:
        return BOX.sub(
            r"\n\1…", transcript([seen for seen in self._seen if "started a thread" not in seen.text], width=90)
        )


async def test_the_conversation_on_the_page_is_real(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of words, `PARLEY_REWRITE=1 pytest` on this file puts the new ones on the page."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 7)
    ann = house.ann
    thread, first = await house.begins(ann)
    diary = Diary(house, thread)
    await diary.note()
    await ann.fills(await ann.opens(first, "Counteroffer"), "44")
    await diary.note("(presses Counteroffer…, enters 44)", "Round 3")
    stale = await ann.presses(first, "Accept", stale=True)
    await diary.answered("(presses the old Accept, above)", stale)
    await house.says(ann, thread, "how about 47.50?")
    await diary.note("@Parley how about 47.50?", "Round 5")
    board = await thread.wait_for_button("My private info")
    await diary.answered("(presses My private info)", await ann.presses(board, "My private info"))
    await ann.presses(board, "Accept")
    await diary.note("(presses Accept)", "GAME OVER")
    real = diary.read() + "\n"
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("PARLEY_REWRITE"):
        page = PLACE.sub(lambda found: found[1] + real + found[3], page)
        PAGE.write_text(page, encoding="utf-8")
    shown = PLACE.search(page)
    assert shown is not None
    assert shown[2] == real
