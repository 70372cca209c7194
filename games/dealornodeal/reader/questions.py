"""Questions before words count that are unsure, relative to what stands, or the last of the game."""

import re
from typing import Final

from games.dealornodeal.domain.deals import rest
from games.dealornodeal.reader.tracker import Heard
from games.dealornodeal.view import View

_RELATIVE: Final = re.compile(
    r"\b(?:one|two|three|four|\d|a|an|any|some|bit|no|another|few)(?: \w+){0,2} (?:more|less|fewer|extra)\b"
    r"|\b(?:less|fewer|extra|another|additional|some|few|several|most of)\b|\bmore (?!than\b|important\b|or\b)\w"
    r"|\b(?:\d|one|two|three) ?(?:-|or|to) ?(?:\d|two|three|four)\b|\bone of (?:them|those|these)\b|^plus\b"
    r"|\b(?:any|no|some) chance of\b|\bon top\b"
)
_MORE_OR_LESS: Final = re.compile(r"\b(?:no|not|at) (?:more|less|fewer) than\b|\bmore important\b")


def relative(text: str) -> bool:
    """Return whether a text in lower case says a difference or a vague number ("one more hat", "2 or 3"), no count."""
    return bool(_RELATIVE.search(_MORE_OR_LESS.sub("", text)))


def leaving(view: View) -> str:
    return f"Walk away? The game ends: {view.domain.no_deal}."


def offering(view: View, meant: Heard) -> str:
    mine, theirs = (view.domain.listed(share) for share in (meant.keep, rest(view.pool, meant.keep)))
    return f"You: {mine}. The other side: {theirs}. Is that your offer?"


def taking(view: View, meant: Heard) -> str:
    return f"You'd get {view.domain.listed(meant.keep)}. Do you take that offer?"
