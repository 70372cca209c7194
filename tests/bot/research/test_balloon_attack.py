"""Attacks on the balloon players: what a reply knows, and the ceilings that a few of the best replies must keep to."""

from functools import cache
from statistics import mean
from typing import Any

import pytest

from bot.research.opponents.attack import Cell
from bot.research.opponents.balloon import ATTACK, Talk, hold, ramp, reply
from bot.research.opponents.duel import Policy, analytic, duel
from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.domain import total
from games.core.contract import Moved, Seat, subseed
from games.core.draw import config_of, recipe_of

A, B = SEATS
GAMES = 40
REPLIES = {
    "repeat the own optimum": hold(0, 0),
    "hold, then even": hold(0, 850),
    "hold half way, then even": hold(500, 1000),
    "to even early": ramp(1000, 0.3),
    "to nearly even": ramp(850, 1.0),
}


@cache
def config(pairing: str = "inverse", items: str = "15") -> Any:
    return config_of(game, recipe_of(game, {"pairing": pairing, "items": items}), 1, 0)


def played(policy: Policy, player: str, seat: Seat, seed: int, setup: Any) -> Any:
    other = B if seat == A else A
    return duel(game, setup, subseed(5, seed), {seat: policy, other: analytic(game.players[player])})


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("player", "most"), [("normal", 0.90), ("hard", 0.88), ("greedy", 0.88)])
def test_known_best_replies_stay_below_the_ceiling(player: str, most: float, seat: Seat) -> None:
    for name, path in REPLIES.items():
        ends = [played(reply("inverse", path), player, seat, seed, config()) for seed in range(GAMES)]
        assert mean(ATTACK.score(config(), end, seat) for end in ends) <= most, name


def test_hard_keeps_three_quarters_of_its_optimum_in_a_deal() -> None:
    kept = []
    for seed in range(GAMES):
        end = played(reply("inverse", ramp(1000, 0.3)), "hard", A, seed, config())
        if ATTACK.dealt(config(), end):
            kept.append(ATTACK.score(config(), end, B))
    assert mean(kept) >= 0.75


@pytest.mark.parametrize("pairing", ["inverse", "equal"])
def test_a_reply_that_knows_the_pairing_knows_the_players_importances(pairing: str) -> None:
    state = game.deal(config(pairing), 4)
    talk = Talk(game.view(state, A), pairing)
    assert talk.other == state.importance[1]
    for made in talk.front.sets:
        assert (made.mine, made.theirs) == tuple(total(own, made.items) for own in state.importance)


@pytest.mark.parametrize("pairing", ["inverse", "equal"])
def test_the_learner_tells_the_pairing_by_the_players_opening(pairing: str) -> None:
    right = 0
    for seed in range(10):
        state = game.deal(config(pairing), seed)
        act = game.players["normal"].decide(game.view(state, A), seed)
        answering = game.apply(state, Moved(A, act.move, act.say))
        right += Talk(game.view(answering, B)).other == state.importance[0]
    assert right >= 9


@pytest.mark.parametrize("items", ["4", "35"])
def test_every_family_and_the_learner_are_legal(items: str) -> None:
    for cell in ATTACK.cells({"items": items, "pairing": "independent"}):
        setup = config("independent", items)
        policies = [policy for _, policy in ATTACK.families(setup, cell.seat)]
        policies += [ATTACK.learner(start) for start in ATTACK.starts()]
        for seed, policy in enumerate(policies):
            assert played(policy, "normal", cell.seat, seed, setup).close is not None


def test_both_seats_are_measured_under_the_pairing_that_is_set_or_two() -> None:
    assert ATTACK.cells({"items": "8"}) == tuple(
        Cell({"items": "8", "pairing": pairing}, seat) for pairing in ("inverse", "independent") for seat in SEATS
    )
    assert {cell.wrote["pairing"] for cell in ATTACK.cells({"pairing": "equal"})} == {"equal"}
