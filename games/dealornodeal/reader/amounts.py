"""Cues that name items, and say how many; and those that make a name no proposal."""

from typing import Final

from games.dealornodeal.reader.clauses import EDGE, OWNS, Clause, Cues, Scan
from games.dealornodeal.reader.mentions import (
    ALL_BUT,
    ALL_OF,
    EVERY,
    HALF,
    PAIR,
    PORTIONS,
    REST,
    TOPIC,
    UNSAID,
    Mention,
    other,
)
from games.dealornodeal.reader.tokens import Token

CUES: Final = Cues()
_FURTHER = ("more", "another", "extra", "additional", "further")
_ON_TOP = ("also", "too", *_FURTHER)
_PORTIONS: Final = dict(zip(("half", "onethird", "twothirds", "onequarter", "threequarters"), PORTIONS, strict=True))


# --- worth, and questions ---------------------------------------------------------------------------------------------


@CUES("worth")
def on_worth(s: Scan, token: Token) -> None:
    s.info = True
    for m in s.group:
        if m.weak:
            m.keep, m.info = False, True
    s.c.count = None


@CUES("nothing")
def on_nothing(s: Scan, token: Token) -> None:
    if s.peek(-1) == "be":
        on_worth(s, token)
    elif not s.info:
        s.add(Mention(EVERY, 0, True))


@CUES("be")
def on_be(s: Scan, token: Token) -> None:
    before, after = s.peek(-1), s.peek(1)
    if before in (*EDGE, "but", "so") and after in ("the", "item", "them"):
        s.c = Clause(len(s.mentions))
        s.question = True
    if before == "item" and after != "yes" and s.peek(2) != "yes":
        s.drop_weak()


@CUES("what")
def on_what(s: Scan, token: Token) -> None:
    if s.peek(1) == "about":
        return
    s.flush()
    s.question = True
    for m in s.mentions[s.start :]:
        m.keep = m.keep and not m.weak
    s.c = Clause(len(s.mentions))


# --- counts -----------------------------------------------------------------------------------------------------------


@CUES("num")
def on_num(s: Scan, token: Token) -> None:
    if s.peek(-1) == "allbut":
        s.c.count = ALL_BUT - token.n
        return
    states = s.peek(-1) == "be" and not s.c.verb
    if token.kind == "a":
        states = states and s.peek(1) in ("num", "worth")
    if states and s.peek(1) not in ("item", "of", "the", "more", "other", "and"):
        on_worth(s, token)
    elif s.c.count != ALL_OF:
        s.c.count, s.c.article = token.n, token.kind == "a"


@CUES("a")
def on_a(s: Scan, token: Token) -> None:
    if s.c.count is None:
        on_num(s, token)


@CUES("all")
def on_all(s: Scan, token: Token) -> None:
    if s.c.count not in PORTIONS:
        s.c.count = ALL_OF


@CUES("both")
def on_both(s: Scan, token: Token) -> None:
    after = s.peek(1)
    if s.c.count not in PORTIONS and after in ("item", "of", "the", "other"):
        s.c.count = 2
    elif after in (*EDGE, "if", "but", "and") and s.c.side != "?" and s.c.verb in OWNS:
        s.add(Mention(TOPIC, PAIR, True))


@CUES("thing")
def on_thing(s: Scan, token: Token) -> None:
    """Ignore a count of things without a name ("one more object"): it is no count of items."""
    s.c.count = None


@CUES("no")
def on_no(s: Scan, token: Token) -> None:
    if s.peek(1) == "item":
        s.c.count = 0


@CUES(*_PORTIONS)
def on_portion(s: Scan, token: Token) -> None:
    s.c.count = _PORTIONS[token.kind]


@CUES("just")
def on_just(s: Scan, token: Token) -> None:
    if s.c.soft and s.peek(-1) in EDGE:
        s.turn()
    s.c.just = True


@CUES("least")
def on_least(s: Scan, token: Token) -> None:
    s.c.least = True
    if s.mentions and s.peek(-1) == "item":
        s.mentions[-1].least = True


@CUES("more")
def on_more(s: Scan, token: Token) -> None:
    s.c.extra = True
    s.c.tops = s.c.tops or token.text == "also"
    if s.mentions and s.peek(-1) in ("item", "num", "comma", "me", "mine"):
        s.mentions[-1].extra = True
        s.mentions[-1].too = s.mentions[-1].too or (token.text in _ON_TOP and not _excess(s))
        counted = s.peek(-1) == "item" and s.mentions[-1].count > 0 and s.peek(1) not in ("item", "num", "a")
        s.mentions[-1].further = s.mentions[-1].further or (counted and token.text in _FURTHER)


def _excess(s: Scan) -> bool:
    """Return whether "too" begins a complaint ("3 hats is too much")."""
    after = s.tokens[s.at + 1].text if s.at + 1 < len(s.tokens) else ""
    return after in ("much", "many", "little", "few", "low", "high", "greedy", "bad")


@CUES("or")
def on_or(s: Scan, token: Token) -> None:
    s.flush()
    s.c.either = True
    if s.mentions and s.mentions[-1].sentence == s.sentence:
        s.mentions[-1].either = True


@CUES("ornothing")
def on_ornothing(s: Scan, token: Token) -> None:
    """Give the items before an ultimatum to its speaker, unless a word names their owner: people demand by it."""
    s.flush()
    for m in s.group or s.mentions:
        if m.weak:
            m.keep = True
            m.side, m.weak = ("mine", False) if m.side == "?" else (m.side, m.weak)


@CUES("than", "without", "instead")
def on_than(s: Scan, token: Token) -> None:
    """Skip the following items: others replace them, or they are a condition ("without the hat")."""
    if token.kind == "instead" and s.peek(1) in EDGE and not s.found.suggests and all(m.weak for m in s.group):
        # "fine, but the books instead"
        for m in s.group:
            m.side, m.weak = "mine", False
        return
    s.flush()
    s.c.skip = True
    s.c.firm = s.c.firm or token.kind == "without"
    s.c.instead = s.c.instead or token.kind == "instead"


# --- items ------------------------------------------------------------------------------------------------------------


@CUES("not")
def on_not(s: Scan, token: Token) -> None:
    after = s.peek(1)
    if after == "item" or (after in ("the", "a") and s.peek(2) == "item"):
        on_except(s, token)
    else:
        s.c.negated = True


@CUES("item")
def on_item(s: Scan, token: Token) -> None:
    c = s.c
    count = c.count if c.count is not None else (HALF if c.verb == "split" else UNSAID)
    if count == 1 and c.article and token.many:
        count = UNSAID
    before = s.at - 1
    while before > 0 and s.tokens[before].kind in ("of", "the"):
        before -= 1
    further = before >= 0 and s.tokens[before].kind == "more" and s.tokens[before].text in _FURTHER
    s.add(Mention(token.n, count, token.many, further=further))


@CUES("rest", "everything")
def on_everything(s: Scan, token: Token) -> None:
    said = s.c.count if s.c.count in PORTIONS else HALF if s.c.verb == "split" else None
    s.add(Mention(REST if token.kind == "rest" else EVERY, ALL_OF if said is None else said, True))


@CUES("oneeach", "ofeach")
def on_oneeach(s: Scan, token: Token) -> None:
    """Read "one of each" and "two of each" as that many of every item, "one other" as one of those not named."""
    count = 1 if token.kind == "oneeach" else s.c.count or 1
    s.add(Mention(EVERY, count, token.text != "oneother"))


@CUES("themall")
def on_themall(s: Scan, token: Token) -> None:
    if s.mentions:
        s.add(Mention(TOPIC, ALL_OF, True))
    else:
        on_everything(s, token)


@CUES("manage")
def on_manage(s: Scan, token: Token) -> None:
    """Leave open whether "i can do the books" gives or takes; the other words decide."""
    s.flush()
    s.govern("manage", "yours" if s.c.subject == "yours" else "?")


@CUES("except")
def on_except(s: Scan, token: Token) -> None:
    s.c.side = other(s.c.after if s.c.side == "?" else s.c.side)
    s.c.weak, s.c.flip = s.c.side == "?", not s.c.flip
    s.c.group = len(s.mentions)


@CUES("them")
def on_them(s: Scan, token: Token) -> None:
    c, after = s.c, s.peek(1)
    alone = after in (*EDGE, "if", "but", "for", "to", "so", "you", "i")
    points = token.text in ("it", "them") or (token.text not in ("that", "this", "they") and alone)
    ready = c.verb in OWNS and not s.group and c.side != "?"
    told = s.peek(-1) in ("other", "for")
    if points and ready and not told and after not in ("item", "num", "and"):
        s.add(Mention(TOPIC, UNSAID if c.count is None else c.count, True))


@CUES("each")
def on_each(s: Scan, token: Token) -> None:
    if s.info:
        return
    if not s.mentions and s.c.count == 1 and s.c.subject != "both":
        s.add(Mention(EVERY, 1, True))
        return
    group = s.group
    if not group or s.peek(1) in ("num", "get", "a", "oneeach"):
        s.c.each, s.c.side, s.c.weak = True, "both", False
    elif group[-1].count >= 0 or group[-1].count == UNSAID:
        for m in group:
            if m.count >= 0 or m is group[-1]:
                m.side, m.weak = "both", False
                m.count = (s.c.count or 1) if m.count == UNSAID else m.count
        s.c.count = None


@CUES("evenly")
def on_evenly(s: Scan, token: Token) -> None:
    here = s.mentions[s.start :]
    s.found.evenly = s.found.evenly or not here
    for m in here:
        if m.weak or m.side == "both" or (m is here[-1] and s.peek(-1) == "item"):
            m.halve()
