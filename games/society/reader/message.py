"""Text to a move, in every phase. Never raises, never guesses."""

import re
from typing import Final

from games.core.contract import IllegalMove, Reading, Said, Seat, Unclear
from games.language.text import canon, odd_numerals
from games.society.asks import labels
from games.society.reader import hints, joining, planning, sentences
from games.society.reader.patterns import PROPOSES
from games.society.reader.sentences import NAMES, Found, Share, percent, seat_named
from games.society.rules import negotiation
from games.society.rules.moves import Accept, Counter, Finish, Move, Negotiate, Pass, Talk, Vote
from games.society.rules.play import WORDS_MOST
from games.society.view import View

LONGEST: Final = 500
"""Characters of a message that may hold an option."""
MOST: Final = 20_000
"""Characters of a message that are examined, including thoughts."""
GROWN: Final = 5_000
"""Characters of a message whose plain form is longer than the typed text: some characters expand to eighteen."""
LABELS_MOST: Final = 100
"""Characters of the longest button label."""

COMMANDS: Final = frozenset(
    (
        *("deal", "invite", "counter", "accept", "decline", "end", "vote", "pass", "join"),
        *("plan", "plans", "gather", "craft", "dump", "explore", "goto", "wait"),
    )
)
"""Commands that mean the same as the word itself; /join only with a number."""

_PASS: Final = re.compile(
    r"(?:(?:communication|action|plan)\s*:\s*)?/?(?:please\s+)?(?:i\s+|i'll\s+|i\s+will\s+|let\s+me\s+)?"
    r"(?:pass|skip|do\s+nothing|no\s+plan)(?:\s+(?:on\s+)?(?:this|the|my)\s+(?:step|turn|round|one|time))?"
    r"(?:,?\s+please)?\W*|-",
    re.IGNORECASE,
)
_ANSWER: Final = re.compile(r"^[^\S\n]*((?:communication|action|plan)\s*:.*)", re.IGNORECASE | re.MULTILINE)
"""A model's answer after its thoughts."""
_UNDO: Final = re.compile(
    r"/?(?:(?:please|pls|oh|no|wait|sorry)\W+)*(?:(?:cancel|undo|revoke|scratch)(?:\s+(?:it|this|that|my\s+(?:choice"
    r"|move)))?"
    r"|take\s+(?:it|this|that)\s+back)(?:\W+(?:please|pls))?\W*",
    re.IGNORECASE,
)
_OF_SLOTS: Final = ("slots", "slot", "two_slots", "must_join")
"""Errors about a coalition's number; they matter only to the seat on turn."""
_TAKE_BACK: Final = "Take it back, and pass?"
_UNFINISHED: Final = re.compile(r"/?(?:i\s+)?(?:propose|invite|negotiate|bargain)\W*", re.IGNORECASE)
_YES: Final = re.compile(
    r"(?:(?:ok|okay|yes|yeah|yep|sure|fine|great|good|perfect|alright|well|oh)[\s,.!]+)*"
    r"(?:yes|yep|yup|yeah|y|ok|okay|k|kk|sure|fine|alright|deal|agreed|accepted|done|works for me|i'm in"
    r"|👍|👌|🤝|it's a deal|(?:you|we)(?:'ve|\s+have)(?:\s+got)?\s+a\s+deal|please,? accept"
    r"|accept,? (?:please|thanks|thank you)|sold|all\s+right|sure\s+thing|cool|good\s+for\s+me"
    r"|(?:sounds|looks)\s+(?:good|great|fine|fair)|perfect|great|good|fair(?:\s+enough)?|why\s+not|(?:i\s+)?agree"
    r"|(?:that|it)(?:'s|\s+is)\s+(?:fine|ok|okay|good|great|fair)|(?:that|it)\s+works|fine\s+(?:with|by)\s+me"
    r"|let's\s+do"
    r"|(?:i(?:'ll|\s+will)?\s+)?take|i\s+can\s+live\s+with|i(?:'d|\s+would)\s+like\s+to\s+accept|i\s+want\s+to\s+accept)"
    r"(?:\s+(?:it|this|that|deal|please|thanks|👍|🤝))?(?:[\s,]+deal)?[\s.!]*",
    re.IGNORECASE,
)
"""A yes that is clear enough to ask about."""

Read = Reading[Move] | Unclear


def read(view: View, said: Said) -> Read:
    """Return the move, the talk, or both, in a text of the seat that owns the view."""
    found = _read(view, _labelled(view, said))
    if said.order and isinstance(found, Reading) and found.move is None:
        # After a command nothing counts as talk.
        return Unclear("slots", slots=joining.filled(view)) if view.phase == "contract" else Unclear("format")
    return found


def _labelled(view: View, said: Said) -> Said:
    """Return the text of a button if its label was typed instead of pressed."""
    label = said.text.strip().strip("[]").casefold()
    if len(label) > LABELS_MOST:
        return said
    says = next((says for name, says in labels(view) if name.casefold() == label), None)
    return said if says is None else Said(says, via="pressed")


def _read(view: View, said: Said) -> Read:
    if len(said.text) > MOST:
        return Unclear("too_long", most=WORDS_MOST)
    plain = canon(said.text)
    if len(plain) > max(GROWN, len(said.text)):
        return Unclear("too_long", most=WORDS_MOST)
    text = sentences.cleaned(plain)
    if not text:
        return Unclear("empty")
    answers = _ANSWER.findall(text) if sentences.thinks(text) else [text]
    if len(answers) == 1 and _PASS.fullmatch(answers[0]):
        return Reading(Pass())
    typed = said.via == "typed"
    if _UNDO.fullmatch(text):
        return Reading(Pass(), confirm="pass", question=_TAKE_BACK) if view.takes_back else Unclear("undo")
    if view.phase == "physical":
        return planning.read(view, plain, text, typed)
    if len(text) > WORDS_MOST:
        # Thoughts may be long; the text after them is read if it is short enough to be said.
        text = sentences.labelled(text)
        if len(text) > WORDS_MOST:
            return Unclear("too_long", most=WORDS_MOST)
    if view.phase == "contract":
        joined = joining.read(view, text, typed and not said.order) or _talk(view, text)
        early = view.slots.mover not in (None, view.who)
        return Unclear("turn") if early and isinstance(joined, Unclear) and joined.code in _OF_SLOTS else joined
    found = sentences.find(text)
    if found.crowded:
        return Unclear("long", most=LONGEST)
    if found.heads or found.proposes or found.bare:
        if len(text) > LONGEST and not (found.tagged or found.thinks):
            return Unclear("long", most=LONGEST)
        return _option(view, found, text, typed, said.order)
    if found.tagged:
        return Unclear("format")
    offers = view.talks.offers_to(view.who)
    if typed and len(offers) == 1 and _YES.fullmatch(text):
        mine = 100 - offers[0].mine
        by = offers[0].by
        question = f"Accept the offer of {by}: you {mine} %, {by} {100 - mine} %?"
        return _question(view, Accept(by, mine), sentences.accept(by, mine), question)
    return _talk(view, text)


def _talk(view: View, text: str) -> Read:
    if planning.ordered(view, text):
        return Unclear("too_early")
    # A model's thoughts are not said at the table.
    if sentences.thinks(text):
        return Unclear("format")
    if view.phase == "negotiation" and joining.numbered(text):
        return Unclear("bargain_phase")
    if hints.slip(view, text) or (view.phase == "negotiation" and _UNFINISHED.fullmatch(text)):
        return Unclear("slots", slots=joining.filled(view)) if view.phase == "contract" else Unclear("format")
    return Reading(None, text)


# --- negotiation ------------------------------------------------------------------------------------------------------


def _option(view: View, found: Found, text: str, typed: bool, order: bool) -> Read:
    note = "repaired" if found.thinks and not found.tagged else ""
    if len(found.heads) > 1:
        read = tuple(dict.fromkeys(NAMES[head] for head in found.heads))
        return Unclear("two", read=read)
    if odd_numerals(text):
        return Unclear("number")
    head = found.heads[0] if found.heads else ""
    if head == "end":
        return _end(view, found)
    if head == "vote":
        return Reading(Vote(found.yes), found.talk)
    named = _named(view, found)
    if isinstance(named, Unclear):
        return named
    mine, fault = _mine(view, found.shares, head)
    if fault is not None:
        return fault
    if head == "accept":
        return _accept(view, found, named, mine, typed, note)
    if not head:
        meant = _headless(view, found, named, mine, text)
        # Behind a command it is meant as an offer.
        return Reading(meant.move) if order and isinstance(meant, Reading) and meant.move is not None else meant
    bargain, me = view.talks.bargain(view.who), view.who
    if named is None and head == "counter":
        named = bargain.other(me) if bargain else _only(tuple(i.by for i in view.talks.invites_to(me)))
    if named is None:
        return Unclear("not_in_bargain") if head == "counter" else Unclear("name", seats=_others(view))
    if mine is None and (head == "counter" or view.terms.customs.match == "invite"):
        return Unclear("no_share")
    move: Negotiate | Counter = Negotiate(named, mine) if head == "negotiate" or mine is None else Counter(named, mine)
    written = sentences.negotiate if isinstance(move, Negotiate) else sentences.counter
    asks = typed and not found.tagged and mine in (0, 100)
    if not asks or mine is None:
        return Reading(move, found.talk, note=note)
    return Reading(move, found.talk, written(named, mine), note, _NOTHING if mine == 0 else _nothing_for(named))


_NOTHING: Final = "That gives you nothing. Confirm?"


def _nothing_for(other: Seat) -> str:
    return f"That gives {other} nothing. Confirm?"


def _headless(view: View, found: Found, named: Seat | None, mine: int | None, text: str) -> Read:
    """Return a question about shares without an option before them: they are clear enough to ask about."""
    me = view.who
    bargain = view.talks.bargain(me)
    partner = bargain.other(me) if bargain else _only(tuple(i.by for i in view.talks.invites_to(me)))
    if mine is None or (named or partner) is None:
        said = found.talk or ("" if found.tagged or PROPOSES.search(text) else text)
        return Reading(None, said) if said and not found.thinks else Unclear("format")
    if partner is not None and named in (None, partner):
        question = f"Propose to {partner}: you {mine} %, {partner} {100 - mine} %?"
        return _question(view, Counter(partner, mine), sentences.counter(partner, mine), question)
    to = named or partner
    assert to is not None
    question = f"Invite {to}: you {mine} %, {to} {100 - mine} %?"
    return _question(view, Negotiate(to, mine), sentences.negotiate(to, mine), question)


def _question(view: View, move: Talk, says: str, question: str) -> Read:
    """Return a question about a move, or its refusal at once if the rules refuse it."""
    try:
        negotiation.check(view.talks, view.terms.customs, view.who, negotiation.meant(view.talks, view.who, move))
    except IllegalMove:
        return Reading(move)
    return Reading(move, "", says, "", question)


def _mine(view: View, shares: tuple[Share, ...], head: str) -> tuple[int | None, Unclear | None]:
    """Return the seat's percentage; None if no shares are named. Two named numbers must add up to 100."""
    if not shares:
        return None, None
    numbers = [percent(share.number) for share in shares]
    if any(number is None for number in numbers):
        return None, Unclear("number")
    if len(shares) == 1:
        return None, Unclear("no_share")
    if len(shares) > 2:
        return None, Unclear("two", read=(NAMES[head] if head else "two proposals",) * 2)
    own = [share.who.lower() == "i" or seat_named(share.who, (view.who,)) is not None for share in shares]
    if own.count(True) != 1:
        return None, Unclear("no_share")
    first, second = (number for number in numbers if number is not None)
    mine, theirs = (first, second) if own[0] else (second, first)
    if not (0 <= mine <= 100 and 0 <= theirs <= 100):
        return None, Unclear("range")
    if mine + theirs != 100:
        return None, Unclear("sum", sum=mine + theirs)
    if mine % 10 and head != "accept":
        return None, Unclear("step", below=mine // 10 * 10)
    return mine, None


def _named(view: View, found: Found) -> Seat | Unclear | None:
    """Return the one seat that a message names as the other side."""
    words = [*found.names, *(share.who for share in found.shares if share.who.lower() not in ("i", "you", "they", ""))]
    seats = view.terms.seats
    known: list[Seat] = []
    for word in words:
        seat = seat_named(word, seats)
        if seat is None:
            return Unclear("name", seats=_others(view))
        if seat != view.who or word in found.names:
            known.append(seat)
    if view.who in known:
        return Unclear("self")
    if len(set(known)) > 1:
        return known[0] if found.tagged else Unclear("name_mix", names=tuple(dict.fromkeys(known)))
    return known[0] if known else None


def _accept(view: View, found: Found, named: Seat | None, mine: int | None, typed: bool, note: str) -> Read:
    offers = view.talks.offers_to(view.who)
    if named is None:
        if len(offers) > 1:
            return Unclear("name_mix", names=tuple(offer.by for offer in offers))
        bargain = view.talks.bargain(view.who)
        if not offers and bargain is None:
            return Unclear("no_offer")
        named = offers[0].by if offers else bargain.other(view.who) if bargain else None
    assert named is not None
    offer = next((offer for offer in offers if offer.by == named), None)
    nothing = offer is not None and offer.mine == 100 and mine in (None, 0)
    asks = typed and not found.tagged and nothing
    if asks:
        return Reading(Accept(named, mine), found.talk, sentences.accept(named, 0), note, _NOTHING)
    return Reading(Accept(named, mine), found.talk, note=note)


def _end(view: View, found: Found) -> Read:
    me, talks = view.who, view.talks
    bargain, out = talks.bargain(me), talks.invite_by(me)
    if found.names:
        seat = seat_named(found.names[0], view.terms.seats)
        return Reading(Finish(seat), found.talk) if seat else Unclear("name", seats=_others(view))
    if bargain is not None:
        return Reading(Finish(bargain.other(me)), found.talk)
    asked = tuple(dict.fromkeys((*(i.by for i in talks.invites_to(me)), *((out.to,) if out else ()))))
    if len(asked) > 1:
        return Unclear("name_mix", names=asked)
    if asked:
        return Reading(Finish(asked[0]), found.talk)
    return Reading(Pass()) if found.tagged else Unclear("nothing_to_end")


def _others(view: View) -> tuple[Seat, ...]:
    return tuple(seat for seat in view.terms.seats if seat != view.who)


def _only(seats: tuple[Seat, ...]) -> Seat | None:
    return seats[0] if len(set(seats)) == 1 else None
