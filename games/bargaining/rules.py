"""The rules of price bargaining: alternating offers over one price (docs/sources.md).

Every offer opens a round. The seat that faces an offer accepts it or makes the next one. The last offer can only be
accepted or rejected. Prices and earnings are integer cents.
"""

from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct

from games.bargaining.config import BargainingConfig, Known
from games.core.contract import Clock, End, Event, Expired, IllegalMove, Left, Moved, Result, Seat, SeatInfo, Turn

BUYER: Final = Seat("buyer")
SELLER: Final = Seat("seller")
SEATS: Final = (BUYER, SELLER)


class Accept(Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """Take the offer that stands."""


class Offer(Struct, frozen=True, tag="offer", forbid_unknown_fields=True):
    """Name a price, in cents; it rejects the offer that stands."""

    price: int


class Reject(Struct, frozen=True, tag="reject", forbid_unknown_fields=True):
    """Turn down the last possible offer: no deal."""


BargainingMove = Accept | Offer | Reject


class Told(Struct, frozen=True):
    """The disclosure of one side's number to the other. Everybody knows how much was disclosed.

    `low` and `high` bound it if it is a range; with a `step` only low, low + step, … high are possible.
    """

    how: Known
    low: int = 0
    high: int = 0
    step: int = 0


class Terms(Struct, frozen=True):
    """The public part of a configuration. `order`: the seats that make the odd and the even offers.

    `keeps`: the seller earns something by keeping the item. `costless`: in that case selling costs it nothing more.
    `talkers`: the seats whose words beside a price are passed on; `table_talk`: those that may talk without one, which
    the study's reading does not know.
    """

    rounds: int
    order: tuple[Seat, Seat]
    lowest: int
    highest: int
    value: Told
    cost: Told
    keeps: bool
    costless: bool
    talkers: frozenset[Seat]
    table_talk: frozenset[Seat]
    wide: bool
    plain: bool
    chat: bool
    item: str

    def offerer_of(self, round: int) -> Seat:
        """Return the seat that makes the offer of a round, counted from 1. Offers alternate."""
        return self.order[(round - 1) % 2]


class Offered(Struct, frozen=True, tag="offered"):
    """One offer, and the words beside it (empty where talk is off)."""

    round: int
    seat: Seat
    price: int
    words: str


class Closing(Struct, frozen=True):
    """The end of a game and who caused it: the last offer was accepted or rejected, or a seat left or was too late."""

    how: Literal["accepted", "rejected", "left", "late"]
    seat: Seat
    words: str

    @property
    def end(self) -> End:
        return "deal" if self.how == "accepted" else "no_deal" if self.how == "rejected" else "abandoned"


class BargainingState(Struct, frozen=True):
    """A game. Each of the three numbers is private to its seat, unless `terms` disclose it."""

    terms: Terms
    buyer_value: int
    seller_cost: int
    outside_option: int
    offers: tuple[Offered, ...]
    closing: Closing | None

    @property
    def ended(self) -> "Ended | None":
        """The public numbers of a game that ended; None while it runs. Without a deal the seller keeps the item."""
        closing, value, cost, outside = self.closing, self.buyer_value, self.seller_cost, self.outside_option
        if closing is None:
            return None
        offer = self.offers[-1] if self.offers else None
        earnings = (value - offer.price, offer.price - cost) if offer and closing.how == "accepted" else (0, outside)
        return Ended(closing, offer, value, cost, outside, earnings)


class Ended(Struct, frozen=True, tag="ended"):
    """The game is over and both numbers are public. `offer` is the last one; earnings are those of buyer and seller."""

    closing: Closing
    offer: Offered | None
    buyer_value: int
    seller_cost: int
    outside_option: int
    earnings: tuple[int, int]


def other(seat: Seat) -> Seat:
    return SELLER if seat == BUYER else BUYER


def seats(config: BargainingConfig) -> tuple[SeatInfo, ...]:
    return (
        SeatInfo(BUYER, "buyer", private=config.value_known != "exact"),
        SeatInfo(SELLER, "seller", private=config.information != "exact"),
    )


def deal(config: BargainingConfig, seed: int) -> BargainingState:
    """Return the first state. The recipe has drawn all numbers; nothing is left to chance."""
    talkers = frozenset(seat for seat in SEATS if config.talk in (seat, "both"))
    terms = Terms(
        rounds=config.rounds,
        order=(BUYER, SELLER) if config.first == BUYER else (SELLER, BUYER),
        lowest=config.lowest,
        highest=config.highest,
        value=_told(config.value_known, config.value_low, config.value_high, config.value_step),
        cost=_told(config.information, config.cost_low, config.cost_high, config.cost_step),
        keeps=config.outside_option > 0,
        costless=config.outside_option > 0 and config.seller_cost == 0,
        talkers=talkers,
        table_talk=talkers if config.reading == "plain" else frozenset(),
        wide=config.accept == "wide",
        plain=config.reading == "plain",
        chat=config.style != "seed",
        item=config.item,
    )
    return BargainingState(terms, config.buyer_value, config.seller_cost, config.outside_option, (), None)


def _told(how: Known, low: int, high: int, step: int) -> Told:
    return Told(how, low, high, step) if how in ("range", "claimed") else Told(how)


def turn(state: BargainingState) -> Turn:
    if state.closing is not None:
        return Turn()
    made = len(state.offers)
    return _turn(state.terms.order[made % 2], made, state.terms.table_talk)


@cache
def _turn(mover: Seat, made: int, talk: frozenset[Seat]) -> Turn:
    alone = frozenset({mover})
    return Turn(awaited=alone, may=alone, talk=talk, clocks=(Clock(f"round:{made}", "turn"),))


def stake(state: BargainingState, seat: Seat) -> str:
    """Return the round of the offer under decision; round 0 is the choice of the first price."""
    return "" if state.closing else f"round:{len(state.offers)}"


def apply(state: BargainingState, event: Event) -> BargainingState:
    if state.closing is not None:
        raise IllegalMove("over")
    if isinstance(event, Moved):
        return _moved(state, event.seat, event.move, event.say)
    if isinstance(event, Expired):
        if event.clock != f"round:{len(state.offers)}":
            raise IllegalMove("no_such_clock")
        return _closed(state, Closing("late", state.terms.order[len(state.offers) % 2], ""))
    if event.seat not in SEATS:
        raise IllegalMove("no_such_seat")
    return _closed(state, Closing("left", event.seat, "")) if isinstance(event, Left) else state


def _moved(state: BargainingState, seat: Seat, move: Any, say: str) -> BargainingState:
    terms, offers = state.terms, state.offers
    made = len(offers)
    if move is None:
        if seat not in terms.table_talk or not say:
            raise IllegalMove("no_move")
        return state
    if seat != terms.order[made % 2]:
        raise IllegalMove("not_your_turn" if seat in SEATS else "no_such_seat")
    words = say if say and seat in terms.talkers else ""
    if isinstance(move, Offer):
        if made == terms.rounds:
            raise IllegalMove("no_more_offers")
        if not terms.lowest <= move.price <= terms.highest:
            raise IllegalMove("out_of_range")
        offer = Offered(made + 1, seat, move.price, words)
        return BargainingState(
            terms, state.buyer_value, state.seller_cost, state.outside_option, (*offers, offer), None
        )
    if not made:
        raise IllegalMove("nothing_offered")
    if isinstance(move, Accept):
        return _closed(state, Closing("accepted", seat, words))
    if made < terms.rounds:
        raise IllegalMove("not_the_last_offer")
    return _closed(state, Closing("rejected", seat, words))


def _closed(state: BargainingState, closing: Closing) -> BargainingState:
    return BargainingState(
        state.terms, state.buyer_value, state.seller_cost, state.outside_option, state.offers, closing
    )


def result(state: BargainingState) -> Result | None:
    ended = state.ended if state.closing else None
    return Result(ended.closing.end, tuple(zip(SEATS, ended.earnings, strict=True)), "cents") if ended else None
