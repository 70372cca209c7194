"""Token budgets: reserved before, settled after, by game, by person and day, by day in all."""

from bot.strategy.budget import Budget, Limits
from bot.strategy.model import Breaker

ANN, BOB = ("game:1", "user:ann"), ("game:2", "user:bob")


def test_what_is_reserved_counts_until_it_is_settled() -> None:
    budget = Budget(Limits(game=100))
    assert budget.reserve(ANN, 60)
    assert not budget.reserve(ANN, 60)
    budget.settle(ANN, 60, 20)
    assert budget.reserve(ANN, 60)
    assert budget.spent == {"game:1": 80}


def test_an_account_that_is_empty_spares_the_others() -> None:
    budget = Budget(Limits(user=50, day=1000))
    assert not budget.reserve(ANN, 51)
    assert budget.spent == {}
    assert budget.reserve(BOB, 50)
    assert not budget.reserve(BOB, 1)
    assert budget.reserve(ANN, 50)


def test_the_day_counts_for_all() -> None:
    budget = Budget(Limits(day=100))
    assert budget.reserve(ANN, 60)
    assert not budget.reserve(BOB, 60)


def test_with_a_new_day_people_may_spend_again_and_games_go_on_counting() -> None:
    days = ["2026-01-01"]
    budget = Budget(Limits(game=100, user=60, day=60), lambda: days[0])
    assert budget.reserve(ANN, 60)
    assert not budget.reserve(("game:3", "user:ann"), 1)
    days[0] = "2026-01-02"
    assert not budget.reserve(ANN, 50)
    assert budget.reserve(ANN, 40)


def test_no_limit_needs_no_book() -> None:
    budget = Budget(Limits())
    assert budget.reserve(ANN, 10**12)
    assert budget.spent == {}


def test_old_games_leave_the_book() -> None:
    budget = Budget(Limits(game=10))
    for number in range(60_000):
        assert budget.reserve((f"game:{number}",), 1)
    assert len(budget.spent) <= 50_000
    assert "game:59999" in budget.spent


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
