"""One utterance, from left to right: its items, and the side that each goes to.

Words to the left of an item decide its owner ("i need", "you can have", "i give you"); words to its right can claim it
back ("... for me", "... are yours"). "for" turns the direction of a trade. Counts, "the rest", "split", "each" and
"everything but" are kept as they are, and applied to the pool later. Each kind of word has a cue.
"""

from collections.abc import Sequence
from typing import Final

from games.dealornodeal.reader import amounts, owners
from games.dealornodeal.reader.clauses import OWNS, Clause, Cues, Scan
from games.dealornodeal.reader.mentions import MOST, Scanned
from games.dealornodeal.reader.tokens import Token

CUES: Final = Cues(owners.CUES | amounts.CUES)
_LIST = ("the", "a", "num", "all", "item", "rest", "other")
_PLUS = ("plus", "+")
"""Words that add to what stands, where no item is named before them ("your offer plus a ball")."""
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


# --- boundaries -------------------------------------------------------------------------------------------------------


@CUES("stop")
def on_stop(s: Scan, token: Token) -> bool:
    s.flush()
    s.trail()
    s.sentence += 1
    s.start = len(s.mentions)
    s.info = s.question = s.conditional = False
    s.c = Clause(s.start)
    return True


@CUES("comma")
def on_comma(s: Scan, token: Token) -> bool:
    s.c.negated, s.c.part = False, ""
    s.bind()
    told = s.info and s.peek(1) == "item" and s.peek(2) == "num" and s.peek(3) != "item"
    s.pause()
    s.info = told
    return True


@CUES("and")
def on_and(s: Scan, token: Token) -> bool:
    if s.opening and not s.mentions:
        s.found.adds = True
    if not s.mentions and token.text in _PLUS:
        s.c.tops = True
    return s.pause()


@CUES("but")
def on_but(s: Scan, token: Token) -> bool:
    c = s.c
    goes_on = c.verb in OWNS and bool(s.group) and s.group[-1].count == 0
    s.turn()
    s.c.subject = c.subject
    if goes_on:
        s.c.side, s.c.verb, s.c.weak = c.side, c.verb, c.weak
    return True


@CUES("if", "so")
def on_if(s: Scan, token: Token) -> bool:
    s.turn()
    s.conditional = token.kind == "if"
    return True


@CUES("anew")
def on_anew(s: Scan, token: Token) -> None:
    """Let the following words replace the earlier ones ("no wait, the hat"), or just the count of the same item."""
    s.c.side = next((m.side for m in reversed(s.mentions) if m.keep), "?")
    s.found.anew = len(s.mentions)


@CUES("grant", "deny")
def on_grant(s: Scan, token: Token) -> None:
    """Mark the following items as agreed or refused, not as a request ("yes to the hat")."""
    s.flush()
    s.c = Clause(len(s.mentions), part="yes" if token.kind == "grant" else "no")


@CUES("recount")
def on_recount(s: Scan, token: Token) -> None:
    if s.mentions:
        s.mentions[-1].recount = True


@CUES("asis")
def on_asis(s: Scan, token: Token) -> None:
    s.flush()
    s.found.asis = True
    s.c = Clause(len(s.mentions))


@CUES("aslongas")
def on_aslongas(s: Scan, token: Token) -> None:
    s.c = Clause(len(s.mentions))
    s.found.adds = s.found.adds or not s.mentions


@CUES("about")
def on_about(s: Scan, token: Token) -> bool:
    if s.peek(-1) not in ("how", "what", "other"):
        return False
    s.question = False
    s.found.suggests = True
    s.c = Clause(len(s.mentions))
    if s.peek(-2) != "and":
        s.found.marker = len(s.mentions)
    return True


@CUES("make")
def on_make(s: Scan, token: Token) -> None:
    s.flush()
    s.c.verb = ""
