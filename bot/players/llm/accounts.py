"""Accounts of tokens over a store. Several processes share them. Each reads and writes an account while it holds a
lease on it, so that no count is lost when several write at once.

The outcome of an interrupted write is unknown. It is repeated, so that at worst a call is counted twice.

A person's account for a day is stored under a code made of their number and a key of that day. So it survives erasure,
and no allowance can be used twice. The key is replaced on the next day, and the keeper then deletes the account. Until
then, anybody with the store could find a code's owner by trying every number, at 10 ms each.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from hashlib import scrypt
from random import uniform
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from bot import keys

T = TypeVar("T")

FOR_GOOD: Final = ""
"""The date of an account that no new day empties."""
LEASE: Final = 3_000
"""Milliseconds after which another process gets its turn if this one sends no heartbeat."""
WAIT: Final = (0.002, 0.02)
"""Range in seconds of the pause between two attempts to get the lease."""
PERSON: Final = keys.person_account("")
"""Prefix of a person's account."""
CODES: Final = 10_000
"""Maximum of people whose code is remembered."""


class TokenStore(Protocol):
    """The methods of a store that the accounts need."""

    async def point(self, name: str, sid: str | None) -> None: ...

    async def pointed(self, name: str) -> str | None: ...

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool: ...

    async def release(self, sid: str, owner: str) -> None: ...


class Account(Struct, frozen=True):
    """The tokens that were spent, or are set aside, on the day `date`. A later day starts at zero; changes for an
    earlier day are not counted.
    """

    date: str
    tokens: int

    def after(self, date: str, tokens: int) -> "Account":
        """Return the account after tokens were added on a day."""
        if date == FOR_GOOD:
            return Account(date, max(self.tokens + tokens, 0))
        if date < self.date:
            return self
        return Account(date, max(tokens + (self.tokens if date == self.date else 0), 0))


def coded(user: str, key: str) -> str:
    """Return a person's code under a key. It is slow on purpose, so that nobody can try all existing numbers."""
    return scrypt(user.encode(), salt=bytes.fromhex(key), n=4096, r=8, p=1, dklen=16).hex()


class Accounts:
    """The accounts of one process. Its calls run one after the other, none of them longer than a lease."""

    def __init__(self, store: TokenStore) -> None:
        self._store, self._owner = store, f"budget:{secrets.token_hex(4)}"
        self._owed: dict[str, dict[str, int]] = {}
        self._key, self._codes = ("", ""), dict[str, str]()

    def owe(self, account: str, date: str, tokens: int) -> None:
        """Remember tokens to be added with the next change that succeeds."""
        owed = self._owed.setdefault(account, {})
        owed[date] = owed.get(date, 0) + tokens

    async def forget(self, names: Iterable[str], day: str) -> None:
        """Delete those of these names that are people's accounts of earlier days, and the key of those days."""
        for name in names:
            if name.startswith(keys.tokens(PERSON)) and (await self._store.pointed(name) or day) < day:
                await self._store.point(name, None)
        await self._alone(keys.TOKENS_KEY, lambda: self._expired(day))

    async def _expired(self, day: str) -> None:
        if (await self._store.pointed(keys.TOKENS_KEY) or day) < day:
            await self._store.point(keys.TOKENS_KEY, None)

    async def pay(self, account: str) -> int | None:
        """Add all owed tokens. Returns the new sum, None if none were owed. Errors of the store pass on."""
        if account not in self._owed:
            return None
        name = await self._name(account, max(self._owed[account]))
        return (await self._alone(name, lambda: self._paid(account, name))).tokens

    async def add(self, account: str, date: str, tokens: int, most: int) -> tuple[bool, int]:
        """Write the owed tokens, and add these unless the sum is above `most`. Return success and the sum now."""

        name = await self._name(account, date)

        async def added() -> tuple[bool, int]:
            stands = (await self._paid(account, name)).after(date, 0)
            after = stands.after(date, tokens)
            if stands.date == date and after.tokens > most:
                return False, stands.tokens
            await self._write(name, after)
            return True, after.tokens

        return await self._alone(name, added)

    async def _name(self, account: str, date: str) -> str:
        """Return the name of an account on a day. It holds a person's number only as a code."""
        if not account.startswith(PERSON):
            return keys.tokens(account)
        if self._key[0] < date:
            self._key, self._codes = await self._alone(keys.TOKENS_KEY, lambda: self._keyed(date)), {}
        user = account.removeprefix(PERSON)
        if user not in self._codes:
            if len(self._codes) >= CODES:
                self._codes.clear()
            self._codes[user] = await asyncio.to_thread(coded, user, self._key[1])
        return keys.tokens(PERSON + self._codes[user])

    async def _keyed(self, date: str) -> tuple[str, str]:
        """Return the day and its key, drawn again each day. Another process may be at a later day already."""
        day, _, key = (await self._store.pointed(keys.TOKENS_KEY) or "").partition(" ")
        if day < date or not key:
            day, key = date, secrets.token_hex(16)
            await self._store.point(keys.TOKENS_KEY, f"{day} {key}")
        return day, key

    async def _alone(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        while True:
            if await self._store.lease(name, self._owner, time.time_ns() // 1_000_000, LEASE):
                break
            await asyncio.sleep(uniform(*WAIT))
        done = await work()
        await self._store.release(name, self._owner)
        return done

    async def _paid(self, account: str, name: str) -> Account:
        """Return an account after writing all that was owed on it. `name` is its name in the store."""
        date, _, tokens = (await self._store.pointed(name) or "").rpartition(" ")
        stands = Account(date, int(tokens) if tokens.isdigit() else 0)
        for day, change in sorted(self._owed.get(account, {}).items()):
            stands = stands.after(day, change)
        if account in self._owed:
            await self._write(name, stands)
            del self._owed[account]
        return stands

    async def _write(self, name: str, stands: Account) -> None:
        await self._store.point(name, f"{stands.date} {stands.tokens}")
