"""One utterance, from left to right: its items, and the side that each goes to.

Words to the left of an item decide its owner ("i need", "you can have", "i give you"); words to its right can claim it
back ("... for me", "... are yours"). "for" turns the direction of a trade. Counts, "the rest", "split", "each" and
"everything but" are kept as they are, and applied to the pool later. Each kind of word has a cue.
"""

from collections.abc import Sequence
from typing import Final

from games.dealornodeal.reader import amounts, boundaries, owners
from games.dealornodeal.reader.clauses import Scan
from games.dealornodeal.reader.mentions import MOST, Scanned
from games.dealornodeal.reader.tokens import Token

CUES: Final = boundaries.CUES | owners.CUES | amounts.CUES
_LIST = ("the", "a", "num", "all", "item", "rest", "other")
_OPENING = ("yes", "comma", "stop", "deal", "other", "so")


def scan(tokens: Sequence[Token]) -> Scanned | None:
    """Return the mentions of an utterance, in order; None if there are more than are read."""
    s = Scan(tokens)
    for at, token in enumerate(tokens):
        s.at = at
        if len(s.mentions) > MOST:
            return None
        if token.kind not in _LIST:
            s.lead = token.kind
        cue = CUES.get(token.kind)
        fresh = cue(s, token) if cue else None
        if token.kind != "other":
            s.fresh = bool(fresh)
        s.opening = s.opening and token.kind in _OPENING
    s.at = len(tokens)
    s.flush()
    s.trail()
    return s.found if len(s.mentions) <= MOST else None
