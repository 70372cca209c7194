"""What a model may say to the other side: the last look at its words before they are posted.

The rule about numbers is a list of what may be said, not of what may not: a number that is neither on the table nor
in the move is private, in digits of any script, in words of several languages, spaced out or spelled letter by letter.
"""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, combining, normalize

from games.text import canon, odd_numerals

LONGEST: Final = 300
SHINGLE: Final = 6
"""So many words in a row that also stand in what is private are a quotation."""

_LINK = re.compile(r"\w:/|//|www\.|\b[\w-]+\.(?:[a-z]{2,24})\b(?=/|:\d|[\s,;!?)]|\.?$)", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|a\.m|p\.m|vs|etc)\.?", re.IGNORECASE)
_SIGNS = frozenset("@#<>[]{}|\\`*_~^=")
_MASTER = re.compile(r"\b(?:round|message|turn)\s*\w*\s*:|game over|final earnings|game master|\bstatus\b|^\W*system\b")
_OWN = r"(?:my|our|me|us|i|we)\b[^.!?]{0,30}"
_PRIVATE = re.compile(
    rf"{_OWN}\b(?:costs?|costing|valu(?:es?|ed|ation)|worth|limits?|minimum|maximum|floor|ceiling|reserv\w+|bottom line"
    r"|break[- ]?even|margins?|profits?|earn\w*|paid|walk[- ]?away|points|threshold|outside option|importance"
    r"|instruct\w*|prompt\w*|persona\w*|reasons?|strateg\w*|secret\w*|private)\b"
    r"|\b(?:costs?|worth|valued?)\b[^.!?]{0,20}\b(?:me|us)\b"
    r"|\b(?:system prompt|instructions|language model|as an ai|reservation|json|schema|canary)\b"
)

_UNITS: Final = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
} | {"oh": 0, "nil": 0, "nought": 0, "dozen": 12}
_TENS: Final = {
    stem: value
    for value, stem in zip(
        range(20, 100, 10), ("twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"), strict=True
    )
}
_TEN = re.compile(r"(twent|thirt|fou?rt|fift|sixt|sevent|eight|ninet)(?:y|ys|ies|ieth|ieths|yish)")
_GLUED = re.compile(
    r"((?:twent|thirt|fou?rt|fift|sixt|sevent|eight|ninet)y)(one|two|three|four|five|six|seven|eight|nine)"
)
_SCALES: Final = {"hundred": 100, "hundreds": 100, "thousand": 1000, "thousands": 1000, "grand": 1000}
_ABROAD = re.compile(
    "zwanzig|dreissig|drei(?:ß)ig|vierzig|funfzig|fuenfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|zehn"
    "|treize|quatorze|quinze|vingt|trente|quarante|cinquante|soixante|trece|catorce|quince|veint|treinta|cuarenta"
    "|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to)?\\b|venti|trenta|quaranta|cinquanta|sessanta|settanta"
    "|ottanta|novanta|cento\\b|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|twintig|dertig|veertig|vijftig|zestig"
    "|zeventig|tachtig|negentig|honderd|fyrtio|femtio|sextio|czterdziesci|piecdziesiat|fourty"
)
_SPELLED = re.compile(r"(?<!\w)[^\W\d_](?:[\s.,·'/+_-]{1,3}[^\W\d_](?!\w)){2,}")
"""A word letter by letter."""
_DIGITS = re.compile(r"(?<![a-z0-9])[0-9]+(?:[.,][0-9]+)*(?![a-z0-9])")
_NAME = re.compile(r"(?<![a-z0-9])(?=[0-9]*[a-z]+[0-9]|[0-9]+[a-z])[a-z0-9]+")
_BROKEN = re.compile(r"(?<=[0-9])[\s'/:·+-]{1,3}(?=[0-9])")
_LEET = re.compile(r"\b(?=\w*[0-9])[0-9oliszb]+\b")
_LEETS = str.maketrans("olisbz", "011582")
_ROMAN = re.compile(r"\b[IVXLCDM]{2,}\b")


def tidy(words: str) -> str:
    """Words on one line as people will see them, without what is invisible."""
    return " ".join(canon(words.encode(errors="replace").decode()).split())


def fault(words: str, public: Iterable[str], private: Iterable[str] = ()) -> str:
    """Why words may not be posted; "" if they may.

    `public` are texts whose numbers may be named: the table, the move. `private` are texts of which nothing may be
    quoted: the reason, the instructions. Codes: `long`, `link`, `sign`, `spelled`, `script`, `master`, `private`,
    `quote`, `number`.
    """
    raw = normalize("NFKC", words)
    if len(raw) > LONGEST:
        return "long"
    if _LINK.search(_ABBREVIATED.sub("", raw)):
        return "link"
    if not _SIGNS.isdisjoint(raw):
        return "sign"
    if _SPELLED.search(raw):
        return "spelled"
    if any(_foreign(char) for char in words) or odd_numerals(canon(words)):
        return "script"
    plain = _plain(tidy(words))
    if _MASTER.search(plain):
        return "master"
    if _PRIVATE.search(plain):
        return "private"
    if any(_quotes(plain, _plain(text)) for text in private):
        return "quote"
    named = {number for text in public for number in numbers(_plain(text))}
    if _ROMAN.search(raw) or _ABROAD.search(plain) or not numbers(plain) <= named:
        return "number"
    return ""


def _plain(text: str) -> str:
    """Lower case without accents."""
    return "".join(char for char in normalize("NFKD", text.lower()) if not combining(char))


def _foreign(char: str) -> bool:
    """Whether a character is a letter or digit outside the Latin alphabet, or one that nobody sees."""
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


# --- numbers ----------------------------------------------------------------------------------------------------------


def numbers(text: str) -> set[str]:
    """Every number that a text in lower case can be taken to name, in shortest form: `40`, `12.5`. What has letters and
    digits (`a43`) is a name of its own, not the number in it.
    """
    found = {_short(digits) for digits in _DIGITS.findall(text)} | set(_NAME.findall(text))
    joined = _BROKEN.sub("", text)
    if joined != text:
        found |= {_short(digits) for digits in _DIGITS.findall(joined)}
    for run in _LEET.findall(text):
        if not run.isdigit():
            found = found - {run} | {_short(run.translate(_LEETS))}
    return {number for number in found | _worded(text) if number}


def _short(digits: str) -> str:
    """`40.00` and `40` are one number, and so are `1,000` and `1000`."""
    digits = re.sub(r",(?=[0-9]{3}(?![0-9]))", "", digits).replace(",", ".")
    whole, _, part = digits.partition(".")
    part = part.rstrip("0")
    return f"{whole.lstrip('0') or '0'}.{part}" if part else whole.lstrip("0") or "0"


def _worded(text: str) -> set[str]:
    """Numbers in English words. `one` alone is an ordinary word."""
    found: set[str] = set()
    run: list[int | str] = []
    text = _GLUED.sub(r"\1 \2", text)
    for word in [*re.findall(r"[a-z]+|[^\sa-z-]", text.replace("-", " ")), ""]:
        value = _value(word)
        if value is not None:
            run.append(value)
        elif word == "and" and run:
            continue
        elif run:
            found |= _meant(run)
            run = []
    return found


def _value(word: str) -> int | str | None:
    if word in _UNITS:
        return _UNITS[word]
    if word in _SCALES:
        return word
    ten = _TEN.fullmatch(word)
    if ten is None:
        return None
    return _TENS[ten[1].replace("fourt", "fort")]


def _meant(run: list[int | str]) -> set[str]:
    """What a run of number words can mean: its sums (`forty two` is one, `forty two fifty` are two), and for digits
    said one by one (`four zero`) the number that they write.
    """
    if run == [1]:
        return set()
    sums: list[int] = []
    part, open_below = 0, 0
    for value in run:
        if isinstance(value, str):
            part, open_below = max(part, 1) * _SCALES[value], _SCALES[value]
        elif 0 < value < open_below:
            part, open_below = part + value, 10 if value >= 20 else 0
        else:
            sums += [part] if open_below or part else []
            part, open_below = value, 10 if value >= 20 else 0
    sums.append(part)
    meant = {str(each) for each in sums}
    if len(run) > 1 and all(isinstance(value, int) and value < 10 for value in run):
        meant.add("".join(map(str, run)).lstrip("0") or "0")
    return meant
