"""Drawing of an instance: efforts, the limit, and each seat's importances.

Every session draws all of it afresh from its own seed.
"""

from random import Random
from typing import Final

from games.balloon.config import Config, Instance, Mode, Pairing, instance_of
from games.core.contract import rng

EFFORTS: Final = (1, 1001)
SPREAD = 10
"""Correlated importances differ from the effort by at most the greatest effort divided by this."""
_IDS: Final = tuple(f"{letter}{number:02d}" for letter in "ABC" for number in range(100))
_NOUNS: Final = (
    *("rope", "lantern", "blanket", "compass", "hammer", "kettle", "ladder", "mirror", "needle", "pillow", "radio"),
    *("saw", "tent", "umbrella", "whistle", "anchor", "basket", "candle", "drum", "fan", "globe", "harp", "jacket"),
    *("knife", "lamp", "medal", "oven", "paddle", "quilt", "ring", "stove", "torch", "violin", "wagon", "zither"),
)


def instance(config: Config, seed: int) -> Instance:
    """Return the instance of a session: drawn, or from its file."""
    if config.instance:
        return instance_of(config.instance)
    names = tuple(rng(seed, "names").sample(_NOUNS if config.labels == "nouns" else _IDS, config.items))
    weighing = rng(seed, "effort")
    efforts = tuple(weighing.randint(*EFFORTS) for _ in names)
    return Instance(names, efforts, sum(efforts) // 2, importances(config.importance, config.pairing, efforts, seed))


def importances(
    mode: Mode, pairing: Pairing, efforts: tuple[int, ...], seed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return each seat's importances."""
    first = _drawn(mode, efforts, rng(seed, "importance", "A"))
    if pairing == "equal":
        return first, first
    if pairing == "inverse":
        return first, _reversed_ranks(first)
    return first, _drawn(mode, efforts, rng(seed, "importance", "B"))


def _drawn(mode: Mode, efforts: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    most = max(efforts)
    spread = most // SPREAD
    match mode:
        case "uncorrelated":
            return tuple(chance.randint(1, most) for _ in efforts)
        case "weakly":
            return tuple(max(1, effort + chance.randint(-spread, spread)) for effort in efforts)
        case "strongly":
            return tuple(effort + spread for effort in efforts)
        case "subset-sum":
            return efforts
        case "inverse":
            return tuple(most + 1 - effort for effort in efforts)


def _reversed_ranks(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the same numbers in reversed ranks: the least where the greatest was."""
    order = sorted(range(len(values)), key=lambda at: (values[at], at))
    turned = [0] * len(values)
    for low, high in zip(order, reversed(order), strict=True):
        turned[low] = values[high]
    return tuple(turned)
