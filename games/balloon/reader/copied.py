"""Our own lines, typed back, that name items or answers and mean none: rules, examples, rows of the table."""

import re
from typing import Final

_ROWS: Final = re.compile(r"(?:[a-z]\w*(?: [a-z]+)? \d+ \d+(?: ?\| ?| |$))+", re.IGNORECASE)
"""Items with their effort and worth: "A08  40  12 | B95  30   7"."""
_RULES: Final = re.compile(
    r"(?:you score what the kept items are worth to you\. )?no deal, no points\.?|propose a set, such as: propose .*"
    r'|answer: "deal" or "no thanks"[.;].*',
    re.IGNORECASE,
)


def explains(text: str) -> bool:
    """Return whether a whole text is a line of ours that proposes and answers nothing."""
    plain = " ".join(text.split()).removeprefix("• ")
    return bool(_ROWS.fullmatch(plain) or _RULES.fullmatch(plain))
