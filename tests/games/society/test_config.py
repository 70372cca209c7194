"""Settings: which go together, what a file of stock may say, and that refusals name what is allowed."""

import json

import pytest

from games.core.draw import config_of, recipe_of
from games.core.settings import BadSetting
from games.society import game
from games.society.world.state import broken
from tests.games.society.table import dealt


@pytest.mark.parametrize(
    ("wrote", "allowed"),
    [
        ({"players": "1"}, "players must be 0, or from 2 to 8"),
        ({"players": "9"}, "players must be a whole number from 0 to 8"),
        ({"game": "social", "players": "4"}, "players must be 8 in the social game"),
        ({"map_size": "2"}, "map_size does not work"),
        ({"difficulty": "hard", "map_size": "5"}, "map_size does not work"),
        ({"game": "chess"}, "game must be one of negotiation, contract, social"),
        ({"instance": "{}"}, "instance must be a file with"),
        ({"instance": '{"stock": {"gold": 3}}'}, "instance must be a file with"),
        ({"instance": '{"stock": {"wood": -1}}'}, "instance must be a file with"),
        ({"instance": "no json"}, "instance must be a file with"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(wrote: dict[str, str], allowed: str) -> None:
    with pytest.raises(BadSetting) as refused:
        config_of(game, recipe_of(game, wrote), 1, 0)
    assert allowed in str(refused.value)


@pytest.mark.parametrize(
    ("wrote", "seats"),
    [
        ({}, "c0 c1 m0 m1"),
        ({"difficulty": "hard"}, "c0 c1 c2 c3 m0 m1 m2 m3"),
        ({"game": "social"}, "c0 c1 c2 c3 m0 m1 m2 m3"),
        ({"players": "2"}, "c0 m0"),
        ({"players": "5"}, "c0 c1 c2 m0 m1"),
    ],
)
def test_seats(wrote: dict[str, str], seats: str) -> None:
    named = [seat.replace("carpenter_", "c").replace("miner_", "m") for seat in dealt(**wrote).terms.seats]  # type: ignore[arg-type]
    assert " ".join(named) == seats


def test_a_file_of_stock_fixes_what_lies_about_at_the_values_of_hard() -> None:
    stock = {"wood": 3, "stone": 1, "coal": 2, "iron": 1}
    state = dealt(instance=json.dumps({"stock": stock}))
    assert state.world.instance.stock() == stock
    assert not broken(state.world)
    assert game.report(state)["ceiling"] == 85
