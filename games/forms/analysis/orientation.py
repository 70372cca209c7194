"""Social value orientation, scored from the answers to two published instruments. Answers are values by item id.

- SVO Slider Measure, six primary items: Murphy, Ackermann and Handgraaf (2011), Judgment and Decision Making 6(8),
  771-781.
- Triple Dominance Measure, nine items: Van Lange, Otten, De Bruin and Joireman (1997), Journal of Personality and
  Social Psychology 73(4), 733-746.
"""

from collections import Counter
from collections.abc import Mapping
from math import atan2, degrees
from typing import Final, Literal, NamedTuple

from games.forms.instruments import SVO_SLIDER, TRIPLE_DOMINANCE, Pair
from games.forms.items import Divide, Form
from games.forms.rules import division

SliderType = Literal["altruistic", "prosocial", "individualistic", "competitive"]
DominanceType = Literal["prosocial", "individualistic", "competitive", "unclassified"]

ALTRUISTIC: Final = 57.15
PROSOCIAL: Final = 22.45
INDIVIDUALISTIC: Final = -12.04
"""Bounds of the types in degrees, from the article's section 2."""
CENTRE: Final = 50
"""Points of self and other at the centre of the circle that the angle is measured from."""
CONSISTENT: Final = 6
"""Choices of one kind, of nine, that make a type."""


class Slider(NamedTuple):
    """The angle in degrees, its type, and the mean points of self and other."""

    angle: float
    type: SliderType
    own: float
    other: float


class Dominance(NamedTuple):
    """The type, and how many of the nine choices were of the most frequent kind."""

    type: DominanceType
    consistent: int


def svo_slider(answers: Mapping[str, str]) -> Slider | None:
    """Return the angle of the six primary items and its type; None if an item has no answer."""
    pairs = _pairs(answers, SVO_SLIDER)
    if pairs is None:
        return None
    own, other = (sum(part) for part in zip(*pairs.values(), strict=True))
    many = len(pairs)
    # Sums of whole numbers are exact, so the only rounding is that of the angle itself.
    angle = degrees(atan2(other - CENTRE * many, own - CENTRE * many))
    return Slider(angle, slider_type(angle), own / many, other / many)


def slider_type(angle: float) -> SliderType:
    """Return the type of an angle in degrees."""
    if angle > ALTRUISTIC:
        return "altruistic"
    if angle > PROSOCIAL:
        return "prosocial"
    return "individualistic" if angle > INDIVIDUALISTIC else "competitive"


def triple_dominance(answers: Mapping[str, str]) -> Dominance | None:
    """Return the type of nine choices, which is clear if six of them are of one kind; None if an item has no answer."""
    pairs = _pairs(answers, TRIPLE_DOMINANCE)
    if pairs is None:
        return None
    kinds = Counter(_kind(pair, item.options) for item, pair in pairs.items())
    kind, many = kinds.most_common(1)[0]
    return Dominance(kind if many >= CONSISTENT else "unclassified", many)


def _kind(pair: Pair, options: tuple[Pair, ...]) -> DominanceType:
    """Return the kind of a choice: the equal division, the best for oneself, or the largest lead."""
    if pair[0] == pair[1]:
        return "prosocial"
    return "individualistic" if pair == max(options) else "competitive"


def _pairs(answers: Mapping[str, str], form: Form) -> dict[Divide, Pair] | None:
    """Return the division chosen in each item of a form; None if one is missing or is not one of the item's."""
    made: dict[Divide, Pair] = {}
    for item in form.items:
        if isinstance(item, Divide):
            chosen = next((pair for pair in item.options if answers.get(item.id) == division(pair)), None)
            if chosen is None:
                return None
            made[item] = chosen
    return made
