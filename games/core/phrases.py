"""Small parts of sentences that every game needs: counted things, lists, texts cut to a length."""

from collections.abc import Sequence
from math import ceil, floor


def counted(number: int, thing: str) -> str:
    """Return a count of things: `1 item`, `24 items`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def whole(number: float) -> str:
    """Return a number of whole things between which an average lies: `8`, `8–9` for 8.57."""
    return f"{floor(number)}" if number == floor(number) else f"{floor(number)}–{ceil(number)}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Join words: `Wheat, Wood and Ore`; "" for no words."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def short(text: str, most: int) -> str:
    """Return a text of at most `most` characters; dots mark a cut."""
    return text if len(text) <= most else text[: most - 1] + "…"
