"""Token budgets: each call reserves its worst case before it is made, and settles what it really used.

Spending is counted by game (`game:…`), by person and day (`user:…`), and by day in all. With a shelf, which is a store,
the accounts outlive the process and are shared by all that use it: a reservation stands there before the call is made,
so that a process that dies in between has spent it. Two processes that write at the same moment may lose one call of
the count, never a limit.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Protocol

import structlog
from msgspec import Struct

log = structlog.get_logger(__name__)

ALL = "all"
MOST_GAMES = 50_000
"""Beyond that the oldest account is forgotten here, though not on the shelf."""
PATIENCE, AWAY = 2.0, 5.0
"""Seconds that a shelf may take for an answer, and seconds without it after it gave none."""


class Shelf(Protocol):
    """Where texts are kept by name."""

    async def point(self, name: str, sid: str | None) -> None: ...

    async def pointed(self, name: str) -> str | None: ...


class Limits(Struct, frozen=True):
    """Most tokens, in and out together; 0: no limit."""

    game: int = 0
    user: int = 0
    day: int = 0

    def of(self, account: str) -> int:
        kind = account.partition(":")[0]
        return self.day if account == ALL else self.game if kind == "game" else self.user if kind == "user" else 0


def shelved(account: str) -> str:
    """The name under which the shelf has an account."""
    return f"tokens:{account}"


def today() -> str:
    return datetime.now(UTC).date().isoformat()


class Budget:
    """What may still be spent. `day` names the day it is; with a new one the daily accounts begin afresh."""

    def __init__(
        self,
        limits: Limits,
        day: Callable[[], str] = today,
        shelf: Shelf | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits, self._day, self._shelf, self._now = limits, day, shelf, now
        self._date = day()
        self._used: Counter[str] = Counter()
        self._unwritten: Counter[str] = Counter()
        self._away_until = 0.0
        self._writing = asyncio.Lock()

    def used(self, account: str) -> int:
        """Tokens that were spent on an account or are set aside, as far as this process knows."""
        return self._used[account]

    async def reserve(self, accounts: Iterable[str], tokens: int) -> bool:
        """Set tokens aside on each account, or on none if one of them has not enough left."""
        mine = self._limited(accounts)
        if self._shelf is None:
            return self._reserved(mine, tokens)
        async with self._writing:
            for account in mine:
                await self._recall(account)
            if not self._reserved(mine, tokens):
                return False
            for account in mine:
                await self._remember(account, tokens)
        return True

    def _reserved(self, mine: list[str], tokens: int) -> bool:
        if any(self._used[account] + tokens > self.limits.of(account) for account in mine):
            return False
        for account in mine:
            self._used[account] += tokens
        return True

    async def settle(self, accounts: Iterable[str], reserved: int, used: int) -> None:
        """Take what was really used from what was set aside, and give back the rest."""
        mine = self._limited(accounts)
        if self._shelf is None:
            for account in mine:
                self._used[account] = max(self._used[account] + used - reserved, 0)
        else:
            async with self._writing:
                for account in mine if used != reserved else ():
                    await self._recall(account)
                    self._used[account] = max(self._used[account] + used - reserved, 0)
                    await self._remember(account, used - reserved)
        while len(self._used) > MOST_GAMES:
            del self._used[next(account for account in self._used if account != ALL)]

    def _limited(self, accounts: Iterable[str]) -> list[str]:
        """The accounts that have a limit; the others need no book."""
        date = self._day()
        if date != self._date:
            self._date = date
            self._used = Counter({name: n for name, n in self._used.items() if name.startswith("game:")})
            self._unwritten.clear()
        return [account for account in (*accounts, ALL) if self.limits.of(account)]

    async def _recall(self, account: str) -> None:
        """What the shelf knows of an account, and what it has not been told yet."""
        assert self._shelf is not None
        if self._now() < self._away_until:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                date, _, tokens = (await self._shelf.pointed(shelved(account)) or "").partition(" ")
        except Exception as problem:
            self._missed("budget_unread", problem)
            return
        stands = date == self._date or account.startswith("game:")
        self._used[account] = max((int(tokens) if stands and tokens.isdigit() else 0) + self._unwritten[account], 0)

    async def _remember(self, account: str, change: int) -> None:
        """Write an account as it stands here; a change that could not be written is kept for the next time."""
        assert self._shelf is not None
        self._unwritten[account] += change
        if self._now() < self._away_until:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self._shelf.point(shelved(account), f"{self._date} {self._used[account]}")
        except Exception as problem:
            self._missed("budget_unwritten", problem)
        else:
            del self._unwritten[account]

    def _missed(self, event: str, problem: Exception) -> None:
        """A shelf that cannot be reached spoils no decision, and holds up none for long."""
        self._away_until = self._now() + AWAY
        log.warning(event, error=type(problem).__name__)
