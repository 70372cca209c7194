"""The picture of a post: its board or chart as a PNG, drawn in a process of its own.

Drawing holds Python's global lock, so in a thread it would hold up the event loop, by up to 28 ms under load. Without
Pillow there are no pictures, and the text is shown instead.
"""

import asyncio
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import cache

import structlog
from msgspec.structs import replace

from bot.adapters import chart_image, map_image
from bot.runtime import processes
from games.core.post import Board, Chart, Picture, Post

log = structlog.get_logger(__name__)
Pictured = Board | Chart | Picture

KEPT = 64
"""Pictures that are kept, the last used ones: a post is drawn once for all who get it."""
_kept: OrderedDict[Pictured, bytes | None] = OrderedDict()


def drawn(post: Post) -> tuple[Pictured, bytes] | None:
    """Return the first board, chart or picture of a post with its PNG; None if there is none, or Pillow is missing. A
    picture is drawn here and now if it is not `ready`.
    """
    block = pictured(post)
    if block is None:
        return None
    picture = _kept[block] if block in _kept else _keep(block, _png(block))
    return None if picture is None else (block, picture)


def pictured(post: Post) -> Pictured | None:
    """Return the first block of a post that is shown as a picture."""
    return next((block for block in post.blocks if isinstance(block, Pictured)), None)


async def ready(post: Post) -> None:
    """Have a post's picture drawn, so that it is ready when it is needed."""
    block = pictured(post)
    if block is None or isinstance(block, Picture):
        return
    if block in _kept:
        _kept.move_to_end(block)
        return
    try:
        picture = await asyncio.wrap_future(await asyncio.to_thread(_submitted, block))
    except BrokenExecutor as problem:
        log.warning("drawer_died", error=type(problem).__name__)
        _drawer.cache_clear()
        picture = await asyncio.to_thread(_png, block)
    _keep(block, picture)


def undrawn(post: Post) -> Post:
    """Return the post without the block that is attached as a picture."""
    found = drawn(post)
    return post if found is None else replace(post, blocks=tuple(b for b in post.blocks if b is not found[0]))


def _keep(block: Pictured, picture: bytes | None) -> bytes | None:
    _kept[block] = picture
    if len(_kept) > KEPT:
        _kept.popitem(last=False)
    return picture


def _png(block: Pictured) -> bytes | None:
    if isinstance(block, Picture):
        return block.png
    return map_image.png(block) if isinstance(block, Board) else chart_image.png(block)


@cache
def _drawer() -> Executor:
    """Return the drawing process as an executor. It begins with the first picture, and ends with this process."""
    return processes.started(1, _begun)


def _begun() -> None:
    """Begin the process: all that draws was imported to find this function."""


def _submitted(block: Pictured) -> "Future[bytes | None]":
    with processes.uninterrupted():
        return _drawer().submit(_png, block)
