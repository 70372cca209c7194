"""Small parts of sentences: numbers with their sign, swaps, names for seats."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from games.core.post import Block, Cast, Voice
from games.trading.config import SEATS
from games.trading.domain import Goods, Offer, listed, named, pairs
from games.trading.rules import Terms
from games.trading.view import Fact, Sent, View

Part = Callable[[Any, View, Voice], list[Block]]
"""Words for a fact, for one reader."""
Told = Mapping[type, Part]
TITLES: Final[Mapping[str, str]] = MappingProxyType({SEATS[0]: "Trader 1", SEATS[1]: "Trader 2"})
"""Names for seats whose players have none."""


def titled(view: View, voice: Voice) -> Voice:
    """Return the voice with a name for everybody. The seed's look keeps the names of the seats."""
    if view.terms.style == "seed":
        return voice
    known = {cast.seat: cast for cast in voice.cast}
    cast = tuple(known.get(seat) or Cast(seat, "human") for seat in SEATS)
    return replace(voice, cast=tuple(one if one.name else replace(one, name=TITLES[one.seat]) for one in cast))


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


def spoken(terms: Terms) -> tuple[str, ...]:
    """Say how plain words make offers and answers."""
    answer = "must be answered" if terms.strict_response else "that isn't accepted in the next message lapses"
    return (
        "Offer a swap in your own words, such as: I'll give 3 sheep for 1 ore. In doubt you're asked first.",
        "Answer with: deal, or: no thanks. 'Make it 2 ore' changes the offer on the table.",
        "Tags bind at once: [Offer: 3 Sheep -> 1 Ore] (what you give -> what you get), [Accept], [Deny].",
        f"An offer {answer}.",
    )


def is_receipt(facts: tuple[Fact, ...], voice: Voice) -> bool:
    """Return whether the only fact is that the reader's own words were sent."""
    sent = facts[0] if len(facts) == 1 and isinstance(facts[0], Sent) else None
    return sent is not None and not (sent.offer or sent.passed or voice.plain) and sent.seat == voice.you
