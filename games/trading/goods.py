"""Resources and the arithmetic of swapping them (seed 002; two-player-games.md 3.1)."""

from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

RESOURCES: Final = ("Wheat", "Wood", "Sheep", "Brick", "Ore")


class Goods(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole number for each resource: units that are owned or traded, or points that one unit is worth."""

    wheat: int
    wood: int
    sheep: int
    brick: int
    ore: int


BASE: Final = Goods(5, 10, 15, 25, 40)
"""What one unit is worth on average over all seats; each seat's own values lie round it."""


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """A swap as the seat sees it that proposes it: `give` is what it hands over, `get` what it wants for that."""

    give: Goods
    get: Goods


def worth(units: Goods, values: Goods) -> int:
    """Return what units are worth at these values, in points."""
    return (
        units.wheat * values.wheat
        + units.wood * values.wood
        + units.sheep * values.sheep
        + units.brick * values.brick
        + units.ore * values.ore
    )


def gain(offer: Offer, values: Goods) -> int:
    """Return what an offer brings the seat that proposes it; the other one gains the opposite, at its own values."""
    return worth(offer.get, values) - worth(offer.give, values)


def growth(start: Goods, now: Goods, values: Goods) -> int:
    """Return how much more than at the start the goods of a seat are worth to it."""
    return worth(now, values) - worth(start, values)


def covers(units: Goods, wanted: Goods) -> bool:
    """Return whether somebody who owns these units can hand over those that are wanted."""
    return (
        units.wheat >= wanted.wheat
        and units.wood >= wanted.wood
        and units.sheep >= wanted.sheep
        and units.brick >= wanted.brick
        and units.ore >= wanted.ore
    )


def flaw(offer: Offer, owned: Goods) -> str:
    """Why somebody who owns these units cannot make an offer; "" if they can.

    What the other side owns is no business of this check: a refusal would tell.
    """
    wheat, wood, sheep, brick, ore = astuple(offer.give)
    wheat_, wood_, sheep_, brick_, ore_ = astuple(offer.get)
    # A disjunction is 0 if all its numbers are, and negative if any is.
    if (wheat | wood | sheep | brick | ore) <= 0 or (wheat_ | wood_ | sheep_ | brick_ | ore_) <= 0:
        return "bad_offer"
    if wheat * wheat_ + wood * wood_ + sheep * sheep_ + brick * brick_ + ore * ore_:
        return "same_resource"
    if owned.wheat < wheat or owned.wood < wood or owned.sheep < sheep or owned.brick < brick or owned.ore < ore:
        return "not_enough"
    return ""


def swapped(units: Goods, gone: Goods, came: Goods) -> Goods:
    """Return what somebody owns after a swap."""
    return Goods(
        units.wheat - gone.wheat + came.wheat,
        units.wood - gone.wood + came.wood,
        units.sheep - gone.sheep + came.sheep,
        units.brick - gone.brick + came.brick,
        units.ore - gone.ore + came.ore,
    )


def pairs(goods: Goods) -> tuple[tuple[str, int], ...]:
    """Each resource with its number, in the order of the rules."""
    return tuple(zip(RESOURCES, astuple(goods), strict=True))


def named(goods: Goods) -> dict[str, int]:
    """Goods as programs read them: `{"Wheat": 2, …}`."""
    return dict(pairs(goods))


def listed(goods: Goods) -> str:
    """Goods as people write them: `2 Wheat, 1 Ore`; "nothing" if there are none."""
    return ", ".join(f"{number} {name}" for name, number in pairs(goods) if number) or "nothing"


def written(offer: Offer) -> str:
    """An offer as it is typed: `[Offer: 2 Wheat, 1 Ore -> 3 Sheep]`."""
    return f"[Offer: {listed(offer.give)} -> {listed(offer.get)}]"
