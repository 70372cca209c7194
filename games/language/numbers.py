"""Numbers in typed words: each with its place and its kind. A game's policy decides which of them count.

    [(n.digits, n.kind) for n in numbers("45 or 10 off")]    # [("45", "plain"), ("10", "relative")]

A plain number stands alone. Numbers inside something else (`45k`, `A45`, `50%`, `45,50`) are parts, differences
(`5 less`, `drop it by 5`, `up 2`) are relative, and `45 dollars 50 cents` or `45 and a half` is compound. `together`
marks a number that belongs to the one before it: `40-45`, `45/2`, `10:45`, `1 000`.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from games.language.text import odd_numerals

Kind = Literal["plain", "negative", "compound", "part", "relative"]
_SIGNS: Final = "$£¤¥\u058f\u060b\u20a0-\u20c0"
"""Currency signs of Unicode without the cent sign: a number with a cent sign is a part of a price."""

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

# --- numbers in words -------------------------------------------------------------------------------------------------

_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand")
_TEN = "ten|eleven|twelve|[a-z]{3,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_UNIT = "one|two|three|four|five|six|seven|eight|nine"
_REST_IN_WORDS = re.compile(
    r",? (?:and )?(?:(?:a |one )?(?:half|quarter)|three quarters|point [a-z]+"
    rf"|(?:{_TEN})(?:[ -](?:{_UNIT}))?(?=[.,;!?)]| ?$| (?:cent|please|then))|(?:{_UNIT})(?= cent))(?![\w])"
)
IN_WORDS: Final = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    "(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen"
)
"""Alternatives for a pattern over canonical text in lower case: numbers in words, without the ambiguous `one`."""
_IN_WORDS = re.compile(rf"\b(?:{IN_WORDS})\b")

# --- differences ------------------------------------------------------------------------------------------------------

_THAN = r"less|lower|cheaper|fewer|more(?! or less)|higher"
_DIFFERS = re.compile(
    rf" (?:{_THAN}|extra|off|discount|reduction|rebate|(?:below|under|above|over) (?:your|that|this|the|my))(?!\w)"
)
_CHANGES = "drop|lower|reduce|cut|decrease|raise|increase|shave|move|down|up"
_CHANGED_BY = re.compile(
    rf"(?<!\w)(?:(?:{_CHANGES})(?: [a-z]+){{0,4}} by|(?:discount|reduction|rebate) of|another"
    r"|(?:come|go|get|bring it|take|knock|shave) (?:down|off)|^(?:up|plus|add)) (?:only |just |about )?$"
)
_CHANGED_BEHIND = re.compile(f"{_DIFFERS.pattern}|{_REST_IN_WORDS.pattern}", re.IGNORECASE)
_CHANGED_BEFORE = frozenset(("by", "of", "another", "down", "off", "only", "just", "up", "plus", "add"))
_BEFORE: Final = 60
"""Characters before a number that may turn it into a difference."""
_HALFWAY = re.compile(r"\b(?:split the diff(?:erence)?|meet (?:me |you |us )?(?:halfway|half way|in the middle))\b")


class Number(NamedTuple):
    """A number in a text: its digits, the currency or sign before it, its unit, and its span including both."""

    digits: str
    before: str
    after: str
    start: int
    end: int
    kind: Kind
    together: bool


def numbers(text: str) -> Iterator[Number]:
    """Yield the numbers of a canonical text in lower case with single spaces, in time linear in its length."""
    odd = odd_numerals(text)
    previous, done = "", 0
    for match in _NUMBER.finditer(text):
        before, digits, after = match.groups("")
        start, end = match.span()
        gap = text[done : match.start("digits")]
        together = bool(previous) and _belong_together(previous, gap, digits)
        yield Number(digits, before, after, start, end, _kind(text, match, odd), together)
        previous, done = digits, end


def careful(before: str, behind: str) -> bool:
    """Return whether the words beside a number may change its meaning; they are one space apart."""
    if _CHANGED_BEHIND.match(behind):
        return True
    return before.lower().removesuffix("about ").rstrip().rpartition(" ")[2] in _CHANGED_BEFORE


def spelled_out(text: str) -> bool:
    """Return whether a canonical text in lower case holds a number in words."""
    return _IN_WORDS.search(text) is not None


def halfway(text: str) -> bool:
    """Return whether a canonical text in lower case proposes the middle of two numbers without naming it."""
    return _HALFWAY.search(text) is not None


def hundredths(digits: str) -> tuple[int, str] | None:
    """Return the digits of a plain number in hundredths, rounded down, and the finer digits that are left.

    None for more than nine digits before the point.
    """
    whole, _, part = digits.replace(",", "").partition(".")
    whole = whole.lstrip("0")
    return None if len(whole) > 9 else (int(whole or "0") * 100 + int((part + "00")[:2]), part[2:].rstrip("0"))


def _kind(text: str, match: re.Match[str], odd: bool) -> Kind:
    before, digits, after = match.groups("")
    start, end = match.span()
    if (not after and _CENTS.match(text, end)) or _REST_IN_WORDS.match(text, end):
        return "compound"
    if "-" in before or before.startswith(("m", "n")):
        return "negative"
    if _DIFFERS.match(text, end) or _CHANGED_BY.search(text, max(0, start - _BEFORE), start):
        return "relative"
    if not after and _PART.match(text, end):
        return "part"
    if not _WELL_FORMED.fullmatch(digits) or (not before and _attached(text, start)):
        return "part"
    return "part" if odd and _beside_odd(text, start, end) else "plain"


def _beside_odd(text: str, start: int, end: int) -> bool:
    """Return whether a numeral that is not a decimal digit touches a number (`45²`)."""
    return odd_numerals(text[start - 1 : start]) or odd_numerals(text[end : end + 2])


def _belong_together(first: str, gap: str, second: str) -> bool:
    return bool(_JOINT.fullmatch(gap) or (gap == " " and _THOUSANDS.fullmatch(f"{first} {second}")))


def _attached(text: str, start: int) -> bool:
    if start == 0:
        return False
    char, earlier = text[start - 1], text[max(0, start - 10) : start - 1]
    if char == ",":
        return not (earlier[-1:].isalnum() or earlier.endswith(('"', "'", ")", "]")))
    return char.isalpha() or char in "_%¢." or (char in " -" and earlier.endswith(_TENS))
