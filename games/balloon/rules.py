"""The rules of the balloon game: deal, messages and end (docs/balloon.md, docs/sources.md).

Two seats take turns. A message may propose sets, refuse sets of the other side, agree to one of them, or only say
something. A proposal is active until it is refused; agreeing to an active one ends the game. No set may be heavier than
the limit.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from games.balloon.config import SEATS, Config, Grammar
from games.balloon.domain import instance, total
from games.core import messages
from games.core.contract import Amount, End, Event, Expired, IllegalMove, Moved, Result, Seat, SeatInfo, Slipped, Turn
from games.core.settings import Read, Style

AT_ONCE: Final = 5
"""Proposals in one message at most."""
WORDS_MOST: Final = 1_500
"""Characters of talk in one message at most."""


class Agree(Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """Accept one of the other side's active proposals; `items` names exactly its items. This ends the game."""

    items: tuple[str, ...]


class Bargain(Struct, frozen=True, tag="bargain", forbid_unknown_fields=True):
    """Propose sets of items to be kept, and refuse active proposals of the other side. Either may be empty."""

    propose: tuple[tuple[str, ...], ...]
    refuse: tuple[tuple[str, ...], ...]


Move = Agree | Bargain


class Item(Struct, frozen=True):
    name: str
    effort: int


class Proposal(Struct, frozen=True):
    """A set (a mask, bit k for item k) and its number, counted over all proposals of the game."""

    number: int
    items: int


class Message(Struct, frozen=True):
    """One message of the game."""

    seat: Seat
    proposed: tuple[Proposal, ...]
    refused: tuple[Proposal, ...]
    agreed: Proposal | None
    words: str


class Terms(Struct, frozen=True):
    """The public part of the configuration. It does not say how importances were drawn."""

    max_messages: int
    grammar: Grammar
    patience: int
    stall: int
    allow_empty: bool
    reasoning: bool
    style: Style
    reading: Read


Why = Literal["agreed", "messages", "stalled", "faults", "protocol", "left", "clock"]


class Close(Struct, frozen=True):
    """The end; `by` is the seat that caused an early one, by breaking rules (`faults`) or the form (`protocol`)."""

    end: End
    why: Why
    by: str
    deal: Proposal | None


class State(Struct, frozen=True):
    """The state of a game. Pairs are in the order of the seats.

    - `active`: each seat's own proposals that may be agreed to, oldest first.
    - `mover`: the index of the seat on turn.
    - `proposals`: how many the whole game has seen; `idle`: the messages since the last one.
    """

    terms: Terms
    items: tuple[Item, ...]
    limit: int
    importance: tuple[tuple[int, ...], tuple[int, ...]]
    mover: int
    history: tuple[Message, ...]
    active: tuple[tuple[Proposal, ...], tuple[Proposal, ...]]
    proposals: int
    idle: int
    slips: tuple[int, int]
    close: Close | None


def seats(config: Config) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(seat, "passenger", private=True) for seat in SEATS)


def deal(config: Config, seed: int) -> State:
    drawn = instance(config, seed)
    items = tuple(Item(name, effort) for name, effort in zip(drawn.names, drawn.efforts, strict=True))
    mover = messages.starter(SEATS, config.starts, seed)
    terms = Terms(
        config.max_messages,
        config.grammar,
        config.patience,
        config.stall,
        config.allow_empty,
        config.reasoning,
        config.style,
        config.reading,
    )
    return State(terms, items, drawn.limit, drawn.importance, mover, (), ((), ()), 0, 0, (0, 0), None)


def turn(state: State) -> Turn:
    if state.close is not None:
        return Turn()
    return messages.turn(SEATS[state.mover], len(state.history) + 1)


def stake(state: State, seat: Seat) -> str:
    return "" if state.close or seat != SEATS[state.mover] else messages.stake(len(state.history) + 1)


@lru_cache(maxsize=256)
def efforts_of(items: tuple[Item, ...]) -> tuple[int, ...]:
    return tuple(item.effort for item in items)


@lru_cache(maxsize=256)
def _known(items: tuple[Item, ...]) -> dict[str, tuple[int, int]]:
    return {item.name: (1 << k, item.effort) for k, item in enumerate(items)}


def mask_of(items: tuple[Item, ...], names: Sequence[str]) -> int:
    """Return the set with these names. Raises `IllegalMove`."""
    return _weighed(items, names)[0]


def _weighed(items: tuple[Item, ...], names: Sequence[str]) -> tuple[int, int]:
    """Return the set with these names, and its effort. Raises `IllegalMove`."""
    known, mask, effort = _known(items), 0, 0
    for name in names:
        item = known.get(name)
        if item is None:
            raise IllegalMove("unknown_item", strike=True, name=name[:30])
        if not mask & item[0]:
            mask |= item[0]
            effort += item[1]
    return mask, effort


def apply(state: State, event: Event) -> State:
    if state.close is not None:
        raise IllegalMove("over")
    if isinstance(event, Moved):
        return _moved(state, event.seat, event.move, event.say)
    if isinstance(event, Slipped):
        return _slipped(state, event.seat, event.code)
    if isinstance(event, Expired):
        if event.clock != turn(state).clocks[0].id:
            raise IllegalMove("no_such_clock")
        return replace(state, close=Close("abandoned", "clock", SEATS[state.mover], None))
    if event.seat not in SEATS:
        raise IllegalMove("no_such_seat")
    return replace(state, close=Close("abandoned", "left", event.seat, None))


def _moved(state: State, seat: Seat, move: Move | None, say: str) -> State:
    me = state.mover
    messages.check_turn(SEATS, me, seat)
    if len(say) > WORDS_MOST:
        raise IllegalMove("too_long", most=WORDS_MOST)
    words = messages.relayed(say, "{}")
    if isinstance(move, Agree):
        agreed = _agreed(state, me, move)
        message = Message(seat, (), (), agreed, words)
        return _after(state, message, state.active, Close("deal", "agreed", "", agreed))
    if move is None or not (move.propose or move.refuse):
        if not words:
            raise IllegalMove("empty")
        return _after(state, Message(seat, (), (), None, words), state.active, None)
    refused, theirs = _refused(state, me, move)
    proposed, mine = _proposed(state, me, move)
    message = Message(seat, proposed, refused, None, words)
    return _after(state, message, (theirs, mine) if me else (mine, theirs), None)


def _proposed(state: State, me: int, move: Bargain) -> tuple[tuple[Proposal, ...], tuple[Proposal, ...]]:
    """Return a message's proposals, and all active ones after it. A set that is active keeps its number."""
    if len(move.propose) > AT_ONCE:
        raise IllegalMove("too_many", strike=True, most=AT_ONCE)
    made: list[Proposal] = []
    active = {proposal.items: proposal for proposal in state.active[me]}
    for names in move.propose:
        items, effort = _weighed(state.items, names)
        if not items and not state.terms.allow_empty:
            raise IllegalMove("empty_set", strike=True)
        check_limit(state, items, effort)
        new = Proposal(state.proposals + 1 + len(active) - len(state.active[me]), items)
        made.append(active.setdefault(items, new))
    return tuple(dict.fromkeys(made)), tuple(active.values())


def _refused(state: State, me: int, move: Bargain) -> tuple[tuple[Proposal, ...], tuple[Proposal, ...]]:
    """Return the sets that a message refuses, and the other side's remaining active proposals."""
    if not move.refuse:
        return (), state.active[1 - me]
    theirs = {proposal.items: proposal for proposal in state.active[1 - me]}
    gone: list[Proposal] = []
    for names in move.refuse:
        items = mask_of(state.items, names)
        if items in theirs:
            gone.append(theirs.pop(items))
        elif items not in [proposal.items for proposal in gone]:
            raise not_active(state.active, me, items)
    return tuple(gone), tuple(theirs.values())


def _agreed(state: State, me: int, move: Agree) -> Proposal:
    items, effort = _weighed(state.items, move.items)
    check_limit(state, items, effort)
    for proposal in state.active[1 - me]:
        if proposal.items == items:
            return proposal
    raise not_active(state.active, me, items)


def check_limit(state: State, items: int, effort: int) -> None:
    if effort > state.limit:
        raise IllegalMove("over_limit", strike=True, effort=effort, limit=state.limit, items=items)


def not_active(active: tuple[tuple[Proposal, ...], tuple[Proposal, ...]], me: int, items: int) -> IllegalMove:
    """Return the reason why a set cannot be answered: it is one's own, nobody proposed it, or it was refused."""
    if any(proposal.items == items for proposal in active[me]):
        return IllegalMove("own_proposal", strike=True)
    return IllegalMove("not_active", strike=True, items=items)


def _after(
    state: State, message: Message, active: tuple[tuple[Proposal, ...], tuple[Proposal, ...]], close: Close | None
) -> State:
    history = (*state.history, message)
    newest = max([proposal.number for proposal in message.proposed], default=0)
    idle = 0 if message.proposed else state.idle + 1
    terms = state.terms
    if close is None and len(history) >= terms.max_messages:
        close = Close("no_deal", "messages", "", None)
    if close is None and terms.stall and idle > terms.stall:
        close = Close("cutoff", "stalled", "", None)
    return State(
        terms,
        state.items,
        state.limit,
        state.importance,
        1 - state.mover,
        history,
        active,
        max(state.proposals, newest),
        idle,
        state.slips,
        close,
    )


def _slipped(state: State, seat: Seat, code: str) -> State:
    """Return the state after a faulty message, which costs part of the seat's patience for the whole game."""
    me = state.mover
    messages.check_turn(SEATS, me, seat)
    mine = state.slips[me] + 1
    slips = (state.slips[0], mine) if me else (mine, state.slips[1])
    if mine <= state.terms.patience:
        return replace(state, slips=slips)
    why: Why = "faults" if code in FAULTS else "protocol"
    return replace(state, slips=slips, close=Close("cutoff", why, seat, None))


FAULTS: Final = frozenset(
    ("unknown_item", "over_limit", "own_proposal", "not_active", "too_many", "empty_set", "two_agrees")
)
"""Codes of broken rules; all other codes that cost patience are about the form of a message."""


def values(state: State) -> tuple[int, int]:
    """Return the deal's worth to each seat; 0 without a deal."""
    items = state.close.deal.items if state.close is not None and state.close.deal is not None else 0
    first, second = (total(importance, items) for importance in state.importance)
    return first, second


def result(state: State) -> Result | None:
    """Return the end and the earnings: the importance of the kept set to each seat."""
    if state.close is None:
        return None
    paid: tuple[Amount, ...] = values(state)
    return Result(state.close.end, tuple(zip(SEATS, paid, strict=True)))
