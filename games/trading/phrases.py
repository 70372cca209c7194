"""Small parts of sentences: who somebody is to the reader, numbers with their sign, lists."""

from collections.abc import Sequence

from games.post import Voice
from games.trading.goods import Goods, Offer, listed, pairs


def who(seat: str, voice: Voice) -> str:
    """A seat as the reader should see it inside a sentence."""
    if seat == voice.you:
        return "you"
    if voice.kind(seat) == "ai" and sum(cast.kind == "ai" for cast in voice.cast) == 1:
        return "the AI"
    return next((cast.name for cast in voice.cast if cast.seat == seat and cast.name), seat)


def subject(seat: str, voice: Voice) -> str:
    """The same at the start of a sentence."""
    name = who(seat, voice)
    return name.capitalize() if name == "you" else name.replace("the AI", "The AI")


def label(seat: str, voice: Voice) -> str:
    """The same over a column, or before somebody's words."""
    return subject(seat, voice).removeprefix("The ")


def whose(seat: str, voice: Voice) -> str:
    return "your" if seat == voice.you else f"{who(seat, voice)}'s"


def does(seat: str, voice: Voice, verb: str, third: str = "") -> str:
    """Subject and verb: `You accept`, `The AI accepts`."""
    return f"{subject(seat, voice)} {verb if seat == voice.you else third or verb + 's'}"


def signed(number: int) -> str:
    """Points gained or lost: `+5`, `-3`, `0`."""
    return f"{number:+d}" if number else "0"


def swap(offer: Offer) -> str:
    """An offer inside a sentence, from the side of who made it."""
    return f"{listed(offer.give)} for {listed(offer.get)}"


def rates(values: Goods) -> str:
    """`Wheat 5, Wood 11, …`."""
    return ", ".join(f"{name} {value}" for name, value in pairs(values))


def many(words: Sequence[str]) -> str:
    """`Wheat, Wood and Ore`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
