"""Views of the balloon game, and the facts that posts tell."""

from msgspec import Struct

from games.balloon.config import SEATS
from games.balloon.domain import members, total
from games.balloon.rules import Close, Item, Message, Proposal, State, Terms, efforts_of
from games.core.contract import Event, News, Seat


class View(Struct, frozen=True):
    """One seat's view of the game.

    - `me`: its index, -1 for a viewer without a seat; `mover`: the index of the seat on turn.
    - `importance`: the seat's own; `slips`: its faulty messages so far.
    - `cards`: both sides' importances, after the end.
    """

    who: Seat
    me: int
    terms: Terms
    items: tuple[Item, ...]
    limit: int
    mover: int
    history: tuple[Message, ...]
    active: tuple[tuple[Proposal, ...], tuple[Proposal, ...]]
    importance: tuple[int, ...] | None
    slips: int
    close: Close | None
    cards: tuple[tuple[int, ...], tuple[int, ...]] | None

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
        return self.number >= self.terms.max_messages

    @property
    def mine(self) -> tuple[Proposal, ...]:
        """Return the seat's own active proposals, oldest first."""
        return self.active[self.me] if self.me >= 0 else ()

    @property
    def theirs(self) -> tuple[Proposal, ...]:
        """Return the other side's active proposals, oldest first: the seat may agree to them."""
        return self.active[1 - self.me] if self.me >= 0 else ()

    @property
    def efforts(self) -> tuple[int, ...]:
        return efforts_of(self.items)

    def names(self, items: int) -> tuple[str, ...]:
        """Return the names of a set, in the order of the instance."""
        return tuple([self.items[k].name for k in members(items)])

    def effort(self, items: int) -> int:
        return total(self.efforts, items)

    def worth(self, items: int) -> int:
        """Return a set's worth to the seat; 0 to a viewer without one."""
        return total(self.importance, items) if self.importance is not None else 0


class Dealt(Struct, frozen=True, tag="dealt"):
    """A fact: the worth of each item to a seat, in the order of the items."""

    seat: Seat
    importance: tuple[int, ...]


class Opened(Struct, frozen=True, tag="opened"):
    """The game has begun."""

    first: Seat


class Sent(Struct, frozen=True, tag="sent"):
    """A message was counted."""

    number: int
    message: Message


class Weighed(Struct, frozen=True, tag="weighed"):
    """A fact: the worth of a proposal to one seat."""

    seat: Seat
    number: int
    worth: int


class Ended(Struct, frozen=True, tag="ended"):
    """The end, with both sides' secrets."""

    close: Close
    cards: tuple[tuple[int, ...], tuple[int, ...]]
    messages: int


Fact = Dealt | Opened | Sent | Weighed | Ended


def view(state: State, who: Seat) -> View:
    """Return a seat's view. Any other viewer sees the public table, and everybody sees all after the end."""
    me = SEATS.index(who) if who in SEATS else -1
    return View(
        who,
        me,
        state.terms,
        state.items,
        state.limit,
        state.mover,
        state.history,
        state.active,
        state.importance[me] if me >= 0 else None,
        state.slips[me] if me >= 0 else 0,
        state.close,
        state.importance if state.close is not None else None,
    )


def opening(state: State) -> tuple[News[Fact], ...]:
    dealt = (
        News[Fact](Dealt(seat, importance), frozenset((seat,)))
        for seat, importance in zip(SEATS, state.importance, strict=True)
    )
    return (*dealt, News(Opened(SEATS[state.mover])))


def news(before: State, event: Event, after: State) -> tuple[News[Fact], ...]:
    facts: list[News[Fact]] = []
    if len(after.history) > len(before.history):
        message = after.history[-1]
        facts.append(News(Sent(len(after.history), message)))
        for proposal in message.proposed if after.close is None else ():
            for seat, importance in zip(SEATS, after.importance, strict=True):
                weighed = Weighed(seat, proposal.number, total(importance, proposal.items))
                facts.append(News(weighed, frozenset((seat,))))
    if after.close is not None:
        facts.append(News(Ended(after.close, after.importance, len(after.history))))
    return tuple(facts)
