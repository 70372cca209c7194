"""Remarks that name prices, shares or things, and offer none: what might have been, the past, and astonishment.

unreal("i would have taken 45")    # True: so it would have been
past("it was 45 last week")        # True
startled("57??")                   # True
"""

import re
from typing import Final

_UNREAL: Final = re.compile(
    r"(?<!\w)(?:would(?:'ve| have| of)|woulda|i'd(?:'ve| have) (?!liked|loved|preferred)\w+(?:ed|en|ne|id|ld)"
    r"|(?:i|we) (?:could|should)(?:'ve| have)|coulda|shoulda"
    r"|if (?:it|that|the price|your (?:price|offer|share)|this|you) (?:was|were|had|said|would have))(?!\w)"
)
_PAST: Final = re.compile(
    r"(?<!\w)(?:(?:last|this) (?:week|month|year|night|summer|winter)|last (?:time|game)|yesterday"
    r"|(?:years?|weeks?|months?|days?) ago|back then|used to|once (?:cost|was|sold|paid|bought))(?!\w)"
)
_STARTLED: Final = re.compile(r"\?\s?\?|\?!|!\?")


def unreal(text: str) -> bool:
    """Return whether a canonical text in lower case says what would have been."""
    return _UNREAL.search(text) is not None


def past(text: str) -> bool:
    """Return whether a canonical text in lower case speaks of an earlier time."""
    return _PAST.search(text) is not None


def startled(text: str) -> bool:
    """Return whether a canonical text repeats something in astonishment."""
    return _STARTLED.search(text) is not None
