"""A situation at the table, and what a text does in it."""

import json

from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.rules import Agree, Bargain, State
from games.core.contract import IllegalMove, Moved, Reading, Said, Seat
from games.core.draw import config_of, recipe_of

EFFORTS = {"A08": 40, "B95": 30, "A39": 20, "A65": 15, "B81": 10, "C17": 2, "B34": 70}
INSTANCE = json.dumps(
    {
        "limit": 100,
        "effort": EFFORTS,
        "importance": {
            "A": {"A08": 7, "B95": 6, "A39": 5, "A65": 4, "B81": 3, "C17": 2, "B34": 1},
            "B": {"A08": 1, "B95": 2, "A39": 3, "A65": 4, "B81": 5, "C17": 6, "B34": 7},
        },
    }
)


def dealt(deal_seed: int = 1, **wrote: str) -> State:
    return game.deal(config_of(game, recipe_of(game, wrote), 1, 0), deal_seed)


def planted(**wrote: str) -> State:
    return dealt(1, instance=INSTANCE, **wrote)


def mover(state: State) -> Seat:
    return SEATS[state.mover]


def bargain(state: State, propose: str = "", refuse: str = "", say: str = "") -> State:
    """A message of the seat on turn; sets are separated by semicolons."""
    made, gone = (tuple(tuple(part.split()) for part in text.split(";") if part) for text in (propose, refuse))
    return game.apply(state, Moved(mover(state), Bargain(made, gone), say))


def agree(state: State, items: str) -> State:
    return game.apply(state, Moved(mover(state), Agree(tuple(items.split()))))


def situation(**wrote: str) -> State:
    """A is on turn with a proposal of its own, #1 {A65}; B's are #2 {A08, B95} and #3 {A39, B81}."""
    return bargain(bargain(planted(**wrote), "A65"), "A08 B95; A39 B81")


def lone(**wrote: str) -> State:
    """The same, but B has proposed #2 {A08, B95} only."""
    return bargain(bargain(planted(**wrote), "A65"), "A08 B95")


def say(state: State, text: str) -> State:
    """The state after the seat on turn has said something that counts."""
    reading = game.read(game.view(state, mover(state)), Said(text))
    assert isinstance(reading, Reading), f"{text!r} is {reading}"
    return game.apply(state, Moved(mover(state), reading.move, reading.say))


def outcome(state: State, text: str, order: bool = False) -> str:
    """Return what comes of a text, as in rows.py."""
    reading = game.read(game.view(state, mover(state)), Said(text, order=order))
    if not isinstance(reading, Reading):
        return f"!{reading.code}" + "*" * reading.strike
    try:
        message = game.apply(state, Moved(mover(state), reading.move, reading.say)).history[-1]
    except IllegalMove as why:
        return f"!{why.code}" + "*" * why.strike
    names = game.view(state, mover(state)).names
    parts = ["+" + " ".join(names(proposal.items)) for proposal in message.proposed]
    parts += ["-" + " ".join(names(proposal.items)) for proposal in message.refused]
    parts += ["=" + " ".join(names(message.agreed.items))] if message.agreed else []
    parts += [f"'{message.words}'"] if message.words else []
    return ("?" if reading.confirm else "") + " ".join(parts)
