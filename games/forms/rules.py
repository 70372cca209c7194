"""The rules of a form: items are answered one at a time, in order; a wrong answer to a check may be tried again.

A state holds the form and the answers so far. Nothing is left to chance, and nobody earns anything.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from games.core.contract import Clock, End, Event, Expired, IllegalMove, Left, Moved, Result, Seat, SeatInfo, Turn
from games.forms.config import FormConfig, form_of
from games.forms.items import Choose, Divide, Form, Item, Notice, Scale, Write

PARTICIPANT: Final = Seat("participant")
READ: Final = "read"
"""The value that answers a notice."""
SKIPPED: Final = ""
"""The value of an item that was left out."""
Why = Literal["answered", "declined", "failed", "left", "late"]
_ENDS: Final[Mapping[Why, End]] = MappingProxyType(
    {"answered": "answered", "declined": "declined", "failed": "failed", "left": "abandoned", "late": "abandoned"}
)


class Answered(Struct, frozen=True, tag="answered", forbid_unknown_fields=True):
    """Answer an item.

    The value is that of an option, a whole number on a scale, the words, or `own:other` of a division; `READ` for a
    notice, `SKIPPED` for an item left out.
    """

    item: str
    value: str


FormMove = Answered


class Answer(Struct, frozen=True):
    """One answer. `attempt` counts the answers to this item, from 1."""

    item: str
    value: str
    attempt: int


class FormState(Struct, frozen=True):
    """A form in the making. `at`: index of the item that is asked. `why`: the reason of the end, None before it."""

    form: Form
    answers: tuple[Answer, ...] = ()
    at: int = 0
    why: Why | None = None

    @property
    def item(self) -> Item | None:
        """Return the item that is asked; None after the end."""
        return self.form.items[self.at] if self.why is None else None

    @property
    def attempt(self) -> int:
        """Return the number of the next answer to the item that is asked, from 1."""
        return 1 + sum(answer.item == self.form.items[self.at].id for answer in self.answers)


def seats(config: FormConfig) -> tuple[SeatInfo, ...]:
    return (SeatInfo(PARTICIPANT, "participant"),)


def deal(config: FormConfig, seed: int) -> FormState:
    return FormState(form_of(config.content))


def turn(state: FormState) -> Turn:
    """Return the turn of the participant. Every answer has a clock of its own."""
    if state.why is not None:
        return Turn()
    alone = frozenset({PARTICIPANT})
    return Turn(awaited=alone, may=alone, clocks=(Clock(_now(state), "turn"),))


def stake(state: FormState, seat: Seat) -> str:
    return "" if state.why is not None else _now(state)


def apply(state: FormState, event: Event) -> FormState:
    if state.why is not None:
        raise IllegalMove("over")
    if isinstance(event, Expired):
        if event.clock != _now(state):
            raise IllegalMove("no_such_clock")
        return _with(state, why="late")
    if event.seat != PARTICIPANT:
        raise IllegalMove("no_such_seat")
    if isinstance(event, Left):
        return _with(state, why="left")
    return _answered(state, event.move) if isinstance(event, Moved) else state


def result(state: FormState) -> Result | None:
    if state.why is None:
        return None
    return Result(_ENDS[state.why], ((PARTICIPANT, 0),))


def wrong(item: Item, value: str) -> bool:
    """Return whether a value is a wrong answer to a check."""
    return isinstance(item, Choose) and bool(item.right) and value not in item.right


def fault(item: Item, value: str) -> str:
    """Return the code of the reason why a value cannot answer an item; "" if it can."""
    if value == SKIPPED:
        return "" if not isinstance(item, Notice | Divide) and item.skippable else "no_skip"
    if isinstance(item, Write):
        return "too_long" if len(value) > item.longest else "" if value.strip() else "unclear"
    return "" if _possible(item, value) else "unclear"


def _possible(item: Notice | Choose | Scale | Divide, value: str) -> bool:
    match item:
        case Notice():
            return value == READ
        case Choose(options=options):
            return any(value == known for known, _ in options)
        case Scale(low=low, high=high):
            return len(value) < 10 and _whole(value) and low <= int(value) <= high
        case Divide(options=pairs):
            return value in map(division, pairs)


def division(option: tuple[int, int]) -> str:
    """Return the value of a division: `85:76`, one's own points first."""
    return f"{option[0]}:{option[1]}"


def _now(state: FormState) -> str:
    """Return the name of the answer that is due."""
    return f"answer:{len(state.answers)}"


def _whole(value: str) -> bool:
    """Return whether a value is a whole number as it is written in data: `-3`, `0`, `12`."""
    digits = value.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and value == str(int(value))


def _answered(state: FormState, move: object) -> FormState:
    if not isinstance(move, Answered):
        raise IllegalMove("no_move")
    item = state.form.items[state.at]
    if move.item != item.id:
        raise IllegalMove("another_item")
    if code := fault(item, move.value):
        raise IllegalMove(code)
    answers = (*state.answers, Answer(item.id, move.value, state.attempt))
    if isinstance(item, Choose) and move.value in item.ends:
        return _with(state, answers, state.at, "declined")
    if wrong(item, move.value) and isinstance(item, Choose):
        if state.attempt < item.tries:
            return _with(state, answers, state.at)
        if state.form.fails == "end":
            return _with(state, answers, state.at, "failed")
    if state.at + 1 == len(state.form.items):
        return _with(state, answers, state.at, "answered")
    return _with(state, answers, state.at + 1)


def _with(
    state: FormState, answers: tuple[Answer, ...] | None = None, at: int | None = None, why: Why | None = None
) -> FormState:
    return FormState(state.form, state.answers if answers is None else answers, state.at if at is None else at, why)
