"""Clauses: the decisions of earlier words about an item, and how cues bind items to a side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from games.dealornodeal.reader.mentions import (
    ALL_OF,
    EVERY,
    HALF,
    PORTIONS,
    REST,
    TOPIC,
    UNSAID,
    Mention,
    Scanned,
    Side,
    other,
)
from games.dealornodeal.reader.tokens import Token

OWNS = ("get", "want", "give", "cede")
"""Verbs that say to whom something goes."""
EDGE = ("stop", "comma", "end")


@dataclass(slots=True)
class Clause:
    """The decisions of the words since the last boundary.

    - `group`: the first mention that a cue to the right may claim.
    - `before`: mentions in front of the subject.
    - `after`: the side of the last cue behind its items.
    - `tops`: its items come on top of what stands. Unlike `extra`, it holds for all items of a list.
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
    instead: bool = False
    just: bool = False
    asking: bool = False
    taste: bool = False
    each: bool = False
    extra: bool = False
    tops: bool = False
    least: bool = False
    either: bool = False
    barter: bool = False
    keeps: bool = False
    part: Literal["yes", "no", ""] = ""
    count: int | None = None
    article: bool = False
    after: Side = "?"
    before: list[Mention] = field(default_factory=list)


Cue = Callable[["Scan", Token], bool | None]
"""The effect of a kind of word. One that returns True ends a part, so that the next word begins afresh."""


class Cues(dict[str, Cue]):
    """Cues by kind of word. `@CUES("i")` puts a function among them."""

    def __call__(self, *kinds: str) -> Callable[[Cue], Cue]:
        def put(cue: Cue) -> Cue:
            self.update(dict.fromkeys(kinds, cue))
            return cue

        return put


class Scan:
    """The state of a scan, and the steps of its cues.

    - `lead`: the kind of the last word that was no part of an item's name or count.
    - `last`: the place of the last item.
    - `opening`: the words so far only lead up to something.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens, self.at = tokens, 0
        self.found = Scanned()
        self.mentions = self.found.mentions
        self.sentence, self.start = 0, 0
        self.info = self.question = self.conditional = False
        self.fresh = self.opening = True
        self.lead, self.last = "end", -1
        self.c = Clause(0)

    def peek(self, step: int) -> str:
        at = self.at + step
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else "end"

    @property
    def group(self) -> list[Mention]:
        return self.mentions[self.c.group :]

    def pause(self) -> bool:
        self.flush()
        self.info = self.c.skip = self.c.instead = False
        return True

    def turn(self) -> bool:
        self.flush()
        self.info = self.question = self.conditional = False
        self.c = Clause(len(self.mentions))
        return True

    def become(self, subject: Side) -> None:
        """Begin a new clause with a new subject. Its verb may reach back to items that stand before it."""
        self.flush()
        near = ("item", "rest", "all", "be", "what", "just", "other", "the")
        before = self.mentions[self.start :] if self.peek(-1) in near else []
        self.info = False
        self.c = Clause(len(self.mentions), subject=subject, side=subject, before=before)

    def take(self, verb: str, subject: Side) -> None:
        c = self.c
        self.replaced()
        if c.verb == "give" and c.side != "?" and not c.weak and not self.group:
            subject = c.side
        c.side, c.soft = subject, False
        if c.negated and subject in ("mine", "yours"):
            c.side = other(subject)
            c.soft, c.skip = subject == "mine", subject == "yours" or self.conditional
        self.govern(verb, c.side, weak=subject == "?")

    def hand(self, verb: str, side: Side) -> None:
        """Give something to a side; if that is denied, the other side keeps it."""
        c = self.c
        self.replaced()
        if c.subject == "both":
            return
        c.firm = c.negated
        self.govern(verb, other(side) if c.negated else side, weak=False)

    def govern(self, verb: str, side: Side, weak: bool = True) -> None:
        """Let a verb decide about the following items."""
        self.c.verb, self.c.side, self.c.weak, self.c.group = verb, side, weak, len(self.mentions)
        self.c.taste = self.c.keeps = False

    def replaced(self) -> None:
        """Read a verb after "instead of the ball": it speaks of the replacement."""
        if self.c.instead and self.mentions and self.mentions[-1].instead:
            self.c.skip = self.c.instead = False

    def receive(self, side: Side) -> None:
        """Set the receiver of something; after "let" the receiver becomes the subject."""
        self.c.side, self.c.weak = other(side) if self.c.firm else side, False
        if self.tokens[self.at - 1].text in ("let", "allow"):
            self.c.subject, self.c.verb = side, ""

    def claim(self, side: Side) -> None:
        """Let a cue behind its items claim the group, or only its last part if a cue in front says otherwise."""
        self.flush()
        if self.info:
            self.drop_weak()
        elif self._leads() and not any(m.weak for m in self.group):
            self.own(side)
        elif self.group:
            self._claim_group(side)
        elif self.peek(-1) == "be" and self.peek(-2) == "them":
            self.c.side, self.c.weak = side, False
            self.add(Mention(TOPIC, UNSAID, True))
        elif self.start == len(self.mentions) or self.peek(-2) in (*EDGE, "and"):
            self.own(side)

    def _claim_group(self, side: Side) -> None:
        whole = self.mentions[self.c.group - 1] if self.c.flip and self.c.group > self.start else None
        excepts = whole is not None and whole.item == EVERY and whole.side == "?"
        for m in _claimed(self.group):
            if m.verb == "split" and m.count == HALF:
                # "Split the books, the hat for me": the list has left the split.
                m.count = UNSAID
            if not m.info:
                m.side, m.weak, m.keep = other(side) if excepts else side, False, True
        if whole is not None and excepts:
            whole.side, whole.weak = side, False
        self.c = replace(self.c, side="?", weak=True, subject="?", verb="", firm=False, group=len(self.mentions))
        self.c.after = side

    def own(self, side: Side) -> None:
        """Give the following items to a side."""
        self.c.side, self.c.weak, self.c.group = side, False, len(self.mentions)

    def _leads(self) -> bool:
        """Return whether "for me" comes before its items ("for you the hat, for me the rest")."""
        named = self.peek(1) in ("item", "num", "a", "the", "all", "both", "rest")
        return self.peek(-1) in ("for", "to") and self.peek(-2) in (*EDGE, "and") and named

    def trail(self) -> None:
        """Close the clause at the end of a sentence."""
        self.bind()
        for m in self.mentions:
            if m.fallback != "?" and m.side == "?":
                m.side, m.weak = m.fallback, False

    def bind(self) -> None:
        """Bind items that stood in front of their verb ("the ball is all i want")."""
        c = self.c
        binds = c.verb in ("want", "get", "cede") and not self.group and c.side in ("mine", "yours")
        for m in c.before:
            if m.side == "?" and m.weak and binds:
                m.side, m.weak, m.keep = c.side, False, True

    def drop_weak(self) -> None:
        for m in self.group:
            m.keep = m.keep and not m.weak

    def add(self, m: Mention) -> None:
        c = self.c
        m.side, m.weak, m.flip, m.verb, m.sentence = c.side, c.weak, c.flip, c.verb, self.sentence
        m.firm, m.soft, m.extra, m.least, m.either = c.firm, c.soft, c.extra, c.least, c.either
        m.barter, m.keeps = c.barter, c.keeps
        m.just, m.asked, m.instead, m.part, m.taste, m.tops = c.just, c.asking, c.instead, c.part, c.taste, c.tops
        self._leave_open(m)
        self._judge(m)
        m.any = c.article and m.soft and m.count == 1
        m.joined = self.tie(m)
        self._share_out(m)
        if m.count == 0 and m.weak and m.item >= 0 and not (m.joined == "and" and m.side == "?"):
            m.side, m.soft = "yours", True
        self.mentions.append(m)
        self.last = self.at
        c.count, c.either, c.extra = None, False, False

    def _judge(self, m: Mention) -> None:
        """Keep all units of an item that the speaker will not give up; drop an item that is not proposed."""
        c = self.c
        if c.firm and c.skip:
            m.side = "mine"
        elif c.skip or self.info or (self.question and c.weak):
            m.keep = False
        if c.firm and not c.skip:
            m.count = ALL_OF

    def _leave_open(self, m: Mention) -> None:
        """Leave the side of an item to the words behind it, if they begin with a subject ("the hat, the ball you")."""
        turns = self.peek(1) in ("i", "you", "we") and (self.lead == "comma" or m.item == REST)
        if turns and m.side != "?" and not self.c.firm:
            m.fallback, m.side, m.weak, m.soft = m.side, "?", True, False

    def _share_out(self, m: Mention) -> None:
        """Give an item to both sides only if each gets this many; let it follow a cue behind the item before."""
        c = self.c
        if c.each and m.item != REST:
            m.side, m.weak = "both", False
        elif m.side == "both" and c.verb != "split" and not c.each:
            m.side, m.weak = "?", True
        if m.side == "?" and c.after != "?" and self.lead == "and":
            m.side = c.after

    def tie(self, m: Mention) -> str:
        """Return the tie between two items: "and", a comma, or a gap ("all books the hat and ball")."""
        if not self.group or (m.item == REST and self.lead != "and"):
            return ""
        between = [token.kind for token in self.tokens[self.last + 1 : self.at]]
        return "and" if "and" in between else "comma" if "comma" in between else "gap"

    def flush(self) -> None:
        """Apply a count without a noun, in front of a boundary, to the item named last."""
        count, self.c.count = self.c.count, None
        if count is None or count in PORTIONS or self.peek(-1) not in ("num", "all"):
            return
        if (self.c.side == "?" or not self.c.verb) and self.peek(0) != "for":
            return
        named = any(m.sentence == self.sentence and m.item >= 0 for m in self.mentions)
        if count == ALL_OF and not named:
            self.add(Mention(REST, ALL_OF, True))
        else:
            self.add(Mention(TOPIC, count, count != 1))


def _claimed(group: list[Mention]) -> list[Mention]:
    """Return the part of a group that a cue behind it claims."""
    if group[-1].item == REST and len(group) > 1:
        return group[-1:]
    if all(m.weak for m in group):
        return group
    parts = [k for k, m in enumerate(group) if m.joined in ("comma", "gap")]
    ties = [k for k, m in enumerate(group) if m.item == REST or m.joined == "and"]
    return group[(parts or ties or [0])[-1] :]
