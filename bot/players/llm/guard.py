"""The guard on a model's words to the other side: the last check before they are posted.

Numbers are allowed, not forbidden, by list. A number that is neither on the table nor in the move is private: in digits
of any script, in words of several languages, spaced out or spelled letter by letter.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final
from unicodedata import category, combining, normalize

from msgspec import Struct

from bot.players.llm.leak_patterns import tells
from bot.players.llm.public_numbers import Numbers, public_numbers
from games.language.text import canon, odd_numerals

LONGEST: Final = 300
SHINGLE: Final = 6
"""Number of consecutive words, shared with a private text, that make a quotation."""

_LINK = re.compile(r"\w:/|//|www\.|\b[\w-]+\.(?:[a-z]{2,24})\b(?=/|:\d|[\s,;!?)]|\.?$)", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|a\.m|p\.m|vs|etc)\.?", re.IGNORECASE)
_COUNTED = re.compile(r"#(?=[0-9])")
"""The sign before the number of a proposal, which is allowed: `#2`."""
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


class _Said(Struct, frozen=True):
    """Words to check: as they were written (`words`), normalised (`raw`), and in lower case without accents (`plain`).

    - `private`: texts that they may not quote.
    - `numbers`: the numbers that they may name.
    - `worths`: whether the speaker has numbers of its own.
    """

    words: str
    raw: str
    plain: str
    private: tuple[str, ...]
    numbers: Numbers
    worths: bool

    def has_link(self) -> bool:
        return bool(_LINK.search(_ABBREVIATED.sub("", self.raw)))

    def has_sign(self) -> bool:
        return not _SIGNS.isdisjoint(_COUNTED.sub("", self.raw)) or bool(_MIXED.search(self.raw.lower()))

    def is_spelled(self) -> bool:
        return bool(_SPELLED.search(self.raw))

    def is_foreign(self) -> bool:
        return any(_foreign(char) for char in self.words) or bool(odd_numerals(canon(self.words)))

    def plays_master(self) -> bool:
        return bool(_MASTER.search(self.plain))

    def tells(self) -> bool:
        return tells(self.plain, worths=self.worths, money=self.numbers.money)

    def quotes(self) -> bool:
        return any(_quotes(self.plain, _plain(text)) for text in self.private)

    def names_number(self) -> bool:
        return bool(_NUMERAL.search(self.raw)) or not self.numbers.allow(self.plain)


CHECKS: Final[tuple[tuple[str, Callable[[_Said], bool]], ...]] = (
    ("link", _Said.has_link),
    ("sign", _Said.has_sign),
    ("spelled", _Said.is_spelled),
    ("script", _Said.is_foreign),
    ("master", _Said.plays_master),
    ("private", _Said.tells),
    ("quote", _Said.quotes),
    ("number", _Said.names_number),
)
"""Codes of faults, in the order in which they are looked for."""


def fault(
    words: str,
    public: Iterable[str],
    private: Iterable[str] = (),
    latest: Iterable[str] = (),
    rules: str = "",
    secret: str = "",
    stake: str = "",
    worths: bool = True,
) -> str:
    """Return the fault of words that may not be posted: `long`, or a code of `CHECKS`; "" if they may.

    - `public`: texts whose numbers may be named as people like, such as the offers.
    - `rules`: a public text whose numbers may be named where the words say what they count.
    - `latest`: public texts whose numbers may be compared as well: "I came down by 3" names none of its two prices.
    - `private`: texts of which nothing may be quoted, such as the reason.
    - `secret`, `stake`: texts whose numbers may not be named as a difference or sum: what the seat knows of itself, and
      what it has at stake now.
    - `worths`: whether the speaker has numbers of its own at all.
    """
    compared = tuple(latest)
    moves = (*public, *compared)
    # Normalising shortens words, but never to a quarter, so longer texts need not be normalised.
    raw = normalize("NFKC", words) if len(words) <= 4 * LONGEST else words
    if len(raw) > LONGEST:
        return "long"
    for name in {name for text in (rules, *moves) for name in _SEAT.findall(text)}:
        raw, words = raw.replace(name, "them"), words.replace(name, "them")
    tables = (_plain(rules), map(_plain, moves), map(_plain, compared))
    allowed = public_numbers(*tables, _plain(secret), _plain(stake), worths)
    said = _Said(words, raw, _plain(tidy(words)), tuple(private), allowed, worths)
    return next((code for code, is_at_fault in CHECKS if is_at_fault(said)), "")


def _plain(text: str) -> str:
    if text.isascii():
        return text.lower()
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
