"""One utterance, from left to right: which items it names, and whom it gives them to.

Words to the left of an item decide who would own it ("i need", "you can have", "i give you"); words to its right can
claim it back ("... for me", "... are yours"). "for" turns the direction of a trade. Counts and "the rest", "split",
"each", "everything but" are kept as what they say and worked out against the pool later.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

from games.dealornodeal.reader.words import Token

Side = Literal["mine", "yours", "both", "?"]
"""Who would get an item, seen from the speaker; `both`: each side that many."""
REST, EVERY, TOPIC = -1, -2, -3
"""In place of an item's index: what is left over, each item, and what was named before ("it", "them")."""
ALL_OF, UNSAID, HALF = -1, -2, -3
"""In place of a count."""


@dataclass(slots=True)
class Mention:
    """An item named. `weak`: no verb said whom it goes to. `flip`: it stands on the other side of a trade than the
    first. `firm`: the speaker will not give it up. `soft`: the speaker does not want it. `keep` False: it is no
    proposal. `info`: it was named to say what it is worth. `asked`: in a question. `joined`: what ties it to the item before.
    `fallback` is its side unless words to its right say otherwise.
    """

    item: int
    count: int
    many: bool
    side: Side = "?"
    weak: bool = True
    verb: str = ""
    flip: bool = False
    firm: bool = False
    soft: bool = False
    extra: bool = False
    least: bool = False
    either: bool = False
    just: bool = False
    asked: bool = False
    joined: str = ""
    keep: bool = True
    info: bool = False
    sentence: int = 0
    fallback: Side = "?"

    def of(self, item: int, count: int, many: bool) -> "Mention":
        """The same said of an item."""
        return replace(self, item=item, count=count, many=many)


@dataclass(slots=True)
class Scanned:
    """`marker` is the number of mentions before the last "how about"; `adds`: the utterance begins with "and" or "as
    long as"; `evenly`: everything is to be halved.
    """

    mentions: list[Mention] = field(default_factory=list)
    marker: int = 0
    adds: bool = False
    evenly: bool = False


@dataclass(slots=True)
class _Clause:
    """What the words since the last boundary have decided. `group` is the first mention that a cue to the right may
    claim; `before` are mentions that stand in front of the subject; `after` is the side of the last
    cue that came after its items.
    """

    group: int
    subject: Side = "?"
    side: Side = "?"
    weak: bool = True
    verb: str = ""
    negated: bool = False
    flip: bool = False
    firm: bool = False
    soft: bool = False
    skip: bool = False
    just: bool = False
    asking: bool = False
    each: bool = False
    extra: bool = False
    least: bool = False
    either: bool = False
    count: int | None = None
    article: bool = False
    after: Side = "?"
    before: list[Mention] = field(default_factory=list)


def other(side: Side) -> Side:
    return "yours" if side == "mine" else "mine" if side == "yours" else side


_OWNS = ("get", "want", "give", "cede")
_EDGE = ("stop", "comma", "end")
_LIST = ("the", "a", "num", "all", "item", "rest", "other")


def scan(tokens: list[Token]) -> Scanned:
    """The mentions of an utterance, in order."""
    return _Scan(tokens).run()


class _Scan:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at = tokens, 0
        self.found = Scanned()
        self.mentions = self.found.mentions
        self.sentence, self.start = 0, 0
        self.info = self.question = False
        self.fresh = True
        self.lead = "end"
        self.c = _Clause(0)

    def run(self) -> Scanned:
        for at, token in enumerate(self.tokens):
            self.at = at
            if token.kind not in _LIST:
                self.lead = token.kind
            act = getattr(self, f"on_{token.kind}", None)
            fresh = act(token) if act else None
            if token.kind != "other":
                self.fresh = bool(fresh)
        self.at = len(self.tokens)
        self._flush()
        self._trail()
        return self.found

    def _peek(self, step: int) -> str:
        at = self.at + step
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else "end"

    @property
    def _group(self) -> list[Mention]:
        return self.mentions[self.c.group :]

    # --- boundaries: each says whether the next word begins afresh ----------------------------------------------------

    def on_stop(self, token: Token) -> bool:
        self._flush()
        self._trail()
        self.sentence += 1
        self.start = len(self.mentions)
        self.info = self.question = False
        self.c = _Clause(self.start)
        return True

    def on_comma(self, token: Token) -> bool:
        self.c.negated = False
        return self._pause()

    def on_and(self, token: Token) -> bool:
        opening = ("yes", "comma", "stop", "deal", "other", "so")
        if not self.mentions and all(t.kind in opening for t in self.tokens[: self.at]):
            self.found.adds = True
        return self._pause()

    def _pause(self) -> bool:
        self._flush()
        self.info = self.c.skip = False
        return True

    def on_but(self, token: Token) -> bool:
        subject = self.c.subject
        self._turn()
        self.c.subject = subject
        return True

    def on_if(self, token: Token) -> bool:
        return self._turn()

    def on_so(self, token: Token) -> bool:
        return self._turn()

    def _turn(self) -> bool:
        self._flush()
        self.info = self.question = False
        self.c = _Clause(len(self.mentions))
        return True

    def on_aslongas(self, token: Token) -> None:
        self.c = _Clause(len(self.mentions))
        self.found.adds = self.found.adds or not self.mentions

    def on_about(self, token: Token) -> bool:
        if self._peek(-1) not in ("how", "what", "other"):
            return False
        self.question = False
        self.c = _Clause(len(self.mentions))
        if self._peek(-2) != "and":
            self.found.marker = len(self.mentions)
        return True

    def on_make(self, token: Token) -> None:
        self._flush()
        self.c.verb = ""

    # --- who ----------------------------------------------------------------------------------------------------------

    def on_i(self, token: Token) -> None:
        self._become("mine")
        self.c.asking = self._peek(-1) == "can"

    def on_we(self, token: Token) -> None:
        self._become("both")

    def on_you(self, token: Token) -> None:
        if self._peek(-1) == "of":
            return
        if self._peek(-1) in ("for", "to", "with") and self._peek(1) not in ("get", "want", "can"):
            self._claim("yours")
        elif self.c.verb == "give" and self._peek(-1) in ("give", "trade", "can") and not self._group:
            self._receive("yours")
        else:
            self._become("yours")
            self.c.asking = self._peek(-1) == "can"

    def on_me(self, token: Token) -> None:
        before = self._peek(-1)
        if before in ("for", "to", "with"):
            self._claim("mine")
        elif self.c.verb == "trade":
            return
        elif self.c.verb == "give":
            self._receive("mine")
        elif before in ("item", "rest"):
            self._claim("mine")
        elif before in (*_EDGE, "and") and self._peek(1) in ("item", "num", "a", "the", "rest", "all", "both"):
            self._become("mine")

    def _receive(self, side: Side) -> None:
        """Whom something is given to; of "let" they become the subject."""
        self.c.side, self.c.weak = side, False
        if self.tokens[self.at - 1].text in ("let", "allow"):
            self.c.subject, self.c.verb = side, ""

    def on_mine(self, token: Token) -> None:
        self._claim("mine")

    def on_yours(self, token: Token) -> None:
        self._claim("yours")

    def _become(self, subject: Side) -> None:
        """A new subject: a new clause, whose verb may reach back to items that stand before it."""
        self._flush()
        near = ("item", "rest", "all", "be", "what", "just", "other", "the")
        before = self.mentions[self.start :] if self._peek(-1) in near else []
        self.info = False
        self.c = _Clause(len(self.mentions), subject=subject, side=subject, before=before)

    def _claim(self, side: Side) -> None:
        """A cue behind its items claims the group, or only its last part if a cue in front said otherwise."""
        self._flush()
        group = self._group
        if self.info:
            for m in group:
                m.keep = m.keep and not m.weak
            return
        if not group:
            if self.start == len(self.mentions) or self._peek(-2) in (*_EDGE, "and"):
                self.c.side, self.c.weak = side, False
                self.c.group = len(self.mentions)
            return
        for m in _claimed(group):
            if not m.info:
                m.side, m.weak, m.keep = side, False, True
        self.c = replace(self.c, side="?", weak=True, subject="?", verb="", firm=False, group=len(self.mentions))
        self.c.after = side

    def _trail(self) -> None:
        """At the end of a sentence: what stood in front of its verb ("the ball is all i want")."""
        c = self.c
        binds = c.verb in ("want", "get", "cede") and not self._group and c.side in ("mine", "yours")
        for m in c.before:
            if m.side == "?" and m.weak and binds:
                m.side, m.weak, m.keep = c.side, False, True
        for m in self.mentions:
            if m.fallback != "?" and m.side == "?":
                m.side, m.weak = m.fallback, False

    # --- verbs --------------------------------------------------------------------------------------------------------

    def on_want(self, token: Token) -> None:
        self._flush()
        self._take("want", self.c.subject if self.c.subject != "?" else "mine")

    def on_get(self, token: Token) -> None:
        if self._peek(-1) == "item" and self.c.subject == "?" and token.text in ("have", "has", "had"):
            self._drop_weak()
            return
        self._flush()
        subject = self.c.subject
        if subject == "?":
            before = self._peek(-1)
            if before == "can" and (self.tokens[self.at - 1].text in ("will", "would") or token.text == "take"):
                self._take("get", "mine")
                return
            imperative = self.fresh or before in ("and", "can")
            subject = "yours" if imperative else self.c.side
            if subject == "?" and before in (*_EDGE, "yes", "and", "other", "so"):
                subject = "yours"
        self._take("get", subject)

    def _take(self, verb: str, subject: Side) -> None:
        c = self.c
        if c.verb == "give" and c.side != "?" and not c.weak and not self._group:
            subject = c.side
        c.side, c.soft = subject, False
        if c.negated and subject in ("mine", "yours"):
            c.side = other(subject)
            c.soft, c.skip = subject == "mine", subject == "yours"
        c.weak, c.verb, c.group = subject == "?", verb, len(self.mentions)

    def on_give(self, token: Token) -> None:
        self._flush()
        side = other(self.c.subject if self.c.subject != "?" else "mine")
        if token.text in ("throw", "toss", "add"):
            side, self.c.extra = "mine" if self.c.subject == "?" else side, True
        self._hand("give", side)

    def on_cede(self, token: Token) -> None:
        self._flush()
        c, before = self.c, self._peek(-1)
        side = other(c.subject if c.subject != "?" else "mine")
        if c.subject == "?" and not c.negated and before in (*_EDGE, "yes"):
            side, c.extra = "mine", True
        if c.negated and self._peek(-2) in ("comma", "and"):
            side = "yours"
        self._hand("cede", side)

    def _hand(self, verb: str, side: Side) -> None:
        """Something goes to a side; if it is denied, the other side holds on to it."""
        c = self.c
        if c.subject == "both":
            return
        c.firm = c.negated
        c.side = other(side) if c.negated else side
        c.weak, c.verb, c.group = False, verb, len(self.mentions)

    def on_trade(self, token: Token) -> None:
        self._flush()
        self.c.verb, self.c.weak = "trade", True
        self.c.side = "mine" if self.c.subject == "yours" else "yours"
        self.c.group = len(self.mentions)

    def on_for(self, token: Token) -> None:
        """What follows goes the other way, unless it says for whom."""
        self._flush()
        to_do = self._peek(1) == "them" and self._peek(2) == "to"
        if self._peek(1) in ("me", "you") or to_do or self.start == len(self.mentions):
            return
        c = self.c
        if c.side in ("mine", "yours") and c.verb in ("give", "trade", "cede", "get", "want"):
            c.side, c.weak, c.negated, c.firm = other(c.side), False, False, False
        else:
            c.flip = not c.flip
        c.group = len(self.mentions)

    def on_split(self, token: Token) -> None:
        self._flush()
        self.c.verb, self.c.side, self.c.weak, self.c.count = "split", "both", False, HALF
        self.c.group = len(self.mentions)

    def on_not(self, token: Token) -> None:
        after = self._peek(1)
        if after == "item" or (after in ("the", "a") and self._peek(2) == "item"):
            self.on_except(token)
        else:
            self.c.negated = True

    # --- words about worth, and questions -----------------------------------------------------------------------------

    def on_worth(self, token: Token) -> None:
        self.info = True
        for m in self._group:
            if m.weak:
                m.keep, m.info = False, True
        self.c.count = None

    def on_nothing(self, token: Token) -> None:
        if self._peek(-1) == "be":
            self.on_worth(token)
        elif not self.info:
            self._add(Mention(EVERY, 0, True))

    def on_be(self, token: Token) -> None:
        before, after = self._peek(-1), self._peek(1)
        if before in (*_EDGE, "but", "so") and after in ("the", "item", "them"):
            self.c = _Clause(len(self.mentions))
            self.question = True
        if before == "item" and after != "yes" and self._peek(2) != "yes":
            self._drop_weak()

    def on_what(self, token: Token) -> None:
        if self._peek(1) == "about":
            return
        self._flush()
        self.question = True
        for m in self.mentions[self.start :]:
            m.keep = m.keep and not m.weak
        self.c = _Clause(len(self.mentions))

    def _drop_weak(self) -> None:
        for m in self._group:
            m.keep = m.keep and not m.weak

    # --- counts and small words ---------------------------------------------------------------------------------------

    def on_num(self, token: Token) -> None:
        states = self._peek(-1) == "be" and not self.c.verb
        if states and self._peek(1) not in ("item", "of", "the", "more", "other", "and"):
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
        after = self._peek(1)
        if self.c.count != HALF and after in ("item", "of", "the", "other"):
            self.c.count = 2
        elif after in (*_EDGE, "if", "but", "and") and self.c.side != "?" and self.c.verb in _OWNS:
            self._add(Mention(TOPIC, ALL_OF, True))

    def on_no(self, token: Token) -> None:
        if self._peek(1) == "item":
            self.c.count = 0

    def on_half(self, token: Token) -> None:
        self.c.count = HALF

    def on_just(self, token: Token) -> None:
        self.c.just = True

    def on_least(self, token: Token) -> None:
        self.c.least = True

    def on_more(self, token: Token) -> None:
        self.c.extra = True
        if self.mentions and self._peek(-1) in ("item", "num", "comma"):
            self.mentions[-1].extra = True

    def on_or(self, token: Token) -> None:
        self._flush()
        self.c.either = True
        if self.mentions and self.mentions[-1].sentence == self.sentence:
            self.mentions[-1].either = True

    def on_ornothing(self, token: Token) -> None:
        for m in self._group:
            if m.weak:
                m.side, m.weak, m.firm, m.keep, m.count = "mine", False, True, True, ALL_OF

    def on_instead(self, token: Token) -> None:
        self._flush()
        self.c.skip = True

    on_than = on_instead

    def on_without(self, token: Token) -> None:
        self.on_instead(token)
        self.c.firm = True

    # --- items --------------------------------------------------------------------------------------------------------

    def on_item(self, token: Token) -> None:
        c = self.c
        count = c.count if c.count is not None else (HALF if c.verb == "split" else UNSAID)
        if count == 1 and c.article and token.many:
            count = UNSAID
        self._add(Mention(token.n, count, token.many))

    def on_rest(self, token: Token) -> None:
        self._add(Mention(REST, ALL_OF, True))

    def on_everything(self, token: Token) -> None:
        half = self.c.verb == "split" or self.c.count == HALF
        self._add(Mention(EVERY, HALF if half else ALL_OF, True))

    def on_oneeach(self, token: Token) -> None:
        self._add(Mention(EVERY, 1, token.text == "oneeach"))

    def on_themall(self, token: Token) -> None:
        if self.mentions:
            self._add(Mention(TOPIC, ALL_OF, True))
        else:
            self.on_everything(token)

    def on_manage(self, token: Token) -> None:
        """ "i can do the books": to give or to take, as the rest of it says."""
        self._flush()
        c = self.c
        c.verb, c.side, c.weak, c.group = "manage", "yours" if c.subject == "yours" else "?", True, len(self.mentions)

    def on_except(self, token: Token) -> None:
        self.c.side = other(self.c.side)
        self.c.weak, self.c.flip = self.c.side == "?", not self.c.flip
        self.c.group = len(self.mentions)

    def on_them(self, token: Token) -> None:
        c, after = self.c, self._peek(1)
        points = token.text in ("it", "them") or (token.text not in ("that", "this", "they") and after != "other")
        ready = c.verb in _OWNS and not self._group and c.side != "?"
        if points and ready and after not in ("item", "num", "and"):
            self._add(Mention(TOPIC, UNSAID if c.count is None else c.count, True))

    def on_each(self, token: Token) -> None:
        if self.info:
            return
        group = self._group
        if not group or self._peek(1) in ("num", "get", "a", "oneeach"):
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

    def _flush(self) -> None:
        """A count without a noun, in front of a boundary, speaks of what was named last."""
        count, self.c.count = self.c.count, None
        if count is None or count == HALF or self._peek(-1) not in ("num", "all"):
            return
        if (self.c.side == "?" or not self.c.verb) and self._peek(0) != "for":
            return
        named = any(m.sentence == self.sentence and m.item >= 0 for m in self.mentions)
        if count == ALL_OF and not named:
            self._add(Mention(REST, ALL_OF, True))
        else:
            self._add(Mention(TOPIC, count, count != 1))

    def _tie(self, m: Mention) -> str:
        """How an item follows the one before it: by "and", by a comma, or just so ("all books the hat and ball")."""
        if not self._group or (m.item == REST and self.lead != "and"):
            return ""
        if self.fresh:
            return "and" if self.lead == "and" else "comma"
        return "" if self._peek(-1) in ("and", "comma") else "gap"

    def _add(self, m: Mention) -> None:
        c = self.c
        m.side, m.weak, m.flip, m.verb, m.sentence = c.side, c.weak, c.flip, c.verb, self.sentence
        m.firm, m.soft, m.extra, m.least, m.either = c.firm, c.soft, c.extra, c.least, c.either
        m.just, m.asked = c.just, c.asking
        if c.firm and not c.skip:
            m.count = ALL_OF
        turns = self._peek(1) in ("i", "you") and (self.lead == "comma" or m.item == REST)
        if turns and m.side != "?" and not c.firm:
            m.fallback, m.side, m.weak, m.soft = m.side, "?", True, False
        if c.skip or self.info or (self.question and c.weak):
            m.keep = False
        if c.firm and c.skip:
            m.keep, m.side = True, "mine"
        m.joined = self._tie(m)
        if m.side == "both" and c.verb != "split" and not c.each:
            m.side, m.weak = "?", True
        if c.each and m.item != REST:
            m.side, m.weak = "both", False
        if m.side == "?" and c.after != "?" and self.lead == "and":
            m.side = c.after
        if m.count == 0 and m.weak and m.item >= 0:
            m.side, m.soft = "yours", True
        self.mentions.append(m)
        c.count, c.either, c.extra = None, False, False


def _claimed(group: list[Mention]) -> list[Mention]:
    """The part of a group that a cue behind it claims."""
    if group[-1].item == REST and len(group) > 1:
        return group[-1:]
    if all(m.weak for m in group):
        return group
    parts = [k for k, m in enumerate(group) if m.joined in ("comma", "gap")]
    ties = [k for k, m in enumerate(group) if m.item == REST or m.joined == "and"]
    return group[(parts or ties or [0])[-1] :]
