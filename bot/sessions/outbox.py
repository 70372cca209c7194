"""From the store to the chats: posts go out in order per place, at least once, and are noted when they are out."""

from collections.abc import Awaitable, Callable

from bot.sessions.places import Sent
from games.codec import decode
from storage.base import Row, Store

MANY = 100

Show = Callable[[Row, Sent], Awaitable[str]]
"""Shows one post and returns the platform's name of the message."""


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
