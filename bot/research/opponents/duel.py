"""One game between policies, as fast as the rules allow: no event loop, no briefs, no report.

A policy begins a game with its seat's seed and returns its turns. The seats' seeds are those of a session, so that an
analytic player decides here as it decides against people.
"""

from collections.abc import Callable, Mapping
from typing import Any

from bot.players import find
from bot.players.base import own_seed
from bot.research.play_one import MOST_STEPS, TEMPO, Unfinished
from games.core.contract import Act, AnyGame, Expired, Moved, Player, Seat, Turn

Turns = Callable[[Any], Act[Any]]
"""The turns of one game: what to do in a view of one's seat. Legal always."""
Policy = Callable[[int], Turns]
"""Start of a game by the seat's seed."""


def analytic(player: Player[Any, Any]) -> Policy:
    """Return an analytic player as a policy; its disposition is drawn once a game."""

    def begin(seed: int) -> Turns:
        drawn: list[Any] = []

        def turn(view: Any) -> Act[Any]:
            if not drawn:
                drawn.append(player.draw(view, seed))
            return player.act(view, seed, drawn[0])

        return turn

    return begin


def policy_of(game: AnyGame, name: str) -> Policy:
    """Return an analytic or a trained player as a policy. Raises `ValueError` for any other name."""
    if name in game.players:
        return analytic(game.players[name])
    player: Any = find(name, game)
    if not hasattr(player, "policy"):
        raise ValueError(f"{name} decides by more than its view, so no search can play it.")
    made: Policy = player.policy
    return made


def duel(game: AnyGame, config: Any, seed: int, policies: Mapping[Seat, Policy]) -> Any:
    """Return the last state of a game. `seed` is the session's. Raises `IllegalMove` of a policy, and `Unfinished`."""
    seats = tuple(info.seat for info in game.seats(config))
    turns = {seat: policies[seat](own_seed(seed, seat)) for seat in seats}
    state = game.deal(config, seed)
    now, due = 0, dict[str, int]()
    for _ in range(MOST_STEPS):
        turn = game.turn(state)
        if turn.over:
            return state
        due = {clock.id: due.get(clock.id, now + (getattr(TEMPO, clock.pace) or 0)) for clock in turn.clocks}
        seat = next((seat for seat in seats if seat in turn.awaited), None)
        if seat is not None:
            act = turns[seat](game.view(state, seat))
            state = game.apply(state, Moved(seat, act.move, act.say))
        else:
            first = _first(turn, due)
            now = due.pop(first)
            state = game.apply(state, Expired(first))
    raise Unfinished(f"it did not end within {MOST_STEPS} events")


def _first(turn: Turn, due: Mapping[str, int]) -> str:
    if not turn.clocks:
        raise Unfinished("nobody is awaited and no clock is running, yet it has no result")
    return min((clock.id for clock in turn.clocks), key=lambda clock: due[clock])
