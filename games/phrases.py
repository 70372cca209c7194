"""Small parts of sentences that every game needs: numbers of things, lists."""

from collections.abc import Sequence


def counted(number: int, thing: str) -> str:
    """`1 item`, `24 items`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """`Wheat, Wood and Ore`; nothing for no words."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
