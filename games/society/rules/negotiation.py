"""The negotiation phase: the messages that are allowed now, and the possible events of a step."""

from fractions import Fraction

from msgspec import Struct

from games.core.contract import IllegalMove, Seat
from games.society.config import Bind, Match
from games.society.precedence import Drawn
from games.society.rules.coalition import Coalition, allied, of
from games.society.rules.moves import Accept, Counter, Deed, Finish, Negotiate, Talk, Vote
from games.society.rules.talks import Talks


class Customs(Struct, frozen=True):
    """The bargaining terms of a table.

    `offers` may be made in one bargain, shares lie from `low` to `high` percent. `precedence`: the drawn order of the
    seats, if there is one. `waits`: bargaining does not end early while an offer stands.
    """

    seats: tuple[Seat, ...]
    steps: int
    bind: Bind
    match: Match
    offers: int
    low: int
    high: int
    precedence: Drawn = ()
    waits: bool = False


class Did(Struct, frozen=True, tag="did"):
    """An event between two seats in a step. `mine` is the percentage for the side of `by`, if any."""

    deed: Deed
    by: Seat
    other: Seat
    mine: int | None = None


class Merged(Struct, frozen=True, tag="merged"):
    """A deal was closed. `before` are the members' shares in their old coalitions, in the order of the members."""

    coalition: Coalition
    accepting: Seat
    offering: Seat
    mine: int
    before: tuple[Fraction, ...]


class Dropped(Struct, frozen=True, tag="dropped"):
    """A message without effect, because of other seats' messages earlier in the same step."""

    seat: Seat
    code: str
    other: str


Happening = Did | Merged | Dropped


def meant(talks: Talks, seat: Seat, move: Talk) -> Talk:
    """Read an invitation to the seat one is bargaining with as a counter-offer."""
    bargain = talks.bargain(seat)
    if isinstance(move, Negotiate) and move.mine is not None and bargain and bargain.other(seat) == move.to:
        return Counter(move.to, move.mine)
    return move


# --- what may be sent -------------------------------------------------------------------------------------------------


def check(talks: Talks, customs: Customs, seat: Seat, move: Talk) -> None:
    """Raise `IllegalMove` for a message that cannot count now; its code says why."""
    match move:
        case Negotiate(to, mine):
            _check_invitation(talks, customs, seat, to, mine)
        case Counter(to, mine):
            _check_counter(talks, customs, seat, to, mine)
        case Accept(whose, mine):
            _check_accept(talks, customs, seat, whose, mine)
        case Finish(other):
            _check_end(talks, seat, other)
        case Vote():
            if not talks.votes_of(seat):
                raise IllegalMove("no_vote")


def _check_invitation(talks: Talks, customs: Customs, seat: Seat, to: Seat, mine: int | None) -> None:
    _check_partner(customs, seat, to)
    if mine is None and customs.match == "invite":
        raise IllegalMove("no_share")
    _check_share(customs, mine)
    bargain = talks.bargain(seat)
    if bargain is not None:
        raise IllegalMove("in_bargain" if bargain.mover == seat else "not_your_move", other=bargain.other(seat))
    if allied(talks.coalitions, seat, to):
        raise IllegalMove("ally", other=to)
    busy = talks.bargain(to)
    if busy is not None:
        raise IllegalMove("busy", other=to, partner=busy.other(to), free=talks.targets(seat, customs.seats))
    _check_bind(talks, customs, seat, to)


def _check_counter(talks: Talks, customs: Customs, seat: Seat, to: Seat, mine: int) -> None:
    _check_partner(customs, seat, to)
    _check_share(customs, mine)
    bargain = talks.bargain(seat)
    if bargain is None:
        if not any(invite.by == to for invite in talks.invites_to(seat)):
            could = to in talks.targets(seat, customs.seats)
            raise IllegalMove("not_in_bargain", other=to, mine=mine, free=could)
    elif bargain.other(seat) != to:
        raise IllegalMove("in_bargain_with", other=bargain.other(seat))
    elif bargain.mover != seat:
        raise IllegalMove("not_your_move", other=to)
    elif bargain.offers >= customs.offers:
        raise IllegalMove("last_offer", most=customs.offers)
    _check_bind(talks, customs, seat, to)


def _check_end(talks: Talks, seat: Seat, other: Seat) -> None:
    bargain, out = talks.bargain(seat), talks.invite_by(seat)
    known = {i.by for i in talks.invites_to(seat)} | ({out.to} if out else set())
    if bargain is not None:
        known = {bargain.other(seat)}
    if not known:
        raise IllegalMove("nothing_to_end")
    if other not in known:
        raise IllegalMove("wrong_end", others=tuple(sorted(known)))


def _check_partner(customs: Customs, seat: Seat, to: Seat) -> None:
    if to not in customs.seats:
        raise IllegalMove("name", seats=tuple(s for s in customs.seats if s != seat))
    if to == seat:
        raise IllegalMove("self")


def _check_share(customs: Customs, mine: int | None) -> None:
    if mine is None:
        return
    if not 0 <= mine <= 100:
        raise IllegalMove("range")
    if mine % 10:
        raise IllegalMove("step", below=mine // 10 * 10)
    if not customs.low <= mine <= customs.high:
        raise IllegalMove("strict_range", low=customs.low, high=customs.high)


def _check_accept(talks: Talks, customs: Customs, seat: Seat, whose: Seat, mine: int | None) -> None:
    _check_partner(customs, seat, whose)
    offers, bargain = talks.offers_to(seat), talks.bargain(seat)
    offer = next((offer for offer in offers if offer.by == whose), None)
    if bargain is not None and bargain.mover != seat:
        raise IllegalMove("not_your_move", other=bargain.other(seat))
    if offer is None and bargain is not None and bargain.lapsed:
        raise IllegalMove("lapsed", other=bargain.lapsed)
    if offer is None and offers:
        raise IllegalMove("wrong_partner", others=tuple(o.by for o in offers))
    if offer is None:
        raise IllegalMove("no_offer")
    if mine is not None and mine != 100 - offer.mine:
        raise IllegalMove("mismatch", other=whose, mine=100 - offer.mine, swapped=mine == offer.mine)
    _check_bind(talks, customs, seat, whose)


def _check_bind(talks: Talks, customs: Customs, *seats: Seat) -> None:
    """Refuse a pair that is not of founders, where only founders bind."""
    if customs.bind == "founder":
        for seat in seats:
            mine = of(talks.coalitions, seat)
            if mine is not None and mine.founder != seat:
                raise IllegalMove("bind", founder=mine.founder, own=seat == seats[0])


def may_act(talks: Talks, customs: Customs, seat: Seat) -> bool:
    """Return whether a step waits for a seat: there is something that it could do."""
    match talks.stand(seat):
        case "their_move":
            return bool(talks.votes_of(seat))
        case "free":
            return bool(talks.targets(seat, customs.seats) or talks.invites_to(seat) or talks.votes_of(seat))
        case _:
            return True
