"""Settings at the operators' door: accepted ones deal a playable session; a refusal names the field and its range."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.operators import files
from bot.studies.design import Cell, Definition
from bot.studies.effective import HOUSE, effective, hash_of, known, texts_of, write
from games.core.contract import AnyGame, Moved, subseed
from games.core.draw import config_of, settings_of
from games.core.registry import get, names
from games.core.settings import BadSetting, Document, Flag, Money, Option, Setting, Whole

JUNK = ("", "-1", "0", "1", "99999999999", "lots", "$5", "4.5", "on", "{}", "default", "choice()", "uniform(1, 2, 3)")


def number(low: int, high: int, money: bool) -> st.SearchStrategy[str]:
    """A number within a span, often near its ends; for money in cents."""
    near = st.one_of(st.integers(low, high), st.sampled_from((low, high)), st.integers(low, min(high, low + 10_000)))
    return near.map(lambda n: f"{n // 100}.{n % 100:02d}" if money else str(n))


def texts(setting: Setting, others: list[str]) -> st.SearchStrategy[str]:
    """Return what somebody might write for a setting: mostly what its range allows, also draws, sometimes nonsense."""
    plain: st.SearchStrategy[str] = st.sampled_from(JUNK)
    match setting.kind:
        case Option(options):
            plain = st.sampled_from(options)
        case Flag():
            plain = st.sampled_from(("on", "off"))
        case Document():
            return st.sampled_from(("", "{}", "[]", '{"pool": {"book": 1}}', "no JSON"))
        case Money(low, high) | Whole(low, high) as kind:
            plain = number(low, high, isinstance(kind, Money))
    few = st.lists(plain, min_size=1, max_size=3).map(", ".join)
    drawn = st.one_of(few.map(lambda t: f"choice({t})"), few.map(lambda t: f"sequence({t})"))
    if isinstance(setting.kind, Money | Whole) and others:
        span = st.tuples(plain, plain).map(lambda two: f"uniform({two[0]}, {two[1]})")
        derived = st.tuples(st.sampled_from(others), st.integers(-30, 30)).map(lambda d: f"derived({d[0]} + {d[1]})")
        drawn = st.one_of(drawn, span, derived)
    return st.one_of(plain, plain, plain, drawn, st.sampled_from(JUNK))


@st.composite
def written(draw: Any, game: AnyGame) -> dict[str, str]:
    """Some settings of a game."""
    settings = known(Definition("x", game.name))
    numbers = [s.key for s in game.settings if isinstance(s.kind, Money | Whole)]
    some = draw(st.lists(st.sampled_from(settings), min_size=1, max_size=5, unique_by=lambda s: s.key))
    return {s.key: draw(texts(s, [n for n in numbers if n != s.key])) for s in some}


def accepted(name: str, wrote: dict[str, str]) -> Definition | BadSetting:
    """Return what the door makes of settings."""
    try:
        return write(Definition("x", name), wrote)
    except BadSetting as problem:
        return problem


def plays(game: AnyGame, config: Any, seed: int) -> None:
    """Deal a session and let its strategies take the first move."""
    state = game.deal(config, seed)
    turn = game.turn(state)
    assert not turn.over
    assert game.result(state) is None
    for info in game.seats(config):
        view = game.view(state, info.seat)
        if info.seat in turn.awaited:
            act = game.players[game.default_player].decide(view, subseed(seed, "player", info.seat))
            game.apply(state, Moved(info.seat, act.move, act.say))


@pytest.mark.parametrize("name", names())
@given(data=st.data(), seed=st.integers(0, 2**48), index=st.integers(0, 500))
def test_a_definition_is_playable_or_refused_with_field_and_range(
    name: str, data: st.DataObject, seed: int, index: int
) -> None:
    game = get(name)
    made = accepted(name, data.draw(written(game)))
    if isinstance(made, BadSetting):
        assert made.key in {s.key for s in known(Definition("x", name))}
        assert str(made).startswith(made.key)
        assert len(made.allowed) > 10
        return
    loaded = effective(made)
    config = config_of(game, loaded.variants[0].recipe, seed, index)
    assert loaded.seat in [info.seat for info in game.seats(config)]
    plays(game, config, seed)


def test_settings_that_are_fine_alone_and_deal_nothing_together_are_refused() -> None:
    made = accepted("dealornodeal", {"domain": "camp", "contexts": "rich"})
    assert isinstance(made, BadSetting)
    assert str(made) == "contexts must be one of all, gains where domain is camp; you wrote rich."


@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_what_is_exported_reads_back_to_the_same_hash(name: str, data: st.DataObject) -> None:
    try:
        made = write(Definition("x", name, seed=data.draw(st.integers(0, 2**32))), data.draw(written(get(name))))
    except BadSetting:
        return
    loaded = effective(made)
    for text in (files.as_yaml("x", loaded), files.as_json("x", loaded)):
        assert hash_of(effective(files.read(text))) == hash_of(loaded)


@pytest.mark.parametrize("name", names())
def test_every_preset_is_playable_and_round_trips_in_a_design(name: str) -> None:
    game = get(name)
    presets = list(game.presets)
    for preset in presets:
        made = write(Definition("x", name), {"condition": preset})
        for seed in range(3):
            plays(game, config_of(game, effective(made).variants[0].recipe, seed, seed), seed)
    cells = tuple(Cell(f"preset {preset}", (("condition", preset),), n + 1) for n, preset in enumerate(presets))
    loaded = effective(Definition("x", name, cells=cells, seed=5))
    for text in (files.as_yaml("x", loaded), files.as_json("x", loaded)):
        assert hash_of(effective(files.read(text))) == hash_of(loaded)


@pytest.mark.parametrize("name", names())
def test_no_setting_of_a_game_has_the_name_of_one_that_every_game_has(name: str) -> None:
    assert {s.key for s in settings_of(get(name))}.isdisjoint(HOUSE)


@pytest.mark.parametrize("name", names())
def test_every_setting_of_a_game_can_be_set_by_its_own_text(name: str) -> None:
    made = Definition("x", name)
    for key, text in texts_of(effective(made)).items():
        assert texts_of(effective(write(made, {key: text}))) == texts_of(effective(made))


def test_conditions_change_seat_opponent_and_tempo_and_others_keep_their_hash() -> None:
    plain = Definition("x", "bargaining", cells=(Cell("a", (("rounds", "4"),)), Cell("b", ())), seed=5)
    assert hash_of(effective(plain)) == "c9d053410beb9828"
    house = Cell("b", (("opponent", "easy"), ("seat", "seller"), ("tempo", "7 minutes")))
    loaded = effective(replace(plain, cells=(plain.cells[0], house)))
    assert loaded.house(loaded.variant("a")) == {"seat": "buyer", "opponent": "default", "tempo": "chat"}
    assert loaded.house(loaded.variant("b")) == {"seat": "seller", "opponent": "easy", "tempo": "7 minutes"}
    assert texts_of(loaded, 1)["opponent"] == "easy"
    read = files.read(files.as_yaml("x", loaded))
    assert hash_of(effective(read)) == hash_of(loaded)
