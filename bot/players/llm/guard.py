"""The guard on a model's words to the other side: the last check before they are posted.

Numbers are allowed, not forbidden, by list. A number that is neither on the table nor in the move is private: in digits
of any script, in words of several languages, spaced out or spelled letter by letter.
"""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, combining, normalize

from bot.players.llm.leak_patterns import tells
from bot.players.llm.numerals import numbers, stated
from games.language.text import canon, odd_numerals

LONGEST: Final = 300
SHINGLE: Final = 6
"""Number of consecutive words, shared with a private text, that make a quotation."""

_LINK = re.compile(r"\w:/|//|www\.|\b[\w-]+\.(?:[a-z]{2,24})\b(?=/|:\d|[\s,;!?)]|\.?$)", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|a\.m|p\.m|vs|etc)\.?", re.IGNORECASE)
_COUNTED = re.compile(r"#(?=[0-9])")
"""A sign before the number of a proposal."""
_SIGNS = frozenset("@#<>[]{}|\\`*_~^=")
_MASTER = re.compile(r"\b(?:round|message|turn)\s*\w*\s*:|game over|final earnings|game master|\bstatus\b|^\W*system\b")
_SPELLED = re.compile(r"(?<!\w)[^\W\d_](?:[\s.,;:·'’‘\"“”/+_()-]{1,4}[^\W\d_](?!\w)){2,}")
"""A word spelled letter by letter."""
_MIXED = re.compile(r"[a-z][!$€£+](?=[a-z])|[$€£](?=[a-z])|(?:[.·•–—-]\s?){6,}")
"""A sign in place of a letter, or a long row of signs between other text."""
_SEAT = re.compile(r"\b[a-z]+_[0-9]+\b")
"""A seat's name at the table."""
_NUMERAL = re.compile(r"\b(?:[IVXLCDM]{2,}|[VXLM](?!\w|['’]))\b")


def tidy(words: str) -> str:
    """Return words on one line as people will see them, without invisible characters."""
    return " ".join(canon(words.encode(errors="replace").decode()).split())


def fault(words: str, public: Iterable[str], private: Iterable[str] = ()) -> str:
    """Return why words may not be posted; "" if they may.

    `public` are texts whose numbers may be named: the table, the move. `private` are texts of which nothing may be
    quoted: the reason, the instructions. Codes: `long`, `link`, `sign`, `spelled`, `script`, `master`, `private`,
    `quote`, `number`.
    """
    tables = tuple(public)
    # Normalising shortens words, but never to a quarter, so longer texts need not be normalised.
    raw = normalize("NFKC", words) if len(words) <= 4 * LONGEST else words
    if len(raw) > LONGEST:
        return "long"
    for name in {name for text in tables for name in _SEAT.findall(text)}:
        raw, words = raw.replace(name, "them"), words.replace(name, "them")
    if _LINK.search(_ABBREVIATED.sub("", raw)):
        return "link"
    if not _SIGNS.isdisjoint(_COUNTED.sub("", raw)):
        return "sign"
    if _MIXED.search(raw.lower()):
        return "sign"
    if _SPELLED.search(raw):
        return "spelled"
    if any(_foreign(char) for char in words) or odd_numerals(canon(words)):
        return "script"
    plain = _plain(tidy(words))
    if _MASTER.search(plain):
        return "master"
    if tells(plain):
        return "private"
    if any(_quotes(plain, _plain(text)) for text in private):
        return "quote"
    named = {number for text in tables for number in stated(_plain(text))}
    if _NUMERAL.search(raw) or not numbers(plain) <= named:
        return "number"
    return ""


def _plain(text: str) -> str:
    """Return text in lower case without accents."""
    return "".join(char for char in normalize("NFKD", text.lower()) if not combining(char))


def _foreign(char: str) -> bool:
    """Return whether a character is a letter or digit outside the Latin alphabet, or invisible."""
    if char < "\x7f":
        return char < " " and char not in "\n\t"
    kind = category(char)
    if kind in ("Cf", "Cc", "Co", "Cn", "Cs", "Nl", "No", "Nd", "So", "Mn", "Me"):
        return True
    return kind.startswith("L") and not ("\u00c0" <= char <= "\u024f")


def _quotes(words: str, private: str) -> bool:
    mine, theirs = (re.findall(r"[a-z0-9]+", text) for text in (words, private))
    known = {tuple(theirs[at : at + SHINGLE]) for at in range(len(theirs) - SHINGLE + 1)}
    return any(tuple(mine[at : at + SHINGLE]) in known for at in range(len(mine) - SHINGLE + 1))
