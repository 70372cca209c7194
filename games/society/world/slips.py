"""Typing slips in plans, corrected for a question: `gahter 5 woood` may mean GATHER 5 WOOD."""

import re
from difflib import get_close_matches
from typing import Final

_VERBS: Final = ("gather", "collect", "fetch", "pick", "craft", "make", "build", "dump", "drop", "explore", "goto")
_THINGS: Final = ("wood", "stone", "stones", "hammer", "hammers", "torch", "torches", "coal", "iron")
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLANNED: Final = (*_VERBS, *_THINGS, *_NUMBERS)
_ORDINARY: Final = "good would could word world food mood cold cool goal none tone store".split()  # noqa: SIM905
_KEPT: Final = frozenset((*_PLANNED, *_ORDINARY, "mine", "chop", "grab", "some", "more", "then", "once", "loop", "map"))
_WORD: Final = re.compile(r"[^\W\d_]+")
_GLUED: Final = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_CLOSE: Final = 0.75
_LONGEST: Final = 200


def mended(text: str) -> str:
    """Return the text with each word that is nearly one of a plan corrected; "" if there is nothing to correct."""
    if len(text) > _LONGEST:
        return ""
    made = _WORD.sub(_right, _GLUED.sub(" ", text))
    made = re.sub(r"^\s*(\d{1,2}) (?=[^\W\d_]+\W*$)", r"gather \1 ", made)
    return made if made != text else ""


def _right(match: re.Match[str]) -> str:
    word = match[0].lower()
    if word in _KEPT or not 3 <= len(word) <= 12:
        return match[0]
    return next(iter(get_close_matches(word, _PLANNED, 1, _CLOSE)), match[0])
