"""Kinds of traders, and the disposition that each draws once, at the deal."""

from typing import Final

from msgspec import Struct

from games.core.chance import rng
from games.trading.view import View


class Style(Struct, frozen=True):
    """One kind of trader; pairs are the least and the most that a disposition may draw.

    - `weight`: the part of the other side's gain that its own must reach, in percent.
    - `doubt`: how far it takes the other side's values to be turned against it, in percent of their range.
    - `margin`: its least lead by its own offers, in hundredths of a standard deviation of what it does not know.
    - `press`: doubt that it adds until the other side has made concessions.
    - `opening`: the part of its room that its first offers give away, in percent.
    - `sure`: how sure it is that its offers help the other side, in hundredths of a standard deviation.
    - `volume`: the worth of one side of its offers, in points.
    - `patience`: how many offers without a concession it answers with offers of its own.
    """

    weight: tuple[int, int]
    doubt: tuple[int, int]
    margin: tuple[int, int]
    press: int
    opening: int
    sure: int
    volume: tuple[int, int]
    patience: tuple[int, int]


class Disposition(Struct, frozen=True):
    """The commitment of a trader for one game; the fields are those of its `Style`."""

    weight: int
    doubt: int
    margin: int
    volume: int
    patience: int


EASY: Final = Style((20, 60), (0, 0), (0, 0), 0, 40, 95, (50, 100), (3, 5))
NORMAL: Final = Style((100, 100), (69, 97), (-32, 30), 15, 15, 105, (60, 140), (2, 4))
HARD: Final = Style((100, 100), (92, 115), (10, 45), 15, 0, 102, (80, 180), (1, 3))
WEIGHTS: Final = (0, 20)
"""The weights where nobody wins."""


def draw(style: Style, view: View, seed: int) -> Disposition:
    chance = rng(seed, "disposition")
    together = view.terms.cooperative
    weight = chance.randint(*(WEIGHTS if together else style.weight))
    doubt, margin = chance.randint(*style.doubt), chance.randint(*style.margin)
    volume, patience = chance.randint(*style.volume), chance.randint(*style.patience)
    if together:
        return Disposition(weight, 0, 0, volume, patience)
    return Disposition(weight, doubt, margin, volume, patience)
