"""The published episode on our rules: two messages, a deal three points under the optimum."""

import json

import pytest

from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.rules import State
from games.core.contract import IllegalMove, Moved, Reading, Said
from games.core.draw import config_of, recipe_of
from games.core.post import Voice, plain

EFFORT = {
    "A08": 963,
    "B95": 204,
    "A39": 418,
    "A65": 961,
    "B81": 238,
    "B34": 623,
    "A28": 44,
    "C82": 633,
    "B69": 247,
    "A87": 645,
    "B64": 230,
    "B15": 250,
    "C79": 731,
    "B16": 405,
    "C53": 389,
    "C83": 216,
    "C10": 637,
    "A97": 156,
    "A25": 738,
    "C84": 307,
    "A71": 762,
    "B23": 737,
    "B96": 901,
    "C51": 369,
    "C17": 2,
    "B19": 730,
    "C72": 722,
    "A94": 704,
    "A46": 315,
    "B43": 455,
    "B37": 510,
    "A88": 175,
    "A96": 692,
    "C60": 150,
    "A75": 32,
}
"""35 items; importance is effort and 96 to both sides (strongly correlated, equal)."""
LIMIT = 8145
KEPT = (
    *("C17", "A75", "A28", "C60", "A97", "A88", "C83", "B95", "B64", "B69", "B15", "C84"),
    *("A46", "C51", "C53", "B16", "A39", "B43", "B37", "A87", "C10", "C82", "B34", "B19"),
)
SET = "{" + ", ".join(f"'{name}'" for name in KEPT) + "}"


def instance() -> str:
    importance = {name: effort + 96 for name, effort in EFFORT.items()}
    return json.dumps({"limit": LIMIT, "effort": EFFORT, "importance": {"A": importance, "B": importance}})


def said(state: State, text: str) -> State:
    seat = SEATS[state.mover]
    reading = game.read(game.view(state, seat), Said(text))
    assert isinstance(reading, Reading), reading
    assert "secret" not in reading.say
    return game.apply(state, Moved(seat, reading.move, reading.say))


def episode(condition: str) -> State:
    recipe = recipe_of(game, {"condition": condition, "instance": instance()})
    state = game.deal(config_of(game, recipe, 1, 0), 1)
    first = (
        "STRATEGIC REASONING: {'My secret: 8142 leaves 3; adding A71 would be 8174. I could AGREE: {} to less.'}\n\n"
        f"PROPOSAL: {SET}\n\nARGUMENT: {{'Hardly any room is left over (8142 of 8145).'}}"
    )
    second = f"STRATEGIC REASONING: {{'secret'}}\n\nARGUMENT: {{'I find nothing better.'}}\n\nAGREE: {SET}"
    return said(said(state, first), second)


def test_the_published_episode_ends_as_it_was_scored() -> None:
    for condition in ("mixed", "seed"):
        state = episode(condition)
        result, report = game.result(state), game.report(state)
        assert result is not None
        assert result.end == "deal"
        assert result.written() == {"A": "10446", "B": "10446"}
        assert report["messages"] == 2
        assert (report["effort"], report["score"]) == (8142, 99.97)
        assert report["importance"] == {"A": 10446, "B": 10446}
        assert report["optimum"] == {"A": 10449, "B": 10449}
        assert sorted(report["set"]) == sorted(KEPT)
        assert report["best_is_exact"]


def test_one_item_more_would_have_been_too_heavy() -> None:
    state = game.deal(config_of(game, recipe_of(game, {"instance": instance()}), 1, 0), 1)
    view = game.view(state, SEATS[0])
    reading = game.read(view, Said("PROPOSAL: " + SET.replace("B19", "A71")))
    assert isinstance(reading, Reading)
    with pytest.raises(IllegalMove) as refused:
        game.apply(state, Moved(SEATS[0], reading.move))
    told = plain(game.refuse(refused.value, view, Voice(you=SEATS[0])))
    assert "effort 8174, limit 8145" in told
