"""Settings of balloon: what is drawn, what a file may fix, and what is refused."""

import json
from collections import Counter

import pytest

from games.balloon import game
from games.balloon.config import PRESETS, SEATS, instance_of
from games.balloon.rules import State
from games.core.contract import TABLE, Moved
from games.core.draw import config_of, recipe_of
from games.core.post import Voice, plain
from games.core.settings import BadSetting
from tests.games.balloon.table import INSTANCE, dealt


def efforts(state: State) -> tuple[int, ...]:
    return tuple(item.effort for item in state.items)


@pytest.mark.parametrize("items", [2, 15, 35])
def test_instances_are_drawn_as_published(items: int) -> None:
    for seed in range(20):
        state = dealt(seed, items=str(items))
        assert len({item.name for item in state.items}) == items
        assert all(item.name[0] in "ABC" and item.name[1:].isdigit() and len(item.name) == 3 for item in state.items)
        assert all(1 <= effort <= 1001 for effort in efforts(state))
        assert state.limit == sum(efforts(state)) // 2
        greatest = max(efforts(state))
        assert all(1 <= value <= greatest for table in state.importance for value in table)


def test_importance_goes_with_effort_as_its_mode_says() -> None:
    for seed in range(10):
        for mode in ("weakly", "strongly", "subset-sum", "inverse"):
            state = dealt(seed, importance=mode)
            greatest = max(efforts(state))
            for effort, value in zip(efforts(state), state.importance[0], strict=True):
                match mode:
                    case "weakly":
                        assert max(1, effort - greatest // 10) <= value <= effort + greatest // 10
                    case "strongly":
                        assert value == effort + greatest // 10
                    case "subset-sum":
                        assert value == effort
                    case _:
                        assert value == greatest + 1 - effort


def test_pairings() -> None:
    for seed in range(10):
        same = dealt(seed, pairing="equal").importance
        assert same[0] == same[1]
        first, second = dealt(seed, pairing="inverse").importance
        assert Counter(first) == Counter(second)
        order = sorted(range(15), key=lambda at: (first[at], at))
        assert [second[at] for at in order] == sorted(first, reverse=True)
        apart = dealt(seed, pairing="independent").importance
        assert apart[0] != apart[1]


def test_every_session_draws_afresh() -> None:
    drawn = [dealt(seed) for seed in range(50)]
    assert len({efforts(state) for state in drawn}) == 50
    assert len({table for state in drawn for table in state.importance}) == 100
    assert dealt(7) == dealt(7)


def test_nouns_for_those_who_like_them() -> None:
    state = dealt(3, labels="nouns", items="35")
    assert len({item.name for item in state.items}) == 35
    assert all(item.name.isalpha() for item in state.items)


def test_how_importances_came_about_is_nobodys_business() -> None:
    equal, inverse = (dealt(1, pairing=pairing, importance="strongly") for pairing in ("equal", "inverse"))
    for seat in (*SEATS, TABLE):
        assert game.view(equal, seat).terms == game.view(inverse, seat).terms


def test_a_file_fixes_all_chance_and_is_not_held_to_the_ranges_of_drawing() -> None:
    state = dealt(1, instance=INSTANCE)
    assert state == dealt(2, instance=INSTANCE)
    assert state.limit == 100
    assert [item.name for item in state.items] == ["A08", "B95", "A39", "A65", "B81", "C17", "B34"]
    assert state.importance[1] == (1, 2, 3, 4, 5, 6, 7)
    big = {f"x{k}": 1_000_000 for k in range(60)}
    file = json.dumps({"limit": 1_000_000, "effort": big, "importance": {"A": big, "B": {}}})
    assert len(instance_of(file).names) == 60


@pytest.mark.parametrize(
    ("limit", "effort"), [(0, {"a": 0, "b": 3}), (5, {"a": 7}), (0, {"a": 0}), (5, {"a": 5, "b": 0, "c": 5})]
)
def test_odd_instances_are_played_to_their_end(limit: int, effort: dict[str, int]) -> None:
    file = json.dumps({"limit": limit, "effort": effort, "importance": {"A": {"a": 2}, "B": {"a": 1, "b": 3}}})
    if "b" not in effort:
        file = file.replace(', "b": 3}}', "}}")
    for player in game.players.values():
        state = dealt(1, instance=file, max_messages="6")
        while state.close is None:
            seat = SEATS[state.mover]
            act = player.decide(game.view(state, seat), 1)
            state = game.apply(state, Moved(seat, act.move, act.say))
        assert game.report(state)["effort"] <= limit
        view = game.view(state, SEATS[0])
        assert plain(game.explain(view, Voice(SEATS[0]))) + plain(game.status(view, Voice(SEATS[0])))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"limit": 5}',
        '{"limit": -1, "effort": {"a": 1, "b": 1}, "importance": {"A": {}, "B": {}}}',
        '{"limit": 5, "effort": {}, "importance": {"A": {}, "B": {}}}',
        '{"limit": 5, "effort": {"a": -1, "b": 1}, "importance": {"A": {}, "B": {}}}',
        '{"limit": 5, "effort": {"a": 1.5, "b": 1}, "importance": {"A": {}, "B": {}}}',
        '{"limit": 5, "effort": {"a": 1, "b": 1}, "importance": {"A": {}}}',
        '{"limit": 5, "effort": {"a": 1, "b": 1}, "importance": {"A": {"c": 1}, "B": {}}}',
        '{"limit": 5, "effort": {"a": 1, "b": 1}, "importance": {"A": {"a": -1}, "B": {}}}',
        '{"limit": 5, "effort": {"a": 1, "A": 1}, "importance": {"A": {}, "B": {}}}',
        '{"limit": 5, "effort": {"{a}": 1, "b": 1}, "importance": {"A": {}, "B": {}}}',
        '{"limit": 5, "effort": {"12": 1, "b": 1}, "importance": {"A": {}, "B": {}}}',
        '{"limit": 5, "effort": {"a": 1, "b": 1}, "importance": {"A": {}, "B": {}}, "more": 1}',
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadSetting, match="must be a file with"):
        instance_of(text)


def test_presets_say_what_they_are_called_after() -> None:
    config = config_of(game, recipe_of(game, {"condition": "seed"}), 1, 0)
    assert (config.items, config.importance, config.pairing, config.grammar) == (35, "strongly", "equal", "seed")
    assert (config.patience, config.stall) == (2, 8)
    assert next(iter(PRESETS)) == "mixed"
