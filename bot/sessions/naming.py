"""Names of people as others read them: short, on one line, and nobody else's.

Platforms let people call themselves anything: a seat, "AI", a command, a mention of everybody, text that turns round
what stands behind it, nothing visible at all. Adapters escape a name for their platform; here it is made fit to read.
"""

from collections.abc import Collection
from unicodedata import category, normalize

LONGEST = 32
"""Characters of a name that others see."""
OURS = ("AI", "The AI", "you", "your", "free", "Parley", "table", "nobody", "somebody", "a person", "forgotten")
"""Words that stand for somebody in what a table says."""
BREAKS, HIDDEN = ("Cc", "Zl", "Zp"), ("Cf", "Cs", "Co", "Cn")
BLANK = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters and signs that show nothing, though Unicode does not call them blank."""
MARKS = 2
"""Marks above and below one letter; more of them cover the lines round it."""


def clean(name: str) -> str:
    """Return a name that stays on its line and in its place, "" if nothing of it can be seen."""
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
    """Return the name of somebody at a table, told apart from seats, from others there and from what tables say."""
    short = clean(name)
    taken = {alike(word) for word in (*OURS, *seats, *others)}
    if not short or alike(short) not in taken:
        return short
    return next(made for n in range(1, len(taken) + 2) if alike(made := f"{short} ({n})") not in taken)


def alike(name: str) -> str:
    """Return what a name looks like, roughly: without case, width, marks and signs."""
    plain = normalize("NFKD", name).casefold()
    return "".join(char for char in plain if category(char)[0] in "LN") or plain
