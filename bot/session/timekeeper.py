"""The service's clock: this machine's, compared with a steady one and with the last heartbeat in the store.

Due times are times of day, so a service that was away, or a clock that leaps, would run players' clocks down. Each
serving process leaves a heartbeat now and then. One that is too old means that nobody served; one that lies in
the future means that the clock was set back. Either is a `Lapse`, which stays on record until it was dealt with.

A process whose clock differs from that of those who serve already follows theirs, and leaves no heartbeats of its own.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Literal

import structlog
from msgspec import Struct

from bot import keys
from games.core.codec import decode, encode
from storage.base import Store

log = structlog.get_logger(__name__)

BEAT = 10.0
"""Seconds between two heartbeats of a process."""
GAP = 40_000
"""Milliseconds without a heartbeat after which the service was away, and by which clocks may differ. A restart
takes less.
"""
WATCH = 25.0
"""Seconds for which a process in doubt looks whether others serve: they leave two heartbeats meanwhile."""
LOOK = 1.0
"""Seconds between two looks of a process that is in doubt, or follows another clock."""


def milliseconds() -> int:
    """Return the time of this machine's clock."""
    return time.time_ns() // 1_000_000


class Lapse(Struct, frozen=True):
    """Time that passed without the service, or by the clock alone: from `since` to `until`, which may be earlier."""

    since: int
    until: int
    why: Literal["outage", "clock"]


class Beat(Struct, frozen=True):
    """A heartbeat: when, of which process, and the lapse that is not dealt with yet."""

    at: int
    by: str
    lapse: Lapse | None = None


class Timekeeper:
    """Clock of the service, in milliseconds. Until `begin` it shows `wall` unchanged.

    - `shift`: milliseconds to add to this machine's clock; 0 unless it differs from the service's
    - `lapse`: what players' clocks have to be mended for; None while all is well
    - `looked`: seconds on the steady clock at the last look
    """

    def __init__(self, store: Store, wall: Callable[[], int], steady: Callable[[], float] | None = None) -> None:
        self.store, self._wall = store, wall
        self._steady = steady or time.monotonic
        self._given = steady is not None
        self.owner = secrets.token_hex(4)
        self.shift = 0
        self.lapse: Lapse | None = None
        self.alarm = asyncio.Event()
        """Set when a doubt arises: look soon."""
        self._begun = self._watching = False
        self._last = 0, 0.0
        self.looked = float("-inf")
        self._doubt: float | None = None
        self._why: Literal["outage", "clock"] = "outage"
        self._seen: Beat | None = None
        self._mended: Lapse | None = None

    def begin(self) -> None:
        """Keep time from now on, for a process that serves. The time is provisional until the first look."""
        if not self._given:
            self._steady = asyncio.get_running_loop().time
        self._begun, self._last = True, (self._wall(), self._steady())

    def now(self) -> int:
        """The time. A leap of this machine's clock changes it only after a `look` has found out which is right."""
        wall = self._wall()
        if not self._begun:
            return wall
        steady = self._steady()
        leap = wall - self._last[0] - round((steady - self._last[1]) * 1000)
        self._last = wall, steady
        if abs(leap) > GAP:
            log.warning("clock_leapt", seconds=leap // 1000)
            self.shift -= leap
            self._wonder("clock")
        return wall + self.shift

    def steady(self) -> int:
        """Milliseconds for lengths of time: they go on whatever happens to the time of day."""
        return int(self._steady() * 1000) if self._begun else self._wall()

    @property
    def unsure(self) -> bool:
        """True while it is unknown how long the service was away."""
        if not self._begun:
            return False
        self.now()
        return self._doubt is not None or self._steady() - self.looked > GAP / 1000

    @property
    def holding(self) -> bool:
        """True if a lapse may be left that is not dealt with."""
        return self.unsure or self.lapse is not None

    @property
    def pause(self) -> float:
        """Seconds until the next look."""
        return LOOK if self._doubt is not None or self.shift else BEAT

    def mended(self, lapse: Lapse) -> None:
        """Close the record of a lapse: every player's clock has its time back."""
        self._mended = lapse
        if self.lapse == lapse:
            self.lapse = None

    async def look(self) -> None:
        """Compare with the last heartbeat, and leave one. Raises `StoreError`."""
        self.alarm.clear()
        kept = await self.store.pointed(keys.ALIVE)
        beat = decode(kept.encode(), Beat) if kept else None
        now, news = self.now(), beat != self._seen
        self._seen, self.looked = beat, self._steady()
        if self._doubt is None and beat is not None:
            self._compare(beat, now, news)
        if self._doubt is not None and not self._resolved(self._doubt, beat, news):
            return
        if beat is not None and beat.lapse is not None and beat.lapse != self._mended:
            self.lapse = self.lapse or beat.lapse
        if not self.shift:
            self._seen = Beat(self.now(), self.owner, self.lapse)
            await self.store.point(keys.ALIVE, encode(self._seen).decode())

    def _compare(self, beat: Beat, now: int, news: bool) -> None:
        """Doubt a time that is far from the last heartbeat; follow that of a process that serves."""
        if abs(now - beat.at) > GAP:
            # Until it is known who is right the service's time goes on: what is begun in another would run out at once,
            # or never, for those who serve.
            self.shift += beat.at - now
            self._wonder("outage")
        elif self.shift and news:
            self._follow(beat)

    def _resolved(self, since: float, beat: Beat | None, news: bool) -> bool:
        """Return whether the doubt that arose at `since` is settled: another serves, or none did for `WATCH`."""
        if self._watching and news and beat is not None:
            self._follow(beat)
        elif self.looked - since < WATCH and beat is not None:
            self._watching = True
            return False
        else:
            self._decide(beat)
        self._doubt, self._watching = None, False
        return True

    def _wonder(self, why: Literal["outage", "clock"]) -> None:
        self._doubt, self._watching, self._why = self._steady(), False, why
        self.alarm.set()

    def _follow(self, beat: Beat) -> None:
        """Follow the clock of the processes that serve. The heartbeat read with the least delay is nearest to it."""
        ahead = beat.at - self._wall()
        if abs(ahead) <= GAP:
            self.shift = 0
        elif abs(ahead - self.shift) > GAP or self._doubt is not None:
            log.warning("clock_differs", seconds=-ahead // 1000)
            self.shift = ahead
        else:
            self.shift = max(self.shift, ahead)

    def _decide(self, beat: Beat | None) -> None:
        """Go by this machine's clock, as nobody else serves; the time in between becomes a lapse."""
        self.shift = 0
        now = self._wall()
        if beat is None or abs(now - beat.at) <= GAP:
            return
        since, why = beat.at, self._why if now > beat.at else "clock"
        if beat.lapse is not None and beat.lapse != self._mended:
            since = min(since, beat.lapse.since)
        self.lapse = Lapse(since, now, why)
        log.warning("service_was_away" if why == "outage" else "clock_changed", seconds=(now - since) // 1000)
