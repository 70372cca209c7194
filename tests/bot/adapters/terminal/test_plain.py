"""Plain mode: every fact of every game, and no character that is only there to draw."""

import re
import unicodedata

import pytest

from bot.session.model.inbound import Open
from games.core.registry import names
from storage.memory import MemoryStore
from tests.bot.session.harness import Room

NUMBER = re.compile(r"\d[\d.,]*\d|\d")
WORDS = ("hello", "50", "i'd like the balls, you can have the rest", "pass")


def drawn(text: str) -> list[str]:
    """Box drawing, blocks and the like."""
    return [c for c in text if 0x2500 <= ord(c) <= 0x25FF or unicodedata.category(c) == "So"]


async def said(game: str, plain: bool) -> tuple[list[str], str]:
    """Return what a person reads in the opening, the rules, the status, their sheet, and after a few words."""
    room = Room(MemoryStore())
    await room.command("ann", "settings", f"plain {'on' if plain else 'off'}")
    opened = await room.act("ann", Open(game, seed=5, tempo="calm"))
    first = room.texts("ann")[1:]
    for command in ("rules", "status", "private"):
        await room.command("ann", command)
    for words in WORDS:
        await room.say("ann", words)
    assert opened.sid
    return first, "\n".join(room.texts("ann")[1:])


@pytest.mark.parametrize("game", names())
async def test_plain_mode_says_what_the_boxes_say_without_drawing(game: str) -> None:
    boxed, _ = await said(game, plain=False)
    plain, everything = await said(game, plain=True)
    assert drawn(everything) == []
    facts = set(NUMBER.findall("\n".join(boxed)))
    assert facts - set(NUMBER.findall("\n".join(plain))) == set()
