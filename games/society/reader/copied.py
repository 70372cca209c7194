"""Our own lines, typed back. They call their reader "you", and that is who types now."""

import re
from functools import partial
from typing import Final

from games.core.contract import Seat
from games.society.reader.patterns import SEAT

_PART: Final = r"\d{1,3} ?%"
_THEM: Final = rf"(?:{SEAT}|the other side)"
_FULL: Final = re.compile(r"\b(carpenter_\d) \(carpenter\)|\b(miner_\d) \(miner\)", re.IGNORECASE)
"""A person with the role, as the chat look names them at first: "Gina (miner)"."""
_LINES: Final = (
    (re.compile(rf"\byou (\d{{1,3}}(?: ?%)?),? ({_THEM} \d{{1,3}}\b)", re.IGNORECASE), r"i get \1, \2"),
    (re.compile(rf"\b({_THEM} {_PART}), you ({_PART})", re.IGNORECASE), r"\1, i get \2"),
    (
        re.compile(rf"\b({SEAT}) offers you ({_PART}),? and (?:takes ({_PART})|({_PART}) for \1)", re.IGNORECASE),
        r"\1 offers: i get \2, you get \3\4",
    ),
)
"""Our lines about shares, as their reader would say them."""
_REPORTS: Final = re.compile(
    rf"you wait for the answer of {SEAT}(?: to your \d+/\d+)?\.?"
    rf"|your invitation to {SEAT} \([^()]{{1,20}}\) stands till step \d+(?:; you can withdraw it)?\.?"
    rf"|(?:you and {SEAT}|your side and {SEAT}'s) can make up to \d+ credits together"
    r"(?:; as it stands you get up to \d+(?:\.\d+)?)?\.?"
    r"|with this deal you get up to \d+ credits(?:, without it up to \d+)?\.?"
    r"|add the shares, e\.g\. \d+/\d+\.?"
    rf"|(?:which shares with {SEAT}\? )?say yours first, such as \d+/\d+\.?",
    re.IGNORECASE,
)
"""Lines of ours as a whole: words behind one are the person's own."""
_ENDS: Final = re.compile(
    rf"end the bargain with ({SEAT})\?(?: neither of you gets a share from it\.?)?", re.IGNORECASE
)


def turned(text: str, me: Seat) -> str:
    """Return a text with seats by their ids in which our lines say "I" for the reader. None of them names the reader:
    whoever does calls somebody else you.
    """
    text = _FULL.sub(r"\1\2", text)
    for line, said in _LINES:
        text = line.sub(partial(_turned, said, me), text)
    return text


def _turned(said: str, me: Seat, found: re.Match[str]) -> str:
    return found[0] if me in found[0].lower() else found.expand(said)


def reports(text: str) -> bool:
    """Return whether a text is a line of ours that names numbers, and offers none."""
    return bool(_REPORTS.fullmatch(text))


def ends(text: str) -> str:
    """Return the seat that our question before an end names; "" for any other text."""
    found = _ENDS.fullmatch(text)
    return found[1].lower() if found is not None else ""
