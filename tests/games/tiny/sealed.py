"""Three seats bid once, in secret and at the same time, for one item; the highest bid wins and is paid.

A bid may be replaced until everybody is in or the clock runs out. Whoever exhausts its error budget, or leaves, is out
of the bidding. Typed: `bid 40`, `$40.50` or `40`, and `pass`.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import (
    REVEAL,
    Act,
    Amount,
    Clock,
    End,
    Event,
    Expired,
    Game,
    IllegalMove,
    Left,
    Moved,
    News,
    Player,
    Reading,
    Result,
    Said,
    Seat,
    SeatInfo,
    Slipped,
    Turn,
    Unclear,
    rng,
)
from games.core.post import Ask, Choice, Form, Number, Post, Voice, item, line, says
from games.core.settings import BadSetting, Money, Option, Setting, Whole, dollars
from games.language.text import canon, odd_numerals

SEATS = (Seat("bidder_0"), Seat("bidder_1"), Seat("bidder_2"))
CLOCK = "bids"
_BID = re.compile(r"(?:bid )?\$?(\d{1,6})(?:\.(\d{1,2}))?[.!]?")


class SealedConfig(Struct, frozen=True):
    """Money in cents. `score`: earnings in cents (`profit`), or points out of 100 for the part of the value kept."""

    ceiling: int
    reserve: int
    errors: int
    score: Literal["profit", "share"]
    condition: str


class Bid(Struct, frozen=True, tag="bid", forbid_unknown_fields=True):
    price: int


class Pass(Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """No bid."""


SealedMove = Bid | Pass


class Close(Struct, frozen=True):
    """End of the bidding. `winner` is "" if the item was not sold."""

    end: End
    winner: Seat
    price: int


class SealedState(Struct, frozen=True):
    """Tuples are in the order of the seats. `out`: seats that left or exhausted their budget."""

    config: SealedConfig
    values: tuple[int, ...]
    bids: tuple[SealedMove | None, ...]
    slips: tuple[int, ...]
    out: frozenset[Seat]
    left: frozenset[Seat]
    close: Close | None


class Dealt(Struct, frozen=True, tag="dealt"):
    """A seat's own value."""

    seat: Seat
    value: int


class Opened(Struct, frozen=True, tag="opened"):
    reserve: int
    ceiling: int


class Noted(Struct, frozen=True, tag="noted"):
    """A seat's own bid, as it counts now."""

    seat: Seat
    bid: SealedMove


class Counted(Struct, frozen=True, tag="counted"):
    """Number of seats that are in, of those that still bid."""

    ready: int
    of: int


class Out(Struct, frozen=True, tag="out"):
    seat: Seat


class Closed(Struct, frozen=True, tag="closed"):
    """The open cards."""

    close: Close
    values: tuple[int, ...]
    bids: tuple[SealedMove | None, ...]


Fact = Dealt | Opened | Noted | Counted | Out | Closed


class View(Struct, frozen=True):
    """One viewer's view. `value` and `bid` are its own; `closed` is there after the end."""

    who: Seat
    reserve: int
    ceiling: int
    value: int | None
    bid: SealedMove | None
    may: bool
    slips_left: int
    ready: int
    of: int
    closed: Closed | None


def index(seat: Seat) -> int:
    if seat not in SEATS:
        raise IllegalMove("no_such_seat")
    return SEATS.index(seat)


class Sealed(Game[SealedConfig, SealedState, SealedMove, View, Fact]):
    name: ClassVar[str] = "sealed"
    title: ClassVar[str] = "Sealed bids"
    about: ClassVar[str] = "Three bid in secret for one item; the highest bid wins."
    unit: ClassVar[Literal["cents", "points"]] = "cents"
    rules: ClassVar[int] = 1
    Config = SealedConfig
    State = SealedState
    Move = SealedMove
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("ceiling", Money(100, 10_000), 10_000, "The highest value that the item can have."),
        Setting("reserve", Money(0, 10_000), 0, "The lowest bid that counts."),
        Setting("errors", Whole(0, 9), 2, "How many faulty messages a seat may send."),
        Setting("score", Option(("profit", "share")), "profit", "What earnings are."),
    )
    presets: ClassVar = {"open": {}, "reserved": {"reserve": "20"}, "shares": {"score": "share"}}

    def check(self, config: SealedConfig) -> None:
        if config.reserve >= config.ceiling:
            raise BadSetting("reserve", f"must be below ceiling ({dollars(config.ceiling)})", dollars(config.reserve))

    def seats(self, config: SealedConfig) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, "bidder", private=True) for seat in SEATS)

    def deal(self, config: SealedConfig, seed: int) -> SealedState:
        chance = rng(seed, "values")
        values = tuple(chance.randint(1, config.ceiling) for _ in SEATS)
        return SealedState(config, values, (None,) * 3, (0,) * 3, frozenset(), frozenset(), None)

    def turn(self, state: SealedState) -> Turn:
        if state.close:
            return Turn()
        may = frozenset(SEATS) - state.out
        awaited = frozenset(s for s, bid in zip(SEATS, state.bids, strict=True) if bid is None) & may
        return Turn(awaited=awaited, may=may, clocks=(Clock(CLOCK, "phase"),))

    def stake(self, state: SealedState, seat: Seat) -> str:
        return CLOCK if seat in self.turn(state).may else ""

    def apply(self, state: SealedState, event: Event) -> SealedState:
        if state.close:
            raise IllegalMove("over")
        match event:
            case Moved(seat, move, say):
                return self._bid(state, seat, move, say)
            case Slipped(seat):
                at = index(seat)
                slips = tuple(n + (k == at) for k, n in enumerate(state.slips))
                out = state.out | {seat} if slips[at] > state.config.errors else state.out
                return self._closed_if_full(replace(state, slips=slips, out=out))
            case Left(seat):
                index(seat)
                return self._closed_if_full(replace(state, out=state.out | {seat}, left=state.left | {seat}))
            case Expired(clock):
                if clock != CLOCK:
                    raise IllegalMove("no_such_clock")
                return self._closed(state)

    def _bid(self, state: SealedState, seat: Seat, move: SealedMove | None, say: str) -> SealedState:
        at = index(seat)
        if seat in state.out:
            raise IllegalMove("not_your_turn")
        if move is None or say:
            raise IllegalMove("no_talk")
        if isinstance(move, Bid) and not state.config.reserve <= move.price <= state.config.ceiling:
            raise IllegalMove("out_of_range", strike=True, low=state.config.reserve, high=state.config.ceiling)
        bids = tuple(move if k == at else bid for k, bid in enumerate(state.bids))
        return self._closed_if_full(replace(state, bids=bids))

    def _closed_if_full(self, state: SealedState) -> SealedState:
        return self._closed(state) if not self.turn(state).awaited else state

    def _closed(self, state: SealedState) -> SealedState:
        counted = [
            (bid.price, -k) for k, bid in enumerate(state.bids) if isinstance(bid, Bid) and SEATS[k] not in state.out
        ]
        if counted:
            price, at = max(counted)
            return replace(state, close=Close("deal", SEATS[-at], price))
        end: End = "abandoned" if len(state.left) == len(SEATS) else "no_deal"
        return replace(state, close=Close(end, Seat(""), 0))

    def opening(self, state: SealedState) -> tuple[News[Fact], ...]:
        dealt = (News[Fact](Dealt(s, v), frozenset({s})) for s, v in zip(SEATS, state.values, strict=True))
        return (News(Opened(state.config.reserve, state.config.ceiling)), *dealt)

    def news(self, before: SealedState, event: Event, after: SealedState) -> tuple[News[Fact], ...]:
        facts: list[News[Fact]] = []
        if isinstance(event, Moved) and event.move is not None:
            facts.append(News(Noted(event.seat, event.move), frozenset({event.seat})))
        facts += [News(Out(seat)) for seat in SEATS if seat in after.out - before.out]
        if after.close:
            return (*facts, News(Closed(after.close, after.values, after.bids)))
        if _count(before) != _count(after):
            facts.append(News(Counted(*_count(after))))
        return tuple(facts)

    def view(self, state: SealedState, who: Seat) -> View:
        at = SEATS.index(who) if who in SEATS else None
        ready, of = _count(state)
        closed = Closed(state.close, state.values, state.bids) if state.close else None
        return View(
            who=who,
            reserve=state.config.reserve,
            ceiling=state.config.ceiling,
            value=None if at is None else state.values[at],
            bid=None if at is None else state.bids[at],
            may=who in self.turn(state).may,
            slips_left=0 if at is None else max(0, state.config.errors - state.slips[at]),
            ready=ready,
            of=of,
            closed=closed,
        )

    def read(self, view: View, said: Said) -> Reading[SealedMove] | Unclear:
        text = canon(said.text).lower()
        if not text:
            return Unclear("empty")
        if text.rstrip(".!") == "pass":
            return Reading(Pass())
        found = None if odd_numerals(text) else _BID.fullmatch(text)
        if not found:
            return Unclear("no_bid", strike=True)
        return Reading(Bid(int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))))

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        if not view.may:
            return ()
        price = Number("price", "Your bid", low=view.reserve, high=view.ceiling, scale=100, unit="$")
        return (
            Form("Bid…", (price,), says="bid {price}", scope="seat", mood="go"),
            Choice("Pass", "pass", scope="seat"),
        )

    def tell(self, facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
        return tuple(_told(fact, view, voice) for fact in facts)

    def status(self, view: View, voice: Voice) -> Post:
        if view.closed:
            return _told(view.closed, view, voice)
        own = (
            [f"Your value is {dollars(view.value)}; your bid: {_written(view.bid)}."] if view.value is not None else []
        )
        return replace(says(*own, f"{view.ready} of {view.of} are in."), slot="status", keep="edit")

    def explain(self, view: View, voice: Voice) -> Post:
        return Post(
            (
                line("One item, three bidders, one bid each."),
                item(f"Bid from {dollars(view.reserve)} to {dollars(view.ceiling)}, or pass."),
                item("Nobody sees your bid before the end. You may replace it until all are in."),
                item("The highest bid wins and is paid; the first seat wins ties."),
            )
        )

    def refuse(self, why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
        allowed = f"Write a bid from {dollars(view.reserve)} to {dollars(view.ceiling)}, such as 'bid 40', or 'pass'."
        match why.code:
            case "over":
                return says("The bidding is over.")
            case "not_your_turn" | "no_such_seat":
                return says("You are not bidding.")
            case "stale":
                return says("That button is no longer about anything.")
        left = f" You may slip {view.slips_left} more times." if why.strike else ""
        return says(f"{allowed}{left}")

    def result(self, state: SealedState) -> Result | None:
        if not state.close:
            return None
        close, unit = state.close, self.unit if state.config.score == "profit" else "points"
        paid: list[tuple[Seat, Amount]] = []
        for seat, value in zip(SEATS, state.values, strict=True):
            kept = value - close.price if seat == close.winner else 0
            paid.append((seat, kept if unit == "cents" else Fraction(100 * kept, value)))
        return Result(close.end, tuple(paid), unit)

    players: Mapping[str, Player[View, SealedMove]] = MappingProxyType(
        {
            "normal": Player("normal", "Bids about two thirds of its value.", lambda v, s, mine: _decided(v, s, 66)),
            "eager": Player("eager", "Bids nearly all of its value.", lambda v, s, mine: _decided(v, s, 95)),
        }
    )


def _count(state: SealedState) -> tuple[int, int]:
    bidding = [bid for seat, bid in zip(SEATS, state.bids, strict=True) if seat not in state.out]
    return sum(bid is not None for bid in bidding), len(bidding)


def _written(bid: SealedMove | None) -> str:
    match bid:
        case Bid(price):
            return dollars(price)
        case Pass():
            return "pass"
    return "none"


def _told(fact: Fact, view: View, voice: Voice) -> Post:
    match fact:
        case Dealt(_, value):
            return says(f"The item is worth {dollars(value)} to you.")
        case Opened(reserve, ceiling):
            return says(
                f"One item, sealed bids from {dollars(reserve)} to {dollars(ceiling)}. It is worth at most that."
            )
        case Noted(_, bid):
            return says(f"Your bid: {_written(bid)}.")
        case Counted(ready, of):
            return replace(says(f"{ready} of {of} are in."), slot="status", keep="edit")
        case Out(seat):
            return says("You are out of the bidding." if seat == voice.you else f"{seat} is out of the bidding.")
        case Closed(close, values, bids):
            sold = f"{close.winner} wins at {dollars(close.price)}." if close.winner else "Nobody gets the item."
            rows = [f"{s}: value {dollars(v)}, bid {_written(b)}" for s, v, b in zip(SEATS, values, bids, strict=True)]
            return replace(says(sold, *rows), slot="status")


def _decided(view: View, seed: int, percent: int) -> Act[SealedMove]:
    if view.value is None or view.who == REVEAL:
        return Act(Pass())
    price = view.value * (percent + rng(seed, "jitter").randint(-3, 3)) // 100
    return Act(Bid(price) if price >= view.reserve else Pass())


game = Sealed()
