"""People who move by the clock: from an opening to a limit whatever the other does."""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.bargaining.tactics.bargainer import ACCEPT, REJECT, Bargainer, Place
from games.bargaining.tactics.disposition import grid

GUESS: Final = 204
"""The middle of what a bargainer guesses of the zone where nothing is disclosed."""
_EASE: Final = (0.3, 0.6, 1.0, 2.0, 4.0, 50.0, 50.0, 50.0)
"""Shapes of a clock-watcher's way: below 1 it concedes early, above 1 late, far above 1 with the last offer only. Many
agreements are made in the last moments, however long the time is (Roth, Murnighan and Schoumaker 1988).
"""
_LIMIT, _START = (0.15, 0.85), (0.45, 1.5)
"""The least and the most that it asks for in the end, and at first, as parts of the expected zone."""
_REPEATS, _TAKES = 0.2, 0.5
"""The chances that it repeats one price, and that it takes anything that pays at the very end, as the rational do."""


class Clock(Bargainer):
    """A player that goes from an opening to a limit by the clock alone."""

    def __init__(self, place: Place, own: int, zone: int, chance: Random) -> None:
        super().__init__(place, own)
        self.zone, self.step = zone, grid(zone)
        self.limit = chance.uniform(*_LIMIT)
        self.start = self.limit if chance.random() < _REPEATS else max(self.limit, chance.uniform(*_START))
        self.ease = chance.choice(_EASE)
        self.floor = 0.0 if chance.random() < _TAKES else self.limit * chance.random()

    def move(self, prices: Sequence[int]) -> int:
        place, own, count = self.place, self.own, len(prices)
        standing = place.sign * (prices[-1] - own) if count else 0
        if count == place.rounds:
            return ACCEPT if standing > 0 and standing >= self.floor * self.zone else REJECT
        made, left = count // 2, place.left[count]
        part = (made / (made + left - 1)) ** self.ease if made + left > 1 else 1.0
        way = self.start + (self.limit - self.start) * part
        asked = max(0, round(way * self.zone / self.step) * self.step)
        if 0 < standing >= asked:
            return ACCEPT
        return min(max(own + place.sign * asked, place.lowest), place.highest)
