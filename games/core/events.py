"""The events of a game, the facts that they make known, and the error of a refused move."""

from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from games.core.records import MoveT, Seat

FactT = TypeVar("FactT")


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
EVENTS: Final = (Moved, Slipped, Expired, Left)
"""The same kinds, for `isinstance`."""


class News(Struct, Generic[FactT], frozen=True):
    """A typed fact and its audience (None: everybody, spectators too)."""

    fact: FactT
    to: frozenset[Seat] | None = None

    def reaches(self, who: Seat) -> bool:
        return self.to is None or who in self.to
