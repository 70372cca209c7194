"""Decisions and yardsticks of each game: what a move offers to both sides, and the most that was possible.

A game that is not here gets its moves as they are, without worths.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import astuple

from bot.session.model.session import Session
from games.balloon import domain as balloon_domain
from games.balloon import rules as balloon
from games.balloon.config import SEATS as PASSENGERS
from games.bargaining import rules as bargaining
from games.core.contract import Amount, Seat
from games.dealornodeal.config import domain_of
from games.dealornodeal.domain.deals import frontier, most_joint, rest, worth
from games.dealornodeal.rules import state as division
from games.trading import domain as goods
from games.trading import rules as trading
from games.trading.analysis.summary import left_by
from games.trading.analysis.summary import summary as trades
from games.trading.config import SEATS as TRADERS
from games.trading.view import Cards

OFFERS: Final = frozenset(("offer", "counter", "propose", "trade_offer"))
"""The actions that are offers."""


class Thing(Struct, frozen=True):
    """One item of a decision, from the deciding seat's side. `None` where a column does not apply."""

    item: str
    mine: int | None
    theirs: int | None
    worth: int
    worth_other: int
    in_set: bool | None = None
    effort: int | None = None


class Made(Struct, frozen=True):
    """One decision. Worths and prices are in the study's unit; `None` where nothing is proposed."""

    action: str
    mine: Amount | None = None
    theirs: Amount | None = None
    price: Amount | None = None
    bundle: Any = None
    things: tuple[Thing, ...] = ()
    efficient: bool | None = None


class Yard(Struct, frozen=True):
    """The most that was possible in an instance, and the price zone. `best` is by seat."""

    best: Mapping[Seat, Amount] = {}
    joint: Amount | None = None
    zone: tuple[Amount, Amount] | None = None


def decisions(before: Session, seat: Seat, move: Any, after: Session) -> tuple[Made, ...]:
    """Return the decisions of one move; none for talk. `before` and `after` are the session round it."""
    if move is None:
        return ()
    if before.game.name == "dealornodeal":
        return _divided(before.state, seat, move, after.state)
    read = _READ.get(before.game.name)
    if read is None:
        return (Made("other", bundle=to_builtins(move)),)
    return read(before.state, seat, move)


def yard(session: Session) -> Yard:
    """Return the yardsticks of a dealt game."""
    measure = _YARDS.get(session.game.name)
    return measure(session.state) if measure is not None and session.state is not None else Yard()


def round_of(session: Session) -> int:
    """Return the number of offers in a price game, of messages in other games; 0 where a game counts neither."""
    state = session.state
    made = getattr(state, "offers", getattr(state, "spoken", getattr(state, "history", ())))
    return len(made) if isinstance(made, tuple) else 0


# --- price bargaining -------------------------------------------------------------------------------------------------


def dollars(cents: int) -> Fraction:
    return Fraction(cents, 100)


def _priced(before: bargaining.BargainingState, seat: Seat, move: bargaining.BargainingMove) -> tuple[Made, ...]:
    standing = before.offers[-1].price if before.offers else None
    match move:
        case bargaining.Offer(price):
            return (_price("counter" if before.offers else "offer", before, seat, price),)
        case bargaining.Accept():
            return (_price("accept", before, seat, standing),)
        case bargaining.Reject():
            return (_price("reject", before, seat, standing),)


def _price(action: str, state: bargaining.BargainingState, seat: Seat, price: int | None) -> Made:
    if price is None:
        return Made(action)
    buyer, seller = dollars(state.buyer_value - price), dollars(price - state.seller_cost)
    mine, theirs = (buyer, seller) if seat == bargaining.BUYER else (seller, buyer)
    inside = state.seller_cost + state.outside_option <= price <= state.buyer_value
    return Made(action, mine, theirs, dollars(price), efficient=inside)


def _zone(state: bargaining.BargainingState) -> Yard:
    value, cost, outside = dollars(state.buyer_value), dollars(state.seller_cost), dollars(state.outside_option)
    low = cost + outside
    if value < low:
        return Yard({bargaining.BUYER: Fraction(0), bargaining.SELLER: outside}, outside, (low, value))
    floor, ceiling = max(low, dollars(state.terms.lowest)), min(value, dollars(state.terms.highest))
    return Yard({bargaining.BUYER: value - floor, bargaining.SELLER: ceiling - cost}, value - cost, (low, value))


# --- books, hats, balls -----------------------------------------------------------------------------------------------

_ON_CARD: Final[Mapping[type, str]] = {
    division.Confirm: "confirm",
    division.Reopen: "reopen",
    division.Leave: "walkaway",
}


def _divided(before: division.DealState, seat: Seat, move: Any, after: division.DealState) -> tuple[Made, ...]:
    if type(move) in _ON_CARD:
        keep = before.card.keep if isinstance(move, division.Confirm) and before.card else ()
        return (_division(_ON_CARD[type(move)], before, seat, keep),)
    said = after.spoken[-1]
    if len(after.spoken) == len(before.spoken) and _meant(said) == _meant(before.spoken[-1]):
        return ()  # more words of the same message
    if said.act not in ("offer", "accept"):
        return (Made("refuse"),) if said.act == "refuse" else ()
    made = any(u.act == "offer" for u in before.spoken)
    action = "accept" if said.act == "accept" else "counter" if made else "offer"
    return (_division(action, before, seat, said.keep),)


def _meant(said: division.Utterance) -> tuple[str, tuple[int, ...]]:
    return said.act, said.keep


def _division(action: str, state: division.DealState, seat: Seat, keep: tuple[int, ...]) -> Made:
    """Return a decision about a division; `keep` is the share of the first seat, () for none."""
    if not keep:
        return Made(action)
    pool, names = state.context.pool, domain_of(state.config).names
    me = division.SEATS.index(seat)
    shares = keep, rest(pool, keep)
    mine, theirs = shares[me], shares[1 - me]
    values, others = state.context.values[me], state.context.values[1 - me]
    rows = zip(names, mine, theirs, values, others, strict=True)
    pair = worth(state.context.values[0], shares[0]), worth(state.context.values[1], shares[1])
    return Made(
        action,
        worth(values, mine),
        worth(others, theirs),
        bundle=dict(zip(names, mine, strict=True)),
        things=tuple(Thing(name, ours, left, value, other) for name, ours, left, value, other in rows),
        efficient=pair in frontier(pool, *state.context.values),
    )


def _pool(state: division.DealState) -> Yard:
    context = state.context
    best: dict[Seat, Amount] = {
        seat: worth(values, context.pool) for seat, values in zip(division.SEATS, context.values, strict=True)
    }
    return Yard(best, most_joint(context.pool, *context.values))


# --- one shared set ---------------------------------------------------------------------------------------------------


def _shared(before: balloon.State, seat: Seat, move: balloon.Move) -> tuple[Made, ...]:
    if isinstance(move, balloon.Agree):
        return (_set("agree", before, seat, move.items),)
    return (
        *(_set("refuse", before, seat, names) for names in move.refuse),
        *(_set("propose", before, seat, names) for names in move.propose),
    )


def _set(action: str, state: balloon.State, seat: Seat, names: tuple[str, ...]) -> Made:
    me = PASSENGERS.index(seat)
    values, others = state.importance[me], state.importance[1 - me]
    chosen = balloon.mask_of(state.items, names)
    rows = zip(state.items, values, others, strict=True)
    return Made(
        action,
        balloon_domain.total(values, chosen),
        balloon_domain.total(others, chosen),
        bundle=dict.fromkeys(names, 1),
        things=tuple(
            Thing(item.name, None, None, value, other, bool(chosen >> k & 1), item.effort)
            for k, (item, value, other) in enumerate(rows)
        ),
    )


def _load(state: balloon.State) -> Yard:
    efforts, (first, second) = balloon.efforts_of(state.items), state.importance
    both = tuple(a + b for a, b in zip(first, second, strict=True))
    own = (balloon_domain.optimum(efforts, values, state.limit).value for values in (first, second))
    return Yard(dict(zip(PASSENGERS, own, strict=True)), balloon_domain.optimum(efforts, both, state.limit).value)


# --- trading ----------------------------------------------------------------------------------------------------------


def _traded(before: trading.State, seat: Seat, move: trading.Move) -> tuple[Made, ...]:
    match move:
        case trading.Propose(offer):
            return (_swap("trade_offer", before, seat, offer),)
        case trading.Accept(then) | trading.Deny(then):
            answer = "trade_accept" if isinstance(move, trading.Accept) else "trade_deny"
            standing = before.offer
            answered = Made(answer) if standing is None else _swap(answer, before, seat, _turned(standing))
            return (answered, *((_swap("trade_offer", before, seat, then),) if then is not None else ()))


def _turned(offer: goods.Offer) -> goods.Offer:
    return goods.Offer(offer.get, offer.give)


def _swap(action: str, state: trading.State, seat: Seat, offer: goods.Offer) -> Made:
    me = TRADERS.index(seat)
    values, others = state.values[me], state.values[1 - me]
    net = [get - give for get, give in zip(astuple(offer.get), astuple(offer.give), strict=True)]
    rows = list(zip(goods.RESOURCES, net, astuple(values), astuple(others), strict=True))
    return Made(
        action,
        goods.gain(offer, values),
        -goods.gain(offer, others),
        bundle={name: number for name, number, _, _ in rows if number},
        things=tuple(Thing(name, number, -number, value, other) for name, number, value, other in rows if number),
    )


def _market(state: trading.State) -> Yard:
    cards = Cards(state.values, state.start, state.start)
    own: dict[Seat, Amount] = {seat: left_by(cards, k) for k, seat in enumerate(TRADERS)}
    return Yard(own, trades(cards).best)


_READ: Final[Mapping[str, Callable[[Any, Seat, Any], tuple[Made, ...]]]] = {
    "bargaining": _priced,
    "balloon": _shared,
    "trading": _traded,
}
_YARDS: Final[Mapping[str, Callable[[Any], Yard]]] = {
    "bargaining": _zone,
    "dealornodeal": _pool,
    "balloon": _load,
    "trading": _market,
}
