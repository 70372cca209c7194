"""Dealing pays in the society: accepting fair offers and taking the tips earns more than leaving the others alone."""

import pytest

from bot.research.opponents import search as searching
from bot.research.opponents.attack import Cell
from bot.research.opponents.duel import Policy, analytic, duel
from bot.research.opponents.search import search
from bot.research.opponents.society import ATTACK, accepting, alone, fixed, following, idle, policy, tips
from games.core.contract import Seat
from games.core.draw import config_of, recipe_of
from games.society import game

SEEDS = 6
CELLS = ATTACK.cells({})
PAIRS = [
    *((cell, player) for cell in CELLS if cell.wrote["game"] == "negotiation" for player in ("easy", "normal")),
    # Both take and give the same in contracts.
    *((cell, "normal") for cell in CELLS if cell.wrote["game"] == "contract"),
]


def mean(mine: Policy, cell: Cell, player: str) -> float:
    config = config_of(game, recipe_of(game, dict(cell.wrote)), 1, 0)
    seats = [info.seat for info in game.seats(config)]
    others = {seat: analytic(game.players[player]) for seat in seats}
    ends = (duel(game, config, seed, {**others, cell.seat: mine}) for seed in range(SEEDS))
    return sum(ATTACK.score(config, state, cell.seat) for state in ends) / SEEDS


@pytest.mark.parametrize(("cell", "player"), PAIRS, ids=lambda at: at if isinstance(at, str) else _named(at))
def test_dealing_pays_in_every_seat(cell: Cell, player: str) -> None:
    deals = mean(policy(accepting(fixed(40)), tips), cell, player)
    assert deals > 0.17, "of the ceiling; a quarter is everybody's equal part"
    for work in (idle, tips, following):
        assert deals > mean(policy(alone, work), cell, player) + 0.02


def test_the_attack_covers_every_seat_and_both_ways_to_share() -> None:
    seats = {Seat(name) for name in ("carpenter_0", "carpenter_1", "miner_0", "miner_1")}
    for kind in ("negotiation", "contract"):
        assert {cell.seat for cell in CELLS if cell.wrote["game"] == kind} == seats
    assert len(ATTACK.cells({"game": "contract", "difficulty": "hard"})) == 6


def test_a_search_of_the_families_finds_that_one_has_to_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "ROUNDS", (5, 20))
    found = search(ATTACK, "normal", Cell({"game": "negotiation"}, Seat("miner_0")), games=12, learn=0)
    assert found.deals > 0.8
    assert "pass" not in found.best.policy
    assert found.best.share <= 0.30, "the best reply gets little more than an equal part"


def test_the_learner_bargains_legally_whatever_its_parameters() -> None:
    for theta in ((-3.0,) * 6, (0.0,) * 6, (3.0,) * 6, (3.0, -3.0, 3.0, -3.0, 3.0, 1.5)):
        for cell in CELLS[::3]:
            assert 0 <= mean(ATTACK.learner(theta), cell, "hard") <= 1


def _named(cell: Cell) -> str:
    return f"{cell.wrote['game']}-{cell.seat}"
