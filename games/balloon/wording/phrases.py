"""Small parts of sentences: sets, weights."""

from fractions import Fraction
from typing import Final

from games.balloon.view import View
from games.core.phrases import counted, joined

PASS: Final = "Let me hear you first."
"""Words that leave the next move to the other side."""
TOLD: Final = 10
"""Differences between two sets are listed up to this many items."""


def count(items: int) -> str:
    """Count items: `1 item`, `24 items`."""
    return counted(items.bit_count(), "item")


def listed(view: View, items: int) -> str:
    return ", ".join(view.names(items)) or "nothing"


def load(view: View, items: int) -> str:
    """Sum up a set: `24 items, effort 8142 of 8145`, in chats without the word."""
    word = "" if view.terms.style == "chat" else "effort "
    return f"{count(items)}, {word}{view.effort(items)} of {view.limit}"


def change(view: View, before: int, after: int) -> str:
    """Return the difference between two sets, `with A71, without B19 and C72`; "" if they are the same."""
    more, less = after & ~before, before & ~after
    parts = [f"with {joined(view.names(more))}"] if more else []
    parts += [f"without {joined(view.names(less))}"] if less else []
    return ", ".join(parts)


def percent(share: Fraction) -> str:
    """Return a share as a percentage with two decimals: `99.97 %`, `100 %`."""
    hundredths = round(share * 10_000)
    return f"{hundredths // 100} %" if hundredths % 100 == 0 else f"{hundredths // 100}.{hundredths % 100:02d} %"
