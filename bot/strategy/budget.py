"""Token budgets: each call reserves its worst case before it is made, and settles what it really used.

Spending is counted by game (`game:…`), by person and day (`user:…`), and by day in all, in this process.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from msgspec import Struct

ALL = "all"
MOST_ACCOUNTS = 50_000
"""Beyond that the oldest is forgotten."""


class Limits(Struct, frozen=True):
    """Most tokens, in and out together; 0: no limit."""

    game: int = 0
    user: int = 0
    day: int = 0

    def of(self, account: str) -> int:
        kind = account.partition(":")[0]
        return self.day if account == ALL else self.game if kind == "game" else self.user if kind == "user" else 0


def today() -> str:
    return datetime.now(UTC).date().isoformat()


class Budget:
    """What may still be spent. `day` names the day it is; with a new one the daily accounts begin afresh."""

    def __init__(self, limits: Limits, day: Callable[[], str] = today) -> None:
        self.limits, self._day = limits, day
        self.spent: dict[str, int] = {}
        self._date = day()

    def reserve(self, accounts: Iterable[str], tokens: int) -> bool:
        """Set tokens aside on each account, or on none if one of them has not enough left."""
        self._turn_page()
        mine = self._held(accounts)
        if any(self.spent.get(account, 0) + tokens > self.limits.of(account) for account in mine):
            return False
        self._add(mine, tokens)
        return True

    def settle(self, accounts: Iterable[str], reserved: int, used: int) -> None:
        """Give back what was set aside and not used."""
        self._add(self._held(accounts), used - reserved)

    def _held(self, accounts: Iterable[str]) -> list[str]:
        """The accounts that have a limit; the others need no book."""
        return [account for account in (*accounts, ALL) if self.limits.of(account)]

    def _add(self, accounts: Iterable[str], tokens: int) -> None:
        for account in accounts:
            self.spent[account] = max(0, self.spent.get(account, 0) + tokens)
        while len(self.spent) > MOST_ACCOUNTS:
            del self.spent[next(account for account in self.spent if account != ALL)]

    def _turn_page(self) -> None:
        date = self._day()
        if date != self._date:
            self._date = date
            self.spent = {account: tokens for account, tokens in self.spent.items() if account.startswith("game:")}
