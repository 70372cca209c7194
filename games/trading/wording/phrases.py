"""Small parts of sentences: numbers with their sign, swaps."""

from typing import Any

from games.trading.config import SEATS
from games.trading.domain import Goods, Offer, listed, named, pairs
from games.trading.view import View


def signed(number: int) -> str:
    """Return points gained or lost: `+5`, `-3`, `0`."""
    return f"{number:+d}" if number else "0"


def swap(offer: Offer) -> str:
    """Return an offer inside a sentence, from its proposer's side."""
    return f"{listed(offer.give)} for {listed(offer.get)}"


def rates(values: Goods) -> str:
    """Return the worth of a unit of each resource: `Wheat 5, Wood 11, …`."""
    return ", ".join(f"{name} {value}" for name, value in pairs(values))


def data_of(view: View) -> dict[str, Any]:
    """Return the keys for programs: the number of the message that is due, and the standing offer."""
    if view.close is not None:
        return {"messages": len(view.history)}
    offer = view.offer
    if offer is None:
        return {"message": view.number, "offer": None}
    maker = SEATS[1 - view.mover]
    return {"message": view.number, "offer": {"by": maker, "give": named(offer.give), "get": named(offer.get)}}
