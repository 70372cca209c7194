"""Resources and the arithmetic of swapping them."""

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
"""The mean worth of one unit over all seats; each seat's own values lie round it (TextArena's SimpleNegotiation-v0)."""


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """A swap from the proposing seat's side: `give` is handed over, `get` is wanted in return."""

    give: Goods
    get: Goods


def worth(units: Goods, values: Goods) -> int:
    """Return the worth of units at these values, in points."""
    return (
        units.wheat * values.wheat
        + units.wood * values.wood
        + units.sheep * values.sheep
        + units.brick * values.brick
        + units.ore * values.ore
    )


def gain(offer: Offer, values: Goods) -> int:
    """Return the proposing seat's gain from an offer. The other seat's is the negative, at its own values."""
    return worth(offer.get, values) - worth(offer.give, values)


def growth(start: Goods, now: Goods, values: Goods) -> int:
    """Return the growth of a seat's goods since the start, at its own values."""
    return worth(now, values) - worth(start, values)


def covers(units: Goods, wanted: Goods) -> bool:
    """Return whether an owner of these units can hand over the wanted ones."""
    return (
        units.wheat >= wanted.wheat
        and units.wood >= wanted.wood
        and units.sheep >= wanted.sheep
        and units.brick >= wanted.brick
        and units.ore >= wanted.ore
    )


def flaw(offer: Offer, owned: Goods) -> str:
    """Return the reason why an owner of these units cannot make an offer; "" if they can.

    The other side's goods are not checked: a refusal would reveal them.
    """
    wheat, wood, sheep, brick, ore = astuple(offer.give)
    wheat_, wood_, sheep_, brick_, ore_ = astuple(offer.get)
    # The bitwise "or" of numbers is 0 if all are 0, and negative if any is.
    if (wheat | wood | sheep | brick | ore) <= 0 or (wheat_ | wood_ | sheep_ | brick_ | ore_) <= 0:
        return "bad_offer"
    if wheat * wheat_ + wood * wood_ + sheep * sheep_ + brick * brick_ + ore * ore_:
        return "same_resource"
    if owned.wheat < wheat or owned.wood < wood or owned.sheep < sheep or owned.brick < brick or owned.ore < ore:
        return "not_enough"
    return ""


def added(units: Goods, more: Goods) -> Goods:
    """Return an owner's units together with further ones."""
    return Goods(
        units.wheat + more.wheat,
        units.wood + more.wood,
        units.sheep + more.sheep,
        units.brick + more.brick,
        units.ore + more.ore,
    )


def swapped(units: Goods, gone: Goods, came: Goods) -> Goods:
    """Return an owner's units after a swap."""
    return Goods(
        units.wheat - gone.wheat + came.wheat,
        units.wood - gone.wood + came.wood,
        units.sheep - gone.sheep + came.sheep,
        units.brick - gone.brick + came.brick,
        units.ore - gone.ore + came.ore,
    )


def pairs(goods: Goods) -> tuple[tuple[str, int], ...]:
    """Return each resource with its number, in the order of the rules."""
    return tuple(zip(RESOURCES, astuple(goods), strict=True))


def named(goods: Goods) -> dict[str, int]:
    """Return goods as programs read them: `{"Wheat": 2, …}`."""
    return dict(pairs(goods))


def listed(goods: Goods) -> str:
    """Return goods as people write them: `2 Wheat, 1 Ore`; "nothing" if there are none."""
    return ", ".join(f"{number} {name}" for name, number in pairs(goods) if number) or "nothing"


def written(offer: Offer) -> str:
    """Return an offer as it is typed: `[Offer: 2 Wheat, 1 Ore -> 3 Sheep]`."""
    return f"[Offer: {listed(offer.give)} -> {listed(offer.get)}]"
