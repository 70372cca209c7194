"""The contract that every game fulfils: the questions that the service asks it. Its records are re-exported here.

A game is pure. It has no clock, no I/O and no global randomness; `deal` takes a seed and everything after it is a fold
of events. The service round it (sessions, chats, strategies) never looks inside a state: it calls the methods of
`Game`.

States and configurations are frozen structs of numbers, strings, tuples and frozensets. Money is integer cents, shares
are fractions, quantities are integers. Dicts, lists and floats do not occur in them, so every value has exactly one
encoding.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.chance import rng, subseed
from games.core.codec import encode
from games.core.events import EVENTS, Event, Expired, FactT, IllegalMove, Left, Moved, News, Slipped
from games.core.ground import Ground, Lesson, Mark
from games.core.post import Ask, Block, Post, Voice
from games.core.prompt import Prompt, general, message_of
from games.core.records import (
    REVEAL,
    TABLE,
    Act,
    Amount,
    Clock,
    End,
    Export,
    MoveT,
    Pace,
    Player,
    Reading,
    Result,
    Said,
    Seat,
    SeatInfo,
    Turn,
    Unclear,
    ViewT,
    written,
)
from games.core.review import Hint, Past, Review
from games.core.settings import Setting

__all__ = [
    "EVENTS",
    "REVEAL", "TABLE", "Act", "Amount", "AnyGame", "Clock", "End", "Event", "Expired", "Export", "Game", "IllegalMove",
    "Left", "Moved", "News", "Pace", "Player", "Reading", "Result", "Said", "Seat", "SeatInfo", "Slipped", "Turn",
    "Unclear", "rng", "subseed", "typing", "written",
]  # fmt: skip

ConfigT = TypeVar("ConfigT", bound=Struct)
StateT = TypeVar("StateT", bound=Struct)


class Game(ABC, Generic[ConfigT, StateT, MoveT, ViewT, FactT]):
    """A negotiation game. One instance serves every session: it holds no state of its own."""

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    """One sentence for menus."""
    minutes: ClassVar[int] = 5
    """Minutes that a game with an AI usually takes a person; for menus."""
    colour: ClassVar[int] = 0x5865F2
    """The colour, as RGB, of the game's cards on platforms that draw such."""
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
    levels: ClassVar[tuple[str, ...]] = ("easy", "normal", "hard")
    """The players that people are offered as opponents by name, the weakest first; those that are not among `players`
    are left out.
    """
    secretive: ClassVar[bool] = True
    """False if no seat has a cost or worth of its own that others do not know, so that words may name worths."""
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
        """Raise `BadSetting` for a configuration that cannot be played; ranges are checked before."""
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
        """Return the state after an event: the only transition. Raises `IllegalMove`; the old state still holds."""

    @abstractmethod
    def opening(self, state: StateT) -> tuple[News[FactT], ...]:
        """Return the news for each seat when the game is dealt."""

    @abstractmethod
    def news(self, before: StateT, event: Event, after: StateT) -> tuple[News[FactT], ...]:
        """Return the facts that an applied event makes known, each with its audience. Never called in a fold."""

    @abstractmethod
    def view(self, state: StateT, who: Seat) -> ViewT:
        """Return the view of one seat. `TABLE` sees no secret. `REVEAL` sees all, and is only for after the end."""

    @abstractmethod
    def read(self, view: ViewT, said: Said) -> Reading[MoveT] | Unclear:
        """Return the meaning of a text for the seat that owns the view. Never raises, never guesses."""

    def late(self, view: ViewT, said: Said, stake: str) -> bool:
        """Return whether a move comes too late because its seat's decision has changed since.

        `stake` is the decision that a button or form belonged to. It is "" for words that came in before the current
        clock began: they came with earlier ones, for instance. Words count, unless a game says otherwise; stale
        buttons do not.
        """
        return bool(stake)

    @abstractmethod
    def asks(self, view: ViewT, voice: Voice) -> tuple[Ask, ...]:
        """Return the buttons and forms that the owner of the view may use now."""

    @abstractmethod
    def tell(self, facts: tuple[FactT, ...], view: ViewT, voice: Voice) -> tuple[Post, ...]:
        """Return posts for facts that the viewer may know. Facts decide what is said, the view gives context."""

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

    def card(self, state: StateT, voice: Voice) -> tuple[Block, ...] | None:
        """Return the result card of an ended game for the seat `voice.you`, or for lookers-on ("").

        It holds a heading, up to four lines of what happened and what was possible, and a `Chart`. It uses only what
        `REVEAL` shows; None if there is nothing to show. May take a second.
        """
        return None

    def review(self, past: Past, seat: Seat, seed: int, effort: int = 0) -> Review:
        """Return the review of a seat's decisions, against typical opponents and by what it could see.

        `past` is the game so far: each event with the state before it. `effort` is the number of rollouts; 0 means as
        many as fit into a second. Call it off the loop.
        """
        return Review()

    def hint(self, past: Past, state: StateT, seat: Seat, seed: int, effort: int = 0) -> Hint | None:
        """Return the best move of an awaited seat now, by what it can see; None if this game cannot tell.

        The arguments are those of `review`, with the present state.
        """
        return None

    def ground(self, state: StateT) -> Ground | None:
        """Return all that this deal allowed, as the picture on which each game of it is a dot; None if there is none.

        Equal deals have equal grounds, however far their games are. May take a second.
        """
        return None

    def mark(self, state: StateT) -> Mark | None:
        """Return the point of an ended game on its ground; None for one without a deal. Cheap."""
        return None

    def lessons(self, states: Sequence[StateT], seat: Seat) -> tuple[Lesson, ...]:
        """Return the lessons of ended games of one deal for the people in this seat, in this class's own numbers."""
        return ()

    # --- a seat that a model plays ------------------------------------------------------------------------------------

    def prompt(self, view: ViewT, seat: Seat) -> Prompt:
        """Return one decision put to a model. By default: the rules and the table in words, answered by a sentence."""
        voice = Voice(seat, plain=True, width=72)
        explained, sheet, status = self.explain(view, voice), self.sheet(view, voice), self.status(view, voice)
        return general(explained, sheet, status, self.asks(view, voice))

    def answered(self, view: ViewT, given: Mapping[str, Any]) -> Reading[MoveT] | Unclear:
        """Return the move in a model's answer to `prompt`. Never raises, whatever JSON it is. `note` is logged."""
        message = message_of(given)
        return message if isinstance(message, Unclear) else self.read(view, message)

    def given(self, view: ViewT, move: MoveT | None, say: str) -> dict[str, Any]:
        """Return an answer to `prompt` that means this move and these words: `answered` reads it back. For a move that
        no answer means, it is the nearest one.
        """
        return {"message": self.typed(view, move, say)}

    def thoughts(self, text: str) -> str:
        """Return the hidden reasoning in a message in the format of the game's published agents; "" if it has none."""
        return ""

    def loses(self, view: ViewT, move: MoveT | None) -> str:
        """Return the objection to a move that leaves its own seat worse off than no deal, as a sentence; "" if none.

        It uses only the seat's own numbers. A game without such numbers never says so.
        """
        return ""

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


def typing(game: AnyGame, view: Any, seat: Seat) -> Prompt:
    """Return a prompt for a model that answers as a player types.

    It uses the protocol of the game's published agents, if there is one, or else the words of the game's buttons.
    """
    own = game.prompt(view, seat)
    if own.protocol:
        return replace(own, now=f"{own.now}\n\n{own.protocol}")
    typed = Game.prompt(game, view, seat)
    return replace(typed, version=f"{own.version} {typed.version}", rules=own.rules)
