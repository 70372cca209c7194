"""The field of the balloon game: the typical passengers by which the coach judges, and what they may hide.

Nobody knows how the other side's importances were drawn. They may have nothing to do with one's own, be the same, or be
turned round, as `ALIKE` says; where one's own follow from the efforts, so may theirs.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from random import Random
from types import MappingProxyType
from typing import Final

from games.balloon.domain import SPREAD, reversed_ranks, total
from games.balloon.rules import Bargain, Move
from games.balloon.tactics.model import SCALE, Pair, nearly_best
from games.balloon.tactics.players import decide
from games.balloon.tactics.stance import (
    COOPERATIVE,
    EASY,
    GREEDY,
    HARD,
    NORMAL,
    Disposition,
    committed,
    prospects,
    wishes,
)
from games.balloon.view import View
from games.core.contract import Act

FIELD: Final[Mapping[str, int]] = MappingProxyType(
    {"normal": 30, "easy": 20, "hard": 25, "greedy": 10, "cooperative": 15}
)
"""The players of the field, each with its weight in per cent."""
ALIKE: Final[Mapping[str, int]] = MappingProxyType({"apart": 70, "equal": 15, "inverse": 15})
"""The kinds of relation between both sides' importances, each with its weight in per cent."""
_STYLES: Final = {"normal": NORMAL, "easy": EASY, "hard": HARD, "greedy": GREEDY, "cooperative": COOPERATIVE}
_WIDTH: Final = 120
"""A set worth this much less than the share that a player wants fits about a third as well, in per mille."""
_FLOOR: Final = 0.06
_REFUSED: Final = 0.3
"""The least that a set fits; how well it fits that a side goes on that was offered what it wants."""
_TILT: Final = 3
"""An item that the other side wants is drawn as the greatest of this many importances, one that it leaves as the least.
"""
_SEED: Final = 0


class Opponent:
    """A passenger drawn from the field. Its sets are compared by their worth with what it wants, as a player thinks
    long about the very set.
    """

    def __init__(self, name: str, low: int, even: int, chance: Random) -> None:
        self.style, self.seed = _STYLES[name], chance.getrandbits(32)
        self.mine = committed(self.style, low, even, chance)

    def __call__(self, view: View) -> Act[Move]:
        return decide(self.style, view, self.seed, self.mine)

    def fits(self, view: View, seen: Move) -> float:
        """Return the fit of a move: its sets are worth what it wants, and none that stood was worth that."""
        assert view.importance is not None
        best = nearly_best(view.efforts, view.limit, view.importance).value or 1
        wanted = self.mine.limit if self.style.seeks else wishes(self.style, view, self.mine)
        if not isinstance(seen, Bargain):
            share = max(view.worth(p.items) for p in view.theirs) * SCALE // best
            return 1.0 if share >= self.mine.limit else _FLOOR
        stood = max((view.worth(p.items) for p in view.theirs), default=0) * SCALE // best
        weight = _REFUSED if stood >= wanted else 1.0
        said = {view.names(p.items) for m in view.history if m.seat == view.who for p in m.proposed}
        if not said.issuperset(seen.propose):  # to say a set again tells nothing new
            asked = max(_worth(view, names) for names in seen.propose) * SCALE // best
            off = max(0, wanted - asked) if self.style.seeks else abs(wanted - asked)
            weight *= _FLOOR + (1 - _FLOOR) * exp(-off / _WIDTH)
        return weight


def _worth(view: View, names: tuple[str, ...]) -> int:
    assert view.importance is not None
    wanted = set(names)
    return sum(worth for item, worth in zip(view.items, view.importance, strict=True) if item.name in wanted)


def opponent(chance: Random, field: Mapping[str, int], low: int, even: int) -> Opponent:
    """Return a player drawn from a field, with the prospects that a seat of this game typically has."""
    return Opponent(chance.choices(tuple(field), tuple(field.values()))[0], low, even, chance)


@lru_cache(maxsize=64)
def typical(efforts: Pair, limit: int, own: Pair) -> tuple[int, int]:
    """Return the prospects of a seat with one's own importances: those of the other side are much the same."""
    return prospects(efforts, limit, own)


def importances(efforts: Pair, own: Pair, wanted: int, chance: Random) -> tuple[Pair, float]:
    """Return a draw of the other side's importances, and its weight.

    Few draws fit a set that somebody asked for. So half of them lean towards the items in `wanted`, which is 0 for
    none, and the weight makes up for that (importance sampling from a mixture; Owen 2013, section 9.11).
    """
    how = chance.choices(tuple(ALIKE), tuple(ALIKE.values()))[0]
    most = max(efforts)
    if how == "inverse":
        return reversed_ranks(own), 1.0
    if how == "equal" or _follows(efforts, own):
        return own, 1.0
    if all(abs(mine - effort) <= most // SPREAD for mine, effort in zip(own, efforts, strict=True)):
        return tuple(max(1, effort + chance.randint(-most // SPREAD, most // SPREAD)) for effort in efforts), 1.0
    leans = wanted != 0 and chance.random() < 0.5
    drawn, density = list[float](), 1.0
    for at in range(len(efforts)):
        inside = wanted >> at & 1
        place = chance.random()
        if leans:
            place = place ** (1 / _TILT)
            place = place if inside else 1 - place
        drawn.append(place)
        density *= _TILT * (place if inside else 1 - place) ** (_TILT - 1)
    weight = 2 / (1 + density) if wanted else 1.0
    return tuple(1 + int(place * most) for place in drawn), weight


def _follows(efforts: Pair, own: Pair) -> bool:
    """Return whether importances follow from the efforts alone: always more by the same amount, or in reverse."""
    differences = {mine - effort for mine, effort in zip(own, efforts, strict=True)}
    sums = {mine + effort for mine, effort in zip(own, efforts, strict=True)}
    return min(len(differences), len(sums)) == 1


class PlaysOn:
    """The seat after a decision: `hard`, that takes whatever it can get at the very end."""

    def __init__(self, first: View) -> None:
        low, even = typical(first.efforts, first.limit, first.importance or ())
        drawn = committed(HARD, low, even, Random(_SEED))
        self.mine = Disposition(1, drawn.opening, low, even)

    def __call__(self, view: View) -> Act[Move]:
        return decide(HARD, view, _SEED, self.mine)


def share(view: View, items: int) -> int:
    """Return a set's worth as a share of one's own optimum, in per mille."""
    assert view.importance is not None
    best = nearly_best(view.efforts, view.limit, view.importance).value or 1
    return total(view.importance, items) * SCALE // best
