"""The conversation in docs/telegram.md is what a person really sees."""

import os
import re
from pathlib import Path

import pytest

from bot.session.handlers import help
from bot.session.model import receipt
from games.core.registry import OURS
from tests.bot.adapters.telegram.service import House
from tests.fakes.telegram_chats import Chat, buttons_of
from tests.fakes.transcript import Seen, transcript

PAGE = Path(__file__).parents[4] / "docs" / "telegram.md"
PLACE = re.compile(r"(<!-- transcript: \S+ -->\n```text\n)(.*?)(```)", re.DOTALL)
GAMES = tuple(OURS)
"""Before the games for tests join them."""


class Diary:
    """A chat as it was when it was lived through: with the buttons of the moment, and with what was pressed."""

    def __init__(self, house: House) -> None:
        self.ann, self.chat = house.person(42, "Ann")
        self._pressed: list[tuple[int, str]] = []

    async def says(self, text: str, answer: str) -> None:
        await self.ann.sends(text)
        await self.chat.wait_for(answer)

    async def presses(self, label: str, answer: str) -> None:
        message = await self.chat.wait_for_button(label)
        self._pressed.append((len(self.chat.history), message.button(label).label))
        await self.ann.presses(message, label)
        await self.chat.wait_for(answer)

    def read(self) -> str:
        seen = [_seen(self.chat, i) for i in range(len(self.chat.history))]
        for place, label in reversed(self._pressed):
            seen.insert(place, Seen("Ann", f"(presses {label})", mine=True))
        return transcript(seen, width=100)


def _seen(chat: Chat, i: int) -> Seen:
    message = chat.history[i]
    first = message.versions[0]
    rows = tuple(tuple(button.label for button in row) for row in buttons_of(first))
    return Seen("Parley", first["text"], rows, mine=not message.from_bot)


async def test_the_conversation_on_the_page_is_real(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of words, `PARLEY_REWRITE=1 pytest` on this file puts the new ones on the page."""
    monkeypatch.setattr(receipt, "deal_seed", lambda root: 7)
    monkeypatch.setattr(receipt, "opponent_seed", lambda terms: terms.seed)
    monkeypatch.setattr(help, "names", lambda: GAMES)
    diary = Diary(house)
    await diary.says("/start", "Pick a game")
    await diary.presses("Price bargaining", "Round 1")
    await diary.says("how about 44", "Round 3")
    await diary.says("hm", "not a valid response")
    await diary.says("47.50", "Round 5")
    await diary.presses("Accept", "GAME OVER")
    await diary.says("thanks!", "The game is complete")
    real = diary.read() + "\n"
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("PARLEY_REWRITE"):
        page = PLACE.sub(lambda found: found[1] + real + found[3], page)
        PAGE.write_text(page, encoding="utf-8")
    shown = PLACE.search(page)
    assert shown is not None
    assert shown[2] == real
