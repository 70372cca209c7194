"""Prices in a canonical text: the policy over the numbers in it.

A plain number is a price. Numbers that belong together, or have a rest in cents or words, count as several prices, so
that no part is taken for the whole. Parts of something else and differences are no prices; other numbers of such a text
are still read.
"""

from typing import Final, NamedTuple

from games.language.numbers import hundredths, numbers
from games.language.text import odd_numerals

_MOST_NUMBERS: Final = 50
"""Numbers of a text that are examined; a text with more of them counts as naming several prices."""


class Scan(NamedTuple):
    """The numbers of a text. `prices` are the distinct ones within bounds, in cents."""

    prices: frozenset[int]
    any: bool
    several: bool
    outside: bool
    rest: str
    """The text without the numbers and units that were read."""


def scan(text: str, lowest: int, highest: int) -> Scan:
    """Find all prices of a canonical text in lower case with single spaces; bounds in cents. Linear in its length."""
    prices: set[int] = set()
    several = outside = False
    rest: list[str] = []
    done = 0
    for count, number in enumerate(numbers(text)):
        if count == _MOST_NUMBERS:
            several = True
            break
        rest.append(text[done : number.start])
        done = number.end
        several = several or number.together or number.kind == "compound"
        outside = outside or number.kind == "negative"
        if number.kind == "plain":
            cents = cents_of(number.digits, lowest, highest)
            prices.update(() if cents is None else (cents,))
            outside = outside or cents is None
        if len(prices) > 1:
            break
    rest.append(text[done:])
    return Scan(frozenset(prices), done > 0 or odd_numerals(text), several, outside, "".join(rest))


def cents_of(digits: str, lowest: int, highest: int) -> int | None:
    """Return the price in cents, rounded half-up; None if it is out of bounds, which is checked before rounding."""
    found = hundredths(digits)
    if found is None:
        return None
    cents, finer = found
    if not lowest <= cents <= highest or (cents == highest and finer):
        return None
    return cents + (finer[:1] >= "5")
