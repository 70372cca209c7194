"""The contract of a strategy: it gets a brief, it gives a decision, and it can reach nothing else."""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from games.core import AnyGame, IllegalMove, Moved, Seat, subseed


class Brief(Struct, frozen=True):
    """All that a strategy may know: its seat's view, and whether a move would be legal.

    `game` offers the pure functions (reading, rules in words, what may be asked); there is no state in it. `turn`
    counts this seat's decisions from 0. `seed` is the seat's own and the same all session long. `legal(move, say)` is
    None or the refusal. `accounts` are the names under which what it spends is counted: the game's, its players'.
    """

    game: AnyGame
    seat: Seat
    seats: tuple[Seat, ...]
    view: Any
    turn: int
    seed: int
    legal: Callable[[Any, str], IllegalMove | None]
    accounts: tuple[str, ...] = ()


class Decision(Struct, frozen=True):
    """First the move, then the words. `source` and `note` say where it came from; `private` is for the log only."""

    move: Any
    say: str = ""
    source: str = ""
    note: str = ""
    private: dict[str, Any] | None = None

    @property
    def tokens(self) -> dict[str, int]:
        """Return what it cost at a model, by kind of token."""
        found: dict[str, int] = (self.private or {}).get("llm", {}).get("usage", {})
        return found


class Strategy(Protocol):
    """Decides for one seat. Must return a legal decision within `deadline` seconds, whatever happens outside."""

    async def decide(self, brief: Brief, deadline: float) -> Decision: ...


def briefed(
    game: AnyGame,
    state: Any,
    seat: Seat,
    seats: tuple[Seat, ...],
    *,
    turn: int,
    seed: int,
    accounts: tuple[str, ...] = (),
) -> Brief:
    """The brief of a seat in a state; `seed` is the session's, `turn` the number of decisions the seat has made."""

    def legal(move: object, say: str) -> IllegalMove | None:
        try:
            game.apply(state, Moved(seat, move, say))
        except IllegalMove as refusal:
            return refusal
        return None

    view = game.view(state, seat)
    return Brief(game, seat, seats, view, turn, subseed(seed, "player", seat), legal, accounts)
