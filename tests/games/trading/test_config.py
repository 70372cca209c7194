"""Settings of trading, and the instance file."""

import json
from typing import Any

import msgspec
import pytest

from games.core.contract import Seat, Slipped
from games.core.draw import config_of, recipe_of
from games.core.settings import BadSetting
from games.trading import game
from games.trading.config import SEATS
from games.trading.domain import Goods

GOODS = {"Wheat": 12, "Wood": 7, "Sheep": 20, "Brick": 5, "Ore": 9}
VALUES = {"Wheat": 5, "Wood": 11, "Sheep": 13, "Brick": 27, "Ore": 38}


def document(**changes: Any) -> str:
    whole = {"inventory": dict.fromkeys(SEATS, GOODS), "values": dict.fromkeys(SEATS, VALUES)}
    return json.dumps({**whole, **changes})


def config(**wrote: str) -> Any:
    return config_of(game, recipe_of(game, wrote), 1, 0)


def test_an_instance_fixes_all_chance() -> None:
    states = [game.deal(config(instance=document()), seed) for seed in (1, 2)]
    assert states[0] == states[1]
    assert states[0].holdings == (Goods(12, 7, 20, 5, 9),) * 2
    assert states[0].values == (Goods(5, 11, 13, 27, 38),) * 2


def test_an_instance_is_not_held_to_the_ranges_of_the_generator() -> None:
    poor = document(
        inventory={SEATS[0]: {"Wheat": 0}, SEATS[1]: {"Ore": 1_000_000}},
        values={SEATS[0]: {"Ore": 1}, SEATS[1]: {"Ore": 1}},
    )
    state = game.deal(config(instance=poor, clamp="on"), 1)
    assert state.holdings == (Goods(0, 0, 0, 0, 0), Goods(0, 0, 0, 0, 1_000_000))
    assert state.values == (Goods(0, 0, 0, 0, 1),) * 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", None),
        ("no json", "malformed"),
        ("[]", "object"),
        ("{}", "inventory"),
        (document(inventory={SEATS[0]: GOODS}), "both seats"),
        (document(inventory=dict.fromkeys(("you", "me"), GOODS)), "you"),
        (document(values={SEATS[0]: VALUES, SEATS[1]: {"Gold": 3}}), "Gold"),
        (document(values={SEATS[0]: VALUES, SEATS[1]: {"Ore": -3}}), ">= 0"),
        (document(values={SEATS[0]: VALUES, SEATS[1]: {"Ore": 2.5}}), "int"),
        (document(values={SEATS[0]: VALUES, SEATS[1]: {"Ore": "38"}}), "int"),
        (document(values={SEATS[0]: VALUES, SEATS[1]: {"Ore": 10**7}}), "<= 1000000"),
        (document(starts=SEATS[0]), "starts"),
        ("[" * 10_000, "nested more than 20 levels"),
        ("\ud800", "line 1, column 1: half of a character"),
    ],
)
def test_an_unusable_instance_is_refused_in_a_sentence(text: str, why: str | None) -> None:
    if why is None:
        assert config(instance=text).instance == ""
        return
    with pytest.raises(BadSetting) as refusal:
        config(instance=text)
    said = str(refusal.value)
    assert said.startswith("instance must be a file with")
    assert why in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("key", "value"),
    [("max_turns", "1"), ("max_turns", "ten"), ("max_turns", "201"), ("penalty", "harsh"), ("starts", "me")],
)
def test_settings_out_of_range_say_what_is_allowed(key: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"{key} must be"):
        config(**{key: value})


def test_a_person_has_two_retries_at_least_by_default() -> None:
    assert config().penalty == "casual"


def test_conditions_are_what_they_say() -> None:
    assert config(condition="textarena").penalty == "textarena"
    assert config(condition="textarena").clamp
    assert config(condition="cooperative").cooperative
    assert [config(condition=name).max_turns for name in ("short", "seed", "long")] == [6, 10, 30]


def test_the_default_is_casual_and_the_seed_s_condition_is_true_to_the_seed() -> None:
    assert next(iter(game.presets)) == "casual"
    assert (config().condition, config().strict_response, config().style, config().reading) == (
        *("casual", False),
        *("seed", "seed"),
    )
    seed = config_of(game, recipe_of(game, {"condition": "seed"}, {"style": "chat", "reading": "plain"}), 1, 0)
    assert (seed.penalty, seed.strict_response, seed.style, seed.reading) == ("seed_strict", True, "seed", "seed")


def test_under_the_seed_s_condition_one_faulty_message_loses() -> None:
    state = game.deal(config(condition="seed"), 1)
    state = game.apply(state, Slipped(Seat("player_0"), "bad_syntax"))
    assert state.close is not None
    assert (state.close.why, state.close.winner) == ("penalty", "player_1")


def test_what_was_logged_before_there_were_looks_is_played_as_then() -> None:
    logged = msgspec.json.decode(msgspec.json.encode(config(condition="seed")))
    for key in ("style", "reading"):
        del logged[key]
    logged |= {"penalty": "casual", "strict_response": False}
    old = msgspec.convert(logged, type(config()))
    assert (old.condition, old.penalty, old.style, old.reading) == ("seed", "casual", "seed", "seed")
