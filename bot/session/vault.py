"""The vault: what the links of a panel brought of people, apart from their sessions, results and logs.

An entry belongs to a person's part in a study and is a name of the store, so `/forget` finds it by the account in
it. It is deleted when its time is over, with the person, or by the study's operators once they have paid.
"""

from msgspec import Struct

from bot import keys
from games.core.codec import decode, encode
from storage.base import Store

Pairs = tuple[tuple[str, str], ...]


class Entry(Struct, frozen=True):
    """Parameters of a link, by name, and the time (ms) until which they are kept."""

    pairs: Pairs
    until: int


class Sealed(Struct, frozen=True):
    """An entry with its name in the store, and the pseudonym of the person whose it is."""

    name: keys.Name
    pid: str
    entry: Entry


def sealing(study: str, pid: str, user: str, entry: Entry) -> tuple[str, str]:
    """Return the name and value that a commit stores for an entry; `study` is `realm|slug`."""
    return str(keys.vault(study, pid, user)), encode(entry).decode()


async def of_study(store: Store, study: str) -> list[Sealed]:
    """Return the entries of a study."""
    word = keys.vault_of(study)
    names = [keys.Name(name) for name in await store.names(word) if name.startswith(f"{word}|")]
    found = [(name, await store.pointed(name)) for name in names]
    return [Sealed(n, n.rsplit("|", 2)[1], decode(kept, Entry)) for n, kept in found if kept is not None]


async def drop(store: Store, study: str, pid: str, user: str) -> None:
    """Delete the entry of one person."""
    await store.point(keys.vault(study, pid, user), None)


async def expire(store: Store, now: int) -> int:
    """Delete the entries whose time is over. Return how many."""
    gone = 0
    for name in await store.names(keys.VAULT):
        kept = await store.pointed(keys.Name(name)) if name.startswith(f"{keys.VAULT}:") else None
        if kept is not None and decode(kept, Entry).until < now:
            await store.point(keys.Name(name), None)
            gone += 1
    return gone
