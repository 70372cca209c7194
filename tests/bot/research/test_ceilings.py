"""The ceilings of our players, held by the cheap search: families of policies only, on few seeds, in one cell each.

`python -m tests.bench opponents` is the thorough one.
"""

import pytest

from bot.research.opponents import search as searching
from bot.research.opponents.search import search
from bot.research.opponents.survey import attack_on
from tests.bench.opponents import CEILINGS

SEEDS = 100
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
