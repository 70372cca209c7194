"""Four seats give in secret to a common pot, round after round; the pot is doubled and shared.

Everybody knows the sums of past rounds only. A round ends when all gifts are in or its clock runs out; who gave nothing
by then gave 0. Typed: a whole number from 0 to 10. Everything else is table talk.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import (
    REVEAL,
    Act,
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
    Turn,
    Unclear,
    rng,
)
from games.core.post import Ask, Choice, Post, Quote, Voice, line, says
from games.core.settings import Setting, Whole
from games.language.text import canon

SEATS = tuple(Seat(f"player_{n}") for n in range(4))
MOST = 10


class PotConfig(Struct, frozen=True):
    rounds: int
    condition: str


class Give(Struct, frozen=True, tag="give", forbid_unknown_fields=True):
    amount: int


class PotState(Struct, frozen=True):
    """Tuples are in the order of the seats. `purse`: what each may keep of, secret to the others. `round` from 1."""

    config: PotConfig
    purse: tuple[int, ...]
    round: int
    gifts: tuple[int | None, ...]
    kept: tuple[Fraction, ...]
    sums: tuple[int, ...]
    left: frozenset[Seat]
    over: bool


class Dealt(Struct, frozen=True, tag="dealt"):
    purse: int


class Began(Struct, frozen=True, tag="began"):
    round: int
    rounds: int


class Ready(Struct, frozen=True, tag="ready"):
    ready: int
    of: int


class Noted(Struct, frozen=True, tag="noted"):
    amount: int


class Spoke(Struct, frozen=True, tag="spoke"):
    seat: Seat
    words: str


class Counted(Struct, frozen=True, tag="counted"):
    round: int
    total: int


class Gone(Struct, frozen=True, tag="gone"):
    seat: Seat


class Ended(Struct, frozen=True, tag="ended"):
    kept: tuple[Fraction, ...]


Fact = Dealt | Began | Ready | Noted | Spoke | Counted | Gone | Ended


class View(Struct, frozen=True):
    who: Seat
    purse: int | None
    gift: int | None
    may: bool
    round: int
    rounds: int
    ready: int
    of: int
    kept: tuple[Fraction, ...]


class Rounds(Game[PotConfig, PotState, Give, View, Fact]):
    name: ClassVar[str] = "rounds"
    title: ClassVar[str] = "Common pot"
    about: ClassVar[str] = "Four give to a pot that is doubled and shared."
    rules: ClassVar[int] = 1
    Config = PotConfig
    State = PotState
    Move = Give
    settings: ClassVar[tuple[Setting, ...]] = (Setting("rounds", Whole(1, 20), 5, "How many rounds are played."),)
    presets: ClassVar = {"usual": {}}

    def seats(self, config: PotConfig) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, "player", private=True) for seat in SEATS)

    def deal(self, config: PotConfig, seed: int) -> PotState:
        chance = rng(seed, "purses")
        purse = tuple(chance.randint(1000, 9999) for _ in SEATS)
        return PotState(config, purse, 1, (None,) * 4, (Fraction(0),) * 4, (), frozenset(), False)

    def turn(self, state: PotState) -> Turn:
        if state.over:
            return Turn()
        here = frozenset(SEATS) - state.left
        awaited = frozenset(s for s, gift in zip(SEATS, state.gifts, strict=True) if gift is None) & here
        return Turn(awaited, here, here, (Clock(f"round:{state.round}", "phase"),))

    def stake(self, state: PotState, seat: Seat) -> str:
        return "" if state.over else f"round:{state.round}"

    def apply(self, state: PotState, event: Event) -> PotState:
        if state.over:
            raise IllegalMove("over")
        match event:
            case Moved(seat, None, say) if seat in SEATS and say:
                return state
            case Moved(seat, Give(amount), "") if seat in SEATS and seat not in state.left:
                if not 0 <= amount <= MOST:
                    raise IllegalMove("out_of_range")
                return self._closed(_given(state, seat, amount))
            case Left(seat) if seat in SEATS:
                return self._closed(replace(state, left=state.left | {seat}))
            case Expired(clock) if clock == f"round:{state.round}":
                return self._closed(replace(state, gifts=tuple(gift or 0 for gift in state.gifts)))
            case Moved() | Left() | Expired():
                raise IllegalMove("not_possible")
        return state

    def _closed(self, state: PotState) -> PotState:
        if len(state.left) == len(SEATS):
            return replace(state, over=True)
        if self.turn(state).awaited:
            return state
        gifts = [gift or 0 for gift in state.gifts]
        share = Fraction(2 * sum(gifts), len(SEATS))
        kept = tuple(k + MOST - g + share for k, g in zip(state.kept, gifts, strict=True))
        over = state.round == state.config.rounds
        sums = (*state.sums, sum(gifts))
        after = state.round + (not over)
        return replace(state, round=after, gifts=(None,) * 4, kept=kept, sums=sums, over=over)

    def opening(self, state: PotState) -> tuple[News[Fact], ...]:
        dealt = (News[Fact](Dealt(purse), frozenset({s})) for s, purse in zip(SEATS, state.purse, strict=True))
        return (*dealt, News(Began(1, state.config.rounds)))

    def news(self, before: PotState, event: Event, after: PotState) -> tuple[News[Fact], ...]:
        facts: list[News[Fact]] = []
        if isinstance(event, Moved):
            move: Give | None = event.move
            mine = frozenset({event.seat})
            facts.append(News(Noted(move.amount), mine) if move else News(Spoke(event.seat, event.say)))
        if isinstance(event, Left):
            facts.append(News(Gone(event.seat)))
        if len(after.sums) > len(before.sums):
            facts.append(News(Counted(before.round, after.sums[-1])))
        if after.over:
            return (*facts, News(Ended(after.kept)))
        if after.round > before.round:
            facts.append(News(Began(after.round, after.config.rounds)))
        elif isinstance(event, Moved) and event.move is not None:
            facts.append(News(Ready(*_count(after))))
        return tuple(facts)

    def view(self, state: PotState, who: Seat) -> View:
        at = SEATS.index(who) if who in SEATS else None
        return View(
            who,
            None if at is None else state.purse[at],
            None if at is None else state.gifts[at],
            who in self.turn(state).may,
            state.round,
            state.config.rounds,
            *_count(state),
            state.kept if state.over or who == REVEAL else (),
        )

    def read(self, view: View, said: Said) -> Reading[Give] | Unclear:
        text = canon(said.text)
        if not text:
            return Unclear("empty")
        return Reading(Give(int(text))) if text.isascii() and text.isdecimal() and len(text) < 4 else Reading(say=text)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        return tuple(Choice(f"Give {n}", str(n), scope="seat") for n in (0, 5, 10)) if view.may else ()

    def tell(self, facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
        return tuple(_told(fact, voice) for fact in facts)

    def status(self, view: View, voice: Voice) -> Post:
        own = [f"Your purse: {view.purse}. Your gift: {view.gift}."] if view.purse is not None else []
        return replace(
            says(*own, f"Round {view.round} of {view.rounds}. {view.ready} of {view.of} are in."), slot="box"
        )

    def explain(self, view: View, voice: Voice) -> Post:
        return says("Give from 0 to 10 each round. What is given is doubled and shared by all four.")

    def sheet(self, view: View, voice: Voice) -> Post:
        return says(f"Your purse: {view.purse}. Your gift: {view.gift}.")

    def refuse(self, why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
        sentences = {"over": "The game is over.", "stale": "That round is over."}
        return says(sentences.get(why.code, "Write a whole number from 0 to 10."))

    def result(self, state: PotState) -> Result | None:
        if not state.over:
            return None
        end: End = "abandoned" if len(state.left) == len(SEATS) else "deal"
        return Result(end, tuple(zip(SEATS, state.kept, strict=True)))

    players: Mapping[str, Player[View, Give]] = MappingProxyType(
        {"normal": Player("normal", "Gives half.", lambda view, seed, mine: Act(Give(5)))}
    )


def _given(state: PotState, seat: Seat, amount: int) -> PotState:
    return replace(state, gifts=tuple(amount if s == seat else g for s, g in zip(SEATS, state.gifts, strict=True)))


def _count(state: PotState) -> tuple[int, int]:
    here = [gift for seat, gift in zip(SEATS, state.gifts, strict=True) if seat not in state.left]
    return sum(gift is not None for gift in here), len(here)


def _told(fact: Fact, voice: Voice) -> Post:
    match fact:
        case Dealt(purse):
            return says(f"Your purse: {purse}.")
        case Began(number, rounds):
            return says(f"Round {number} of {rounds}: how much do you give?")
        case Ready(ready, of):
            return replace(says(f"{ready} of {of} are in."), slot="ready", keep="edit")
        case Noted(amount):
            return says(f"Your gift: {amount}.")
        case Spoke(seat, words):
            return Post((Quote(seat, words, seat),))
        case Counted(number, total):
            return says(f"Round {number}: {total} were given.")
        case Gone(seat):
            return says(f"{seat} has left.")
        case Ended(kept):
            return Post((line("The game is over."), *(line(f"{s}: {k}") for s, k in zip(SEATS, kept, strict=True))))


game = Rounds()
