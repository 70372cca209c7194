"""Small parts of sentences: sets, weights."""

from fractions import Fraction
from typing import Final

from games.balloon.view import View
from games.phrases import counted, joined

TOLD: Final = 10
"""Items that two sets may differ in where the difference is told."""


def count(items: int) -> str:
    """`1 item`, `24 items`."""
    return counted(items.bit_count(), "item")


def listed(view: View, items: int) -> str:
    return ", ".join(view.names(items)) or "nothing"


def load(view: View, items: int) -> str:
    """`24 items, effort 8142 of 8145`."""
    return f"{count(items)}, effort {view.effort(items)} of {view.limit}"


def change(view: View, before: int, after: int) -> str:
    """Return what one set has more and less than another: `with A71, without B19 and C72`; "" if they are the same."""
    more, less = after & ~before, before & ~after
    parts = [f"with {joined(view.names(more))}"] if more else []
    parts += [f"without {joined(view.names(less))}"] if less else []
    return ", ".join(parts)


def percent(share: Fraction) -> str:
    """A share as a percentage with two decimals: `99.97 %`, `100 %`."""
    hundredths = round(share * 10_000)
    return f"{hundredths // 100} %" if hundredths % 100 == 0 else f"{hundredths // 100}.{hundredths % 100:02d} %"
