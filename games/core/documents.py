"""JSON documents that people hand in: their size is checked before anything is built from them.

A parser builds whatever a text asks for: nesting exhausts the stack, a number of many digits takes quadratic time,
`1e999` is infinite. So one linear scan counts first, and only a text within all bounds is parsed.
"""

import json
import math
import re
from collections.abc import Iterable
from typing import Any

LONGEST = 50_000
"""Characters of a document."""
DEEPEST = 20
"""Lists and mappings inside each other."""
MOST = 5_000
"""Values and keys in a document."""
DIGITS = 40
"""Characters of a number."""
HALF = "half of a character (a lone surrogate)"

# Each alternative matches wherever it begins, so nothing is tried twice. An open quote ends with the text.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*"?|[\[{]|[\]}]|[^\s\[\]{},:"]++', re.DOTALL)
# JSON writes a character above U+FFFF as two escapes; one without the other is a text that no UTF-8 can hold.
_HEX = "[0-9a-fA-F]{2}"
_HALF = re.compile(
    rf"\\u[dD][89abAB]{_HEX}\\u[dD][c-fC-F]{_HEX}|(\\u[dD][89a-fA-F]{_HEX})|\\.|([\ud800-\udfff])", re.DOTALL
)


class Unreadable(ValueError):
    """A document that cannot be taken. The text says where and why, and repeats at most a few words of it."""


class TooMuch(Unreadable):
    """A document out of bounds."""


class Twice(Unreadable):
    """A key that occurs twice in one mapping: it is not clear which of its values is meant."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{clipped(key)!r} appears twice in one object")
        self.key = key


def clipped(text: str, most: int = 40) -> str:
    """Return the beginning of a text, to quote it in a sentence."""
    return text if len(text) <= most else f"{text[:most]}…"


def place(line: int, column: int) -> str:
    """Return a position in words; line and column count from 1."""
    return f"line {line}, column {column}"


def spot(text: str, at: int) -> str:
    """Return the position of a text's character in words; `at` counts from 0."""
    return place(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def sized(text: str) -> None:
    if len(text) > LONGEST:
        raise TooMuch(f"it has {len(text):,} characters, and {LONGEST:,} are allowed")


def bounded(text: str) -> None:
    """Raise `TooMuch` for JSON that is too long, too deep, or holds too much to be meant. Raise `Unreadable` for a lone
    surrogate. Takes linear time.
    """
    sized(text)
    depth = nodes = 0
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first in "]}":
            depth -= 1
            continue
        nodes += 1
        if first in "[{":
            depth += 1
        if depth > DEEPEST:
            raise TooMuch(f"{spot(text, token.start())}: it is nested more than {DEEPEST} levels deep")
        if nodes > MOST:
            raise TooMuch(f"{spot(text, token.start())}: it holds more than {MOST:,} values")
        if token.end() - token.start() > DIGITS and token[0].lstrip("-")[:1].isdecimal():
            raise TooMuch(f"{spot(text, token.start())}: a number has more than {DIGITS} digits")
    for found in _HALF.finditer(text):
        if found.lastindex:
            raise Unreadable(f"{spot(text, found.start())}: {HALF}")


def load(text: str) -> Any:
    """Return the value of a JSON document. Raises `Unreadable`."""
    bounded(text)
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as problem:
        raise Unreadable(f"{place(problem.lineno, problem.colno)}: {problem.msg}") from None


def once(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return an object from its pairs. Raises `Twice` for a repeated key."""
    made: dict[Any, Any] = {}
    for key, value in pairs:
        if key in made:
            raise Twice(str(key))
        made[key] = value
    return made


def reason(problem: Exception) -> str:
    """Return a library's message about a document, with the words that it quotes cut short."""
    return _QUOTED.sub(lambda found: found[1] + clipped(found[2]) + found[1], clipped(str(problem), 1_000))[:200]


_QUOTED = re.compile(r"(['`])(.{41,}?)\1", re.DOTALL)


def _no_number(word: str) -> None:
    raise TooMuch(f"{word} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise TooMuch(f"{clipped(digits)} is too large a number")
    return number
