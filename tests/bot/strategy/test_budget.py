"""Token budgets: reserved before, settled after, by game, by person and day, by day in all."""

import asyncio
from pathlib import Path

import pytest

from bot.strategy import budget as books
from bot.strategy.budget import Budget, Limits
from bot.strategy.model import Breaker
from storage.base import StoreError
from storage.memory import MemoryStore
from storage.sqlite import SqliteStore

ANN, BOB = ("game:1", "user:ann"), ("game:2", "user:bob")


async def test_what_is_reserved_counts_until_it_is_settled() -> None:
    budget = Budget(Limits(game=100))
    assert await budget.reserve(ANN, 60)
    assert not await budget.reserve(ANN, 60)
    await budget.settle(ANN, 60, 20)
    assert budget.used("game:1") == 20
    assert await budget.reserve(ANN, 60)
    assert budget.used("game:1") == 80


async def test_an_account_that_is_empty_spares_the_others() -> None:
    budget = Budget(Limits(user=50, day=1000))
    assert not await budget.reserve(ANN, 51)
    assert budget.used("all") == 0
    assert await budget.reserve(BOB, 50)
    assert not await budget.reserve(BOB, 1)
    assert await budget.reserve(ANN, 50)


async def test_the_day_counts_for_all() -> None:
    budget = Budget(Limits(day=100))
    assert await budget.reserve(ANN, 60)
    assert not await budget.reserve(BOB, 60)


async def test_with_a_new_day_people_may_spend_again_and_games_go_on_counting() -> None:
    days = ["2026-01-01"]
    budget = Budget(Limits(game=100, user=60, day=60), lambda: days[0])
    assert await budget.reserve(ANN, 60)
    await budget.settle(ANN, 60, 60)
    assert not await budget.reserve(("game:3", "user:ann"), 1)
    days[0] = "2026-01-02"
    assert not await budget.reserve(ANN, 50)
    assert await budget.reserve(ANN, 40)


async def test_no_limit_needs_no_book() -> None:
    budget = Budget(Limits())
    assert await budget.reserve(ANN, 10**12)
    await budget.settle(ANN, 10**12, 10**12)
    assert budget.used("all") == budget.used("game:1") == 0


async def test_old_games_leave_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MOST_GAMES", 10)
    budget = Budget(Limits(game=10, day=10**6))
    for number in range(30):
        assert await budget.reserve((f"game:{number}",), 1)
        await budget.settle((f"game:{number}",), 1, 1)
    assert budget.used("game:29") == 1
    assert budget.used("game:1") == 0
    assert budget.used("all") == 30


class TestShelf:
    """A store keeps the days' accounts: a restart forgets nothing, and several processes share one limit."""

    async def test_a_day_s_spending_outlives_the_process(self) -> None:
        store, days = MemoryStore(), ["2026-01-01"]
        for _ in range(3):
            budget = Budget(Limits(user=100, day=1000), lambda: days[0], store)
            assert await budget.reserve(ANN, 40)
            await budget.settle(ANN, 40, 30)
        budget = Budget(Limits(user=100, day=1000), lambda: days[0], store)
        assert not await budget.reserve(ANN, 40)
        assert await budget.reserve(BOB, 40)
        assert (budget.used("user:ann"), budget.used("all")) == (90, 130)
        days[0] = "2026-01-02"
        assert await Budget(Limits(user=100), lambda: days[0], store).reserve(ANN, 100)

    async def test_a_game_s_spending_outlives_the_process_and_the_day(self) -> None:
        store, day = MemoryStore(), ["2026-01-01"]
        for number in (1, 2, 3):
            day[0] = f"2026-01-0{number}"
            budget = Budget(Limits(game=100), lambda: day[0], store)
            assert await budget.reserve(ANN, 35)
            await budget.settle(ANN, 35, 30)
        budget = Budget(Limits(game=100), lambda: day[0], store)
        assert not await budget.reserve(ANN, 11)
        assert await budget.reserve(ANN, 10)
        assert await budget.reserve(BOB, 100)

    async def test_what_was_set_aside_by_a_process_that_died_is_spent(self) -> None:
        store = MemoryStore()
        assert await Budget(Limits(game=100, day=1000), shelf=store).reserve(ANN, 80)
        after = Budget(Limits(game=100, day=1000), shelf=store)
        assert not await after.reserve(ANN, 30)
        assert await after.reserve(ANN, 20)
        assert (after.used("game:1"), after.used("all")) == (100, 100)

    async def test_many_calls_at_a_time_lose_none_of_the_count(self, tmp_path: Path) -> None:
        store = SqliteStore(str(tmp_path / "s.db"))
        await store.open()
        budget = Budget(Limits(game=10**6, day=10**6), shelf=store)

        async def call(number: int) -> None:
            accounts = (f"game:{number % 3}",)
            assert await budget.reserve(accounts, 50)
            await budget.settle(accounts, 50, 7)

        await asyncio.gather(*(call(number) for number in range(30)))
        fresh = Budget(Limits(game=10**6, day=10**6), shelf=store)
        assert await fresh.reserve(("game:0",), 1)
        assert (fresh.used("game:0"), fresh.used("all")) == (71, 211)
        await store.close()

    async def test_processes_share_a_limit(self) -> None:
        store = MemoryStore()
        first, second = (Budget(Limits(day=100), lambda: "2026-01-01", store) for _ in range(2))
        for budget in (first, second, first):
            assert await budget.reserve(ANN, 30)
            await budget.settle(ANN, 30, 30)
        assert not await second.reserve(BOB, 30)
        assert await second.reserve(BOB, 10)

    async def test_a_shelf_that_is_away_spoils_no_decision(self) -> None:
        class Away:
            async def point(self, name: str, sid: str | None) -> None:
                raise StoreError("away")

            async def pointed(self, name: str) -> str | None:
                raise StoreError("away")

        budget = Budget(Limits(day=100), shelf=Away())
        assert await budget.reserve(ANN, 60)
        await budget.settle(ANN, 60, 60)
        assert not await budget.reserve(ANN, 60)

    async def test_a_shelf_that_hangs_holds_up_no_decision_and_is_told_later(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(books, "PATIENCE", 0.01)
        store, now = _Hanging(), [0.0]
        budget = Budget(Limits(game=100), shelf=store, now=lambda: now[0])
        assert await budget.reserve(ANN, 50)
        await budget.settle(ANN, 50, 40)
        assert store.asked == 1
        store.hangs, now[0] = False, 60
        assert await budget.reserve(ANN, 60)
        await budget.settle(ANN, 60, 5)
        assert not await Budget(Limits(game=100), shelf=store).reserve(ANN, 56)
        assert await Budget(Limits(game=100), shelf=store).reserve(ANN, 55)


class _Hanging(MemoryStore):
    """A store that gives no answer."""

    hangs, asked = True, 0

    async def pointed(self, name: str) -> str | None:
        self.asked += 1
        if self.hangs:
            await asyncio.sleep(60)
        return await super().pointed(name)


class TestBreaker:
    def test_it_opens_after_many_failures_in_a_short_time_and_closes_again(self) -> None:
        now = [0.0]
        breaker = Breaker(lambda: now[0])
        for _ in range(9):
            breaker.report(replied=False)
            now[0] += 1
        assert not breaker.open
        breaker.report(replied=False)
        assert breaker.open
        now[0] += 21
        assert not breaker.open

    def test_a_reply_between_keeps_it_closed(self) -> None:
        breaker = Breaker(lambda: 0.0)
        for number in range(40):
            breaker.report(replied=number % 9 == 8)
        assert not breaker.open

    def test_failures_far_apart_keep_it_closed(self) -> None:
        now = [0.0]
        breaker = Breaker(lambda: now[0])
        for _ in range(40):
            breaker.report(replied=False)
            now[0] += 5
        assert not breaker.open
