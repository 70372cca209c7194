"""Heartbeat beside a piece of work, on a clock that jumps."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.runtime.heartbeat import Heartbeat
from tests.sim.clock import VirtualLoop


def run(work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(lambda task, context: None)) as runner:
        runner.run(work)


class Beats:
    """Notes when each beat began and ended; one takes this many seconds."""

    def __init__(self, takes: float = 0) -> None:
        self.takes = takes
        self.times: list[tuple[float, float]] = []

    async def __call__(self) -> None:
        began = asyncio.get_running_loop().time()
        await asyncio.sleep(self.takes)
        self.times.append((round(began, 3), round(asyncio.get_running_loop().time(), 3)))


@pytest.mark.parametrize(
    ("lasts", "times"), [(0.2, []), (0.4, [0.3]), (3.2, [0.3]), (3.4, [0.3, 3.3]), (10, [0.3, 3.3, 6.3, 9.3])]
)
def test_it_beats_after_a_while_and_again_and_again_until_the_work_ends(lasts: float, times: list[float]) -> None:
    beats = Beats()

    async def work() -> None:
        async with Heartbeat(beats, 0.3, 3):
            await asyncio.sleep(lasts)
        await asyncio.sleep(100)

    run(work())
    assert [began for began, _ in beats.times] == times


def test_the_end_of_the_work_waits_for_a_beat_that_has_begun() -> None:
    beats = Beats(takes=2)

    async def work() -> None:
        async with Heartbeat(beats, 1, 1):
            await asyncio.sleep(1.5)
        assert beats.times == [(1, 3)]
        await asyncio.sleep(100)

    run(work())
    assert beats.times == [(1, 3)]


def test_work_that_fails_ends_it_too() -> None:
    beats = Beats()

    async def failing() -> None:
        async with Heartbeat(beats, 1, 1):
            await asyncio.sleep(2.5)
            raise ZeroDivisionError

    async def work() -> None:
        with pytest.raises(ZeroDivisionError):
            await failing()
        await asyncio.sleep(100)

    run(work())
    assert [began for began, _ in beats.times] == [1, 2]
