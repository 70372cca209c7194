"""Our own lines, typed back, that name items or answers and mean none: rules, examples, rows of the table."""

import re
from collections.abc import Container
from typing import Final

_ROWS: Final = re.compile(r"(?:[a-z]\w*(?: [a-z]+)? \d+ \d+(?: ?\| ?| |$))+", re.IGNORECASE)
"""Items with their effort and worth: "A08  40  12 | B95  30   7". Words that are no items answer: "refuse 2 3"."""
_NAME: Final = re.compile(r"[a-z]\w*(?: [a-z]+)?(?= \d)", re.IGNORECASE)
_RULES: Final = re.compile(
    r"(?:you score what the kept items are worth to you\. )?no deal, no points\.?|propose a set, such as: propose .*"
    r'|answer: "deal" or "no thanks"[.;].*',
    re.IGNORECASE,
)


def explains(text: str, items: Container[str]) -> bool:
    """Return whether a whole text is a line of ours that proposes and answers nothing. `items`: their names in small
    letters.
    """
    plain = " ".join(text.split()).removeprefix("• ")
    rows = _ROWS.fullmatch(plain) and all(name in items for name in map(str.casefold, _NAME.findall(plain)))
    return bool(rows or _RULES.fullmatch(plain))
