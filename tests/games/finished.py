"""Whole games between analytic players, without a session: for what looks at ends."""

from collections.abc import Mapping
from typing import Any

from games.core.contract import AnyGame, Expired, IllegalMove, Left, Moved, Seat, subseed
from games.core.draw import config_of, recipe_of
from games.core.post import Cast, Voice


def finished(game: AnyGame, settings: Mapping[str, str], seed: int, *, player: str = "", leaves: int = 0) -> Any:
    """Return the last state of a game of these settings. `player` takes all seats, by default the usual one.

    If `leaves` is set, the first seat leaves after this many moves.
    """
    config = config_of(game, recipe_of(game, dict(settings)), seed, 0)
    seats = [info.seat for info in game.seats(config)]
    state = game.deal(config, seed)
    decider = game.players[player or game.default_player]
    moves, drawn = 0, dict[Seat, Any]()
    while not (turn := game.turn(state)).over:
        if leaves and moves >= leaves:
            state = game.apply(state, Left(seats[0], "quit"))
            continue
        for seat in sorted(turn.awaited):
            if seat not in game.turn(state).awaited:
                continue
            own = subseed(seed, "player", seat)
            if seat not in drawn:
                drawn[seat] = decider.drawn(game.view(state, seat), own)
            act = decider.decide(game.view(state, seat), own, drawn[seat])
            moves += 1
            try:
                state = game.apply(state, Moved(seat, act.move, act.say))
            except IllegalMove:
                state = game.apply(state, Expired(game.turn(state).clocks[0].id))
    return state


def readers(seats: tuple[Seat, ...]) -> list[Voice]:
    """Return voices: either of the first two seats against AIs, two people, lookers-on; and each in plain words."""
    first, second = seats[:2]
    both = tuple(Cast(seat, "human" if seat in (first, second) else "ai", f"Kim {n}") for n, seat in enumerate(seats))
    made = [*(Voice(you, _alone(seats, you)) for you in (first, second)), Voice(first, both), Voice("", both)]
    return [*made, *(Voice(voice.you, voice.cast, plain=True) for voice in made)]


def _alone(seats: tuple[Seat, ...], you: Seat) -> tuple[Cast, ...]:
    return tuple(Cast(seat, "human" if seat == you else "ai", f"Robin {n}") for n, seat in enumerate(seats))
