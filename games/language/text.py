"""The canonical clean-up of typed text, before any reader looks for digits or words.

Phones, chats and keyboards dress the same few characters in many ways (`４５`, `4️⃣5️⃣`, `−5`, `don’t`); readers see one.
The clean-up must never create a number or a word that nobody typed. In doubt it keeps characters apart, and the reader
asks again.
"""

import re
from functools import lru_cache
from typing import Final
from unicodedata import category, combining, decimal, normalize

LONGEST: Final = 6_000
"""Characters of a text that a reader looks at, before the clean-up and after it. It holds the longest message (5,000)
with room to grow.
"""

_LONGEST_WORD: Final = 1_000
"""Characters of a text that may be an answer: a word or two, or a repeat of the text in question."""

# Possessive quantifiers and left boundaries keep every pattern linear.
_ADDRESS = re.compile(r"(?<![\w+.-])[\w+.-]++://\S*+|(?<!\w)(?:www|WWW|Www)\.\S*+")
_ARTEFACT = re.compile(
    r"<(?:[@#][!&]?\d++|a?:\w++:\d++|t:-?\d++(?::\w)?|id:\w++|/[\w-]++(?: [\w-]++){0,2}:\d++)>"
    r"|(?<![\w/])(?:/\w++@\w++)+"
)
_DASHES = "‐‑‒–—―−⁃˗➖"
_APOSTROPHES = "‘’‚‛ʼʹ′´"
_QUOTES = "“”„‟″"
_LINE_ENDS = "\n\r\v\f\x85\u2028\u2029"
_SAME = dict.fromkeys(_DASHES, "-") | dict.fromkeys(_APOSTROPHES, "'") | dict.fromkeys(_QUOTES, '"')
_SAME |= dict.fromkeys(_LINE_ENDS, "\n") | {"\t": "\t"}

_MOST_MARKS: Final = 30
"""Combining marks on one letter, the bound of the Stream-Safe Text Format (Unicode Standard Annex 15, section 13). The
library sorts them one by one, so a run of thousands takes quadratic time.
"""
_MOST_OF_ONE: Final = 6
"""Characters that one character may expand to. Two Arabic ligatures expand to more (U+FDFA to 18), and are kept as they
are.
"""

_MARK = re.compile(r"[*_~|`]")
_FENCE = re.compile(r"```[\w+-]*+\n")
_MARKS = re.compile(r"(?<![*_~|`])(?:(?<!\w)[*_~|`]++|[*_~|`]++(?!\w))")


def canon(text: str) -> str:
    """Return a text as every reader sees it; `canon(canon(text)) == canon(text)`, in time linear in its length.

    - Removed: Discord mentions, channels, timestamps, commands and custom emoji, web addresses, Telegram's
      `/command@bot` (two spaces stay, so that nothing is glued together).
    - Removed, too: invisible format characters, variation selectors, keycaps, combining marks beyond 30 on one letter.
    - Made plain: decimal digits of all scripts, dashes, quotation marks, line ends, compatibility forms (NFKC).
    - Kept: numerals that are not decimal digits, such as ½ ² ①, and all else that would turn into digits, ligatures of
      more than 6 characters, and letters that only look alike.
    - Control characters become spaces: a NUL between 4 and 5 makes neither 45 nor 4.
    """
    if text.isascii() and text.isprintable():
        return _without_artefacts(text).strip()
    # Most texts of several lines are plain, too.
    if text.isascii() and text.replace("\n", "").isprintable():
        return _without_artefacts(_without_artefacts(text)).strip()
    # Artefacts are removed before, because an address may contain characters that expand, and after, because new ones
    # appear.
    return _without_artefacts(_in_plain_characters(_without_artefacts(text))).strip()


def clean(text: str) -> str | None:
    """Return the canonical text, or None if it is too long to be read. The length is checked before any scan."""
    if len(text) > LONGEST:
        return None
    plain = canon(text)
    return plain if len(plain) <= LONGEST else None


def bare(text: str) -> str:
    """Return a text ready for comparison with single words: small letters, without marks at its ends. A text that is
    too long to be an answer stays as it is.
    """
    return text if len(text) > _LONGEST_WORD else canon(text).strip(".! ").casefold()


def odd_numerals(text: str) -> bool:
    """Return whether a canonical text holds numerals other than decimal digits (½ ² ① ⑴ Ⅷ): no numbers."""
    return not text.isascii() and any(_is_odd_numeral(char) for char in set(text) if char > "\x7f")


def unmark(text: str) -> str:
    """Return a canonical text without emphasis, spoiler marks and code fences (`**[Accept]**` is `[Accept]`).

    Marks between two word characters stay: `miner_0` keeps its name and `4*5` does not become 45.
    """
    return _MARKS.sub("", _FENCE.sub("", text)) if _MARK.search(text) else text


def unquoted(text: str) -> str:
    """Return a canonical text without quoted lines: those after `>`, and all that follows `>>>`."""
    if ">" not in text:
        return text
    own = []
    for line in text.split("\n"):
        start = line.lstrip()
        if start.startswith(">>>"):
            break
        if not start.startswith(">"):
            own.append(line)
    return "\n".join(own)


def _without_artefacts(text: str) -> str:
    # Searching for their signs first is ten times as fast as the patterns, and hardly any text has one.
    if "://" in text or "ww." in text or "WW." in text:
        text = _ADDRESS.sub("  ", text)
    if "<" in text or "@" in text:
        text = _ARTEFACT.sub("  ", text)
    return text


def _in_plain_characters(text: str) -> str:
    text = text.replace("\r\n", "\n")
    dressed = {ord(char): _plain(char) for char in set(text) if not " " <= char <= "~"}
    plain = text.translate(dressed)
    if not _many_marks(plain):
        # Single characters are in compatibility form already; composing must not touch the numerals that were kept.
        return normalize("NFC", plain)
    # Composing may move a mark from a letter into its run, so runs are cut again after it.
    return _with_few_marks(normalize("NFC", _with_few_marks(plain)))


def _many_marks(text: str) -> bool:
    marks = [char for char in set(text) if combining(char)]
    return sum(map(text.count, marks)) > _MOST_MARKS


def _with_few_marks(text: str) -> str:
    marks = {char for char in set(text) if combining(char)}
    kept, run = list[str](), 0
    for char in text:
        run = run + 1 if char in marks else 0
        if run <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    if char in _SAME:
        return _SAME[char]
    match category(char):
        case "Cc":
            return " "
        case "Cs":
            return "\ufffd"
        case "Cf":
            return ""
        case "Nd":
            return str(decimal(char))
    if "\ufe00" <= char <= "\ufe0f" or char == "\u20e3":
        return ""
    plain = normalize("NFKC", char)
    if plain == char or len(plain) > _MOST_OF_ONE or _is_odd_numeral(char):
        return char
    return "".join(_SAME.get(part, part) for part in plain)


@lru_cache(maxsize=4096)
def _is_odd_numeral(char: str) -> bool:
    kind = category(char)
    return kind in ("No", "Nl") or (kind != "Nd" and any(part.isdigit() for part in normalize("NFKC", char)))
