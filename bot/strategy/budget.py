"""Token budgets: each call reserves its worst case before it is made, and settles what it really used.

Spending is counted by game (`game:…`), by person and day (`user:…`), and by day in all. With a shelf, which is a store,
the days' accounts outlive the process and are shared by all that use it: read before each reservation, written after
each call. Two processes that write at the same moment may lose one call of the count, never a limit.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Protocol

import structlog
from msgspec import Struct

log = structlog.get_logger(__name__)

ALL = "all"
MOST_GAMES = 50_000
"""Beyond that the oldest game's account is forgotten."""


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
    """The name under which the shelf has a daily account."""
    return f"tokens:{account}"


def today() -> str:
    return datetime.now(UTC).date().isoformat()


class Budget:
    """What may still be spent. `day` names the day it is; with a new one the daily accounts begin afresh."""

    def __init__(self, limits: Limits, day: Callable[[], str] = today, shelf: Shelf | None = None) -> None:
        self.limits, self._day, self._shelf = limits, day, shelf
        self._date = day()
        self._spent: Counter[str] = Counter()
        self._held: Counter[str] = Counter()

    def used(self, account: str) -> int:
        """Tokens that were spent on an account or are set aside, as far as this process knows."""
        return self._spent[account] + self._held[account]

    async def reserve(self, accounts: Iterable[str], tokens: int) -> bool:
        """Set tokens aside on each account, or on none if one of them has not enough left."""
        mine = self._limited(accounts)
        for account in mine:
            await self._recall(account)
        if any(self.used(account) + tokens > self.limits.of(account) for account in mine):
            return False
        for account in mine:
            self._held[account] += tokens
        return True

    async def settle(self, accounts: Iterable[str], reserved: int, used: int) -> None:
        """Take what was really used from what was set aside, and give back the rest."""
        mine = self._limited(accounts)
        for account in mine:
            self._held[account] -= reserved
            self._held += Counter()  # drops accounts on which nothing is set aside
        for account in mine if used else ():
            await self._recall(account)
            self._spent[account] += used
            await self._remember(account)
        while len(self._spent) > MOST_GAMES:
            del self._spent[next(account for account in self._spent if account != ALL)]

    def _limited(self, accounts: Iterable[str]) -> list[str]:
        """The accounts that have a limit; the others need no book."""
        date = self._day()
        if date != self._date:
            self._date = date
            self._spent = Counter({name: n for name, n in self._spent.items() if name.startswith("game:")})
        return [account for account in (*accounts, ALL) if self.limits.of(account)]

    async def _recall(self, account: str) -> None:
        """What the shelf knows of a daily account. A shelf that cannot be reached spoils no decision."""
        if self._shelf is None or account.startswith("game:"):
            return
        try:
            date, _, tokens = (await self._shelf.pointed(shelved(account)) or "").partition(" ")
        except Exception as problem:
            log.warning("budget_unread", error=type(problem).__name__)
            return
        if date == self._date and tokens.isdigit():
            self._spent[account] = int(tokens)

    async def _remember(self, account: str) -> None:
        if self._shelf is None or account.startswith("game:"):
            return
        try:
            await self._shelf.point(shelved(account), f"{self._date} {self._spent[account]}")
        except Exception as problem:
            log.warning("budget_unwritten", error=type(problem).__name__)
