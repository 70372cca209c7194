"""The README tells what is: every setting, every game, and on its first screen how to play."""

import os
import re
from pathlib import Path

from bot.runtime.settings import options
from games.core.registry import names

PAGE = Path(__file__).parents[2] / "README.md"
TABLE = re.compile(r"(<!-- settings -->\n)(.*?)(<!-- /settings -->)", re.DOTALL)


def table() -> str:
    rows = ["| name | meaning | allowed | default |", "| --- | --- | --- | --- |"]
    for option in options():
        cells = (f"`{option.env}`", option.help, option.allowed, option.default or "none")
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) + "\n"


def test_the_table_of_settings_is_complete_and_true() -> None:
    """After a change of settings, `PARLEY_REWRITE=1 pytest` on this file puts them into the table."""
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("PARLEY_REWRITE"):
        page = TABLE.sub(lambda found: found[1] + table() + found[3], page)
        PAGE.write_text(page, encoding="utf-8")
    shown = TABLE.search(page)
    assert shown is not None
    assert shown[2] == table()


def test_the_first_screen_says_how_to_play() -> None:
    first = PAGE.read_text(encoding="utf-8").splitlines()[:20]
    assert any("make play" in line for line in first)


def test_every_game_is_named() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in names() if name not in page] == []
