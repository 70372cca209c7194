"""The guard on a model's words to the other side: the last check before they are posted.

Numbers are allowed, not forbidden, by list. A number that is neither on the table nor in the move is private: in digits
of any script, in words of several languages, spaced out or spelled letter by letter.
"""

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from itertools import combinations, combinations_with_replacement, groupby
from typing import Final
from unicodedata import category, combining, normalize

from msgspec import Struct

from bot.players.llm.leak_patterns import tells
from bot.players.llm.numerals import numbers, shortest, stated
from games.language.text import canon, odd_numerals

LONGEST: Final = 300
ADDENDS: Final = 5
MOST_ADDED: Final = 8
"""Numbers that may be added up, and numbers of a line that are considered for it."""
SMALL: Final = 10
"""Whole numbers below this are counts of things where no money is at stake."""
NEAR: Final = Decimal("0.05")
"""A computed number that differs by less than this part from a secret one would give it away."""
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
_SHARE = re.compile(r"(?<![\w.,])([0-9]{1,3}) ?%")
_DIGITS = re.compile(r"(?<![\w.,])[0-9][0-9.,]*(?![a-z])")
_AMOUNT = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,4})?")
_NUMERAL = re.compile(r"\b(?:[IVXLCDM]{2,}|[VXLM](?!\w|['’]))\b")


def tidy(words: str) -> str:
    """Return words on one line as people will see them, without invisible characters."""
    return " ".join(canon(words.encode(errors="replace").decode()).split())


class _Said(Struct, frozen=True):
    """Words to check: as they were written (`words`), normalised (`raw`), and in lower case without accents (`plain`).
    `private` are texts beside them; `known` are the numbers that may be named.
    """

    words: str
    raw: str
    plain: str
    private: tuple[str, ...]
    known: frozenset[str]
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
        return tells(self.plain, worths=self.worths)

    def quotes(self) -> bool:
        return any(_quotes(self.plain, _plain(text)) for text in self.private)

    def names_number(self) -> bool:
        return bool(_NUMERAL.search(self.raw)) or not numbers(self.plain) <= self.known


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
    moves: Iterable[str] = (),
    secret: str = "",
    worths: bool = True,
) -> str:
    """Return why words may not be posted: `long`, or a code of `CHECKS`; "" if they may.

    - `public`: texts whose numbers may be named, such as the rules.
    - `moves`: public texts whose numbers may be compared as well: "I came down by 3" names none of its two prices.
    - `private`: texts of which nothing may be quoted, such as the reason.
    - `secret`: a text whose numbers may not be named as a difference or sum, unless they are public themselves.
    - `worths`: whether the speaker has numbers of its own at all.
    """
    compared = tuple(moves)
    tables = (*public, *compared)
    # Normalising shortens words, but never to a quarter, so longer texts need not be normalised.
    raw = normalize("NFKC", words) if len(words) <= 4 * LONGEST else words
    if len(raw) > LONGEST:
        return "long"
    for name in {name for text in tables for name in _SEAT.findall(text)}:
        raw, words = raw.replace(name, "them"), words.replace(name, "them")
    known = frozenset(number for text in tables for number in stated(_plain(text)))
    known |= _computed(compared, stated(_plain(secret)) - known)
    said = _Said(words, raw, _plain(tidy(words)), tuple(private), known, worths)
    return next((code for code, is_at_fault in CHECKS if is_at_fault(said)), "")


def _computed(texts: Iterable[str], secret: Iterable[str]) -> set[str]:
    """Return what people compute from public numbers: differences of prices, differences and sums of counts.

    Sums are of up to `ADDENDS` numbers in one line or list. Where shares are bargained over, only shares are compared.
    Numbers that are secret, or so near that they would give a secret away, are left out. Small counts are no secret.
    """
    tables = tuple(texts)
    secrets = tuple(secret)
    if any("%" in text for text in tables):
        shares = {Decimal(n) for text in tables for n in _SHARE.findall(text)}
        return {shortest(f"{n:f}") for a, b in combinations_with_replacement(shares, 2) for n in (abs(a - b), a + b)}
    money = any("$" in text for text in tables)
    found = _gaps(tables) if money else _counts(tables)
    return {shortest(f"{n:f}") for n in found if (n < SMALL and not money) or not _is_near(n, secrets)}


def _gaps(texts: Iterable[str]) -> set[Decimal]:
    """Return the differences of prices, and those between two differences: by how much a gap has closed."""
    prices = {number for text in texts for group in _groups(text) for number in group}
    gaps = {abs(a - b) for a, b in combinations(prices, 2)}
    return gaps | {abs(a - b) for a, b in combinations(gaps, 2)}


def _counts(texts: Iterable[str]) -> set[Decimal]:
    """Return the differences of counts, and the sums of those in one line or list."""
    groups = [group for text in texts for group in _groups(text)]
    found = {abs(a - b) for a, b in combinations({number for group in groups for number in group}, 2)}
    for group in groups:
        for many in range(2, ADDENDS + 1):
            found.update(sum(part, Decimal(0)) for part in combinations(group[:MOST_ADDED], many))
    return found


def _is_near(number: Decimal, secret: Iterable[str]) -> bool:
    hidden = (Decimal(n) for n in secret if _AMOUNT.fullmatch(n))
    return any(abs(number - own) <= NEAR * own for own in hidden)


def _groups(text: str) -> list[list[Decimal]]:
    """Return the numbers of each line, and those of consecutive lines with one number each, such as a price list."""
    lines = [[Decimal(n) for digits in _DIGITS.findall(line) if _AMOUNT.fullmatch(n := shortest(digits))]
             for line in text.splitlines()]  # fmt: skip
    runs = groupby(lines, lambda line: len(line) == 1)
    lists = [[number for line in run for number in line] for single, run in runs if single]
    return [*lines, *lists]


def _plain(text: str) -> str:
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
