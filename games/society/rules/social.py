"""The given orders of the social game: the groups that share, and the maps that seats are shown."""

from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from games.core.contract import Seat, rng
from games.society.config import Scenario
from games.society.rules.sharing import Group, Groups

Name = Literal["isolation", "connection", "independent", "overlapping", "inequality"]

STAGES: Final[tuple[tuple[int, Name], ...]] = ((0, "inequality"), (30, "independent"), (60, "overlapping"))
"""The dynamic scenario: the first tick of each order."""

_HALVES: Final = ((0, 1, 4, 5), (2, 3, 6, 7))
_TRADES: Final = ((0, 1, 2, 3), (4, 5, 6, 7))
_MOST, _LEAST = Fraction(17, 20), Fraction(1, 20)


class Order(Struct, frozen=True):
    """An order of the social game. `sees` are pairs of seats: the second one is shown the map of the first."""

    name: str
    groups: Groups
    sees: tuple[tuple[Seat, Seat], ...]


ALONE: Final = Order("", (), ())


def order(scenario: Scenario, tick: int, seats: tuple[Seat, ...], seed: int | None = None) -> Order:
    """Return the order that holds during the tick with this number, from 0. A seed draws the seats' parts in it."""
    cast = list(seats)
    if seed is not None:
        # Carpenters and miners keep their roles; only their parts in the order are drawn.
        half = len(seats) // 2
        chance = rng(seed, "parts")
        cast = [*chance.sample(cast[:half], half), *chance.sample(cast[half:], half)]
    name: Name = next(n for start, n in reversed(STAGES) if tick >= start) if scenario == "dynamic" else scenario
    return Order(name, _groups(name, cast), _links(name, cast))


def lasts(scenario: Scenario, tick: int) -> int | None:
    """Return the ticks from this one on in which the order stays the same; None: to the end."""
    later = [start - tick for start, _ in STAGES if start > tick] if scenario == "dynamic" else []
    return min(later, default=None)


def _groups(name: Name, cast: list[Seat]) -> Groups:
    match name:
        case "independent":
            return tuple(_equal(letter, part, cast) for letter, part in zip("AB", _HALVES, strict=True))
        case "overlapping":
            return tuple(_equal(letter, part, cast) for letter, part in zip("ABCD", (*_HALVES, *_TRADES), strict=True))
        case "inequality":
            first = Group("A", _seats(_HALVES[0], cast), (_MOST, _LEAST, _LEAST, _LEAST))
            return first, Group("B", _seats(_HALVES[1], cast), (_LEAST, _LEAST, _MOST, _LEAST))
        case _:
            return ()


def _equal(name: str, part: tuple[int, ...], cast: list[Seat]) -> Group:
    return Group(name, _seats(part, cast), (Fraction(1, len(part)),) * len(part))


def _seats(part: tuple[int, ...], cast: list[Seat]) -> tuple[Seat, ...]:
    return tuple(cast[at] for at in part)


def _links(name: Name, cast: list[Seat]) -> tuple[tuple[Seat, Seat], ...]:
    """Return the shown maps: none under isolation, all under independent groups; else maps are shared inside groups."""
    if name == "isolation":
        return ()
    if name == "independent":
        circles: tuple[tuple[int, ...], ...] = (tuple(range(len(cast))),)
    elif name == "inequality":
        circles = _HALVES
    else:
        circles = (*_HALVES, *_TRADES)
    pairs = {(one, other) for circle in circles for one in circle for other in circle if one != other}
    return tuple((cast[one], cast[other]) for one, other in sorted(pairs))
