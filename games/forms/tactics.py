"""Analytic participants for dry runs. Each draws what it is like once, and answers every item by that and by chance."""

from collections.abc import Mapping
from math import cos, radians, sin
from random import Random
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from games.core.chance import rng
from games.core.contract import Act, Player
from games.forms.items import Choose, Divide, Item, Notice, Scale, Write
from games.forms.rules import READ, SKIPPED, Answered, division
from games.forms.view import View

ORIENTATIONS: Final = ((35, 55), (5, 30), (-25, 10), (75, 5))
"""Pairs: an angle in degrees at which people weigh another's points, and how many in a hundred simulated ones do so."""
SKIPS: Final = 0.05
"""Share of the questions that a compliant participant leaves out, where that is allowed."""
_WORDS: Final = ("It was fine.", "I tried to meet in the middle.", "The other side gave way late.", "No comment.")


class Manner(Struct, frozen=True):
    """The disposition of a participant: the angle, in degrees, at which it weighs another's points."""

    angle: int


def _drawn(view: View, seed: int) -> Manner:
    angles, weights = zip(*ORIENTATIONS, strict=True)
    return Manner(rng(seed, "orientation").choices(angles, weights)[0])


def _compliant(view: View, seed: int, mine: Manner) -> Act[Answered]:
    item = view.item
    if item is None:
        return Act(None)
    chance = rng(seed, "answer", item.id, view.attempt)
    if not isinstance(item, Notice | Divide) and item.skippable and chance.random() < SKIPS:
        return Act(Answered(item.id, SKIPPED))
    if isinstance(item, Choose):
        good = item.right or tuple(value for value, _ in item.options if value not in item.ends)
        return Act(Answered(item.id, chance.choice(good)))
    if isinstance(item, Divide):
        return Act(Answered(item.id, division(max(item.options, key=lambda pair: _worth(pair, mine.angle)))))
    return Act(Answered(item.id, _any(item, chance)))


def _careless(view: View, seed: int, mine: Manner) -> Act[Answered]:
    item = view.item
    if item is None:
        return Act(None)
    chance = rng(seed, "answer", item.id, view.attempt)
    if isinstance(item, Choose):
        going = [value for value, _ in item.options if value not in item.ends]
        return Act(Answered(item.id, chance.choice([v for v in going if v not in item.right] or going)))
    return Act(Answered(item.id, _any(item, chance)))


def _any(item: Item, chance: Random) -> str:
    """Return any answer to an item."""
    match item:
        case Notice():
            return READ
        case Choose(options=options):
            return chance.choice(options)[0]
        case Scale(low=low, high=high):
            return str(chance.randint(low, high))
        case Write(longest=longest):
            return chance.choice(_WORDS)[:longest].strip()
        case Divide(options=pairs):
            return division(chance.choice(pairs))


def _worth(pair: tuple[int, int], angle: int) -> float:
    return pair[0] * cos(radians(angle)) + pair[1] * sin(radians(angle))


PLAYERS: Final[Mapping[str, Player[View, Answered]]] = MappingProxyType(
    {
        "compliant": Player("compliant", "Reads, consents, and answers checks right.", _compliant, _drawn, Manner),
        "careless": Player(
            "careless", "Consents, answers checks wrong, and everything else at random.", _careless, _drawn, Manner
        ),
    }
)
