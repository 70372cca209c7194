"""Token budgets: reserved before, settled after, by game, by person and day, by day in all."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot import keys
from bot.players.llm import budget as books
from bot.players.llm.accounts import TokenStore, coded
from bot.players.llm.budget import Budget, Limits
from bot.players.llm.client import Breaker
from storage.base import Store, StoreError
from storage.memory import MemoryStore
from storage.redis.store import RedisStore
from storage.sqlite.store import SqliteStore
from tests.storage import servers

ANN, BOB = ("game:1", "user:ann"), ("game:2", "user:bob")


async def spend(budget: Budget, accounts: tuple[str, ...], reserved: int, used: int) -> None:
    """A call, from what it reserves to what it used."""
    held = await budget.reserve(accounts, reserved)
    assert held is not None
    await budget.settle(held, used)


async def test_what_is_reserved_counts_until_it_is_settled() -> None:
    budget = Budget(Limits(game=100))
    held = await budget.reserve(ANN, 60)
    assert held is not None
    assert not await budget.reserve(ANN, 60)
    await budget.settle(held, 20)
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


async def test_an_account_that_comes_last_and_is_empty_spares_those_before_it() -> None:
    budget = Budget(Limits(game=100, day=50), store=MemoryStore())
    assert not await budget.reserve(ANN, 51)
    assert await budget.reserve(ANN, 50)
    assert (budget.used("game:1"), budget.used("all")) == (50, 50)


async def test_the_day_counts_for_all() -> None:
    budget = Budget(Limits(day=100))
    assert await budget.reserve(ANN, 60)
    assert not await budget.reserve(BOB, 60)


async def test_with_a_new_day_people_may_spend_again_and_games_go_on_counting() -> None:
    days = ["2026-01-01"]
    budget = Budget(Limits(game=100, user=60, day=60), lambda: days[0])
    await spend(budget, ANN, 60, 60)
    assert not await budget.reserve(("game:3", "user:ann"), 1)
    days[0] = "2026-01-02"
    assert not await budget.reserve(ANN, 50)
    assert await budget.reserve(ANN, 40)


@pytest.mark.parametrize("store", [None, MemoryStore()], ids=["alone", "store"])
async def test_what_a_call_gives_back_goes_to_the_day_that_it_was_made_on(store: MemoryStore | None) -> None:
    days = ["2026-01-01"]
    budget = Budget(Limits(game=1000, user=1000, day=1000), lambda: days[0], store)
    held = await budget.reserve(ANN, 600)
    assert held is not None
    days[0] = "2026-01-02"
    await spend(budget, ANN, 400, 300)
    await budget.settle(held, 100)
    assert [budget.used(account) for account in ("game:1", "user:ann", "all")] == [400, 300, 300]


async def test_no_limit_needs_no_book() -> None:
    budget = Budget(Limits())
    await spend(budget, ANN, 10**12, 10**12)
    assert budget.used("all") == budget.used("game:1") == 0


async def test_old_games_leave_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MOST_GAMES", 10)
    budget = Budget(Limits(game=10, day=10**6))
    for number in range(30):
        await spend(budget, (f"game:{number}",), 1, 1)
    assert budget.used("game:29") == 1
    assert budget.used("game:1") == 0
    assert budget.used("all") == 30


class TestShelf:
    """A store keeps the days' accounts: a restart forgets nothing, and several processes share one limit."""

    async def test_a_day_s_spending_outlives_the_process(self) -> None:
        store, days = MemoryStore(), ["2026-01-01"]
        for _ in range(3):
            await spend(Budget(Limits(user=100, day=1000), lambda: days[0], store), ANN, 40, 30)
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
            await spend(Budget(Limits(game=100), lambda: day[0], store), ANN, 35, 30)
        budget = Budget(Limits(game=100), lambda: day[0], store)
        assert not await budget.reserve(ANN, 11)
        assert await budget.reserve(ANN, 10)
        assert await budget.reserve(BOB, 100)

    async def test_what_was_set_aside_by_a_process_that_died_is_spent(self) -> None:
        store = MemoryStore()
        assert await Budget(Limits(game=100, day=1000), store=store).reserve(ANN, 80)
        after = Budget(Limits(game=100, day=1000), store=store)
        assert not await after.reserve(ANN, 30)
        assert await after.reserve(ANN, 20)
        assert (after.used("game:1"), after.used("all")) == (100, 100)

    async def test_many_calls_at_a_time_lose_none_of_the_count(self, tmp_path: Path) -> None:
        store = SqliteStore(str(tmp_path / "s.db"))
        await store.open()
        budget = Budget(Limits(game=10**6, day=10**6), store=store)
        await asyncio.gather(*(spend(budget, (f"game:{number % 3}",), 50, 7) for number in range(30)))
        fresh = Budget(Limits(game=10**6, day=10**6), store=store)
        assert await fresh.reserve(("game:0",), 1)
        assert (fresh.used("game:0"), fresh.used("all")) == (71, 211)
        await store.close()

    async def test_processes_share_a_limit(self) -> None:
        store = MemoryStore()
        first, second = (Budget(Limits(day=100), lambda: "2026-01-01", store) for _ in range(2))
        for budget in (first, second, first):
            await spend(budget, ANN, 30, 30)
        assert not await second.reserve(BOB, 30)
        assert await second.reserve(BOB, 10)

    async def test_a_shelf_that_is_away_spoils_no_decision_and_is_told_later(self) -> None:
        store, now = Moody(), [0.0]
        budget = Budget(Limits(day=100), store=store, now=lambda: now[0])
        store.away = True
        await spend(budget, ANN, 60, 50)
        await spend(budget, ANN, 50, 40)
        assert not await budget.reserve(ANN, 60)
        store.away, now[0] = False, 60
        assert not await budget.reserve(ANN, 11)
        assert await balance(store, "all") == 90

    async def test_a_shelf_that_hangs_holds_up_no_decision_and_is_told_later(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(books, "PATIENCE", 0.01)
        store, now = Moody(), [0.0]
        store.hangs = True
        budget = Budget(Limits(game=100), store=store, now=lambda: now[0])
        await spend(budget, ANN, 50, 40)
        assert store.asked == 1
        store.hangs, now[0] = False, 60
        await spend(budget, ANN, 60, 5)
        assert await balance(store, "game:1") == 45

    async def test_what_was_counted_without_our_knowing_is_spent_all_the_same(self) -> None:
        store, now = Moody(), [0.0]
        budget = Budget(Limits(game=1000), store=store, now=lambda: now[0])
        store.deaf = True
        await spend(budget, ANN, 50, 40)
        assert await balance(store, "game:1") == 50
        store.deaf, now[0] = False, 60
        await spend(budget, ANN, 50, 40)
        assert 80 <= await balance(store, "game:1") <= 80 + 50

    async def test_too_much_at_a_moment_when_the_shelf_goes_away_is_given_back(self) -> None:
        store, now = Moody(), [0.0]
        budget = Budget(Limits(game=100, day=1000), store=store, now=lambda: now[0])
        await spend(budget, ANN, 90, 90)
        store.away, now[0] = True, 60
        assert not await budget.reserve(ANN, 20)
        store.away, now[0] = False, 120
        await spend(budget, ANN, 10, 10)
        assert (await balance(store, "game:1"), await balance(store, "all")) == (100, 100)

    async def test_a_call_that_is_called_off_before_it_could_reserve_has_spent_nothing(self) -> None:
        store = Moody()
        budget = Budget(Limits(game=100, day=100), store=store)
        store.hangs = True
        call = asyncio.create_task(budget.reserve(ANN, 60))
        await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        store.hangs = False
        await spend(budget, ANN, 70, 70)
        assert (await balance(store, "game:1"), await balance(store, "all")) == (70, 70)


def _memory(folder: Path) -> Callable[[], Store]:
    store = MemoryStore()
    return lambda: store


def _sqlite(folder: Path) -> Callable[[], Store]:
    return lambda: SqliteStore(str(folder / "parley.db"))


def _redis(folder: Path) -> Callable[[], Store]:
    address = servers.emptied(servers.server())
    return lambda: RedisStore(address)


@pytest.mark.parametrize(
    "backend", [_memory, _sqlite, pytest.param(_redis, marks=pytest.mark.redis)], ids=["memory", "sqlite", "redis"]
)
class TestTogether:
    """Several processes count over one store at the same moment."""

    @pytest.fixture
    async def stores(
        self, backend: Callable[[Path], Callable[[], Store]], tmp_path: Path
    ) -> AsyncIterator[tuple[Store, ...]]:
        again = backend(tmp_path)
        stores = tuple(again() for _ in range(2))
        for store in stores:
            await store.open()
        yield stores
        for store in stores:
            await store.close()

    async def test_two_that_settle_at_the_same_moment_lose_nothing(self, stores: tuple[Store, ...]) -> None:
        budgets = [Budget(Limits(game=10**6, day=10**6), store=Slow(store)) for store in stores]
        held = await asyncio.gather(*(budget.reserve(("game:1",), 1000) for budget in budgets))
        assert [await balance(stores[0], account) for account in ("game:1", "all")] == [2000, 2000]
        await asyncio.gather(*(budget.settle(one, 7) for budget, one in zip(budgets, held, strict=True) if one))
        assert [await balance(stores[0], account) for account in ("game:1", "all")] == [14, 14]

    async def test_two_that_reserve_at_the_same_moment_pass_no_limit(self, stores: tuple[Store, ...]) -> None:
        budgets = [Budget(Limits(day=100), store=Slow(store)) for store in stores]
        held = await asyncio.gather(*(budget.reserve(ANN, 60) for budget in budgets))
        assert sum(one is not None for one in held) == 1
        assert await balance(stores[0], "all") == 60

    async def test_many_calls_of_both_are_counted_to_the_token(self, stores: tuple[Store, ...]) -> None:
        limits = Limits(game=10**6, user=10**6, day=10**6)
        budgets = [Budget(limits, store=store) for store in stores]
        await asyncio.gather(*(spend(budgets[n % 2], (f"game:{n % 3}", "user:ann"), 50, n) for n in range(24)))
        assert await balance(stores[1], "all") == await balance(stores[1], "user:ann") == sum(range(24))
        assert await balance(stores[1], "game:1") == sum(range(1, 24, 3))

    async def test_one_that_died_in_the_middle_of_a_count_holds_up_the_others_for_a_moment(
        self, stores: tuple[Store, ...]
    ) -> None:
        await stores[0].lease(keys.tokens("all"), "dead", time.time_ns() // 1_000_000, 50)
        await spend(Budget(Limits(day=100), store=stores[1]), ANN, 50, 40)
        assert await balance(stores[0], "all") == 40


async def balance(store: Store, account: str) -> int:
    if account.startswith("user:"):
        _, _, key = (await store.pointed(keys.TOKENS_KEY) or "").partition(" ")
        account = f"user:{coded(account.removeprefix('user:'), key)}"
    return int((await store.pointed(keys.tokens(account)) or "0").rpartition(" ")[2])


class Slow(TokenStore):
    """A store on which others could write between a look at an account and what is done with it."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def point(self, name: str, sid: str | None) -> None:
        await self.store.point(name, sid)

    async def pointed(self, name: str) -> str | None:
        found = await self.store.pointed(name)
        await asyncio.sleep(0.02)
        return found

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        return await self.store.lease(sid, owner, now, ttl)

    async def release(self, sid: str, owner: str) -> None:
        await self.store.release(sid, owner)


class Moody(MemoryStore):
    """A store that is away, gives no answer, or does what it is told and says that it could not."""

    away = hangs = deaf = False
    asked = 0

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        self.asked += 1
        if self.hangs:
            await asyncio.sleep(60)
        if self.away:
            raise StoreError("away")
        return await super().lease(sid, owner, now, ttl)

    async def point(self, name: str, sid: str | None) -> None:
        await super().point(name, sid)
        if self.deaf:
            raise StoreError("lost the line")


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
