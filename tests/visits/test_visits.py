"""Visits to every game, and to a player that learned to talk, on both platforms, as they are kept in the repository.

After a change of words, `PARLEY_REWRITE=1 pytest tests/visits` writes the transcripts again; read what changed.
"""

import os
from pathlib import Path

import pytest

from tests.pictures.scene import Bubble
from tests.visits.play import HOUSES, visited
from tests.visits.scripts import LEARNED, SCRIPTS

HERE = Path(__file__).parent / "transcripts"
COLUMNS, LINES = 32, 14
ON_REQUEST = "Full rules"
ALL = {**SCRIPTS, **LEARNED}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("platform", HOUSES)
async def test_a_visit_goes_as_it_is_kept(platform: str, name: str) -> None:
    visitor = await visited(platform, ALL[name])
    kept = HERE / f"{platform}-{name}.txt"
    if os.environ.get("PARLEY_REWRITE"):
        kept.write_text(visitor.read(), encoding="utf-8")
    assert visitor.read() == kept.read_text(encoding="utf-8")
    for act in visitor.album:
        asked = any(ON_REQUEST in words for bubble in act if bubble.mine for words in _words(bubble))
        for bubble in act:
            assert _columns(bubble) <= COLUMNS, _words(bubble)
            assert asked or _lines(bubble) <= LINES, _words(bubble)


def _words(bubble: Bubble) -> list[str]:
    return ["".join(text for text, _ in piece.runs) or piece.code for piece in (*bubble.pieces, *bubble.boxed)]


def _columns(bubble: Bubble) -> int:
    """Return the width of the widest line whose columns matter."""
    blocks = (piece.code for piece in (*bubble.pieces, *bubble.boxed) if piece.code)
    return max((len(row) for block in blocks for row in block.split("\n")), default=0)


def _lines(bubble: Bubble) -> int:
    """Return the lines of a message, empty ones and the card's small heading left out."""
    pieces = [piece for piece in (*bubble.pieces, *bubble.boxed) if piece.code or (piece.runs and not piece.small)]
    return sum(piece.code.count("\n") + 1 if piece.code else 1 for piece in pieces)
