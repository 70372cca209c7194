"""Table events: entries of a session's log that change its table. Games never see them."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from bot.players.base import Drawn
from bot.session.model.table import Chair, Place
from games.core.contract import Seat


class Sat(Struct, frozen=True, tag="sat"):
    """A chair was taken by a person who follows at `place`, with private information at `direct` if others read it."""

    chair: Chair
    place: Place | None = None
    direct: Place | None = None


class Rose(Struct, frozen=True, tag="rose"):
    """A person left a lobby; the chair is free again."""

    seat: Seat


class Watched(Struct, frozen=True, tag="watched"):
    """A place began to look on at the game."""

    place: Place


class Dealt(Struct, frozen=True, tag="dealt"):
    """All chairs are taken and the game has begun."""


class Asked(Struct, frozen=True, tag="asked"):
    """A seat was asked whether it means `text`; an empty text withdraws the question. `say`: the words beside it.
    `aged`: the question stays open, but the seat has said something else. `question`: its wording, if it has one of
    its own.
    """

    seat: Seat
    text: str = ""
    stake: str = ""
    say: str | UnsetType = UNSET
    aged: bool | UnsetType = UNSET
    question: str | UnsetType = UNSET


class Decided(Struct, frozen=True, tag="decided"):
    """The source of an AI seat's next move; `note` says why another stood in, `private` is for researchers."""

    seat: Seat
    source: str
    note: str = ""
    private: dict[str, Any] | None = None


class Committed(Struct, frozen=True, tag="committed"):
    """An analytic player took a seat, at the deal or later, and drew what it commits to."""

    seat: Seat
    drawn: Drawn


class Nudged(Struct, frozen=True, tag="nudged"):
    """The people on turn were reminded that this clock runs out; they are not reminded of it again."""

    clock: str


class Extended(Struct, frozen=True, tag="extended"):
    """A clock that `began` got another due time: after an outage, because it was set, or because somebody whom it held
    to time is `present` but has not moved (`why`). People are reminded.
    """

    clock: str
    due: int
    began: int
    why: Literal["outage", "clock", "present"]


class Present(Struct, frozen=True, tag="present"):
    """A person gave a sign of life while this clock ran and their move was awaited: words, a tap, an open form."""

    seat: Seat
    clock: str


class Paused(Struct, frozen=True, tag="paused"):
    """A clock ran out and no person was there: nothing happened, and no clock runs until somebody acts."""


class Resumed(Struct, frozen=True, tag="resumed"):
    """A person acted in a paused game: its clocks start afresh."""

    seat: Seat


class Missed(Struct, frozen=True, tag="missed"):
    """A person was awaited when a clock ran out, gave no sign of life, and the game went on without them."""

    seat: Seat


class Gone(Struct, frozen=True, tag="gone"):
    """A person left a game in which others play on; or, in a study, was `silent` for too long."""

    seat: Seat
    why: Literal["silent"] | UnsetType = UNSET


class Returned(Struct, frozen=True, tag="returned"):
    """A person who had missed deadlines, or left, acted again: the seat is theirs."""

    seat: Seat


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """A person asked to be forgotten. `who` is a digest of their name until the log is rewritten, then empty."""

    who: str


class Muted(Struct, frozen=True, tag="muted"):
    """A seat reads no more words of another, or reads them again."""

    seat: Seat
    whom: Seat
    on: bool


class Reported(Struct, frozen=True, tag="reported"):
    """A seat reported another to the operators."""

    seat: Seat
    whom: Seat
    why: str


class Typed(Struct, frozen=True, tag="typed"):
    """The words of a person in play as they wrote or pressed them, in a study or an operators' game.

    It follows the event that they led to. `code` says what became of them: `played`, `said`, `asked`, or the code of
    the answer.
    """

    seat: Seat
    text: str
    via: Literal["typed", "pressed", "form"]
    code: str


class Hinted(Struct, frozen=True, tag="hinted"):
    """A seat asked for a hint about the decision `stake`, and was told this move."""

    seat: Seat
    stake: str
    move: str


class Rung(Struct, frozen=True, tag="rung"):
    """The class of this game ended while it was still on: its clocks run out now."""


class Stopped(Struct, frozen=True, tag="stopped"):
    """An operator, the last person in a lobby, or a clock without people (`by` is "clock") ended the session."""

    by: str
    why: str = ""


TableEvent = (
    Sat
    | Rose
    | Watched
    | Dealt
    | Asked
    | Decided
    | Committed
    | Nudged
    | Extended
    | Present
    | Paused
    | Resumed
    | Missed
    | Gone
    | Returned
    | Forgotten
    | Muted
    | Reported
    | Typed
    | Hinted
    | Rung
    | Stopped
)
