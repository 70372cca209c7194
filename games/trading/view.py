"""What one viewer may see of a trading game, and the facts that are told."""

from msgspec import Struct

from games.core import News, Seat
from games.trading.conditions import RETRIES, SEATS
from games.trading.goods import Goods, Offer, covers, gain, worth
from games.trading.rules import Answered, Close, Message, State, Terms, gains


class Cards(Struct, frozen=True):
    """All that was secret. Pairs are in the order of the seats."""

    values: tuple[Goods, Goods]
    start: tuple[Goods, Goods]
    holdings: tuple[Goods, Goods]

    @property
    def gains(self) -> tuple[int, int]:
        first, second = (worth(self.holdings[k], v) - worth(self.start[k], v) for k, v in enumerate(self.values))
        return first, second


class View(Struct, frozen=True):
    """One seat's sight of the game; `me` is its index, -1 for a viewer without a seat.

    `values`, `start` and `holdings` are the seat's own. `shown` holds what both own, where that is open. `slips` are
    its faulty messages in this turn. `cards` are there after the end.
    """

    who: Seat
    me: int
    terms: Terms
    starter: int
    history: tuple[Message, ...]
    offer: Offer | None
    values: Goods | None
    start: Goods | None
    holdings: Goods | None
    shown: tuple[Goods, Goods] | None
    slips: int
    close: Close | None
    cards: Cards | None

    @property
    def number(self) -> int:
        """The message that is awaited, counted from 1."""
        return len(self.history) + 1

    @property
    def mover(self) -> int:
        """Whose message that is, by index."""
        return (self.starter + len(self.history)) & 1

    @property
    def my_turn(self) -> bool:
        return self.close is None and self.mover == self.me

    @property
    def last(self) -> bool:
        """Whether nothing can follow the message that is awaited."""
        return self.number >= self.terms.max_turns

    @property
    def retries(self) -> int:
        """How many more faulty messages in this turn are only re-prompted."""
        return RETRIES[self.terms.penalty] - self.slips

    @property
    def gained(self) -> int:
        """What the seat has gained so far."""
        if self.values is None or self.holdings is None or self.start is None:
            return 0
        return worth(self.holdings, self.values) - worth(self.start, self.values)


class Dealt(Struct, frozen=True, tag="dealt"):
    """What a seat owns, and what a unit of each resource is worth to it."""

    seat: Seat
    holdings: Goods
    values: Goods


class Opened(Struct, frozen=True, tag="opened"):
    """The game has begun."""

    terms: Terms
    first: Seat


class Sent(Struct, frozen=True, tag="sent"):
    """A message was counted. `stood` is the offer that it answered, in the words of the seat that had made it."""

    seat: Seat
    number: int
    answered: Answered
    stood: Offer | None
    words: str
    offer: Offer | None
    passed: bool


class Swapped(Struct, frozen=True, tag="swapped"):
    """What an accepted offer meant for one seat: what it gave and got, the points it gained by that, and in all."""

    seat: Seat
    gave: Goods
    got: Goods
    gain: int
    total: int


class Weighed(Struct, frozen=True, tag="weighed"):
    """What the new offer would bring the seat that may take it; `pays`: it owns what is asked for."""

    seat: Seat
    offer: Offer
    gain: int
    pays: bool


class Ended(Struct, frozen=True, tag="ended"):
    """The open cards."""

    close: Close
    cards: Cards
    messages: int


Fact = Dealt | Opened | Sent | Swapped | Weighed | Ended


def view(state: State, who: Seat) -> View:
    """What a seat sees; anybody else sees the table, and everybody sees all after the end."""
    close, terms = state.close, state.terms
    shown = state.holdings if terms.open_inventory else None
    cards = Cards(state.values, state.start, state.holdings) if close is not None else None
    if who not in SEATS:
        return View(who, -1, terms, state.starter, state.history, state.offer, None, None, None, shown, 0, close, cards)
    me = 0 if who == SEATS[0] else 1
    return View(
        who,
        me,
        terms,
        state.starter,
        state.history,
        state.offer,
        state.values[me],
        state.start[me],
        state.holdings[me],
        shown,
        state.slips if state.mover == me else 0,
        close,
        cards,
    )


def opening(state: State) -> tuple[News[Fact], ...]:
    dealt = (
        News[Fact](Dealt(seat, state.holdings[k], state.values[k]), frozenset((seat,))) for k, seat in enumerate(SEATS)
    )
    return (*dealt, News(Opened(state.terms, SEATS[state.mover])))


def news(before: State, after: State) -> tuple[News[Fact], ...]:
    facts: list[News[Fact]] = []
    if len(after.history) > len(before.history):
        facts = _sent(before, after)
    if after.close:
        cards = Cards(after.values, after.start, after.holdings)
        facts.append(News(Ended(after.close, cards, len(after.history))))
    return tuple(facts)


def _sent(before: State, after: State) -> list[News[Fact]]:
    me, message, stood = before.mover, after.history[-1], before.offer
    number = len(after.history)
    sent = Sent(SEATS[me], number, message.answered, stood, message.words, message.offer, message.passed)
    facts: list[News[Fact]] = [News(sent)]
    if message.answered == "accepted" and stood is not None:
        totals = gains(after)
        for k, seat in enumerate(SEATS):
            gave, got = (stood.get, stood.give) if k == me else (stood.give, stood.get)
            value = worth(got, after.values[k]) - worth(gave, after.values[k])
            facts.append(News(Swapped(seat, gave, got, value, totals[k]), frozenset((seat,))))
    if message.offer is not None and after.close is None:
        you = 1 - me
        pays = covers(after.holdings[you], message.offer.get)
        weighed = Weighed(SEATS[you], message.offer, -gain(message.offer, after.values[you]), pays)
        facts.append(News(weighed, frozenset((SEATS[you],))))
    return facts
