"""Posts on their way from the store to the chats, as adapters use them. A pressed button names its post by a `tag`."""

from collections.abc import Awaitable, Callable
from hashlib import sha256

from msgspec import Struct

from bot import keys
from bot.session.account import prefs
from bot.session.model.audience import Sent
from bot.session.places import Places
from bot.session.ports import OPERATORS
from games.core.codec import decode, digest
from games.core.post import Ask
from storage.base import Commit, Head, PartlyDown, Row, Store, StoreError

MANY = 100

Show = Callable[[Row, Sent], Awaitable[str]]
"""Function that shows one post and returns the platform's name of the message."""


def tag(row: Row) -> str:
    """Return a post's id with a digest of its body. A store that lost its last steps, or was restored, gives the same
    ids out again. The digest keeps an old button in a chat from acting as a button of the new post.
    """
    return f"{row.id}-{_mark(row)}"


class Stored(Struct, frozen=True):
    """A post as the store has it: of which session, in which place, and what was sent."""

    sid: str
    place: str
    sent: Sent


async def stored(store: Store, tag: str) -> Stored | None:
    """Return the stored post of a tag; None if it is gone or has another body. A bare id is a valid tag, too."""
    id, _, mark = tag.partition("-")
    row = await store.post(id)
    if row is None or mark not in ("", _mark(row)):
        return None
    return Stored(row.sid, row.post.place, decode(row.post.body, Sent))


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


class Posts:
    """An adapter's port to its posts: the buttons of a stored one, the games behind them, and the adapter's own notes.
    Every method raises `StoreError`.
    """

    def __init__(self, store: Store) -> None:
        self._store, self.places = store, Places(store)

    async def read(self, tag: str) -> Stored | None:
        """Return a stored post; None if it is gone."""
        return await stored(self._store, tag)

    async def ask(self, tag: str, index: int) -> Ask | None:
        """Return one button or form of a stored post; None if there is none."""
        found = await stored(self._store, tag)
        asks = found.sent.post.asks if found is not None else ()
        return asks[index] if 0 <= index < len(asks) else None

    async def answers(self, place: str, origin: str) -> bool:
        """Return whether a private answer to an act waits to go out."""
        return any(decode(row.post.body, Sent).origin == origin for row in await self._store.outbox(place))

    async def pings(self, user: str) -> bool:
        """Return whether a person wants to be notified when it is their turn."""
        return (await prefs(self._store, user)).pings

    async def noted(self, name: keys.Name) -> str | None:
        """Return the adapter's note under a name."""
        return await self._store.pointed(name)

    async def settled(self, name: keys.Name, value: str) -> str:
        """Keep a short text for good, unless there is one under this name. Return the one that is kept: of processes
        that ask at once, all get the first one's.
        """
        if (noted := await self._store.pointed(name)) is not None:
            return noted
        # A name may be set twice at once, a session begun only once; on a cluster the two are not one step either.
        sid = digest(b"settled", name.encode())[:12]
        head = Head(sid, OPERATORS, OPERATORS, 0, b"{}")
        await self._store.commit(Commit(sid, 0, (), b"", (b"{}",), value.encode(), 0, head=head, mark=sid))
        loaded = await self._store.load(sid)
        assert loaded is not None
        return loaded.snapshot.decode()

    async def names(self, word: str) -> tuple[str, ...]:
        """Return the names in use that contain a word whole. It reads all names, so this is for rare acts."""
        return await self._store.names(word)

    async def claim(self, right: keys.Claim, owner: str, until: int) -> bool:
        """Return whether `owner` has a right, as the first to ask."""
        return await self._store.claim(right, owner, until)

    async def note(self, name: keys.Name, value: str | None) -> None:
        """Keep a short text under a name, also for other processes and the next start; None deletes it."""
        await self._store.point(name, value)


__all__ = ["PartlyDown", "Posts", "Row", "Show", "StoreError", "Stored", "drain", "stored", "tag"]
