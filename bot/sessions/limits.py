"""How much one person may do: acts in a while, games at a time, characters at once. The same on every platform.

Kept in this process, as a courtesy to everybody else in it; nothing depends on it. Whoever is over a limit reads what
is allowed, once in a while, and finds the game as it was.
"""

from collections.abc import Callable

from msgspec import Struct

from bot.sessions.inbound import Inbound, Press, Text

WINDOW = 10_000
"""Milliseconds for which the number of acts is given."""
TELL_AGAIN = 5_000
"""Milliseconds between two sentences to somebody who goes on too fast."""
KNOWN = 10_000
"""People whose pace is remembered; those who took their time are forgotten first."""

FAST = (
    "That was a lot at once: up to {acts} messages in {seconds} seconds are taken. Your game stands as it was; "
    "wait a moment and say it again."
)
LONG = "That is {n:,} characters; up to {chars:,} fit in one message. Nothing was changed."
MANY = "You have {games} games open, and that is the most. Finish one, or leave it with /quit; then start another."


class Limits(Struct, frozen=True):
    """0 means no limit. `acts` in ten seconds; `games` open at a time; `chars` in one message."""

    acts: int = 60
    games: int = 25
    chars: int = 5_000


class Slowly(Struct, frozen=True):
    """Why an act is not taken, and the sentence that says so."""

    code: str
    sentence: str


class _Pace(Struct):
    left: float
    at: int
    told: int = -TELL_AGAIN


class Turnstile:
    """Lets acts through, or says why not."""

    def __init__(self, limits: Limits, clock: Callable[[], int]) -> None:
        self.limits, self.clock = limits, clock
        self._paces: dict[str, _Pace] = {}

    def stops(self, inbound: Inbound) -> Slowly | None:
        limits, length = self.limits, _length(inbound)
        if limits.chars and length > limits.chars:
            return Slowly("too_long", LONG.format(n=length, chars=limits.chars))
        if not limits.acts:
            return None
        now = self.clock()
        pace = self._pace(inbound.user, now)
        if pace.left >= 1:
            pace.left -= 1
            return None
        return Slowly("too_fast", FAST.format(acts=limits.acts, seconds=WINDOW // 1000))

    def repeated(self, user: str) -> None:
        """The act was delivered before, after a restart for instance: it does not count."""
        if user in self._paces:
            self._paces[user].left += 1

    def tell(self, user: str, slowly: Slowly) -> str:
        """The sentence; "" if the same was said a moment ago."""
        if slowly.code != "too_fast":
            return slowly.sentence
        pace, now = self._paces[user], self.clock()
        if 0 <= now - pace.told < TELL_AGAIN:
            return ""
        pace.told = now
        return slowly.sentence

    def _pace(self, user: str, now: int) -> _Pace:
        """A person's acts that are left now: all of them to begin with, and more with every moment."""
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
