"""From words to a move, in every phase (society.md 3.4, 4, 6.4). Never raises, never guesses."""

import re
from typing import Final

from games.core import Reading, Said, Seat, Unclear
from games.society import sentences
from games.society.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Pass, Vote
from games.society.rules import WORDS_MOST
from games.society.sentences import NAMES, Found, Share, percent, seat_named
from games.society.view import View
from games.society.world.plans import LONGEST_QUEUE
from games.society.world.reader import read_plans
from games.text import odd_numerals

LONGEST: Final = 500
"""Characters of a message that holds an option."""
MOST: Final = 20_000
"""Characters of any message that is looked at, thoughts and all."""

_PASS: Final = re.compile(r"(?:(?:communication|action|plan)\s*:\s*)?/?(?:pass|skip|no\s+plan)\W*|-", re.IGNORECASE)
_SAME: Final = re.compile(
    r"/?(?:plans?\s*:?\s*)?(?:the\s+)?(?:same|repeat)(?:\s+(?:again|as\s+last\s+round|plans?))*\W*", re.IGNORECASE
)

_YES: Final = re.compile(r"(?:yes|ok|okay|deal|agreed|accepted|done|it's a deal)[\s.!]*", re.IGNORECASE)
"""A yes that is clear enough to ask about."""
_PLANS: Final = re.compile(
    r"\W*(?:plan\s*:\s*)?(?:gather\s+\d|(?:craft|dump)\s+(?:\d\s+)?(?:hammer|torch)|explore\s+map)", re.IGNORECASE
)

Read = Reading[Move] | Unclear


def read(view: View, said: Said) -> Read:
    """The move, the talk, or both, in a text of the seat that owns the view."""
    if len(said.text) > MOST:
        return Unclear("too_long", most=WORDS_MOST)
    text = sentences.cleaned(said.text)
    if not text:
        return Unclear("empty")
    if _PASS.fullmatch(text):
        return Reading(Pass())
    typed = said.via == "typed"
    if view.phase == "physical":
        return _physical(view, said.text, text)
    if view.phase == "contract":
        return _contract(view, text, typed)
    found = sentences.find(text)
    if found.heads or found.proposes or found.bare:
        if len(text) > LONGEST and not (found.tagged or found.thinks):
            return Unclear("long", most=LONGEST)
        return _option(view, found, text, typed)
    if found.tagged:
        return Unclear("format")
    offers = view.talks.offers_to(view.who)
    if typed and len(offers) == 1 and _YES.fullmatch(text):
        mine = 100 - offers[0].mine
        return Reading(Accept(offers[0].by, mine), "", sentences.accept(offers[0].by, mine))
    return _talk(view, text)


def _talk(view: View, text: str) -> Read:
    if view.phase != "physical" and _PLANS.match(text):
        return Unclear("too_early")
    # A model's thoughts are not said at the table.
    return Unclear("format") if sentences.thinks(text) else Reading(None, text)


# --- negotiation ------------------------------------------------------------------------------------------------------


def _option(view: View, found: Found, text: str, typed: bool) -> Read:
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
        return _headless(view, found, named, mine)
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


def _headless(view: View, found: Found, named: Seat | None, mine: int | None) -> Read:
    """Shares without an option before them: clear enough to ask about."""
    me = view.who
    bargain = view.talks.bargain(me)
    partner = bargain.other(me) if bargain else _only(tuple(i.by for i in view.talks.invites_to(me)))
    if mine is None or (named or partner) is None:
        return Reading(None, found.talk) if found.talk else Unclear("format")
    if partner is not None and named in (None, partner):
        return Reading(Counter(partner, mine), "", sentences.counter(partner, mine))
    assert named is not None or partner is not None
    to = named or partner
    assert to is not None
    return Reading(Negotiate(to, mine), "", sentences.negotiate(to, mine))


def _mine(view: View, shares: tuple[Share, ...], head: str) -> tuple[int | None, Unclear | None]:
    """What the seat would gain, in percent; None if no shares are named. The two numbers must fit each other."""
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
    """The one seat that a message names as the other side."""
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


# --- contract ---------------------------------------------------------------------------------------------------------

_ACTION: Final = re.compile(r"^[\s\W]*(?:action|communication)\s*:", re.IGNORECASE | re.MULTILINE)
_COALITION: Final = r"(?:coalition|slot|group)s?"
_JOIN: Final = re.compile(
    rf"/?(?:please\s+)?(?:i\s+(?:want|would\s+like|wish)\s+to\s+|i'd\s+like\s+to\s+|i\s+(?:will\s+)?|i'll\s+|let\s+me\s+)?"
    rf"(?P<verb>join|stay|enter|go)\b(?:\s*(?:in|into|to|with|at))*\s*(?:(?:the\s+)?{_COALITION})?\s*(?:number|no\.?)?"
    r"\s*#?\s*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_WHY: Final = re.compile(
    r"(?:please|now|then|again|too)(?:\W.*)?|(?:because|since|as|so|with|to\s+be\s+with)\b.*", re.IGNORECASE | re.DOTALL
)
_SEAT: Final = re.compile(r"\b(?:carpenter|miner)[\s_#-]*\d{1,3}\b", re.IGNORECASE)
_BARE_SLOT: Final = re.compile(rf"(?:{_COALITION}\s*)?#?\s*(\d{{1,3}})\W*", re.IGNORECASE)
_LEAVE: Final = re.compile(
    r"(?:i\s+(?:want\s+to\s+|will\s+)?)?(?:leave|quit|no\s+coalition|alone|play\s+alone|none)\b.{0,30}", re.IGNORECASE
)
_SLOT: Final = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


def _contract(view: View, text: str, typed: bool) -> Read:
    tags = list(_ACTION.finditer(text))
    answer = text[tags[-1].end() :].strip() if tags else text
    lines = [line.strip(" .!\t\"'") for line in re.split(r"\n|(?<=[.!?])\s+", answer)]
    joins = [match for line in lines if (match := _JOIN.fullmatch(line))]
    silent = tags or sentences.thinks(text)
    talk = " ".join(line for line in lines if not _JOIN.fullmatch(line)) if joins and not silent else ""
    slots = view.slots
    here = slots.slot(view.who) if view.seated else -1
    if not joins:
        if any(_LEAVE.fullmatch(line) for line in lines):
            return Unclear("must_join", free=slots.empty())
        bare = _BARE_SLOT.fullmatch(answer)
        if bare is not None:
            return Reading(Join(int(bare[1])), "", "" if tags or not typed else f"join {int(bare[1])}")
        if tags:
            return Unclear("slots", slots=_filled(view))
        if sentences.find(text).heads:
            return Unclear("contract_phase", last=len(slots.seats) - 1)
        return _talk(view, text)
    asked = [_SEAT.sub(" ", match["rest"]) for match in joins]
    numbers = [number for rest in asked for number in _SLOT.findall(rest)]
    if odd_numerals(answer) or any(not re.fullmatch(r"[-+]?\d{1,3}", number) for number in numbers):
        return Unclear("slots", slots=_filled(view))
    wanted = {int(number) for number in numbers}
    if len(wanted) > 1:
        return Unclear("two_slots")
    if wanted:
        rest = " ".join(_SLOT.sub("", rest).strip(" .,:;!\"'") for rest in asked).strip()
        if rest and not _WHY.fullmatch(rest):
            return Unclear("slots", slots=_filled(view))
        slot = wanted.pop()
        return Unclear("slot", last=len(slots.seats) - 1) if slot < 0 else Reading(Join(slot), talk)
    if all(match["verb"].lower() == "stay" and not match["rest"].strip() for match in joins):
        return Reading(Join(here), talk) if here >= 0 else Unclear("must_join", free=slots.empty())
    if re.fullmatch(r"(?:no\s+coalition|none|nobody)\W*", joins[0]["rest"].strip(), re.IGNORECASE):
        return Unclear("must_join", free=slots.empty())
    return Unclear("slots", slots=_filled(view))


def _filled(view: View) -> tuple[tuple[int, tuple[Seat, ...]], ...]:
    """Every slot with its members."""
    return tuple((slot, view.slots.members(slot)) for slot in range(len(view.slots.seats)))


# --- plans ------------------------------------------------------------------------------------------------------------


def _physical(view: View, raw: str, text: str) -> Read:
    if _SAME.fullmatch(text):
        return Reading(Pass())
    if view.sight is None:
        return Reading(None, text)
    # Lines of the form that were left empty.
    raw = "\n".join(line for line in raw.splitlines() if line.strip() != "-")
    ai = bool(re.search(r"^[\s\W]*thoughts?\s*:", text, re.IGNORECASE | re.MULTILINE)) and "plan" in text.lower()
    orders = read_plans(raw, view.sight.kit, view.terms.seats, view.sight.held, ai=ai, extras=view.terms.extras)
    if not isinstance(orders, Unclear):
        return Reading(Orders(orders.queue), note="repaired" if orders.repaired else "")
    if orders.code != "plan_none":
        return orders
    join = _JOIN.fullmatch(text.strip(" ."))
    if sentences.find(text).heads or (join is not None and _SLOT.match(join["rest"])):
        return Unclear("phase", lines=LONGEST_QUEUE)
    return Unclear("format") if sentences.thinks(text) else Reading(None, text)
