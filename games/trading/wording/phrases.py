"""Small parts of sentences: numbers with their sign, swaps."""

from games.trading.domain import Goods, Offer, listed, pairs


def signed(number: int) -> str:
    """Return points gained or lost: `+5`, `-3`, `0`."""
    return f"{number:+d}" if number else "0"


def swap(offer: Offer) -> str:
    """Return an offer inside a sentence, from its proposer's side."""
    return f"{listed(offer.give)} for {listed(offer.get)}"


def rates(values: Goods) -> str:
    """Return the worth of a unit of each resource: `Wheat 5, Wood 11, …`."""
    return ", ".join(f"{name} {value}" for name, value in pairs(values))
