"""The contract that every game signs: what a game is, what changes it, what it lets whom know.

A game is pure. It has no clock, no I/O and no global randomness; `deal` takes a seed and everything after it is a fold
of events. The service round it (sessions, chats, strategies) never looks inside a state: it asks the nine questions
below.

States and configurations are frozen structs of numbers, strings, tuples and frozensets. Money is integer cents, shares
are fractions, quantities are integers; dicts, lists and floats do not occur in them, so that one encoding is the only
encoding.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from random import Random
from typing import Any, ClassVar, Generic, Literal, NewType, TypeVar

from msgspec import Struct

from games import prompt as prompts
from games.codec import encode
from games.post import Ask, Post, Voice
from games.prompt import Prompt
from games.settings import Setting

Seat = NewType("Seat", str)
TABLE = Seat("")
"""The viewer without secrets: a spectator, or a channel that everybody reads."""
REVEAL = Seat("*")
"""The viewer of the open cards: an operator or an analysis, after the end only."""

Amount = int | Fraction
End = Literal["deal", "no_deal", "walkaway", "cutoff", "abandoned", "stopped"]
"""Why a game ended. They stay apart: a walk-away is an outcome, abandonment is missing data, `stopped` is an
operator's act.
"""
Pace = Literal["turn", "phase", "quiet", "idle"]

ConfigT = TypeVar("ConfigT", bound=Struct)
StateT = TypeVar("StateT", bound=Struct)
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")
FactT = TypeVar("FactT")


class SeatInfo(Struct, frozen=True):
    """One chair at the table. `private`: this seat learns things that others may not, so it needs a private place."""

    seat: Seat
    role: str
    private: bool = False


class Said(Struct, frozen=True):
    """One utterance, platform artefacts gone and mentions already turned into seat names.

    `via` tells words from buttons: `pressed` and `form` texts were offered by us, so they never ask for confirmation
    again. `order`: they stood behind a command such as `/offer`, so they are meant as a move and not as talk.
    """

    text: str
    via: Literal["typed", "pressed", "form"] = "typed"
    locale: str = "en"
    order: bool = False


class Reading(Struct, Generic[MoveT], frozen=True):
    """The meaning of a text: a move, public words, or both.

    `confirm`, if not empty, asks for a button first: it is the unmistakable text which that button will say;
    `question` is what is asked then, if the text does not say why it is.
    `note` says how the text was read, for the log; it is never posted.
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


class IllegalMove(Exception):
    """A rule refuses a move. `facts` hold only what the offender may know; wording turns them into a sentence."""

    def __init__(self, code: str, *, strike: bool = False, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.strike, self.facts = code, strike, facts

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code


class Moved(Struct, Generic[MoveT], frozen=True, tag="moved"):
    """A seat acted, spoke, or both; `move` is None for table talk."""

    seat: Seat
    move: MoveT | None
    say: str = ""


class Slipped(Struct, frozen=True, tag="slipped"):
    """A seat's message was refused in a way that costs part of its error budget."""

    seat: Seat
    code: str


class Expired(Struct, frozen=True, tag="expired"):
    """The clock with this id ran out."""

    clock: str


class Left(Struct, frozen=True, tag="left"):
    """A seat left the game for good."""

    seat: Seat
    why: str


Event = Moved[Any] | Slipped | Expired | Left
"""All that a fold consumes."""


class News(Struct, Generic[FactT], frozen=True):
    """A typed fact and who may know it (None: everybody, spectators too)."""

    fact: FactT
    to: frozenset[Seat] | None = None

    def reaches(self, who: Seat) -> bool:
        return self.to is None or who in self.to


class Clock(Struct, frozen=True):
    """A running timer. The same id keeps its due time, a new id starts afresh; the tempo gives the seconds."""

    id: str
    pace: Pace


class Turn(Struct, frozen=True):
    """The seats that hold the game up, may (re)submit and may talk, and what is ticking. All empty: the game is
    over.
    """

    awaited: frozenset[Seat] = frozenset()
    may: frozenset[Seat] = frozenset()
    talk: frozenset[Seat] = frozenset()
    clocks: tuple[Clock, ...] = ()

    @property
    def over(self) -> bool:
        return not (self.awaited or self.may or self.talk or self.clocks)


class Result(Struct, frozen=True):
    """The end of a game and what each seat earned, in `unit`: integer cents for money, else integers or exact
    fractions.
    """

    end: End
    earnings: tuple[tuple[Seat, Amount], ...]
    unit: Literal["cents", "points"] = "points"

    def written(self) -> dict[str, str]:
        """Earnings as programs read them: `12.50`, `-25.00` for money, `7` or `25.62` for points."""
        return {seat: written(amount, self.unit) for seat, amount in self.earnings}


def written(amount: Amount, unit: str) -> str:
    """A number without a currency sign, two decimals for money and for shares that are not whole."""
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


class Player(Generic[ViewT, MoveT]):
    """An analytic player: a pure function of what its seat sees and of a seed that is fixed for the session.

    `decide(view, seed)` takes under a millisecond and is always legal. Thresholds drawn from the seed are the same on
    every turn, so they need no memory; `disposition(view, seed)` names them for the log and for researchers.
    """

    def __init__(
        self,
        name: str,
        about: str,
        decide: Callable[[ViewT, int], Act[MoveT]],
        disposition: Callable[[ViewT, int], Mapping[str, Any]] | None = None,
    ) -> None:
        self.name, self.about, self.decide = name, about, decide
        self.disposition: Callable[[ViewT, int], Mapping[str, Any]] = disposition or (lambda view, seed: {})


class Export(Struct, frozen=True):
    """A game in a format of others. `name`: what it is called there; the rest is what it adds to what any game gives.

    `message(text, private reason)` writes a message with the reason that its writer gave, and `keys(report, labels)`
    gives further keys of a finished game, where `labels` says what the format calls each seat.
    """

    name: str
    message: Callable[[str, str], str] = lambda text, reason: text
    keys: Callable[[Mapping[str, Any], Mapping[Seat, str]], Mapping[str, Any]] = lambda report, labels: {}


class Game(ABC, Generic[ConfigT, StateT, MoveT, ViewT, FactT]):
    """A negotiation game. One instance serves every session: it holds no state of its own."""

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    """One sentence for menus."""
    unit: ClassVar[Literal["cents", "points"]] = "points"
    """What earnings are counted in."""
    rules: ClassVar[int]
    """Raised when the meaning of `apply` or `deal` changes; old logs name the rules they were played by."""
    Config: type[ConfigT]
    State: type[StateT]
    Move: Any
    """The type, or the tagged union of types, of a move."""
    settings: ClassVar[tuple[Setting, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]]
    """Named conditions: what each writes into which settings. The first one is the default."""
    players: Mapping[str, Player[ViewT, MoveT]]
    """Analytic players by name; `default_player` is one of them."""
    default_player: ClassVar[str] = "normal"
    words: ClassVar[frozenset[str]] = frozenset()
    """First words of moves that people may write with a slash, as commands; the session's own commands go first."""
    quick: ClassVar[bool] = False
    """Whether `report` takes well under a second, so that it may stand in every log."""
    exports: ClassVar[Mapping[str, Export]] = {}
    """By the name of a format: what this game is there, where it is known there."""

    @cached_property
    def event_type(self) -> Any:
        """The union that decodes one event of this game; the type of its moves is a run-time value."""
        moved: Any = Moved
        return moved[self.Move] | Slipped | Expired | Left

    def check(self, config: ConfigT) -> None:
        """Raise `BadSetting` for a configuration that cannot be played. The ranges of single settings are checked
        already.
        """
        return

    @abstractmethod
    def seats(self, config: ConfigT) -> tuple[SeatInfo, ...]:
        """The chairs in fixed order; the first is the person's by default."""

    @abstractmethod
    def deal(self, config: ConfigT, seed: int) -> StateT:
        """The first state. All chance of a game is drawn here or from generators seeded here."""

    @abstractmethod
    def turn(self, state: StateT) -> Turn:
        """Whose move it is."""

    @abstractmethod
    def stake(self, state: StateT, seat: Seat) -> str:
        """A short name of what this seat would be deciding on (this offer, this card, this round).

        Buttons and decisions of AI seats carry it: when it has changed, they are stale. It contains no secret.
        """

    @abstractmethod
    def apply(self, state: StateT, event: Event) -> StateT:
        """The only transition. Raises `IllegalMove` and leaves no trace, or returns the next state."""

    @abstractmethod
    def opening(self, state: StateT) -> tuple[News[FactT], ...]:
        """Return what each seat learns when the cards are dealt."""

    @abstractmethod
    def news(self, before: StateT, event: Event, after: StateT) -> tuple[News[FactT], ...]:
        """Return what an applied event lets whom know. Never called in a fold."""

    @abstractmethod
    def view(self, state: StateT, who: Seat) -> ViewT:
        """Return what one seat may see; `TABLE` sees no secret; `REVEAL` sees all and is asked for after the
        end only.
        """

    @abstractmethod
    def read(self, view: ViewT, said: Said) -> Reading[MoveT] | Unclear:
        """The meaning of a text for the seat that owns the view. Never raises, never guesses."""

    def late(self, view: ViewT, said: Said, stake: str) -> bool:
        """Return whether a move comes too late: what its seat decides on has changed since. `stake` is what a button or
        form was about; "" for words that had come in before the clock began which runs now. Words count, unless a game
        says otherwise; buttons do not.
        """
        return bool(stake)

    @abstractmethod
    def asks(self, view: ViewT, voice: Voice) -> tuple[Ask, ...]:
        """Buttons and forms that the owner of the view may use now."""

    @abstractmethod
    def tell(self, facts: tuple[FactT, ...], view: ViewT, voice: Voice) -> tuple[Post, ...]:
        """Words for facts that the owner of the view may know. Facts alone decide what is said; the view gives the
        setting.
        """

    @abstractmethod
    def status(self, view: ViewT, voice: Voice) -> Post:
        """Return where things stand: said again on request, after a restart, and to somebody who comes back."""

    @abstractmethod
    def explain(self, view: ViewT, voice: Voice) -> Post:
        """The rules as this seat should know them."""

    def sheet(self, view: ViewT, voice: Voice) -> Post:
        """Return what only this seat knows, to look up at any time; the rules as it knows them unless a game has a
        shorter answer.
        """
        return self.explain(view, voice)

    @abstractmethod
    def refuse(self, why: IllegalMove | Unclear, view: ViewT, voice: Voice) -> Post:
        """The private answer to a text or move that does not count.

        Besides the game's own codes it answers the session's: `over` (the game has ended), `not_your_turn`, and
        `stale` (a button was about a stake that has changed). With it come `stake`, as for `late`, and `ago`, how many
        milliseconds the clock has run that runs now; None if none does.
        """

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """None while the game runs. Cheap and exact."""

    def report(self, state: StateT) -> Mapping[str, Any]:
        """Further keys of the result for programs and researchers: optimum, frontier, regret. JSON-ready; may take
        long.

        Two keys mean the same in every game that has them: `winner`, the seat that won or None for a draw, and `why`,
        which is `protocol` where somebody failed to keep the form of messages.
        """
        return {}

    # --- a seat that a model plays ------------------------------------------------------------------------------------

    def prompt(self, view: ViewT, seat: Seat) -> Prompt:
        """One decision put to a model. By default the rules and the table in words, answered by a sentence."""
        return prompts.general(self, view, seat)

    def answered(self, view: ViewT, given: Mapping[str, Any]) -> Reading[MoveT] | Unclear:
        """The move in a model's answer to `prompt`. Never raises, whatever JSON it is given. `note` is for the log."""
        return prompts.read_message(self, view, given)

    def described(self, view: ViewT, move: MoveT | None) -> str:
        """A move in a few plain words, public numbers and all, for whoever puts it into better ones."""
        return encode(move).decode()

    def typed(self, view: ViewT, move: MoveT | None, say: str) -> str:
        """A message as a person would have typed it, for logs that others read."""
        done = self.described(view, move) if move is not None else ""
        return " ".join(filter(None, (done, say)))

    def uttered(self, view: ViewT, move: MoveT | None) -> str:
        """Words that go with a move when the model's own cannot be used; "" where nothing needs to be said."""
        return ""

    def agrees(self, view: ViewT, move: MoveT | None, say: str) -> bool:
        """Return whether words beside a move say no other move than this one."""
        meant = self.read(view, Said(say))
        return isinstance(meant, Unclear) or meant.move is None or meant.move == move


AnyGame = Game[Any, Any, Any, Any, Any]


@lru_cache(1_024)
def subseed(seed: int, *purpose: str | int) -> int:
    """A 64-bit seed for one purpose of a session, from SHA-256 of the session's seed and the purpose."""
    text = "|".join([str(seed), *map(str, purpose)])
    return int.from_bytes(sha256(text.encode()).digest()[:8])


def rng(seed: int, *purpose: str | int) -> Random:
    """A random generator of one session for one purpose; drawing for one purpose never shifts another."""
    return Random(subseed(seed, *purpose))
