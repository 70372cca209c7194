"""Delivery from the store to the chats: posts go out in order per place, at least once, and are marked once sent.

A pressed button names its stored post by the post's `tag`.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256

from bot.session.model.audience import Sent
from games.core.codec import decode
from storage.base import Row, Store

MANY = 100

Show = Callable[[Row, Sent], Awaitable[str]]
"""Function that shows one post and returns the platform's name of the message."""


def tag(row: Row) -> str:
    """Return a post's id with a digest of its body. A store that lost its last steps, or was restored, gives the same
    ids out again. The digest keeps an old button in a chat from acting as a button of the new post.
    """
    return f"{row.id}-{_mark(row)}"


async def tagged(store: Store, tag: str) -> Row | None:
    """Return the stored post of a tag; None if it is gone or has another body. A bare id is a valid tag, too."""
    id, _, mark = tag.partition("-")
    row = await store.post(id)
    return row if row is not None and mark in ("", _mark(row)) else None


def _mark(row: Row) -> str:
    return sha256(row.post.body).hexdigest()[:4]


async def drain(store: Store, show: Show, clock: Callable[[], int], place: str | None = None) -> int:
    """Show all waiting posts (of one place, if given). Returns how many went out."""
    shown = 0
    while True:
        rows = await store.outbox(place, MANY)
        for row in rows:
            ref = await show(row, decode(row.post.body, Sent))
            await store.posted(row.id, ref, clock())
        shown += len(rows)
        if len(rows) < MANY:
            return shown
