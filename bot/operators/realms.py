"""Operators' data in the store: a record for each realm, whose log is its audit, and one for each game's ledger."""

from collections.abc import AsyncIterator
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from bot.operators.records import AuditEntry, Realm
from bot.session.model.session import Session, known
from bot.studies import records
from bot.studies.ledger import Ledger
from bot.studies.study import Study
from games.core.codec import decode, digest, encode
from storage.base import Conflict, Dup, Head, Input, Ok, Outgoing, Store

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
    stored = await records.load(store, sid_of(realm), Realm) or records.Stored(Realm(realm))
    return Kept(stored.value, stored.version, stored.mark)


async def study(store: Store, realm: str, slug: str, version: int = 0) -> Study | None:
    """Return a version of a realm's study; by default the newest."""
    return (await load(store, realm)).realm.study(slug, version)


async def keep(
    store: Store,
    kept: Kept,
    after: Realm,
    entry: AuditEntry,
    row: Input,
    answer: bytes,
    at: int,
    posts: tuple[Outgoing, ...],
    points: tuple[tuple[str, str | None], ...] = (),
) -> Ok | Dup | Conflict:
    """Commit a realm's next version, with the entry that made it and the answer to the act."""
    step = records.step(sid_of(after.name), kept, encode(after), encode(entry), at)
    return await store.commit(replace(step, inputs=(row.id,), answer=answer, posts=posts, points=points))


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
    stored = await records.load(store, sid_of(realm, game), Ledger) or records.Stored(Ledger())
    return Slots(stored.value, stored.version, stored.mark)


async def book(store: Store, realm: str, game: str, slots: Slots, after: Ledger, at: int) -> bool:
    """Commit a ledger's next version; False if another process was faster."""
    step = records.step(sid_of(realm, game), slots, encode(after), encode(after.active[-1:]), at)
    return isinstance(await store.commit(step), Ok)
