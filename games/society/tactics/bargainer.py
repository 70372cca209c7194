"""The bargaining of an analytic player: whom it invites, what it asks for, and what it accepts.

Its limit depends on the coalitions and its disposition, never on offers. It makes a new offer only as the partner does,
as MiCRO does (de Jonge 2022): a repetition is answered by a repetition, a step backwards by nothing.
"""

from msgspec import Struct

from games.core.contract import Seat
from games.society.rules.coalition import share, side
from games.society.rules.moves import Accept, Counter, Finish, Negotiate, Pass, Talk
from games.society.rules.talks import Bargain, Offer
from games.society.tactics.dispositions import Disposition
from games.society.tactics.estimate import expected
from games.society.tactics.partners import may_bind
from games.society.view import View

STEP = 10
"""Shares go in steps of ten."""


class Stakes(Struct, frozen=True):
    """The credits that two sides can expect to make, each alone and both together."""

    mine: int
    theirs: int
    together: int
    heads: int
    """The own side's part of all heads, in percent, rounded up."""

    @property
    def surplus(self) -> int:
        return self.together - self.mine - self.theirs

    @property
    def worst(self) -> int:
        """Return the own side's worth without the deal, in percent of the merged pot, rounded up."""
        return min(100, -(-100 * self.mine // self.together)) if self.together else 100


def stakes(view: View, other: Seat) -> Stakes:
    own, theirs = side(view.talks.coalitions, view.who), side(view.talks.coalitions, other)
    both = (*own, *theirs)
    return Stakes(worth(view, own), worth(view, theirs), worth(view, both), -(-100 * len(own) // len(both)))


def worth(view: View, seats: tuple[Seat, ...]) -> int:
    """Return the expected earnings of seats together, in credits."""
    carpenters = sum(view.terms.role(seat) == "carpenter" for seat in seats)
    return expected(view.terms.instance, carpenters, len(seats) - carpenters)


def limit(view: View, mine: Disposition, other: Seat) -> int:
    """Return the least percentage of the merged pot that a seat accepts for its side."""
    at = stakes(view, other)
    least, fair = at.worst, _fair(at)
    return min(100, least + max(1, -(-mine.claim * (fair - least) // 100)))


def _fair(at: Stakes) -> int:
    """Return a split by heads, moved so that it pays both sides."""
    most = 100 - (-(-100 * at.theirs // at.together) if at.together else 0)
    return max(at.worst, min(at.heads, most))


def opening(view: View, mine: Disposition, other: Seat) -> int:
    """Return the first demand: less each second step, as far as a split by heads, but no less than the limit."""
    milder = (view.talks.step - 1) // 2 * STEP
    wish = _fair(stakes(view, other)) + max(0, mine.above - milder)
    return _round(view, max(limit(view, mine, other), (wish + STEP // 2) // STEP * STEP))


def demand(view: View, mine: Disposition, other: Seat, made: tuple[Offer, ...]) -> int:
    """Return the percentage that a seat asks for next, after these offers between the two."""
    own = [offer.mine for offer in made if offer.by == view.who]
    theirs = [offer.mine for offer in made if offer.by != view.who]
    if not own:
        return opening(view, mine, other)
    steps = news(theirs)
    if len(steps) < len(news(own)) + mine.debt:
        return own[-1]
    gift = max(STEP, steps[-1] if len(steps) > 1 else 0)
    return min(own[-1], max(_round(view, limit(view, mine, other)), own[-1] - gift))


def news(demands: list[int]) -> list[int]:
    """Return the points given up by each demand that was lower than all before it; 0 for the first."""
    steps: list[int] = []
    best = 101
    for demand in demands:
        if demand < best:
            steps.append(best - demand if steps else 0)
            best = demand
    return steps


def _round(view: View, percent: int) -> int:
    customs = view.terms.customs
    return max(customs.low, STEP, min(customs.high, 90, -(-percent // STEP) * STEP))


# --- moves ------------------------------------------------------------------------------------------------------------


def move(view: View, mine: Disposition) -> Talk:
    """Return the message of this step."""
    me, talks = view.who, view.talks
    bargain = talks.bargain(me)
    offers = sorted(talks.offers_to(me), key=lambda offer: (-_gain(view, offer), offer.by))
    for offer in offers:
        if pays(view, offer.by) and 100 - offer.mine >= _least(view, mine, offer, bargain):
            return Accept(offer.by, 100 - offer.mine)
    if bargain is not None:
        return _answer(view, mine, bargain) if bargain.mover == me else Pass()
    if view.last:
        return Pass()
    for offer in offers:
        if pays(view, offer.by):
            return Counter(offer.by, demand(view, mine, offer.by, (offer,)))
    to = _partner(view, mine) if talks.invite_by(me) is None and _speaks(view) else None
    if to is None:
        return Pass()
    return Negotiate(to, None if view.terms.customs.match == "mutual" else opening(view, mine, to))


def _answer(view: View, mine: Disposition, bargain: Bargain) -> Talk:
    other = bargain.other(view.who)
    if bargain.offers >= view.terms.customs.offers or view.last or not pays(view, other):
        return Finish(other)
    return Counter(other, demand(view, mine, other, bargain.made))


def _least(view: View, mine: Disposition, offer: Offer, bargain: Bargain | None) -> int:
    """Return the least that an offer must leave: the next demand, but only the limit where nothing can follow."""
    final = view.last or (bargain is not None and bargain.offers >= view.terms.customs.offers)
    least = limit(view, mine, offer.by)
    if final:
        return least
    return max(least, demand(view, mine, offer.by, bargain.made if bargain is not None else (offer,)))


def _gain(view: View, offer: Offer) -> int:
    """Return the seat's own gain from an offer, in credits."""
    part = share(view.talks.coalitions, view.who) * (100 - offer.mine)
    return int(part * stakes(view, offer.by).together / 100)


def pays(view: View, other: Seat) -> bool:
    return may_bind(view, view.who, other) and stakes(view, other).surplus > 0


def _speaks(view: View) -> bool:
    """Return whether it is the seat's turn to invite for its coalition: the members take turns, half in each step."""
    members = side(view.talks.coalitions, view.who)
    return len(members) == 1 or members.index(view.who) % 2 == view.talks.step % 2


def _partner(view: View, mine: Disposition) -> Seat | None:
    """Return the seat to invite: where the gain is largest, then the side smallest, then the one opposite."""
    seats, me = view.terms.seats, view.who
    targets = [seat for seat in view.talks.targets(me, seats) if pays(view, seat)]
    opposite = (seats.index(me) + view.terms.instance.carpenters) % len(seats)
    turned = (view.talks.step - 1) // mine.patience

    def order(seat: Seat) -> tuple[int, int, int]:
        members = len(side(view.talks.coalitions, seat))
        # The preferred seat moves on, so that a silent one is not asked for ever.
        return -stakes(view, seat).surplus, members, (seats.index(seat) - opposite - turned) % len(seats)

    return min(targets, key=order, default=None)
