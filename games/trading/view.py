"""Views of trading, and the facts that posts tell."""

from msgspec import Struct

from games.core.contract import Event, News, Seat
from games.trading.config import RETRIES, SEATS
from games.trading.domain import Goods, Offer, covers, gain, growth, worth
from games.trading.rules import Answer, Close, Message, State, Terms, gains


class Cards(Struct, frozen=True):
    """All former secrets. Pairs are in the order of the seats."""

    values: tuple[Goods, Goods]
    start: tuple[Goods, Goods]
    holdings: tuple[Goods, Goods]

    @property
    def gains(self) -> tuple[int, int]:
        first, second = map(growth, self.start, self.holdings, self.values)
        return first, second


class View(Struct, frozen=True):
    """One seat's view of the game.

    - `me`: its index, -1 for a viewer without a seat; `mover`: the index of the seat on turn.
    - `values`, `start`, `holdings`: the seat's own.
    - `shown`: both sides' goods, if inventories are open.
    - `slips`: its faulty messages in this turn.
    - `cards`: set after the end.
    """

    who: Seat
    me: int
    terms: Terms
    mover: int
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
        """Return the number of the message that is due, from 1."""
        return len(self.history) + 1

    @property
    def my_turn(self) -> bool:
        return self.close is None and self.mover == self.me

    @property
    def last(self) -> bool:
        """True if nothing can follow the message that is due."""
        return self.number >= self.terms.max_turns

    @property
    def retries(self) -> int:
        """Return the number of further faulty messages in this turn that are only re-prompted."""
        return RETRIES[self.terms.penalty] - self.slips

    @property
    def gained(self) -> int:
        if self.values is None or self.holdings is None or self.start is None:
            return 0
        return growth(self.start, self.holdings, self.values)


class Dealt(Struct, frozen=True, tag="dealt"):
    """A fact: a seat's goods, and the worth of a unit of each resource to it."""

    seat: Seat
    holdings: Goods
    values: Goods


class Opened(Struct, frozen=True, tag="opened"):
    """The game has begun."""

    terms: Terms
    first: Seat


class Answered(Struct, frozen=True, tag="answered"):
    """A fact: a seat's answer to the standing offer. `offer` is written from its maker's side."""

    seat: Seat
    answer: Answer
    offer: Offer


class Sent(Struct, frozen=True, tag="sent"):
    """A counted message: its words, and the offer that it makes."""

    seat: Seat
    number: int
    words: str
    offer: Offer | None
    passed: bool


class Swapped(Struct, frozen=True, tag="swapped"):
    """An accepted offer from one seat's side: the goods given and got, their gain in points, and its gain in all."""

    seat: Seat
    gave: Goods
    got: Goods
    gain: int
    total: int


class Weighed(Struct, frozen=True, tag="weighed"):
    """A fact: the worth of the new offer to the seat that may accept it. `pays`: that seat owns the wanted goods."""

    seat: Seat
    offer: Offer
    gain: int
    pays: bool


class Ended(Struct, frozen=True, tag="ended"):
    """The end, with both sides' secrets."""

    close: Close
    cards: Cards
    messages: int


Fact = Dealt | Opened | Answered | Swapped | Sent | Weighed | Ended


def view(state: State, who: Seat) -> View:
    """Return a seat's view. Any other viewer sees the public table, and everybody sees all after the end."""
    close, terms = state.close, state.terms
    shown = state.holdings if terms.open_inventory else None
    cards = Cards(state.values, state.start, state.holdings) if close is not None else None
    me = 0 if who == SEATS[0] else 1 if who == SEATS[1] else -1
    if me < 0:
        return View(who, me, terms, state.mover, state.history, state.offer, None, None, None, shown, 0, close, cards)
    return View(
        who,
        me,
        terms,
        state.mover,
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


def news(before: State, event: Event, after: State) -> tuple[News[Fact], ...]:
    facts: list[News[Fact]] = []
    if len(after.history) > len(before.history):
        facts = _sent(before, after)
    if after.close:
        cards = Cards(after.values, after.start, after.holdings)
        facts.append(News(Ended(after.close, cards, len(after.history))))
    return tuple(facts)


def _sent(before: State, after: State) -> list[News[Fact]]:
    me, you, message, stood = before.mover, 1 - before.mover, after.history[-1], before.offer
    facts: list[News[Fact]] = []
    if stood is not None and message.answer:
        facts.append(News(Answered(SEATS[me], message.answer, stood)))
        if message.answer == "accepted":
            facts += [_swapped(after, you, stood.give, stood.get), _swapped(after, me, stood.get, stood.give)]
    sent = Sent(SEATS[me], len(after.history), message.words, message.offer, message.passed)
    facts.append(News(sent))
    if message.offer is not None and after.close is None:
        pays = covers(after.holdings[you], message.offer.get)
        weighed = Weighed(SEATS[you], message.offer, -gain(message.offer, after.values[you]), pays)
        facts.append(News(weighed, frozenset((SEATS[you],))))
    return facts


def _swapped(state: State, seat: int, gave: Goods, got: Goods) -> News[Fact]:
    """Return a swap's result for one seat, visible to that seat only."""
    value = worth(got, state.values[seat]) - worth(gave, state.values[seat])
    return News(Swapped(SEATS[seat], gave, got, value, gains(state)[seat]), frozenset((SEATS[seat],)))
