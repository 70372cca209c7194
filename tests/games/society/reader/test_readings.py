"""Texts that stand in no other table: where the seat is, what it comes to, and the text, a row each."""

from typing import Final

from games.core.contract import Seat
from games.society.rules.state import State
from tests.games.readings import misread, rows
from tests.games.society.table import C0, FREE, INVITED, M0, MINE, THEIRS, TWICE, dealt, outcome

ROWS = rows(__file__)
WORLD = dealt(game="social")
PLACES: Final[dict[str, tuple[State, Seat]]] = {
    "free": (FREE, C0),
    "mine": (MINE, C0),
    "theirs": (THEIRS, C0),
    "invited": (INVITED, C0),
    "twice": (TWICE, C0),
    "contract": (dealt(game="contract", flow="sealed"), C0),
    "carpenter": (WORLD, C0),
    "miner": (WORLD, M0),
}


def read(place: str, text: str) -> str:
    state, seat = PLACES[place]
    return outcome(state, text.replace("\\n", "\n"), seat)


def test_every_row() -> None:
    assert not misread(((place, text), read(place, text), meant) for place, meant, text in ROWS)
