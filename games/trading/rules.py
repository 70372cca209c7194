"""The rules of trading: deal, messages and winner (docs/trading.md, docs/sources.md).

A message answers the standing offer, makes a new one, or only says something; each of the three uses up one message. An
offer stands until the next message, which accepts it or ends it.
"""

from hashlib import sha256
from math import prod
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.core import messages
from games.core.contract import Amount, End, Event, Expired, IllegalMove, Moved, Result, Seat, SeatInfo, Slipped, Turn
from games.core.settings import Read, Style
from games.trading.config import RETRIES, SEATS, Config, Penalty, instance_of
from games.trading.domain import BASE, Goods, Offer, covers, flaw, growth, swapped

QUANTITIES: Final = range(5, 26)
SPREAD = 5
"""Values differ from the base value by at most a fifth of it."""
CLAMP: Final = (5, 40)
WORDS_MOST: Final = 1_000
"""Characters of talk in one message at most."""


class Accept(Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """Take the standing offer: the goods change hands. `then` may propose another swap, counted after this one."""

    then: Offer | None


class Deny(Struct, frozen=True, tag="deny", forbid_unknown_fields=True):
    """Turn the standing offer down. `then` may propose another swap instead."""

    then: Offer | None


class Propose(Struct, frozen=True, tag="propose", forbid_unknown_fields=True):
    """Propose a swap. A standing offer lapses unanswered."""

    offer: Offer


Move = Accept | Deny | Propose
Answer = Literal["", "accepted", "denied", "ignored", "void"]
"""The effect of a message on the offer that stood before it. `void`: the accepting seat could not pay, so nothing
changed hands.
"""


class Message(Struct, frozen=True):
    """One message of the game. `passed`: it was not sent, but used up by faulty ones."""

    seat: Seat
    answer: Answer
    offer: Offer | None
    words: str
    passed: bool


class Terms(Struct, frozen=True):
    """The public part of the configuration. `values` says how values were drawn; `style` and `reading` are how posts
    look and how words are read.
    """

    max_turns: int
    penalty: Penalty
    strict_response: bool
    cooperative: bool
    open_inventory: bool
    values: Literal["drawn", "clamped", "given"]
    style: Style
    reading: Read


class Close(Struct, frozen=True):
    """The end of a game. `winner` is "" for a draw and where nobody wins; `by` is the seat that caused an early end."""

    end: End
    why: Literal["messages", "penalty", "left", "clock"]
    winner: str
    by: str


class State(Struct, frozen=True):
    """The state of a game. Pairs are in the order of the seats.

    `mover` is the index of the seat on turn, `slips` counts its faulty messages in this turn, and `offer` is the other
    seat's.
    """

    terms: Terms
    values: tuple[Goods, Goods]
    start: tuple[Goods, Goods]
    holdings: tuple[Goods, Goods]
    mover: int
    history: tuple[Message, ...]
    offer: Offer | None
    slips: int
    close: Close | None


def seats(config: Config) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(seat, "trader", private=True) for seat in SEATS)


def deal(config: Config, seed: int) -> State:
    """Return one of all deals, each as likely: 5 to 25 of each resource, values within a fifth of the base values."""
    kind: Literal["drawn", "clamped", "given"]
    if config.instance:
        instance = instance_of(config.instance)
        inventory, values, kind = instance.inventory, instance.values, "given"
    else:
        inventory, values = _drawn(seed, _CLAMPED if config.clamp else _FREE)
        kind = "clamped" if config.clamp else "drawn"
    mover = messages.starter(SEATS, config.starts, seed)
    terms = Terms(
        config.max_turns,
        config.penalty,
        config.strict_response,
        config.cooperative,
        config.open_inventory,
        kind,
        config.style,
        config.reading,
    )
    return State(terms, values, inventory, inventory, mover, (), None, 0, None)


def value_ranges(clamped: bool) -> tuple[range, ...]:
    """Return the possible values of a unit of each resource."""
    low, high = CLAMP if clamped else (0, 2 * BASE.ore)
    bases = (BASE.wheat, BASE.wood, BASE.sheep, BASE.brick, BASE.ore)
    return tuple(range(max(b - b // SPREAD, low), min(b + b // SPREAD, high) + 1) for b in bases)


class _Spans(NamedTuple):
    """The lowest value and the number of values of each resource, and the number of all combinations."""

    each: tuple[tuple[int, int], ...]
    many: int


def _spans(ranges: tuple[range, ...]) -> _Spans:
    return _Spans(tuple((span[0], len(span)) for span in ranges), prod(map(len, ranges)))


_FREE, _CLAMPED = ((_spans((QUANTITIES,) * 5), _spans(value_ranges(clamped))) for clamped in (False, True))


def _drawn(seed: int, spans: tuple[_Spans, ...]) -> tuple[tuple[Goods, Goods], tuple[Goods, Goods]]:
    """Return inventories and values. Each seat's hand is unranked from 128 bits of one hash; it needs 74."""
    chance = sha256(f"{seed}|deal".encode()).digest()
    first, second = _hand(int.from_bytes(chance[:16]), spans), _hand(int.from_bytes(chance[16:]), spans)
    return (first[0], second[0]), (first[1], second[1])


def _hand(number: int, spans: tuple[_Spans, ...]) -> tuple[Goods, Goods]:
    quantities, values = spans
    number, rank = divmod(number, quantities.many)
    return _unranked(rank, quantities), _unranked(number % values.many, values)


def _unranked(rank: int, spans: _Spans) -> Goods:
    """Return one of all goods within spans, by its rank; small numbers divide faster than 128 bits."""
    drawn = []
    for low, many in spans.each:
        rank, at = divmod(rank, many)
        drawn.append(low + at)
    return Goods(*drawn)


def turn(state: State) -> Turn:
    if state.close is not None:
        return Turn()
    return messages.turn(SEATS[state.mover], len(state.history) + 1)


def stake(state: State, seat: Seat) -> str:
    return "" if state.close or seat != SEATS[state.mover] else messages.stake(len(state.history) + 1)


def apply(state: State, event: Event) -> State:
    if state.close is not None:
        raise IllegalMove("over")
    if isinstance(event, Moved):
        return _moved(state, event.seat, event.move, event.say)
    if isinstance(event, Slipped):
        return _slipped(state, event.seat)
    if isinstance(event, Expired):
        if event.clock != turn(state).clocks[0].id:
            raise IllegalMove("no_such_clock")
        return replace(state, close=Close("abandoned", "clock", "", SEATS[state.mover]))
    if event.seat not in SEATS:
        raise IllegalMove("no_such_seat")
    return replace(state, close=Close("abandoned", "left", "", event.seat))


def _moved(state: State, seat: Seat, move: Move | None, say: str) -> State:
    me = state.mover
    messages.check_turn(SEATS, me, seat)
    if len(say) > WORDS_MOST:
        raise IllegalMove("too_long", most=WORDS_MOST)
    if move is None and (not say or say.isspace()):
        raise IllegalMove("empty")
    answer, made = _answer(state, move)
    terms, holdings = state.terms, state.holdings
    if answer == "ignored" and terms.strict_response:
        raise IllegalMove("must_answer", strike=True)
    if answer == "accepted" and state.offer is not None:
        holdings = _exchanged(holdings, state.offer, me)
    if made is not None and (code := flaw(made, holdings[me])):
        raise IllegalMove(code, strike=True, give=made.give, owned=holdings[me])
    history = (*state.history, Message(seat, answer, made, messages.relayed(say, "[]") if say else "", False))
    if answer == "void" and terms.penalty == "seed_strict":
        close: Close | None = _forfeit(state, me)
    else:
        close = _finished(state, history, holdings) if len(history) == terms.max_turns else None
    return State(terms, state.values, state.start, holdings, 1 - me, history, made, 0, close)


def _answer(state: State, move: Move | None) -> tuple[Answer, Offer | None]:
    """Return a move's effect on the standing offer, and the new offer."""
    standing = state.offer
    if move is None or isinstance(move, Propose):
        return "ignored" if standing else "", None if move is None else move.offer
    if standing is None:
        raise IllegalMove("nothing_to_answer", strike=isinstance(move, Accept))
    if isinstance(move, Deny):
        return "denied", move.then
    return "accepted" if covers(state.holdings[state.mover], standing.get) else "void", move.then


def _exchanged(holdings: tuple[Goods, Goods], offer: Offer, taker: int) -> tuple[Goods, Goods]:
    mine = swapped(holdings[taker], offer.get, offer.give)
    theirs = swapped(holdings[1 - taker], offer.give, offer.get)
    return (theirs, mine) if taker else (mine, theirs)


def _slipped(state: State, seat: Seat) -> State:
    me = state.mover
    messages.check_turn(SEATS, me, seat)
    slips, terms = state.slips + 1, state.terms
    if slips <= RETRIES[terms.penalty]:
        return replace(state, slips=slips)
    if terms.penalty != "casual":
        return replace(state, slips=slips, close=_forfeit(state, me))
    history = (*state.history, Message(seat, "denied" if state.offer else "", None, "", True))
    close = _finished(state, history, state.holdings) if len(history) == terms.max_turns else None
    return replace(state, mover=1 - me, history=history, offer=None, slips=0, close=close)


def _forfeit(state: State, loser: int) -> Close:
    return Close("cutoff", "penalty", "" if state.terms.cooperative else SEATS[1 - loser], SEATS[loser])


def _finished(state: State, history: tuple[Message, ...], holdings: tuple[Goods, Goods]) -> Close:
    """Return the end after the last message. It is a deal if anything changed hands."""
    end: End = "deal" if "accepted" in [message.answer for message in history] else "no_deal"
    first = growth(state.start[0], holdings[0], state.values[0])
    second = growth(state.start[1], holdings[1], state.values[1])
    winner = "" if first == second or state.terms.cooperative else SEATS[first < second]
    return Close(end, "messages", winner, "")


def gains(state: State) -> tuple[int, int]:
    """Return each seat's gain, at its own values."""
    first, second = map(growth, state.start, state.holdings, state.values)
    return first, second


def result(state: State) -> Result | None:
    """Return the end and the earnings: the gains, in points. An abandoned game pays nothing."""
    if state.close is None:
        return None
    paid: tuple[Amount, ...] = (0, 0) if state.close.end == "abandoned" else gains(state)
    return Result(state.close.end, tuple(zip(SEATS, paid, strict=True)))
