"""The ceilings of our players, held by the cheap search: families of policies only, on few seeds, in one cell each.

`python -m tests.bench opponents` is the thorough one.
"""

import pytest

from bot.research.opponents import search as searching
from bot.research.opponents.bargaining import OWN
from bot.research.opponents.search import search
from bot.research.opponents.survey import attack_on
from games.core.contract import Seat
from tests.bench.opponents import CEILINGS, ceiling

SEEDS = 60
SURE = 2
"""Standard errors by which a mean over so few seeds may lie above its ceiling."""
PLAYERS = [(game, player) for game, players in CEILINGS.items() for player in players]


@pytest.mark.parametrize(("game", "player"), PLAYERS)
def test_no_policy_of_the_families_wins_more_than_the_ceiling(
    game: str, player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "ROUNDS", (5, 20))
    attack = attack_on(game)
    cells = attack.cells({})
    # Players take turns at the cells, so that every seat is attacked in some game.
    cell = cells[PLAYERS.index((game, player)) % min(2, len(cells))]
    best = search(attack, player, cell, games=SEEDS, learn=0, seed=3).best
    assert best.share - SURE * best.se <= CEILINGS[game][player]


@pytest.mark.parametrize("player", CEILINGS["bargaining"])
def test_no_number_that_a_bargainer_expects_wins_more_than_the_ceiling(
    player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mean over numbers that the reply may have, by what the player was told of them."""
    monkeypatch.setattr(searching, "ROUNDS", (5, 20))
    attack = attack_on("bargaining")
    for cell in attack.cells({"information": "range", "first": "seller"}):
        if OWN[cell.seat] in cell.wrote:
            found = search(attack, player, cell, games=SEEDS, learn=0, seed=3)
            most = ceiling("bargaining", player, Seat(found.seat), cell.wrote)
            assert most is not None
            assert found.best.share - SURE * found.best.se <= most
