"""From the store to the chats: posts go out in order per place, at least once, and are noted when they are out.

What a chat gives back when a button is pressed names the stored post by its `tag`.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256

from bot.sessions.places import Sent
from games.codec import decode
from storage.base import Row, Store

MANY = 100

Show = Callable[[Row, Sent], Awaitable[str]]
"""Shows one post and returns the platform's name of the message."""


def tag(row: Row) -> str:
    """The id of a post and a digest of what it says. A store that lost its last steps, or was restored, gives
    their ids out again: a button that hangs in a chat since then must not say what its successor says.
    """
    return f"{row.id}-{_mark(row)}"


async def tagged(store: Store, tag: str) -> Row | None:
    """The stored post of a tag; None if it is gone, or says something else. An id alone is one, too."""
    id, _, mark = tag.partition("-")
    row = await store.post(id)
    return row if row is not None and mark in ("", _mark(row)) else None


def _mark(row: Row) -> str:
    return sha256(row.post.body).hexdigest()[:4]


async def drain(store: Store, show: Show, clock: Callable[[], int], place: str | None = None) -> int:
    """Show everything that waits (in one place, if given). Returns how many posts went out."""
    shown = 0
    while True:
        rows = await store.outbox(place, MANY)
        for row in rows:
            ref = await show(row, decode(row.post.body, Sent))
            await store.posted(row.id, ref, clock())
        shown += len(rows)
        if len(rows) < MANY:
            return shown
