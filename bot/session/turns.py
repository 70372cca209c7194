"""Turns: the inputs of one person are handled one after the other, and a person who used much of the loop gives way.

Everything in a process shares one event loop. A store in this machine's files never really waits, so a queue of inputs
would be handled without a pause, and everybody else would wait for its end. Each person therefore has a budget of the
loop's time, refilled with every moment. Whoever used it up rests before their next input; nobody else waits for them.
People who used more than a little of it lately share one lane, so that a crowd of them, too, lets everybody else go
first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from time import perf_counter
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")

BUDGET = 0.1
"""Seconds of the loop that a person may use at once. As it is refilled meanwhile, a stretch may last twice as long."""
SHARE = 0.5
"""The part of the loop's time that a person may use in the long run: how fast the budget is refilled."""
LITTLE, MODEST = 0.03, 0.01
"""Seconds of the loop used lately above which one takes the lane, and the part of all time by which that is forgotten.

A message uses some 5 ms, so one a second never leads there.
"""
KNOWN = 10_000
"""People whose use is remembered; those who used nothing lately are forgotten first."""


class _Person:
    """One person's queue, and the time of the loop that they used: of their budget, and lately."""

    def __init__(self, at: float) -> None:
        self.queue = asyncio.Lock()  # first come, first served
        self.waiting = 0
        self.used = self.lately = 0.0
        self._at = at

    def spend(self, seconds: float) -> None:
        self.used += max(0.0, seconds)
        self.lately += max(0.0, seconds)

    def refill(self, at: float) -> None:
        gone = max(0.0, at - self._at)
        self.used = max(0.0, self.used - SHARE * gone)
        self.lately = max(0.0, self.lately - MODEST * gone)
        self._at = at


class Turns:
    """Gives turns. `clock` is steady, in seconds; `pause` sleeps for so many of them."""

    def __init__(
        self, clock: Callable[[], float] | None = None, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.clock, self.pause = clock or perf_counter, pause
        self._people: dict[str, _Person] = {}
        self._lane = asyncio.Lock()

    def busy(self, who: str) -> bool:
        """Return whether something of this person is handled, or waits for its turn."""
        person = self._people.get(who)
        return person is not None and person.waiting > 0

    async def take(self, who: str, work: Coroutine[Any, Any, T]) -> T:
        """Do the work when it is this person's turn, and return what it returns."""
        person = self._people.get(who) or self._met(who)
        person.waiting += 1
        try:
            async with person.queue:
                person.refill(self.clock())
                if person.used > BUDGET:
                    await self._rest(person)
                if person.lately <= LITTLE:
                    return await _metered(work, self.clock, person.spend)
                async with self._lane:
                    await asyncio.sleep(0)  # those who used little, and are ready, go first
                    return await _metered(work, self.clock, person.spend)
        finally:
            person.waiting -= 1
            work.close()  # it may never have begun

    async def _rest(self, person: _Person) -> None:
        """Let others go first until the budget suffices again. Within it nobody is overtaken."""
        await self.pause((person.used - BUDGET) / SHARE)
        person.refill(self.clock())

    def _met(self, who: str) -> _Person:
        if len(self._people) >= KNOWN:
            self._forget()
        person = self._people[who] = _Person(self.clock())
        return person

    def _forget(self) -> None:
        at = self.clock()
        for person in self._people.values():
            person.refill(at)
        self._people = {who: one for who, one in self._people.items() if one.waiting or one.lately}


@coroutine
def _metered(
    work: Coroutine[Any, Any, T], clock: Callable[[], float], spend: Callable[[float], None]
) -> Generator[Any, Any, T]:
    """Run a coroutine, and report the time of each of its steps: what it used of the loop, not how long it waited."""
    step, value = work.send, None
    while True:
        began = clock()
        try:
            wanted = step(value)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            spend(clock() - began)
        try:
            step, value = work.send, (yield wanted)
        except BaseException as problem:
            step, value = work.throw, problem
