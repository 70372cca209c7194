"""The contract of an attack: what the search knows of one game. Each game's attack is a module of this package."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from bot.research.opponents.duel import Policy
from games.core.contract import Seat


class Cell(Struct, frozen=True):
    """One measurement: the settings of the game, and the seat that attacks. The player takes every other seat."""

    wrote: Mapping[str, str]
    seat: Seat


class Attack(ABC):
    """Attacks on the players of one game. Scores are shares from 0 to 1 or points, as `unit` says; no deal scores 0
    unless the game says otherwise.
    """

    game: ClassVar[str]
    unit: ClassVar[str] = "share"
    width: ClassVar[int]
    """Number of parameters of the learner's policy."""

    @abstractmethod
    def cells(self, wrote: Mapping[str, str]) -> tuple[Cell, ...]:
        """Return the cells to measure: every seat and condition that matters, under the settings `wrote`."""

    @abstractmethod
    def families(self, config: Any, seat: Seat) -> Iterable[tuple[str, Policy]]:
        """Return named policies on a grid: repeat x, hold then x, linear, Boulware and Conceder towards x, mirror, own
        optimum, random then x, alternate, say nothing and accept. They may use what their seat sees, and the pairing.
        """

    def starts(self) -> tuple[tuple[float, ...], ...]:
        """Return the parameters from which the learner starts, once from each."""
        return ((0.0,) * self.width,)

    @abstractmethod
    def learner(self, theta: Sequence[float]) -> Policy:
        """Return the policy with these `width` parameters, each about -3 to 3: a function of the round and of one's own
        and the other's last two steps.
        """

    @abstractmethod
    def score(self, config: Any, state: Any, seat: Seat) -> float:
        """Return the worth of a finished game to a seat."""

    @abstractmethod
    def dealt(self, config: Any, state: Any) -> bool:
        """Return whether a finished game ended in a deal."""
