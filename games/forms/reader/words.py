"""Short answers as they are compared: small letters, without marks round them and words before them."""

import re
from typing import Final

from games.language.lexicon import any_of
from games.language.text import unmark

LONGEST: Final = 400
"""Characters of a text that may be a short answer: twice a label."""
_ROUND: Final = " \n.!,;:()[]{}\"'*_`•"
_PREFACE: Final = re.compile(
    any_of(r"""
    (?:i(?:'ll| will| would|'d)? )?(?:choose|pick|take|select|say|go (?:for|with)|vote(?: for)?)
    (?:my |the )?(?:answer|choice|pick)(?: is|'s)?:?  (?:it's|it is|that's|i'm|i am|i feel|i was|i would be)
    (?:option|number|answer|choice|step)(?: number)?  n[or]\.(?= ?[0-9])  \#
    """)
    + r" ?"
)
_UNITS: Final = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_MORE: Final = "seventeen eighteen nineteen"
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"


def _numerals() -> dict[str, int]:
    small = dict(zip(f"{_UNITS} {_MORE}".split(), range(20), strict=True))
    tens = dict(zip(_TENS.split(), range(20, 100, 10), strict=True))
    large = {
        f"{ten}{sign}{unit}": tens[ten] + small[unit]
        for ten in tens
        for unit in _UNITS.split()[1:10]
        for sign in ("-", " ", "")
    }
    return small | tens | large | {"hundred": 100, "one hundred": 100, "a hundred": 100}


NUMERALS: Final = _numerals()
"""Whole numbers from 0 to 100 in words."""
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,7}")


def plain(text: str) -> str:
    """Return a canonical text ready for comparison; "" for one that is too long to be a short answer."""
    if len(text) > LONGEST:
        return ""
    return " ".join(unmark(text).lower().split()).strip(_ROUND)


def prefaced(short: str) -> str:
    """Return the answer behind words that lead to it: `my answer is two`, `option 3`; "" if there are none."""
    found = _PREFACE.match(short)
    return short[found.end() :].strip(_ROUND) if found else ""


def whole(short: str) -> int | None:
    """Return a whole number that is the whole text, in digits or in words from zero to a hundred; None otherwise."""
    if _WHOLE.fullmatch(short):
        return int(short)
    minus = short.startswith("minus ")
    number = NUMERALS.get(short.removeprefix("minus "))
    if number is None and minus and _WHOLE.fullmatch(short.removeprefix("minus ")):
        number = int(short.removeprefix("minus "))
    return number if number is None or not minus else -number
