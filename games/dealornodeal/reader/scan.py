"""One utterance, from left to right: its items, and the side that each goes to.

Words to the left of an item decide its owner ("i need", "you can have", "i give you"); words to its right can claim it
back ("... for me", "... are yours"). "for" turns the direction of a trade. Counts, "the rest", "split", "each" and
"everything but" are kept as they are, and applied to the pool later.
"""

from collections.abc import Sequence

from games.dealornodeal.reader.clauses import EDGE, OWNS, Clause, Clauses
from games.dealornodeal.reader.mentions import (
    ALL_OF,
    EVERY,
    HALF,
    MOST,
    PAIR,
    REST,
    TOPIC,
    UNSAID,
    Mention,
    Scanned,
    other,
)
from games.dealornodeal.reader.words import Token

_ADDS = ("throw", "toss", "add", "adds", "added", "adding", "include", "including")
_FURTHER = ("more", "another", "extra", "additional")
_LIST = ("the", "a", "num", "all", "item", "rest", "other")
_OPENING = ("yes", "comma", "stop", "deal", "other", "so")


def scan(tokens: Sequence[Token]) -> Scanned | None:
    """Return the mentions of an utterance, in order; None if there are more than are read."""
    found = _Scan(tokens).run()
    return found if len(found.mentions) <= MOST else None


class _Scan(Clauses):
    """A method for each kind of word. A method that returns True ends a part, so that the next word begins afresh."""

    def run(self) -> Scanned:
        for at, token in enumerate(self.tokens):
            self.at = at
            if len(self.mentions) > MOST:
                return self.found
            if token.kind not in _LIST:
                self.lead = token.kind
            act = getattr(self, f"on_{token.kind}", None)
            fresh = act(token) if act else None
            if token.kind != "other":
                self.fresh = bool(fresh)
            self.opening = self.opening and token.kind in _OPENING
        self.at = len(self.tokens)
        self.flush()
        self.trail()
        return self.found

    # --- boundaries: each says whether the next word begins afresh ----------------------------------------------------

    def on_stop(self, token: Token) -> bool:
        self.flush()
        self.trail()
        self.sentence += 1
        self.start = len(self.mentions)
        self.info = self.question = self.conditional = False
        self.c = Clause(self.start)
        return True

    def on_comma(self, token: Token) -> bool:
        self.c.negated, self.c.part = False, ""
        self.bind()
        told = self.info and self.peek(1) == "item" and self.peek(2) == "num" and self.peek(3) != "item"
        self.pause()
        self.info = told
        return True

    def on_and(self, token: Token) -> bool:
        if self.opening and not self.mentions:
            self.found.adds = True
        return self.pause()

    def on_but(self, token: Token) -> bool:
        c = self.c
        goes_on = c.verb in OWNS and bool(self.group) and self.group[-1].count == 0
        self.turn()
        self.c.subject = c.subject
        if goes_on:
            self.c.side, self.c.verb, self.c.weak = c.side, c.verb, c.weak
        return True

    def on_if(self, token: Token) -> bool:
        self.turn()
        self.conditional = True
        return True

    def on_so(self, token: Token) -> bool:
        return self.turn()

    def on_anew(self, token: Token) -> None:
        """Let the following words replace the earlier ones ("no wait, the hat"), or just the count of the same item."""
        self.c.side = next((m.side for m in reversed(self.mentions) if m.keep), "?")
        self.found.anew = len(self.mentions)

    def on_grant(self, token: Token) -> None:
        """Mark the following items as agreed, not as a request ("yes to the hat")."""
        self.flush()
        self.c = Clause(len(self.mentions), part="yes")

    def on_deny(self, token: Token) -> None:
        self.flush()
        self.c = Clause(len(self.mentions), part="no")

    def on_recount(self, token: Token) -> None:
        if self.mentions:
            self.mentions[-1].recount = True

    def on_asis(self, token: Token) -> None:
        self.flush()
        self.found.asis = True
        self.c = Clause(len(self.mentions))

    def on_aslongas(self, token: Token) -> None:
        self.c = Clause(len(self.mentions))
        self.found.adds = self.found.adds or not self.mentions

    def on_about(self, token: Token) -> bool:
        if self.peek(-1) not in ("how", "what", "other"):
            return False
        self.question = False
        self.found.suggests = True
        self.c = Clause(len(self.mentions))
        if self.peek(-2) != "and":
            self.found.marker = len(self.mentions)
        return True

    def on_make(self, token: Token) -> None:
        self.flush()
        self.c.verb = ""

    # --- who ----------------------------------------------------------------------------------------------------------

    def on_i(self, token: Token) -> None:
        self.become("mine")
        self.c.asking = self.peek(-1) == "can"

    def on_we(self, token: Token) -> None:
        self.become("both")

    def on_you(self, token: Token) -> None:
        if self.peek(-1) in ("of", "trade"):
            return
        if self.peek(-1) in ("for", "to", "with") and self.peek(1) not in ("get", "want", "can"):
            self.claim("yours")
        elif self.c.verb == "give" and self.peek(-1) in ("give", "trade", "can") and not self.group:
            self.receive("yours")
        else:
            self.become("yours")
            self.c.asking = self.peek(-1) == "can"

    def on_me(self, token: Token) -> None:
        before = self.peek(-1)
        if before in ("for", "to", "with"):
            self.claim("mine")
        elif self.c.verb == "trade":
            return
        elif self.c.verb == "give":
            self.receive("mine")
        elif before in ("item", "rest"):
            self.claim("mine")
        elif before in (*EDGE, "and") and self.peek(1) in ("item", "num", "a", "the", "rest", "all", "both"):
            self.become("mine")

    def on_mine(self, token: Token) -> None:
        self.claim("mine")

    def on_yours(self, token: Token) -> None:
        self.claim("yours")

    # --- verbs --------------------------------------------------------------------------------------------------------

    def on_want(self, token: Token) -> None:
        self.flush()
        self.take("want", self.c.subject if self.c.subject != "?" else "mine")

    def on_get(self, token: Token) -> None:
        if self.peek(-1) == "item" and self.c.subject == "?" and token.text in ("have", "has", "had"):
            self.drop_weak()
            return
        self.flush()
        subject = self.c.subject
        if subject == "?":
            before = self.peek(-1)
            intends = before == "can" and (self.tokens[self.at - 1].text in ("will", "would") or token.text == "take")
            if intends or token.text == "settle":
                self.take("get", "mine")
                return
            imperative = self.fresh or before in ("and", "can")
            subject = "yours" if imperative else self.c.side
            if subject == "?" and before in (*EDGE, "yes", "and", "other", "so"):
                subject = "yours"
        self.take("get", subject)

    def on_give(self, token: Token) -> None:
        self.flush()
        side = other(self.c.subject if self.c.subject != "?" else "mine")
        adds = token.text in _ADDS
        if adds:
            side, self.c.extra = "mine" if self.c.subject == "?" else side, True
        self.hand("give", side)
        self.c.weak = self.c.subject == "?" and not adds and self.peek(1) not in ("me", "you")

    def on_cede(self, token: Token) -> None:
        self.flush()
        c, before = self.c, self.peek(-1)
        side = other(c.subject if c.subject != "?" else "mine")
        if c.subject == "?" and not c.negated and before in (*EDGE, "yes"):
            side, c.extra = "mine", True
        if c.negated and self.peek(-2) in ("comma", "and"):
            side = "yours"
        self.hand("cede", side)

    def on_trade(self, token: Token) -> None:
        self.flush()
        self.c.verb, self.c.weak = "trade", True
        self.c.side = "mine" if self.c.subject == "yours" else "yours"
        self.c.group = len(self.mentions)

    def on_for(self, token: Token) -> None:
        """Turn the direction for the following items, unless they say for whom they are."""
        self.flush()
        to_do = self.peek(1) == "them" and self.peek(2) == "to"
        if self.peek(1) in ("me", "you") or to_do or self.start == len(self.mentions):
            return
        c = self.c
        if c.side in ("mine", "yours") and c.verb in ("give", "trade", "cede", "get", "want"):
            c.side, c.weak, c.negated, c.firm = other(c.side), False, False, False
        else:
            c.flip = not c.flip
        c.group = len(self.mentions)

    def on_split(self, token: Token) -> None:
        self.flush()
        if self.peek(-1) == "item" and self.peek(1) in EDGE and self.c.subject == "?":
            halved = self.mentions[-1]
            halved.side, halved.weak, halved.count = "both", False, HALF
            return
        if self.peek(1) in (*EDGE, "evenly") and self.c.before and self.c.before[-1].weak:
            halved = self.c.before.pop()
            halved.side, halved.weak, halved.count, halved.fallback = "both", False, HALF, "?"
            return
        self.c.verb, self.c.side, self.c.weak, self.c.count = "split", "both", False, HALF
        self.c.group = len(self.mentions)

    def on_not(self, token: Token) -> None:
        after = self.peek(1)
        if after == "item" or (after in ("the", "a") and self.peek(2) == "item"):
            self.on_except(token)
        else:
            self.c.negated = True

    # --- words about worth, and questions -----------------------------------------------------------------------------

    def on_worth(self, token: Token) -> None:
        self.info = True
        for m in self.group:
            if m.weak:
                m.keep, m.info = False, True
        self.c.count = None

    def on_nothing(self, token: Token) -> None:
        if self.peek(-1) == "be":
            self.on_worth(token)
        elif not self.info:
            self.add(Mention(EVERY, 0, True))

    def on_be(self, token: Token) -> None:
        before, after = self.peek(-1), self.peek(1)
        if before in (*EDGE, "but", "so") and after in ("the", "item", "them"):
            self.c = Clause(len(self.mentions))
            self.question = True
        if before == "item" and after != "yes" and self.peek(2) != "yes":
            self.drop_weak()

    def on_what(self, token: Token) -> None:
        if self.peek(1) == "about":
            return
        self.flush()
        self.question = True
        for m in self.mentions[self.start :]:
            m.keep = m.keep and not m.weak
        self.c = Clause(len(self.mentions))

    # --- counts and small words ---------------------------------------------------------------------------------------

    def on_num(self, token: Token) -> None:
        states = self.peek(-1) == "be" and not self.c.verb
        if token.kind == "a":
            states = states and self.peek(1) in ("num", "worth")
        if states and self.peek(1) not in ("item", "of", "the", "more", "other", "and"):
            self.on_worth(token)
        elif self.c.count != ALL_OF:
            self.c.count, self.c.article = token.n, token.kind == "a"

    def on_a(self, token: Token) -> None:
        if self.c.count is None:
            self.on_num(token)

    def on_all(self, token: Token) -> None:
        if self.c.count != HALF:
            self.c.count = ALL_OF

    def on_both(self, token: Token) -> None:
        after = self.peek(1)
        if self.c.count != HALF and after in ("item", "of", "the", "other"):
            self.c.count = 2
        elif after in (*EDGE, "if", "but", "and") and self.c.side != "?" and self.c.verb in OWNS:
            self.add(Mention(TOPIC, PAIR, True))

    def on_thing(self, token: Token) -> None:
        """Ignore a count of things without a name ("one more object"): it is no count of items."""
        self.c.count = None

    def on_no(self, token: Token) -> None:
        if self.peek(1) == "item":
            self.c.count = 0

    def on_half(self, token: Token) -> None:
        self.c.count = HALF

    def on_just(self, token: Token) -> None:
        if self.c.soft and self.peek(-1) in EDGE:
            self.turn()
        self.c.just = True

    def on_least(self, token: Token) -> None:
        self.c.least = True
        if self.mentions and self.peek(-1) == "item":
            self.mentions[-1].least = True

    def on_more(self, token: Token) -> None:
        self.c.extra = True
        if self.mentions and self.peek(-1) in ("item", "num", "comma", "me", "mine"):
            self.mentions[-1].extra = True
            counted = (
                self.peek(-1) == "item" and self.mentions[-1].count > 0 and self.peek(1) not in ("item", "num", "a")
            )
            self.mentions[-1].further = self.mentions[-1].further or (counted and token.text in _FURTHER)

    def on_or(self, token: Token) -> None:
        self.flush()
        self.c.either = True
        if self.mentions and self.mentions[-1].sentence == self.sentence:
            self.mentions[-1].either = True

    def on_ornothing(self, token: Token) -> None:
        for m in self.group:
            if m.weak:
                m.keep = True

    def on_instead(self, token: Token) -> None:
        if self.peek(1) in EDGE and not self.found.suggests and all(m.weak for m in self.group):
            # "fine, but the books instead"
            for m in self.group:
                m.side, m.weak = "mine", False
            return
        self.on_than(token)
        self.c.instead = True

    def on_than(self, token: Token) -> None:
        self.flush()
        self.c.skip = True

    def on_without(self, token: Token) -> None:
        self.on_than(token)
        self.c.firm = True

    # --- items --------------------------------------------------------------------------------------------------------

    def on_item(self, token: Token) -> None:
        c = self.c
        count = c.count if c.count is not None else (HALF if c.verb == "split" else UNSAID)
        if count == 1 and c.article and token.many:
            count = UNSAID
        further = self.peek(-1) == "more" and self.tokens[self.at - 1].text in _FURTHER
        self.add(Mention(token.n, count, token.many, further=further))

    def on_rest(self, token: Token) -> None:
        self.add(Mention(REST, HALF if self.c.verb == "split" else ALL_OF, True))

    def on_everything(self, token: Token) -> None:
        half = self.c.verb == "split" or self.c.count == HALF
        self.add(Mention(EVERY, HALF if half else ALL_OF, True))

    def on_oneeach(self, token: Token) -> None:
        self.add(Mention(EVERY, 1, token.text == "oneeach"))

    def on_ofeach(self, token: Token) -> None:
        """Read "two of each" as that many of every item."""
        self.add(Mention(EVERY, self.c.count or 1, True))

    def on_themall(self, token: Token) -> None:
        if self.mentions:
            self.add(Mention(TOPIC, ALL_OF, True))
        else:
            self.on_everything(token)

    def on_manage(self, token: Token) -> None:
        """Leave open whether "i can do the books" gives or takes; the other words decide."""
        self.flush()
        c = self.c
        c.verb, c.side, c.weak, c.group = "manage", "yours" if c.subject == "yours" else "?", True, len(self.mentions)

    def on_except(self, token: Token) -> None:
        self.c.side = other(self.c.after if self.c.side == "?" else self.c.side)
        self.c.weak, self.c.flip = self.c.side == "?", not self.c.flip
        self.c.group = len(self.mentions)

    def on_them(self, token: Token) -> None:
        c, after = self.c, self.peek(1)
        alone = after in (*EDGE, "if", "but", "for", "to", "so", "you", "i")
        points = token.text in ("it", "them") or (token.text not in ("that", "this", "they") and alone)
        ready = c.verb in OWNS and not self.group and c.side != "?"
        told = self.peek(-1) in ("other", "for")
        if points and ready and not told and after not in ("item", "num", "and"):
            self.add(Mention(TOPIC, UNSAID if c.count is None else c.count, True))

    def on_each(self, token: Token) -> None:
        if self.info:
            return
        if not self.mentions and self.c.count == 1 and self.c.subject != "both":
            self.add(Mention(EVERY, 1, True))
            return
        group = self.group
        if not group or self.peek(1) in ("num", "get", "a", "oneeach"):
            self.c.each, self.c.side, self.c.weak = True, "both", False
        elif group[-1].count >= 0 or group[-1].count == UNSAID:
            for m in group:
                if m.count >= 0 or m is group[-1]:
                    m.side, m.weak = "both", False
                    m.count = 1 if m.count == UNSAID else m.count

    def on_evenly(self, token: Token) -> None:
        here = self.mentions[self.start :]
        self.found.evenly = self.found.evenly or not here
        for m in here:
            if m.weak or m.side == "both":
                m.side, m.weak, m.count = "both", False, HALF
