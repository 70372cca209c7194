"""Token budgets: each call reserves its worst case before it is made, and afterwards settles its actual use.

Spending is counted by game (`game:…`), by person and day (`user:…`), and by day in all. With a store,
the accounts outlive the process and all its users share them. A reservation is stored before the call, so a process
that dies in between has spent it. Processes that count at the same moment lose no count and together exceed no limit
(`bot/players/llm/accounts.py`).
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import structlog
from msgspec import Struct

from bot import keys
from bot.players.llm.accounts import FOR_GOOD, Accounts, TokenStore

log = structlog.get_logger(__name__)

ALL = "all"
MOST_GAMES = 50_000
"""Number of accounts beyond which the oldest is forgotten here, but not in the store."""
PATIENCE, AWAY = 2.0, 5.0
"""Seconds that a store may take for an answer, and seconds without it after it failed."""


class Limits(Struct, frozen=True):
    """Maximum of tokens, in and out together; 0: no limit."""

    game: int = 0
    user: int = 0
    day: int = 0

    def of(self, account: str) -> int:
        kind = account.partition(":")[0]
        return self.day if account == ALL else self.game if kind == "game" else self.user if kind == "user" else 0


class Held(Struct, frozen=True):
    """Tokens that are set aside on some accounts. `day` is the day of the daily ones."""

    accounts: tuple[str, ...]
    day: str
    tokens: int


def today() -> str:
    return datetime.now(UTC).date().isoformat()


class Budget:
    """The remaining budget. `day` returns the current day; a new day resets the daily accounts."""

    def __init__(
        self,
        limits: Limits,
        day: Callable[[], str] = today,
        store: TokenStore | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits, self._day, self._now = limits, day, now
        self._store = Accounts(store) if store is not None else None
        self._date = day()
        self._used: Counter[str] = Counter()
        self._away_until = 0.0
        self._writing = asyncio.Lock()

    def used(self, account: str) -> int:
        """Return the tokens spent or set aside on an account, as far as this process knows."""
        return self._used[account]

    async def reserve(self, accounts: Iterable[str], tokens: int) -> Held | None:
        """Set tokens aside on each account. Returns None, and sets nothing aside, if one has not enough left."""
        held = Held(self._limited(accounts), self._date, tokens)
        async with self._writing:
            for n, account in enumerate(held.accounts):
                try:
                    fits = await self._added(account, held)
                except asyncio.CancelledError:
                    # The last write may or may not have happened, so its tokens count as spent.
                    self._owe(held.accounts[:n], held.day, -tokens)
                    raise
                if not fits:
                    self._owe(held.accounts[:n], held.day, -tokens)
                    await self._pay(held.accounts[:n], held.day)
                    return None
        return held

    async def settle(self, held: Held, used: int) -> None:
        """Replace the reserved tokens by the used ones: give back the rest."""
        self._limited(())
        async with self._writing:
            if used != held.tokens:
                self._owe(held.accounts, held.day, used - held.tokens)
                await self._pay(held.accounts, held.day)
        while len(self._used) > MOST_GAMES:
            del self._used[next(account for account in self._used if account != ALL)]

    def _limited(self, accounts: Iterable[str]) -> tuple[str, ...]:
        date = self._day()
        if date > self._date:  # a clock that was set back begins no new day
            self._date = date
            self._used = Counter({name: n for name, n in self._used.items() if name.startswith(keys.game_account(""))})
        return tuple(account for account in (*accounts, ALL) if self.limits.of(account))

    async def _added(self, account: str, held: Held) -> bool:
        """Set tokens aside on one account; False if it has not enough left."""
        most, date = self.limits.of(account), _date(account, held.day)
        if self._store is not None and self._now() >= self._away_until:
            try:
                async with asyncio.timeout(PATIENCE):
                    fits, self._used[account] = await self._store.add(account, date, held.tokens, most)
                    return fits
            except Exception as problem:
                self._missed(problem)
        if self._used[account] + held.tokens > most:
            return False
        self._used[account] += held.tokens
        if self._store is not None:
            self._store.owe(account, date, held.tokens)
        return True

    def _owe(self, accounts: Iterable[str], day: str, tokens: int) -> None:
        """Count a change here, and in the store as soon as it can be reached."""
        for account in accounts:
            if self._counts(account, day):
                self._used[account] = max(self._used[account] + tokens, 0)
            if self._store is not None:
                self._store.owe(account, _date(account, day), tokens)

    async def _pay(self, accounts: Iterable[str], day: str) -> None:
        for account in accounts:
            if self._store is None or self._now() < self._away_until:
                return
            try:
                async with asyncio.timeout(PATIENCE):
                    stands = await self._store.pay(account)
            except Exception as problem:
                self._missed(problem)
            else:
                if stands is not None and self._counts(account, day):
                    self._used[account] = stands

    def _counts(self, account: str, day: str) -> bool:
        """Return whether spending on a day counts on this account today."""
        return _date(account, day) in (FOR_GOOD, self._date)

    def _missed(self, problem: Exception) -> None:
        """Note that the store cannot be reached. Decisions go on without it, and none waits long for it."""
        self._away_until = self._now() + AWAY
        log.warning("budget_away", error=type(problem).__name__)


def _date(account: str, day: str) -> str:
    return FOR_GOOD if account.startswith(keys.game_account("")) else day
