"""Views of price bargaining, and the facts that posts tell."""

from msgspec import Struct

from games.bargaining.rules import BUYER, SELLER, BargainingState, Ended, Offered, Terms
from games.core.contract import TABLE, Event, Moved, News, Seat


class View(Struct, frozen=True):
    """The view of one viewer; a number that it may not see is None. `ended` is set after the end."""

    who: Seat
    terms: Terms
    buyer_value: int | None
    seller_cost: int | None
    outside_option: int | None
    offers: tuple[Offered, ...]
    ended: Ended | None

    @property
    def standing(self) -> Offered | None:
        return self.offers[-1] if self.offers else None

    @property
    def number(self) -> int:
        """Return the number of the offer or answer that is due, from 1."""
        return len(self.offers) + 1

    @property
    def mover(self) -> Seat:
        """Return the seat on turn; TABLE after the end."""
        return TABLE if self.ended else self.terms.order[len(self.offers) % 2]

    @property
    def last(self) -> bool:
        """True if no offer can follow the one that stands."""
        return len(self.offers) == self.terms.rounds

    @property
    def reservation(self) -> int | None:
        """Return the lowest price that pays the seller, if the viewer sees it."""
        cost, outside = self.seller_cost, self.outside_option
        return None if cost is None or outside is None else cost + outside


class Began(Struct, frozen=True, tag="began"):
    """The game is dealt; the public terms are in everybody's view."""


class Private(Struct, frozen=True, tag="private"):
    """A seat's own number if it is not public: the buyer's value, or the seller's cost and outside option."""

    seat: Seat
    amount: int
    outside_option: int


class Made(Struct, frozen=True, tag="made"):
    """An offer was made; `rejected` is the offer that it turned down."""

    offer: Offered
    rejected: Offered | None


class Spoke(Struct, frozen=True, tag="spoke"):
    """A player said something without a move."""

    seat: Seat
    words: str


Fact = Began | Private | Made | Spoke | Ended


def view(state: BargainingState, who: Seat) -> View:
    """Return a viewer's view: its own number, the other's if disclosed exactly, and everything after the end."""
    terms, ended = state.terms, state.ended if state.closing else None
    value: int | None = state.buyer_value
    cost: int | None = state.seller_cost
    outside: int | None = state.outside_option
    if ended is not None:
        return View(who, terms, value, cost, outside, state.offers, ended)
    if who != BUYER and terms.value.how != "exact":
        value = None
    if who != SELLER and terms.cost.how != "exact":
        cost = outside = None
    return View(who, terms, value, cost, outside, state.offers, None)


def opening(state: BargainingState) -> tuple[News[Fact], ...]:
    news: list[News[Fact]] = [News(Began())]
    if state.terms.value.how != "exact":
        news.append(News(Private(BUYER, state.buyer_value, 0), frozenset({BUYER})))
    if state.terms.cost.how != "exact":
        news.append(News(Private(SELLER, state.seller_cost, state.outside_option), frozenset({SELLER})))
    return tuple(news)


def news(before: BargainingState, event: Event, after: BargainingState) -> tuple[News[Fact], ...]:
    if after.closing is not None and (ended := after.ended):
        return (News(ended),)
    if len(after.offers) > len(before.offers):
        rejected = before.offers[-1] if before.offers else None
        return (News(Made(after.offers[-1], rejected)),)
    if isinstance(event, Moved) and event.move is None:
        return (News(Spoke(event.seat, event.say)),)
    return ()
