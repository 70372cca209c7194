"""The picture of a post: its board or chart as a PNG, drawn outside of the event loop.

Without Pillow there are none, and the text is shown instead.
"""

import asyncio

from msgspec.structs import replace

from bot.adapters import chart_image, map_image
from games.core.post import Board, Chart, Post

Pictured = Board | Chart


def drawn(post: Post) -> tuple[Pictured, bytes] | None:
    """Return the first board or chart of a post with its picture; None if there is none, or Pillow is missing."""
    block = pictured(post)
    if block is None:
        return None
    picture = map_image.png(block) if isinstance(block, Board) else chart_image.png(block)
    return None if picture is None else (block, picture)


def pictured(post: Post) -> Pictured | None:
    """Return the first block of a post that is shown as a picture."""
    return next((block for block in post.blocks if isinstance(block, Board | Chart)), None)


async def ready(post: Post) -> None:
    """Draw a post's picture in a thread, so that it is ready when it is needed."""
    if pictured(post) is not None:
        await asyncio.to_thread(drawn, post)


def undrawn(post: Post) -> Post:
    """Return the post without the block that is attached as a picture."""
    found = drawn(post)
    return post if found is None else replace(post, blocks=tuple(b for b in post.blocks if b is not found[0]))
