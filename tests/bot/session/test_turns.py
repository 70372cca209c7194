"""Whose turn it is: one after the other for each person, and nobody waits for a queue that is not theirs."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.session import limits
from bot.session.limits import BUDGET, SHARE, Turns


class Loop:
    """A steady clock that work and pauses move by hand. `done` has who was served, in order."""

    def __init__(self) -> None:
        self.now = 0.0
        self.done: list[str] = []
        self.pauses: list[float] = []
        self.turns = Turns(lambda: self.now, lambda: self.now, self.pause)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    async def work(self, name: str, cost: float) -> str:
        """Use the loop for so long, as a reader does, without ever letting it go."""
        self.now += cost
        self.done.append(name)
        return name

    def takes(self, who: str, name: str, cost: float) -> Coroutine[Any, Any, str]:
        return self.turns.take(who, self.work(name, cost))


async def test_the_inputs_of_one_person_are_handled_in_the_order_in_which_they_came() -> None:
    loop = Loop()
    names = [f"ann {k}" for k in range(20)]
    assert await asyncio.gather(*(loop.takes("ann", name, 0.01) for name in names)) == names
    assert loop.done == names


async def test_somebody_else_is_served_between_two_inputs_of_whoever_floods() -> None:
    loop = Loop()
    flood = [asyncio.create_task(loop.takes("ann", f"ann {k}", 0.01)) for k in range(60)]
    await asyncio.sleep(0)
    await asyncio.create_task(loop.takes("bob", "bob", 0.001))
    stretch = BUDGET / (1 - SHARE)
    assert loop.done.index("bob") <= stretch / 0.01 + 2
    await asyncio.gather(*flood)
    assert [name for name in loop.done if name != "bob"] == [f"ann {k}" for k in range(60)]


async def test_a_crowd_that_floods_is_served_one_at_a_time_so_that_others_come_between() -> None:
    loop = Loop()
    crowd = [asyncio.create_task(loop.takes(f"c{n}", f"c{n} {k}", 0.04)) for n in range(20) for k in range(10)]
    served = []
    while len(loop.done) < 200:
        before = len(loop.done)
        await asyncio.sleep(0)  # others' inputs are read once in each round of the loop
        served.append(len(loop.done) - before)
    await asyncio.gather(*crowd)
    assert served[0] <= 20
    assert max(served[1:]) <= 2
    for n in range(20):
        assert [name for name in loop.done if name.startswith(f"c{n} ")] == [f"c{n} {k}" for k in range(10)]


async def test_whoever_used_up_their_budget_rests_until_it_is_refilled() -> None:
    loop = Loop()
    await loop.takes("ann", "much", BUDGET + 1.0)
    await loop.takes("ann", "more", 0.01)
    # Their share was refilled while they used the loop.
    left = (BUDGET + 1.0) * (1 - SHARE) - BUDGET
    assert loop.pauses == [pytest.approx(left / SHARE)]
    await loop.takes("bob", "bob", 0.01)
    assert len(loop.pauses) == 1


async def test_in_the_long_run_nobody_has_more_than_their_share_of_the_loop() -> None:
    loop = Loop()
    for k in range(200):
        await loop.takes("ann", str(k), 0.01)
    used = 200 * 0.01
    assert used <= BUDGET + 0.01 + SHARE * loop.now


async def test_whoever_takes_their_time_never_rests() -> None:
    loop = Loop()
    for k in range(50):
        loop.now += 1.0
        await loop.takes("ann", str(k), 0.05)
    assert not loop.pauses


async def test_waiting_for_the_store_uses_nothing_of_the_loop() -> None:
    loop = Loop()

    async def waits() -> None:
        for _ in range(3):
            loop.now += 0.01
            await asyncio.gather(loop.pause(5.0))

    await loop.turns.take("ann", waits())
    await loop.takes("ann", "next", 0.01)
    assert [pause for pause in loop.pauses if pause != 5.0] == []


async def test_nobody_pays_for_time_in_which_the_machine_ran_something_else() -> None:
    loop = Loop()
    turns = Turns(pause=loop.pause)

    async def starved() -> None:
        time.sleep(2 * BUDGET)  # noqa: ASYNC251 - the loop stands still, and nobody uses the processor

    for _ in range(3):
        await turns.take("ann", starved())
    assert loop.pauses == []


async def test_what_fails_or_is_cut_off_ends_its_turn() -> None:
    loop = Loop()

    async def fails() -> None:
        raise KeyError

    async def hangs() -> None:
        await asyncio.Event().wait()

    with pytest.raises(KeyError):
        await loop.turns.take("ann", fails())
    hanging = asyncio.create_task(loop.turns.take("ann", hangs()))
    queued = asyncio.create_task(loop.takes("ann", "never", 0.01))
    await asyncio.sleep(0)
    assert loop.turns.busy("ann")
    queued.cancel()
    hanging.cancel()
    await asyncio.gather(hanging, queued, return_exceptions=True)
    assert not loop.turns.busy("ann")
    assert await loop.takes("ann", "after", 0.01) == "after"


async def test_a_timeout_within_a_turn_cuts_off_what_it_is_about() -> None:
    async def impatient() -> str:
        try:
            async with asyncio.timeout(0.001):
                await asyncio.Event().wait()
        except TimeoutError:
            return "late"
        return "in time"

    assert await Turns().take("ann", impatient()) == "late"


async def test_people_who_used_nothing_lately_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KNOWN", 2)
    loop = Loop()
    await loop.takes("ann", "much", 10.0)
    for name in ("bob", "cid", "dan"):
        await loop.takes(name, name, 0.0)
    assert set(loop.turns._people) == {"ann", "dan"}
