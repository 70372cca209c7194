"""Accounts of tokens over a store: what several processes count at the same moment is counted, each of it once.

An account is kept as a session is, by a version and an atomic commit: a change that somebody was faster than is
computed again from what stands there now. Each change has an id of its own, so one whose outcome nobody knows, because
the store went away meanwhile, is made again and counts once. For the store an account has ended from the start: it
stands on no list of what runs, a commit brings it back from the archive, and it can be dropped.
"""

import secrets
import time
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from games.codec import decode, digest, encode
from storage.base import Commit, Conflict, Dup, Head, Loaded, Ok, Store

NAMESPACE: Final = "tokens"
FOR_GOOD: Final = ""
"""The date of an account that no new day empties."""


class Shelf(Protocol):
    """What is needed of a store."""

    async def load(self, sid: str) -> Loaded | None: ...

    async def commit(self, step: Commit) -> Ok | Dup | Conflict: ...


class Account(Struct, frozen=True):
    """How many tokens were spent, or are set aside, on the day `date`. A later day begins at nothing; what still comes
    for an earlier one is not counted.
    """

    date: str
    tokens: int


class Change(Struct, frozen=True):
    """Tokens to add on the day that they belong to."""

    id: str
    date: str
    tokens: int


def sid_of(account: str) -> str:
    """The name of an account's record in the store."""
    return digest(NAMESPACE.encode(), account.encode())[:12]


async def close(store: Store, account: str) -> None:
    """Forget an account."""
    await store.drop(sid_of(account))


class Accounts:
    """The accounts of one process. Its calls come one after the other."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf, self._writer, self._made = shelf, secrets.token_hex(8), 0
        self._owed: dict[str, list[Change]] = {}

    def owe(self, account: str, date: str, tokens: int) -> None:
        """Add this with the next change that gets through."""
        owed = self._owed.setdefault(account, [])
        # The first may have been counted already, without our knowing; what comes after it was never sent.
        if len(owed) > 1 and owed[-1].date == date:
            owed[-1] = replace(owed[-1], tokens=owed[-1].tokens + tokens)
        else:
            owed.append(self._change(date, tokens))

    async def pay(self, account: str) -> int | None:
        """Add all that is owed. Returns what the account comes to then; None if nothing was owed. Raises what the store
        raises; the rest stays owed.
        """
        stands = None
        for change in tuple(self._owed.get(account, ())):
            _, stands = await self._count(account, change)
            self._paid(account, change)
        return stands

    async def add(self, account: str, date: str, tokens: int, most: int) -> tuple[bool, int]:
        """Add tokens after what is owed, unless the account came to more than `most` then. Returns whether they were
        added, and what the account comes to now. Raises what the store raises; then they are owed.
        """
        mine = self._change(date, tokens)
        self._owed.setdefault(account, []).append(mine)
        *late, _ = self._owed[account]
        for change in late:
            await self._count(account, change)
            self._paid(account, change)
        added, stands = await self._count(account, mine, most)
        self._paid(account, mine)
        return added, stands

    def _change(self, date: str, tokens: int) -> Change:
        self._made += 1
        return Change(f"{NAMESPACE}:{self._writer}:{self._made}", date, tokens)

    def _paid(self, account: str, change: Change) -> None:
        self._owed[account].remove(change)
        if not self._owed[account]:
            del self._owed[account]

    async def _count(self, account: str, change: Change, most: int | None = None) -> tuple[bool, int]:
        sid = sid_of(account)
        while True:
            loaded = await self._shelf.load(sid)
            stands = decode(loaded.snapshot, Account) if loaded is not None else Account(change.date, 0)
            if stands.date > change.date:
                return True, stands.tokens
            before = stands.tokens if stands.date == change.date else 0
            if most is not None and before + change.tokens > most:
                return False, before
            after = Account(change.date, max(before + change.tokens, 0))
            at = time.time_ns() // 1_000_000
            step = Commit(sid, 0, (change.id,), b"", (), encode(after), at, over=True)
            if loaded is None:
                step = replace(step, head=Head(sid, NAMESPACE, NAMESPACE, at, b"{}"))
            else:
                step = replace(step, expect=loaded.version)
            match await self._shelf.commit(step):
                case Ok():
                    return True, after.tokens
                case Dup():
                    return True, before
