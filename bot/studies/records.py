"""Records that are no sessions but kept as sessions are: a version, an atomic commit, a log, on every store backend.

They never end, have no jobs, and use their own namespace.
"""

from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from bot.session.ports import OPERATORS
from games.core.codec import decode, digest
from storage.base import Commit, Head, Store

T = TypeVar("T")


class Stored(Struct, Generic[T], frozen=True):
    """A record's value as of a version (0 if nothing is stored yet), with the mark of its log."""

    value: T
    version: int = 0
    mark: str = ""


class Versioned(Protocol):
    @property
    def version(self) -> int: ...

    @property
    def mark(self) -> str: ...


async def load(store: Store, sid: str, kind: type[T]) -> Stored[T] | None:
    loaded = await store.load(sid)
    return None if loaded is None else Stored(decode(loaded.snapshot, kind), loaded.version, loaded.mark)


def step(sid: str, was: Versioned, snapshot: bytes, event: bytes, at: int, body: bytes = b"{}") -> Commit:
    """Return the next step of a record. Its mark is a digest over all events and times up to here."""
    head = Head(sid, OPERATORS, OPERATORS, at, body) if was.version == 0 else None
    mark = digest(was.mark.encode(), event, b"%d" % at)
    return Commit(sid, was.version, (), b"", (event,), snapshot, at, head=head, base=was.mark, mark=mark)
