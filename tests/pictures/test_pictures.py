"""The pictures of the documentation: small, used, and drawn from what a chat really holds."""

import io
import re
from pathlib import Path

from PIL import Image

from tests.bot.adapters.telegram.service import housed
from tests.pictures import drawing
from tests.pictures.__main__ import MOST_BYTES, PICTURES
from tests.pictures.scene import of_telegram

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"pictures/([\w-]+)\.png")


def test_every_picture_is_there_is_small_and_is_shown_somewhere() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {name for page in pages for name in SHOWN.findall(page.read_text(encoding="utf-8"))}
    files = {file.stem: file.stat().st_size for file in (ROOT / "docs" / "pictures").glob("*.png")}
    assert shown >= set(files) == set(PICTURES)
    assert {name: size for name, size in files.items() if size > MOST_BYTES} == {}


async def test_a_message_keeps_its_words_its_bold_its_columns_and_its_buttons() -> None:
    async with housed() as house:
        ann, chat = house.person()
        await house.begins(ann, "bargaining style=seed")
        bubble = of_telegram(chat.last)
    runs = [run for piece in bubble.pieces for run in piece.runs]
    assert ("buyer", True) in runs
    [box] = [piece.code for piece in bubble.pieces if piece.code]
    assert "  Round 1 of 6\n" in box
    assert [label for row in bubble.rows for label, _ in row][1] == "Counteroffer…"
    drawn = Image.open(io.BytesIO(drawing.telegram([bubble])))
    assert drawn.width == drawing.WIDTH
    assert drawn.height > drawn.width
