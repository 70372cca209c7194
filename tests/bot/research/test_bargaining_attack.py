"""Attacks on the bargainers are legal, count shares of the true surplus, and win no more than the ceilings."""

from random import Random

import pytest

from bot.research.opponents.bargaining import ATTACK
from bot.research.opponents.duel import Policy, analytic, duel
from games.bargaining import game
from games.bargaining.rules import BUYER, SEATS, SELLER, Accept, Offer
from games.bargaining.rules import other as opposite
from games.core.contract import Seat
from tests.games.bargaining.helpers import after, config, dealt

CEILINGS = {"easy": 0.75, "normal": 0.60, "tit_for_tat": 0.60, "fair": 0.55, "hard": 0.50}
FAMILIES = dict(ATTACK.families(config(), BUYER))


def share(player: str, seat: Seat, policy: Policy, seeds: int, **wrote: str) -> float:
    made, total = config(**wrote), 0.0
    for seed in range(seeds):
        state = duel(game, made, seed, {seat: policy, opposite(seat): analytic(game.players[player])})
        total += ATTACK.score(made, state, seat)
    return total / seeds


def test_every_family_plays_by_the_rules() -> None:
    for number, policy in enumerate(FAMILIES.values()):
        seat, information = SEATS[number % 2], ("exact", "range", "none")[number % 3]
        assert 0 <= share("normal", seat, policy, 1, information=information, rounds=str(1 + number % 7)) <= 1


def test_whatever_the_learner_tries_is_legal() -> None:
    chance = Random(1)
    for seat in SEATS:
        for _ in range(60):
            theta = [chance.gauss(0, 2) for _ in range(ATTACK.width)]
            assert share("hard", seat, ATTACK.learner(theta), 2, information="none") <= 1


def test_a_deal_is_shared_and_no_deal_is_worth_nothing() -> None:
    made = config()
    ended = after(dealt(), 60, Accept())
    assert [ATTACK.score(made, ended, seat) for seat in SEATS] == [0.2, 0.8]
    assert ATTACK.score(made, after(dealt(), Offer(60_00)), BUYER) == 0


def test_cells_cross_what_is_not_set() -> None:
    assert len(ATTACK.cells({})) == 36
    fixed = ATTACK.cells({"information": "exact", "first": "seller", "rounds": "4"})
    assert [(cell.seat, cell.wrote["rounds"]) for cell in fixed] == [(BUYER, "4"), (SELLER, "4")]


@pytest.mark.parametrize("player", CEILINGS)
@pytest.mark.parametrize("information", ["exact", "range", "none"])
def test_no_repeated_demand_wins_more_than_its_ceiling(player: str, information: str) -> None:
    """One number used to win nearly everything."""
    for demanded in (0.48, 0.56, 0.64, 0.72, 0.88):
        won = share(player, BUYER, FAMILIES[f"repeat {demanded:g}"], 120, information=information)
        assert won <= CEILINGS[player] + 0.04, (demanded, won)
