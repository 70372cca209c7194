"""Kinds of traders, and the disposition that each draws once, at the deal."""

from typing import Final

from msgspec import Struct

from games.core.chance import rng
from games.trading.view import View


class Style(Struct, frozen=True, kw_only=True):
    """One kind of trader. A risk is the standard deviation of what a swap is worth to the other side, at the deal.

    These are pairs, the least and the most that a disposition may draw:

    - `weight`: the part of the other side's gain that its own must reach, in percent.
    - `wary`: how much more than at mean values it takes the other side to gain by that side's offers, in hundredths of
      the risk.
    - `margin`: its least lead by its own offers, in hundredths of the risk; below 0 the other side may be ahead.
    - `volume`: the worth of one side of its offers, in points.
    - `patience`: how many offers without a concession it answers with offers of its own.

    The rest is the same in every game:

    - `shown`: how much greater `margin` is where it sees what the other side owns: it finds more packages to ask for
      there, and each is a chance for whoever takes one and refuses the rest.
    - `press`: how much warier it is until the other side has come nearer.
    - `due`: its least gain by the other side's offers, in hundredths of the risk.
    - `sure`: what its offers bring the other side at mean values, in hundredths of the risk; `weaker`: how much less
      that is with a weak hand; `gives`: how much more once the other side has come nearer.
    - `repeats`: refusals after which it no longer offers the same kinds of goods.
    - `others`: other kinds that it offers after refusals: at once, and more once the other side has come nearer.
    - `tries`: mixes of goods of which it makes packages; `tunes`: packages that it improves by single units.
    """

    weight: tuple[int, int]
    wary: tuple[int, int]
    margin: tuple[int, int]
    volume: tuple[int, int]
    patience: tuple[int, int]
    shown: int
    press: int
    due: int
    sure: int
    weaker: int
    gives: int
    repeats: int
    others: tuple[int, int]
    tries: int = 6
    tunes: int = 4


class Disposition(Struct, frozen=True):
    """The commitment of a trader for one game; the fields are those of its `Style`."""

    weight: int
    wary: int
    margin: int
    volume: int
    patience: int


EASY: Final = Style(
    weight=(20, 60),
    wary=(0, 0),
    margin=(-60, -60),
    volume=(50, 100),
    patience=(6, 9),
    shown=0,
    press=0,
    due=0,
    sure=98,
    weaker=45,
    gives=20,
    repeats=9,
    others=(2, 2),
)
NORMAL: Final = Style(
    weight=(100, 100),
    wary=(160, 185),
    margin=(-50, -30),
    volume=(90, 170),
    patience=(5, 8),
    shown=15,
    press=5,
    due=60,
    sure=98,
    weaker=10,
    gives=8,
    repeats=9,
    others=(0, 0),
)
HARD: Final = Style(
    weight=(100, 100),
    wary=(205, 235),
    margin=(-10, 6),
    volume=(80, 180),
    patience=(3, 5),
    shown=10,
    press=25,
    due=140,
    sure=99,
    weaker=10,
    gives=5,
    repeats=0,
    others=(0, 0),
)
WEIGHTS: Final = (0, 20)
"""The weights where nobody wins."""


def draw(style: Style, view: View, seed: int) -> Disposition:
    chance = rng(seed, "disposition")
    together = view.terms.cooperative
    weight = chance.randint(*(WEIGHTS if together else style.weight))
    wary, margin = chance.randint(*style.wary), chance.randint(*style.margin)
    volume, patience = chance.randint(*style.volume), chance.randint(*style.patience)
    if view.terms.open_inventory:
        margin += style.shown
    if together:
        return Disposition(weight, 0, 0, volume, patience)
    return Disposition(weight, wary, margin, volume, patience)
