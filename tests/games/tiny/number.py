"""Two seats each hide a number and guess the other's in turn; the first hit wins. Either may walk away for a little.

Both may talk at any time. Every message and every guess restarts the quiet clock; when it runs out the turn passes on,
and the second silence in a row ends the game. Typed: `guess 12` or `12`, `guess 12: words`, `walk away: words`; all
else is talk.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import (
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
    Slipped,
    Turn,
    Unclear,
    rng,
)
from games.core.post import Ask, Choice, Form, Number, Post, Quote, Voice, item, line, says
from games.core.settings import Setting, Whole
from games.language.text import canon, odd_numerals

SEATS = (Seat("guesser_0"), Seat("guesser_1"))
NOBODY = Seat("")
PRIZE, COMFORT = 10, 2
"""Points for a hit, and for each seat after a walk-away."""
_GUESS = re.compile(r"(?:guess )?(\d{1,9})(?:[.!]?|: *(\S.*))", re.DOTALL | re.IGNORECASE)

Hint = Literal["higher", "lower", "hit"]


class NumberConfig(Struct, frozen=True):
    """Numbers from 1 to `top`; `guesses` turns for each seat."""

    top: int
    guesses: int
    condition: str


class Guess(Struct, frozen=True, tag="guess", forbid_unknown_fields=True):
    number: int


class Walk(Struct, frozen=True, tag="walk", forbid_unknown_fields=True):
    """End the game; both get the comfort."""


NumberMove = Guess | Walk


class Guessed(Struct, frozen=True, tag="guessed"):
    """A guess, and where the hidden number lies from there."""

    seat: Seat
    number: int
    hint: Hint


class Ended(Struct, frozen=True, tag="ended"):
    """The open cards. `winner` is "" if nobody hit."""

    end: End
    winner: Seat
    numbers: tuple[int, int]


class NumberState(Struct, frozen=True):
    """`turns` counts guesses and silences, `spoken` messages, `silences` those in a row."""

    config: NumberConfig
    numbers: tuple[int, int]
    history: tuple[Guessed, ...]
    turns: int
    spoken: int
    silences: int
    ended: Ended | None

    @property
    def mover(self) -> Seat:
        return SEATS[self.turns % 2]

    @property
    def clock(self) -> str:
        return f"quiet:{self.turns}:{self.spoken}"


class Dealt(Struct, frozen=True, tag="dealt"):
    """A seat's own number."""

    seat: Seat
    number: int


class Started(Struct, frozen=True, tag="started"):
    top: int
    guesses: int


class Spoke(Struct, frozen=True, tag="spoke"):
    seat: Seat
    words: str


class Silent(Struct, frozen=True, tag="silent"):
    """This seat let its turn go by."""

    seat: Seat


Fact = Dealt | Started | Spoke | Guessed | Silent | Ended


class View(Struct, frozen=True):
    """One viewer's view; `own` is its own number, `ended` is there after the end."""

    who: Seat
    top: int
    own: int | None
    mover: Seat
    history: tuple[Guessed, ...]
    ended: Ended | None


class HiddenNumber(Game[NumberConfig, NumberState, NumberMove, View, Fact]):
    name: ClassVar[str] = "number"
    title: ClassVar[str] = "Hidden number"
    about: ClassVar[str] = "Guess the other's number before yours is guessed."
    rules: ClassVar[int] = 1
    Config = NumberConfig
    State = NumberState
    Move = NumberMove
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("top", Whole(2, 1_000_000), 100, "The highest number that can be hidden."),
        Setting("guesses", Whole(1, 20), 5, "How many turns each seat has."),
    )
    presets: ClassVar = {"normal": {}, "short": {"guesses": "2"}}

    def seats(self, config: NumberConfig) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, "guesser", private=True) for seat in SEATS)

    def deal(self, config: NumberConfig, seed: int) -> NumberState:
        chance = rng(seed, "numbers")
        numbers = (chance.randint(1, config.top), chance.randint(1, config.top))
        return NumberState(config, numbers, (), turns=0, spoken=0, silences=0, ended=None)

    def turn(self, state: NumberState) -> Turn:
        if state.ended:
            return Turn()
        mover = frozenset({state.mover})
        return Turn(awaited=mover, may=mover, talk=frozenset(SEATS), clocks=(Clock(state.clock, "quiet"),))

    def stake(self, state: NumberState, seat: Seat) -> str:
        return "" if state.ended else f"turn:{state.turns}"

    def apply(self, state: NumberState, event: Event) -> NumberState:
        if state.ended:
            raise IllegalMove("over")
        match event:
            case Moved(seat, _, _) | Left(seat, _) | Slipped(seat, _) if seat not in SEATS:
                raise IllegalMove("no_such_seat")
            case Moved(seat, move, say):
                return self._talked(state, say) if move is None else self._moved(state, seat, move)
            case Slipped():
                return state
            case Left():
                return self._over(state, "abandoned")
            case Expired(clock) if clock == state.clock:
                passed = self._passed_on(replace(state, silences=state.silences + 1))
                return self._over(passed, "cutoff") if passed.silences == 2 else passed
            case Expired():
                raise IllegalMove("no_such_clock")

    def _talked(self, state: NumberState, words: str) -> NumberState:
        if not words:
            raise IllegalMove("nothing_said")
        return replace(state, spoken=state.spoken + 1)

    def _moved(self, state: NumberState, seat: Seat, move: NumberMove) -> NumberState:
        if seat != state.mover:
            raise IllegalMove("not_your_turn")
        if isinstance(move, Walk):
            return self._over(state, "walkaway")
        if not 1 <= move.number <= state.config.top:
            raise IllegalMove("out_of_range", top=state.config.top)
        hidden = state.numbers[1 - SEATS.index(seat)]
        hint: Hint = "hit" if hidden == move.number else "higher" if hidden > move.number else "lower"
        history = (*state.history, Guessed(seat, move.number, hint))
        guessed = self._passed_on(replace(state, history=history, silences=0))
        return self._over(guessed, "deal", seat) if hint == "hit" else guessed

    def _passed_on(self, state: NumberState) -> NumberState:
        after = replace(state, turns=state.turns + 1)
        return self._over(after, "no_deal") if after.turns == 2 * state.config.guesses else after

    def _over(self, state: NumberState, end: End, winner: Seat = NOBODY) -> NumberState:
        return replace(state, ended=Ended(end, winner, state.numbers))

    def opening(self, state: NumberState) -> tuple[News[Fact], ...]:
        dealt = (News[Fact](Dealt(s, n), frozenset({s})) for s, n in zip(SEATS, state.numbers, strict=True))
        return (News(Started(state.config.top, state.config.guesses)), *dealt)

    def news(self, before: NumberState, event: Event, after: NumberState) -> tuple[News[Fact], ...]:
        facts: list[Fact] = list(after.history[len(before.history) :])
        if isinstance(event, Moved) and event.say:
            facts.append(Spoke(event.seat, event.say))
        if isinstance(event, Expired):
            facts.append(Silent(before.mover))
        if after.ended:
            facts.append(after.ended)
        return tuple(map(News, facts))

    def view(self, state: NumberState, who: Seat) -> View:
        own = state.numbers[SEATS.index(who)] if who in SEATS else None
        return View(who, state.config.top, own, state.mover, state.history, state.ended)

    def read(self, view: View, said: Said) -> Reading[NumberMove] | Unclear:
        text = canon(said.text)
        if not text:
            return Unclear("empty")
        walk, _, words = text.partition(":")
        if walk.lower() == "walk away":
            return Reading(Walk(), words.strip(), confirm="walk away" if said.via == "typed" else "")
        found = None if odd_numerals(text) else _GUESS.fullmatch(text)
        if found:
            return Reading(Guess(int(found[1])), say=found[2] or "")
        return Reading(say=text)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        if view.ended or view.who != view.mover:
            return ()
        number = Number("number", f"A number from 1 to {view.top}", low=1, high=view.top)
        return (
            Form("Guess…", (number,), says="guess {number}", mood="go"),
            Choice("Walk away", "walk away", mood="stop"),
        )

    def tell(self, facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
        return tuple(_told(fact, voice) for fact in facts)

    def status(self, view: View, voice: Voice) -> Post:
        if view.ended:
            return _told(view.ended, voice)
        own = () if view.own is None else (f"Your number is {view.own}.",)
        past = (f"{g.number}: {g.hint}, said to {_name(g.seat, voice)}." for g in view.history)
        return replace(says(*own, *past, f"Next: {_name(view.mover, voice)}."), slot="status")

    def explain(self, view: View, voice: Voice) -> Post:
        return Post(
            (
                line(f"Each of you hides a number from 1 to {view.top}."),
                item(f"Guess in turn; the first hit earns {PRIZE}."),
                item(f"Walk away, and each earns {COMFORT}."),
                item("Talk as you like. Two silent turns end the game."),
            )
        )

    def refuse(self, why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
        match why.code:
            case "over":
                return says("The game is over.")
            case "not_your_turn" | "no_such_seat":
                return says("It is not your turn. You may talk.")
            case "stale":
                return says("The turn has changed since that button.")
        return says(f"Guess a number from 1 to {view.top}, such as 'guess 7', or write 'walk away'.")

    def result(self, state: NumberState) -> Result | None:
        if not state.ended:
            return None
        end, winner = state.ended.end, state.ended.winner
        comfort = COMFORT if end == "walkaway" else 0
        return Result(end, tuple((seat, PRIZE if seat == winner else comfort) for seat in SEATS))

    def report(self, state: NumberState) -> Mapping[str, int]:
        return {"guesses": len(state.history)}

    players: Mapping[str, Player[View, NumberMove]] = MappingProxyType(
        {
            "normal": Player(
                "normal", "Halves what is left.", lambda view, seed, mine: Act(Guess(_middle(view, seed)))
            ),
            "chatty": Player("chatty", "The same, with a word.", lambda view, seed, mine: _chatty(view, seed)),
        }
    )


def _name(seat: Seat, voice: Voice) -> str:
    return "you" if seat == voice.you else seat


def _told(fact: Fact, voice: Voice) -> Post:
    match fact:
        case Dealt(_, number):
            return says(f"Your number is {number}.")
        case Started(top, guesses):
            return says(f"Each of you hides a number from 1 to {top}, and has {guesses} turns.")
        case Spoke(seat, words):
            return Post((Quote(_name(seat, voice), words, seat),))
        case Guessed(seat, number, hint):
            return says(f"{number} by {_name(seat, voice)}: {hint}.")
        case Silent(seat):
            return says(f"Nothing from {_name(seat, voice)}; the turn passes on.")
        case Ended(_, winner, numbers):
            won = f"A hit by {_name(winner, voice)}." if winner else "Nobody hit."
            hidden = ", ".join(f"{_name(s, voice)} {n}" for s, n in zip(SEATS, numbers, strict=True))
            return replace(says(won, f"Hidden were: {hidden}."), slot="status")


def _middle(view: View, seed: int) -> int:
    low, high = 1, view.top
    for guess in view.history:
        if guess.seat == view.who and guess.hint == "higher":
            low = max(low, guess.number + 1)
        elif guess.seat == view.who:
            high = min(high, guess.number - 1)
    room = (high - low) // 4
    return (low + high) // 2 + rng(seed, "jitter", len(view.history)).randint(-room, room)


def _chatty(view: View, seed: int) -> Act[NumberMove]:
    number = _middle(view, seed)
    return Act(Guess(number), say=f"Let me try {number}.")


game = HiddenNumber()
