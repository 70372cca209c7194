"""Analytic players: legal, consistent, better the harder they are, and together when they mean to be."""

import json
import re
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.balloon import game
from games.balloon.domain import optimum, total
from games.balloon.rules import Agree, Bargain, Move, State
from games.balloon.tactics.model import estimate
from games.core.contract import Act, Moved, subseed
from tests.games.balloon.table import bargain, dealt, mover, planted, say

PLAYERS = tuple(game.players)
GAMES = 25


def decided(state: State, player: str, seed: int = 0) -> Act[Move]:
    return game.players[player].decide(game.view(state, mover(state)), seed)


def play(state: State, names: tuple[str, str], seed: int = 7) -> State:
    while state.close is None:
        act = decided(state, names[state.mover], subseed(seed, mover(state)))
        state = game.apply(state, Moved(mover(state), act.move, act.say))
    return state


@cache
def against_normal(player: str, pairing: str) -> tuple[float, float]:
    """The mean share of its own optimum that a player reaches in its deals with normal, and the part of deals."""
    shares = []
    for seed in range(GAMES):
        state = dealt(seed, pairing=pairing)
        for seat, names in (("A", (player, "normal")), ("B", ("normal", player))):
            end = play(state, names, seed)
            if end.close is not None and end.close.end == "deal":
                shares.append(game.report(end)["share"][seat])
    return float(sum(shares) / len(shares)), len(shares) / GAMES / 2


@pytest.mark.slow
@pytest.mark.parametrize("pairing", ["independent", "inverse"])
def test_the_harder_player_gets_more_out_of_a_deal_and_fewer_deals(pairing: str) -> None:
    easy, normal, hard, greedy = (against_normal(name, pairing) for name in ("easy", "normal", "hard", "greedy"))
    assert easy[0] < normal[0] < hard[0] < greedy[0]
    assert min(easy[1], normal[1]) >= 0.9
    assert normal[1] > greedy[1]


@pytest.mark.slow
@pytest.mark.parametrize(("pairing", "items", "least"), [("equal", 15, 97), ("inverse", 15, 90), ("inverse", 35, 90)])
def test_cooperative_players_find_what_is_best_for_both(pairing: str, items: int, least: int) -> None:
    scores = [
        game.report(play(dealt(seed, pairing=pairing, items=str(items)), ("cooperative", "cooperative")))["score"]
        for seed in range(15)
    ]
    assert sum(scores) / len(scores) >= least


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("poor", ["A", "B"])
def test_a_side_to_which_nothing_is_worth_anything_plays_on(player: str, poor: str) -> None:
    worth = {"A": {"a": 3, "b": 9, "c": 2}, "B": {"a": 3, "b": 1, "c": 8}, poor: {}}
    file = json.dumps({"limit": 100, "effort": {"a": 60, "b": 50, "c": 20}, "importance": worth})
    state = play(dealt(1, instance=file), (player, player))
    assert dict(game.report(state))["importance"][poor] == 0


@pytest.mark.parametrize("names", list(product(PLAYERS, repeat=2)), ids="-".join)
def test_every_message_of_theirs_is_legal(names: tuple[str, str]) -> None:
    terse = dealt(1, max_messages="3", stall="1")
    odd = dealt(2, items="2", importance="subset-sum", grammar="seed", patience="0")
    for state in (dealt(0, pairing="inverse"), terse, odd, planted(starts="B", max_messages="2")):
        assert play(state, names).close is not None


@given(st.integers(0, 10**6), st.sampled_from(PLAYERS), st.sampled_from(PLAYERS))
def test_nobody_agrees_to_less_than_nothing_or_forgets_the_limit(seed: int, first: str, second: str) -> None:
    state = play(dealt(seed, items="9", pairing="inverse"), (first, second))
    report = game.report(state)
    assert report["effort"] <= state.limit
    assert state.close is not None
    assert state.close.end in ("deal", "no_deal")
    assert (state.close.end == "deal") == (min(report["importance"].values()) > 0)


def test_they_open_with_what_is_best_for_themselves() -> None:
    for seed in range(5):
        state = dealt(seed)
        best = optimum(tuple(item.effort for item in state.items), state.importance[0], state.limit)
        for player, least in (("normal", 0.97), ("hard", 0.99), ("greedy", 1), ("cooperative", 1)):
            move = decided(state, player).move
            assert isinstance(move, Bargain)
            proposed = game.apply(state, Moved(mover(state), move)).active[0][0]
            assert total(state.importance[0], proposed.items) >= least * best.value


def test_a_set_as_good_as_their_own_best_is_taken_at_once() -> None:
    for player in PLAYERS:
        state = bargain(planted(), "B95 A39 A65 B81 C17")
        state = replace(state, importance=(state.importance[0], (0, 6, 5, 4, 3, 2, 0)))
        assert isinstance(decided(state, player).move, Agree)


def test_in_the_last_message_a_fair_set_is_taken_and_nothing_proposed() -> None:
    for player in PLAYERS:
        fair = bargain(planted(max_messages="2"), "A65 B81 C17 B34")
        poor = bargain(planted(max_messages="2"), "A08")
        assert isinstance(decided(fair, player).move, Agree)
        assert decided(poor, player).move in (None, Bargain((), (("A08",),)))


def test_the_words_hold_no_number_but_names_of_items() -> None:
    for player, seed in product(PLAYERS, range(8)):
        state = dealt(seed, pairing="inverse", style="chat")
        while state.close is None:
            act = decided(state, player, seed)
            words = act.say
            for item in state.items:
                words = re.sub(rf"\b{item.name}\b", "", words)
            assert words
            assert not any(char.isdigit() for char in words)
            state = game.apply(state, Moved(mover(state), act.move, act.say))


def test_what_somebody_proposes_tells_what_it_wants() -> None:
    efforts, limit, own = (10, 10, 10, 10), 20, (9, 1, 8, 2)
    nothing, once = estimate(efforts, limit, own, ()), estimate(efforts, limit, own, (0b1100,))
    assert len(set(nothing)) == 1
    assert min(once[2:]) > max(once[:2])
    later = estimate(efforts, limit, own, (0b1100, 0b0110))
    assert later[2] > later[3] > later[1] > later[0]


def test_an_opening_tells_who_wants_the_same_and_who_the_opposite() -> None:
    efforts, limit, own = (10, 10, 10, 10), 20, (9, 1, 8, 2)
    assert estimate(efforts, limit, own, (0b0101,)) == own
    assert estimate(efforts, limit, own, (0b1010,)) == (1, 9, 2, 8)


def test_they_know_nothing_but_their_view() -> None:
    state = say(bargain(planted(), "A08 B95"), "Hm.")
    other = replace(state, importance=(state.importance[0], (9, 9, 9, 9, 9, 9, 9)))
    for player in PLAYERS:
        assert decided(state, player) == decided(other, player)


def test_a_refused_set_is_replaced_by_another_that_is_nearly_as_good_and_by_none_below() -> None:
    repeated, least = 0, 1.0
    for seed in range(12):
        state = dealt(seed, starts="B")
        best = optimum(tuple(item.effort for item in state.items), state.importance[1], state.limit).value
        seen = set()
        for _ in range(8):
            act = decided(state, "normal", subseed(seed, mover(state)))
            assert isinstance(act.move, Bargain)
            repeated += act.move.propose[0] in seen
            seen.add(act.move.propose[0])
            state = game.apply(state, Moved(mover(state), act.move, act.say))
            least = min(least, total(state.importance[1], state.history[-1].proposed[0].items) / best)
            state = say(state, "refuse all")
    assert repeated <= 60
    assert least >= 0.81


def test_a_refused_set_that_is_proposed_again_is_no_answer_to_what_suits_the_other() -> None:
    state = planted(starts="B", max_messages="30")
    for _ in range(6):
        act = decided(state, "greedy", 3)
        state = say(game.apply(state, Moved(mover(state), act.move, act.say)), "refuse all")
    spoken = decided(state, "greedy", 3)
    assert isinstance(spoken.move, Bargain)
    assert "suits you better" not in spoken.say
