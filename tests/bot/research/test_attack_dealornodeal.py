"""Attacks on the players of books, hats and balls: legal in any game, and held off by each player's limit."""

import pytest

from bot.research.opponents.attack import Cell
from bot.research.opponents.dealornodeal import ATTACK, lie
from bot.research.opponents.duel import analytic, duel
from bot.research.statistics import Mean
from games.core.contract import Seat
from games.core.draw import config_of, recipe_of
from games.dealornodeal.game import game
from games.dealornodeal.rules.state import ME, SEATS, YOU
from games.dealornodeal.tactics.players import PLAYERS
from tests.games.dealornodeal.helpers import dealt

FAMILIES = dict(ATTACK.families(None, YOU))
STUBBORN = (
    "everything that I value, repeated",
    "repeat 8, firm at the end",
    "repeat 9, lying",
    "hold, then 8 in the last 3",
)
YIELDING = ("accept at once", "say nothing, accept at the end", "linear to 6, new offers", "as normal")


def points(player: str, family: str, seat: Seat, games: int) -> tuple[float, float]:
    """Return the mean points of an attack and how often it ended in a deal."""
    recipe, score, deals = recipe_of(game, {}), Mean(), Mean()
    for number in range(games):
        config = config_of(game, recipe, 3, number)
        policies = {s: FAMILIES[family] if s == seat else analytic(PLAYERS[player]) for s in SEATS}
        state = duel(game, config, number, policies)
        score.add(ATTACK.score(config, state, seat))
        deals.add(ATTACK.dealt(config, state))
    return score.mean or 0.0, deals.mean or 0.0


@pytest.mark.parametrize("family", FAMILIES)
def test_every_attack_is_legal_against_every_player(family: str) -> None:
    for number, player in enumerate(PLAYERS):
        for wrote in ({}, {"domain": "camp", "utterances": "5"}):
            config = config_of(game, recipe_of(game, wrote), 1, number)
            policies = {YOU: analytic(PLAYERS[player]), ME: FAMILIES[family]}
            assert duel(game, config, number, policies).ended is not None


@pytest.mark.parametrize(("player", "most"), [("normal", 7.8), ("core", 8.0), ("hard", 7.6)])
def test_stubbornness_meets_a_limit(player: str, most: float) -> None:
    for family in STUBBORN:
        for seat in SEATS:
            assert points(player, family, seat, 80)[0] <= most, (family, seat)


def test_everything_of_value_is_mostly_refused_and_pays_less_than_ordinary_play() -> None:
    got, deals = points("hard", STUBBORN[0], YOU, 100)
    assert deals < 0.5
    assert got < 5
    for player in ("normal", "hard"):
        assert points(player, STUBBORN[0], ME, 100)[0] < 7


@pytest.mark.parametrize("player", ["easy", "normal", "hard", "core"])
def test_ordinary_play_nearly_always_finds_a_deal(player: str) -> None:
    assert min(points(player, "as normal", seat, 80)[1] for seat in SEATS) >= 0.8


def test_waiting_in_silence_wins_little() -> None:
    for player in ("normal", "hard"):
        assert points(player, "say nothing, accept at the end", YOU, 40)[0] < 5


def test_a_lie_leaves_one_item_of_any_worth() -> None:
    view = game.view(dealt(), ME)
    assert lie(view) == ((0, 0), (1, 10), (2, 0))


def test_both_seats_attack() -> None:
    assert ATTACK.cells({"domain": "camp"}) == tuple(Cell({"domain": "camp"}, seat) for seat in SEATS)


def test_the_learner_gives_way_with_time_as_told() -> None:
    for theta in ATTACK.starts():
        assert len(theta) == ATTACK.width
    config = config_of(game, recipe_of(game, {}), 1, 1)
    policies = {YOU: ATTACK.learner(ATTACK.starts()[1]), ME: analytic(PLAYERS["easy"])}
    state = duel(game, config, 1, policies)
    asked = [sum(u.keep) for u in state.spoken if u.seat == YOU and u.act == "offer"]
    assert asked[0] == max(asked)
