"""Limits on one person: acts in a while, games at a time, characters per message. The same on every platform.

Counts are kept in this process only, to protect its other users; no correctness depends on them. A person over a limit
is told now and then what is allowed; the game stays as it was.
"""

from collections.abc import Callable

from msgspec import Struct

from bot.session.model.inbound import Inbound, Press, Text
from bot.session.model.intent import Refused
from bot.session.wording.deadlines import span

WINDOW = 10_000
"""Length in milliseconds of the window in which acts are counted."""
TELL_AGAIN = 5_000
"""Milliseconds between two warnings to a person who is too fast."""
KNOWN = 10_000
"""Number of people whose pace is remembered; the least active are forgotten first."""

FAST = (
    "That was a lot at once: up to {acts} messages in {seconds} seconds are taken. Your game stands as it was; "
    "wait a moment and say it again."
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
"""Milliseconds after the last wrong code until a person's count begins anew."""
CODES = (
    "That makes {n} codes in a row that no open game has, so let's take a break: try the next one in {wait}. Ask your "
    "partner to send theirs once more, and copy it whole. Your games go on as they are."
)
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
        """Return why an act is refused; None if it is let through, and counted."""
        limits, length = self.limits, _length(inbound)
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


def _length(inbound: Inbound) -> int:
    match inbound.act:
        case Text(text):
            return len(text)
        case Press(fields=fields):
            return sum(len(value) for _, value in fields)
        case _:
            return 0
