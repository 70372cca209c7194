"""What a look back at a game says: the decisions that are worth another look, and what was kept of what there was.

Values are expectations over the field of opponents that fit what the seat could see then. They judge the decision, not
the luck, and tell nothing of the opponent who sat there.
"""

from typing import Literal

from msgspec import Struct

from games.core.records import Amount

Verdict = Literal["inaccuracy", "mistake", "blunder"]


class Moment(Struct, frozen=True):
    """One own decision that is worth another look.

    - `at`: number of the seat's own decision in the game, from 1.
    - `when`: where in the game that was: "Round 4".
    - `known`: what the seat could see then, a few lines, for the question.
    - `did`: the move that was played, in words: "you offered $44".
    - `better`: the best alternative, one of `options`: "offer $40".
    - `options`: two to four moves as a person could have typed them, the better and the played one among them.
    - `gain`: expected value of the better move minus that of the played one; `error` is its standard error.
    - `why`: one sentence about the decision and the field, never about this opponent.
    - `then`: how the better line would typically have gone on; "" if nobody can say.
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
    """Up to three moments, in order of play. `lost` and `attainable` are sums over `decisions`, without forced ones."""

    moments: tuple[Moment, ...]
    lost: Amount
    attainable: Amount
    decisions: int


class Hint(Struct, frozen=True):
    """The best move now, as a person could type it, and why in one sentence."""

    move: str
    why: str
