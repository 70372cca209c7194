"""The contract that every game fulfils: its records, its events, and the questions that the service asks it.

A game is pure. It has no clock, no I/O and no global randomness; `deal` takes a seed and everything after it is a fold
of events. The service round it (sessions, chats, strategies) never looks inside a state: it calls the methods of
`Game`.

States and configurations are frozen structs of numbers, strings, tuples and frozensets. Money is integer cents, shares
are fractions, quantities are integers. Dicts, lists and floats do not occur in them, so every value has exactly one
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

from games.core import prompt as prompts
from games.core.codec import encode
from games.core.post import Ask, Post, Voice
from games.core.prompt import Prompt
from games.core.settings import Setting

Seat = NewType("Seat", str)
TABLE = Seat("")
"""The viewer without secrets: a spectator, or a channel that everybody reads."""
REVEAL = Seat("*")
"""The viewer who sees everybody's secrets: an operator or an analysis, after the end only."""

Amount = int | Fraction
End = Literal["deal", "no_deal", "walkaway", "cutoff", "abandoned", "stopped"]
"""Why a game ended. The reasons stay apart: a walk-away is an outcome, abandonment is missing data, and `stopped` is an
operator's act.
"""
Pace = Literal["turn", "phase", "quiet", "idle"]

ConfigT = TypeVar("ConfigT", bound=Struct)
StateT = TypeVar("StateT", bound=Struct)
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")
FactT = TypeVar("FactT")


class SeatInfo(Struct, frozen=True):
    """One seat at the table. `private`: this seat learns things that others may not, so it needs a private place."""

    seat: Seat
    role: str
    private: bool = False


class Said(Struct, frozen=True):
    """One utterance. Platform artefacts are gone, and mentions are already turned into seat names.

    `via` tells words from buttons: `pressed` and `form` texts were offered by us, so they never ask for confirmation
    again. `order`: the text stood behind a command such as `/offer`, so it is meant as a move and not as talk.
    """

    text: str
    via: Literal["typed", "pressed", "form"] = "typed"
    locale: str = "en"
    order: bool = False


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


class IllegalMove(Exception):
    """A move that a rule refuses. `facts` hold only what the offender may know; wording turns them into a sentence."""

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
"""Every kind of event that `apply` takes."""


class News(Struct, Generic[FactT], frozen=True):
    """A typed fact and its audience (None: everybody, spectators too)."""

    fact: FactT
    to: frozenset[Seat] | None = None

    def reaches(self, who: Seat) -> bool:
        return self.to is None or who in self.to


class Clock(Struct, frozen=True):
    """A running timer. The same id keeps its due time, and a new id starts afresh. The session's tempo gives the
    seconds.
    """

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
    """The end of a game and what each seat earned, in `unit`: integer cents for money, else integers or exact
    fractions.
    """

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
    """A game in another project's format. `name`: the game's name there; the other fields add to what every game
    exports.

    `message(text, private reason)` writes a message with the reason that its writer gave. `keys(report, labels)` gives
    further keys of a finished game; `labels` says what the format calls each seat.
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
    """The unit of earnings."""
    rules: ClassVar[int]
    """The version of the rules: raise it when the meaning of `apply` or `deal` changes. Old logs name the rules that
    they were played by.
    """
    Config: type[ConfigT]
    State: type[StateT]
    Move: Any
    """The type, or the tagged union of types, of a move."""
    settings: ClassVar[tuple[Setting, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]]
    """Named conditions: the texts that each puts into settings. The first one is the default."""
    players: Mapping[str, Player[ViewT, MoveT]]
    """Analytic players by name; `default_player` is one of them."""
    default_player: ClassVar[str] = "normal"
    words: ClassVar[frozenset[str]] = frozenset()
    """First words of moves that people may write with a slash, as commands. The session's own commands take precedence.
    """
    quick: ClassVar[bool] = False
    """True if `report` takes well under a second, so that every log may contain it."""
    exports: ClassVar[Mapping[str, Export]] = {}
    """The export of this game for each format that knows it, by the name of the format."""

    @cached_property
    def event_type(self) -> Any:
        """Return the union that decodes one event of this game; the type of its moves is known only at run time."""
        moved: Any = Moved
        return moved[self.Move] | Slipped | Expired | Left

    def check(self, config: ConfigT) -> None:
        """Raise `BadSetting` for a configuration that cannot be played. The ranges of single settings are checked
        before.
        """
        return

    @abstractmethod
    def seats(self, config: ConfigT) -> tuple[SeatInfo, ...]:
        """Return the seats in fixed order; the first is the person's by default."""

    @abstractmethod
    def deal(self, config: ConfigT, seed: int) -> StateT:
        """Return the first state. All chance of a game is drawn here or from generators seeded here."""

    @abstractmethod
    def turn(self, state: StateT) -> Turn:
        """Return the seats that are awaited, may act or may talk now, and the running clocks."""

    @abstractmethod
    def stake(self, state: StateT, seat: Seat) -> str:
        """Return a short name of the decision in front of this seat (this offer, this card, this round).

        Buttons and decisions of AI seats carry it: when it has changed, they are stale. It contains no secret.
        """

    @abstractmethod
    def apply(self, state: StateT, event: Event) -> StateT:
        """Return the state after an event. This is the only transition. Raises `IllegalMove`; the old state then still
        holds.
        """

    @abstractmethod
    def opening(self, state: StateT) -> tuple[News[FactT], ...]:
        """Return what each seat learns when the game is dealt."""

    @abstractmethod
    def news(self, before: StateT, event: Event, after: StateT) -> tuple[News[FactT], ...]:
        """Return the facts that an applied event makes known, each with its audience. Never called in a fold."""

    @abstractmethod
    def view(self, state: StateT, who: Seat) -> ViewT:
        """Return what one seat may see. `TABLE` sees no secret. `REVEAL` sees all, and is only for after the end."""

    @abstractmethod
    def read(self, view: ViewT, said: Said) -> Reading[MoveT] | Unclear:
        """Return the meaning of a text for the seat that owns the view. Never raises, never guesses."""

    def late(self, view: ViewT, said: Said, stake: str) -> bool:
        """Return whether a move comes too late because its seat's decision has changed since.

        `stake` is the decision that a button or form belonged to. It is "" for words that came in before the current
        clock began. Words count, unless a game says otherwise; stale buttons do not.
        """
        return bool(stake)

    @abstractmethod
    def asks(self, view: ViewT, voice: Voice) -> tuple[Ask, ...]:
        """Return the buttons and forms that the owner of the view may use now."""

    @abstractmethod
    def tell(self, facts: tuple[FactT, ...], view: ViewT, voice: Voice) -> tuple[Post, ...]:
        """Return posts for facts that the owner of the view may know. Facts alone decide what is said; the view gives
        the context.
        """

    @abstractmethod
    def status(self, view: ViewT, voice: Voice) -> Post:
        """Return a summary of the current situation, for requests, after a restart, and for a player who comes back."""

    @abstractmethod
    def explain(self, view: ViewT, voice: Voice) -> Post:
        """Return the rules as this seat should know them."""

    def sheet(self, view: ViewT, voice: Voice) -> Post:
        """Return the secrets of this seat, to look up at any time. By default these are the rules as it knows them."""
        return self.explain(view, voice)

    @abstractmethod
    def refuse(self, why: IllegalMove | Unclear, view: ViewT, voice: Voice) -> Post:
        """Return the private answer to a text or move that does not count.

        Besides the game's own codes it answers the session's: `over` (the game has ended), `not_your_turn`, and `stale`
        (a button belonged to a stake that has changed). Facts with `stale`: `stake`, as for `late`, and `ago`, the
        milliseconds that the current clock has run (None if no clock runs).
        """

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """Return the end of the game and the earnings; None while the game runs. Cheap and exact."""

    def report(self, state: StateT) -> Mapping[str, Any]:
        """Return further keys of the result for programs and researchers: optimum, frontier, regret. JSON-ready; may
        take long.

        Two keys mean the same in every game that has them. `winner` is the seat that won, or None for a draw. `why` is
        `protocol` if a seat failed to keep the form of messages.
        """
        return {}

    # --- a seat that a model plays ------------------------------------------------------------------------------------

    def prompt(self, view: ViewT, seat: Seat) -> Prompt:
        """Return one decision put to a model. By default: the rules and the table in words, answered by a sentence."""
        return prompts.general(self, view, seat)

    def answered(self, view: ViewT, given: Mapping[str, Any]) -> Reading[MoveT] | Unclear:
        """Return the move in a model's answer to `prompt`. Never raises, whatever JSON it is given. `note` is for the
        log.
        """
        return prompts.read_message(self, view, given)

    def described(self, view: ViewT, move: MoveT | None) -> str:
        """Return a move in a few plain words, with its public numbers, for a model that phrases it better."""
        return encode(move).decode()

    def typed(self, view: ViewT, move: MoveT | None, say: str) -> str:
        """Return a message as a person would have typed it, for exported logs."""
        done = self.described(view, move) if move is not None else ""
        return " ".join(filter(None, (done, say)))

    def uttered(self, view: ViewT, move: MoveT | None) -> str:
        """Return words to go with a move when the model's own cannot be used; "" if none are needed."""
        return ""

    def agrees(self, view: ViewT, move: MoveT | None, say: str) -> bool:
        """Return whether the words beside a move express that move or none."""
        meant = self.read(view, Said(say))
        return isinstance(meant, Unclear) or meant.move is None or meant.move == move


AnyGame = Game[Any, Any, Any, Any, Any]


@lru_cache(1_024)
def subseed(seed: int, *purpose: str | int) -> int:
    """Return a 64-bit seed for one purpose of a session, from SHA-256 of the session's seed and the purpose."""
    text = "|".join([str(seed), *map(str, purpose)])
    return int.from_bytes(sha256(text.encode()).digest()[:8])


def rng(seed: int, *purpose: str | int) -> Random:
    """Return a random generator for one purpose of a session. Drawing for one purpose never shifts another."""
    return Random(subseed(seed, *purpose))
