"""Seats named in plain words: `miner 0`, `miner0`, `M0`, `the miner` where only one can be meant."""

import re
from collections.abc import Sequence
from typing import Final

from games.core.contract import Seat

_NUMBERED: Final = re.compile(
    r"@?\b(?:(carpenter|miner)s?[\s_#-]*|([cm]))(\d{1,2})\b(?!\s*(?:%|percent|/\s*\d|:\d|-\s*\d))", re.IGNORECASE
)
_ROLE: Final = re.compile(
    r"\b(?:the|that|this|our|my|other)\s+(?:other\s+)?(carpenter|miner)\b(?!\s*_?\d)", re.IGNORECASE
)


def plain(text: str, seats: Sequence[Seat], likely: Sequence[Seat] = ()) -> str:
    """Return a text with the ids of its seats. A role alone means a `likely` seat, if there is one of that role.

    A number behind a role that is no seat's stays: `miner 50/50` names no seat 50.
    """

    def numbered(match: re.Match[str]) -> str:
        role = (match[1] or ("carpenter" if match[2] in "cC" else "miner")).lower()
        name = f"{role}_{int(match[3])}"
        return name if name in seats else match[0]

    def only(match: re.Match[str]) -> str:
        role = match[1].lower()
        those = [seat for seat in likely if seat.startswith(role)] or [seat for seat in seats if seat.startswith(role)]
        return those[0] if len(set(those)) == 1 else match[0]

    return _ROLE.sub(only, _NUMBERED.sub(numbered, text))


def named(text: str, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats that a text names by their ids, each once, in its order."""
    found = re.findall(r"\b(?:carpenter|miner)_\d\b", text)
    return tuple(seat for name in dict.fromkeys(found) for seat in seats if seat == name)
