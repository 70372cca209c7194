"""Questions before words count that are unsure, relative to what stands, or the last of the game."""

import re
from typing import Final

from games.dealornodeal.domain.deals import Share, rest, worth
from games.dealornodeal.view import View

_RELATIVE: Final = re.compile(
    r"\b(?:one|two|three|four|\d|a|an|any|some|bit|no|another|few)(?: \w+){0,2} (?:more|less|fewer|extra)\b"
    r"|\b(?:less|fewer|extra|another|additional|some|few|several|most of)\b|\bmore (?!than\b|important\b|or\b)\w"
    r"|\b(?:\d|one|two|three) ?(?:-|/|or|to) ?(?:\d|two|three|four)\b(?! of\b)|\bone of (?:them|those|these)\b|^plus\b"
    r"|^[a-z]+:? \d(?:,| and)? [a-z]+:? \d(?=[,.!]|$| [a-z]+:? \d\b(?! [a-z]))"
    r"|\b(?:any|no|some) chance of\b|\bon top\b"
)
_MORE_OR_LESS: Final = re.compile(
    r"\b(?:no|not|at) (?:more|less|fewer) than\b|\bmore important\b"
    rf"|\b(?:{'|'.join(f'{n} ?- ?{n}' for n in range(1, 10))})\b"
    r"|\banother (?:way|idea|try|go|thought|option|offer|proposal|suggestion|split|division|deal|time)\b"
)


def relative(text: str) -> bool:
    """Return whether a text in lower case says a difference or a vague number ("one more hat", "2 or 3"), no count."""
    return bool(_RELATIVE.search(_MORE_OR_LESS.sub("", text)))


def leaving(view: View) -> str:
    return f"Walk away? The game ends: {view.domain.no_deal}."


def offering(view: View, keep: Share) -> str:
    mine, theirs = (view.domain.listed(share) for share in (keep, rest(view.pool, keep)))
    worthless = ", worth 0 points to you" if any(keep) and worth(view.values, keep) == 0 else ""
    return f"You: {mine}{worthless}. The other side: {theirs}. Is that your offer?"


def taking(view: View, keep: Share) -> str:
    return f"You'd get {view.domain.listed(keep)}. Do you take that offer?"
