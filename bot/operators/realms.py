"""Operators' data in the store: a record for each realm, and one for each game's ledger.

They are kept as sessions are (a version, an atomic commit, a log), so they work with every store backend. The log of a
realm is its audit. They never end, have no jobs, and use their own namespace.
"""

from collections.abc import AsyncIterator
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from bot.operators.records import AuditEntry, Realm
from bot.session.model.session import Session, known
from bot.session.ports import OPERATORS
from bot.studies.ledger import Ledger
from games.core.codec import decode, digest, encode
from storage.base import Commit, Conflict, Dup, Head, Input, Ok, Outgoing, Store

RECENT = 400
"""Number of a realm's commits that an audit reads."""


class Kept(Struct, frozen=True):
    """A realm as of a version (0 if nothing is stored yet), with the mark of its log."""

    realm: Realm
    version: int
    mark: str = ""


def sid_of(realm: str, game: str = "") -> str:
    """Return the id in the store of a realm's record, or of the ledger of one of its games."""
    return digest(b"operators", realm.encode(), game.casefold().encode())[:12]


async def load(store: Store, realm: str) -> Kept:
    loaded = await store.load(sid_of(realm))
    return (
        Kept(Realm(realm), 0) if loaded is None else Kept(decode(loaded.snapshot, Realm), loaded.version, loaded.mark)
    )


async def keep(
    store: Store,
    kept: Kept,
    after: Realm,
    entry: AuditEntry,
    row: Input,
    answer: bytes,
    at: int,
    posts: tuple[Outgoing, ...],
) -> Ok | Dup | Conflict:
    """Commit a realm's next version, with the entry that made it and the answer to the act."""
    step = _step(sid_of(after.name), kept.version, kept.mark, encode(after), encode(entry), at)
    return await store.commit(replace(step, inputs=(row.id,), answer=answer, posts=posts))


def _step(sid: str, version: int, base: str, snapshot: bytes, event: bytes, at: int) -> Commit:
    """Return the next step of a record. Its mark is a digest over all events and times up to here."""
    head = Head(sid, OPERATORS, OPERATORS, at, b"{}") if version == 0 else None
    mark = digest(base.encode(), event, b"%d" % at)
    return Commit(sid, version, (), b"", (event,), snapshot, at, head=head, base=base, mark=mark)


async def audit(store: Store, realm: str, since: int = 0) -> AsyncIterator[AuditEntry]:
    """Yield the acts of a realm's operators in order: those since a time, or the newest."""
    kept = await load(store, realm)
    async for record in store.events(sid_of(realm), 0 if since else max(0, kept.version - RECENT)):
        if record.at < since:
            continue
        yield decode(record.data, AuditEntry)


async def sessions_on(store: Store, tag: str, live: bool | None, limit: int) -> list[tuple[Head, Session]]:
    """Return sessions on a list, the last begun first. Sessions whose game or rules this program lacks are left out."""
    found = []
    for loaded in await store.sessions(tag, live, limit):
        with suppress(LookupError):
            session = await known(store, loaded)
            if session is not None:
                found.append((loaded.head, session))
    return found


class Slots(Struct, frozen=True):
    """A ledger as of a version, and the mark of its log."""

    ledger: Ledger
    version: int
    mark: str = ""


async def slots(store: Store, realm: str, game: str) -> Slots:
    loaded = await store.load(sid_of(realm, game))
    return Slots(Ledger(), 0) if loaded is None else Slots(decode(loaded.snapshot, Ledger), loaded.version, loaded.mark)


async def book(store: Store, realm: str, game: str, slots: Slots, after: Ledger, at: int) -> bool:
    """Commit a ledger's next version; False if another process was faster."""
    step = _step(sid_of(realm, game), slots.version, slots.mark, encode(after), encode(after.active[-1:]), at)
    return isinstance(await store.commit(step), Ok)
