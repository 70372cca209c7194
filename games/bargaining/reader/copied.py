"""Our own lines, typed back: they tell of rounds, of offers that were made, and of what a price would bring."""

import re
from typing import Final

_PRICE: Final = r"\$\d+(?:\.\d\d)?"
_HEAD: Final = re.compile(
    r"\bbargaining status\b:?[ .]{0,3}|\bround \d+ of \d+\b[ .]{0,3}|(?:^|(?<=\. ))round \d+: |[━═]{3,50}[ .]{0,3}"
)
"""The time of what follows."""
_SENTENCE: Final = re.compile(r"\.(?: |$)")
_DIGIT: Final = re.compile(r"\d")
_SILENT: Final = re.compile(
    r"no offer has been made yet|there can be \d+|at most \d+ rounds:?|you earn the price"
    rf"|your (?:cost|value): {_PRICE}"
    rf"|at {_PRICE} you earn {_PRICE}(?:,? and the [a-z]+ (?:earns )?{_PRICE})?(?: \(an even split\))?"
    rf"|no deal: (?:both earn {_PRICE}|(?:you keep|the seller keeps) the \w+)"
    rf"|thanks for coming (?:up|down) to {_PRICE}|i've moved as well"
    rf"|{_PRICE} is a step(?:, but my price hasn't changed)?|here's mine"
    rf"|{_PRICE} again|my price is the same, too|you've offered {_PRICE} (?:twice|\w+ times)"
)
"""Sentences that offer nothing: the rules, what a price or no deal brings, and the remarks that our players make of a
price.
"""
_TOLD: Final = re.compile(
    rf"(?!(?:i|we)\b)[^\n:?$]{{1,60}} (?:counter)?offer(?:s|ed) (?P<made>{_PRICE})\.?"
    rf"(?: [^.:?$\n]{{1,60}} rejects?\.?)?"
    rf"|(?:last offer: )?(?P<last>{_PRICE}) by [^.:?\n]{{1,60}}\.?"
    rf"|at (?P<at>{_PRICE}) you would (?:earn|lose) {_PRICE}\b[^?\n]* is that your offer\?"
)
"""News of an offer, and our question about one."""


def bare(text: str) -> str:
    """Return a text in small letters without our heads; "" for a line of ours that offers nothing."""
    rest = _HEAD.sub(" ", text).strip(" .")
    silent = all(_SILENT.fullmatch(sentence) for sentence in _SENTENCE.split(rest) if sentence)
    return "" if silent else _HEAD.sub(" ", text).strip()


def price(text: str) -> str:
    """Return the price that lines of ours tell of an offer, the last of several; "" for any other text. Behind one of
    our heads, a sentence without a number is somebody's remark.
    """
    told, headed = bare(text), _HEAD.search(text) is not None
    parts = [told] if _TOLD.fullmatch(told) else [part.strip(" .") for part in _SENTENCE.split(told)]
    said = [part for part in parts if part and not _SILENT.fullmatch(part) and (_DIGIT.search(part) or not headed)]
    lines = [_TOLD.fullmatch(part) for part in said]
    line = lines[-1] if lines and all(lines) else None
    return (line["made"] or line["last"] or line["at"]) if line is not None else ""
