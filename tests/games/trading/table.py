"""A situation at the table, and what a text does in it."""

from msgspec.structs import replace

from games.core.contract import IllegalMove, Moved, Reading, Said, Seat
from games.core.draw import config_of, recipe_of
from games.core.post import Cast
from games.trading import game
from games.trading.config import SEATS
from games.trading.domain import Goods, Offer, listed
from games.trading.rules import State

ZERO, ONE = SEATS
TWENTY = Goods(20, 20, 20, 20, 20)
STANDING = Offer(Goods(0, 0, 0, 0, 2), Goods(0, 0, 0, 3, 0))
"""Two Ore for three Brick, by the other side."""


def dealt(deal_seed: int = 1, **wrote: str) -> State:
    return game.deal(config_of(game, recipe_of(game, wrote), 1, 0), deal_seed)


def situation(offer: Offer | None = None, **wrote: str) -> State:
    """Both own 20 of everything. With an offer it was made in the first message, and player_0 is to answer it."""
    wrote = {"starts": ONE, **wrote} if offer else wrote
    state = replace(dealt(1, **wrote), holdings=(TWENTY, TWENTY), start=(TWENTY, TWENTY))
    return say(state, f"[Offer: {listed(offer.give)} -> {listed(offer.get)}]") if offer else state


def mover(state: State) -> Seat:
    return SEATS[state.mover]


def say(state: State, text: str) -> State:
    """The state after the seat on turn has said something that counts."""
    reading = game.read(game.view(state, mover(state)), Said(text))
    assert isinstance(reading, Reading), f"{text!r} is {reading}"
    return game.apply(state, Moved(mover(state), reading.move, reading.say))


def outcome(state: State, text: str, order: bool = False, cast: tuple[Cast, ...] = ()) -> str:
    """Return what comes of a text, as in rows.py."""
    reading = game.read(game.view(state, mover(state)), Said(text, order=order, cast=cast))
    if not isinstance(reading, Reading):
        return f"!{reading.code}"
    try:
        message = game.apply(state, Moved(mover(state), reading.move, reading.say)).history[-1]
    except IllegalMove as why:
        return f"!{why.code}"
    asked = "?" if reading.confirm else ""
    offer = f"|{listed(message.offer.give)} -> {listed(message.offer.get)}" if message.offer else ""
    return f"{asked}{message.answer}{offer}"
