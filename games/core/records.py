"""The records of the contract: seats, texts and their readings, turns and clocks, results, analytic players.

All are frozen and know nothing of a game. Authors of games import them from `games.core.contract`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Generic, Literal, NewType, TypeVar

from msgspec import Struct, convert, to_builtins

from games.core.post import Cast

MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")

Seat = NewType("Seat", str)
TABLE = Seat("")
"""The viewer without secrets: a spectator, or a channel that everybody reads."""
REVEAL = Seat("*")
"""The viewer who sees everybody's secrets: an operator or an analysis, after the end only."""

Amount = int | Fraction
End = Literal["deal", "no_deal", "walkaway", "cutoff", "abandoned", "stopped", "answered", "declined", "failed"]
"""Why a game ended. The reasons stay apart: a walk-away is an outcome, abandonment is missing data, and `stopped` is an
operator's act. A form ends `answered`, `declined` by an answer such as a no to consent, or `failed` by wrong answers to
a check.
"""
Pace = Literal["turn", "phase", "quiet", "idle"]


class SeatInfo(Struct, frozen=True):
    """One seat at the table. `private`: this seat learns things that others may not, so it needs a private place."""

    seat: Seat
    role: str
    private: bool = False


class Said(Struct, frozen=True):
    """One utterance. Platform artefacts are gone, and mentions are already turned into seat names.

    `via` tells words from buttons: `pressed` texts were offered by us, so they never ask for confirmation again; a
    `form` was filled in by a person, and may. `order`: the text stood behind a command such as `/offer`, so it is meant
    as a move and not as talk. `cast`: the people at the table, for readers that know them by name.
    """

    text: str
    via: Literal["typed", "pressed", "form"] = "typed"
    locale: str = "en"
    order: bool = False
    cast: tuple[Cast, ...] = ()


class Reading(Struct, Generic[MoveT], frozen=True):
    """The meaning of a text: a move, public words, or both.

    `confirm`, if not empty, asks for a button first: it is the unmistakable text that the button will say. `question`
    is the sentence that asks for it, unless the text itself shows why. `note` says how the text was read, for the log;
    it is never posted.
    """

    move: MoveT | None = None
    say: str = ""
    confirm: str = ""
    note: str = ""
    question: str = ""


class Unclear:
    """A text that is neither a move nor words. `strike`: the game's error budget may be charged for it."""

    __slots__ = ("code", "facts", "strike")

    def __init__(self, code: str, *, strike: bool = False, **facts: Any) -> None:
        self.code, self.strike, self.facts = code, strike, facts

    def __repr__(self) -> str:
        return f"Unclear({self.code!r}, strike={self.strike}, {self.facts})"


class Clock(Struct, frozen=True):
    """A running timer. The same id keeps its due time; a new one starts afresh. The tempo gives the seconds."""

    id: str
    pace: Pace


class Turn(Struct, frozen=True):
    """The seats that hold the game up, that may (re)submit and that may talk, and the running clocks. If all are empty,
    the game is over.
    """

    awaited: frozenset[Seat] = frozenset()
    may: frozenset[Seat] = frozenset()
    talk: frozenset[Seat] = frozenset()
    clocks: tuple[Clock, ...] = ()

    @property
    def over(self) -> bool:
        return not (self.awaited or self.may or self.talk or self.clocks)


class Result(Struct, frozen=True):
    """The end of a game and what each seat earned, in `unit`: integer cents, or integers and exact fractions."""

    end: End
    earnings: tuple[tuple[Seat, Amount], ...]
    unit: Literal["cents", "points"] = "points"

    def written(self) -> dict[str, str]:
        """Return earnings as programs read them: `12.50`, `-25.00` for money, `7` or `25.62` for points."""
        return {seat: written(amount, self.unit) for seat, amount in self.earnings}


def written(amount: Amount, unit: str) -> str:
    """Return a number without a currency sign: two decimals for money and for shares that are not whole."""
    if unit == "cents":
        cents = round(amount)
    elif amount == int(amount):
        return str(int(amount))
    else:
        cents = round(amount * 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


class Act(Struct, Generic[MoveT], frozen=True):
    """A player's turn: first the move, then the words."""

    move: MoveT | None
    say: str = ""


class Indifferent(Struct, frozen=True):
    """The disposition of a player that draws nothing."""


class Player(Generic[ViewT, MoveT]):
    """An analytic player: a pure function of what its seat sees, of a seed that is fixed for the session, and of its
    disposition.

    The disposition is what the player commits to before the first move, above all its limit. `draw(view, seed)` makes
    it, a frozen struct of type `Disposition`, from facts that the seat had at the deal and from nothing later. The
    service records it at the deal and gives it back on every turn, so that a session keeps its opponent when a new
    version draws otherwise. New fields of a `Disposition` have defaults, so that recorded ones stay readable.

    `act(view, seed, mine)` takes under a millisecond and is always legal.
    """

    def __init__(
        self,
        name: str,
        about: str,
        act: Callable[[ViewT, int, Any], Act[MoveT]],
        draw: Callable[[ViewT, int], Struct] = lambda view, seed: Indifferent(),
        Disposition: type[Struct] = Indifferent,
    ) -> None:
        self.name, self.about, self.act, self.draw, self.Disposition = name, about, act, draw, Disposition

    def drawn(self, view: ViewT, seed: int) -> dict[str, Any]:
        """Return the disposition as the log keeps it: names, whole numbers, texts and lists of them."""
        made: dict[str, Any] = to_builtins(self.draw(view, seed))
        return made

    def decide(self, view: ViewT, seed: int, drawn: Mapping[str, Any] | None = None) -> Act[MoveT]:
        """Return the turn of a player with this recorded disposition; without one, it is drawn now.

        Raises `msgspec.ValidationError` for a record that is none of this player's.
        """
        mine = self.draw(view, seed) if drawn is None else convert(drawn, self.Disposition)
        return self.act(view, seed, mine)


class Export(Struct, frozen=True):
    """A game in another project's format. `name`: the game's name there; the other fields add to what every game
    exports.

    `message(text, private reason)` writes a message with the reason that its writer gave. `keys(report, labels)` gives
    further keys of a finished game; `labels` says what the format calls each seat.
    """

    name: str
    message: Callable[[str, str], str] = lambda text, reason: text
    keys: Callable[[Mapping[str, Any], Mapping[Seat, str]], Mapping[str, Any]] = lambda report, labels: {}
