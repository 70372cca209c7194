"""The state of a game of the society, and the facts that posts tell."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from games.core.contract import End, Seat
from games.core.settings import Read, Style
from games.society.config import Difficulty, Flow, Kind, Scenario
from games.society.rules.contract import Joined, Slots
from games.society.rules.moves import Move
from games.society.rules.negotiation import Customs, Did, Dropped, Merged
from games.society.rules.sharing import Groups
from games.society.rules.social import Order
from games.society.rules.talks import Talks
from games.society.world.instance import Instance
from games.society.world.plans import Queue
from games.society.world.runs import Deeds
from games.society.world.state import World
from games.society.world.things import Tool

Phase = Literal["negotiation", "contract", "physical"]


class Terms(Struct, frozen=True):
    """The public terms of a game.

    - `ticks`: the ticks of one round.
    - `first_step`: the number of the first step of the physical stage.
    - `log`: the audience of a seat's results in a round.
    """

    kind: Kind
    difficulty: Difficulty
    seats: tuple[Seat, ...]
    instance: Instance
    customs: Customs
    flow: Flow
    scenario: Scenario
    ticks: int
    first_step: int
    announced: bool
    extras: bool
    log: Literal["coalition", "all", "none"]
    given: bool
    tips: bool = True
    open_map: bool = False
    share_inventory: bool = False
    style: Style = "seed"
    reading: Read = "seed"

    def number(self, seat: Seat) -> int:
        """Return a seat's number in the world."""
        return self.seats.index(seat)

    def role(self, seat: Seat) -> Literal["carpenter", "miner"]:
        return self.instance.kit(self.number(seat)).role


class Sent(Struct, frozen=True):
    """A seat's choice in the open window, and the words with it: a secret until the window closes."""

    seat: Seat
    move: Move
    words: str


class Close(Struct, frozen=True):
    """The end of a game; `by` is the seat that left it."""

    end: End
    by: str


# --- facts ------------------------------------------------------------------------------------------------------------


class Opened(Struct, frozen=True, tag="opened"):
    """The game has begun."""


class Seated(Struct, frozen=True, tag="seated"):
    """The game has begun, told to one seat: who it is."""

    seat: Seat


class Spoke(Struct, frozen=True, tag="spoke"):
    """Table talk."""

    seat: Seat
    words: str


class Heard(Struct, frozen=True, tag="heard"):
    """Words that were no move; only their seat is told how to make one. `first`: its first such in a phase."""

    seat: Seat
    words: str
    first: bool


class Noted(Struct, frozen=True, tag="noted"):
    """A seat has chosen, and only it knows what. `replaced`: it had chosen before; `lines`: the number of plans."""

    seat: Seat
    move: Move
    replaced: bool
    lines: int = 0


class Counted(Struct, frozen=True, tag="counted"):
    """A seat has chosen; `missing` are the seats that are still awaited."""

    seat: Seat
    missing: tuple[Seat, ...]


class Window(Struct, frozen=True, tag="window"):
    """A new window is open: a step, a turn or a round. `early`: the phase before it ended ahead of time."""

    phase: Phase
    number: int


class Settled(Struct, frozen=True, tag="settled"):
    """The shares are fixed, and the physical stage begins."""

    groups: Groups


class Switched(Struct, frozen=True, tag="switched"):
    """A new order holds in the social game."""

    order: Order
    before: Groups


class Round(Struct, frozen=True, tag="round"):
    """The public result of a round. In the order of the seats: each seat's gain in its own inventory, and its earnings
    in all after sharing.

    `made`: hammers and torches; `handed`: tools that changed hands.
    """

    number: int
    first: int
    last: int
    gains: tuple[int, ...]
    earned: tuple[Fraction, ...]
    made: tuple[int, int]
    handed: int


class Fared(Struct, frozen=True, tag="fared"):
    """A seat's round: the items that it gathered, made and dropped, and the plans without effect."""

    seat: Seat
    deeds: Deeds


class Worked(Struct, frozen=True, tag="worked"):
    """A seat's round for its coalition: `made` and `dropped` hammers and torches."""

    seat: Seat
    gain: int
    made: tuple[int, int]
    dropped: tuple[int, int]


class Passed(Struct, frozen=True, tag="passed"):
    """Tools that one seat dropped and another picked up."""

    giver: Seat
    taker: Seat
    tool: Tool
    count: int


class Ended(Struct, frozen=True, tag="ended"):
    """The end, in the order of the seats."""

    close: Close
    earned: tuple[Fraction, ...]


Fact = (
    Opened
    | Seated
    | Spoke
    | Heard
    | Noted
    | Counted
    | Window
    | Settled
    | Switched
    | Round
    | Fared
    | Worked
    | Passed
    | Ended
    | Did
    | Merged
    | Dropped
    | Joined
)


class State(Struct, frozen=True):
    """The state of a game.

    - `number`: the window of the phase, from 1.
    - `queues`: the standing plans, in the order of the seats; None before a seat's first.
    - `recent`: the events of the last window, from which everybody is told their part.
    - `talk`: each seat's last words to all, the newest last.
    - `hinted`: the seats that have said something in this phase that was no move.
    """

    terms: Terms
    phase: Phase
    number: int
    talks: Talks
    slots: Slots
    order: Order
    shuffle: int | None
    sent: tuple[Sent, ...]
    queues: tuple[Queue | None, ...]
    world: World
    earned: tuple[Fraction, ...]
    recent: tuple[Fact, ...]
    close: Close | None
    talk: tuple[Spoke, ...] = ()
    hinted: tuple[Seat, ...] = ()

    def move(self, seat: Seat) -> Move | None:
        return next((s.move for s in self.sent if s.seat == seat), None)
