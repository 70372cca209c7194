"""The contract of a strategy: it gets a brief, returns a decision, and can reach nothing else."""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from bot.players.exchange import Recall, nothing
from games.core.contract import AnyGame, IllegalMove, Moved, Seat, subseed


class Drawn(Struct, frozen=True):
    """The commitment that an analytic player drew at the deal, as `games.core.records.Player` describes it."""

    player: str
    disposition: dict[str, Any]


class Brief(Struct, frozen=True):
    """Everything that a strategy may know: its seat's view, and whether a move would be legal.

    - `game`: the pure functions (reading, rules in words, possible questions); it holds no state.
    - `turn`: counts this seat's decisions from 0.
    - `seed`: the seat's own, the same for the whole session.
    - `drawn`: the recorded disposition of an analytic player in this seat, if there is one.
    - `legal(move, say)`: None or the refusal.
    - `accounts`: names under which its spending is counted: the game's and its players'.
    - `recall()`: the exchange so far as the seat witnessed it. It may have to be read, so only who needs it asks.
    """

    game: AnyGame
    seat: Seat
    seats: tuple[Seat, ...]
    view: Any
    turn: int
    seed: int
    legal: Callable[[Any, str], IllegalMove | None]
    accounts: tuple[str, ...] = ()
    drawn: Drawn | None = None
    recall: Recall = nothing


class Decision(Struct, frozen=True):
    """Decision: the move, then the words. `source` and `note` say where it came from; `private` is for the log, and
    `player` names the analytic player that chose the move, if one did.
    """

    move: Any
    say: str = ""
    source: str = ""
    note: str = ""
    private: dict[str, Any] | None = None
    player: str = ""

    @property
    def tokens(self) -> dict[str, int]:
        """Tokens that the decision cost at a model, by kind."""
        found: dict[str, int] = (self.private or {}).get("llm", {}).get("usage", {})
        return found


class Strategy(Protocol):
    """Player that decides for one seat: legally, and within `deadline` seconds, whatever fails outside."""

    async def decide(self, brief: Brief, deadline: float) -> Decision: ...


def model_of(player: Strategy) -> str:
    """Return the name of the model behind a strategy; "" if it has none."""
    name: str = getattr(player, "model_name", "")
    return name


def briefed(
    game: AnyGame,
    state: Any,
    seat: Seat,
    seats: tuple[Seat, ...],
    *,
    turn: int,
    seed: int,
    accounts: tuple[str, ...] = (),
    drawn: Drawn | None = None,
    recall: Recall = nothing,
) -> Brief:
    """Return a seat's brief in a state. `seed` is that of the session's players; `turn` counts the seat's decisions so
    far.
    """

    def legal(move: object, say: str) -> IllegalMove | None:
        try:
            game.apply(state, Moved(seat, move, say))
        except IllegalMove as refusal:
            return refusal
        return None

    view = game.view(state, seat)
    return Brief(game, seat, seats, view, turn, own_seed(seed, seat), legal, accounts, drawn, recall)


def own_seed(seed: int, seat: Seat) -> int:
    """Return the seed of the player in a seat, from that of the session's players."""
    return subseed(seed, "player", seat)
