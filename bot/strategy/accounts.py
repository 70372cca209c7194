"""Accounts of tokens over a store. Several processes share them: each reads and writes an account while it holds a
lease on it, so that of what they count at the same moment nothing is lost.

What became of a write that broke off nobody knows. It is made again, so that at worst a call is counted twice.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from random import uniform
from typing import Final, Protocol, TypeVar

from msgspec import Struct

T = TypeVar("T")

FOR_GOOD: Final = ""
"""The date of an account that no new day empties."""
LEASE: Final = 3_000
"""Milliseconds after which somebody else has their turn if this process gives no sign of life."""
WAIT: Final = (0.002, 0.02)
"""Seconds between two looks whether it is our turn."""


class Shelf(Protocol):
    """What is needed of a store."""

    async def point(self, name: str, sid: str | None) -> None: ...

    async def pointed(self, name: str) -> str | None: ...

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool: ...

    async def release(self, sid: str, owner: str) -> None: ...


class Account(Struct, frozen=True):
    """How many tokens were spent, or are set aside, on the day `date`. A later day begins at nothing; what still comes
    for an earlier one is not counted.
    """

    date: str
    tokens: int

    def after(self, date: str, tokens: int) -> "Account":
        """The account once tokens were added on a day."""
        if date == FOR_GOOD:
            return Account(date, max(self.tokens + tokens, 0))
        if date < self.date:
            return self
        return Account(date, max(tokens + (self.tokens if date == self.date else 0), 0))


def shelved(account: str) -> str:
    """The name under which the shelf has an account."""
    return f"tokens:{account}"


class Accounts:
    """The accounts of one process. Its calls come one after the other, none of them longer than a lease."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf, self._owner = shelf, f"budget:{secrets.token_hex(4)}"
        self._owed: dict[str, dict[str, int]] = {}

    def owe(self, account: str, date: str, tokens: int) -> None:
        """Add this with the next change that gets through."""
        owed = self._owed.setdefault(account, {})
        owed[date] = owed.get(date, 0) + tokens

    async def pay(self, account: str) -> int | None:
        """Add all that is owed. Returns what the account comes to then; None if nothing was owed. Raises what the store
        raises; then it stays owed.
        """
        if account not in self._owed:
            return None
        return (await self._alone(account, lambda: self._paid(account))).tokens

    async def add(self, account: str, date: str, tokens: int, most: int) -> tuple[bool, int]:
        """Add tokens after what is owed, unless the account came to more than `most` then. Returns whether they were
        added, and what the account comes to now. Raises what the store raises.
        """

        async def added() -> tuple[bool, int]:
            stands = (await self._paid(account)).after(date, 0)
            after = stands.after(date, tokens)
            if stands.date == date and after.tokens > most:
                return False, stands.tokens
            await self._write(account, after)
            return True, after.tokens

        return await self._alone(account, added)

    async def _alone(self, account: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do something with an account while no other process does. A lease that is not given back runs out."""
        name = shelved(account)
        while True:
            if await self._shelf.lease(name, self._owner, time.time_ns() // 1_000_000, LEASE):
                break
            await asyncio.sleep(uniform(*WAIT))
        done = await work()
        await self._shelf.release(name, self._owner)
        return done

    async def _paid(self, account: str) -> Account:
        """An account after all that was owed on it."""
        date, _, tokens = (await self._shelf.pointed(shelved(account)) or "").rpartition(" ")
        stands = Account(date, int(tokens) if tokens.isdigit() else 0)
        for day, change in sorted(self._owed.get(account, {}).items()):
            stands = stands.after(day, change)
        if account in self._owed:
            await self._write(account, stands)
            del self._owed[account]
        return stands

    async def _write(self, account: str, stands: Account) -> None:
        await self._shelf.point(shelved(account), f"{stands.date} {stands.tokens}")
