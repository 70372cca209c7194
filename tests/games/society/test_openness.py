"""Openness where operators want it: the whole map for onlookers, and what allies hold."""

import pytest
from msgspec.structs import replace

from games.core.contract import TABLE
from games.core.post import Board, Voice, plain
from games.society import game
from games.society.llm import observation
from games.society.rules.moves import Join
from games.society.rules.state import State
from games.society.world.overview import overview
from games.society.world.state import broken
from tests.games.society.table import C0, C1, M0, close, dealt


def board(state: State) -> Board | None:
    blocks = game.status(game.view(state, TABLE), Voice(TABLE)).blocks
    return next((block for block in blocks if isinstance(block, Board)), None)


def test_the_map_is_shown_to_who_looks_on_where_it_is_open_and_to_nobody_else() -> None:
    assert board(dealt(game="social")) is None
    assert game.view(dealt(game="social"), TABLE).world is None
    state = dealt(game="social", open_map="on")
    assert board(state) == overview(state.world)
    assert game.view(state, C0).world is None, "seats see what they see"


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_the_whole_map_fits_a_phone_and_names_everybody_once(difficulty: str) -> None:
    state = dealt(3, difficulty=difficulty, open_map="on")
    shown = overview(state.world)
    rows, _, legend = shown.text.partition("\n\n")
    assert max(map(len, rows.split("\n"))) <= 30
    assert len(legend) <= 60
    for seat in state.terms.seats:
        role, _, number = seat.partition("_")
        assert rows.count(f"{role[0].upper()}{number}") == 1
    assert sum(tile.player != "" for row in shown.rows for tile in row) == len(state.terms.seats)


def allied(**wrote: str) -> State:
    state = dealt(3, game="contract", flow="sealed", **wrote)
    while state.phase == "contract":
        state = close(state, carpenter_0=Join(0), miner_0=Join(0), carpenter_1=Join(1), miner_1=Join(2))
    rich = replace(state.world.bodies[2], held=(0, 0, 2, 0, 0, 0))
    state = replace(state, world=replace(state.world, bodies=(*state.world.bodies[:2], rich, state.world.bodies[3])))
    assert broken(state.world), "hammers out of nothing: these are canaries"
    return state


def test_what_allies_hold_is_told_only_where_that_is_shared_and_only_to_allies() -> None:
    line = "miner_0 holds 2 hammers."
    for shared, heard in (("on", True), ("off", False)):
        state = allied(share_inventory=shared)
        view = game.view(state, C0)
        assert (line in plain(game.status(view, Voice(C0)))) is heard
        assert ("miner_0 has 2 hammers." in observation(view)) is heard
        for who in (C1, TABLE):
            assert "2 hammers" not in plain(game.status(game.view(state, who), Voice(who)))
    assert "carpenter_0 holds nothing." in plain(game.status(game.view(allied(share_inventory="on"), M0), Voice(M0)))
