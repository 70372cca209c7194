"""Text to a move in the negotiation: the option, the named seat and the shares that were found in it."""

from typing import Final

from msgspec import Struct

from games.core.contract import IllegalMove, Reading, Seat, Unclear
from games.language.agreement import find
from games.language.text import odd_numerals
from games.society.reader import sentences
from games.society.reader.asking import settled
from games.society.reader.patterns import NAMES, PROPOSES
from games.society.reader.sentences import Found, Share, percent, seat_named
from games.society.rules import negotiation
from games.society.rules.moves import Accept, Counter, Finish, Move, Negotiate, Pass, Talk, Vote
from games.society.view import View

Read = Reading[Move] | Unclear


class _Option(Struct, frozen=True):
    """An option in a text, or shares without one (`head` is ""). `order`: it stood behind a command."""

    view: View
    found: Found
    text: str
    typed: bool
    order: bool

    @property
    def head(self) -> str:
        return self.found.heads[0] if self.found.heads else ""

    @property
    def asks(self) -> bool:
        """True for words of a person, who is asked before giving everything away."""
        return self.typed and not self.found.tagged

    def reading(self, move: Move, confirm: str = "", question: str = "") -> Read:
        note = "repaired" if self.found.thinks and not self.found.tagged else ""
        return Reading(move, self.found.talk, confirm, note, question)


def read(view: View, found: Found, text: str, typed: bool, order: bool) -> Read:
    """Return the move in the options that were found in a text; typed words beside one may make a question of it."""
    made = _read(view, found, text, typed, order)
    beside = typed and found.heads and not (found.tagged or found.thinks)
    return settled(view, made, found.beside) if beside and isinstance(made, Reading) else made


def _read(view: View, found: Found, text: str, typed: bool, order: bool) -> Read:
    if len(found.heads) > 1:
        return Unclear("two", read=tuple(dict.fromkeys(NAMES[head] for head in found.heads)))
    if odd_numerals(text):
        return Unclear("number")
    option = _Option(view, found, text, typed, order)
    if option.head == "end":
        return _end(view, found)
    if option.head == "vote":
        return Reading(Vote(found.yes), found.talk)
    named, mine = _named(view, found), _mine(view, found.shares, option.head)
    if isinstance(named, Unclear):
        return named
    if isinstance(mine, Unclear):
        return mine
    make = {"accept": _accept, "": _headless}.get(option.head, _propose)
    return make(option, named, mine)


def yes(view: View, text: str) -> Read | None:
    """Return a question whether a yes accepts the only open offer; None for other words, or other offers."""
    offers, said = view.talks.offers_to(view.who), find(text)
    agrees = said.side == "yes" and said.whole and said.sign in ("", "elsewhere")
    if len(offers) != 1 or not agrees or said.kind == "right":
        return None
    by, mine = offers[0].by, 100 - offers[0].mine
    question = f"Accept the offer of {by}: you {mine} %, {by} {100 - mine} %?"
    return _question(view, Accept(by, mine), sentences.accept(by, mine), question)


def _propose(option: _Option, named: Seat | None, mine: int | None) -> Read:
    view, countering = option.view, option.head == "counter"
    to = named or (_partner(view) if countering else None)
    if to is None:
        return Unclear("not_in_bargain") if countering else Unclear("name", seats=_others(view))
    if mine is None and (countering or view.terms.customs.match == "invite"):
        return Unclear("no_share")
    move: Negotiate | Counter = Counter(to, mine) if countering and mine is not None else Negotiate(to, mine)
    if not option.asks or mine is None or mine not in (0, 100):
        return option.reading(move)
    written = sentences.counter if countering else sentences.negotiate
    return option.reading(move, written(to, mine), _NOTHING if mine == 0 else f"That gives {to} nothing. Confirm?")


def _partner(view: View) -> Seat | None:
    """Return the other side of the seat's bargain, or the only seat that has invited it."""
    bargain = view.talks.bargain(view.who)
    return bargain.other(view.who) if bargain else _only(tuple(i.by for i in view.talks.invites_to(view.who)))


_NOTHING: Final = "That gives you nothing. Confirm?"


def _headless(option: _Option, named: Seat | None, mine: int | None) -> Read:
    """Return a question about shares without an option; behind a command they are meant as an offer."""
    view, found, partner = option.view, option.found, _partner(option.view)
    to = named or partner
    if mine is None or to is None:
        said = found.talk or ("" if found.tagged or PROPOSES.search(option.text) else option.text)
        return Reading(None, said) if said and not found.thinks else Unclear("format")
    move: Negotiate | Counter
    if to == partner:
        move, says = Counter(to, mine), sentences.counter(to, mine)
        question = f"Propose to {to}: you {mine} %, {to} {100 - mine} %?"
    else:
        move, says = Negotiate(to, mine), sentences.negotiate(to, mine)
        question = f"Invite {to}: you {mine} %, {to} {100 - mine} %?"
    return Reading(move) if option.order else _question(view, move, says, question)


def _question(view: View, move: Talk, says: str, question: str) -> Read:
    """Return a question about a move, or its refusal at once if the rules refuse it."""
    try:
        negotiation.check(view.talks, view.terms.customs, view.who, negotiation.meant(view.talks, view.who, move))
    except IllegalMove:
        return Reading(move)
    return Reading(move, "", says, "", question)


def _mine(view: View, shares: tuple[Share, ...], head: str) -> int | Unclear | None:
    """Return the seat's percentage; None if no shares are named. Two named numbers must add up to 100."""
    if not shares:
        return None
    numbers = [number for share in shares if (number := percent(share.number)) is not None]
    if len(numbers) < len(shares):
        return Unclear("number")
    if len(shares) > 2:
        return Unclear("two", read=(NAMES[head] if head else "two proposals",) * 2)
    own = [share.who.lower() == "i" or seat_named(share.who, (view.who,)) is not None for share in shares]
    if len(shares) == 1 or own.count(True) != 1:
        return Unclear("no_share")
    return _checked(*(numbers if own[0] else reversed(numbers)), rounds=head != "accept")


def _checked(mine: int, theirs: int, *, rounds: bool) -> int | Unclear:
    """Return the first of two shares if they make one whole; with `rounds`, in steps of ten."""
    if not (0 <= mine <= 100 and 0 <= theirs <= 100):
        return Unclear("range")
    if mine + theirs != 100:
        return Unclear("sum", sum=mine + theirs)
    return Unclear("step", below=mine // 10 * 10) if rounds and mine % 10 else mine


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


def _accept(option: _Option, named: Seat | None, mine: int | None) -> Read:
    view = option.view
    by = named or _offering(view)
    if isinstance(by, Unclear):
        return by
    offer = next((offer for offer in view.talks.offers_to(view.who) if offer.by == by), None)
    nothing = offer is not None and offer.mine == 100 and mine in (None, 0)
    if option.asks and nothing:
        return option.reading(Accept(by, mine), sentences.accept(by, 0), _NOTHING)
    return option.reading(Accept(by, 100 - offer.mine if mine is None and offer is not None else mine))


def _offering(view: View) -> Seat | Unclear:
    """Return the seat whose offer an acceptance without a name is about."""
    offers, bargain = view.talks.offers_to(view.who), view.talks.bargain(view.who)
    if len(offers) > 1:
        return Unclear("name_mix", names=tuple(offer.by for offer in offers))
    if offers:
        return offers[0].by
    return bargain.other(view.who) if bargain is not None else Unclear("no_offer")


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
