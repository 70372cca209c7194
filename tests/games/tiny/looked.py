"""The hidden number with a look back: a card, a coach who likes the middle, and hints.

The coach's word for a guess is the distance from the middle of what is left. So a test knows every figure.
"""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.core.contract import Event, Moved, Seat, Turn
from games.core.plots import Axis, Bar, Bars
from games.core.post import Block, Chart, Voice, line
from games.core.review import Hint, Moment, Review
from tests.games.tiny.number import Guess, HiddenNumber, NumberState

Past = Sequence[tuple[NumberState, Event]]


class Looked(HiddenNumber):
    """The same game without a clock; each guess away from the middle loses as many points."""

    name: ClassVar[str] = "looked"
    title: ClassVar[str] = "Looked-at number"
    presets: ClassVar = {"normal": {}, "seed_strict": {}}

    def turn(self, state: NumberState) -> Turn:
        return replace(super().turn(state), clocks=())

    def card(self, state: NumberState, voice: Voice) -> tuple[Block, ...] | None:
        bars = Bars(Axis("guesses", 0, 9), ("guesses",), (Bar("you", (len(state.history),)),))
        whose = "Your card" if voice.you else "A card"
        return (line(f"{whose}: {len(state.history)} guesses."), Chart("Guesses", bars, "Guesses as bars.", "guesses"))

    def review(self, past: Past, seat: Seat, seed: int, effort: int = 0) -> Review:
        mine = [
            (state, event.move.number)
            for state, event in past
            if isinstance(event, Moved) and event.seat == seat and isinstance(event.move, Guess)
        ]
        moments = [_moment(n, state, seat, number) for n, (state, number) in enumerate(mine, 1)]
        lost = sum(int(moment.gain) for moment in moments)
        worth = sum(_range(state, seat)[1] for state, _ in mine)
        return Review(tuple(moment for moment in moments if moment.gain)[:3], lost, worth, len(mine))

    def hint(self, past: Past, state: NumberState, seat: Seat, seed: int, effort: int = 0) -> Hint | None:
        return Hint(f"guess {_middle(state, seat)}", "The middle halves what is left.")


def _range(state: NumberState, seat: Seat) -> tuple[int, int]:
    """Return the lowest and the highest number that a seat's guesses have left."""
    low, high = 1, state.config.top
    for guess in state.history:
        if guess.seat == seat:
            low = max(low, guess.number + 1) if guess.hint == "higher" else low
            high = min(high, guess.number - 1) if guess.hint == "lower" else high
    return low, high


def _middle(state: NumberState, seat: Seat) -> int:
    low, high = _range(state, seat)
    return (low + high) // 2


def _moment(n: int, state: NumberState, seat: Seat, number: int) -> Moment:
    low, high = _range(state, seat)
    better = f"guess {(low + high) // 2}"
    return Moment(
        n,
        f"Guess {n}",
        (f"Left are {low} to {high}.",),
        f"you guessed {number}",
        better,
        (f"guess {number}", better),
        abs(number - (low + high) // 2),
        0,
        "mistake",
        "The middle halves what is left.",
        "The next guess then leaves a quarter.",
    )


game = Looked()
