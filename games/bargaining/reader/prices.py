"""The number scan: it finds prices in a canonical text.

A number is a price if it stands alone. Numbers inside something else (`45k`, `A45`, `50%`, `45,50`) are no prices, and
neither are differences (`5 less`, `drop it by 5`). Other numbers of such a text are still read.

Numbers that belong together count as several prices, so that no part is taken for the whole: `40-45`, `45/2`, `10:45`,
`1 000`, `45 dollars 50 cents`, `45 and a half`.
"""

import re
from typing import Final, NamedTuple

from games.language.text import odd_numerals

# Currency signs of Unicode without the cent sign: a number with a cent sign is no price.
_SIGNS: Final = "$£¤¥\u058f\u060b\u20a0-\u20c0"

_NUMBER = re.compile(
    rf"(?P<before>(?:-|(?<![^\W\d])(?:minus|negative) )?(?:(?:(?:us)?[{_SIGNS}]|(?<![^\W\d])usd) ?)?-?)"
    r"(?P<digits>\.?[0-9]+(?:[.,][0-9]+)*)"
    rf"(?P<after> ?(?:usd|dollars?|bucks?|[{_SIGNS}])(?!\w))?"
)
_WELL_FORMED = re.compile(r"(?:(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+)")
_PART = re.compile(r"[^\W\d]|_| ?(?:[%‰٪]|(?:percent|per cent|pct|k|hundred|thousand|million|grand|dozen)(?!\w))")
_CENTS = re.compile(r" ?(?:¢|(?:cents?|cts?|c)(?!\w))")
_JOINT = re.compile(rf"\.+| ?[-/:*+=^'·٫٬×÷~|&\\]+ ?[{_SIGNS}]? ?|[{_SIGNS}]| ,| x ")
_THOUSANDS = re.compile(r"[0-9]{1,3} [0-9]{3}|[0-9] [0-9]")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand")
_TEN = "ten|eleven|twelve|[a-z]{3,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_UNIT = "one|two|three|four|five|six|seven|eight|nine"
_REST_IN_WORDS = re.compile(
    r",? (?:and )?(?:(?:a |one )?(?:half|quarter)|three quarters|point [a-z]+"
    rf"|(?:{_TEN})(?:[ -](?:{_UNIT}))?(?=[.,;!?)]| ?$| (?:cent|please|then))|(?:{_UNIT})(?= cent))(?![\w])"
)
_THAN = r"less|lower|cheaper|fewer|more(?! or less)|higher"
_DIFFERS = re.compile(
    rf" (?:{_THAN}|extra|off|discount|reduction|rebate|(?:below|under|above|over) (?:your|that|this|the|my))(?!\w)"
)
_CHANGES = "drop|lower|reduce|cut|decrease|raise|increase|shave|move|down|up"
_CHANGED_BY = re.compile(
    rf"(?<!\w)(?:(?:{_CHANGES})(?: [a-z]+){{0,4}} by|(?:discount|reduction|rebate) of|another"
    r"|(?:come|go|get|bring it|take|knock|shave) (?:down|off)) (?:only |just |about )?$"
)
_MOST_NUMBERS: Final = 50
"""Numbers of a text that are examined; a text with more of them counts as naming several prices."""
_CHANGED_BEHIND = re.compile(f"{_DIFFERS.pattern}|{_REST_IN_WORDS.pattern}", re.IGNORECASE)
_CHANGED_BEFORE = frozenset(("by", "of", "another", "down", "off", "only", "just"))


class Scan(NamedTuple):
    """The numbers of a text. `prices` are the distinct ones within bounds, in cents."""

    prices: frozenset[int]
    any: bool
    several: bool
    outside: bool
    rest: str
    """The text without the numbers and units that were read."""


def scan(text: str, lowest: int, highest: int) -> Scan:
    """Find all numbers of a canonical text in lower case with single spaces; bounds in cents. Linear in its length."""
    odd = odd_numerals(text)
    prices: set[int] = set()
    several = outside = False
    rest: list[str] = []
    previous, done = "", 0
    for count, match in enumerate(_NUMBER.finditer(text)):
        if count == _MOST_NUMBERS:
            several = True
            break
        before, digits, after = match.groups()
        start, end = match.span()
        if previous and _belong_together(previous, text[done : match.start("digits")], digits):
            several = True
        rest.append(text[done:start])
        previous, done = digits, end
        if (not after and _CENTS.match(text, end)) or _REST_IN_WORDS.match(text, end):
            several = True
        elif "-" in before or before.startswith(("m", "n")):
            outside = True
        elif (
            not _WELL_FORMED.fullmatch(digits)
            or (not before and _attached(text, start))
            or (not after and _PART.match(text, end))
            or _DIFFERS.match(text, end)
            or _CHANGED_BY.search(text, max(0, start - 60), start)
            or (odd and (odd_numerals(text[start - 1 : start]) or odd_numerals(text[end : end + 2])))
        ):
            continue
        elif (cents := _cents(digits, lowest, highest)) is None:
            outside = True
        else:
            prices.add(cents)
            if len(prices) > 1:
                break
    rest.append(text[done:])
    return Scan(frozenset(prices), bool(previous) or odd, several, outside, "".join(rest))


def careful(before: str, behind: str) -> bool:
    """Return whether the words on both sides of a price may change its meaning. Capitals are allowed; words are one
    space apart.
    """
    if _CHANGED_BEHIND.match(behind):
        return True
    return before.lower().removesuffix("about ").rstrip().rpartition(" ")[2] in _CHANGED_BEFORE


def _belong_together(first: str, gap: str, second: str) -> bool:
    return bool(_JOINT.fullmatch(gap) or (gap == " " and _THOUSANDS.fullmatch(f"{first} {second}")))


def _attached(text: str, start: int) -> bool:
    """Return whether the digits from `start` on continue a word or another number."""
    if start == 0:
        return False
    char, earlier = text[start - 1], text[max(0, start - 10) : start - 1]
    if char == ",":
        return not (earlier[-1:].isalnum() or earlier.endswith(('"', "'", ")", "]")))
    return char.isalpha() or char in "_%¢." or (char in " -" and earlier.endswith(_TENS))


def _cents(digits: str, lowest: int, highest: int) -> int | None:
    """Return the price in cents, rounded half-up; None if it is out of bounds, which is checked before rounding."""
    whole, _, part = digits.replace(",", "").partition(".")
    whole = whole.lstrip("0")
    if len(whole) > 9:
        return None
    cents, finer = int(whole or "0") * 100 + int((part + "00")[:2]), part[2:]
    if not lowest <= cents <= highest or (cents == highest and finer.strip("0")):
        return None
    return cents + (finer[:1] >= "5")
