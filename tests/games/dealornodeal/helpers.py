"""Short ways to set up a table and to speak at it."""

from typing import Any

from games.core.contract import Event, Moved, Reading, Said, Seat
from games.core.draw import config_of, recipe_of
from games.dealornodeal.game import game
from games.dealornodeal.rules.state import ME, YOU, DealState

INSTANCE = "2,1,3 1,2,2 0,7,1"
"""Two books, a hat, three balls; worth 1, 2, 2 to seat `you` and 0, 7, 1 to seat `me`."""


def dealt(**texts: str) -> DealState:
    """A table with the usual context, unless settings say otherwise."""
    texts = {"instance": INSTANCE} | texts
    state: DealState = game.deal(config_of(game, recipe_of(game, texts), 1, 0), 1)
    return state


def after(state: DealState, *events: Event) -> DealState:
    for event in events:
        state = game.apply(state, event)
    return state


def typed(state: DealState, seat: Seat, text: str, via: Any = "typed") -> DealState:
    """The state after somebody said or pressed this."""
    reading = game.read(game.view(state, seat), Said(text, via=via))
    assert isinstance(reading, Reading), reading
    return game.apply(state, Moved(seat, reading.move, reading.say))


def talk(state: DealState, *lines: str) -> DealState:
    """Lines typed in turn, seat `you` first; the quiet time between them passes."""
    from games.core.contract import Expired
    from games.dealornodeal.rules.play import quiet

    for number, text in enumerate(lines):
        state = typed(state, (YOU, ME)[number % 2], text)
        if state.open and not state.ended:
            state = game.apply(state, Expired(quiet(state)))
    return state


__all__ = ["INSTANCE", "ME", "YOU", "after", "dealt", "game", "talk", "typed"]
