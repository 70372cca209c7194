"""Limits on one person: may they act now? The same on every platform.

A rate limiter counts acts in a while, characters per message, games at a time and wrong codes. A person over a limit is
told now and then what is allowed; the game stays as it was. Behind it come turns: the inputs of one person are handled
one after the other, and a person who used much of the loop gives way. Counts are kept in this process only, to protect
its other users; no correctness depends on them.

Everything in a process shares one event loop. A store in this machine's files never really waits, so a queue of inputs
would be handled without a pause, and everybody else would wait for its end. Each person therefore has a budget of the
loop's time, refilled with every moment. Whoever used it up rests before their next input; nobody else waits for them.
People who used more than a little of it lately share one lane, so that a crowd of them, too, lets everybody else go
first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from time import perf_counter, thread_time
from types import coroutine
from typing import Any, TypeVar

from msgspec import Struct

from bot.session.model.inbound import Inbound, Press, Text
from bot.session.model.intent import Refused
from bot.session.wording.deadlines import span

T = TypeVar("T")

WINDOW = 10_000
"""Length in milliseconds of the window in which acts are counted."""
TELL_AGAIN = 5_000
"""Milliseconds between two warnings to a person who is too fast."""
KNOWN = 10_000
"""Number of people whose pace and use of the loop are remembered; the least active are forgotten first."""

FAST = (
    "That was a lot at once: I take up to {acts} messages in {seconds} seconds. Your game is unchanged; "
    "wait a moment and send it again."
)
LONG = "That is {n:,} characters; up to {chars:,} fit in one message. Nothing was changed."
WRONG_CODES, FIRST_PAUSE, LONGEST_PAUSE = 20, 30_000, 3_600_000
"""Number of wrong codes in a row before a person waits, and milliseconds of the first and the longest wait. Each wait
is twice the one before.

There are 24**6 = 191,102,976 codes, so with 1,000 tables waiting one guess in 191,103 hits one. A person who guesses
for a day gets 20 guesses, 7 at growing pauses and then one an hour: about 50, a chance of 0.03 %. Without the wait it
was 518,400 guesses, at the usual 60 acts in 10 seconds, and two tables or three.
"""
FORGIVES = 3_600_000
"""Milliseconds in which only one right code makes up for wrong ones. Otherwise two accounts could reset each other's
counts.
"""
FORGIVEN = 86_400_000
"""Milliseconds after the last wrong code until a person's count begins again."""
CODES = (
    "No open game has any of your last {n} codes, so let's take a break: try the next one in {wait}. Ask your "
    "partner to send theirs once more, and copy it whole. Your games go on as they are."
)
BUDGET = 0.1
"""Seconds of the loop that a person may use at once. As it is refilled meanwhile, a stretch may last twice as long."""
SHARE = 0.5
"""The part of the loop's time that a person may use in the long run: how fast the budget is refilled."""
LITTLE, MODEST = 0.03, 0.01
"""Seconds of the loop used lately above which one takes the lane, and the part of all time by which that is forgotten.

A message uses some 5 ms, so one a second never leads there.
"""

MANY = "You have {games} games open, and that is the most. Finish one, or leave it with /quit; then start another."


class Limits(Struct, frozen=True):
    """Limits, each 0 for none: `acts` in ten seconds, `games` open at a time, `chars` in one message."""

    acts: int = 60
    games: int = 25
    chars: int = 5_000


class _Pace(Struct):
    left: float
    at: int
    told: int = -TELL_AGAIN


class _Guesses(Struct):
    """A person's wrong codes.

    - `wrong`: how many in a row.
    - `at`: when the last one came.
    - `until`: when codes are looked up again.
    - `forgiven`: when a right code last made up for wrong ones.
    """

    wrong: int = 0
    at: int = 0
    until: int = 0
    forgiven: int | None = None


class RateLimiter:
    """Rate limiter: lets acts through, or says why not."""

    def __init__(self, limits: Limits, clock: Callable[[], int]) -> None:
        self.limits, self.clock = limits, clock
        self._paces: dict[str, _Pace] = {}
        self._guesses: dict[str, _Guesses] = {}

    def stops(self, inbound: Inbound) -> Refused | None:
        """Return the refusal of an act; None if it is let through, and counted."""
        limits = self.limits
        match inbound.act:
            case Text(text):
                length = len(text)
            case Press(fields=fields):
                length = sum(len(value) for _, value in fields)
            case _:
                length = 0
        if limits.chars and length > limits.chars:
            return Refused("too_long", LONG.format(n=length, chars=limits.chars))
        if not limits.acts:
            return None
        now = self.clock()
        pace = self._pace(inbound.user, now)
        if pace.left >= 1:
            pace.left -= 1
            return None
        return Refused("too_fast", FAST.format(acts=limits.acts, seconds=WINDOW // 1000))

    def repeated(self, user: str) -> None:
        """Give back an act that was delivered before, for instance after a restart. Redelivered acts are exempt."""
        if user in self._paces:
            self._paces[user].left += 1

    def tell(self, user: str, refused: Refused) -> str:
        """Return the sentence; "" if the same one was said a moment ago."""
        if refused.code != "too_fast":
            return refused.sentence
        now = self.clock()
        pace = self._pace(user, now)
        if 0 <= now - pace.told < TELL_AGAIN:
            return ""
        pace.told = now
        return refused.sentence

    def guessing(self, user: str) -> Refused | None:
        """Return the reason to look up no code of this person now; None if there is none."""
        guesses, now = self._guesses.get(user), self.clock()
        if guesses is None or now >= guesses.until:
            return None
        return Refused("too_many_codes", CODES.format(n=guesses.wrong, wait=span(guesses.until - now)))

    def guessed(self, user: str, *, right: bool) -> None:
        """Count a code that led nowhere. A code that led to a seat clears the wrong ones before it."""
        guesses, now = self._guesses.pop(user, None), self.clock()
        if guesses is None or now - guesses.at > FORGIVEN:
            guesses = _Guesses(at=now)
            if right:
                return
        if right and (guesses.forgiven is None or now - guesses.forgiven > FORGIVES):
            guesses = _Guesses(at=now, forgiven=now)
        elif not right:
            guesses.wrong, guesses.at = guesses.wrong + 1, now
            beyond = guesses.wrong - WRONG_CODES
            if beyond >= 0:
                guesses.until = now + min(FIRST_PAUSE << min(beyond, 20), LONGEST_PAUSE)
        # The dictionary keeps the person with the newest code last, so the oldest entry is deleted first.
        if len(self._guesses) >= KNOWN:
            del self._guesses[next(iter(self._guesses))]
        self._guesses[user] = guesses

    def _pace(self, user: str, now: int) -> _Pace:
        """Return the acts that a person has left now. They begin with the full number and regain acts as time
        passes.
        """
        full = self.limits.acts
        pace = self._paces.get(user)
        if pace is None:
            if len(self._paces) >= KNOWN:
                self._paces = {who: one for who, one in self._paces.items() if now - one.at < WINDOW}
            pace = self._paces[user] = _Pace(full, now)
        pace.left = min(full, pace.left + full * max(0, now - pace.at) / WINDOW)
        pace.at = now
        return pace


# --- turns ------------------------------------------------------------------------------------------------------------


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
    """Gives turns. `clock` is steady, in seconds; `meter` counts those that the loop works; `pause` sleeps.

    The meter is processor time: on a machine that is short of it, a person would otherwise pay for what others run.
    """

    def __init__(
        self,
        clock: Callable[[], float] | None = None,
        meter: Callable[[], float] | None = None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.clock, self.meter, self.pause = clock or perf_counter, meter or thread_time, pause
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
                    return await _metered(work, self.meter, person.spend)
                async with self._lane:
                    await asyncio.sleep(0)  # those who used little, and are ready, go first
                    return await _metered(work, self.meter, person.spend)
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
    work: Coroutine[Any, Any, T], meter: Callable[[], float], spend: Callable[[float], None]
) -> Generator[Any, Any, T]:
    """Run a coroutine, and report the time of each of its steps: what it used of the loop, not how long it waited."""
    step, value = work.send, None
    while True:
        began = meter()
        try:
            wanted = step(value)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            spend(meter() - began)
        try:
            step, value = work.send, (yield wanted)
        except BaseException as problem:
            step, value = work.throw, problem
