"""Cues that say to whom items go: people and verbs."""

from typing import Final

from games.dealornodeal.reader.clauses import EDGE, Cues, Scan
from games.dealornodeal.reader.mentions import HALF, other
from games.dealornodeal.reader.tokens import Token

CUES: Final = Cues()
_TASTES = ("like", "love", "prefer")
_WISHES = frozenset(("would", "will", "could", "should", "can", "may", "might", "to"))
_KEEPS = ("keep", "keeps", "keeping")
_ADDS = ("throw", "toss", "chuck", "add", "adds", "added", "adding", "include", "including")


@CUES("i", "we")
def on_i(s: Scan, token: Token) -> None:
    s.become("mine" if token.kind == "i" else "both")
    s.c.asking = token.kind == "i" and s.peek(-1) == "can"


@CUES("you")
def on_you(s: Scan, token: Token) -> None:
    if s.peek(-1) in ("of", "trade") or _addressed(s):
        return
    if s.peek(-1) in ("for", "to", "with") and s.peek(1) not in ("get", "want", "can"):
        s.claim("yours")
    elif s.c.verb == "give" and s.peek(-1) in ("give", "trade", "can") and not s.group:
        s.receive("yours")
    else:
        s.become("yours")
        s.c.asking = s.peek(-1) == "can"


def _addressed(s: Scan) -> bool:
    """Return whether "you" only ends a greeting ("nice to meet you, …", "good evening to you, …")."""
    if s.peek(1) not in EDGE or s.mentions[s.start :]:
        return False
    return s.peek(-2 if s.peek(-1) in ("for", "to") else -1) in ("other", "be", "make")


@CUES("me")
def on_me(s: Scan, token: Token) -> None:
    before = s.peek(-1)
    if before in ("for", "to", "with"):
        s.claim("mine")
    elif s.c.verb == "trade":
        return
    elif s.c.verb == "give":
        s.receive("mine")
    elif before in ("item", "rest"):
        s.claim("mine")
    elif before in (*EDGE, "and") and s.peek(1) in ("item", "num", "a", "the", "rest", "all", "both"):
        s.become("mine")


@CUES("mine", "yours")
def on_mine(s: Scan, token: Token) -> None:
    s.claim("mine" if token.kind == "mine" else "yours")


@CUES("want")
def on_want(s: Scan, token: Token) -> None:
    s.flush()
    s.take("want", s.c.subject if s.c.subject != "?" else "mine")
    s.c.taste = token.text in _TASTES and not _wishes(s)


def _wishes(s: Scan) -> bool:
    """Return whether the verb is a wish ("i would really like"), not a taste ("i really like")."""
    words = [token.text for token in s.tokens[max(0, s.at - 3) : s.at]]
    return not _WISHES.isdisjoint(words)


@CUES("get")
def on_get(s: Scan, token: Token) -> None:
    if s.peek(-1) == "item" and s.c.subject == "?" and token.text in ("have", "has", "had"):
        s.drop_weak()
        return
    s.flush()
    subject = s.c.subject
    if subject == "?":
        before = s.peek(-1)
        intends = before == "can" and (s.tokens[s.at - 1].text in ("will", "would") or token.text == "take")
        if intends or token.text == "settle":
            s.take("get", "mine")
            s.c.keeps = token.text in _KEEPS
            return
        imperative = s.fresh or before in ("and", "can")
        subject = "yours" if imperative else s.c.side
        if subject == "?" and before in (*EDGE, "yes", "and", "other", "so"):
            subject = "yours"
    s.take("get", subject)
    s.c.keeps = token.text in _KEEPS


@CUES("give")
def on_give(s: Scan, token: Token) -> None:
    s.flush()
    side = other(s.c.subject if s.c.subject != "?" else "mine")
    adds = token.text in _ADDS
    if adds:
        side, s.c.extra, s.c.tops = "mine" if s.c.subject == "?" else side, True, True
    s.hand("give", side)
    s.c.weak = s.c.subject == "?" and not adds and s.peek(1) not in ("me", "you")


@CUES("cede")
def on_cede(s: Scan, token: Token) -> None:
    s.flush()
    c, before = s.c, s.peek(-1)
    side = other(c.subject if c.subject != "?" else "mine")
    if c.subject == "?" and not c.negated and before in (*EDGE, "yes"):
        side, c.extra = "mine", True
    if c.negated and s.peek(-2) in ("comma", "and"):
        side = "yours"
    s.hand("cede", side)


@CUES("trade")
def on_trade(s: Scan, token: Token) -> None:
    s.flush()
    s.govern("trade", "mine" if s.c.subject == "yours" else "yours")


@CUES("for")
def on_for(s: Scan, token: Token) -> None:
    """Turn the direction for the following items, unless they say for whom they are."""
    s.flush()
    to_do = s.peek(1) == "them" and s.peek(2) == "to"
    if s.peek(1) in ("me", "you") or to_do or s.start == len(s.mentions):
        return
    c = s.c
    if c.side in ("mine", "yours") and c.verb in ("give", "trade", "cede", "get", "want"):
        c.side, c.weak, c.negated, c.firm, c.barter = other(c.side), False, False, False, True
        for m in s.group:
            m.barter = True
    else:
        c.flip = not c.flip
    c.group = len(s.mentions)


@CUES("back")
def on_back(s: Scan, token: Token) -> None:
    """Take off what stands what goes back ("i give a hat back", "take back a hat")."""
    if s.peek(-1) == "item" and s.mentions:
        s.mentions[-1].barter = True
    elif s.peek(-1) in ("give", "get", "you"):
        s.c.barter = True


@CUES("split")
def on_split(s: Scan, token: Token) -> None:
    s.flush()
    if s.peek(-1) == "item" and s.peek(1) in EDGE and s.c.subject == "?":
        s.mentions[-1].halve()
        return
    if s.peek(1) in (*EDGE, "evenly") and s.c.before and s.c.before[-1].weak:
        s.c.before[-1].fallback = "?"
        s.c.before.pop().halve()
        return
    s.govern("split", "both", weak=False)
    s.c.count = HALF
