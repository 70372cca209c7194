"""Length of posts in the chat look."""

from collections.abc import Iterable, Sequence
from typing import Final

from games.core.post import Block, Board, Gap, text_of

LINES: Final = 14
"""Lines of a post, at most; a map counts as one, as platforms draw it."""


def fitted(blocks: Sequence[Block], spare: Iterable[Block]) -> list[Block]:
    """Return the blocks without as many of the spare ones as it takes to be short; the first of these go first."""
    kept = list(blocks)
    for block in spare:
        if lines(kept) <= LINES:
            break
        kept = [other for other in kept if other is not block]
    return kept[1:] if kept and isinstance(kept[0], Gap) else kept


def lines(blocks: Iterable[Block]) -> int:
    return sum(1 if isinstance(block, Board) else text_of(block).count("\n") + 1 for block in blocks)
