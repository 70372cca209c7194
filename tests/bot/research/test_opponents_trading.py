"""The attack on traders: legal replies, wins counted strictly, and known replies kept below the ceilings."""

import pytest

from bot.research.opponents.attack import Cell
from bot.research.opponents.duel import Policy, analytic, duel
from bot.research.opponents.trading import ATTACK, Packager, Plan, reply
from games.core.contract import Seat
from games.core.draw import config_of, recipe_of
from games.trading import game
from games.trading.config import SEATS, Config

STRONG = {
    "raises its price, another pair each time": Plan(0.09, -0.1, ask=-0.1, step=0.06, turns=1, volume=60),
    "raises its price, two for two": Plan(0.09, -0.3, ask=0.0, step=0.12, kinds=2, volume=100),
    "takes what brings it much": Plan(0.08, -0.3, quiet=True),
    "waits, then raises": Plan(0.1, 0.05, ask=0.0, step=0.12, turns=2, volume=40, begin=0.3),
    "asks for a bargain, takes what pays": Plan(
        0.05, -0.1, -0.13, ask=-0.25, step=0.15, follow=-0.025, turns=3, volume=67
    ),
    "raises its price, takes one offer and no more": Plan(0.05, -0.3, ask=0.05, step=0.06, kinds=2, once=True),
}
CEILINGS = {"normal": 0.45, "hard": 0.25}


def config(**wrote: str) -> Config:
    made: Config = config_of(game, recipe_of(game, wrote), 1, 0)
    return made


def wins(policy: Policy, player: str, seeds: range, settings: Config, seats: tuple[Seat, ...] = SEATS) -> float:
    total = 0.0
    for seed in seeds:
        me = seats[seed % len(seats)]
        other = next(seat for seat in SEATS if seat != me)
        state = duel(game, settings, seed, {me: policy, other: analytic(game.players[player])})
        total += ATTACK.score(settings, state, me)
    return total / len(seeds)


@pytest.mark.parametrize("cell", ATTACK.cells({}), ids=str)
def test_every_family_plays_legally_in_every_cell(cell: Cell) -> None:
    settings = config(**cell.wrote)
    other = next(seat for seat in SEATS if seat != cell.seat)
    policies = [*ATTACK.families(settings, cell.seat), *(("learned", ATTACK.learner(t)) for t in ATTACK.starts())]
    for number, (name, policy) in enumerate(policies):
        player = game.players[("easy", "normal", "hard")[number % 3]]
        state = duel(game, settings, number, {cell.seat: policy, other: analytic(player)})
        assert state.close is not None, name
        assert state.close.why == "messages", name


@pytest.mark.parametrize("name", STRONG)
@pytest.mark.parametrize("player", CEILINGS)
def test_known_replies_stay_below_the_ceiling(player: str, name: str) -> None:
    assert wins(reply(STRONG[name]), player, range(150), config()) <= CEILINGS[player]


@pytest.mark.parametrize("name", STRONG)
def test_hard_holds_where_it_sees_all_goods_and_speaks_first(name: str) -> None:
    shown = config(open_inventory="on")
    assert wins(reply(STRONG[name]), "hard", range(400), shown, SEATS[1:]) <= CEILINGS["hard"]


@pytest.mark.parametrize("shown", ["off", "on"])
@pytest.mark.parametrize("player", CEILINGS)
def test_packages_at_a_rising_price_stay_below_the_ceiling(player: str, shown: str) -> None:
    packages = reply(Plan(0.65, own_lead=-0.3, ask=0.3, step=0.3), Packager)
    assert wins(packages, player, range(400), config(open_inventory=shown), SEATS[1:]) <= CEILINGS[player]


def test_the_same_replies_beat_easy() -> None:
    assert max(wins(reply(plan), "easy", range(60), config()) for plan in STRONG.values()) > 0.5


def test_a_draw_is_no_win() -> None:
    state = game.deal(config(), 1)
    assert [ATTACK.score(config(), state, seat) for seat in SEATS] == [0.0, 0.0]
    assert not ATTACK.dealt(config(), state)
