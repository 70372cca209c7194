"""A review: the own decisions of one seat that are worth another look, and a rating of all of them.

The coach judges decisions and not luck. A decision is worth its expected earnings against the *field*, which is a
published mixture of typical opponents, among all worlds that fit what the seat could see. `games.core.coach` computes
it; every game supplies its part in its room `analysis`.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import exp2
from typing import Any, Final, Literal

from msgspec import Struct

from games.core.events import Event
from games.core.records import Amount

Verdict = Literal["inaccuracy", "mistake", "blunder"]
LEVELS: Final[tuple[tuple[Verdict, Fraction], ...]] = (
    ("inaccuracy", Fraction(5, 100)),
    ("mistake", Fraction(12, 100)),
    ("blunder", Fraction(25, 100)),
)
"""The published thresholds: the least loss of each verdict, as a share of what was attainable in the game."""
HALVES: Final = LEVELS[-1][1]
"""The share of what was attainable that halves a rating when it is lost: that of a blunder."""
Past = Sequence[tuple[Any, Event]]
"""The course of a game: each event with the state before it."""


class Moment(Struct, frozen=True):
    """One own decision that is worth another look.

    - `at`: the number of the seat's own decision in the game, from 1; `when`: its time in words (`Round 4`).
    - `known`: a few lines of what the seat could see then.
    - `did`: the move played in words (`you offered $44.00`); `better`: the best alternative (`offer $40.00`).
    - `options`: two to four moves as a person types them, the better and the played one among them.
    - `gain`: what the better move was expected to earn more, in the game's unit; `error`: its standard error.
    - `why`: one sentence about the decision and typical opponents, never about this one.
    - `then`: how the better move typically goes on, never against this opponent; "" if nobody can say.
    """

    at: int
    when: str
    known: tuple[str, ...]
    did: str
    better: str
    options: tuple[str, ...]
    gain: Amount
    error: Amount
    verdict: Verdict
    why: str
    then: str = ""


class Review(Struct, frozen=True):
    """The judgement of a seat's decisions, those without a choice left out.

    - `moments`: the costliest, at most three, in order of play.
    - `lost`: the sum of what better moves were expected to earn more; it may be below zero by chance.
    - `attainable`: what good play was expected to earn.
    - `decisions`: how many were judged.
    - `about`: a sentence that says what was judged, where that is not the whole game.
    """

    moments: tuple[Moment, ...] = ()
    lost: Amount = 0
    attainable: Amount = 0
    decisions: int = 0
    about: str = ""

    @property
    def rating(self) -> float | None:
        """Return the rating of the decisions, from 0 to 1; None if nothing was attainable."""
        return rating(self.lost / self.attainable) if self.attainable > 0 else None


class Hint(Struct, frozen=True):
    """The best move now, as a person types it, and why in one sentence."""

    move: str
    why: str


def rating(lost: float | Fraction) -> float:
    """Return the rating of decisions that lost this share of what was attainable, from 0 to 1.

    It falls exponentially, as Lichess's accuracy does with the chance to win. So a game in which one bad decision was
    repeated, and which lost more than there was, does not outweigh many others.
    """
    return exp2(-max(0.0, float(lost)) / float(HALVES))


def levels(mildest: Verdict) -> tuple[tuple[Verdict, Fraction], ...]:
    """Return the thresholds of the verdicts from the mildest one that is told."""
    return LEVELS[[name for name, _ in LEVELS].index(mildest) :]


def verdict(share: float, mildest: Verdict = "inaccuracy") -> Verdict | None:
    """Return the verdict on a decision that lost this share of what was attainable; None if nothing is told of it."""
    return next((name for name, least in reversed(levels(mildest)) if share >= least), None)
