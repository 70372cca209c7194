"""A process's memory is bounded, whatever is played and whatever item sets people write."""

import tracemalloc

import pytest

from bot.session import repository
from games.dealornodeal.domain.deals import LARGE, nash, number, points
from tests.bot.session.harness import Room


async def test_games_that_have_ended_make_room_for_those_that_run(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repository, "ENDED", 3)
    running = [await room.open("number", user=f"guest{n}") for n in range(10)]
    for n in range(10):
        await room.open("number", user=f"left{n}")
        for _ in range(2):
            await room.command(f"left{n}", "quit")
    kept = [session for session in room.manager.sessions._cache.values() if session.table.phase == "over"]
    assert len(kept) == 3
    assert all(sid in room.manager.sessions._cache for sid in running)
    assert (await room.command("left0", "status")).what == "told"


def test_huge_pools_of_one_s_own_are_not_remembered_by_the_thousand() -> None:
    pools = [(50 + n, 40, 2) for n in range(60)]
    assert all(number(pool) > LARGE for pool in pools)
    tracemalloc.start()
    try:
        for n, pool in enumerate(pools):
            points(pool, (1, 2, n), (3, 1, n))
            nash(pool, (1, 2, n), (3, 1, n))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 30_000_000
