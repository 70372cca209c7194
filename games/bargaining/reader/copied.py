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
    rf"|no deal: (?:both earn {_PRICE}|the seller keeps the \w+)"
    rf"|thanks for coming (?:up|down) to {_PRICE}|i've moved as well"
    rf"|{_PRICE} is a step, but my price hasn't changed|you've offered {_PRICE} (?:twice|\w+ times)"
)
"""Sentences that offer nothing: the rules, what a price or no deal brings, and the remarks that our players make of a
price. A buyer who says "no deal: you keep the mug" refuses.
"""
_REMARKS: Final = re.compile(
    rf"{_PRICE} again\. my price is the same, too(?:\.|$)|{_PRICE} is a step\. here's mine(?:\.|$)"
)
"""Remarks of two sentences. The first one alone names a person's own price: "$45 again"."""
_NOBODY: Final = (
    r"(?!(?:i|we|my|our|your|yours|this|that|an?|another|the other|(?:some|any)(?:body|one)?|no|not|none|nobody|never"
    r"|who|he|she|they)\b)"
)
"""People name themselves, nobody, or somebody elsewhere by these; our lines do not."""
_WHEN: Final = (
    r"(?!(?:all|far|now|noon|then|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|next|cash|card"
    r"|cheque|hand|me|myself|the (?!ai\b|buyer\b|seller\b))\b)"
)
"""Words behind "by" that name no player: "$45 by Friday"."""
_TOLD: Final = re.compile(
    rf"{_NOBODY}[^\n:?$.,;!]{{1,60}} (?:counter)?offer(?:s|ed) (?P<made>{_PRICE})\.?"
    rf"(?: [^.:?$\n]{{1,60}} rejects?\.?)?"
    rf"|(?:last offer: )?(?P<last>{_PRICE}) by {_WHEN}[^.:?,;!\n]{{1,60}}\.?"
    rf"|at (?P<at>{_PRICE}) you would (?:earn|lose) {_PRICE}\b[^?\n]* is that your offer\?"
)
"""News of an offer, and our question about one."""


def bare(text: str) -> str:
    """Return a text in small letters without our heads; "" for a line of ours that offers nothing."""
    return _unheaded(text) if any(not _SILENT.fullmatch(part) for part in _parts(text)) else ""


def headed(text: str) -> bool:
    """Return whether a text has one of our heads: it may tell of another round."""
    return _HEAD.search(text) is not None


def price(text: str) -> str:
    """Return the price that lines of ours tell of an offer, the last of several; "" for any other text. Behind one of
    our heads, a sentence without a number is somebody's remark.
    """
    told, under = _unheaded(text), headed(text)
    parts = [told] if _TOLD.fullmatch(told) else _parts(text)
    said = [part for part in parts if not _SILENT.fullmatch(part) and (_DIGIT.search(part) or not under)]
    lines = [_TOLD.fullmatch(part) for part in said]
    line = lines[-1] if lines and all(lines) else None
    return (line["made"] or line["last"] or line["at"]) if line is not None else ""


def _unheaded(text: str) -> str:
    return _HEAD.sub(" ", text).strip()


def _parts(text: str) -> list[str]:
    """Return the sentences of a text without our heads and remarks."""
    return [part for part in (one.strip(" .") for one in _SENTENCE.split(_REMARKS.sub(" ", _unheaded(text)))) if part]
