"""Spellings of one text: as people read it, whatever characters it is written with."""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import Final

SHORTEST: Final = 2
"""Letters of a part of a name that is looked for; shorter ones are initials."""
SHORTEST_NUMBER: Final = 5
"""Digits of a part that is a number: accounts have more, and `Player 45` shall not hide every offer of 45."""
PARTS: Final = 5
"""Parts of a name that are looked for written as one word, two and two."""
PARTICLES: Final = frozenset(
    ("van", "von", "de", "der", "den", "la", "le", "bin", "the", "of", "and", "da", "do", "di")
)
"""Parts of names that tell nothing by themselves."""
BETWEEN: Final = re.compile(r"[\W_]+")

_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e007f]"
)
"""Characters that take no room: joiners, directions, selectors and tags. Between two letters they hide a name."""
_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
)
"""Letters that no accent makes of another one, and how people write them on other keyboards."""
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})


def plain(text: str) -> str:
    """Return a text without invisible characters, and with letters, digits and signs of full width, of mathematics or
    in circles as plain ones. Every space is a space, every dash a hyphen.
    """
    if text.isascii():
        return text.replace("\t", " ")
    return "".join(map(_plain, unicodedata.normalize("NFC", _INVISIBLE.sub("", text))))


@lru_cache(4_096)
def _plain(char: str) -> str:
    kind = unicodedata.category(char)
    if kind == "Zs" or char == "\t":
        return " "
    if kind == "Pd":
        return "-"
    if char in "’‘ʼ´`":
        return "'"
    made = unicodedata.normalize("NFKC", char)
    return made if len(made) == 1 and kind != "No" else char


def folded(text: str) -> str:
    """Return a text in small letters without accents, to compare names by."""
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char)).translate(_LETTERS)


def spellings(name: str) -> frozenset[str]:
    """Return the folded spellings of a name: with accents left out, and with umlauts as two letters."""
    composed = unicodedata.normalize("NFC", name).casefold()
    return frozenset((folded(composed), folded(composed.translate(_UMLAUTS))))


def parts_of(names: Iterable[str]) -> frozenset[str]:
    """Return all that is looked for of some names, folded: each whole, its parts, and parts written as one word."""
    known = [spelt for name in names for spelt in spellings(plain(name))]
    return frozenset(part for name in known for part in (name, *BETWEEN.split(name), *_joined(name)) if _tells(part))


def sealed(key: str, part: str) -> str:
    """Return the keyed hash of a folded part of a name. Whoever has the key can tell whether a word is that part."""
    return hmac.new(key.encode(), b"name " + part.encode(), hashlib.sha256).hexdigest()[:16]


def _tells(part: str) -> bool:
    """Return whether a part of a name tells who somebody is."""
    least = SHORTEST_NUMBER if part.isdecimal() else SHORTEST
    return len(part) >= least and part not in PARTICLES


def _joined(name: str) -> Iterator[str]:
    """Yield the spellings of a name of several parts in one word."""
    parts = [part for part in BETWEEN.split(name) if part][:PARTS]
    if len(parts) > 1:
        yield "".join(parts)
        yield from map("".join, permutations(parts, 2))
