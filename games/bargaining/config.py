"""Settings of price bargaining, and the named conditions of the published studies (docs/sources.md).

A few settings describe what a seat learns of the other's number. `information` (for the buyer) and `seller_learns` say
who learns it. It may be exact, a range that the game vouches for, a range that the other merely claims, or nothing. A
range with a step is a list of values.
"""

from typing import Annotated, Final, Literal, get_args

from msgspec import Struct

from games.core.settings import (
    READ,
    STYLE,
    BadSetting,
    Money,
    Option,
    Read,
    Style,
    Whole,
    conditions,
    dollars,
    settings_in,
)

Known = Literal["exact", "range", "claimed", "none"]
_PRICE = Money(0, 100_00)
_END = Money(0, 300_00)


class BargainingConfig(Struct, frozen=True):
    """One bargaining game. All prices in cents."""

    buyer_value: Annotated[int, Money(1, 100_00), 65_00, "What the item is worth to the buyer."]
    seller_cost: Annotated[int, _PRICE, 40_00, "What the item costs the seller if it is sold."]
    rounds: Annotated[int, Whole(1, 100), 6, "How many offers there can be, of both sides together."]
    first: Annotated[Literal["seller", "buyer"], "seller", "Who makes the first offer."]
    information: Annotated[Known, "exact", "What the buyer learns of the seller's cost, and the seller likewise."]
    seller_learns: Annotated[
        Literal["same", "exact", "range", "claimed", "none"],
        "same",
        "What the seller learns of the buyer's value, if not the same.",
    ]
    cost_low: Annotated[int, _END, 30_00, "The lower end of the range that the buyer is told for the seller's cost."]
    cost_high: Annotated[int, _END, 50_00, "The upper end of that range."]
    cost_step: Annotated[int, _PRICE, 0, "Step of the costs in that range that are possible; 0.00: any."]
    value_low: Annotated[int, _END, 45_00, "The lower end of the range that the seller is told for the buyer's value."]
    value_high: Annotated[int, _END, 75_00, "The upper end of that range."]
    value_step: Annotated[int, _PRICE, 0, "Step of the values in that range that are possible; 0.00: any."]
    lowest: Annotated[int, _PRICE, 0, "The lowest price that may be offered."]
    highest: Annotated[int, _PRICE, 100_00, "The highest price that may be offered."]
    outside_option: Annotated[int, _PRICE, 0, "What the seller earns by keeping the item, if there is no deal."]
    talk: Annotated[Literal["off", "seller", "buyer", "both"], "off", "Whose words are passed on (cheap talk)."]
    accept: Annotated[
        Literal["strict", "wide"], "strict", "Words that accept if reading=seed: accept, yes, deal; wide adds ok, sure."
    ]
    style: Annotated[
        Literal["seed", "chat", "compact"], Option(get_args(Style), aliases=(("compact", "chat"),)), "seed", STYLE
    ]
    item: Annotated[Literal["item", "mug"], "item", "What is bargained over."]
    no_zopa: Annotated[bool, False, "Allow games in which no price pays both sides."]
    condition: str
    reading: Annotated[Read, "seed", READ] = "seed"

    @property
    def reservation(self) -> int:
        """Return the seller's reservation price: below it the seller would rather keep the item."""
        return self.seller_cost + self.outside_option

    @property
    def value_known(self) -> Known:
        """Return the seller's knowledge of the buyer's value."""
        return self.information if self.seller_learns == "same" else self.seller_learns


SETTINGS: Final = settings_in(BargainingConfig)

# The ranges of the published studies are for a cost of 40 and values of 50 and 65. For other numbers they move along in
# coarse steps, so that the range stays true and its ends give nothing away.
PRESETS: Final = conditions("""
    _ranges: cost_low=derived(max(0, seller_cost + outside_option - 10), 10);
        cost_high=derived(seller_cost + outside_option + 10, 10);
        value_low=derived(max(0, min(45, buyer_value - 10)), 15); value_high=derived(max(75, buyer_value + 10), 15)
    _precision: *_ranges; buyer_value=sequence(50, 65); seller_cost=40
    _source: *_ranges; buyer_value=80; seller_cost=50; seller_learns=exact; cost_low=derived(seller_cost - 5);
        cost_high=derived(seller_cost + 5)
    _drawn: item=mug; buyer_value=8; seller_cost=0; outside_option=0; highest=15; information=none; cost_low=0;
        cost_high=15; value_low=0; value_high=15; rounds=4; no_zopa=on
    exact: *_ranges
    seed: *_ranges; style=seed; reading=seed
    precision_exact: *_precision
    range: *_precision; information=range
    none: *_precision; information=none
    tight: buyer_value=sequence(42, 45); seller_cost=40; rounds=3; cost_low=35; cost_high=50; value_low=38;
        value_high=55
    tight_range: *tight; information=range
    tight_none: *tight; information=none
    source_none: *_source; information=none
    verified: *_source; information=range
    claimed: *_source; information=claimed
    one_sided: *_ranges; buyer_value=choice(60, 70, 80); seller_cost=choice(30, 40, 50); information=range;
        seller_learns=exact; cost_low=30; cost_high=50; cost_step=10
    asymmetric: buyer_value=choice(60, 70, 80, 90); seller_cost=choice(20, 30, 40, 50); rounds=5; first=buyer;
        information=range; cost_low=20; cost_high=50; cost_step=10; value_low=60; value_high=90; value_step=10
    mug: item=mug; buyer_value=8; seller_cost=0; outside_option=6; highest=15; information=none; cost_low=4;
        cost_high=8; value_low=4; value_high=10
    mug_imperfect: *mug; information=range; seller_learns=none
    cheap_talk: *mug; rounds=4; information=range; cost_high=10; talk=seller; accept=wide
    mug_narrow: *_drawn; buyer_value=uniform(8, 12, 0.50); seller_cost=uniform(6, 10, 0.50)
    mug_wide: *_drawn; buyer_value=uniform(5, 15, 0.50); seller_cost=uniform(5, 15, 0.50)
""")


def check(config: BargainingConfig) -> None:
    _prices(config)
    _zone(config)
    if config.information == "range":
        _range("seller_cost", config.reservation, "cost", config.cost_low, config.cost_high, config.cost_step)
    elif config.information == "claimed":
        _ends("cost", config.cost_low, config.cost_high)
    if config.value_known == "range":
        _range("buyer_value", config.buyer_value, "value", config.value_low, config.value_high, config.value_step)
    elif config.value_known == "claimed":
        _ends("value", config.value_low, config.value_high)


def _prices(config: BargainingConfig) -> None:
    low, high = config.lowest, config.highest
    if low >= high:
        raise BadSetting("highest", f"must be a price above lowest ({dollars(low)}) and up to $100.00", dollars(high))
    if config.reservation > high:
        raise BadSetting(
            "highest", f"must be at least {_floor(config)}, so that the seller has a price to name", dollars(high)
        )
    if config.buyer_value < low:
        raise BadSetting(
            "lowest",
            f"must be at most buyer_value ({dollars(config.buyer_value)}), so that the buyer has a price to name",
            dollars(low),
        )


def _zone(config: BargainingConfig) -> None:
    """Raise `BadSetting` unless some price pays both or `no_zopa` is on."""
    if config.no_zopa:
        return
    if config.buyer_value <= config.reservation:
        raise BadSetting(
            "buyer_value",
            f"must be a price from $0.01 to $100.00 and above {_floor(config)}, unless no_zopa is on; "
            f"it is {dollars(config.buyer_value)}",
        )
    if min(config.buyer_value, config.highest) <= max(config.reservation, config.lowest):
        span = f"{dollars(config.lowest)} to {dollars(config.highest)}"
        raise BadSetting(
            "highest", f"and lowest must leave a price that pays both sides, unless no_zopa is on; {span} does not"
        )


def _floor(config: BargainingConfig) -> str:
    if config.outside_option:
        return f"seller_cost and outside_option together ({dollars(config.reservation)})"
    return f"seller_cost ({dollars(config.seller_cost)})"


def _range(key: str, number: int, name: str, low: int, high: int, step: int) -> None:
    """Raise `BadSetting` if a number lies outside the range that the game vouches for."""
    _ends(name, low, high)
    if not low <= number <= high:
        span = f"{dollars(low)} to {dollars(high)}"
        raise BadSetting(
            key, f"must lie in the range that is announced, {name}_low to {name}_high ({span})", dollars(number)
        )
    if step and ((number - low) % step or (high - low) % step):
        raise BadSetting(
            f"{name}_step", f"must lead from {name}_low to {key} and to {name}_high in whole steps", dollars(step)
        )


def _ends(name: str, low: int, high: int) -> None:
    if low > high:
        raise BadSetting(f"{name}_high", f"must be a price from {name}_low ({dollars(low)}) up", dollars(high))
