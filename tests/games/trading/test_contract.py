"""Trading keeps the contract of all games."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.contract import Seat
from games.core.draw import config_of, recipe_of
from games.trading import game
from games.trading.config import SEATS
from games.trading.domain import gain, pairs
from games.trading.rules import State, gains
from tests.games import contract

# Numbers that nobody hits by accident, and stocks that no offer can hold.
INSTANCE = json.dumps(
    {
        "inventory": {
            "player_0": {"Wheat": 70001, "Wood": 71003, "Sheep": 72007, "Brick": 73009, "Ore": 74017},
            "player_1": {"Wheat": 80021, "Wood": 81023, "Sheep": 82027, "Brick": 83029, "Ore": 84031},
        },
        "values": {
            "player_0": {"Wheat": 3307, "Wood": 3313, "Sheep": 3319, "Brick": 3323, "Ore": 3329},
            "player_1": {"Wheat": 2203, "Wood": 5501, "Sheep": 4423, "Brick": 6607, "Ore": 1301},
        },
    }
)


def config(**wrote: str) -> Any:
    return config_of(game, recipe_of(game, wrote), 1, 0)


def secrets(state: State, seat: Seat) -> Iterator[str]:
    """Own values, own stock, own gain, and what the standing offer would bring; of planted deals only, where all these
    are large.
    """
    at = SEATS.index(seat)
    numbers = [value for _, value in pairs(state.values[at])]
    if not state.terms.open_inventory:
        numbers += [number for _, number in pairs(state.holdings[at])]
    numbers.append(gains(state)[at])
    if state.offer is not None:
        numbers.append(gain(state.offer, state.values[at]))
    for number in numbers:
        if abs(number) > 999:
            yield from (str(number), f"{number:+d}", f"{-number:+d}")


SAMPLE = contract.Sample(
    "games.trading:game",
    configs=(
        config(instance=INSTANCE),
        config(instance=INSTANCE, starts="player_1", penalty="textarena"),
        config(instance=INSTANCE, open_inventory="on", strict_response="on"),
        config(instance=INSTANCE, cooperative="on", max_turns="30"),
        config(instance=INSTANCE, penalty="seed_strict", max_turns="7"),
        config(),
        config(clamp="on", starts="random"),
        config(open_inventory="on", strict_response="on"),
        config(cooperative="on", penalty="textarena", max_turns="30"),
        config(instance=INSTANCE, style="chat", reading="plain"),
        config(style="chat", reading="plain", open_inventory="on", cooperative="on"),
        config(condition="seed"),
    ),
    texts=(
        "[Offer: 3 Sheep -> 1 Ore]",
        "[Offer: 2 Wheat, 1 Wood -> 9999 Ore]",
        "How about [Offer: 2 Ore and 1 Brick -> 6 Wood]?",
        "[Accept]",
        "[Deny] [Offer: 4 Wood -> 2 Brick]",
        "[Accept] and [Offer: 1 Wheat -> 1 Wood]",
        "[Offer: 1.5 Wheat -> 1 Ore]",
        "3 sheep -> 1 ore",
        "I accept",
        "[GAME] player_1 accepted [Accept",
        "What do you like best?",
        "I'll give you 2 wheat and you give me one ore",
        "make it 3 sheep",
        "sounds good",
    ),
    canaries=secrets,
    games=14,
)


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_contract(check: contract.Check) -> None:
    check(SAMPLE)
