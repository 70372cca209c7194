"""Names of people as others read them: short, on one line, and distinct from other names.

Platforms let people choose any name: a seat, "AI", a command, a mention of everybody, characters that reverse the
following text, or nothing visible. Adapters escape a name for their platform; this module makes it fit to read.
"""

from collections.abc import Collection
from unicodedata import category, normalize

LONGEST = 32
"""Characters of a name that others see."""
OURS = ("AI", "The AI", "you", "your", "free", "Parley", "table", "nobody", "somebody", "a person", "forgotten")
"""Words that refer to people or to Parley in a table's posts."""
BREAKS, HIDDEN = ("Cc", "Zl", "Zp"), ("Cf", "Cs", "Co", "Cn")
BLANK = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters and signs that show nothing, although Unicode does not class them as blank."""
MARKS = 2
"""Maximum of marks above and below one letter; more of them cover the neighbouring lines."""


def clean(name: str) -> str:
    """Return a name of one line, without control characters; "" if nothing of it is visible."""
    kept: list[str] = []
    marks = 0
    for char in normalize("NFC", name[: 8 * LONGEST]):
        kind = category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in BREAKS or char in BLANK:
            kept.append(" ")
        elif kind not in HIDDEN and marks <= MARKS:
            kept.append(char)
    short = " ".join("".join(kept).split())[:LONGEST].rstrip()
    return short if any(category(char)[0] in "LNSP" for char in short) else ""


def fit(name: str, seats: Collection[str], others: Collection[str]) -> str:
    """Return a person's name at a table, made distinct from seats, other names there and words that tables use."""
    short = clean(name)
    taken = {alike(word) for word in (*OURS, *seats, *others)}
    if not short or alike(short) not in taken:
        return short
    return next(made for n in range(1, len(taken) + 2) if alike(made := f"{short} ({n})") not in taken)


def alike(name: str) -> str:
    """Return the rough look of a name: without case, width, marks and signs."""
    plain = normalize("NFKD", name).casefold()
    return "".join(char for char in plain if category(char)[0] in "LN") or plain
